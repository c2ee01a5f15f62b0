import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyOf, type Money } from '../../support/money.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  // Lines of four days, some of them upon the hour: what happens to be posted here would all lie in one.
  await world.owner.query(
    `INSERT INTO ledger_transfer (tenant_id, id, "createdAt", "opKey", kind, debit, credit, amount, currency, customer, "refEntity", "moneyIn", "moneyOut")
     SELECT t.tenant_id, g, timestamptz '2026-03-01 00:00Z' + interval '7 minutes 30 seconds' * (g % 768), 'lines:' || g,
            (ARRAY['recharge', 'capture', 'refund'])[1 + g % 3], t.debit, t.credit, g / 100.0, (ARRAY['USD', 'EUR'])[1 + g % 2], t.customer,
            (ARRAY['order', 'recharge', NULL])[1 + g % 3], CASE WHEN g % 3 <> 1 THEN g / 100.0 END, CASE WHEN g % 3 = 1 THEN g / 100.0 END
       FROM generate_series(1, 2000) g, (SELECT * FROM ledger_transfer WHERE "opKey" = 'recharge:sample-1' LIMIT 1) t`,
  );
});
afterAll(() => world?.close());

type Question = Record<string, string>;
const ask = async (question: Question) => {
  const { status, body } = await money.finance.get('LedgerTransfer/aggregate', question);
  expect([status, body.success], JSON.stringify(body)).toEqual([200, true]);
  return body.data;
};
/** The same of every line: the amount is nothing that is kept by the hour, so that they have to be read. */
const askLines = (question: Question) => ask({ ...question, 'amount.gte': '0.01' });

const moment = fc
  .record({ minute: fc.integer({ min: -2000, max: 8000 }), upon: fc.constantFrom(1, 30, 60) })
  .map(({ minute, upon }) =>
    new Date(Date.UTC(2026, 2, 1) + Math.round(minute / upon) * upon * 60_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  );
const time = fc.oneof(
  fc.constant<Question>({}),
  fc.record({ 'createdAt.gte': moment }),
  fc.record({ 'createdAt.lt': moment }),
  fc.record({ 'createdAt.gt': moment, 'createdAt.lte': moment }),
  fc.record({ 'createdAt.between': fc.tuple(moment, moment).map((both) => both.join(',')) }),
  fc.constant<Question>({ 'createdAt.gte': '2026-03-02', 'createdAt.lte': '2026-03-03' }),
);
const group = fc.constantFrom(
  ...['', 'kind', 'currency', 'refEntity', 'kind,currency', 'createdAt.day', 'createdAt.hour,kind', 'createdAt.month'],
);
const narrow = fc.constantFrom<Question>(
  ...[{}, { kind: 'recharge' }, { 'kind.in': 'refund,capture', currency: 'EUR' }, { 'refEntity.empty': '1' }],
  ...[{ 'refEntity.in': 'order,recharge' }, { 'kind.ne': 'refund' }],
);
const sum = fc.constantFrom('', 'amount', 'moneyIn,moneyOut', 'amount,moneyIn,moneyOut');

describe('sums that are kept by the hour', () => {
  it('answer every question as the lines do', async () => {
    await fc.assert(
      fc.asyncProperty(time, group, narrow, sum, async (when, by, filters, of) => {
        const question = { ...when, ...filters, ...(by && { group: by }), ...(of && { sum: of }) };
        expect(await ask(question), JSON.stringify(question)).toEqual(await askLines(question));
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('are what is asked, and not the lines; only the hours that a time cuts through are read', async () => {
    const harm = async (by: number) => {
      await world.owner.query('UPDATE ledger.turnover SET amount = amount + $1 WHERE tenant_id = $2', [
        by,
        world.homes.north.actor.tenant,
      ]);
    };
    const whole = { sum: 'amount', 'createdAt.gte': '2026-03-02 00:00:00', 'createdAt.lt': '2026-03-03 00:00:00' };
    const part = { sum: 'amount', 'createdAt.gte': '2026-03-02 00:10:00', 'createdAt.lt': '2026-03-02 00:50:00' };
    const before = [await ask(whole), await ask(part)];
    await harm(1);
    const harmed = [await ask(whole), await ask(part)];
    await harm(-1);
    expect(harmed[0]).not.toEqual(before[0]);
    expect(harmed[1]).toEqual(before[1]);
    expect(await askLines(whole)).toEqual(before[0]);
  });

  it('go with a line that the system dates', async () => {
    const question = { group: 'createdAt.day,kind', sum: 'amount,moneyIn,moneyOut' };
    await world.owner.query(
      `UPDATE ledger_transfer SET "createdAt" = "createdAt" - interval '30 days' WHERE "opKey" LIKE 'lines:%7'`,
    );
    expect(await ask(question)).toEqual(await askLines(question));
  });

  it('are gathered when their hour is over, and stay what they were', async () => {
    const count = async () =>
      (await world.owner.query<{ count: number }>('SELECT count(*)::int FROM ledger.turnover WHERE shard <> 0')).rows[0]
        ?.count;
    const question = { group: 'kind', sum: 'amount' };
    const before = await ask(question);
    expect(await count()).toBeGreaterThan(100);
    await world.test.node.system.pool.query('SELECT ledger.roll_up()');
    expect(await count()).toBeLessThan(100);
    expect(await ask(question)).toEqual(before);
  });

  it('are filled in where a ledger has lines and never kept them', async () => {
    const rows = async () =>
      (
        await world.owner.query(
          `SELECT hour, kind, currency, "refEntity", sum(lines) AS lines, sum(amount) AS amount FROM ledger.turnover
            GROUP BY 1, 2, 3, 4 HAVING sum(lines) > 0 ORDER BY 1, 2, 3, 4`,
        )
      ).rows;
    const before = await rows();
    await world.owner.query('DELETE FROM ledger.turnover');
    await world.owner.query('SELECT ledger.fill_turnover()');
    expect(await rows()).toEqual(before);
    await world.owner.query('SELECT ledger.fill_turnover()');
    expect(await rows()).toEqual(before);
  });

  it('are nobody’s but those who read every line', async () => {
    const own = await money.member.get('LedgerTransfer/aggregate', { sum: 'moneyIn' });
    const [mine] = own.body.data as { count: number }[];
    const [all] = (await ask({ sum: 'moneyIn' })) as { count: number }[];
    expect(mine?.count).toBeGreaterThan(0);
    expect(mine?.count).toBeLessThan(all?.count ?? 0);
    const { tenant, member, account } = world.person('north member');
    const entrance = { tenant, member, account, timeZone: 'UTC' };
    const read = world.test.node.context.database.read(entrance, { text: 'SELECT * FROM ledger.turnover', values: [] });
    await expect(read).resolves.toEqual([[]]);
  });
});
