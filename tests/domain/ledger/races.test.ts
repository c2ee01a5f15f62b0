import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, hold, release } from '../../../server/domain/ledger/holds.ts';
import { post, postAll, reverse, type Leg } from '../../../server/domain/ledger/posting.ts';
import type { Node } from '../../../server/node.ts';
import type { EffectTransaction, Issue } from '../../../server/sockets/socket.ts';
import { openLedgerHouse, type LedgerHouse } from './support/ledger-house.ts';

const copies = 20;
const barrier = 904_117;

let house: LedgerHouse;
let north = '';
let nodes: readonly Node[];
beforeAll(async () => {
  house = await openLedgerHouse();
  ({ north } = house.tenants);
  nodes = [house.test.node, (await house.second()).node];
});
afterAll(() => house?.close());

let keys = 0;
const ref = { entity: 'test', id: '1' };
const key = () => `race:${(keys += 1)}`;
const leg = (debit: Leg['debit'], credit: Leg['credit'], amount: string, of = key()): Leg => ({
  ...{ key: of, kind: 'adjustment', debit, credit, amount, currency: 'USD', ref },
});

/** Twenty transactions from two nodes, all open and waiting, let go at one moment; answers how many succeeded and why not. */
async function race(one: (on: EffectTransaction, at: number) => Promise<Issue[]>) {
  const gate = await house.owner.connect();
  await gate.query('SELECT pg_advisory_lock($1)', [barrier]);
  const running = Array.from({ length: copies }, (_, at) =>
    house.as(
      north,
      async (on) => {
        await on.query('SELECT pg_advisory_xact_lock_shared($1)', [barrier]);
        return one(on, at);
      },
      { node: nodes[at % 2]! },
    ),
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

async function customerWith(amount: string): Promise<string> {
  const customer = await house.customer(north);
  await house.as(north, (on) => post(on, leg({ kind: 'bankClearing' }, { kind: 'available', customer }, amount)));
  return customer;
}
const stands = async (customer: string) => [
  await house.balance(north, 'available', customer),
  await house.balance(north, 'frozen', customer),
];

describe('twenty at once', () => {
  it('post one line under one key, and all hear that it stands', async () => {
    const customer = await customerWith('10');
    const same = leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '3');
    expect(await race((on) => post(on, same))).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['7.00', '0.00']);
  });

  it('post one line between accounts of the house', async () => {
    const before = Number(await house.balance(north, 'writeOff'));
    const same = leg({ kind: 'bankClearing' }, { kind: 'writeOff' }, '3');
    expect(await race((on) => post(on, same))).toEqual({ done: copies, refused: [] });
    expect(Number(await house.balance(north, 'writeOff'))).toBe(before + 3);
  });

  it('take what is there and not a cent more', async () => {
    const customer = await customerWith('10');
    const spent = await race((on) => post(on, leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '1.50')));
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
    expect(await race((on) => postAll(on, legs))).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['3.01', '0.00']);
  });

  it('never wait for each other in a circle, whichever account they name first', async () => {
    const [one, other] = [await customerWith('100'), await customerWith('100')];
    const take = (customer: string) => leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '1');
    const both = await race((on, at) => postAll(on, at % 4 < 2 ? [take(one), take(other)] : [take(other), take(one)]));
    expect(both).toEqual({ done: copies, refused: [] });
    expect([await stands(one), await stands(other)]).toEqual([
      ['80.00', '0.00'],
      ['80.00', '0.00'],
    ]);
  });

  it('open the account of a customer once', async () => {
    const customer = await house.customer(north);
    const first = await race((on) => post(on, leg({ kind: 'bankClearing' }, { kind: 'available', customer }, '1')));
    expect(first).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['20.00', '0.00']);
    const { rowCount } = await house.owner.query('SELECT FROM ledger_account WHERE customer = $1', [customer]);
    expect(rowCount).toBe(1);
  });

  it('reverse an operation once, under one key or twenty', async () => {
    const customer = await customerWith('10');
    const fee = leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '4');
    await house.as(north, (on) => post(on, fee));
    const undo = key();
    expect(await race((on) => reverse(on, fee.key, undo, ref))).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['10.00', '0.00']);
    const again = leg({ kind: 'available', customer }, { kind: 'revenueFee' }, '4');
    await house.as(north, (on) => post(on, again));
    const many = await race((on) => reverse(on, again.key, key(), ref));
    expect(many).toEqual({ done: 1, refused: ['ledger.alreadyReversed'] });
    expect(await stands(customer)).toEqual(['10.00', '0.00']);
  });

  it('hold, spend and free once under one key', async () => {
    const customer = await customerWith('10');
    const [of, spend, free] = [key(), key(), key()];
    const held = { key: of, customer, amount: '6', currency: 'USD', ref };
    expect(await race((on) => hold(on, held))).toEqual({ done: copies, refused: [] });
    expect(await stands(customer)).toEqual(['4.00', '6.00']);
    const spent = { hold: of, key: spend, amount: '2', to: 'revenueShipping', cost: '1', ref } as const;
    expect(await race((on) => capture(on, spent))).toEqual({ done: copies, refused: [] });
    expect(await race((on) => release(on, { hold: of, key: free, amount: '1', ref }))).toEqual({
      done: copies,
      refused: [],
    });
    expect(await stands(customer)).toEqual(['5.00', '3.00']);
  });

  it('hold what is there, and spend and free no more than is held', async () => {
    const customer = await customerWith('10');
    const some = await race((on) => hold(on, { key: key(), customer, amount: '3', currency: 'USD', ref }));
    expect(some).toEqual({ done: 3, refused: ['ledger.belowFloor'] });
    const of = key();
    const rich = await customerWith('10');
    await house.as(north, (on) => hold(on, { key: of, customer: rich, amount: '10', currency: 'USD', ref }));
    const mixed = await race((on, at) =>
      at % 2
        ? release(on, { hold: of, key: key(), amount: '3', ref })
        : capture(on, { hold: of, key: key(), amount: '3', to: 'revenueShipping', ref }),
    );
    expect(mixed).toEqual({ done: 3, refused: ['ledger.holdSpent'] });
    const rest = await race((on) => release(on, { hold: of, key: key(), ref }));
    expect(rest).toEqual({ done: 1, refused: ['ledger.holdSpent'] });
    expect((await stands(rich))[1]).toBe('0.00');
  });

  it('gather the accounts of the house once', async () => {
    await customerWith('10');
    const before = await house.balance(north, 'bankClearing');
    await Promise.all(
      Array.from({ length: copies }, (_, at) => nodes[at % 2]!.system.pool.query('SELECT ledger.roll_up()')),
    );
    expect(await house.balance(north, 'bankClearing')).toBe(before);
  });

  it('leave a ledger that both proofs accept', async () => {
    expect(await house.proofs()).toEqual({ verify: [], audit: [] });
  });
});
