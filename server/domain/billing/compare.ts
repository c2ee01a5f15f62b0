import { defineCommand, issue, type JsonSchema } from '../../modules/module.ts';
import { claimUntil } from './claim-windows.ts';
import { compareSql } from './compare-sql.ts';

const money: JsonSchema = { type: 'number' };
const text: JsonSchema = { type: ['string', 'null'] };

/** The number of rows shown, largest first; the sums count all. */
const most = 500;

interface Row {
  readonly bill: { readonly date: string; readonly carrier: string } | null;
  readonly categories: readonly object[];
  readonly types: readonly { readonly type: string }[];
  readonly rows: readonly { readonly type: string; readonly difference: number }[];
}

/**
 * Compares a bill with the predicted charges: by category, by reason of the difference, and line by line with the last day to
 * claim it.
 */
export const compareBill = defineCommand({
  path: 'CarrierBill/compare',
  needs: { entity: 'carrier-bill', code: 'match' },
  perMinute: 60,
  body: {
    type: 'object',
    required: ['bill'],
    additionalProperties: false,
    properties: { bill: { type: 'string', pattern: '^[0-9]{1,19}$' } },
  },
  answer: {
    type: 'object',
    properties: {
      bill: { type: 'object' },
      categories: {
        type: 'array',
        items: {
          type: 'object',
          properties: { category: text, predicted: money, actual: money, lines: { type: 'integer' } },
        },
      },
      types: {
        type: 'array',
        items: { type: 'object', properties: { type: { type: 'string' }, count: { type: 'integer' }, sum: money } },
      },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ type: { type: 'string' }, order: text, orderNo: text, tracking: text, category: text },
            ...{ predicted: money, actual: money, difference: money, claimUntil: text },
          },
        },
      },
    },
  },
  async run({ body, read, refuse }) {
    const [row] = await read<Row>(compareSql, [body['bill'], most]);
    const bill = row?.bill;
    if (!row || !bill) return refuse(issue('billing.noBill', 'bill'));
    const { carrier, date } = bill;
    return { ...row, rows: row.rows.map((each) => ({ ...each, claimUntil: claimUntil({ carrier, date, ...each }) })) };
  },
});
