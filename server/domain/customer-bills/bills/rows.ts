import {
  defineQuery,
  defineCommand,
  defineDownload,
  issue,
  type Book,
  type CommandCall,
} from '../../../modules/module.ts';
import { categoryOf, explain } from './explain.ts';
import { logoOf } from './logo.ts';

type Row = Readonly<Record<string, unknown>>;

/** Maximum rows of a bill's page and file; longer bills are exported as a list. */
const most = 50_000;
const money = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** A row as the API answers it; cost is never part of it. */
const told = (call: Pick<CommandCall, 'say' | 'actor'>, row: Row) => ({
  ...{
    id: text(row['id']),
    trackingNo: text(row['trackingNo']),
    order: text(row['order']),
    status: text(row['status']),
  },
  ...{
    category: text(row['category']),
    categoryText: categoryOf(call, row['category']),
    currency: text(row['currency']),
  },
  ...{
    old: money(row['old']),
    new: money(row['new']),
    difference: money(row['difference']),
    reason: text(row['reason']),
  },
  ...{
    enteredWeight: money(row['enteredWeight']),
    billedWeight: money(row['billedWeight']),
    weightUnit: text(row['weightUnit']),
  },
  ...{ enteredSize: text(row['enteredSize']), billedSize: text(row['billedSize']), zone: text(row['zone']) },
  ...{
    residential: row['residential'] === true,
    shipDate: text(row['shipDate']),
    disputeUntil: text(row['disputeUntil']),
  },
  explanation: explain(call, row),
});

const nullable = { type: ['string', 'null'] };
const figure = { type: ['number', 'null'] };
const rowSchema = {
  type: 'object',
  properties: {
    ...{
      id: nullable,
      trackingNo: nullable,
      order: nullable,
      status: nullable,
      category: nullable,
      categoryText: nullable,
    },
    ...{ currency: nullable, old: figure, new: figure, difference: figure, reason: nullable, enteredWeight: figure },
    ...{ billedWeight: figure, weightUnit: nullable, enteredSize: nullable, billedSize: nullable, zone: nullable },
    ...{ residential: { type: 'boolean' }, shipDate: nullable, disputeUntil: nullable, explanation: nullable },
  },
};

/** Rows of a bill with explanations, changed amounts first. */
export const billRows = defineCommand({
  path: 'MemberBill/rows',
  body: {
    type: 'object',
    required: ['bill'],
    additionalProperties: false,
    properties: {
      bill: { type: 'string', pattern: '^[0-9]{1,18}$' },
      most: { type: 'integer', minimum: 1, maximum: 1000 },
    },
    examples: [{ bill: '5001' }],
  },
  answer: { type: 'object', required: ['rows'], properties: { rows: { type: 'array', items: rowSchema } } },
  needs: { entity: 'member-bill-line', code: 'read' },
  perMinute: 120,
  async run(call) {
    const [bill] = await call.list('member-bill', { id: String(call.body['bill']) }, 1);
    if (!bill) return call.refuse(issue('reference.missing', 'bill'));
    const many = Number(call.body['most'] ?? 500);
    const changed = await call.list(
      'member-bill-line',
      { memberBill: String(bill['id']), view: 'changed', sort: '-difference' },
      many,
    );
    return { rows: changed.map((row) => told(call, row)) };
  },
});

