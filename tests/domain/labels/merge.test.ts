import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import {
  formatOf,
  mergeLabels,
  type MergeOptions,
  type PagedLabel,
} from '../../../server/domain/labels/pages/merge.ts';
import { sheetsPdf } from '../../../server/domain/labels/pages/sheet.ts';
import { each, imageLabel, pdfLabel, pictureOf, readBars, whole } from './labels.ts';

const plain: MergeOptions = { paper: null, sheets: null, unreadable: (title) => pdfLabel(`unreadable ${title}`) };
const merged = (labels: readonly (PagedLabel | { sheet: number })[], options: Partial<MergeOptions> = {}) =>
  whole(mergeLabels(each(labels), { ...plain, ...options }));
const pdf = async (text: string, size?: [number, number], rotate?: number): Promise<PagedLabel> => ({
  ...{ format: 'pdf', bytes: await pdfLabel(text, size, rotate), size: '4x6', dpi: null, title: text },
});
const image = async (number: number, kind: 'png' | 'gif', more: Partial<PagedLabel> & { pixels?: object } = {}) => ({
  ...{ format: kind, size: '4x6' as const, dpi: null, title: `label ${number}`, ...more },
  bytes: await imageLabel(number, kind, more.pixels),
});
const opened = (bytes: Buffer) => getDocumentProxy(new Uint8Array(bytes));
type Opened = Awaited<ReturnType<typeof opened>>;
const textsOf = async (document: Opened) => (await extractText(document, { mergePages: false })).text;
const viewOf = async (document: Opened, page: number) => (await document.getPage(page)).view;

/** The matrix that a page draws its picture with. */
async function drawn(document: Opened, page: number): Promise<number[]> {
  const { fnArray, argsArray } = await (await document.getPage(page)).getOperatorList();
  return [...(argsArray[fnArray.indexOf(12)] as number[])];
}

