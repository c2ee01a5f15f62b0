import { later } from './calendar.ts';
import type { Cast, Customer } from './company.ts';
import { addByMonth, type Seeder, type Steps, type SeededRecord } from './seeder.ts';
import type { Random } from './random.ts';

/** Days of seeded business. */
const year = 364;

/** Deposits, deductions, withdrawals and invoices of a year, in every state. */
export async function tellMoney(pen: Seeder, cast: Cast): Promise<void> {
  const payers = cast.customers.filter(({ enabled }) => enabled);
  await tellHeaders(pen, cast);
  await addByMonth(pen, 'deposit', deposits(pen, cast, payers));
  await addByMonth(pen, 'deduction', deductions(pen, cast, payers));
  await addByMonth(pen, 'withdrawal', withdrawals(pen, cast, payers));
  await tellInvoices(pen, cast, payers);
}

/** Bank accounts for customers' payments. */
async function tellHeaders(pen: Seeder, cast: Cast): Promise<void> {
  const random = pen.random('recharge headers');
  await pen.add(
    'recharge-header',
    ['First Harbor Bank', 'Pacific Trust'].map((bankName, at) => ({
      given: { by: cast.finance },
      input: {
        name: pen.words.name,
        bankName,
        bankAccount: random.digits(12),
        currency: 'USD',
        routingNo: random.digits(9),
        sort: (at + 1) * 10,
      },
    })),
  );
}

interface Scene {
  pen: Seeder;
  random: Random;
  cast: Cast;
  customer: Customer;
  /** The author, creation time and last time of a record. */
  by: string;
  at: string;
  end: string;
}

/** Creates records from the first day to yesterday; `make` describes each. */
export function play(
  pen: Seeder,
  cast: Cast,
  customers: readonly Customer[],
  { name, count }: { readonly name: string; readonly count: number },
  make: (scene: Scene, at: number) => SeededRecord,
): SeededRecord[] {
  const random = pen.random(name);
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = Math.max(1, Math.round(year * (1 - (index + 1) / count)));
    const customer = random.pick(customers);
    const at = pen.calendar.moment(daysAgo, random.int(9, 17) * 3600);
    const end = pen.calendar.moment(0, 0);
    return make({ pen, random, cast, customer, by: cast.finance, at, end }, index);
  });
}

const deposits = (pen: Seeder, cast: Cast, payers: readonly Customer[]): SeededRecord[] =>
  play(pen, cast, payers, { name: 'deposits', count: 26 }, (scene, at) => {
    const { random, customer, end } = scene;
    const status = at % 6 === 2 ? 'returned' : at % 13 === 5 ? 'voided' : 'recorded';
    const back = { returnTo: random.pick(['bank', 'balance']), reason: pen.words.money.returned };
    const settled = status === 'returned' ? back : { reason: pen.words.money.voided };
    const by = { settledBy: cast.finance, settledAt: later(scene.at, 24 * 20, end) };
    const steps = { recorded: {}, returned: { return: by.settledAt }, voided: { void: by.settledAt } };
    return told(
      scene,
      status,
      { add: scene.at, ...steps[status] },
      {
        input: {
          customer: customer.id,
          amount: random.int(2, 20) * 250,
          method: random.weighted({ wire: 5, ach: 3, check: 1 }),
          receivedOn: scene.at.slice(0, 10),
          bankReference: `DP ${random.digits(6)}`,
          note: pen.words.money.deposit,
        },
        locked: status === 'recorded' ? {} : { ...settled, ...by },
      },
    );
  });

