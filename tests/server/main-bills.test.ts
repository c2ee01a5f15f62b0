import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, moneyOf, reasons, state, type Money } from '../support/money.ts';
import { openDesk, type Desk, type Row } from '../support/sold-bills.ts';
import type { Answer, Person } from '../support/test-app.ts';

/* A main bill of the north from the first scan to the customers' bills. */

let desk: Desk;
let money: Money;
let acme: string;
let harbor: string;
const person = (name: string): Person => desk.world.person(name).person;
const data = <T = Row>({ body }: Answer): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
beforeAll(async () => {
  desk = await openDesk();
  money = moneyOf(desk.world);
  [acme, harbor] = [desk.sample('customer/acme'), desk.sample('customer/harbor')];
}, 120_000);
afterAll(() => desk?.close());

let serial = 0;
const bill = async (more: object = {}): Promise<string> =>
  added(
    await money.admin.post('MainBill/add', {
      ...{
        number: `MB-${(serial += 1)}-TEST`,
        mode: 'sea',
        carrier: 'Matson',
        origin: 'Ningbo',
        destination: 'Long Beach',
      },
      ...more,
    }),
  );
const scan = async (mainBill: string, text: string, who = money.clerk) =>
  data<{ outcome: string; box: Row | null; totals: Row; bill: Row }>(
    await who.post('MainBill/scan', { mainBill, text }),
  );
const boxOf = async (id: string) => data(await money.admin.get('MainBillBox/detail', { id }));
/** A weighed box of a customer on a main bill, with goods that add up. */
async function packed(mainBill: string, boxNo: string, { customer = acme, kg = 10, value = 100, ...more } = {}) {
  const values = {
    boxNo,
    mainBill,
    customer,
    pieces: 4,
    declaredValue: value,
    length: 40,
    width: 30,
    height: 20,
    ...more,
  };
  const id = added(await money.clerk.post('MainBillBox/add', values));
  data(await money.clerk.post('MainBillBox/weigh', { id, unitType: '1', weight: kg }));
  added(await money.clerk.post('GoodsDeclare/add', goods(id, { unitPrice: value / 4 })));
  return id;
}
const goods = (box: string, more: object = {}) => ({
  ...{ box, hsCode: '6109.10', descriptionEn: 'T-shirt', descriptionZh: 'T恤', origin: 'CN' },
  ...{ quantity: 4, unitPrice: 25, ...more },
});
const go = async (id: string, ...steps: string[]) => {
  for (const step of steps) {
    const dates =
      step === 'depart' ? { departsOn: '2026-01-05' } : step === 'arrive' ? { arrivesOn: '2026-01-06' } : {};
    state(await money.admin.post(`MainBill/${step}`, { id, ...dates }));
  }
};
const charged = (id: string) =>
  desk.query(
    `SELECT l."trackingNo" || ' ' || l.new || ' ' || coalesce(l.cost::text, '-') || ' ' || l.status AS line FROM member_bill_line l
      WHERE l."sourceEntity" = 'main-bill' AND l."sourceId" = $1 ORDER BY l."trackingNo"`,
    [id],
  );

