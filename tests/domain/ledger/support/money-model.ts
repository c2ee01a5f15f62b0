import type { Leg } from '../../../../server/domain/ledger/posting.ts';
import type { Issue } from '../../../../server/modules/module.ts';
import type { MoneyCall } from './money-calls.ts';
import type { Operation } from './money-operations.ts';

export interface Owner {
  tenant: string;
  customer: string;
}

type Move = readonly [account: string, cents: number];

/** One call as it can be made again: the same key and the same content. */
export interface Call {
  key: string;
  tenant: string;
  /** What the key stands for, to tell a repeated call from another one under its key. */
  content: string;
  asked: MoneyCall;
  /** What it moves once it has been answered with success. */
  moves(): readonly Move[];
  legs?: readonly Leg[];
}

const usd = (cents: number): string => (cents / 100).toFixed(2);
const ref = { entity: 'test', id: '1' };
const expected = new Set(
  [
    'belowFloor',
    'onHold',
    'notEnough',
    'keyReused',
    'alreadyReversed',
    'notReversible',
    'noOperation',
    'noHold',
    'holdSpent',
  ].map((code) => `ledger.${code}`),
);

/**
 * What the ledger must hold after what it answered. It does not foresee answers (many ask at once); it holds the ledger to
 * them: every key that was answered with success has moved its money once, and nothing else has moved.
 */
