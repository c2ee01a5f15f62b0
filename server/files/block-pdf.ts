import type { PaperSize } from '../../engine/core/index.ts';
import { ink, openPen, type Mark, type Paper, type Pen } from './pdf-pen.ts';

const papers: Readonly<Record<PaperSize, Paper>> = {
  A4: { width: 595.28, height: 841.89, margin: 42 },
  A5: { width: 419.53, height: 595.28, margin: 30 },
  letter: { width: 612, height: 792, margin: 42 },
};
const points = { heading: 16, title: 10, text: 9, small: 7.5, amount: 14 };
const line = 14;
const gap = 12;
const mark = { width: 140, height: 44 };

export interface PrintedColumn {
  readonly header: string;
  readonly number: boolean;
}

/** A block of a document with its final texts; one without content is left out by the caller. */
export type PrintedBlock =
  | { readonly kind: 'logo'; readonly picture: Buffer }
  | { readonly kind: 'heading' | 'text' | 'terms'; readonly text: string }
  | { readonly kind: 'address'; readonly title: string; readonly lines: readonly string[] }
  | { readonly kind: 'fields'; readonly title: string; readonly pairs: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly columns: readonly PrintedColumn[];
      readonly lines: readonly (readonly string[])[];
      readonly totals: readonly string[] | null;
    }
  | { readonly kind: 'amount'; readonly title: string; readonly value: string }
  | { readonly kind: 'pageNumber' };

export interface BlockSheet {
  readonly culture: string;
  readonly title: string;
  readonly paper: PaperSize;
  readonly blocks: readonly PrintedBlock[];
}

/** A printed document, and what is drawn on its pages: sizes in points. */
export interface PrintedPages {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly pages: readonly (readonly Mark[])[];
}

/** Renders blocks from top to bottom; tables repeat their header on every page. Pages are numbered where a block asks for it. */
export async function blockPdf(
  sheet: BlockSheet,
  pageWords: (page: number, pages: number) => string,
): Promise<PrintedPages> {
  const paper = papers[sheet.paper];
  const texts = [sheet.title, pageWords(1_234_567_890, 1), ...sheet.blocks.flatMap(textsOf)];
  const pen = await openPen({ texts, paper, title: sheet.title, culture: sheet.culture });
  const flow = openFlow(pen, paper);
  for (const block of sheet.blocks) await draw(flow, block);
  const isNumbered = sheet.blocks.some(({ kind }) => kind === 'pageNumber');
  const bytes = await pen.close((page, pages) => {
    if (!isNumbered) return;
    const at = { right: true, points: points.small, colour: ink.quiet };
    pen.put(pageWords(page, pages), paper.margin, paper.height - paper.margin, at);
  });
  return { bytes, width: paper.width, height: paper.height, pages: pen.pages };
}

function textsOf(block: PrintedBlock): string[] {
  switch (block.kind) {
    case 'address':
      return [block.title, ...block.lines];
    case 'fields':
      return [block.title, ...block.pairs.flat()];
    case 'table':
      return [
        block.title,
        ...block.columns.map(({ header }) => header),
        ...block.lines.flat(),
        ...(block.totals ?? []),
      ];
    case 'amount':
      return [block.title, block.value];
    case 'logo':
    case 'pageNumber':
      return [];
    default:
      return [block.text];
  }
}

/** The place on the page where the next line goes. */
interface Flow {
  readonly pen: Pen;
  readonly left: number;
  readonly width: number;
  y: number;
  /** A new page unless this much is left of the present one; whether there is one. */
  room(height: number): boolean;
}

function openFlow(pen: Pen, paper: Paper): Flow {
  const last = paper.height - paper.margin - 2 * line;
  pen.page();
  const flow: Flow = {
    ...{ pen, left: paper.margin, width: paper.width - 2 * paper.margin, y: paper.margin },
    room(height) {
      if (flow.y + height <= last || flow.y === paper.margin) return false;
      pen.page();
      flow.y = paper.margin;
      return true;
    },
  };
  return flow;
}