const deductions = (pen: Seeder, cast: Cast, payers: readonly Customer[]): SeededRecord[] =>
  play(pen, cast, payers.slice(0, 12), { name: 'deductions', count: 70 }, (scene, at) => {
    const { random, customer, end } = scene;
    const status = [63, 66, 69].includes(at) ? 'draft' : at % 9 === 4 ? 'reversed' : 'confirmed';
    const { reason, text } = random.pick(pen.words.money.deductions);
    const confirmed = { confirmedBy: cast.finance, confirmedAt: later(scene.at, 5, end) };
    const reversed = {
      ...{ reverseReason: pen.words.money.reversed, reversedBy: cast.finance },
      reversedAt: later(scene.at, 60, end),
    };
    const confirm = { confirm: confirmed.confirmedAt };
    const steps = { draft: {}, confirmed: confirm, reversed: { ...confirm, reverse: reversed.reversedAt } };
    return told(scene, status, steps[status], {
      input: {
        customer: customer.id,
        amount: random.int(350, 9_500) / 100,
        reason,
        trackingNo: `7946${random.digits(8)}`,
        chargedOn: scene.at.slice(0, 10),
        description: text,
      },
      locked: { ...(status === 'draft' ? {} : confirmed), ...(status === 'reversed' ? reversed : {}) },
    });
  });

/** Only customers with many recharges withdraw money. */
const withdrawals = (pen: Seeder, cast: Cast, payers: readonly Customer[]): SeededRecord[] =>
  play(pen, cast, payers.slice(0, 4), { name: 'withdrawals', count: 16 }, (scene, at) => {
    const { random, customer, end } = scene;
    const status = ['applied', 'passed'][15 - at] ?? (at % 5 === 3 ? 'refused' : 'paidOut');
    const reviewed = { reviewer: cast.finance, reviewedAt: later(scene.at, 8, end) };
    const paid = { bankReference: `WT ${random.digits(6)}`, paidBy: cast.finance, paidAt: later(scene.at, 30, end) };
    const ends: Record<string, Steps> = { paidOut: { payOut: paid.paidAt }, refused: { refuse: reviewed.reviewedAt } };
    const steps = { add: scene.at, ...ends[status] };
    return told({ ...scene, by: customer.member ?? cast.clerks[customer.branch] }, status, steps, {
      input: {
        customer: customer.id,
        amount: random.int(4, 30) * 5,
        method: random.pick(['wire', 'ach']),
        payee: customer.name,
        accountNo: random.digits(10),
      },
      locked: {
        ...(status === 'applied' ? {} : reviewed),
        ...(status === 'paidOut' ? paid : {}),
        ...(status === 'refused' ? { remarks: pen.words.money.refused } : {}),
      },
    });
  });

async function tellInvoices(pen: Seeder, cast: Cast, payers: readonly Customer[]): Promise<void> {
  const billed = payers.slice(0, 8);
  const random = pen.random('invoice headers');
  const headers = await pen.add(
    'invoice-header',
    billed.map(({ id, name, address }) => ({
      given: { by: cast.finance },
      input: {
        customer: id,
        title: name,
        taxNo: `${random.digits(2)}-555${random.digits(4)}`,
        address: `${address.address1}, ${address.city}, ${address.state}`,
        email: `billing@${random.digits(4)}.example`,
      },
    })),
  );
  const requests = play(pen, cast, billed, { name: 'invoices', count: 24 }, (scene, at) => {
    const { customer, end } = scene;
    const status = at >= 21 ? 'applied' : at % 7 === 3 ? 'rejected' : 'approved';
    const reviewed = { reviewer: cast.finance, reviewedAt: later(scene.at, 20, end) };
    const invoiced = { invoiceNo: `INV-${1001 + at}`, invoicedOn: scene.at.slice(0, 10) };
    return told(
      { ...scene, by: customer.member ?? cast.clerks[customer.branch] },
      status,
      {},
      {
        input: {
          customer: customer.id,
          header: headers[billed.indexOf(customer)],
          amount: scene.random.int(2, 12) * 10,
          kind: scene.random.weighted({ general: 4, special: 1 }),
        },
        locked: {
          ...(status === 'applied' ? {} : reviewed),
          ...(status === 'approved' ? invoiced : {}),
          ...(status === 'rejected' ? { rejectReason: pen.words.money.rejected } : {}),
        },
      },
    );
  });
  await addByMonth(pen, 'invoice-request', requests);
}

export const told = (
  { at, by }: Scene,
  status: string,
  through: Steps,
  { input, locked }: { input: Record<string, unknown>; locked: Record<string, unknown> },
): SeededRecord => ({ through, given: { status, at, by, locked }, input });
