import PDFDocument from 'pdfkit';
import { pdfFonts, type Weight } from './pdf-fonts.ts';

const paper = { width: 595.28, height: 841.89, margin: 42 };
const inner = paper.width - 2 * paper.margin;
const line = 15;
const size = { title: 16, heading: 11, text: 8.5, small: 7.5 };
/** Most of the page that a logo takes. */
const mark = { width: 120, height: 40 };
const ink = { text: '#1f2329', quiet: '#5c6470', rule: '#c9ced6', below: '#a3241c' };

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
  const fonts = await pdfFonts([
    title,
    ...facts.flat(),
    ...heads,
    ...lines.flat(),
    ...foot.flat(),
    ...more.flatMap((table) => [table.title, table.note, ...table.columns.map(({ header }) => header)]),
    ...more.flatMap((table) => table.lines.flat()),
    pageWords(1_234_567_890, 1),
  ]);
  const document = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, autoFirstPage: false, compress: true },
    ...{ info: { Title: title }, lang: layout.culture, pdfVersion: '1.7', displayTitle: true },
  });
  for (const [name, file] of fonts.files) document.registerFont(name, file);
  const bytes: Buffer[] = [];
  document.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));

  const measure = (text: string, weight: Weight, points: number): number =>
    fonts
      .runs(text, weight)
      .reduce((sum, run) => sum + document.font(run.font).fontSize(points).widthOfString(run.text), 0);
  const fit = (text: string, width: number, weight: Weight, points: number): string => {
    if (measure(text, weight, points) <= width) return text;
    const letters = [...text];
    while (letters.length > 0 && measure(`${letters.join('')}…`, weight, points) > width) letters.pop();
    return `${letters.join('')}…`;
  };
  const put = (text: string, x: number, y: number, how: Partial<Put> = {}): void => {
    const { width = inner, right = false, weight = 'plain', points = size.text, colour = ink.text } = how;
    const shown = fit(text, width, weight, points);
    let at = right ? x + width - measure(shown, weight, points) : x;
    for (const run of fonts.runs(shown, weight)) {
      document.font(run.font).fontSize(points).fillColor(colour).text(run.text, at, y, { lineBreak: false });
      at += document.widthOfString(run.text);
    }
  };
  const rule = (y: number, thick = 0.5): void => {
    document
      .moveTo(paper.margin, y)
      .lineTo(paper.width - paper.margin, y)
      .lineWidth(thick)
      .strokeColor(ink.rule)
      .stroke();
  };

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
    document.addPage();
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
    document.image(layout.logo, paper.width - paper.margin - mark.width, y, {
      fit: [mark.width, mark.height],
      align: 'right',
    });
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

  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const words = pageWords(page + 1, count);
    put(words, paper.margin, paper.height - paper.margin, { right: true, points: size.small, colour: ink.quiet });
  }
  document.end();
  await ended;
  return Buffer.concat(bytes);
}

interface Put {
  width: number;
  right: boolean;
  weight: Weight;
  points: number;
  colour: string;
}
