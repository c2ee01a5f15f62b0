import type { Book } from '../../../modules/module.ts';
import { parts, rounded, written } from './exact.ts';
import type { DocumentBox, DocumentItem, DocumentOrder } from './order-sql.ts';

/** Messages of the module in the reader's language. */
type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;
type Table = Book['tables'][number];

const some = (...lines: readonly unknown[]): string[] =>
  lines.filter((line): line is string => typeof line === 'string' && line.trim() !== '');
const townLine = (city: unknown, state: unknown, postal: unknown, country: unknown): string =>
  some([some(city).join(), some(state, postal).join(' ')].filter(Boolean).join(', '), country).join(', ');

function senderOf(order: DocumentOrder): string[] {
  const { place } = order;
  if (order['senderMode'] === 'channel' && place) {
    const { company, address1, address2, city, state, postalCode, country, phone } = place;
    return some(company, address1, address2, townLine(city, state, postalCode, country), phone);
  }
  const of = (name: string): unknown => order[`shipFrom${name}`];
  const town = townLine(of('City'), of('State'), of('PostalCode'), of('Country'));
  return some(of('Name'), of('Company'), of('Address1'), of('Address2'), town, of('Phone'));
}

function recipientOf(order: DocumentOrder): string[] {
  const of = (name: string): unknown => order[`shipTo${name}`];
  const town = townLine(of('City'), of('State'), of('PostalCode'), of('Country'));
  return some(
    of('Name'),
    of('Company'),
    of('Address1'),
    of('Address2'),
    of('Address3'),
    town,
    of('Phone'),
    of('Email'),
  );
}

/** An address as facts: its first line beside its heading, the others below it. */
const block = (heading: string, lines: readonly string[]): [string, string][] =>
  lines.length > 0 ? lines.map((line, at) => [at === 0 ? heading : '', line]) : [[heading, '–']];

function boxesOf({ packages, boxes }: DocumentOrder): readonly DocumentBox[] {
  if (packages.length > 0) return packages;
  return boxes
    .flatMap((box) => Array.from({ length: box.quantity ?? 1 }, () => box))
    .map((box, at) => ({ ...box, seq: at + 1 }));
}

const places = 4;
const weightOf = (boxes: readonly DocumentBox[]): string =>
  written(
    boxes.reduce((sum, { weight }) => sum + parts(weight, places), 0n),
    places,
    2,
  );

const heads = (order: DocumentOrder, say: Say): [string, string][] => [
  [say('labels.document.order'), order.orderNo],
  ...some(order['refNo']).map((value): [string, string] => [say('labels.document.reference'), value]),
  [say('labels.document.shipDate'), String(order['shipDate'])],
  [say('labels.document.carriage'), some(order['channel'], order['service']).join(' · ') || '–'],
];

/** What is in which box, for packing and unpacking. */
export function packingList(order: DocumentOrder, say: Say): Book {
  const unit = say(`labels.document.unit.${order.unitType}`);
  const boxes = boxesOf(order);
  const units = order.items.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);
  return {
    title: say('labels.document.packingList', { order: order.orderNo }),
    facts: [
      ...heads(order, say),
      ...block(say('labels.document.from'), senderOf(order)),
      ...block(say('labels.document.to'), recipientOf(order)),
    ],
    tables: [
      {
        title: say('labels.document.boxes'),
        note: say('labels.document.boxTotal', { count: boxes.length, weight: weightOf(boxes), unit }),
        columns: [
          { header: say('labels.document.box'), share: 1 },
          { header: say('labels.document.tracking'), share: 4 },
          { header: say('labels.document.weight', { unit }), share: 2, number: true },
          { header: say('labels.document.size'), share: 3, number: true },
        ],
        lines: boxes.map(({ seq, trackingNo = '', weight, length, width, height }) => [
          `${seq}/${boxes.length}`,
          trackingNo,
          written(parts(weight, places), places, 2),
          [length, width, height].map((side) => written(parts(side, places), places, 0)).join(' × '),
        ]),
      },
      contents(order.items, say, say('labels.document.unitTotal', { count: String(units) })),
    ],
  };
}

