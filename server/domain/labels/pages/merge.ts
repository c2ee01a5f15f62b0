import { setImmediate as pause } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { PdfWriter, shownSize, type Placed } from './pdf-writer.ts';
import { printedSize, rasterOf, type Raster } from './raster.ts';
import { fitsOn, placeOn, sizes, type LabelSize } from './sizes.ts';

/** What a merged PDF takes: what a printer of labels reads is not among it. */
export const pagedFormats: readonly string[] = ['pdf', 'png', 'gif'];
/** Copies and instructions that a carrier puts behind a label. */
const maxPages = 20;

export interface PagedLabel {
  readonly format: string;
  readonly bytes: Buffer;
  /** The stock of the label; a PDF contains its own. */
  readonly size: LabelSize;
  readonly dpi: number | null;
  /** Its title in the outline. */
  readonly title: string;
}

/** A page between labels, by its place in the document of sheets. */
export interface SheetPage {
  readonly sheet: number;
}

export interface MergeOptions {
  /** The paper of all pages; null leaves each label on its own. A label that is larger stays on its own, too: none is scaled. */
  readonly paper: LabelSize | null;
  /** A PDF of the pages that stand between labels. */
  readonly sheets: Buffer | null;
  /** A page in place of a label that cannot be read, as a PDF. */
  readonly unreadable: (title: string) => Promise<Buffer>;
}

/**
 * Labels as one PDF in the order they come, byte by byte as the carrier drew them. Only the label that is being written is
 * held in memory.
 */
export async function* mergeLabels(
  pages: AsyncIterable<PagedLabel | SheetPage>,
  { paper, sheets, unreadable }: MergeOptions,
): AsyncGenerator<Buffer> {
  const writer = new PdfWriter();
  const between = sheets && writer.source(await PDFDocument.load(sheets));
  const place = (size: readonly [number, number]): Placed | null => {
    const page = paper && sizes[paper];
    return page && fitsOn(size, page) ? { page, at: placeOn(size, page) } : null;
  };
  for await (const page of ahead(pages, 4, prepare)) {
    if ('sheet' in page) between?.add(page.sheet, place);
    else if (page.raster) addImage(writer, page.label, { raster: page.raster, paper });
    else await addPdf(writer, page.label, { place, unreadable });
    yield writer.take();
    // Other requests come in between two labels.
    await pause();
  }
  writer.finish();
  yield writer.take();
}

interface Prepared {
  readonly label: PagedLabel;
  readonly raster: Raster | null;
}

/** Pictures are unpacked beside the thread, a few before it is their turn. */
async function prepare(page: PagedLabel | SheetPage): Promise<Prepared | SheetPage> {
  if ('sheet' in page) return page;
  const raster = page.format === 'pdf' ? null : await rasterOf(page.bytes, page.dpi).catch(() => null);
  return { label: page, raster };
}

/** What becomes of each, in the same order; so many are under way at once. */
async function* ahead<T, U>(from: AsyncIterable<T>, many: number, make: (item: T) => Promise<U>): AsyncGenerator<U> {
  const under: Promise<U>[] = [];
  for await (const item of from) {
    under.push(make(item));
    const first = under.length >= many ? under.shift() : null;
    if (first) yield await first;
  }
  for (const each of under) yield await each;
}

async function addPdf(
  writer: PdfWriter,
  label: PagedLabel,
  on: Pick<MergeOptions, 'unreadable'> & { place: (size: readonly [number, number]) => Placed | null },
): Promise<void> {
  const document = label.format === 'pdf' ? await readPdf(label.bytes) : null;
  const source = writer.source(document ?? (await PDFDocument.load(await on.unreadable(label.title))));
  for (let at = 0; at < source.count; at++) {
    const added = source.add(at, on.place);
    if (at === 0) writer.addEntry(added, label.title);
  }
}

function addImage(writer: PdfWriter, label: PagedLabel, on: { raster: Raster; paper: LabelSize | null }): void {
  const { raster } = on;
  const page = sizes[on.paper ?? label.size];
  const [width, height] = printedSize(raster, label.dpi);
  const [x, y] = placeOn([width, height], page);
  const matrix = raster.turned ? [0, -height, width, 0, x, y + height] : [width, 0, 0, height, x, y];
  writer.addEntry(writer.addPicture(page, { ...raster, matrix }), label.title);
}

/** A carrier's PDF; null where it is none that can be printed. */
async function readPdf(bytes: Buffer): Promise<PDFDocument | null> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
    const pages = document.getPages();
    return pages.length > 0 &&
      pages.length <= maxPages &&
      pages.every((page) => shownSize(page).every((side) => side > 0))
      ? document
      : null;
  } catch {
    return null;
  }
}

/** What kind of label these bytes are; null where they are none that we know. Their own first bytes say it, not a name. */
export function formatOf(bytes: Buffer): 'pdf' | 'png' | 'gif' | 'zpl' | 'epl' | null {
  const head = bytes.toString('latin1', 0, 1024).trimStart();
  if (head.startsWith('%PDF-')) return 'pdf';
  if (bytes.length > 8 && bytes.readUInt32BE(0) === 0x89504e47) return 'png';
  if (head.startsWith('GIF8')) return 'gif';
  if (head.includes('^XA')) return 'zpl';
  return /^N\r?\n/m.test(head) || /^EPL2/m.test(head) ? 'epl' : null;
}
