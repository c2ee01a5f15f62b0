import PDFDocument from 'pdfkit';
import { pdfFonts } from '../../../files/pdf-fonts.ts';
import { sizes, type LabelSize } from './sizes.ts';

export interface Sheet {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Separator pages with a few words, no larger than a label so that they fit its stock. */
export async function sheetsPdf(sheets: readonly Sheet[], size: LabelSize): Promise<Buffer> {
  const page = sizes[size];
  const [width, height] = [page[0], page[1]];
  const fonts = await pdfFonts(sheets.flatMap(({ title, lines }) => [title, ...lines]));
  const document = new PDFDocument({ size: [width, height], margin: 0, autoFirstPage: false, pdfVersion: '1.7' });
  for (const [name, file] of fonts.files) document.registerFont(name, file);
  const bytes: Buffer[] = [];
  document.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  const put = (text: string, y: number, points: number, weight: 'plain' | 'bold'): void => {
    let at = 24;
    for (const run of fonts.runs(text, weight)) {
      document.font(run.font).fontSize(points).text(run.text, at, y, { lineBreak: false });
      at += document.widthOfString(run.text);
      if (at > width - 24) break;
    }
  };
  for (const { title, lines } of sheets) {
    document.addPage();
    document
      .lineWidth(2)
      .rect(12, 12, width - 24, Math.min(height, 432) - 24)
      .stroke('#1f2329');
    document.fillColor('#1f2329');
    put(title, 40, 26, 'bold');
    for (const [at, line] of lines.entries()) put(line, 84 + at * 22, 13, 'plain');
  }
  document.end();
  await ended;
  return Buffer.concat(bytes);
}
