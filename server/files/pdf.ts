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
  const { title, facts, columns, lines, foot, more = [] } = layout;
  const heads = columns.map(({ header }) => header);
  // Page numbers may use any digit.
  const texts = [
    title,
    ...facts.flat(),
    ...heads,
    ...lines.flat(),
    ...foot.flat(),
    ...more.flatMap((table) => [table.title, table.note, ...table.columns.map(({ header }) => header)]),
    ...more.flatMap((table) => table.lines.flat()),
    pageWords(1_234_567_890, 1),
  ];
  const pen = await openPen({ texts, paper, title, culture: layout.culture });
  const { put, rule } = pen;

  const rowOf = (of: PdfTable['columns']) => {
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
  };
  let y = 0;
  const openPage = (): void => {
    pen.page();
    y = paper.margin;
  };
  const last = paper.height - paper.margin - 2 * line;
  const drawTable = async ({ columns: of, lines: all }: PdfTable): Promise<void> => {
    const row = rowOf(of);
    const head = (): void => {
      row(
        of.map(({ header }) => header),
        y,
        'bold',
      );
      rule(y + line - 1, 1);
      y += line + 2;
    };
    head();
    for (const [at, cells] of all.entries()) {
      if (y > last) {
        openPage();
        head();
        // Let other requests run between the pages of a long document.
        await new Promise((resolve) => setImmediate(resolve));
      }
      row(cells, y, 'plain');
      y += line;
      if (at < all.length - 1) rule(y - 3, 0.25);
    }
  };

  openPage();
  if (layout.logo) {
    pen.picture(layout.logo, { x: paper.width - paper.margin - mark.width, y, ...mark, right: true });
  }
  put(title, paper.margin, y, {
    weight: 'bold',
    points: size.title,
    ...(layout.logo ? { width: inner - mark.width - 10 } : {}),
  });
  y += 28;
  for (const [label, value] of facts) {
    put(label, paper.margin, y, { width: 110, colour: ink.quiet });
    put(value, paper.margin + 116, y, { width: inner - 116, weight: 'bold' });
    y += line;
  }
  y += 8;
  if (columns.length > 0) {
    await drawTable(layout);
    if (y + foot.length * line > last) openPage();
    rule(y, 1);
    y += 4;
    const footRow = rowOf(columns);
    for (const cells of foot) {
      footRow(cells, y, 'bold');
      y += line;
    }
  }
  for (const table of more) {
    // Keep a heading with the rows below it.
    if (y + 5 * line > last) openPage();
    else y += line;
    put(table.title, paper.margin, y, { weight: 'bold', points: size.heading });
    y += line + 3;
    if (table.note) {
      put(table.note, paper.margin, y, { points: size.small, colour: ink.quiet });
      y += line;
    }
    await drawTable(table);
  }

  return pen.close((page, count) => {
    const words = pageWords(page, count);
    put(words, paper.margin, paper.height - paper.margin, { right: true, points: size.small, colour: ink.quiet });
  });
}
