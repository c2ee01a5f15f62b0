import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../modules/module.ts';
import { aboutSql, expectedSql, importsSql, profitSql, queueSql, savingsSql, surchargesSql } from './reports-sql.ts';

const day: JsonSchema = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' };
const list = (properties: object): JsonSchema => ({ type: 'array', items: { type: 'object', properties } });
const money: JsonSchema = { type: 'number' };
const text: JsonSchema = { type: ['string', 'null'] };
const count: JsonSchema = { type: 'integer' };
const needs = { entity: 'carrier-bill', code: 'match' };

/** The number of single rows shown; the sums count all. */
const most = 500;
/** Days that one question may be about. */
const longest = 400;

const real = (value: unknown): boolean =>
  new Date(`${String(value)}T00:00:00Z`).toJSON()?.startsWith(String(value)) === true;

function periodOf({ body, refuse }: CommandCall): [unknown, unknown] {
  const { from, to } = body;
  if (!real(from) || !real(to)) return refuse(issue('billing.noDay', 'from'));
  const days = (Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000;
  if (days < 0 || days > longest) return refuse(issue('billing.period', 'to', { max: longest }));
  return [from, to];
}

/** The predicted invoice: expected, received and missing amounts by account and week. */
export const expected = defineCommand({
  ...{ path: 'CarrierBill/expected', needs, perMinute: 60 },
  body: { type: 'object', required: ['from', 'to'], additionalProperties: false, properties: { from: day, to: day } },
  answer: {
    type: 'object',
    properties: {
      weeks: list({
        ...{ week: text, carrier: text, name: text, account: text, currency: text, packages: count, expected: money },
        ...{ billed: count, received: money, missing: count, missingSum: money },
      }),
      missing: list({ order: text, orderNo: text, tracking: text, shipDate: text, predicted: money, currency: text }),
    },
  },
  async run(call) {
    const [row] = await call.read(expectedSql, [...periodOf(call), most]);
    return row;
  },
});

/** Orders that were sold for less than they have cost, by customer or channel, each with the reason. */
export const profitWatch = defineCommand({
  ...{ path: 'CarrierBill/profit', needs, perMinute: 60 },
  body: {
    ...{ type: 'object', required: ['from', 'to'], additionalProperties: false },
    properties: {
      ...{ from: day, to: day, by: { enum: ['customer', 'channel'] } },
      salesperson: { type: 'string', pattern: '^[0-9]{1,18}$' },
    },
  },
  answer: {
    type: 'object',
    properties: {
      groups: list({
        ...{
          id: text,
          name: text,
          currency: text,
          orders: count,
          sale: money,
          cost: money,
          margin: money,
          losing: count,
        },
        ...{ loss: money, reason: text },
      }),
      rows: list({
        ...{
          order: text,
          orderNo: text,
          customer: text,
          shipDate: text,
          currency: text,
          predicted: money,
          cost: money,
        },
        ...{ sale: money, margin: money, reason: text },
      }),
      salespeople: list({ id: text, name: text }),
    },
  },
  async run(call) {
    const { by = 'customer', salesperson = null } = call.body;
    const [row] = await call.read(profitSql, [...periodOf(call), most, by, salesperson]);
    return row;
  },
});

/** Lines without a package, gathered by what they are about, the largest first. */
export const unmatchedQueue = defineCommand({
  ...{ path: 'CarrierBillLine/queue', needs, perMinute: 120 },
  body: {
    ...{ type: 'object', additionalProperties: false },
    properties: { search: { type: ['string', 'null'], maxLength: 60 } },
  },
  answer: {
    type: 'object',
    properties: {
      total: { type: 'object', properties: { lines: count, packages: count } },
      sums: list({ currency: text, sum: money }),
      rows: list({
        ...{
          id: text,
          lines: { type: 'array', items: text },
          tracking: text,
          reference: text,
          bill: text,
          number: text,
        },
        ...{ billDate: text, carrier: text, shipDate: text, currency: text, sum: money, text },
        hints: { type: ['array', 'null'], items: { type: 'object', properties: { id: text, orderNo: text } } },
      }),
    },
  },
  async run({ body, read }) {
    const search = String(body['search'] ?? '').trim();
    const [row] = await read(queueSql, [search === '' ? null : search, most]);
    return row;
  },
});

/** What agreements on weight and size have saved, by customer and agreement. */
export const agreedSavings = defineCommand({
  ...{ path: 'MeasureDifference/savings', needs: { entity: 'measure-difference', code: 'forgo' }, perMinute: 60 },
  body: { type: 'object', required: ['from', 'to'], additionalProperties: false, properties: { from: day, to: day } },
  answer: {
    type: 'object',
    properties: {
      groups: list({
        ...{ customer: text, agreement: text, sku: text, currency: text, packages: count, saved: money, held: money },
        ...{ charged: money, claimed: money, credited: money },
      }),
    },
  },
  async run(call) {
    const [row] = await call.read(savingsSql, [...periodOf(call)]);
    return row;
  },
});

/** Surcharges that were really billed, by what they are and one by one. */
export const actualSurcharges = defineCommand({
  ...{ path: 'CarrierBillLine/surcharges', needs, perMinute: 60 },
  body: { type: 'object', required: ['from', 'to'], additionalProperties: false, properties: { from: day, to: day } },
  answer: {
    type: 'object',
    properties: {
      groups: list({
        carrier: text,
        category: text,
        code: text,
        text,
        currency: text,
        lines: count,
        packages: count,
        cost: money,
      }),
      rows: list({
        ...{ id: text, tracking: text, code: text, text, category: text, currency: text, cost: money, order: text },
        ...{ orderNo: text, bill: text, number: text, sale: { type: ['number', 'null'] } },
      }),
    },
  },
  async run(call) {
    const [row] = await call.read(surchargesSql, [...periodOf(call), most]);
    return row;
  },
});

/** What the bills say of tracking numbers, in whatever state they are. */
export const billedOf = defineCommand({
  ...{ path: 'CarrierBillLine/about', needs, perMinute: 60 },
  body: {
    ...{ type: 'object', required: ['numbers'], additionalProperties: false },
    properties: {
      numbers: { type: 'array', minItems: 1, maxItems: 500, items: { type: 'string', minLength: 1, maxLength: 40 } },
    },
  },
  answer: {
    type: 'object',
    properties: {
      rows: list({
        ...{
          id: text,
          tracking: text,
          bill: text,
          number: text,
          date: text,
          carrier: text,
          state: text,
          kind: text,
          code: text,
        },
        ...{ text, category: text, currency: text, net: money, zone: text, match: text, order: text, orderNo: text },
        ...{ entered: { type: ['number', 'null'] }, billed: { type: ['number', 'null'] } },
      }),
    },
  },
  async run({ body, read }) {
    const numbers = (body['numbers'] as string[]).map((number) => number.replace(/[\s-]/g, '').toUpperCase());
    const [row] = await read(aboutSql, [numbers, 2_000]);
    return row;
  },
});

/** The imports of the whole tenant with progress, invoices and refusals. */
export const imports = defineCommand({
  ...{ path: 'CarrierBill/imports', needs, perMinute: 120 },
  body: {
    ...{ type: 'object', additionalProperties: false },
    properties: { carrier: { enum: ['UPS', 'FEDEX'] } },
    examples: [{ carrier: 'UPS' }],
  },
  answer: {
    type: 'object',
    properties: {
      imports: list({
        ...{ job: text, state: text, done: count, at: text, by: text, files: { type: 'array', items: text } },
        result: { type: ['object', 'null'] },
      }),
    },
  },
  async run({ body, read }) {
    const [row] = await read(importsSql, [body['carrier'] ?? null, 30]);
    return row;
  },
});
