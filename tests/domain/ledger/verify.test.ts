import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { capture, hold, release } from '../../../server/domain/ledger/holds.ts';
import { postAll, reverse, type Leg } from '../../../server/domain/ledger/posting.ts';
import ledgerVerify from '../../../server/scripts/ledger-verify.ts';
import { hosts, secretKey } from '../../support/test-app.ts';
import { openLedgerHouse, type LedgerHouse } from './support/ledger-house.ts';

let services: LedgerHouse;
let north = '';
beforeAll(async () => {
  services = await openLedgerHouse();
  ({ north } = services.tenants);
  await liveALittle();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await services?.close();
});

const ref = { entity: 'test', id: '1' };

async function liveALittle(): Promise<void> {
  const customer = await services.customer(north, { overDraftAmount: 10 });
  const leg = { kind: 'recharge', amount: '100', currency: 'USD', ref } as const;
  const legs: Leg[] = [
    { ...leg, key: 'in', debit: { kind: 'bankClearing' }, credit: { kind: 'available', customer } },
    { ...leg, key: 'deposit', kind: 'deposit', debit: { kind: 'bankClearing' }, credit: { kind: 'deposit', customer } },
    {
      ...leg,
      key: 'fee',
      kind: 'fee',
      amount: '3.3',
      debit: { kind: 'available', customer },
      credit: { kind: 'revenueFee' },
    },
  ];
  await services.as(north, async (on) => {
    for (const each of legs) await postAll(on, [each]);
    await reverse(on, 'fee', 'fee-back', ref);
    await hold(on, { key: 'hold', customer, amount: '50', currency: 'USD', ref });
    await capture(on, { hold: 'hold', key: 'spend', amount: '20', to: 'revenueShipping', cost: '15', ref });
    await release(on, { hold: 'hold', key: 'free', amount: '10', ref });
  });
}

/** What someone with the whole database in hands might do, and by which names both proofs know it. */
const harm: [string, string, string[], string[]][] = [
  [
    'a balance',
    `UPDATE ledger_account SET balance = balance + 1 WHERE kind = 'available'`,
    ['balance', 'conservation', 'lastStep'],
    ['a tenant owes what it has', 'sum of entries'],
  ],
  [
    'two balances',
    `UPDATE ledger_account SET balance = balance + CASE kind WHEN 'available' THEN 1 ELSE -1 END WHERE kind IN ('available', 'deposit')`,
    ['balance', 'lastStep'],
    ['sum of entries'],
  ],
  ['what is not yet summed', `DELETE FROM ledger.unrolled`, ['balance'], ['sum of entries']],
  [
    'a line that is gone',
    `DELETE FROM ledger_transfer WHERE "opKey" = 'hold'`,
    ['balance', 'chain', 'holdLines', 'turnover'],
    ['counted without gaps', 'running balance', 'sum of entries', 'the sums of an hour'],
  ],
  [
    'the amount of a line',
    `UPDATE ledger_transfer SET amount = 99 WHERE "opKey" = 'deposit'`,
    ['balance', 'turnover'],
    ['running balance', 'sum of entries', 'the sums of an hour'],
  ],
  [
    'a noted balance',
    `UPDATE ledger_transfer SET "creditBalance" = 1 WHERE "opKey" = 'in'`,
    ['chain'],
    ['running balance'],
  ],
  [
    'a step',
    `UPDATE ledger_transfer SET "creditStep" = 99 WHERE "opKey" = 'free'`,
    ['chain', 'lastStep'],
    ['counted without gaps'],
  ],
  ['a hold', `UPDATE ledger.hold SET captured = captured + 1`, ['frozen', 'holdLines'], ['open holds are frozen']],
  ['a hold that is gone', `DELETE FROM ledger.hold`, ['frozen'], ['open holds are frozen']],
  [
    'a reversal of less',
    `UPDATE ledger_transfer SET amount = 1 WHERE "opKey" = 'fee-back'`,
    ['balance', 'chain', 'reversal', 'turnover'],
    ['reversed once, and to nought', 'running balance', 'sum of entries', 'the sums of an hour'],
  ],
  [
    'a lowered limit that nobody wrote down',
    `UPDATE customer_config SET "minBalance" = 1000`,
    ['floor'],
    ['within the limit, or marked'],
  ],
  [
    'another currency',
    `UPDATE ledger_transfer SET currency = 'EUR' WHERE "opKey" = 'in'`,
    ['currency', 'turnover'],
    ['the sums of an hour'],
  ],
  [
    'the sums of an hour',
    `UPDATE ledger.turnover SET "moneyIn" = "moneyIn" + 1`,
    ['turnover'],
    ['the sums of an hour'],
  ],
  ['an hour that is gone', `DELETE FROM ledger.turnover WHERE kind = 'fee'`, ['turnover'], ['the sums of an hour']],
  [
    'an hour that never was',
    `UPDATE ledger.turnover SET hour = hour - interval '1 hour' WHERE kind = 'fee'`,
    ['turnover'],
    ['the sums of an hour'],
  ],
];

describe('the proofs of the ledger', () => {
  it('find nothing in one that has only been posted to, before and after the roll-up', async () => {
    expect(await services.proofs()).toEqual({ verify: [], audit: [] });
    await services.test.node.system.pool.query('SELECT ledger.roll_up()');
    expect(await services.proofs()).toEqual({ verify: [], audit: [] });
    await services.as(north, (on) =>
      postAll(on, [
        {
          key: 'more',
          kind: 'adjustment',
          debit: { kind: 'bankClearing' },
          credit: { kind: 'writeOff' },
          amount: '5',
          currency: 'USD',
          ref,
        },
      ]),
    );
  });

  it.each(harm)('see harm done to %s', async (_, statement, verify, audit) => {
    expect(await services.proofs(statement)).toEqual({ verify, audit });
  });
});

describe('a ledger that does not add up', () => {
  it('is named by the command and by the timer, which notes it among the failures', async () => {
    vi.stubEnv('DATABASE_URL', services.test.databaseUrl);
    vi.stubEnv('SECRET_KEY', secretKey);
    expect(await ledgerVerify()).toBe(0);
    await services.owner.query(`UPDATE ledger_account SET balance = balance + 1 WHERE kind = 'deposit'`);
    expect(await ledgerVerify()).toBe(1);
    const boss = await services.test.signIn(hosts.platform, 'superAdmin');
    const [timer] = (await boss.get('sysTimers/list', { task: 'ledger-verify' })).body.data as {
      id: string;
      task: string;
    }[];
    // Told once: the second failure has nothing new to say.
    for (let time = 0; time < 2; time += 1) {
      await boss.post('sysTimers/runNow', { id: timer?.id });
      await services.test.runJobs();
    }
    await services.test.node.logs.flush();
    const { rows } = await services.owner.query(
      `SELECT "exceptionMsg" FROM exception_log WHERE "methodName" = 'ledger-verify'`,
    );
    expect(rows).toHaveLength(2);
    expect((rows[0] as { exceptionMsg: string }).exceptionMsg).toMatch(/^3 <> 0\nbalance /);
    const runs = (await boss.get('sysTimerRun/list', { timer: timer?.id ?? '' })).body.data as { outcome: string }[];
    expect(runs.map(({ outcome }) => outcome)).toContain('failed');
    const told = (await boss.get('sysNoticeReceived/page')).body.data as { rows: { title: string }[] };
    expect(told.rows.map(({ title }) => title)).toEqual(['The timer “Prove the ledger from its lines” has failed']);
  });
});