describe('a scanned box', () => {
  it('is taken with what its package says, or with its number alone until someone says whose it is', async () => {
    const { packages } = await desk.order({ customer: acme, tracking: ['1ZCONSOL0000000001'], charges: [] });
    const id = await bill();
    const found = await scan(id, ' 1zconsol0000000001 ', money.admin);
    expect(found).toMatchObject({ outcome: 'added', totals: { count: 1, unweighed: 1, unknown: 0 } });
    expect(found.box).toMatchObject({
      customer: acme,
      package: packages[0],
      unitType: '0',
      weight: 4,
      status: 'loaded',
    });
    const unknown = await scan(id, 'NOBODY-1');
    expect(unknown).toMatchObject({ outcome: 'unknown', box: { customer: null, status: 'loaded' } });
    const box = String(unknown.box?.['id']);
    data(await money.clerk.post('MainBillBox/assign', { id: box, customer: acme }));
    data(await money.clerk.post('MainBillBox/weigh', { id: box, weight: 12.34, unitType: '1' }));
    const { totals } = data<{ totals: Row }>(await money.clerk.post('MainBill/scan', { mainBill: id }));
    // 4 lb and 12.34 kg.
    expect(totals).toEqual({ count: 2, weight: 14.154, unweighed: 1, unknown: 0 });
    expect(data(await money.clerk.get('MainBill/detail', { id }))).toMatchObject({ boxCount: 2, weight: 14.154 });
  });

  it('says where it is when it is scanned again, and comes off again', async () => {
    const [one, other] = [await bill(), await bill()];
    const { box } = await scan(one, 'TWICE-1');
    expect((await scan(one, 'TWICE-1')).outcome).toBe('twice');
    expect((await scan(other, 'TWICE-1')).outcome).toBe('elsewhere');
    expect(state(await money.clerk.post('MainBillBox/unload', { id: box?.['id'] }))).toBe('waiting');
    expect((await scan(other, 'TWICE-1')).outcome).toBe('waiting');
    expect(state(await money.clerk.post('MainBillBox/load', { id: box?.['id'], mainBill: other }))).toBe('loaded');
    expect(data(await money.clerk.get('MainBill/detail', { id: one }))).toMatchObject({ boxCount: 0 });
    const { number } = data<{ number: string }>(await money.clerk.get('MainBill/detail', { id: other }));
    expect(data(await money.clerk.post('MainBill/scan', { text: number.toLowerCase() }))).toMatchObject({
      outcome: 'bill',
      bill: { id: other },
    });
    expect(reasons(await money.clerk.post('MainBill/scan', { text: 'LONELY-1' }))).toEqual([
      'text consolidation.noBill',
    ]);
  });

  it('goes onto one main bill when two people scan it at once', async () => {
    const bills = [await bill(), await bill()];
    const both = await Promise.all(bills.map((id, at) => scan(id, 'RACE-1', at === 0 ? money.clerk : money.admin)));
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['elsewhere', 'unknown']);
    const id = both[0]?.box?.['id'];
    await money.clerk.post('MainBillBox/unload', { id });
    const loads = await Promise.all(bills.map((mainBill) => money.clerk.post('MainBillBox/load', { id, mainBill })));
    expect(loads.map(({ body }) => body.success).toSorted()).toEqual([false, true]);
    const counts = await desk.query('SELECT sum("boxCount")::integer AS many FROM main_bill WHERE id = ANY ($1)', [
      bills,
    ]);
    expect(counts).toEqual([{ many: 1 }]);
  });

  it('is refused by a closed main bill', async () => {
    const id = await bill();
    await packed(id, 'LATE-0');
    await go(id, 'close');
    expect(reasons(await money.clerk.post('MainBill/scan', { mainBill: id, text: 'LATE-1' }))).toEqual([
      'mainBill consolidation.billClosed',
    ]);
    expect(reasons(await money.clerk.post('MainBillBox/add', { boxNo: 'LATE-1', mainBill: id }))).toEqual([
      'mainBill consolidation.billClosed',
    ]);
  });
});

