import { Readable } from 'node:stream';
import { defineDownload, type CommandCall, type JsonSchema } from '../../../modules/module.ts';
import { archive } from '../pages/archive.ts';
import type { PagedLabel, SheetPage } from '../pages/merge.ts';
import { joinRaw } from '../pages/raw.ts';
import type { Sheet } from '../pages/sheet.ts';
import type { LabelSize } from '../pages/sizes.ts';
import { choice, paper, reason, run, sortKey, type kinds, type Label, type orders } from './choose.ts';
import { take, type TakenLabel } from './take.ts';

const skip: JsonSchema = {
  type: 'boolean',
  description: 'Leave out what cannot be printed instead of refusing it all.',
};
const separators = ['none', 'order', 'group'] as const;
const print = { entity: 'package', code: 'print' } as const;
const mediaTypes: Readonly<Record<string, string>> = {
  ...{ pdf: 'application/pdf', png: 'image/png', gif: 'image/gif', zpl: 'text/plain', epl: 'text/plain' },
};

interface MergeBody {
  readonly order?: (typeof orders)[number];
  readonly format?: (typeof kinds)[number];
  readonly size?: LabelSize | null;
  readonly separators?: (typeof separators)[number];
}

/** Labels in one file: pages, or the commands of a label printer. */
export const merge = defineDownload({
  path: 'Label/merge',
  body: {
    type: 'object',
    properties: {
      ...{ ...choice, format: { enum: ['pdf', 'zpl', 'epl'], default: 'pdf' }, size: paper, skip, reason, run },
      separators: {
        enum: [...separators],
        description: 'A sheet before each order, or each group of what is sorted by.',
      },
    },
    examples: [{ orders: ['5001', '5002'], order: 'shipTo', size: '4x6', skip: true }],
  },
  needs: print,
  perMinute: 60,
  async run(call) {
    const { order = 'asGiven', format = 'pdf', size = null, separators: between = 'none' } = call.body as MergeBody;
    const taken = await take(call, 'print', format);
    const name = `labels-${stamp()}-${taken.length}.${format}`;
    if (format !== 'pdf') {
      return { name, mediaType: 'text/plain', content: Readable.from(joinRaw(bytesOf(taken))) };
    }
    // Loaded on the first print, so that a start does not pay for it.
    const [{ mergeLabels }, { sheetsPdf }] = await Promise.all([
      import('../pages/merge.ts'),
      import('../pages/sheet.ts'),
    ]);
    const sheetSize = size ?? taken[0]?.label.size ?? '4x6';
    const groups =
      between === 'none' ? [] : groupsOf(taken, between === 'order' ? ({ order: id }) => id : sortKey(order));
    const sheets =
      groups.length > 0
        ? await sheetsPdf(
            groups.map((group) => sheetOf(call, group, taken)),
            sheetSize,
          )
        : null;
    const options = {
      ...{ paper: size, sheets },
      unreadable: (title: string) =>
        sheetsPdf([{ title: call.say('labels.sheet.unreadable'), lines: [title] }], sheetSize),
    };
    const first = new Map(groups.map(({ from }, at) => [from, at]));
    return { name, mediaType: 'application/pdf', content: Readable.from(mergeLabels(pagesOf(taken, first), options)) };
  },
});

async function* bytesOf(taken: readonly TakenLabel[]): AsyncGenerator<Buffer> {
  for (const label of taken) yield await label.read();
}

/** Takes the place of a label already passed on, to free its memory. */
const nothing = Promise.resolve(Buffer.alloc(0));

async function* pagesOf(
  taken: readonly TakenLabel[],
  sheets: ReadonlyMap<number, number>,
): AsyncGenerator<PagedLabel | SheetPage> {
  // Files are opened a few ahead of their turn.
  const reading: Promise<Buffer>[] = [];
  const readUpTo = (end: number) => {
    // A missing file is reported on its own page, so that the other labels still print.
    for (const { read } of taken.slice(reading.length, end)) reading.push(read().catch(() => Buffer.alloc(0)));
  };
  for (const [at, { label }] of taken.entries()) {
    readUpTo(at + 8);
    const sheet = sheets.get(at);
    if (sheet !== undefined) yield { sheet };
    const title = `${at + 1}/${taken.length} · ${label.orderNo} · ${label.trackingNo}`;
    const bytes = (await reading[at]) ?? Buffer.alloc(0);
    reading[at] = nothing;
    yield { format: label.format, bytes, size: label.size ?? '4x6', dpi: label.dpi, title };
  }
}

interface Group {
  readonly from: number;
  readonly count: number;
}

/** Groups of neighbours with a common key, by the index of the first one. */
export function groupsOf(taken: readonly TakenLabel[], key: (label: Label) => string): readonly Group[] {
  const groups: { from: number; count: number; key: string }[] = [];
  for (const [at, { label }] of taken.entries()) {
    const last = groups.at(-1);
    if (last?.key === key(label)) last.count += 1;
    else groups.push({ from: at, count: 1, key: key(label) });
  }
  return groups;
}

function sheetOf(call: CommandCall, { from, count }: Group, taken: readonly TakenLabel[]): Sheet {
  const label = taken[from]?.label as Label;
  const of = new Set(taken.slice(from, from + count).map((each) => each.label.order));
  const place = [label.shipToState, label.shipToPostalCode, label.shipToCountry].filter(Boolean).join(' ');
  const lines = [
    call.say('labels.sheet.range', { from: from + 1, to: from + count, total: taken.length }),
    ...(of.size > 1 ? [call.say('labels.sheet.orders', { count: of.size })] : [label.shipToName, place]),
    ...[label.channel, label.item].flatMap((line) => line ?? []),
  ];
  return { title: of.size > 1 ? call.say('labels.sheet.group') : label.orderNo, lines };
}

/** Single files in an archive, as they came. */
export const zip = defineDownload({
  path: 'Label/zip',
  body: {
    type: 'object',
    properties: { ...choice, skip, reason, run },
    examples: [{ orders: ['5001', '5002'], skip: true }],
  },
  needs: print,
  perMinute: 60,
  async run(call) {
    const taken = await take(call, 'zip', call.body['format'] === undefined ? 'any' : (call.body as MergeBody).format!);
    return {
      name: `labels-${stamp()}-${taken.length}.zip`,
      mediaType: 'application/zip',
      content: Readable.from(archive(entriesOf(taken))),
    };
  },
});

async function* entriesOf(taken: readonly TakenLabel[]) {
  const digits = String(taken.length).length;
  for (const [at, { label, read }] of taken.entries()) {
    const place = `${String(at + 1).padStart(digits, '0')}-of-${taken.length}`;
    yield { name: `${place} ${label.orderNo} ${label.trackingNo}.${label.format}`, bytes: await read() };
  }
}

/** One label as the carrier made it. */
export const single = defineDownload({
  path: 'Label/download',
  body: {
    type: 'object',
    required: ['package'],
    properties: { package: { type: 'string', pattern: '^[0-9]{1,18}$' }, reason, run },
    examples: [{ package: '7001' }],
  },
  needs: print,
  perMinute: 240,
  async run(call) {
    const body = { ...call.body, packages: [call.body['package']] };
    const [taken] = await take({ ...call, body }, 'download', 'any');
    const { label, read } = taken as TakenLabel;
    const mediaType = mediaTypes[label.format] ?? 'application/octet-stream';
    return { name: `${label.trackingNo}.${label.format}`, mediaType, content: await read() };
  },
});

const stamp = (): string => new Date().toISOString().slice(0, 16).replace(/[-:T]/g, '');