const contents = (items: readonly DocumentItem[], say: Say, note: string): Table => ({
  title: say('labels.document.contents'),
  note,
  columns: [
    { header: say('labels.document.description'), share: 6 },
    { header: say('labels.document.hsCode'), share: 3 },
    { header: say('labels.document.origin'), share: 2 },
    { header: say('labels.document.quantity'), share: 2, number: true },
  ],
  lines: items.map(({ description, hsCode, originCountry, quantity }) => [
    ...[description ?? '', hsCode ?? '', originCountry, String(quantity)],
  ]),
});

/** The value of a line to the cent, and of all of them: the lines add up to the total as they are printed. */
export function invoiceFigures(items: readonly DocumentItem[]): { lines: readonly bigint[]; total: bigint } {
  const lines = items.map(({ unitPrice, quantity }) => rounded(parts(unitPrice, places) * BigInt(quantity), places, 2));
  return { lines, total: lines.reduce((sum, line) => sum + line, 0n) };
}

/** A customs invoice: sender, recipient, goods, origin and value. */
export function commercialInvoice(order: DocumentOrder, say: Say): Book {
  const unit = say(`labels.document.unit.${order.unitType}`);
  const { lines, total } = invoiceFigures(order.items);
  const boxes = boxesOf(order);
  const purposes = [...new Set(order.items.map(({ purpose }) => say(`labels.document.purpose.${purpose}`)))];
  return {
    title: say('labels.document.invoice', { order: order.orderNo }),
    facts: [
      ...heads(order, say),
      ...some(order['leadTracking']).map((value): [string, string] => [say('labels.document.tracking'), value]),
      ...block(say('labels.document.exporter'), senderOf(order)),
      ...block(say('labels.document.consignee'), recipientOf(order)),
      [say('labels.document.duties'), say(`labels.document.taxPayer.${String(order['taxPayer'])}`)],
      [say('labels.document.purposes'), purposes.join(', ') || '–'],
      [say('labels.document.packages'), `${boxes.length} · ${weightOf(boxes)} ${unit}`],
    ],
    tables: [
      {
        title: say('labels.document.goods'),
        note: '',
        columns: [
          { header: say('labels.document.description'), share: 5 },
          { header: say('labels.document.hsCode'), share: 3 },
          { header: say('labels.document.origin'), share: 2 },
          { header: say('labels.document.quantity'), share: 2, number: true },
          { header: say('labels.document.unitWeight', { unit }), share: 2, number: true },
          { header: say('labels.document.unitValue'), share: 3, number: true },
          { header: say('labels.document.value'), share: 3, number: true },
        ],
        lines: [
          ...order.items.map((item, at) => [
            ...[item.description ?? '', item.hsCode ?? '', item.originCountry, String(item.quantity)],
            item.unitWeight === null ? '' : written(parts(item.unitWeight, places), places, 2),
            ...[written(parts(item.unitPrice, places), places, 2), written(lines[at] ?? 0n, 2)],
          ]),
          [say('labels.document.total'), '', '', '', '', '', `USD ${written(total, 2)}`],
        ],
      },
      {
        title: say('labels.document.declaration'),
        note: say('labels.document.declarationText'),
        columns: [
          { header: say('labels.document.signature'), share: 5 },
          { header: say('labels.document.name'), share: 5 },
          { header: say('labels.document.date'), share: 3 },
        ],
        lines: [],
      },
    ],
  };
}