/** A bill as a file in the tenant's name and the reader's language. */
export const billDocument = defineDownload({
  path: 'MemberBill/document',
  body: {
    type: 'object',
    required: ['bill', 'format'],
    additionalProperties: false,
    properties: {
      bill: { type: 'string', pattern: '^[0-9]{1,18}$' },
      format: { type: 'string', enum: ['xlsx', 'pdf'] },
    },
    examples: [{ bill: '5001', format: 'pdf' }],
  },
  needs: { entity: 'member-bill', code: 'export' },
  perMinute: 30,
  async run(call) {
    const { say } = call;
    const [bill] = await call.list('member-bill', { id: String(call.body['bill']) }, 1);
    if (!bill) return call.refuse(issue('reference.missing', 'bill'));
    const rows = await call.list('member-bill-line', { memberBill: String(bill['id']), sort: 'trackingNo' }, most);
    const [customer] = await call.list('customer', { id: String(bill['customer']) }, 1);
    const format = call.body['format'] === 'pdf' ? 'pdf' : 'xlsx';
    const amount = (name: string): string => `${Number(bill[name] ?? 0).toFixed(2)} ${String(bill['currency'])}`;
    const book: Book = {
      logo: await logoOf(call.services, call.tenant),
      title: say('sale.document.title', { number: String(bill['number']) }),
      facts: [
        [say('sale.document.issuer'), call.tenantName],
        [say('sale.document.customer'), String(customer?.['name'] ?? '')],
        [say('sale.document.period'), `${String(bill['periodFrom'])} – ${String(bill['periodTo'])}`],
        [say('sale.document.predicted'), amount('predicted')],
        [say('sale.document.actual'), amount('actual')],
        [say('sale.document.difference'), amount('difference')],
        [say('sale.document.due'), amount('due')],
        [say('sale.document.dueDate'), text(bill['dueDate']) ?? '–'],
      ],
      tables: [
        {
          title: say('sale.document.rows'),
          note: '',
          columns: columns.map(([name, share, number]) => ({
            header: say(`sale.column.${name}`),
            share,
            ...(number ? { number } : {}),
          })),
          lines: rows.map((row) => {
            const each = told(call, row) as Readonly<Record<string, string | number | boolean | null>>;
            return columns.map(([name]) => {
              const value = each[name] ?? null;
              return typeof value === 'boolean' ? say(value ? 'sale.yes' : 'sale.no') : value;
            });
          }),
        },
      ],
    };
    const file = await call.file(book, format);
    return { name: file.name, mediaType: file.mediaType, content: Buffer.from(file.content, 'base64') };
  },
});

const columns: readonly (readonly [string, number, boolean?])[] = [
  ['trackingNo', 20],
  ['categoryText', 14],
  ['old', 9, true],
  ['new', 9, true],
  ['difference', 9, true],
  ['explanation', 34],
  ['shipDate', 11],
  ['enteredWeight', 9, true],
  ['billedWeight', 9, true],
  ['enteredSize', 12],
  ['billedSize', 12],
  ['zone', 7],
  ['residential', 8],
  ['disputeUntil', 11],
];

/** Maximum numbers per call. */
const maxNumbers = 500;

/** Later charges and credits of orders or packages, by order number or tracking number, up to 500 a call. */
export const fees = defineQuery('MemberBillLine/fees', async (call) => {
  const asked = (call.query['numbers'] ?? '').split(',').map((each) => each.trim());
  const numbers = [...new Set(asked.filter((each) => each !== ''))];
  if (numbers.length === 0) return call.refuse('required', 'numbers');
  if (numbers.length > maxNumbers || numbers.some((each) => each.length > 40))
    return call.refuse('sale.tooManyNumbers', 'numbers');
  const named = numbers.join(',');
  const [byTracking, orders] = await Promise.all([
    call.list('member-bill-line', { 'trackingNo.in': named, view: 'changed', sort: 'id' }, 10_000),
    call.list('order', { 'orderNo.in': named }, maxNumbers),
  ]);
  const numberOf = new Map(orders.map((order) => [String(order['id']), String(order['orderNo'])]));
  const byOrder =
    numberOf.size === 0
      ? []
      : await call.list(
          'member-bill-line',
          { 'order.in': [...numberOf.keys()].join(','), view: 'changed', sort: 'id' },
          10_000,
        );
  const rows = new Map([...byTracking, ...byOrder].map((row) => [String(row['id']), row]));
  return {
    fees: [...rows.values()].map((row) => ({
      ...{
        id: row['id'],
        trackingNo: row['trackingNo'],
        order: row['order'],
        orderNo: numberOf.get(String(row['order'])) ?? null,
      },
      ...{
        category: row['category'],
        currency: row['currency'],
        old: row['old'],
        new: row['new'],
        difference: row['difference'],
      },
      ...{
        reason: row['reason'],
        status: row['status'],
        shipDate: row['shipDate'],
        zone: row['zone'],
        residential: row['residential'],
      },
      ...{ enteredWeight: row['enteredWeight'], billedWeight: row['billedWeight'], weightUnit: row['weightUnit'] },
      ...{ enteredSize: row['enteredSize'], billedSize: row['billedSize'], disputeUntil: row['disputeUntil'] },
    })),
  };
});
