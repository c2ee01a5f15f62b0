import { ink, openPen } from './pdf-pen.ts';
import type { Weight } from './pdf-fonts.ts';

const paper = { width: 595.28, height: 841.89, margin: 42 };
const inner = paper.width - 2 * paper.margin;
const line = 15;
const size = { title: 16, heading: 11, small: 7.5 };
/** Most of the page that a logo takes. */
const mark = { width: 120, height: 40 };

interface PdfTable {
  readonly columns: readonly { readonly header: string; readonly share: number; readonly number?: boolean }[];
  readonly lines: readonly (readonly string[])[];
}

/** A document with one or more tables; all texts are final. */
export interface PdfSheet extends PdfTable {
  readonly culture: string;
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly foot: readonly (readonly string[])[];
  /** A PNG or JPEG, at the top right of the first page. */
  readonly logo?: Buffer | null;
  /** Further tables, each under its own heading. */
  readonly more?: readonly (PdfTable & { readonly title: string; readonly note: string })[];
}

/**
 * Renders a PDF (A4, portrait): title and facts, the table with its header on every page, then its footer. Pages are
 * numbered "n of m". Negative amounts have a minus sign and are coloured.
 */
export async function pdfBytes(layout: PdfSheet, pageWords: (page: number, pages: number) => string): Promise<Buffer> {
  const { title, culture, columns, foot, more = [] } = layout;
  // Page numbers may use any digit.
  const texts = [...textsOf(layout), pageWords(1_234_567_890, 1)];
  const pen = await openPen({ texts, paper, title, culture });
  const sheet: Sheet = { pen, y: 0 };
  openPage(sheet);
  drawHead(sheet, layout);
  if (columns.length > 0) {
    await drawTable(sheet, layout);
    drawFoot(sheet, columns, foot);
  }
  for (const table of more) {
    drawHeading(sheet, table);
    await drawTable(sheet, table);
  }
  return pen.close((page, count) => {
    const words = pageWords(page, count);
    pen.put(words, paper.margin, paper.height - paper.margin, { right: true, points: size.small, colour: ink.quiet });
  });
}

const headersOf = ({ columns }: PdfTable): string[] => columns.map(({ header }) => header);

const textsOf = (layout: PdfSheet): string[] => [
  layout.title,
  ...layout.facts.flat(),
  ...[layout, ...(layout.more ?? [])].flatMap((table) => [...headersOf(table), ...table.lines.flat()]),
  ...layout.foot.flat(),
  ...(layout.more ?? []).flatMap(({ title, note }) => [title, note]),
];

/** The page that is being written, and how far down. */
interface Sheet {
  readonly pen: Awaited<ReturnType<typeof openPen>>;
  y: number;
}

/** The lowest place of a row. */
const last = paper.height - paper.margin - 2 * line;

function openPage(sheet: Sheet): void {
  sheet.pen.page();
  sheet.y = paper.margin;
}

/** Writes cells into the columns of a table. */
function rowOf({ put }: Sheet['pen'], of: PdfTable['columns']) {
  const total = of.reduce((sum, { share }) => sum + share, 0);
  const places = of.map(({ share }, at) => {
    const before = of.slice(0, at).reduce((sum, each) => sum + each.share, 0);
    return { x: paper.margin + (inner * before) / total, width: (inner * share) / total - 6 };
  });
  return (cells: readonly string[], y: number, weight: Weight): void => {
    for (const [at, cell] of cells.entries()) {
      const place = places[at] ?? { x: paper.margin, width: inner };
      const number = of[at]?.number === true;
      put(cell, place.x, y, {
        ...place,
        right: number,
        weight,
        colour: number && cell.startsWith('−') ? ink.below : ink.text,
      });
    }
  };
}

async function drawTable(sheet: Sheet, table: PdfTable): Promise<void> {
  const { pen } = sheet;
  const row = rowOf(pen, table.columns);
  const head = (): void => {
    row(headersOf(table), sheet.y, 'bold');
    pen.rule(sheet.y + line - 1, 1);
    sheet.y += line + 2;
  };
  head();
  for (const [at, cells] of table.lines.entries()) {
    if (sheet.y > last) {
      openPage(sheet);
      head();
      // Let other requests run between the pages of a long document.
      await new Promise((resolve) => setImmediate(resolve));
    }
    row(cells, sheet.y, 'plain');
    sheet.y += line;
    if (at < table.lines.length - 1) pen.rule(sheet.y - 3, 0.25);
  }
}

/** Logo, title and facts. */
function drawHead(sheet: Sheet, { title, facts, logo }: PdfSheet): void {
  const { pen } = sheet;
  if (logo) pen.picture(logo, { x: paper.width - paper.margin - mark.width, y: sheet.y, ...mark, right: true });
  pen.put(title, paper.margin, sheet.y, {
    weight: 'bold',
    points: size.title,
    ...(logo ? { width: inner - mark.width - 10 } : {}),
  });
  sheet.y += 28;
  for (const [label, value] of facts) {
    pen.put(label, paper.margin, sheet.y, { width: 110, colour: ink.quiet });
    pen.put(value, paper.margin + 116, sheet.y, { width: inner - 116, weight: 'bold' });
    sheet.y += line;
  }
  sheet.y += 8;
}

function drawFoot(sheet: Sheet, columns: PdfTable['columns'], foot: PdfSheet['foot']): void {
  if (sheet.y + foot.length * line > last) openPage(sheet);
  sheet.pen.rule(sheet.y, 1);
  sheet.y += 4;
  const row = rowOf(sheet.pen, columns);
  for (const cells of foot) {
    row(cells, sheet.y, 'bold');
    sheet.y += line;
  }
}

function drawHeading(sheet: Sheet, { title, note }: { title: string; note: string }): void {
  // Keep a heading with the rows below it.
  if (sheet.y + 5 * line > last) openPage(sheet);
  else sheet.y += line;
  sheet.pen.put(title, paper.margin, sheet.y, { weight: 'bold', points: size.heading });
  sheet.y += line + 3;
  if (!note) return;
  sheet.pen.put(note, paper.margin, sheet.y, { points: size.small, colour: ink.quiet });
  sheet.y += line;
}
