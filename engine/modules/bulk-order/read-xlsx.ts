/** Bytes that a workbook may have once it is unpacked. */
const maxBytes = 40_000_000;
const maxRows = 20_000;

export class UnreadableBook extends Error {}

/** The cells of a workbook's first sheet as texts. Nothing of it leaves the browser. Throws `UnreadableBook`. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const entries = entriesOf(bytes);
  const text = async (name: string) => {
    const entry = entries.get(name);
    return entry ? new TextDecoder().decode(await unpack(bytes, entry)) : null;
  };
  const book = await text('xl/workbook.xml');
  if (book === null) throw new UnreadableBook('no workbook');
  const first = /<(?:\w+:)?sheet\b[^>]*?\br:id="([^"]+)"/.exec(book)?.[1];
  const links = (await text('xl/_rels/workbook.xml.rels')) ?? '';
  const link = [...links.matchAll(/<Relationship\b[^>]*>/g)]
    .map(([each]) => each)
    .find((each) => each.includes(`Id="${first}"`));
  const target = /\bTarget="([^"]+)"/.exec(link ?? '')?.[1] ?? 'worksheets/sheet1.xml';
  const sheet = await text(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  if (sheet === null) throw new UnreadableBook('no sheet');
  const shared = [
    ...((await text('xl/sharedStrings.xml')) ?? '').matchAll(/<si\b[^>]*?(?:\/>|>([\s\S]*?)<\/si>)/g),
  ].map(([, inner = '']) => textsOf(inner));
  return rowsOf(sheet, shared);
}

function rowsOf(sheet: string, shared: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const [, attributes = '', inner = ''] of sheet.matchAll(/<row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g)) {
    const at = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? rows.length + 1) - 1;
    if (at >= maxRows) throw new UnreadableBook('too many rows');
    while (rows.length <= at) rows.push([]);
    const row = rows[at] as string[];
    for (const [, marks = '', cell = ''] of inner.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const column = columnOf(/\br="([A-Z]+)\d+"/.exec(marks)?.[1]) ?? row.length;
      if (column > 500) continue;
      while (row.length <= column) row.push('');
      row[column] = cellOf(/\bt="(\w+)"/.exec(marks)?.[1] ?? 'n', cell, shared);
    }
  }
  return rows;
}

function cellOf(type: string, inner: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textsOf(inner);
  const value = plain(/<v\b[^>]*>([\s\S]*?)<\/v>/.exec(inner)?.[1] ?? '');
  if (type === 's') return shared[Number(value)] ?? '';
  // A double writes 12.1 as 12.100000000000000355.
  if (type === 'n' && /\.\d{12,}|e/i.test(value)) return String(Number(Number(value).toPrecision(15)));
  return type === 'e' ? '' : value;
}

const textsOf = (inner: string): string =>
  [...inner.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t\b[^>]*?(?:\/>|>([\s\S]*?)<\/t>)/g)]
    .map(([, text = '']) => plain(text))
    .join('');

const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, digits?: string, name?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : digits ? Number(digits) : null;
      if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      return marks[name ?? ''] ?? whole;
    })
    .replace(/_x([\dA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const columnOf = (letters: string | undefined): number | null =>
  letters === undefined
    ? null
    : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

interface Entry {
  readonly at: number;
  readonly packed: number;
  readonly size: number;
  readonly method: number;
}

/** The files of an archive by their names, from its directory at the end. */
function entriesOf(bytes: Uint8Array<ArrayBuffer>): ReadonlyMap<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new UnreadableBook('no archive');
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new UnreadableBook('broken archive');
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const entry = {
      ...{ at: view.getUint32(at + 42, true), packed: view.getUint32(at + 20, true) },
      ...{ size: view.getUint32(at + 24, true), method: view.getUint16(at + 10, true) },
    };
    total += entry.size;
    if (total > maxBytes) throw new UnreadableBook('too large');
    entries.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), entry);
    at += 46 + name + extra + comment;
  }
  return entries;
}

async function unpack(bytes: Uint8Array<ArrayBuffer>, { at, packed, size, method }: Entry): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > bytes.length) throw new UnreadableBook('broken archive');
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = bytes.subarray(from, from + packed);
  if (method === 0) return content;
  if (method !== 8) throw new UnreadableBook('unknown packing');
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    // More than it said of itself: no honest archive.
    if (length > size || length > maxBytes) throw new UnreadableBook('too large');
    pieces.push(value);
  }
  const whole = new Uint8Array(length);
  let place = 0;
  for (const piece of pieces) {
    whole.set(piece, place);
    place += piece.length;
  }
  return whole;
}
