import PDFDocument from 'pdfkit';
import { pdfFonts, type PdfFonts, type Weight } from './pdf-fonts.ts';

export const ink = { text: '#1f2329', quiet: '#5c6470', rule: '#c9ced6', below: '#a3241c' };

/** A sheet of paper, in points. */
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

export interface Put {
  /** Longer texts are cut with an ellipsis; the printable width by default. */
  readonly width: number;
  readonly right: boolean;
  readonly weight: Weight;
  readonly points: number;
  readonly colour: string;
}

/** What was drawn, for a preview: positions and sizes are points from the top left; texts stand on their baseline. */
export type Mark =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly points: number;
      readonly bold: boolean;
      readonly colour: string;
    }
  | { readonly kind: 'rule'; readonly x: number; readonly y: number; readonly width: number; readonly thick: number }
  | {
      readonly kind: 'picture';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** A `data:` address. */
      readonly address: string;
    };

/** Draws onto the pages of a PDF; positions are points from the top left. */
export interface Pen {
  page(): void;
  /** One line of text. */
  put(text: string, x: number, y: number, how?: Partial<Put>): void;
  /** A text as lines that fit a width: broken at spaces, and between Chinese characters. */
  wrap(text: string, width: number, how?: Partial<Pick<Put, 'weight' | 'points'>>): string[];
  /** A line across the page. */
  rule(y: number, thick?: number): void;
  /** A PNG or JPEG, scaled into a box; whether it could be drawn. */
  picture(bytes: Buffer, box: { x: number; y: number; width: number; height: number; right?: boolean }): boolean;
  /** The marks on each page. */
  readonly pages: readonly (readonly Mark[])[];
  /** Ends the document; `footer` draws onto each of its pages. */
  close(footer: (page: number, pages: number) => void): Promise<Buffer>;
}

const textPoints = 8.5;
/** Of Noto Sans SC, as a share of its size. */
const ascent = 1.16;

/** Opens a PDF without a page. `texts` are all that will be written, so that its fonts hold their characters. */
export async function openPen(of: PdfOptions): Promise<Pen> {
  const { paper } = of;
  const inner = paper.width - 2 * paper.margin;
  const fonts = await pdfFonts(of.texts);
  const { document, finished } = openPdf(of, fonts);
  const { measure, fit } = measuring(document, fonts);
  const pages: Mark[][] = [];
  let present = 0;
  const note = (mark: Mark) => void pages[present]?.push(mark);
  return {
    pages,
    page() {
      document.addPage();
      present = pages.push([]) - 1;
    },
    put(text, x, y, how = {}) {
      const { width = inner, right = false, weight = 'plain', points = textPoints, colour = ink.text } = how;
      const shown = fit(text, width, weight, points);
      const long = measure(shown, weight, points);
      let at = right ? x + width - long : x;
      const mark = { kind: 'text', text: shown, x: at, y: y + ascent * points, width: long, points, colour } as const;
      note({ ...mark, bold: weight === 'bold' });
      for (const run of fonts.runs(shown, weight)) {
        document.font(run.font).fontSize(points).fillColor(colour).text(run.text, at, y, { lineBreak: false });
        at += document.widthOfString(run.text);
      }
    },
    wrap: (text, width, { weight = 'plain', points = textPoints } = {}) =>
      wrapped(text, (line) => measure(line, weight, points) <= width),
    rule(y, thick = 0.5) {
      const right = paper.width - paper.margin;
      note({ kind: 'rule', x: paper.margin, y, width: inner, thick });
      document.moveTo(paper.margin, y).lineTo(right, y).lineWidth(thick).strokeColor(ink.rule).stroke();
    },
    picture(bytes, box) {
      const isDrawn = drawPicture(document, bytes, box);
      const { x, y, width, height } = box;
      const type = bytes[0] === 0xff ? 'jpeg' : 'png';
      const address = `data:image/${type};base64,${bytes.toString('base64')}`;
      if (isDrawn) note({ kind: 'picture', x, y, width, height, address });
      return isDrawn;
    },
    async close(footer) {
      const { count } = document.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        document.switchToPage(page);
        present = page;
        footer(page + 1, count);
      }
      document.end();
      return finished;
    },
  };
}

interface PdfOptions {
  readonly texts: Iterable<string>;
  readonly paper: Paper;
  readonly title: string;
  readonly culture: string;
}

/** A document with its fonts, and its bytes once it has ended. */
function openPdf({ paper, title, culture }: PdfOptions, fonts: PdfFonts) {
  const document = new PDFDocument({
    ...{ size: [paper.width, paper.height], margin: 0, bufferPages: true, autoFirstPage: false, compress: true },
    ...{ info: { Title: title }, lang: culture, pdfVersion: '1.7', displayTitle: true },
  });
  for (const [name, file] of fonts.files) document.registerFont(name, file);
  const bytes: Buffer[] = [];
  document.on('data', (chunk: Buffer) => bytes.push(chunk));
  const finished = new Promise<Buffer>((resolve, reject) =>
    document.on('end', () => resolve(Buffer.concat(bytes))).on('error', reject),
  );
  return { document, finished };
}

function measuring(document: PDFKit.PDFDocument, fonts: PdfFonts) {
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
  return { measure, fit };
}

function drawPicture(document: PDFKit.PDFDocument, bytes: Buffer, box: Parameters<Pen['picture']>[1]): boolean {
  const { x, y, width, height, right = false } = box;
  try {
    document.image(bytes, x, y, { fit: [width, height], ...(right ? { align: 'right' } : {}) });
    return true;
  } catch {
    // A damaged picture: the document is worth more than its logo.
    return false;
  }
}

/** What may stand at the end of a line: a word, its spaces, or one Chinese character with the punctuation after it. */
const piece =
  /[\p{Script=Han}\u3000-\u303f\uff00-\uffef][\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f]*|[^\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]+|\s/gu;

function wrapped(text: string, fits: (line: string) => boolean): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    const end = () => {
      lines.push(line.trimEnd());
      line = '';
    };
    for (const part of paragraph.match(piece) ?? []) {
      if (fits(line + part)) line += part;
      else if (part.trim() !== '') {
        if (line.trim() !== '') end();
        // A word that is longer than a line is broken anywhere.
        for (const letter of fits(part) ? [part] : part) {
          if (line !== '' && !fits(line + letter)) end();
          line += letter;
        }
      }
    }
    end();
    return lines;
  });
}