async function draw(flow: Flow, block: PrintedBlock): Promise<void> {
  const { pen, left, width } = flow;
  switch (block.kind) {
    case 'logo':
      flow.room(mark.height);
      if (pen.picture(block.picture, { x: left, y: flow.y, ...mark })) flow.y += mark.height + gap;
      return;
    case 'heading':
      return lines(flow, block.text, { weight: 'bold', points: points.heading, height: 22 });
    case 'text':
      return lines(flow, block.text, { points: points.text, height: line });
    case 'terms':
      return lines(flow, block.text, { points: points.small, height: 11, colour: ink.quiet });
    case 'address':
      title(flow, block.title);
      return lines(flow, block.lines.join('\n'), { points: points.text, height: line });
    case 'fields':
      title(flow, block.title);
      return pairs(flow, block.pairs);
    case 'table':
      title(flow, block.title);
      return table(flow, block);
    case 'amount':
      flow.room(30);
      pen.rule(flow.y, 1);
      pen.put(block.title, left, flow.y + 10, { width: width / 2, weight: 'bold', points: points.title });
      pen.put(block.value, left + width / 2, flow.y + 7, {
        ...{ width: width / 2, right: true, weight: 'bold', points: points.amount },
      });
      flow.y += 30 + gap;
      return;
    case 'pageNumber':
  }
}

function lines(
  flow: Flow,
  text: string,
  { height, ...how }: { height: number; points: number; weight?: 'bold'; colour?: string },
): void {
  for (const each of flow.pen.wrap(text, flow.width, how)) {
    flow.room(height);
    flow.pen.put(each, flow.left, flow.y, how);
    flow.y += height;
  }
  flow.y += gap;
}

/** A title stays with what is below it. */
function title(flow: Flow, text: string): void {
  flow.room(4 * line);
  if (!text) return;
  flow.pen.put(text, flow.left, flow.y, { weight: 'bold', points: points.title });
  flow.y += line + 3;
}

/** Label above value, two beside each other. */
function pairs(flow: Flow, all: readonly (readonly [string, string])[]): void {
  const { pen } = flow;
  const width = flow.width / 2 - gap;
  for (let at = 0; at < all.length; at += 2) {
    const row = all.slice(at, at + 2).map(([label, value]) => ({
      label,
      value: pen.wrap(value, width, { points: points.text }),
    }));
    const height = Math.max(...row.map(({ value }) => value.length)) * line + line;
    flow.room(height);
    row.forEach(({ label, value }, column) => {
      const x = flow.left + column * (flow.width / 2);
      pen.put(label, x, flow.y, { width, points: points.small, colour: ink.quiet });
      value.forEach((each, index) => pen.put(each, x, flow.y + 11 + index * line, { width, points: points.text }));
    });
    flow.y += height + 2;
  }
  flow.y += gap;
}

async function table(flow: Flow, of: Extract<PrintedBlock, { kind: 'table' }>): Promise<void> {
  const { pen } = flow;
  const places = shares(of).map((share, at, all) => ({
    x: flow.left + flow.width * all.slice(0, at).reduce((sum, each) => sum + each, 0),
    width: flow.width * share - 8,
  }));
  const row = (cells: readonly string[], weight: 'plain' | 'bold') => {
    cells.forEach((cell, at) => {
      const { x, width } = places[at] ?? { x: flow.left, width: flow.width };
      pen.put(cell, x, flow.y, { width, weight, right: of.columns[at]?.number === true, points: points.text });
    });
    flow.y += line;
  };
  const head = () => {
    row(
      of.columns.map(({ header }) => header),
      'bold',
    );
    pen.rule(flow.y, 1);
    flow.y += 4;
  };
  head();
  for (const cells of of.lines) {
    if (flow.room(line)) {
      head();
      // Let other requests run between the pages of a long document.
      await new Promise((resolve) => setImmediate(resolve));
    }
    row(cells, 'plain');
  }
  if (of.totals) {
    flow.room(line + 4);
    pen.rule(flow.y, 1);
    flow.y += 4;
    row(of.totals, 'bold');
  }
  flow.y += gap;
}

/** Shares of the width by the longest text of each column, within limits so that none vanishes. */
function shares({ columns, lines: rows, totals }: Extract<PrintedBlock, { kind: 'table' }>): number[] {
  const longest = columns.map(({ header }, at) => {
    const texts = [header, totals?.[at] ?? '', ...rows.slice(0, 200).map((cells) => cells[at] ?? '')];
    return Math.min(40, Math.max(6, ...texts.map(widthOf)));
  });
  const sum = longest.reduce((total, each) => total + each, 0);
  return longest.map((each) => each / sum);
}

/** In Latin letters; a Chinese character takes two. */
const widthOf = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
