import type { Readable } from 'node:stream';
import { defineDownload, issue, type Book, type CommandCall } from '../../modules/module.ts';
import { ZipWriter } from '../../files/zip.ts';
import type { Classified } from './kernel/classify.ts';

type Row = Readonly<Record<string, unknown>>;
type Say = CommandCall['say'];

const id = { type: 'string', pattern: '^[0-9]{1,18}$' };
const body = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id },
  examples: [{ id: '5001' }],
};
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const some = (...parts: readonly unknown[]): string =>
  parts
    .map(text)
    .filter((part) => part !== '')
    .join(', ');
const unitsOf = (order: Row): readonly Classified[] => (order['classification'] ?? []) as readonly Classified[];

async function pdf(call: CommandCall, book: Book): Promise<Buffer> {
  const { content } = await call.file(book, 'pdf');
  return Buffer.from(content, 'base64');
}

/** An address on one line. */
const placeOf = (order: Row, side: 'shipFrom' | 'shipTo'): string => {
  const of = (name: string): string => text(order[`${side}${name}`]);
  return some(
    of('Name'),
    of('Company'),
    of('Address1'),
    of('Address2'),
    of('City'),
    `${of('State')} ${of('PostalCode')}`,
    of('Phone'),
  );
};

const accessorialsOf = (order: Row, say: Say): string =>
  ((order['accessorials'] ?? []) as readonly string[]).map((name) => say(`freight.accessorial.${name}`)).join(', ');

const unitColumns = (say: Say) =>
  (
    [
      ['pieces', 2, true],
      ['description', 7, false],
      ['nmfc', 3, false],
      ['density', 3, true],
      ['class', 2, true],
      ['weight', 3, true],
    ] as const
  ).map(([name, share, number]) => ({ header: say(`freight.column.${name}`), share, ...(number ? { number } : {}) }));

const unitLines = (order: Row): string[][] =>
  unitsOf(order).map(({ quantity, description, nmfcItem, density, freightClass, pounds }) => [
    ...[String(quantity), description, nmfcItem ?? '', density, freightClass, String(pounds)],
  ]);

/** What the driver signs for: each order with where it comes from, where it goes, and its handling units. */
function billOfLading(bill: Row, orders: readonly Row[], say: Say): Book {
  const sum = (of: (unit: Classified) => number): number =>
    orders.flatMap(unitsOf).reduce((total, unit) => total + of(unit), 0);
  return {
    title: say('freight.bol.title', { number: text(bill['mainBillNo']) }),
    facts: [
      [say('freight.bol.carrier'), text(bill['$carrier'])],
      [say('freight.bol.pro'), text(bill['proNo'])],
      [say('freight.bol.pickup'), text(bill['pickupDate'])],
      [say('freight.bol.trailer'), some(bill['trailerNo'], bill['sealNo']) || '–'],
      [
        say('freight.bol.load'),
        say('freight.bol.total', { units: sum(({ quantity }) => quantity), pounds: sum(({ pounds }) => pounds) }),
      ],
      ...(bill['instructions'] ? [[say('freight.bol.instructions'), text(bill['instructions'])] as const] : []),
    ],
    tables: [
      ...orders.flatMap((order) => [
        {
          title: some(order['orderNo'], order['refNo'], order['poNumber']),
          note: accessorialsOf(order, say),
          columns: [
            { header: say('freight.bol.place'), share: 2 },
            { header: say('freight.bol.address'), share: 12 },
          ],
          lines: [
            [say('freight.bol.from'), placeOf(order, 'shipFrom')],
            [say('freight.bol.to'), placeOf(order, 'shipTo')],
          ],
        },
        { title: say('freight.bol.units'), note: '', columns: unitColumns(say), lines: unitLines(order) },
      ]),
      {
        title: say('freight.bol.signatures'),
        note: say('freight.bol.signText'),
        columns: [
          { header: say('freight.bol.who'), share: 3 },
          { header: say('freight.bol.signature'), share: 6 },
          { header: say('freight.bol.date'), share: 3 },
        ],
        lines: [
          [say('freight.bol.shipper'), '______________________________', '______________'],
          [say('freight.bol.driver'), '______________________________', '______________'],
        ],
      },
    ],
  };
}

const most = 500;

const bol = defineDownload({
  path: 'LtlMainBill/document',
  body,
  needs: { entity: 'ltl-main-bill', code: 'read' },
  perMinute: 60,
  async run(call) {
    const [bill] = await call.list('ltl-main-bill', { id: text(call.body['id']) }, 1);
    if (!bill) return call.refuse(issue('reference.missing', 'id'));
    const orders = await call.list('ltl-order', { mainBill: text(bill['id']), sort: 'orderNo' }, most);
    if (orders.length === 0) return call.refuse(issue('freight.emptyBill', 'id'));
    const content = await pdf(call, billOfLading(bill, orders, call.say));
    return { name: `BOL-${text(bill['mainBillNo'])}.pdf`, mediaType: 'application/pdf', content };
  },
});

