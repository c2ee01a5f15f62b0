import { describe, expect, it } from 'vitest';
import { fromMinorUnits, toMinorUnits } from '../../../server/domain/payments/minor-units.ts';
import { nextStep, type Fact, type Standing } from '../../../server/domain/payments/verdict.ts';

const fresh: Standing = {
  ...{ status: 'unpaid', amount: '250.00', currency: 'USD', session: 'cs_1' },
  ...{ paidAmount: null, refundedAmount: null },
};
const fact = (kind: Fact['kind'], amount: string | null = null, session: string | null = 'cs_1'): Fact => ({
  ...{ kind, session, amount, currency: amount === null ? null : 'USD' },
});
const facts = {
  paid: fact('paid', '250'),
  less: fact('paid', '249.99'),
  failed: fact('failed'),
  expired: fact('expired'),
  part: fact('refunded', '100.5', null),
  back: fact('refunded', '250.00', null),
  other: fact('other'),
};
type Name = keyof typeof facts;

/** Where a payment comes to rest when these arrive one after another, and what has been moved on the way. */
function rest(names: readonly Name[]): { status: string; moved: string[] } {
  let standing = fresh;
  const moved: string[] = [];
  for (let told = 1; told <= names.length; told++) {
    for (;;) {
      const step = nextStep(
        standing,
        names.slice(0, told).map((name) => facts[name]),
      );
      if (!step) break;
      const states = {
        pay: 'paid',
        hold: 'held',
        fail: 'failed',
        expire: 'expired',
        refund: 'refunded',
        refundPart: 'paid',
      };
      standing = { ...standing, status: states[step.action] };
      if ('paid' in step) standing = { ...standing, paidAmount: step.paid.amount };
      if (step.action === 'pay') moved.push(`+${Number(step.paid.amount)}`);
      if ('total' in step) standing = { ...standing, refundedAmount: step.total };
      if ('total' in step) moved.push(`-${Number(step.amount)}`);
    }
  }
  const sum = moved.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);
  return { status: standing.status, moved: [String(sum)] };
}

function orders<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]];
  return of.flatMap((first, at) => orders(of.toSpliced(at, 1)).map((others) => [first, ...others]));
}

describe('events of a payment', () => {
  it.each<[Name[], string, number]>([
    [['paid', 'expired', 'failed', 'other'], 'paid', 25_000],
    [['paid', 'less', 'expired'], 'paid', 25_000],
    [['less', 'failed', 'expired'], 'held', 0],
    [['failed', 'expired', 'other'], 'failed', 0],
    [['expired', 'part', 'other'], 'expired', 0],
    [['paid', 'part', 'expired', 'other'], 'paid', 14_950],
    [['paid', 'part', 'back', 'failed', 'expired', 'other'], 'refunded', 0],
  ])('ends in the same place in every order, however often it comes: %j', (names, status, cents) => {
    for (const order of orders(names)) {
      expect([order, rest(order)]).toEqual([order, { status, moved: [String(cents)] }]);
      expect(rest([...order, ...order, ...order.toReversed()])).toEqual({ status, moved: [String(cents)] });
    }
  });

  it('counts only for the page, the amount and the currency that were asked', () => {
    const paid = facts.paid;
    expect(nextStep(fresh, [{ ...paid, session: 'cs_2' }])?.action).toBe('hold');
    expect(nextStep(fresh, [{ ...paid, currency: 'CAD' }])?.action).toBe('hold');
    expect(nextStep(fresh, [{ ...paid, amount: '2500' }])?.action).toBe('hold');
    expect(nextStep({ ...fresh, session: null }, [{ ...paid, session: 'cs_2' }])?.action).toBe('pay');
  });

  it('moves nothing once a person has closed it', () => {
    expect(nextStep({ ...fresh, status: 'closed' }, [facts.paid])).toBeNull();
  });
});

describe('the smallest units of money', () => {
  it.each([
    ['125.5', 'USD', 12_550],
    ['100', 'USD', 10_000],
    ['0.07', 'USD', 7],
    ['5000', 'JPY', 5000],
    ['5000.00', 'JPY', 5000],
    ['1.5', 'KWD', 1500],
  ])('%s %s', (amount, currency, minor) => {
    expect(toMinorUnits(amount, currency)).toBe(minor);
    expect(Number(fromMinorUnits(minor, currency))).toBe(Number(amount));
  });

  it('are not made from what has no coin, or is no amount', () => {
    for (const amount of ['0.001', '-1', '1e3', '']) expect(toMinorUnits(amount, 'USD')).toBeNull();
    expect(toMinorUnits('100.5', 'JPY')).toBeNull();
  });
});