describe('a main bill', () => {
  it('is closed when every box is complete, and opened again until it departs', async () => {
    const id = await bill();
    expect(reasons(await money.admin.post('MainBill/close', { id }))).toEqual([' consolidation.empty']);
    const good = await packed(id, 'GOOD-1');
    const { box } = await scan(id, 'BARE-1');
    const bare = String(box?.['id']);
    expect(reasons(await money.admin.post('MainBill/close', { id }))).toEqual([
      ...[' consolidation.finding.noCustomer', ' consolidation.finding.notWeighed', ' consolidation.finding.noGoods'],
    ]);
    data(await money.clerk.post('MainBillBox/assign', { id: bare, customer: acme }));
    data(await money.clerk.post('MainBillBox/weigh', { id: bare, unitType: '1', weight: 3 }));
    data(await money.clerk.post('MainBillBox/correct', { id: bare, pieces: 5, declaredValue: 99 }));
    const line = added(await money.clerk.post('GoodsDeclare/add', goods(bare, { hsCode: null, origin: null })));
    const checked = data<{ findings: Row[] }>(await money.clerk.post('MainBill/check', { mainBill: id }));
    expect(checked.findings).toEqual(
      ['noHs', 'noOrigin', 'piecesDiffer', 'valueDiffers'].map((code) => ({ code, boxes: ['BARE-1'] })),
    );
    expect(reasons(await money.clerk.post('GoodsDeclare/edit', { id: line, hsCode: '12AB' }))).toHaveLength(1);
    data(await money.clerk.post('GoodsDeclare/edit', { id: line, hsCode: '61091000', origin: 'CN' }));
    data(await money.clerk.post('MainBillBox/correct', { id: bare, pieces: 4, declaredValue: 100 }));
    await go(id, 'close');
    expect(await boxOf(good)).toMatchObject({ status: 'closed' });
    expect(reasons(await money.clerk.post('GoodsDeclare/edit', { id: line, quantity: 5 }))).toEqual([
      'box consolidation.boxClosed',
    ]);
    expect(reasons(await money.clerk.post('GoodsDeclare/delete', { id: line }))).toEqual([
      'box consolidation.boxClosed',
    ]);
    expect(reasons(await money.clerk.post('MainBillBox/weigh', { id: good, weight: 1, unitType: '1' }))).toEqual([
      ' notHere',
    ]);
    await go(id, 'reopen', 'close', 'depart');
    expect((await money.admin.post('MainBill/reopen', { id })).body.success).toBe(false);
    expect((await scan(await bill(), 'GOOD-1')).outcome).toBe('gone');
  });

  it('is split: some boxes go onto a new one', async () => {
    const id = await bill({ markupPercent: 7 });
    const [stays, goes] = [await packed(id, 'STAY-1'), await packed(id, 'GO-01', { kg: 20 })];
    const split = (boxes: string[]) => money.admin.post('MainBill/split', { id, number: 'SPLIT-1', boxes });
    expect(reasons(await split([stays, goes]))).toEqual(['boxes consolidation.splitAll']);
    data(await split([goes]));
    const moved = await boxOf(goes);
    expect(moved).toMatchObject({ mainBillNo: 'SPLIT-1', status: 'loaded' });
    expect(data(await money.admin.get('MainBill/detail', { id: String(moved['mainBill']) }))).toMatchObject({
      ...{ number: 'SPLIT-1', boxCount: 1, weight: 20, markupPercent: 7, status: 'open' },
    });
    expect(data(await money.admin.get('MainBill/detail', { id }))).toMatchObject({ boxCount: 1, weight: 10 });
    expect((await split([goes])).body.success).toBe(false);
  });

  it('has a waybill number whose check digit is right', async () => {
    const add = (number: string) =>
      money.admin.post('MainBill/add', {
        ...{ number, mode: 'air', carrier: 'EK', origin: 'HKG', destination: 'LAX' },
      });
    expect(reasons(await add('176-12345674'))).toEqual(['number consolidation.wrongWaybill']);
    added(await add('176-12345675'));
  });
});

