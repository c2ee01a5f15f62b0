import { degrees, PDFDocument as PdfFile } from '@cantoo/pdf-lib';
import PDFDocument from 'pdfkit';
import { code128 } from '../carriers/simulator/label/code128.ts';
import { mergeLabels, type PagedLabel } from '../labels/pages/merge.ts';
import type { LabelSize } from '../labels/pages/sizes.ts';
import { stockOf, testCommands, withZplSettings, wordsPage, type PrinterSettings } from './commands-of.ts';

interface LabelOf {
  readonly bytes: Buffer;
  readonly format: string;
  readonly size: LabelSize;
  readonly dpi: number | null;
  readonly title: string;
}

/** A label for the printer: exact size in dots, moved and rotated by the printer's settings, never scaled. */
export async function labelPage(label: LabelOf, printer: PrinterSettings): Promise<Buffer> {
  if (label.format === 'epl') return label.bytes;
  if (label.format === 'zpl') return withZplSettings(label.bytes, printer);
  const pdf = label.format === 'pdf' ? label.bytes : await pictureAsPdf(label);
  return placed(pdf, printer);
}

async function pictureAsPdf(label: LabelOf): Promise<Buffer> {
  const one = async function* (): AsyncGenerator<PagedLabel> {
    yield label;
  };
  const parts: Buffer[] = [];
  const unreadable = () => Promise.reject(new Error('a picture cannot be rendered as a page'));
  for await (const part of mergeLabels(one(), { paper: null, sheets: null, unreadable })) parts.push(part);
  return Buffer.concat(parts);
}

/** The carrier's own bytes if nothing is moved or rotated. */
async function placed(bytes: Buffer, { rotation, offsetX, offsetY }: PrinterSettings): Promise<Buffer> {
  if (rotation === '0' && offsetX === 0 && offsetY === 0) return bytes;
  const document = await PdfFile.load(bytes, { updateMetadata: false });
  const points = (millimetres: number) => (millimetres / 25.4) * 72;
  for (const page of document.getPages()) {
    const turned = (((page.getRotation().angle + Number(rotation)) % 360) + 360) % 360;
    page.setRotation(degrees(turned));
    // Right and down on paper, converted to the page's coordinates.
    const [right, down] = [points(offsetX), points(offsetY)];
    const turn = (turned * Math.PI) / 180;
    const x = right * Math.cos(turn) + down * Math.sin(turn);
    const y = right * Math.sin(turn) - down * Math.cos(turn);
    page.translateContent(Number(x.toFixed(3)), Number(y.toFixed(3)));
  }
  return Buffer.from(await document.save());
}

async function drawn(printer: PrinterSettings, draw: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const size = stockOf(printer.stock).map((side) => side * 72) as [number, number];
  const document = new PDFDocument({ size, margin: 0, pdfVersion: '1.7' });
  const bytes: Buffer[] = [];
  document.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  draw(document);
  document.end();
  await ended;
  return placed(Buffer.concat(bytes), printer);
}

/** The bar code of a text; `module` width in points. */
export function bars(
  document: PDFKit.PDFDocument,
  text: string,
  at: readonly [number, number],
  wide: number,
  high: number,
): void {
  let [x] = at;
  for (const [place, modules] of code128(text).entries()) {
    if (place % 2 === 0) document.rect(x, at[1], modules * wide, high).fill('#000000');
    x += modules * wide;
  }
}

/** A test page: rulers on two sides, a frame, a bar code and the printer's settings. */
export async function testPage(code: string, lines: readonly string[], printer: PrinterSettings): Promise<Buffer> {
  if (printer.language !== 'pdf') return testCommands(code, lines, printer);
  const [width, height] = stockOf(printer.stock).map((side) => side * 72) as [number, number];
  const millimetre = 72 / 25.4;
  return drawn(printer, (document) => {
    document.lineWidth(0.5).strokeColor('#000000').fillColor('#000000').font('Helvetica').fontSize(7);
    for (const [length, across] of [[width, true] as const, [height, false] as const]) {
      for (let at = 0; at * millimetre <= length; at++) {
        const long = (at % 10 === 0 ? 6 : at % 5 === 0 ? 4 : 2) * millimetre;
        const place = at * millimetre;
        if (across) document.moveTo(place, 0).lineTo(place, long).stroke();
        else document.moveTo(0, place).lineTo(long, place).stroke();
        if (at % 10 === 0 && at > 0)
          document.text(String(at), across ? place + 1 : long + 2, across ? long : place - 3, { lineBreak: false });
      }
    }
    document.rect(28, 28, width - 56, height - 56).stroke();
    bars(document, code, [44, 48], 1.2, 52);
    document.fontSize(11).fillColor('#000000').text(code, 44, 106, { lineBreak: false });
    for (const [at, line] of lines.entries()) document.text(line, 44, 136 + at * 17, { lineBreak: false });
  });
}

/** A separator sheet with a few lines of text. */
export async function separatorPage(lines: readonly string[], printer: PrinterSettings): Promise<Buffer> {
  if (printer.language !== 'pdf') return wordsPage(lines, printer);
  const { sheetsPdf } = await import('../labels/pages/sheet.ts');
  const [title = '', ...rest] = lines;
  return placed(await sheetsPdf([{ title, lines: rest }], printer.stock as LabelSize), printer);
}
