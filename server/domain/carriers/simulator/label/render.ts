import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { Image, Package, Shipment } from '../model.ts';
import { code128 } from './code128.ts';
import { glyph, isBlack } from './font.ts';
import { encodeGif } from './gif.ts';
import { labelWidth, layOut, pages, type Mark } from './layout.ts';

/** The label of a package in the format and size requested by its shipment. */
export async function renderLabel(shipment: Shipment, of: Package): Promise<Buffer> {
  const { image, stock, dpi } = shipment.label;
  return renderers[image](layOut(shipment, of), pages[stock], dpi);
}

type Render = (marks: readonly Mark[], page: readonly [number, number], dpi: number) => Buffer | Promise<Buffer>;

const renderers: Readonly<Record<Image, Render>> = {
  pdf: renderPdf,
  png: renderPng,
  gif: renderGif,
  zpl: renderZpl,
  epl: renderEpl,
};

function renderPdf(marks: readonly Mark[], page: readonly [number, number]): Promise<Buffer> {
  return bytesOf(page, (document) => {
    for (const mark of marks) {
      if (mark.kind === 'text') {
        document.font(mark.points > 9 ? 'Helvetica-Bold' : 'Helvetica').fontSize(mark.points);
        document.text(latin(mark.text), mark.x, mark.y, { lineBreak: false });
      } else if (mark.kind === 'rule') document.rect(0, mark.y, labelWidth, mark.thick).fill('black');
      else
        for (const bar of barsOf(mark, mark.module)) document.rect(bar.x, mark.y, bar.width, mark.height).fill('black');
    }
  });
}

async function bytesOf(
  page: readonly [number, number],
  write: (document: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const document = new PDFDocument({ size: [...page], margin: 0, font: 'Helvetica' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  write(document);
  document.end();
  await ended;
  return Buffer.concat(parts);
}

/** Lines of text on as many letter pages as they need. */
export const pdfOf = (lines: readonly string[]): Promise<Buffer> =>
  bytesOf(pages.letter, (document) => {
    for (const [row, line] of lines.entries()) {
      if (row > 0 && row % 50 === 0) document.addPage();
      document.fontSize(10).text(latin(line), 40, 40 + (row % 50) * 14, { lineBreak: false });
    }
  });

/** A byte for a dot, one for black, by rows; turned, the head of the label is at the right edge. */
function draw(marks: readonly Mark[], across: number, down: number, scale: number, turned = false): Uint8Array {
  const dots = new Uint8Array(across * down);
  const fillUpright: Fill = (x, y, wide, high) => {
    for (let row = Math.max(0, y); row < Math.min(down, y + high); row += 1)
      dots.fill(1, row * across + Math.min(x, across), row * across + Math.min(x + wide, across));
  };
  const fill: Fill = turned ? (x, y, wide, high) => fillUpright(across - y - high, x, high, wide) : fillUpright;
  for (const mark of marks) {
    const y = Math.round(mark.y * scale);
    if (mark.kind === 'rule') fill(0, y, Math.round(labelWidth * scale), Math.max(1, Math.round(mark.thick * scale)));
    else if (mark.kind === 'bars') {
      // Whole dots for a module, or scanners read nothing.
      const module = Math.max(1, Math.round(mark.module * scale));
      const from = { ...mark, x: Math.round(mark.x * scale) };
      for (const bar of barsOf(from, module)) fill(bar.x, y, bar.width, Math.round(mark.height * scale));
    } else drawText(mark, scale, fill);
  }
  return dots;
}

/** The carrier's sheet is seven inches long and lies on its side. */
const sheet = { width: 1400, height: 800 };

function renderGif(marks: readonly Mark[]): Buffer {
  const { width, height } = sheet;
  return encodeGif(width, height, draw(marks, width, height, 200 / 72, true));
}

function renderPng(marks: readonly Mark[], page: readonly [number, number], dpi: number): Promise<Buffer> {
  const [width = 0, height = 0] = page.map((points) => Math.round((points * dpi) / 72));
  const grey = draw(marks, width, height, dpi / 72).map((dot) => (dot === 0 ? 255 : 0));
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

type Fill = (x: number, y: number, wide: number, high: number) => void;

function drawText(mark: Extract<Mark, { kind: 'text' }>, scale: number, fill: Fill): void {
  const dot = Math.max(1, Math.round((mark.points * scale * 0.72) / glyph.height));
  for (const [place, sign] of [...mark.text].entries())
    for (let x = 0; x < glyph.width; x += 1)
      for (let y = 0; y < glyph.height; y += 1)
        if (isBlack(sign, x, y))
          fill(
            Math.round(mark.x * scale) + (place * glyph.advance + x) * dot,
            Math.round(mark.y * scale) + y * dot,
            dot,
            dot,
          );
}

function barsOf({ x, text }: { x: number; text: string }, module: number): { x: number; width: number }[] {
  const bars: { x: number; width: number }[] = [];
  let from = x;
  for (const [place, modules] of code128(text).entries()) {
    if (place % 2 === 0) bars.push({ x: from, width: modules * module });
    from += modules * module;
  }
  return bars;
}

function renderZpl(marks: readonly Mark[], [width, height]: readonly [number, number], dpi: number): Buffer {
  const dots = (points: number): number => Math.round((points * dpi) / 72);
  const body = marks.map((mark) => {
    const y = dots(mark.y);
    if (mark.kind === 'rule') return `^FO0,${y}^GB${dots(labelWidth)},${dots(mark.thick)},${dots(mark.thick)}^FS`;
    if (mark.kind === 'text')
      return `^FO${dots(mark.x)},${y}^A0N,${dots(mark.points)}^FD${latin(mark.text).replace(/[\^~]/g, ' ')}^FS`;
    return `^FO${dots(mark.x)},${y}^BY${Math.round((mark.module * dpi) / 72)}^BCN,${dots(mark.height)},N,N,N,A^FD${mark.text}^FS`;
  });
  return Buffer.from(`^XA\n^PW${dots(width)}\n^LL${dots(height)}\n${body.join('\n')}\n^PQ1\n^XZ\n`, 'latin1');
}

function renderEpl(marks: readonly Mark[], [width, height]: readonly [number, number], dpi: number): Buffer {
  const dots = (points: number): number => Math.round((points * dpi) / 72);
  const body = marks.map((mark) => {
    const y = dots(mark.y);
    if (mark.kind === 'rule') return `LO0,${y},${dots(labelWidth)},${dots(mark.thick)}`;
    if (mark.kind === 'text') return `A${dots(mark.x)},${y},0,2,1,1,N,"${latin(mark.text).replace(/["\\]/g, ' ')}"`;
    return `B${dots(mark.x)},${y},0,1,${Math.round((mark.module * dpi) / 72)},4,${dots(mark.height)},N,"${mark.text}"`;
  });
  return Buffer.from(`N\nq${dots(width)}\nQ${dots(height)},24\n${body.join('\n')}\nP1\n`, 'latin1');
}

/** What printers and the plain fonts of a page can show. */
const latin = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');
