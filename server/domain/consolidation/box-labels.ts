import PDFDocument from 'pdfkit';
import { pdfFonts } from '../../files/pdf-fonts.ts';
import { code128 } from '../carriers/simulator/label/code128.ts';

export interface BoxLabel {
  readonly boxNo: string;
  readonly mainBill: string;
  /** Such as `3 / 12`. */
  readonly place: string;
  readonly lines: readonly string[];
}

const [width, height] = [288, 432];
const margin = 18;

/** Labels of 4 by 6 inches, a page each. */
export async function boxLabels(labels: readonly BoxLabel[]): Promise<Buffer> {
  const fonts = await pdfFonts(
    labels.flatMap(({ boxNo, mainBill, place, lines }) => [boxNo, mainBill, place, ...lines]),
  );
  const document = new PDFDocument({ size: [width, height], margin: 0, autoFirstPage: false, pdfVersion: '1.7' });
  for (const [name, file] of fonts.files) document.registerFont(name, file);
  const bytes: Buffer[] = [];
  document.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  /** One line, made smaller until it fits. */
  const put = (text: string, top: number, largest: number, weight: 'plain' | 'bold'): void => {
    const runs = fonts.runs(text, weight);
    const wide = (points: number) =>
      runs.reduce((sum, run) => sum + document.font(run.font).fontSize(points).widthOfString(run.text), 0);
    const points = Math.min(largest, (largest * (width - 2 * margin)) / Math.max(1, wide(largest)));
    let at = margin;
    for (const run of runs) {
      document.font(run.font).fontSize(points).text(run.text, at, top, { lineBreak: false });
      at += document.widthOfString(run.text);
    }
  };
  if (labels.length === 0) document.addPage();
  for (const [number, { boxNo, mainBill, place, lines }] of labels.entries()) {
    // Thousands of labels take seconds, in which other requests are answered too.
    if (number % 50 === 49) await new Promise(setImmediate);
    document.addPage().fillColor('#000000');
    put(mainBill, 24, 22, 'bold');
    put(place, 54, 40, 'bold');
    for (const [at, line] of lines.entries()) if (line) put(line, 112 + at * 24, 15, 'plain');
    const modules = code128(boxNo);
    const wide = Math.min(2, (width - 2 * margin) / modules.reduce((sum, each) => sum + each, 0));
    let x = margin;
    for (const [at, each] of modules.entries()) {
      if (at % 2 === 0) document.rect(x, 220, each * wide, 120).fill('#000000');
      x += each * wide;
    }
    document.fillColor('#000000');
    put(boxNo, 352, 24, 'bold');
  }
  document.end();
  await ended;
  return Buffer.concat(bytes);
}
