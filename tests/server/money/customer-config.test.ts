import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, reasons, state, type Money } from '../../support/money.ts';
import { keepTrial } from '../../support/tried.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
});
afterAll(() => world?.close());

const settings = (name: string) => world.homes.north.samples.get(`customer-config/${name}`) ?? '';
const available = (name: string) => money.balance('available', money.customer(name));
const clear = (name: string, clearTo: string, reason: string | undefined = 'Contract ended') =>
  money.finance.post('MemberConfig/clearAccount', { id: settings(name), clearTo, reason });

describe('the settings of a customer', () => {
  it('close an account: what remains goes to the bank or is written off, with a reason, and once', async () => {
    expect(reasons(await money.finance.post('MemberConfig/clearAccount', { id: settings('harbor') }))).toEqual([
      'clearTo required',
      'reason required',
    ]);
    expect(await available('harbor')).toBe(125_050);
    expect((await clear('harbor', 'bank')).body.success).toBe(true);
    expect(await available('harbor')).toBe(0);
    expect((await money.lines(settings('harbor'))).at(-1)).toBe('clearAccount available>bankClearing 1250.50');
    expect(reasons(await clear('harbor', 'bank'))).toEqual([' ledger.nothingToClear']);
    expect((await clear('pinecrest', 'writeOff')).body.success).toBe(true);
    expect(await available('pinecrest')).toBe(0);
  });

  it('write off what is owed, and pay it to nobody', async () => {
    const id = added(
      await money.finance.post('Deduction/add', {
        ...{ customer: money.customer('jieda'), amount: 12.34, reason: 'other' },
        ...{ trackingNo: '1Z', description: 'Owed' },
      }),
    );
    expect((await money.finance.post('Deduction/confirm', { id })).body.success).toBe(true);
    expect(reasons(await clear('jieda', 'bank'))).toEqual(['clearTo ledger.owed']);
    expect((await clear('jieda', 'writeOff')).body.success).toBe(true);
    expect(await available('jieda')).toBe(0);
    expect(await money.lines(settings('jieda'))).toEqual(['clearAccount writeOff>available 12.34']);
  });

  it('change the overdraft, which is in force at once', async () => {
    const { person } = world.person('north sibling');
    const wish = { customer: money.customer('harbor'), amount: 50, method: 'ach', payee: 'H', accountNo: '1' };
    expect((await person.post('Withdrawal/add', wish)).body.success).toBe(false);
    const change = { id: settings('harbor'), overDraftAmount: 50, reason: 'Agreed' };
    expect((await money.finance.post('MemberConfig/editOverDraft', change)).body.success).toBe(true);
    expect((await person.post('Withdrawal/add', wish)).body.success).toBe(true);
  });

  it('say how many boxes an order may have when it is submitted', async () => {
    const order = world.homes.north.samples.get('order/draft-multi') ?? '';
    const { customer, boxCount } = (await money.admin.get('Order/detail', { id: order })).body.data as {
      customer: string;
      boxCount: number;
    };
    const limit = (most: number) =>
      world.owner.query('UPDATE customer_config SET "packageLimit" = $2 WHERE customer = $1', [customer, most]);
    await keepTrial(world.owner, [order], { sale: 12, cost: 9 });
    await limit(boxCount - 1);
    const refused = await money.admin.post('Order/submit', { id: order });
    expect(refused.body.issues).toMatchObject([{ path: 'boxes', code: 'order.tooManyPackages' }]);
    expect(refused.body.issues?.[0]?.message).toContain(`at most ${boxCount - 1} packages; this one has ${boxCount}`);
    await limit(boxCount);
    expect(state(await money.admin.post('Order/submit', { id: order }))).toBe('placing');
  });

  it('have their limits in the currency of the tenant', async () => {
    const { south } = world.homes;
    await world.owner.query(`UPDATE tenant SET currency = 'CAD' WHERE id = $1`, [south.tenant]);
    const finance = world.person('south finance').person;
    const id = south.samples.get('customer-config/harbor') ?? '';
    const change = { id, overDraftAmount: 75, reason: 'Agreed' };
    expect((await finance.post('MemberConfig/editOverDraft', change)).body.success).toBe(true);
    expect((await finance.get('MemberConfig/detail', { id })).body.data).toMatchObject({ limitCurrency: 'CAD' });
    const { data } = (await money.finance.get('MemberConfig/detail', { id: settings('harbor') })).body;
    expect(data).toMatchObject({ limitCurrency: 'USD' });
  });

  it('are found by the calls of older clients', async () => {
    const { body } = await money.finance.get('MemberConfig/fkSysOrg');
    expect(body.data).toContainEqual({ code: money.customer('acme'), value: 'Acme Outdoor Supply LLC' });
    const found = await money.finance.get('MemberConfig/detailByOrgId', { orgId: money.customer('yunfan') });
    expect(found.body.data).toMatchObject({ id: settings('yunfan'), depositCurrency: 'CNY' });
  });

  it('are refused by the name of the parameter where it names no customer', async () => {
    const issuesOf = async (query: Record<string, string>) =>
      (await money.finance.get('MemberConfig/detailByOrgId', query)).body.issues;
    const foreign = world.homes.south.samples.get('customer/acme') ?? '';
    expect(await issuesOf({})).toMatchObject([{ code: 'required', path: 'orgId' }]);
    for (const orgId of ["1' OR 1=1", '9'.repeat(19)])
      expect(await issuesOf({ orgId })).toMatchObject([{ code: 'reference.invalid', path: 'orgId' }]);
    for (const orgId of ['1', foreign])
      expect(await issuesOf({ orgId })).toMatchObject([{ code: 'reference.missing', path: 'orgId' }]);
  });

  it('are nobody’s but finance’s to clear', async () => {
    for (const person of [money.member, money.clerk])
      expect(
        (await person.post('MemberConfig/clearAccount', { id: settings('acme'), clearTo: 'bank', reason: 'x' })).status,
      ).toBe(403);
  });
});

