import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, reasons, state, type Money } from '../../support/money.ts';
import type { Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
let header: string;
let remaining: number;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  header = world.homes.north.samples.get('invoice-header/acme') ?? '';
  // Credited by the samples: 7,750.25; 4,500 of it is applied for or approved there.
  remaining = 7_750.25 - 4_500;
});
afterAll(() => world?.close());

const apply = (amount: number, person: Person = money.member) =>
  person.post('InvoiceRequest/add', { customer: money.customer('acme'), header, amount, kind: 'general' });

describe('a request for an invoice', () => {
  it('never asks for more than what was credited and is not invoiced', async () => {
    const over = await apply(remaining + 0.01);
    expect(reasons(over)).toEqual(['amount ledger.overInvoiced']);
    expect(over.body.issues?.[0]?.message).toBe('Credited and not yet invoiced: 3,250.25 USD.');
    const id = added(await apply(remaining));
    expect(reasons(await apply(0.01))).toEqual(['amount ledger.overInvoiced']);
    expect(state(await money.finance.post('InvoiceRequest/reject', { id, rejectReason: 'Wrong header' }))).toBe(
      'rejected',
    );
    const edited = await money.member.post('InvoiceRequest/edit', { id, amount: 250.25 });
    expect(edited.body.success).toBe(true);
    expect(state(await money.member.post('InvoiceRequest/reapply', { id }))).toBe('applied');
    const approved = { id, invoiceNo: 'INV-1', invoicedOn: '2025-06-02' };
    expect(state(await money.finance.post('InvoiceRequest/approve', approved))).toBe('approved');
  });

  it('covers settled bills, each once, and no more than was paid for them', async () => {
    const acme = money.customer('acme');
    const bill = async (values: string) => {
      const { rows } = await world.owner.query<{ id: string }>(
        `INSERT INTO member_bill (tenant_id, id, version, number, customer, currency, "periodFrom", "periodTo", status, "settleState", actual, disputed)
         SELECT $1, lading.new_id(), 1, v.* FROM (VALUES ${values}) v RETURNING id::text`,
        [world.homes.north.tenant],
      );
      return rows.map(({ id }) => id);
    };
    const period = `'2025-05-01'::date, '2025-05-07'::date`;
    const [settled = '', open = '', other = ''] = await bill(
      [
        `('B-1', ${acme}, 'USD', ${period}, 'pushed', 'settled', 120.5, 20)`,
        `('B-2', ${acme}, 'USD', ${period}, 'pushed', 'partly', 80, 0)`,
        `('B-3', ${money.customer('harbor')}, 'USD', ${period}, 'pushed', 'settled', 80, 0)`,
      ].join(),
    );
    const ask = (bills: string[], amount: number) =>
      money.member.post('InvoiceRequest/add', { customer: acme, header, amount, kind: 'general', bills });
    expect(reasons(await ask([settled], 100.51))).toEqual(['amount ledger.overSettled']);
    for (const bills of [[open], [other], [settled, open]])
      expect((await ask(bills, 10)).body.issues?.map(({ path }) => path.slice(0, 5))).toEqual(['bills']);
    const answers = await Promise.all([ask([settled], 100.5), ask([settled], 100.5)]);
    expect(answers.flatMap(reasons)).toEqual(['bills ledger.billInvoiced']);
    const [id = ''] = answers.filter(({ body }) => body.success).map(added);
    // A bill that is unsettled meanwhile is not invoiced after all.
    await world.owner.query(`UPDATE member_bill SET "settleState" = 'partly' WHERE id = $1`, [settled]);
    const approve = { id, invoiceNo: 'INV-B', invoicedOn: '2025-06-02' };
    expect(reasons(await money.finance.post('InvoiceRequest/approve', approve))).toEqual([
      'bills ledger.billNotSettled',
    ]);
    await money.finance.post('InvoiceRequest/reject', { id, rejectReason: 'Not settled' });
  });

  it('takes the same money once, however many ask at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(2_000)));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    const [id] = answers.filter(({ body }) => body.success).map(added);
    expect(reasons(await money.finance.post('InvoiceRequest/approve', { id }))).toEqual([
      'invoiceNo required',
      'invoicedOn required',
    ]);
    const again = { id, invoiceNo: 'INV-1', invoicedOn: '2025-06-02' };
    expect(reasons(await money.finance.post('InvoiceRequest/approve', again))).toEqual(['invoiceNo unique']);
    expect(state(await money.finance.post('InvoiceRequest/reject', { id, rejectReason: 'Asked twice' }))).toBe(
      'rejected',
    );
  });

  it('does not ask for what has been paid out again', async () => {
    /** In cents. */
    const left = async () => {
      const told = /: ([\d,.]+) USD/.exec((await apply(1_000_000)).body.issues?.[0]?.message ?? '')?.[1] ?? '';
      return Math.round(Number(told.replaceAll(',', '')) * 100);
    };
    const before = await left();
    const bank = { method: 'wire', payee: 'Acme Outdoor Supply LLC', accountNo: '000123456789' };
    const wish = { customer: money.customer('acme'), amount: 200.25, ...bank };
    const id = added(await money.member.post('Withdrawal/add', wish));
    expect(await left()).toBe(before);
    expect(state(await money.finance.post('Withdrawal/pass', { id }))).toBe('passed');
    expect(state(await money.finance.post('Withdrawal/payOut', { id, bankReference: 'WT 1' }))).toBe('paidOut');
    expect(await left()).toBe(before - 20_025);
  });

  it('is reviewed by another than who made it, and by finance', async () => {
    const id = added(await apply(10, money.finance));
    const approve = { id, invoiceNo: 'INV-2', invoicedOn: '2025-06-02' };
    expect(reasons(await money.finance.post('InvoiceRequest/approve', approve))).toEqual([' ownRequest']);
    for (const person of [money.member, money.clerk])
      expect((await person.post('InvoiceRequest/approve', approve)).status).toBe(403);
    expect(reasons(await money.admin.post('InvoiceRequest/reject', { id }))).toEqual(['rejectReason required']);
    expect(state(await money.admin.post('InvoiceRequest/approve', approve))).toBe('approved');
  });

  it('bills to a header of the same customer', async () => {
    const foreign = await money.finance.post('InvoiceRequest/add', {
      customer: money.customer('acme'),
      header: world.homes.north.samples.get('invoice-header/harbor'),
      amount: 1,
    });
    expect(reasons(foreign)).toEqual(['header reference.missing']);
  });
});