const papers = ['signedBol', 'packingSlip', 'specSheet', 'inspection', 'photos'] as const;

interface Paper {
  readonly letter: string;
  readonly name: (typeof papers)[number];
  readonly file: string;
  readonly stored: string;
}

const filesSql = `SELECT id::text, "originName" AS name FROM file WHERE id = ANY ($1::bigint[])`;

/** What is attached to an order, each paper with the letter by which the calculation names it. */
async function papersOf(call: CommandCall, order: Row): Promise<readonly Paper[]> {
  const attached = papers.flatMap((name) => {
    const value = order[name];
    const ids = Array.isArray(value) ? (value as readonly unknown[]) : value == null ? [] : [value];
    return ids.map((each) => ({ name, file: text(each) }));
  });
  const rows = await call.read(filesSql, [attached.map(({ file }) => file)]);
  const names = new Map(rows.map((row) => [text(row['id']), text(row['name'])]));
  return attached.map(({ name, file }, at) => {
    const letter = String.fromCharCode('A'.charCodeAt(0) + at);
    const [, suffix = ''] = /(\.[A-Za-z0-9]{1,5})$/.exec(names.get(file) ?? '') ?? [];
    return { letter, name, file, stored: `${letter}-${name}${suffix.toLowerCase()}` };
  });
}

/** Explains the class of a unit from its measurements. */
function reasonsOf(unit: Classified, say: Say): string[] {
  const { unitPounds, volume, density, scale, from, below, densityClass, stated, nmfcItem, reason, freightClass } =
    unit;
  return [
    say('freight.class.figures', { unitPounds, volume, density }),
    scale === null
      ? say('freight.class.scaleBefore', { next: '2025-07-19' })
      : say('freight.class.scaleSince', { scale }),
    below === null
      ? say('freight.class.above', { from, class: densityClass })
      : say('freight.class.between', { from, below, class: densityClass }),
    ...(reason === 'item' ? [say('freight.class.item', { item: nmfcItem, stated })] : []),
    ...(reason === 'stated' ? [say('freight.class.stated', { stated, class: densityClass })] : []),
    say('freight.class.result', { class: freightClass }),
  ];
}

/** The calculation that ends at our class, and the papers that bear it out by their letters. */
function calculation(order: Row, attached: readonly Paper[], say: Say): Book {
  return {
    title: say('freight.proof.title', { order: text(order['orderNo']) }),
    facts: [
      [say('freight.bol.carrier'), text(order['$carrier']) || '–'],
      [say('freight.bol.pro'), text(order['proNo']) || '–'],
      [say('freight.bol.pickup'), text(order['pickupDate'])],
      [say('freight.bol.from'), placeOf(order, 'shipFrom')],
      [say('freight.bol.to'), placeOf(order, 'shipTo')],
    ],
    tables: [
      {
        title: say('freight.proof.papers'),
        note: attached.length === 0 ? say('freight.proof.none') : '',
        columns: [
          { header: say('freight.proof.letter'), share: 1 },
          { header: say('freight.proof.paper'), share: 4 },
          { header: say('freight.proof.file'), share: 6 },
        ],
        lines: attached.map(({ letter, name, stored }) => [letter, say(`freight.paper.${name}`), stored]),
      },
      { title: say('freight.bol.units'), note: '', columns: unitColumns(say), lines: unitLines(order) },
      ...unitsOf(order).map((unit) => ({
        title: `${unit.line}. ${unit.description}`,
        note: '',
        columns: [
          { header: '#', share: 1 },
          { header: say('freight.proof.step'), share: 14 },
        ],
        lines: reasonsOf(unit, say).map((reason, at) => [String(at + 1), reason]),
      })),
    ],
  };
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Papers and calculation as one archive without prices, for anyone who may read the order. */
const proof = defineDownload({
  path: 'LtlOrder/proof',
  body,
  needs: { entity: 'ltl-order', code: 'read' },
  perMinute: 20,
  async run(call) {
    const [order] = await call.list('ltl-order', { id: text(call.body['id']) }, 1);
    if (!order) return call.refuse(issue('reference.missing', 'id'));
    const attached = await papersOf(call, order);
    const zip = new ZipWriter();
    const parts: Buffer[] = [];
    const put = (name: string, bytes: Buffer) => parts.push(zip.head(name, bytes), bytes);
    put('calculation.pdf', await pdf(call, calculation(order, attached, call.say)));
    for (const { stored, file } of attached)
      put(stored, await bytesOf(await call.services.files.stream(call.tenant, file)));
    const content = Buffer.concat([...parts, zip.end()]);
    return { name: `proof-${text(order['orderNo'])}.zip`, mediaType: 'application/zip', content };
  },
});

export const freightDocuments = [bol, proof];
