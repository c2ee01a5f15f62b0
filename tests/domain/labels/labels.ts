import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { getDocumentProxy } from 'unpdf';

/** A carrier's PDF label with its number on it. */
export async function pdfLabel(text: string, size: [number, number] = [288, 432], rotate = 0): Promise<Buffer> {
  const document = new PDFDocument({ size, margin: 0, compress: true });
  (document.page.dictionary as unknown as { data: Record<string, unknown> }).data['Rotate'] = rotate;
  const bytes: Buffer[] = [];
  document.on('data', (chunk: Buffer) => bytes.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.fontSize(14).text(text, 20, 30);
  document.end();
  await ended;
  return Buffer.concat(bytes);
}

/** A picture of a label: white, with bars that say a number in twelve bits near its upper left corner. */
export async function imageLabel(
  number: number,
  kind: 'png' | 'gif',
  { width = 812, height = 1218 } = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height, 255);
  for (let bit = 0; bit < 12; bit++) {
    if (!((number >> bit) & 1)) continue;
    for (let y = 100; y < 200; y++) pixels.fill(0, y * width + 100 + bit * 20, y * width + 120 + bit * 20);
  }
  const image = sharp(pixels, { raw: { width, height, channels: 1 } });
  return kind === 'png' ? image.png().toBuffer() : image.gif().toBuffer();
}

/** The number that the bars of a picture say, as it is printed. */
export function readBars(data: Uint8Array, width: number): number {
  return Array.from({ length: 12 }, (_, bit) => bit).reduce((sum, bit) => {
    const at = 150 * width + 110 + bit * 20;
    return sum + ((data[at] ?? 255) < 128 ? 1 << bit : 0);
  }, 0);
}

export async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

export async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

type Opened = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The only picture of a page, a byte for each dot. */
export async function pictureOf(
  document: Opened,
  at: number,
): Promise<{ width: number; height: number; data: Uint8Array }> {
  const page = await document.getPage(at);
  const { fnArray, argsArray } = await page.getOperatorList();
  const name = String((argsArray[fnArray.indexOf(85)] as unknown[])[0]);
  const found = (await new Promise((resolve) => page.objs.get(name, resolve))) as Found;
  const { width, height, data, kind } = found;
  const row = Math.ceil(width / 8);
  const dot = (at: number): number => {
    if (kind !== 1) return data[at * (kind === 2 ? 3 : 4)] ?? 0;
    const [x, y] = [at % width, Math.floor(at / width)];
    return ((data[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
  };
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, at) => dot(at)) };
}

interface Found {
  width: number;
  height: number;
  /** 1: a bit for each dot; 2: three bytes; 3: four. */
  kind: number;
  data: Uint8Array;
}