export function createMoneyModel(owners: readonly Owner[]) {
  const calls: Call[] = [];
  const holds: { key: string; owner: Owner }[] = [];
  const applied = new Map<string, Call>();
  const strange: string[] = [];
  const refused = new Map<string, number>();
  // Each tenant counts for itself, so that every key stands for something in both.
  const keys = new Map<string, number>();
  const newKey = (tenant: string) => {
    const number = (keys.get(tenant) ?? 0) + 1;
    keys.set(tenant, number);
    return `op:${number}`;
  };
  const nameOf = ({ tenant, key }: Call) => `${tenant} ${key}`;
  const at = <T>(list: readonly T[], position: number): T | undefined => list[position % Math.max(1, list.length)];

  const legsCall = (tenant: string, legs: readonly Leg[]): Call => ({
    key: legs[0]?.key ?? '',
    tenant,
    legs,
    content: JSON.stringify(legs),
    asked: { ask: 'post', legs },
    moves: () => legs.flatMap((leg) => movesOf(tenant, leg)),
  });

  function callOf(operation: Operation): Call | null {
    switch (operation.what) {
      case 'batch':
      case 'limit':
      case 'rollUp':
        return null;
      case 'repeat':
        return at(calls, operation.of) ?? null;
      case 'tamper': {
        const of = at(calls, operation.of);
        if (!of?.legs) return null;
        return legsCall(
          of.tenant,
          of.legs.map((leg) => ({ ...leg, amount: usd(operation.cents + 1) })),
        );
      }
      case 'reverse': {
        const of = at(calls, operation.of);
        if (!of) return null;
        const key = newKey(of.tenant);
        return {
          key,
          tenant: of.tenant,
          content: `reverse ${of.key}`,
          asked: { ask: 'reverse', of: of.key, key, ref },
          moves: () => (applied.get(nameOf(of))?.moves() ?? []).map(([account, moved]) => [account, -moved]),
        };
      }
      case 'hold': {
        const owner = at(owners, operation.who);
        return owner ? holdCall(owner, operation.cents) : null;
      }
      case 'capture':
      case 'release': {
        const of = at(holds, operation.of);
        return of ? settleCall(of, operation.what, operation.cents) : null;
      }
      default: {
        const owner = at(owners, operation.who);
        return owner
          ? legsCall(owner.tenant, legsOf(newKey(owner.tenant), operation.what, owner.customer, usd(operation.cents)))
          : null;
      }
    }
  }

  function holdCall(owner: Owner, cents: number): Call {
    const { tenant, customer } = owner;
    const key = newKey(tenant);
    holds.push({ key, owner });
    return {
      key,
      tenant,
      content: `hold ${customer} ${cents}`,
      asked: { ask: 'hold', key, customer, amount: usd(cents), currency: 'USD', ref },
      moves: () => [
        [`${tenant} available ${customer}`, -cents],
        [`${tenant} frozen ${customer}`, cents],
      ],
    };
  }

  function settleCall(
    { key: of, owner }: { key: string; owner: Owner },
    what: 'capture' | 'release',
    cents: number,
  ): Call {
    const { tenant, customer } = owner;
    const key = newKey(tenant);
    const settling = { hold: of, key, amount: usd(cents), ref };
    const to = what === 'capture' ? `${tenant} revenueShipping -` : `${tenant} available ${customer}`;
    const cost: Move[] = [
      [`${tenant} costShipping -`, -1],
      [`${tenant} costAccrual -`, 1],
    ];
    return {
      key,
      tenant,
      content: `${what} ${of} ${cents}`,
      asked:
        what === 'capture'
          ? { ask: 'capture', ...settling, to: 'revenueShipping', cost: '0.01' }
          : { ask: 'release', ...settling },
      moves: () => [[`${tenant} frozen ${customer}`, -cents], [to, cents], ...(what === 'capture' ? cost : [])],
    };
  }

  return {
    applied,
    strange,
    refused,
    /** The call that an operation stands for now; null where there is nothing for it to do. */
    next(operation: Operation): Call | null {
      const call = callOf(operation);
      if (call && operation.what !== 'repeat' && operation.what !== 'tamper') calls.push(call);
      return call;
    },
    /** Whether exactly this has been answered with success: it must be again, however often it is asked. */
    stands: (call: Call): boolean => applied.get(nameOf(call))?.content === call.content,
    /** Takes an answer to the notes; `stood` when it was asked for again. */
    answered(call: Call, issues: readonly Issue[], stood: boolean): void {
      const name = nameOf(call);
      if (stood && issues.length > 0) strange.push(`${name}: stood, and then ${issues[0]?.code}`);
      for (const { code } of issues) {
        refused.set(code, (refused.get(code) ?? 0) + 1);
        if (!expected.has(code)) strange.push(`${name}: ${code}`);
      }
      if (issues.length > 0) return;
      const before = applied.get(name);
      if (before && before.content !== call.content) strange.push(`${name}: two contents`);
      applied.set(name, before ?? call);
    },
    /** Cents by account, as the answers so far have it; accounts at zero are left out. */
    balances(): Map<string, number> {
      const sums = new Map<string, number>();
      for (const call of applied.values()) {
        for (const [account, cents] of call.moves()) sums.set(account, (sums.get(account) ?? 0) + cents);
      }
      return new Map([...sums].filter(([, cents]) => cents !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    },
  };
}

function legsOf(key: string, what: string, customer: string, amount: string): Leg[] {
  const available = { kind: 'available', customer } as const;
  const leg = (kind: string, debit: Leg['debit'], credit: Leg['credit'], more: Partial<Leg> = {}): Leg => ({
    ...{ key, kind, debit, credit, amount, currency: 'USD', ref },
    ...more,
  });
  const deposit = { kind: 'deposit', customer } as const;
  switch (what) {
    case 'recharge':
      return [leg('recharge', { kind: 'bankClearing' }, available)];
    case 'charge':
      return [leg('deduction', available, { kind: 'revenueFee' })];
    case 'bill':
      return [leg('billUnderpaid', available, { kind: 'revenueShipping' }, { pastFloor: true })];
    case 'deposit':
      return [leg('deposit', { kind: 'bankClearing' }, deposit)];
    case 'depositReturn':
      return [leg('depositReturn', deposit, { kind: 'bankClearing' })];
    default:
      return [
        leg('deduction', available, { kind: 'revenueFee' }),
        leg('carrierBill', { kind: 'costAccrual' }, { kind: 'carrierPayable' }),
        leg('deposit', { kind: 'bankClearing' }, deposit),
      ];
  }
}

function movesOf(tenant: string, { debit, credit, amount }: Leg): Move[] {
  const cents = Math.round(Number(amount) * 100);
  const name = (side: Leg['debit']) => `${tenant} ${side.kind} ${'customer' in side ? side.customer : '-'}`;
  return [
    [name(debit), -cents],
    [name(credit), cents],
  ];
}
