import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from '../support/sold-bills.ts';
import { hosts, type Person } from '../support/test-app.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

type Row = Record<string, unknown>;
const data = <T = Row>({ body }: Awaited<ReturnType<Person['post']>>): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
const codes = ({ body }: Awaited<ReturnType<Person['post']>>): string[] =>
  (body.issues as { code: string }[] | undefined)?.map(({ code }) => code) ?? [];
const clerk = () => desk.world.person('north clerk').person;
const march = { from: '2026-03-01', to: '2026-03-31' };

async function run(body: object, who = desk.finance): Promise<Row> {
  const { job } = data<{ job: string }>(await who.post('WarehouseBill/run', body));
  await desk.world.test.runJobs();
  const state = data<{ state: string; result: Row }>(await who.get('job', { id: job }));
  expect(state.state).toBe('done');
  return state.result;
}
/** Bills that are counted from records, by their period. */
const bills = (from = march.from) =>
  desk.query(
    `SELECT b.id::text, b.customer::text, b.warehouse::text, b.total, b.status, w.code FROM warehouse_bill b JOIN warehouse w ON w.id = b.warehouse
      WHERE b.tenant_id = $1 AND b.source = 'records' AND b."periodFrom" = $2 AND b.status <> 'cancelled' ORDER BY w.code, b.id`,
    [desk.tenant, from],
  );
const detail = async (id: unknown, who = desk.finance) =>
  data(await who.get('WarehouseBill/detail', { id: String(id) }));
const lines = (bill: Row) =>
  (bill['lines'] as Row[]).map(({ fee, basis, units, price, amount }) =>
    [fee, basis, units, price, amount].map(String).join(' '),
  );
const acmeWest = async () => {
  const found = await bills();
  const west = found.find(({ customer, code }) => customer === desk.sample('customer/acme') && code === 'LAX1');
  return String(west?.['id']);
};