describe('the calls about deposits', () => {
  it('name the customers, and the currency of one of them', async () => {
    const names = (await money.finance.get('MemberDeposit/GetMemberName')).body.data as { value: string }[];
    expect(names.map(({ value }) => value)).toContain('Acme Outdoor Supply LLC');
    const own = (await money.member.get('MemberDeposit/GetMemberName')).body.data as { value: string }[];
    expect(own.map(({ value }) => value)).toEqual(['Acme Outdoor Supply LLC']);
    expect((await money.finance.get('MemberDeposit/getMoneyType')).body.data).toBe('USD');
    const of = { customer: money.customer('yunfan') };
    expect((await money.finance.get('MemberDeposit/getMoneyType', of)).body.data).toBe('CNY');
  });

  it('take a file alone, or for the deposit that the query names', async () => {
    const slip = '%PDF-1.4\n%%EOF\n';
    const alone = (await money.finance.send('MemberDeposit/UpFile', 'slip.pdf', slip)).body.data as string;
    expect((await money.finance.raw('sysFileInfo/download', { id: alone })).body).toBe(slip);
    const id = added(
      await money.finance.post('MemberDeposit/add', {
        ...{ customer: money.customer('acme'), amount: 10, currency: 'USD', method: 'wire', receivedOn: '2025-06-02' },
      }),
    );
    const put = await money.finance.send(`MemberDeposit/UpFile?id=${id}`, 'slip.pdf', slip);
    expect((await money.finance.get('MemberDeposit/detail', { id })).body.data).toMatchObject({
      attachment: put.body.data,
    });
    expect((await money.member.send(`MemberDeposit/UpFile?id=${id}`, 'slip.pdf', slip)).status).toBe(403);
    const wrong = await money.finance.send(`MemberDeposit/UpFile?id=${id}`, 'slip.txt', 'text');
    expect(reasons(wrong)).toEqual(['attachment file.accept']);
    expect((await money.finance.send('Level/UpFile', 'slip.pdf', slip)).status).toBe(404);
  });
});
