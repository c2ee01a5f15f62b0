import { Readable } from 'node:stream';
import { pictureParts, pictureTypes, type SheetPicture } from './picture.ts';
import { attribute, cut, escaped, head, office, packaged } from './xml.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

/** A cell: text, a plain number, an amount of minor units, a day, or nothing. None is ever a formula. */
export type Cell = string | number | bigint | Day | null;
export interface Day {
  readonly day: string;
}

export interface Sheet {
  readonly title: string;
  readonly widths: readonly number[];
  /** Pulled when the sheet is written. A heading is a row of bold cells. */
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  /** So many rows at the top stay where they are. */
  readonly frozen?: number;
}
export interface Row {
  readonly cells: readonly Cell[];
  readonly bold?: boolean;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const typed = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Places in the styles below: plain, amount, day; the same in bold. */
const styles = { plain: 0, amount: 1, day: 2 } as const;
const bold = 3;

/**
 * A workbook of many sheets as bytes on their way, with a picture on the first if there is one. Memory does not grow with
 * the rows.
 */
export function workbook(sheets: readonly Sheet[], picture: SheetPicture | null = null): Readable {
  const names = sheetNames(sheets.map(({ title }) => title));
  const entries: ZipEntry[] = [
    { name: '[Content_Types].xml', content: [contentTypes(sheets.length, picture)] },
    { name: '_rels/.rels', content: [relations([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', content: [book(names)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        relations([
          ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
          ['styles', 'styles.xml'],
        ]),
      ],
    },
    { name: 'xl/styles.xml', content: [styleSheet] },
    ...(picture ? pictureParts(picture) : []),
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: sheetXml(sheet, { selected: at === 0, drawn: at === 0 && picture !== null }),
    })),
  ];
  return Readable.from(zipStream(entries), { objectMode: false });
}

/** Names as Excel takes them: at most 31 characters, none of `[]:*?/\`, no quote at an end, all different in any case. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const plain = title.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^'+|'+$/g, '');
    const base = cut(plain.trim(), 31) || 'Sheet';
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      const suffix = ` (${count})`;
      name = cut(base, 31 - suffix.length) + suffix;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

async function* sheetXml(
  { widths, rows, frozen = 0 }: Sheet,
  { selected, drawn }: { selected: boolean; drawn: boolean },
): AsyncGenerator<string> {
  const pane =
    frozen === 0
      ? ''
      : `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`;
  yield `${head}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>`;
  yield `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData>`;
  let number = 0;
  for await (const row of rows) {
    number += 1;
    yield rowXml(row, number);
  }
  yield `</sheetData>${drawn ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;
}

function rowXml({ cells, bold: isBold = false }: Row, number: number): string {
  const written = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${number}`, isBold)).join('');
  return `<row r="${number}">${written}</row>`;
}

function cellXml(cell: Cell, at: string, isBold: boolean): string {
  const style = (kind: keyof typeof styles): string => {
    const of = styles[kind] + (isBold ? bold : 0);
    return of === 0 ? '' : ` s="${of}"`;
  };
  if (cell === null || cell === '') return '';
  if (typeof cell === 'bigint') return `<c r="${at}"${style('amount')}><v>${decimalOf(cell)}</v></c>`;
  if (typeof cell === 'number') return `<c r="${at}"${style('plain')}><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${at}"${style('day')}><v>${serial(cell.day)}</v></c>`;
  return `<c r="${at}"${style('plain')} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** `-12.05` of minor units. */
export function decimalOf(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Days since the last of 1899, as workbooks count them. */
const serial = (day: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);

function columnName(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCodePoint(65 + (at % 26));
}

const contentTypes = (count: number, picture: SheetPicture | null): string => {
  const sheets = Array.from(
    { length: count },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${typed}.worksheet+xml"/>`,
  ).join('');
  return (
    `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typed}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${typed}.styles+xml"/>${sheets}${picture ? pictureTypes(picture) : ''}</Types>`
  );
};

const relations = (targets: readonly (readonly [kind: string, target: string])[]): string =>
  `${head}<Relationships xmlns="${packaged}/relationships">${targets
    .map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const book = (names: readonly string[]): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
    .map((name, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`;

const styleSheet =
  `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">' +
  [0, 1]
    .flatMap((font) =>
      [0, 4, 164].map(
        (format) =>
          `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}/>`,
      ),
    )
    .join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