describe('the bills of a period', () => {
  it('are made once, however often and from however many sides they are asked for', async () => {
    const [one, other] = await Promise.all([
      desk.finance.post('WarehouseBill/run', march),
      desk.world.person('north admin').person.post('WarehouseBill/run', march),
    ]);
    await desk.world.test.runJobs();
    expect([one, other].map(({ body }) => body.success)).toEqual([true, true]);
    const made = await bills();
    expect(made.map(({ code, total, status }) => `${code} ${total} ${status}`)).toEqual([
      'EWR1 85.25 generated',
      'LAX1 179.70 generated',
    ]);
    expect(await run(march)).toMatchObject({ bills: 0, already: 2 });
    expect(await bills()).toEqual(made);
  });

  it('hold each fee kind, explained, and storage day by day that adds up to its line', async () => {
    const bill = await detail(await acmeWest());
    // Seven days are free. Half of the pallets left on the 20th, the boxes came on the 10th and left on the 28th, and what
    // came back last year is in the last tier.
    expect(lines(bill)).toEqual([
      'inbound pallet 4 12 48',
      'inbound piece 130 0.15 19.5',
      'storage cbm 109.2 0.45 49.14',
      'storage cbm 0.4867 0.95 0.46',
      'handling order 6 1.2 7.2',
      'handling piece 24 0.25 6',
      'label label 204 0.1 20.4',
      'outbound pallet 2 14.5 29',
    ]);
    const { days, lots, works } = bill['proof'] as Record<string, Row[]>;
    const sumOf = (rows: Row[] = []) => rows.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0);
    expect(sumOf(days)).toBe(sumOf((bill['lines'] as Row[]).filter(({ fee }) => fee === 'storage')));
    expect(days?.filter(({ fromDay }) => fromDay === 1).map(({ day }) => day)).toHaveLength(21);
    expect(lots?.map((lot) => `${lot['days']} ${lot['freeDays']}`)).toEqual(['31 0', '28 7', '18 7']);
    expect(works).toHaveLength(9);
    expect((bill['lines'] as Row[])[2]?.['explained']).toContain('109.2 × 0.45');
  });

  it('explain each line in the language of the reader, on pages and in files', async () => {
    const id = await acmeWest();
    const said = async (culture: string) => {
      const read = data(await desk.finance.get('WarehouseBill/detail', { id, culture }));
      return (read['lines'] as Row[]).map(({ explained }) => String(explained));
    };
    const [english, chinese] = [await said('en-US'), await said('zh-CN')];
    expect(english[2]).toMatch(/^[^\p{Script=Han}]*109\.2 × 0\.45/u);
    expect(chinese).toHaveLength(english.length);
    expect(chinese.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
    expect(english.filter((text) => /\p{Script=Han}/u.test(text))).toEqual([]);
    expect(chinese[2]).toContain('109.2 × 0.45');
    const file = async (culture: string) => {
      const payload = { bill: id, format: 'xlsx' };
      const url = `/api/WarehouseBill/document?culture=${culture}`;
      const headers = { host: hosts.north, authorization: `Bearer ${desk.finance.token}` };
      const { rawPayload } = await desk.world.test.app.inject({ method: 'POST', url, payload, headers });
      return JSON.stringify((await readXlsx(rawPayload)).sheets);
    };
    expect(await file('zh-CN')).toContain(chinese[2]);
    expect(await file('en-US')).toContain(english[2]);
  });

  it('cannot overlap, and wait for the end of the period', async () => {
    const overlap = {
      customer: desk.sample('customer/acme'),
      warehouse: desk.sample('warehouse/west'),
      source: 'records',
    };
    const period = { periodFrom: '2026-03-31', periodTo: '2026-04-02' };
    expect(codes(await desk.finance.post('WarehouseBill/add', { ...overlap, ...period }))).toEqual([
      'warehouse.overlaps',
    ]);
    expect(codes(await desk.finance.post('WarehouseBill/run', { from: '2026-03-31', to: '2999-01-01' }))).toEqual([
      'warehouse.longPeriod',
    ]);
    const today = new Date().toISOString().slice(0, 10);
    expect(codes(await desk.finance.post('WarehouseBill/run', { from: today, to: today }))).toEqual([
      'warehouse.periodRuns',
    ]);
    expect(codes(await desk.finance.post('WarehouseBill/run', { from: '2026-04-02', to: '2026-04-01' }))).toEqual([
      'warehouse.period',
    ]);
  });

  it('are counted again after a record was put right', async () => {
    const id = await acmeWest();
    const before = await detail(id);
    await desk.query(`UPDATE warehouse_record SET orders = 7 WHERE id = $1`, [desk.sample('warehouse-record/handled')]);
    data(await desk.finance.post('WarehouseBill/recount', { id }));
    const after = await detail(id);
    expect(Number(after['total']) - Number(before['total'])).toBeCloseTo(1.2, 6);
  });
});

