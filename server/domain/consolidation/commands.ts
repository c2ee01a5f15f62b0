import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../modules/module.ts';
import { checkedOf, loadedOf, rowsOf, salesOf } from './boxes.ts';
import { costsOf } from './charge.ts';
import { chargesOf, decimalOf, spreadCosts } from './charges.ts';
import { findingsOf } from './check-boxes.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const rows: JsonSchema = { type: 'array', items: { type: 'object' } };
const body: JsonSchema = {
  type: 'object',
  required: ['mainBill'],
  properties: { mainBill: id },
  examples: [{ mainBill: '7001' }],
};

/** A main bill that the person may read, and its boxes. */
export async function billOf(call: CommandCall) {
  const [bill] = await call.list('main-bill', { id: String(call.body['mainBill']) }, 1);
  if (!bill) return call.refuse(issue('reference.missing', 'mainBill'));
  return { bill, boxes: await rowsOf(call.read.bind(call), call.tenant, String(bill['id'])) };
}

/** What is missing before a main bill can be closed. */
const check = defineCommand({
  path: 'MainBill/check',
  body,
  answer: {
    type: 'object',
    required: ['count', 'findings'],
    properties: { count: { type: 'integer' }, findings: rows },
    examples: [{ count: 2, findings: [{ code: 'notWeighed', boxes: ['ACM-0002'] }] }],
  },
  needs: { entity: 'main-bill', code: 'read' },
  perMinute: 120,
  async run(call) {
    const { boxes } = await billOf(call);
    return { count: boxes.length, findings: findingsOf(boxes.map(checkedOf)) };
  },
});

/** Cost lines are no part of a list's rows. $1 tenant, $2 main bill. */
const costsSql = `SELECT kind, amount::text, currency, basis FROM main_bill__costs WHERE tenant_id = $1 AND parent_id = $2 ORDER BY seq`;
const namesSql = `SELECT id::text, name FROM customer WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`;
const chargedSql = `SELECT "sourcePart" AS part, new::text AS sale, status FROM member_bill_line
  WHERE tenant_id = $1 AND "sourceEntity" = 'main-bill' AND "sourceId" = $2`;

/** What each box costs and brings: as it would be charged now, or as it has been charged. */
const spreadCommand = defineCommand({
  path: 'MainBill/spread',
  body,
  answer: {
    type: 'object',
    required: ['charged', 'rows', 'lines', 'noBasis'],
    properties: {
      charged: { type: 'boolean' },
      rows,
      lines: { ...rows, description: 'Each cost line with its shares by box, which add up to it exactly.' },
      noBasis: rows,
    },
    examples: [
      {
        charged: false,
        rows: [
          { box: '8001', boxNo: 'A', customer: 'Acme', currency: 'USD', cost: '1.00', sale: '1.12', status: null },
        ],
        lines: [{ kind: 'freight', amount: '1.00', currency: 'USD', basis: 'weight', shares: { 8001: '1.00' } }],
        noBasis: [],
      },
    ],
  },
  needs: { entity: 'main-bill', code: 'enterCosts' },
  perMinute: 120,
  async run(call) {
    const { bill, boxes: found } = await billOf(call);
    if (!call.can('main-bill', 'read', 'costs')) return call.forbid();
    const read = call.read.bind(call);
    const boxes = found.map(loadedOf);
    const costs = await read(costsSql, [call.tenant, bill['id']]);
    const { shares, noBasis } = spreadCosts(boxes, costsOf({ costs }), bill['basis'] as 'weight');
    const customers = [...new Set(boxes.map(({ customer }) => customer).filter((customer) => customer !== ''))];
    const saleOf = await salesOf(read, call.tenant, { currency: call.currency, bill, customers });
    const [names, charged] = await Promise.all([
      read(namesSql, [call.tenant, customers]),
      read(chargedSql, [call.tenant, bill['id']]),
    ]);
    const nameOf = new Map(names.map(({ id: of, name }) => [of, name]));
    const known = new Map(charged.map((line) => [line['part'], line]));
    return {
      charged: charged.length > 0,
      rows: chargesOf(boxes, shares, saleOf).map(({ box, currency, cost, sale }) => {
        const line = known.get(`${box.id} ${currency}`);
        return {
          ...{ box: box.id, boxNo: box.boxNo, customer: nameOf.get(box.customer) ?? null, currency },
          cost: cost === null ? null : decimalOf(cost),
          sale: line ? line['sale'] : decimalOf(sale),
          status: line?.['status'] ?? null,
        };
      }),
      lines: shares.map(({ line, of }) => ({
        ...{ ...line, basis: line.basis ?? bill['basis'] },
        shares: Object.fromEntries([...of].map(([box, share]) => [box, decimalOf(share)])),
      })),
      noBasis,
    };
  },
});

export const consolidationCommands = [check, spreadCommand];