describe('labels in one PDF', () => {
  it('come in the order that was asked for, found by their names in its outline', async () => {
    const order = ['1Z-7', '1Z-2', '1Z-9', '1Z-1'];
    const document = await opened(await merged(await Promise.all(order.map((text) => pdf(text)))));
    expect(await textsOf(document)).toEqual(order);
    expect((await document.getOutline()).map(({ title }) => title)).toEqual(order);
  });

  it('are pictures of a PNG and a GIF as they came, their bars where they were', async () => {
    const document = await opened(await merged([await image(1234, 'png'), await image(77, 'gif')]));
    for (const [at, number] of [1234, 77].entries()) {
      const found = await pictureOf(document, at + 1);
      expect(readBars(found.data, found.width)).toBe(number);
      expect([found.width, found.height]).toEqual([812, 1218]);
      const [width = 0, , , height = 0] = await drawn(document, at + 1);
      expect(width / height).toBeCloseTo(812 / 1218, 6);
      expect(width).toBeCloseTo((812 * 72) / 203, 1);
    }
  });

  it('keep the size of their dots where a picture is larger by its white margin alone, and stand upright', async () => {
    // As UPS has it: four by seven inches at 200 dots, on its side.
    const bytes = await image(501, 'gif', { pixels: { width: 1400, height: 800 } });
    const document = await opened(await merged([bytes]));
    const [a, b = 0, c = 0, d] = await drawn(document, 1);
    expect([a, d]).toEqual([0, 0]);
    const found = await pictureOf(document, 1);
    expect(readBars(found.data, found.width)).toBe(501);
    expect(found.width).toBeLessThan(1400);
    // Dots are as wide as they are high, and none is lost to a printer of 203 dots.
    expect(-b / found.width).toBeCloseTo(c / found.height, 6);
    expect(-b / found.width).toBeCloseTo(72 / 203, 6);
    expect(await viewOf(document, 1)).toEqual([0, 0, 288, 432]);
  });

  it('shrink by one factor where a picture is drawn beyond a label', async () => {
    const bytes = await imageLabel(9, 'gif', { width: 900, height: 1500 });
    const full = await (await import('sharp')).default(bytes).negate({ alpha: false }).gif().toBuffer();
    const document = await opened(await merged([{ format: 'gif', bytes: full, size: '4x8', dpi: null, title: 'x' }]));
    const [width = 0, , , height = 0] = await drawn(document, 1);
    expect(width / height).toBeCloseTo(900 / 1500, 6);
    expect(height).toBeCloseTo(432, 1);
    expect(await viewOf(document, 1)).toEqual([0, 0, 288, 576]);
  });

  it.each([
    ['4x675', [288, 486]],
    ['4x8', [288, 576]],
    ['4x9', [288, 648]],
    ['letter', [612, 792]],
  ] as const)('stand on %s without being scaled', async (paper, size) => {
    const document = await opened(await merged([await image(3, 'png'), await pdf('1Z-3')], { paper }));
    expect(await viewOf(document, 1)).toEqual([0, 0, ...size]);
    const [width = 0] = await drawn(document, 1);
    expect(width).toBeCloseTo(288, 0);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = await viewOf(document, 2);
    expect([x1 - x0, y1 - y0]).toEqual(size);
    // The label's own paper is in the middle, at the top.
    expect(x0).toBeCloseTo(-(size[0] - 288) / 2, 6);
    expect(y1).toBe(paper === 'letter' ? 432 + 36 : 432);
  });

  it.each([90, 180, 270])('stand on a sheet the right way up where a page is turned by %i', async (angle) => {
    const lying: [number, number] = angle === 180 ? [288, 432] : [432, 288];
    const document = await opened(await merged([await pdf('turned', lying, angle)], { paper: 'letter' }));
    const page = await document.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    expect([width, height]).toEqual([612, 792]);
    // Of the old page, its upper edge as it is seen lies half an inch below the sheet's.
    const viewport = page.getViewport({ scale: 1 });
    const corners = [[0, 0], lying].map(([x = 0, y = 0]) => viewport.convertToViewportPoint(x, y) as number[]);
    expect(Math.min(...corners.map(([, y = 0]) => y))).toBeCloseTo(36, 6);
    expect(Math.min(...corners.map(([x = 0]) => x))).toBeCloseTo((612 - 288) / 2, 6);
  });

  it('are never made smaller: what is larger than the paper stays on its own', async () => {
    const document = await opened(await merged([await pdf('large', [612, 792])], { paper: '4x6' }));
    expect(await viewOf(document, 1)).toEqual([0, 0, 612, 792]);
  });

  it('have sheets between them, in any script', async () => {
    const sheets = await sheetsPdf(
      [
        { title: 'SO-1', lines: ['1/2', '王小明'] },
        { title: 'SO-2', lines: ['2/2'] },
      ],
      '4x6',
    );
    const labels = [{ sheet: 0 }, await pdf('1Z-1'), { sheet: 1 }, await pdf('1Z-2')];
    const texts = await textsOf(await opened(await merged(labels, { sheets })));
    expect(texts.map((text) => text.replaceAll('\n', ' '))).toEqual(['SO-1 1/2 王小明', '1Z-1', 'SO-2 2/2', '1Z-2']);
  });

  it('say which one cannot be read, and go on', async () => {
    const broken = { ...(await pdf('1Z-broken')), bytes: Buffer.from('%PDF-1.4 nothing') };
    const torn = { ...(await image(1, 'gif')), bytes: Buffer.from('GIF89a?') };
    const texts = await textsOf(await opened(await merged([broken, await pdf('1Z-2'), torn])));
    expect(texts).toEqual(['unreadable 1Z-broken', '1Z-2', 'unreadable label 1']);
  });

  it('are known by their own bytes', async () => {
    expect(formatOf(await pdfLabel('x'))).toBe('pdf');
    expect(formatOf(await imageLabel(1, 'gif'))).toBe('gif');
    expect(formatOf(await imageLabel(1, 'png'))).toBe('png');
    expect(formatOf(Buffer.from('^XA^FO10,10^XZ'))).toBe('zpl');
    expect(formatOf(Buffer.from('\nN\nq812\nP1\n'))).toBe('epl');
    expect(formatOf(Buffer.from('<html>'))).toBeNull();
  });

  it('are 500 in the work of three seconds, and take the memory of a few', async () => {
    const [one, two] = [await pdf('1Z-500'), await image(5, 'png')];
    const gif = await image(6, 'gif');
    const labels = Array.from({ length: 500 }, (_, at) => [one, two, gif][at % 3] ?? one);
    const began = process.cpuUsage();
    let [pages, largest] = [0, 0];
    for await (const part of mergeLabels(each(labels), plain)) {
      largest = Math.max(largest, part.length);
      pages++;
    }
    const { user, system } = process.cpuUsage(began);
    // Of both cores together: how long it takes on a machine that does other things, too, says nothing.
    expect((user + system) / 1000).toBeLessThan(6_000);
    expect(pages).toBe(501);
    expect(largest).toBeLessThan(1_000_000);
  });
});