describe('a warehouse bill', () => {
  it('becomes a row of the next customer bill per fee kind, and is taken out again until a bill has it', async () => {
    const id = await acmeWest();
    data(await desk.finance.post('WarehouseBill/push', { id }));
    const rows = () =>
      desk.query(
        `SELECT "sourcePart" AS part, new, note, "billedOn"::text AS day, cost FROM member_bill_line
          WHERE "sourceEntity" = 'warehouse-bill' AND "sourceId" = $1 ORDER BY 1`,
        [id],
      );
    const pushed = await rows();
    expect(pushed.map(({ part, new: amount }) => `${part} ${amount}`)).toEqual([
      'handling 14.40',
      'inbound 67.50',
      'label 20.40',
      'outbound 29.00',
      expect.stringMatching(/^storage /),
    ]);
    const bill = await detail(id);
    expect(pushed.reduce((sum, row) => sum + Math.round(Number(row['new']) * 100), 0)).toBe(
      Math.round(Number(bill['total']) * 100),
    );
    expect(pushed[0]).toMatchObject({
      day: '2026-03-31',
      cost: null,
      note: expect.stringContaining(`${bill['billNo']}, LAX1`),
    });
    data(await desk.finance.post('WarehouseBill/recall', { id, recallReason: 'A record was missing' }));
    expect(await rows()).toEqual([]);
    data(await desk.finance.post('WarehouseBill/push', { id }));
    await desk.run('2026-12-31');
    expect(codes(await desk.finance.post('WarehouseBill/recall', { id, recallReason: 'Too late' }))).toEqual([
      'sale.onBill',
    ]);
    const [next] = await desk.query(
      `SELECT "memberBill"::text AS bill FROM member_bill_line WHERE "sourceId" = $1 LIMIT 1`,
      [id],
    );
    data(await desk.finance.post('MemberBill/push', { id: next?.['bill'] }));
    await desk.proven();
  });

  it('shows its member what was pushed, and nobody else anything', async () => {
    const id = await acmeWest();
    const seen = await detail(id, desk.member);
    expect(seen['proof']).toBeTruthy();
    expect(seen).not.toHaveProperty('pushedBy');
    const listed = data<{ rows: Row[] }>(await desk.member.get('WarehouseBill/page'));
    expect(
      listed.rows.every(({ customer, status }) => customer === desk.sample('customer/acme') && status === 'pushed'),
    ).toBe(true);
    const other = desk.world.person('north sibling').person;
    expect((await other.get('WarehouseBill/detail', { id })).body.success).toBe(false);
    expect((await desk.world.person('south finance').person.get('WarehouseBill/detail', { id })).body.success).toBe(
      false,
    );
    for (const call of ['WarehousePrice/page', 'WarehousePriceAssignment/page'])
      expect((await desk.member.get(call)).body.success).toBe(false);
    for (const who of [desk.member, clerk()]) {
      expect((await who.post('WarehouseBill/run', march)).body.success).toBe(false);
      expect(
        (await who.post('WarehousePrice/preview', { id: desk.sample('warehouse-price/standard') })).body.success,
      ).toBe(false);
    }
    expect((await desk.member.post('WarehouseRecord/takeOver', { parcels: ['1'], warehouse: '1' })).body.success).toBe(
      false,
    );
  });

  it('comes as a workbook with its lines and its days, and can be entered with sums that are right', async () => {
    const id = await acmeWest();
    const file = await desk.world.test.app.inject({
      ...{ method: 'POST', url: '/api/WarehouseBill/document?culture=en-US', payload: { bill: id, format: 'xlsx' } },
      headers: { host: 'north.localhost', authorization: `Bearer ${desk.member.token}` },
    });
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const entered = {
      ...{ customer: desk.sample('customer/acme'), warehouse: desk.sample('warehouse/east'), currency: 'USD' },
      ...{ periodFrom: '2026-02-01', periodTo: '2026-02-28' },
    };
    const line = { fee: 'handling', basis: 'order', units: 3, price: 1.115, amount: 3.34 };
    expect(codes(await desk.finance.post('WarehouseBill/add', { ...entered, lines: [line] }))).toEqual([
      'warehouse.wrongAmount',
    ]);
    const added = data<{ id: string }>(
      await desk.finance.post('WarehouseBill/add', { ...entered, lines: [{ ...line, amount: 3.35 }] }),
    );
    data(await desk.finance.post('WarehouseBill/generate', { id: added.id }));
    expect(lines(await detail(added.id))).toEqual(['handling order 3 1.115 3.35']);
    data(await desk.finance.post('WarehouseBill/cancel', { id: added.id }));
  });
});

