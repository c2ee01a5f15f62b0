import { defineCommand, defineSchedule, type JsonSchema } from '../../modules/module.ts';
import { previewSql, reclassifySql, staleSql, unknownChargesSql } from './classify-sql.ts';

const text: JsonSchema = { type: ['string', 'null'] };
const named: JsonSchema = { type: ['string', 'null'], maxLength: 200 };
const carrier: JsonSchema = { type: 'string', pattern: '^[A-Z][A-Z0-9]{0,19}$' };
const needs = { entity: 'bill-basic', code: 'edit' };

/** What a change of the basic file would do to lines that are not locked; nothing happens. */
export const previewBasic = defineCommand({
  ...{ path: 'BillBasic/preview', needs, perMinute: 120 },
  body: {
    ...{ type: 'object', required: ['carrierCode', 'category'], additionalProperties: false },
    properties: {
      ...{
        carrierCode: carrier,
        chargeClass: named,
        code: named,
        text: named,
        match: { enum: ['exact', 'begins', 'contains'] },
      },
      category: { type: 'string', pattern: '^[a-z][A-Za-z0-9]{0,39}$' },
      id: { type: ['string', 'null'], pattern: '^[0-9]{1,19}$' },
      remove: { type: 'boolean' },
    },
  },
  answer: {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      sums: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ category: text, currency: text, before: { type: 'number' }, after: { type: 'number' } },
            lines: { type: 'integer' },
          },
        },
      },
    },
  },
  async run({ body, read }) {
    const [row] = await read(previewSql, [JSON.stringify(body)]);
    return row;
  },
});

interface Unknown {
  readonly carrier: string;
  readonly chargeClass: string | null;
  readonly code: string | null;
  readonly text: string | null;
}
interface Known extends Unknown {
  readonly category: string;
}

const wordsOf = (said: string | null): string[] =>
  (said ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !common.has(word));
const common = new Set(['fee', 'charge', 'surcharge', 'the', 'and', 'for', 'ups', 'fedex', 'ground', 'service']);

/** Categories whose charges have most words in common with an unknown one, the same code of another carrier first. */
export function suggestions(unknown: Unknown, known: readonly Known[]): string[] {
  const words = new Set(wordsOf(unknown.text));
  const scores = new Map<string, number>();
  for (const { code, text: said, category } of known) {
    const own = wordsOf(said);
    const shared = own.filter((word) => words.has(word)).length;
    const sameCode = code !== null && code === unknown.code ? 2 : 0;
    const score = sameCode + (own.length === 0 ? 0 : shared / own.length);
    if (score > 0) scores.set(category, Math.max(scores.get(category) ?? 0, score));
  }
  return [...scores]
    .toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, 3)
    .map(([category]) => category);
}

/** Unclassified charges with suggested categories. */
export const unknownCharges = defineCommand({
  ...{ path: 'BillBasic/unknown', needs: { entity: 'carrier-bill', code: 'match' }, perMinute: 60 },
  body: { type: 'object', additionalProperties: false, properties: {} },
  answer: {
    type: 'object',
    properties: {
      categories: { type: 'array', items: { type: 'string' } },
      unknown: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ carrier: text, chargeClass: text, code: text, text, currency: text, count: { type: 'integer' } },
            ...{ sum: { type: 'number' }, bills: { type: 'integer' } },
            suggestions: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
  async run({ read }) {
    const [row] = await read<{ unknown: readonly Unknown[]; known: readonly Known[] }>(unknownChargesSql, []);
    const { unknown, known } = row ?? { unknown: [], known: [] };
    return {
      categories: [...new Set(known.map(({ category }) => category))].toSorted(),
      unknown: unknown.map((each) => ({ ...each, suggestions: suggestions(each, known) })),
    };
  },
});

/** Classifies the lines of a carrier's open bills again by the current basic file. */
export const applyBasics = defineCommand({
  ...{ path: 'BillBasic/apply', needs, perMinute: 30 },
  body: {
    type: 'object',
    required: ['carrierCode'],
    additionalProperties: false,
    properties: { carrierCode: carrier },
  },
  answer: { type: 'object', properties: { bills: { type: 'integer' } } },
  async run({ body, tenant, services }) {
    return { bills: (await services.query(reclassifySql, [tenant, body['carrierCode']])).length };
  },
});

/** The same by the clock, after every change of the basic file, whichever way it came. */
export const reclassify = defineSchedule('billing-reclassify', '* * * * *', async ({ query }) => {
  let many = 0;
  for (const { tenant, carrier: code } of await query(staleSql, [])) {
    many += (await query(reclassifySql, [tenant, code])).length;
  }
  return many;
});