describe('what a main bill costs', () => {
  it('is charged to its customers to the cent, follows its costs, and stands once a bill has it', async () => {
    const costs = [
      { kind: 'freight', amount: 100, currency: 'USD', basis: 'weight' },
      { kind: 'customs', amount: 0.1, currency: 'USD', basis: 'boxes' },
    ];
    const id = await bill({ costs, markupPercent: 10 });
    for (const [boxNo, customer] of [
      ['COST-1', acme],
      ['COST-2', acme],
      ['COST-3', harbor],
    ] as const)
      await packed(id, boxNo, { customer });
    const spread = data<{ rows: Row[] }>(await money.finance.post('MainBill/spread', { mainBill: id }));
    expect(spread.rows.map(({ cost, sale }) => `${cost} ${sale}`)).toEqual([
      '33.38 36.72',
      '33.36 36.70',
      '33.36 36.70',
    ]);
    await go(id, 'close', 'depart', 'arrive', 'settle');
    expect((await charged(id)).map(({ line }) => line)).toEqual([
      ...['COST-1 36.72 33.38 open', 'COST-2 36.70 33.36 open', 'COST-3 36.70 33.36 open'],
    ]);
    const enter = (amount: number, more: object = {}) =>
      money.finance.post('MainBill/enterCosts', { id, costs: [{ ...costs[0], amount }], markupPercent: 10, ...more });
    data(await enter(90));
    expect((await charged(id)).map(({ line }) => line)).toEqual([
      ...['COST-1 33.00 30.00 open', 'COST-2 33.00 30.00 open', 'COST-3 33.00 30.00 open'],
    ]);
    await desk.run('2026-12-31');
    expect(reasons(await enter(80))).toEqual([' sale.onBill']);
    // What no customer pays may change.
    data(await enter(90));
    await desk.proven();
  });

  it('is a price per kilogram where a customer has agreed on one', async () => {
    const id = await bill({ costs: [{ kind: 'freight', amount: 30, currency: 'USD' }] });
    await packed(id, 'KILO-1', { kg: 2.5 });
    await packed(id, 'KILO-2', { customer: harbor, kg: 12.5 });
    await desk.settings(harbor, { consolidationMode: 'perKg', consolidationPrice: '1.5', consolidationMinimum: '10' });
    await go(id, 'close', 'depart', 'arrive', 'settle');
    // 2.5 of 15 kg at cost, and 12.5 kg at 1.50; 24 dm3 weigh 4 kg by volume.
    expect((await charged(id)).map(({ line }) => line)).toEqual(['KILO-1 5.00 5.00 open', 'KILO-2 18.75 25.00 open']);
  });

  it('needs something to spread by, and something to charge', async () => {
    const id = await bill({ basis: 'value', costs: [{ kind: 'duty', amount: 5, currency: 'USD' }] });
    await packed(id, 'ZERO-1', { value: 0 });
    await go(id, 'close', 'depart', 'arrive');
    expect(reasons(await money.finance.post('MainBill/settle', { id }))).toEqual(['costs consolidation.noBasis.value']);
    data(await money.finance.post('MainBill/enterCosts', { id, costs: [] }));
    expect(reasons(await money.finance.post('MainBill/settle', { id }))).toEqual([
      'costs consolidation.nothingToCharge',
    ]);
  });

  it('is nothing that members, clerks or other tenants see', async () => {
    const id = await bill({ costs: [{ kind: 'freight', amount: 77, currency: 'USD' }], markupPercent: 5 });
    const box = await packed(id, 'SIGHT-1');
    const own = data(await money.member.get('MainBillBox/detail', { id: box }));
    expect(own).toMatchObject({ boxNo: 'SIGHT-1', mainBillNo: expect.any(String) });
    expect(data<{ meta: Row }>(await money.member.get('meta/MainBillBox'))).toMatchObject({
      meta: { path: 'MainBillBox' },
    });
    for (const call of ['MainBill/spread', 'MainBill/check', 'MainBill/scan', 'MainBill/labels', 'MainBill/customs'])
      expect((await money.member.post(call, { mainBill: id, format: 'pdf' })).status, call).toBe(403);
    expect((await money.member.get('MainBill/detail', { id })).status).toBe(403);
    expect((await money.clerk.post('MainBill/spread', { mainBill: id })).status).toBe(403);
    const seen = data(await money.clerk.get('MainBill/detail', { id }));
    for (const name of ['costs', 'markupPercent', 'pricePerKg']) expect(seen).not.toHaveProperty(name);
    const sibling = person('north sibling');
    expect((await sibling.get('MainBillBox/detail', { id: box })).body.success).toBe(false);
    expect((await sibling.post('GoodsDeclare/add', goods(box))).body.success).toBe(false);
    const south = person('south admin');
    for (const call of ['MainBill/check', 'MainBill/spread', 'MainBill/scan'])
      expect(reasons(await south.post(call, { mainBill: id, text: 'SIGHT-1' })), call).toEqual([
        'mainBill reference.missing',
      ]);
    const shown = data<Row>(await money.member.get('MemberConfig/page', {}));
    expect(JSON.stringify(shown)).not.toContain('consolidationM');
  });
});