describe('a price profile', () => {
  it('is copied as a draft, tried on a period, and given to its customers from a day on', async () => {
    const standard = desk.sample('warehouse-price/standard');
    expect(codes(await desk.finance.post('WarehousePrice/edit', { id: standard, name: 'Other' }))).toEqual([
      'state.wrong',
    ]);
    data(await desk.finance.post('WarehousePrice/newVersion', { id: standard, from: '2026-05-01' }));
    const [draft] = await desk.query(
      `SELECT id::text, label, status, "from"::text FROM warehouse_price WHERE tenant_id = $1 AND code = 'STANDARD' ORDER BY "versionNo" DESC LIMIT 1`,
      [desk.tenant],
    );
    expect(draft).toMatchObject({ label: 'STANDARD v3', status: 'draft', from: '2026-05-01' });
    const made = data<{ fees: Row[] }>(await desk.finance.get('WarehousePrice/detail', { id: String(draft?.['id']) }));
    const fees = made.fees.map((row) =>
      row['fee'] === 'handling' ? { ...row, price: Number(row['price']) * 2 } : row,
    );
    data(await desk.finance.post('WarehousePrice/edit', { id: draft?.['id'], fees }));
    const preview = data<{ rows: Row[] }>(
      await desk.finance.post('WarehousePrice/preview', { id: draft?.['id'], ...march }),
    );
    const acme = preview.rows.find(({ customer }) => customer === desk.sample('customer/acme'));
    expect(acme).toMatchObject({ change: '14.40', currency: 'USD' });
    // Dollars are not taken from euros.
    const euro = data<{ id: string }>(
      await desk.finance.post('WarehousePrice/add', {
        ...{ code: 'EURO', name: 'In euros', currency: 'EUR', from: '2026-01-01', freeDays: 0 },
        fees: [{ fee: 'handling', basis: 'order', fromDay: 1, price: 2 }],
      }),
    );
    const abroad = data<{ rows: Row[] }>(await desk.finance.post('WarehousePrice/preview', { id: euro.id, ...march }));
    expect(abroad.rows.find(({ customer }) => customer === desk.sample('customer/acme'))).toMatchObject({
      ...{ currency: 'EUR', before: acme?.['before'], beforeCurrency: 'USD', after: '14.00', change: null },
    });
    data(await desk.finance.post('WarehousePrice/delete', { id: euro.id }));

    // Given to a customer as a draft it changes nothing yet.
    const early = { customer: desk.sample('customer/bluestem'), price: draft?.['id'], from: '2026-05-01' };
    data(await desk.finance.post('WarehousePriceAssignment/add', early));
    await desk.query(`DELETE FROM warehouse_price_assignment WHERE price = $1`, [draft?.['id']]);
    data(await desk.finance.post('WarehousePrice/activate', { id: draft?.['id'] }));
    expect(
      codes(await desk.finance.post('WarehousePrice/moveCustomers', { id: draft?.['id'], since: '2026-04-30' })),
    ).toEqual(['beforePrice']);
    const since = '2026-05-16';
    data(await desk.finance.post('WarehousePrice/moveCustomers', { id: draft?.['id'], since }));
    data(await desk.finance.post('WarehousePrice/moveCustomers', { id: draft?.['id'], since }));
    const given = await desk.query(
      `SELECT customer::text FROM warehouse_price_assignment WHERE tenant_id = $1 AND price = $2`,
      [desk.tenant, draft?.['id']],
    );
    expect(given).toHaveLength(3);
    const again = { customer: desk.sample('customer/acme'), warehouse: null, price: draft?.['id'], from: since };
    expect((await desk.finance.post('WarehousePriceAssignment/add', again)).body.success).toBe(false);

    expect(
      codes(await desk.finance.post('WarehousePrice/copy', { id: standard, code: 'STANDARD', name: 'Same' })),
    ).toEqual(['warehouse.sameCode']);
    data(await desk.finance.post('WarehousePrice/copy', { id: standard, code: 'PROMO', name: 'Promotion' }));
    const [copy] = await desk.query(
      `SELECT label, status FROM warehouse_price WHERE tenant_id = $1 AND code = 'PROMO'`,
      [desk.tenant],
    );
    expect(copy).toEqual({ label: 'PROMO v1', status: 'draft' });
  });

  it.each([
    [
      'storage by two measures',
      [
        ['storage', 'cbm', 1],
        ['storage', 'pallet', 31],
      ],
      'warehouse.twoBases',
    ],
    ['storage that begins late', [['storage', 'cbm', 8]], 'warehouse.noFirstTier'],
    ['labels by the pallet', [['label', 'pallet', 1]], 'warehouse.wrongBasis'],
    ['tiers of handling', [['handling', 'order', 5]], 'warehouse.noTiers'],
    [
      'one row twice',
      [
        ['inbound', 'piece', 1],
        ['inbound', 'piece', 1],
      ],
      'warehouse.twice',
    ],
  ] as const)('has no %s', async (_, rows, code) => {
    const fees = rows.map(([fee, basis, fromDay]) => ({ fee, basis, fromDay, price: 1 }));
    const values = { code: 'BAD', name: 'Bad one', currency: 'USD', from: '2026-01-01', fees };
    expect(codes(await desk.finance.post('WarehousePrice/add', values))).toContain(code);
  });
});