/** A pick list for many orders: each item once with its total quantity, then its orders. */
export function pickList(orders: readonly DocumentOrder[], say: Say): Book {
  const things = new Map<string, { quantity: bigint; orders: string[] }>();
  for (const { orderNo, items } of orders) {
    for (const { description, hsCode, quantity } of items) {
      const name = description ?? hsCode ?? say('labels.document.unnamed');
      const thing = things.get(name) ?? { quantity: 0n, orders: [] };
      things.set(name, {
        quantity: thing.quantity + BigInt(quantity),
        orders: [...thing.orders, `${orderNo} × ${quantity}`],
      });
    }
  }
  const sorted = [...things].toSorted(([one], [other]) => one.localeCompare(other));
  return {
    title: say('labels.document.pickList'),
    facts: [
      [say('labels.document.orders'), String(orders.length)],
      [say('labels.document.units'), String([...things.values()].reduce((sum, { quantity }) => sum + quantity, 0n))],
    ],
    tables: [
      {
        title: say('labels.document.things'),
        note: '',
        columns: [
          { header: say('labels.document.description'), share: 5 },
          { header: say('labels.document.quantity'), share: 2, number: true },
          { header: say('labels.document.forOrders'), share: 7 },
        ],
        lines: sorted.flatMap(([name, { quantity, orders: of }]) =>
          chunks(of, 3).map((some, at) => [at === 0 ? name : '', at === 0 ? String(quantity) : '', some.join(', ')]),
        ),
      },
      {
        title: say('labels.document.orders'),
        note: '',
        columns: [
          { header: say('labels.document.order'), share: 3 },
          { header: say('labels.document.to'), share: 5 },
          { header: say('labels.document.packages'), share: 2, number: true },
          { header: say('labels.document.units'), share: 2, number: true },
        ],
        lines: orders.map((order) => [
          ...[order.orderNo, some(order['shipToName'], order['shipToState'], order['shipToPostalCode']).join(', ')],
          String(boxesOf(order).length),
          String(order.items.reduce((sum, { quantity }) => sum + quantity, 0)),
        ]),
      },
    ],
  };
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

export interface ManifestPackage {
  readonly trackingNo: string;
  readonly orderNo: string;
  readonly shipToName: string;
  readonly to: string;
  readonly unitType: string;
  readonly weight: string;
  readonly service: string | null;
}

/** What the driver signs for. */
export function manifestBook(
  manifest: Readonly<Record<string, unknown>>,
  packages: readonly ManifestPackage[],
  say: Say,
): Book {
  const weights = (['0', '1'] as const).flatMap((unitType) => {
    const of = packages.filter((each) => each.unitType === unitType);
    const sum = of.reduce((total, { weight }) => total + parts(weight, places), 0n);
    return of.length > 0 ? [`${written(sum, places, 2)} ${say(`labels.document.unit.${unitType}`)}`] : [];
  });
  return {
    title: say('labels.document.manifest', { number: manifest['manifestNo'] }),
    facts: [
      [say('labels.document.account'), String(manifest['account'])],
      [say('labels.document.from'), String(manifest['shipFrom'])],
      [say('labels.document.shipDate'), String(manifest['shipDate'])],
      [say('labels.document.packages'), [String(packages.length), ...weights].join(' · ')],
      ...some(manifest['number']).map((value): [string, string] => [say('labels.document.carrierNumber'), value]),
      [say('labels.document.closedAt'), String(manifest['closedAt'])],
      [say('labels.document.handedTo'), '______________________________'],
    ],
    tables: [
      {
        title: say('labels.document.packages'),
        note: '',
        columns: [
          { header: '#', share: 1, number: true },
          { header: say('labels.document.tracking'), share: 5 },
          { header: say('labels.document.order'), share: 3 },
          { header: say('labels.document.to'), share: 6 },
          { header: say('labels.document.service'), share: 3 },
          { header: say('labels.document.weightHead'), share: 2, number: true },
        ],
        lines: packages.map(({ trackingNo, orderNo, shipToName, to, unitType, weight, service }, at) => [
          ...[String(at + 1), trackingNo, orderNo, some(shipToName, to).join(', '), service ?? ''],
          `${written(parts(weight, places), places, 2)} ${say(`labels.document.unit.${unitType}`)}`,
        ]),
      },
    ],
  };
}
