import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Leg } from '../../../server/domain/ledger/posting.ts';
import { openLedgerNodes, type LedgerNode } from '../../support/ledger-nodes.ts';
import { openLedgerHouse, type LedgerHouse } from './support/ledger-house.ts';
import { carryOut, type MoneyCall } from './support/money-calls.ts';

const copies = 20;
const barrier = 904_117;

let services: LedgerHouse;
let north = '';
let nodes: readonly LedgerNode[];
beforeAll(async () => {
  services = await openLedgerHouse();
  ({ north } = services.tenants);
  nodes = await openLedgerNodes(services.test.databaseUrl);
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.close()));
  await services?.close();
});

let keys = 0;
const ref = { entity: 'test', id: '1' };
const key = () => `race:${(keys += 1)}`;
const leg = (debit: Leg['debit'], credit: Leg['credit'], amount: string, of = key()): Leg => ({
  ...{ key: of, kind: 'adjustment', debit, credit, amount, currency: 'USD', ref },
});

type Asked = Exclude<MoneyCall, { ask: 'rollUp' }>;

/** Twenty transactions from two processes, all open and waiting, let go at one moment; answers how many succeeded and why not. */
async function race(one: (at: number) => Asked) {
  const gate = await services.owner.connect();
  await gate.query('SELECT pg_advisory_lock($1)', [barrier]);
  const running = Array.from({ length: copies }, (_, at) =>
    nodes[at % 2]!.ask({ tenant: north, call: one(at), gate: barrier }),
  );
  for (let waiting = 0; waiting < copies;) {
    const { rows } = await gate.query<{ count: string }>(
      `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
      [barrier],
    );
    waiting = Number(rows[0]?.count);
  }
  await gate.query('SELECT pg_advisory_unlock($1)', [barrier]);
  gate.release();
  const answers = await Promise.all(running);
  const codes = answers.flatMap((issues) => issues.map(({ code }) => code));
  return { done: answers.filter((issues) => issues.length === 0).length, refused: [...new Set(codes)] };
}

const once = (call: Asked) => services.as(north, (on) => carryOut(on, call));
const post = (...legs: Leg[]): Asked => ({ ask: 'post', legs });

async function customerWith(amount: string): Promise<string> {
  const customer = await services.customer(north);
  await once(post(leg({ kind: 'bankClearing' }, { kind: 'available', customer }, amount)));
  return customer;
}
const stands = async (customer: string) => [
  await services.balance(north, 'available', customer),
  await services.balance(north, 'frozen', customer),
];

describe('twenty at once', () => {
  it('post one line under one key, and all hear that it stands', async () => {
    const customer = await customerWith('10');
    const same = leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '3');
    expect(await race(() => post(same))).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['7.00', '0.00']);
  });

  it('post one line between accounts of the tenant', async () => {
    const before = Number(await services.balance(north, 'writeOff'));
    const same = leg({ kind: 'bankClearing' }, { kind: 'writeOff' }, '3');
    expect(await race(() => post(same))).toEqual({ done: copies, refused: [] });
    expect(Number(await services.balance(north, 'writeOff'))).toBe(before + 3);
  });

  it('take what is there and not a cent more', async () => {
    const customer = await customerWith('10');
    const spent = await race(() => post(leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '1.50')));
    expect(spent).toEqual({ done: 6, refused: ['ledger.belowFloor'] });
    expect(await stands(customer)).toEqual(['1.00', '0.00']);
  });

  it('post linked legs once', async () => {
    const customer = await customerWith('0.01');
    const of = key();
    const legs = [
      leg({ kind: 'bankClearing' }, { kind: 'available', customer }, '5', of),
      leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '2', of),
    ];
    expect(await race(() => post(...legs))).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['3.01', '0.00']);
  });

  it('never wait for each other in a circle, whichever account they name first', async () => {
    const [one, other] = [await customerWith('100'), await customerWith('100')];
    const take = (customer: string) => leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '1');
    const both = await race((at) => (at % 4 < 2 ? post(take(one), take(other)) : post(take(other), take(one))));
    expect(both).toEqual({ done: copies, refused: [] });
    expect([await stands(one), await stands(other)]).toEqual([
      ['80.00', '0.00'],
      ['80.00', '0.00'],
    ]);
  });

  it('nor where one leg is refused, and all are judged by themselves behind locks of their own', async () => {
    const customers: string[] = [];
    for (let many = 0; many < 8; many += 1) customers.push(await customerWith('100'));
    const legs = customers.map((customer) => leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '1'));
    legs.push(leg({ kind: 'available', customer: customers[0]! }, { kind: 'revenueFee' }, '1000'));
    for (let round = 0; round < 4; round += 1) {
      const none = await race(() => post(...legs));
      expect(none).toEqual({ done: 0, refused: ['ledger.belowFloor'] });
    }
    for (const customer of customers) expect(await stands(customer)).toEqual(['100.00', '0.00']);
  });

  it('open the account of a customer once', async () => {
    const customer = await services.customer(north);
    const first = await race(() => post(leg({ kind: 'bankClearing' }, { kind: 'available', customer }, '1')));
    expect(first).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['20.00', '0.00']);
    const { rowCount } = await services.owner.query('SELECT FROM ledger_account WHERE customer = $1', [customer]);
    expect(rowCount).toBe(1);
  });

  it('reverse an operation once, under one key or twenty', async () => {
    const customer = await customerWith('10');
    const fee = leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '4');
    await once(post(fee));
    const undo = key();
    expect(await race(() => ({ ask: 'reverse', of: fee.key, key: undo, ref }))).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['10.00', '0.00']);
    // More than once: the copies may happen to come one after the other.
    for (let round = 0; round < 3; round += 1) {
      const again = leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '4');
      await once(post(again));
      const many = await race(() => ({ ask: 'reverse', of: again.key, key: key(), ref }));
      expect(many).toEqual({ done: 1, refused: ['ledger.alreadyReversed'] });
      expect(await stands(customer)).toEqual(['10.00', '0.00']);
    }
  });

  it('hold, spend and free once under one key', async () => {
    const customer = await customerWith('10');
    const [of, spend, free] = [key(), key(), key()];
    const held = { key: of, customer, amount: '6', currency: 'USD', ref };
    expect(await race(() => ({ ask: 'hold', ...held }))).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['4.00', '6.00']);
    const spent = { hold: of, key: spend, amount: '2', to: 'revenueShipping', cost: '1', ref } as const;
    expect(await race(() => ({ ask: 'capture', ...spent }))).toEqual({ done: copies, refused: [] });
    expect(await race(() => ({ ask: 'release', hold: of, key: free, amount: '1', ref }))).toEqual({
      done: copies,
      refused: [],
    });
    expect(await stands(customer)).toEqual(['5.00', '3.00']);
  });

  it('hold what is there, and spend and free no more than is held', async () => {
    const customer = await customerWith('10');
    const some = await race(() => ({ ask: 'hold', key: key(), customer, amount: '3', currency: 'USD', ref }));
    expect(some).toEqual({ done: 3, refused: ['ledger.belowFloor'] });
    const of = key();
    const rich = await customerWith('10');
    await once({ ask: 'hold', key: of, customer: rich, amount: '10', currency: 'USD', ref });
    const mixed = await race((at) =>
      at % 2
        ? { ask: 'release', hold: of, key: key(), amount: '3', ref }
        : { ask: 'capture', hold: of, key: key(), amount: '3', to: 'revenueShipping', ref },
    );
    expect(mixed).toEqual({ done: 3, refused: ['ledger.holdSpent'] });
    const rest = await race(() => ({ ask: 'release', hold: of, key: key(), ref }));
    expect(rest).toEqual({ done: 1, refused: ['ledger.holdSpent'] });
    expect((await stands(rich))[1]).toBe('0.00');
  });

  it('gather the accounts of the tenant once', async () => {
    await customerWith('10');
    const before = await services.balance(north, 'bankClearing');
    await Promise.all(
      Array.from({ length: copies }, (_, at) => nodes[at % 2]!.ask({ tenant: north, call: { ask: 'rollUp' } })),
    );
    expect(await services.balance(north, 'bankClearing')).toBe(before);
  });

  it('leave a ledger that both proofs accept', async () => {
    expect(await services.proofs()).toEqual({ verify: [], audit: [] });
  });
});