describe('a returned parcel', () => {
  it('is taken over into a warehouse once, for its own customer, and leaves it when it is sent again', async () => {
    const [toClaim, unknown] = ['returned-parcel/to-claim', 'returned-parcel/unidentified'].map((name) =>
      desk.sample(name),
    );
    const body = {
      parcels: [toClaim, unknown, desk.sample('returned-parcel/claimed')],
      warehouse: desk.sample('warehouse/west'),
    };
    const admin = desk.world.person('north admin').person;
    expect(data(await admin.post('WarehouseRecord/takeOver', body))).toEqual({ added: 1, already: 1, refused: 1 });
    expect(data(await admin.post('WarehouseRecord/takeOver', body))).toEqual({ added: 0, already: 2, refused: 1 });
    const record = async () =>
      (
        await desk.query(
          `SELECT reference, customer::text, "arrivedOn"::text AS day, "leftOn" IS NULL AS here, weight FROM warehouse_record WHERE "returnedParcel" = $1`,
          [toClaim],
        )
      )[0];
    expect(await record()).toEqual({
      reference: '1Z999AA10123456784',
      customer: desk.sample('customer/acme'),
      day: '2025-06-01',
      here: true,
      weight: '3.10',
    });
    await desk.query(
      `UPDATE returned_parcel SET status = 'disposed', choice = 'destroy', "endedAt" = now() WHERE id = $1`,
      [toClaim],
    );
    expect(await record()).toMatchObject({ here: false });
  });

  it('belongs to its customer whatever was typed, and nothing leaves that has not come', async () => {
    const parcel = desk.sample('returned-parcel/expired');
    const values = {
      kind: 'inbound',
      customer: desk.sample('customer/acme'),
      warehouse: desk.sample('warehouse/west'),
    };
    const added = data<{ id: string }>(
      await desk.world
        .person('north admin')
        .person.post('WarehouseRecord/add', { ...values, returnedParcel: parcel, arrivedOn: '2026-01-01' }),
    );
    const [row] = await desk.query(
      'SELECT customer::text, "arrivedOn"::text AS day FROM warehouse_record WHERE id = $1',
      [added.id],
    );
    expect(row).toEqual({ customer: desk.sample('customer/yunfan'), day: '2026-01-01' });
    const departures = [{ leftOn: '2026-01-05', pieces: 2, pallets: 0, volume: 0 }];
    const wrong = { ...values, arrivedOn: '2026-01-06', pieces: 1, departures };
    expect(codes(await clerk().post('WarehouseRecord/add', wrong)).toSorted()).toEqual([
      'warehouse.outsideStay',
      'warehouse.tooMuchLeft',
    ]);
  });
});
