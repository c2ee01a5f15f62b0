import type { DataClient } from '../../kit/data/data-client.ts';

const pageSize = 200;

/** What a language has not yet, as a file that a translator fills in and the import of texts takes back. */
export async function missingFile(client: Pick<DataClient, 'compareTexts'>, culture: string): Promise<Blob> {
  const lines = ['culture,space,key,source,text'];
  for (let pageNo = 1; ; pageNo++) {
    const query = { target: culture, state: 'missing', pageNo, pageSize };
    const { rows, totalRows } = await client.compareTexts(query);
    lines.push(...rows.map(({ space, key, base }) => [culture, space, key, base, ''].map(cell).join(',')));
    if (rows.length === 0 || pageNo * pageSize >= totalRows) break;
  }
  // The mark tells spreadsheets that this is UTF-8.
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}

/** A cell that no spreadsheet takes for a formula. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
