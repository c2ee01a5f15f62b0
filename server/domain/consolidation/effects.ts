import { defineEffect, issue, type EffectCall, type Issue } from '../../modules/module.ts';
import { checkedOf, rowsOf } from './boxes.ts';
import { findingsOf } from './check-boxes.ts';

/** Locks a main bill, so that it is not closed while its boxes change. $1 tenant, $2 main bill. */
const lockSql = `SELECT number, status FROM main_bill WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;

async function notOpen({ transaction, tenant }: EffectCall, mainBill: unknown): Promise<Issue[]> {
  const [bill] = await transaction.query(lockSql, [tenant, mainBill]);
  if (!bill) return [issue('reference.missing', 'mainBill')];
  return bill['status'] === 'open' ? [] : [issue('consolidation.billClosed', 'mainBill', { number: bill['number'] })];
}

const nowSql = `SELECT to_char(now(), 'YYYY-MM-DD HH24:MI:SS') AS now`;

/** A box is taken in: onto a main bill where one is named. */
const take = defineEffect('consolidation.take', async (call) => {
  const { record, transaction, actor } = call;
  if (!record['mainBill']) return undefined;
  const issues = await notOpen(call, record['mainBill']);
  if (issues.length > 0) return { issues };
  const [row] = await transaction.query(nowSql, []);
  return {
    patch: { status: 'loaded', loadedAt: row?.['now'], loadedBy: actor.type === 'system' ? null : actor.id },
  };
});

const load = defineEffect('consolidation.load', async (call) => ({
  issues: await notOpen(call, call.record['mainBill']),
}));

const unload = defineEffect('consolidation.unload', async (call) => {
  const issues = await notOpen(call, call.record['mainBill']);
  return issues.length > 0 ? { issues } : { patch: { mainBill: null } };
});

const goodsSql = `UPDATE goods_declare SET customer = $3 WHERE tenant_id = $1 AND box = $2`;

/** Staff assign a box to a customer: its goods follow, and the link to another customer's order is removed. */
const assign = defineEffect('consolidation.assign', async ({ transaction, tenant, record }) => {
  await transaction.query(goodsSql, [tenant, record['id'], record['customer']]);
  return { patch: { order: null, package: null } };
});

const moveSql = `UPDATE main_bill_box SET status = $3 WHERE tenant_id = $1 AND "mainBill" = $2 RETURNING id`;

const move = ({ transaction, tenant, record }: EffectCall, status: string) =>
  transaction.query(moveSql, [tenant, record['id'], status]);

const named = 10;

/** Boxes go on together; a main bill is complete before its papers are made. */
const close = defineEffect('consolidation.close', async (call) => {
  const { transaction, tenant, record } = call;
  // Locks the boxes first, so that none is weighed and no goods of it change meanwhile.
  if ((await move(call, 'closed')).length === 0) return { issues: [issue('consolidation.empty', '')] };
  const rows = await rowsOf(transaction.query.bind(transaction), tenant, String(record['id']));
  return {
    issues: findingsOf(rows.map(checkedOf)).map(({ code, boxes }) =>
      issue(`consolidation.finding.${code}`, '', {
        count: boxes.length,
        boxes: [...boxes.slice(0, named), ...(boxes.length > named ? ['…'] : [])].join(', '),
      }),
    ),
  };
});

const together = (name: string, status: string) =>
  defineEffect(`consolidation.${name}`, async (call) => {
    await move(call, status);
  });

const splitSql = `UPDATE main_bill_box SET "mainBill" = $3, "mainBillNo" = $4, "updatedAt" = now(), version = version + 1
  WHERE tenant_id = $1 AND "mainBill" = $2 AND id = ANY ($5::bigint[]) AND status = 'loaded' RETURNING id`;

/** What a new main bill has in common with the one that it is split from; costs are entered for each. */
const common = [
  ...['mode', 'carrier', 'vessel', 'origin', 'destination', 'departsOn', 'arrivesOn', 'volumeDivisor'],
  ...['basis', 'saleMode', 'markupPercent', 'pricePerKg', 'minCharge', 'priceCurrency'],
];

/** Some boxes of a main bill go onto a new one. */
const split = defineEffect('consolidation.split', async ({ transaction, tenant, record, input, add }) => {
  const boxes = [...new Set((input['boxes'] as readonly string[]).map(String))];
  if (boxes.length >= Number(record['boxCount'])) return { issues: [issue('consolidation.splitAll', 'boxes')] };
  if (!add) throw new Error('an action can add records');
  const number = String(input['number']);
  const same = Object.fromEntries(common.map((name) => [name, record[name] ?? null]));
  const made = await add({ ...same, number });
  const moved = await transaction.query(splitSql, [tenant, record['id'], made, number, boxes]);
  return moved.length === boxes.length ? undefined : { issues: [issue('consolidation.notOfBill', 'boxes')] };
});

export const consolidationEffects = [
  ...[take, load, unload, assign, close, split],
  ...[together('reopen', 'loaded'), together('depart', 'departed'), together('arrive', 'arrived')],
];