describe('members', () => {
  it('announce their own boxes and declare what is in them', async () => {
    const id = added(await money.member.post('MainBillBox/add', { boxNo: 'MINE-1', pieces: 4 }));
    expect(await boxOf(id)).toMatchObject({ customer: acme, status: 'waiting' });
    added(await money.member.post('GoodsDeclare/add', goods(id)));
    expect(data<Row[]>(await money.member.get('GoodsDeclare/list', { box: id }))).toMatchObject([{ customer: acme }]);
    const open = await bill();
    expect((await money.member.post('MainBillBox/add', { boxNo: 'MINE-2', mainBill: open })).body.data).toMatchObject(
      {},
    );
    expect(data<Row[]>(await money.admin.get('MainBillBox/list', { mainBill: open }))).toEqual([]);
    expect((await scan(open, 'MINE-1')).outcome).toBe('waiting');
    data(await money.clerk.post('MainBillBox/load', { id, mainBill: open }));
    expect((await money.member.post('MainBillBox/delete', { id })).body.success).toBe(false);
    expect((await money.member.post('MainBillBox/edit', { id, pieces: 9 })).body.success).toBe(false);
  });

  it('change no measure that was taken of a box, though it still waits', async () => {
    const id = added(await money.member.post('MainBillBox/add', { boxNo: 'MINE-9', pieces: 4, weight: 3 }));
    data(await money.member.post('MainBillBox/edit', { id, weight: 2.5 }));
    const sides = { length: 40, width: 30, height: 20 };
    data(await money.clerk.post('MainBillBox/weigh', { id, unitType: '1', weight: 21, ...sides }));
    for (const change of [{ weight: 2.5 }, { unitType: '0' }, { length: 4, width: 3, height: 2 }])
      await money.member.post('MainBillBox/edit', { id, ...change });
    data(await money.member.post('MainBillBox/edit', { id, pieces: 5 }));
    expect(await boxOf(id)).toMatchObject({ pieces: 5, weight: 21, unitType: '1', weightKg: 21, ...sides });
    // Staff may weigh it again.
    data(await money.clerk.post('MainBillBox/weigh', { id, unitType: '1', weight: 22 }));
    expect(await boxOf(id)).toMatchObject({ weight: 22 });
  });
});

describe('the papers', () => {
  it('are labels for the boxes and a list for customs in either language', async () => {
    const id = await bill();
    await packed(id, 'PAPER-1');
    await packed(id, 'PAPER-2');
    const file = async (path: string, more: object = {}) => {
      const raw = await desk.world.test.app.inject({
        ...{ method: 'POST', url: `/api/${path}?culture=zh-CN`, payload: JSON.stringify({ mainBill: id, ...more }) },
        headers: {
          ...{ host: 'north.localhost', authorization: `Bearer ${money.clerk.token}` },
          'content-type': 'application/json',
        },
      });
      return { type: String(raw.headers['content-type']), bytes: raw.rawPayload };
    };
    for (const path of ['MainBill/labels', 'MainBill/customs']) {
      const { type, bytes } = await file(path, path.endsWith('customs') ? { format: 'pdf' } : {});
      expect(type).toContain('application/pdf');
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const { bytes } = await file('MainBill/customs', { format: 'xlsx' });
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    // A container holds more boxes than a thousand, and each gets its label.
    await desk.query(
      `INSERT INTO main_bill_box (tenant_id, id, "boxNo", "mainBill", customer, status, "unitType", currency)
         SELECT b.tenant_id, lading.new_id(), 'PAPER-' || n, b."mainBill", b.customer, b.status, b."unitType", b.currency
           FROM main_bill_box b, generate_series(3, 1002) n WHERE b."boxNo" = 'PAPER-1'`,
      [],
    );
    const pages = async (more: object = {}) =>
      (await file('MainBill/labels', more)).bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length;
    expect(await pages()).toBe(1002);
    const [last] = await desk.query(`SELECT id::text FROM main_bill_box WHERE "boxNo" = 'PAPER-999'`, []);
    expect(await pages({ boxes: [last?.['id']] })).toBe(1);
  });
});
