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
const month = (number: number, year = 2026) => {
  const two = String(number).padStart(2, '0');
  return { from: `${year}-${two}-01`, to: `${year}-${two}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}` };
};
const clerk = () => desk.world.person('north clerk').person;
/** By the pallet: 9 for coming in, 0.55 a day. */
const harbor = () => ({ customer: desk.sample('customer/harbor'), warehouse: desk.sample('warehouse/east') });

async function run(period: object): Promise<Row> {
  const { job } = data<{ job: string }>(await desk.finance.post('WarehouseBill/run', period));
  await desk.world.test.runJobs();
  return data<{ result: Row }>(await desk.finance.get('job', { id: job })).result;
}
/** Counts the bill of a period of harbor, and answers its id. */
async function made(period: { from: string; to: string }): Promise<string> {
  await run({ ...period, customers: [harbor().customer] });
  const [row] = await desk.query(
    `SELECT id::text FROM warehouse_bill WHERE customer = $1 AND "periodFrom" = $2 AND source = 'records' AND status <> 'cancelled'`,
    [harbor().customer, period.from],
  );
  return String(row?.['id']);
}
async function pushed(period: { from: string; to: string }): Promise<string> {
  const id = await made(period);
  data(await desk.finance.post('WarehouseBill/push', { id }));
  return id;
}
const linesOf = async (id: string): Promise<string[]> =>
  (data(await desk.finance.get('WarehouseBill/detail', { id }))['lines'] as Row[]).map(
    ({ fee, units, amount, lateOf }) => `${fee} ${units} ${amount}${lateOf ? ` late` : ''}`,
  );
const add = async (values: object): Promise<string> =>
  data<{ id: string }>(
    await clerk().post('WarehouseRecord/add', { ...harbor(), kind: 'inbound', pallets: 2, pieces: 10, ...values }),
  ).id;
const record = async (id: string) => data(await clerk().get('WarehouseRecord/detail', { id }));

describe('a period that is billed', () => {
  it('is charged in the next bill for what is entered after its bill was pushed, once and named as late', async () => {
    const stored = desk.sample('warehouse-record/stored');
    const february = await pushed(month(2));
    expect(await linesOf(february)).toEqual(['storage 140 77']);
    expect(await record(stored)).toMatchObject({ billedTo: '2026-02-28' });
    // Came on 19 February and left in that month; the other one is still there.
    const gone = await add({ arrivedOn: '2026-02-19', leftOn: '2026-02-23' });
    const there = await add({ arrivedOn: '2026-02-27' });
    expect((await run(month(2)))['already']).toBe(1);

    const march = await made(month(3));
    expect(await linesOf(march)).toEqual(['storage 217 119.35', 'inbound 4 36 late', 'storage 14 7.7 late']);
    expect(await record(gone)).toMatchObject({ billedTo: null });
    data(await desk.finance.post('WarehouseBill/push', { id: march }));
    const [bill] = await desk.query(`SELECT "billNo" AS number FROM warehouse_bill WHERE id = $1`, [february]);
    const rows = await desk.query(
      `SELECT "sourcePart" AS part, new, note FROM member_bill_line WHERE "sourceEntity" = 'warehouse-bill' AND "sourceId" = $1 ORDER BY 1`,
      [march],
    );
    expect(rows.map(({ part, new: amount }) => `${part} ${amount}`)).toEqual([
      'late inbound 36.00',
      'late storage 7.70',
      'storage 119.35',
    ]);
    expect(String(rows[0]?.['note'])).toContain(String(bill?.['number']));
    expect((await record(gone))['billedTo']).toBe('2026-02-28');
    expect((await record(there))['billedTo']).toBe('2026-03-31');

    // April has nothing late any more.
    expect(await linesOf(await made(month(4)))).toEqual(['storage 210 115.5']);
  });

  it('is pushed only as its records are now, and taken back with the bill that charged what it lacked', async () => {
    await add({ kind: 'outbound', arrivedOn: '2026-03-09' });
    const april = await made(month(4));
    // The bill was counted before: it is not pushed as it is.
    expect(codes(await desk.finance.post('WarehouseBill/push', { id: april }))).toEqual(['warehouse.stale']);
    data(await desk.finance.post('WarehouseBill/recount', { id: april }));
    expect(await linesOf(april)).toEqual(['storage 210 115.5', 'outbound 2 18 late']);
    data(await desk.finance.post('WarehouseBill/push', { id: april }));
    const march = await made(month(3));
    expect(codes(await desk.finance.post('WarehouseBill/recall', { id: march, recallReason: 'x' }))).toEqual([
      'warehouse.chargedLate',
    ]);
    data(await desk.finance.post('WarehouseBill/recall', { id: april, recallReason: 'Counted wrong' }));
    data(await desk.finance.post('WarehouseBill/recount', { id: april }));
    expect(await linesOf(april)).toEqual(['storage 210 115.5', 'outbound 2 18 late']);
    data(await desk.finance.post('WarehouseBill/push', { id: april }));
  });

  it('keeps its records: only what comes after it may be noted', async () => {
    const stored = desk.sample('warehouse-record/stored');
    const edit = async (values: object) => {
      const { version } = await record(stored);
      return codes(await clerk().post('WarehouseRecord/edit', { id: stored, version, ...values }));
    };
    const part = { leftOn: '2026-04-30', pieces: 8, pallets: 1, volume: 1 };
    for (const values of [
      { pallets: 4 },
      { pieces: 41 },
      { arrivedOn: '2026-01-20' },
      { leftOn: '2026-04-30' },
      { volume: 9 },
      { departures: [part] },
      { warehouse: desk.sample('warehouse/west') },
    ])
      expect([values, await edit(values)]).toEqual([values, ['warehouse.billed']]);
    expect(codes(await clerk().post('WarehouseRecord/delete', { id: stored }))).toEqual(['warehouse.billed']);
    expect(await edit({ note: 'Stands at the back' })).toEqual([]);
    expect(await edit({ departures: [{ ...part, leftOn: '2026-05-01' }] })).toEqual([]);
    expect(await edit({ departures: [{ ...part, leftOn: '2026-05-02' }], leftOn: '2026-05-20' })).toEqual([]);
  });

  it('may be changed again once its bill is recalled', async () => {
    const april = await made(month(4));
    data(await desk.finance.post('WarehouseBill/recall', { id: april, recallReason: 'A pallet too many' }));
    const stored = desk.sample('warehouse-record/stored');
    const { version, billedTo } = await record(stored);
    expect(billedTo).toBe('2026-03-31');
    const part = { leftOn: '2026-04-21', pieces: 8, pallets: 1, volume: 1 };
    data(await clerk().post('WarehouseRecord/edit', { id: stored, version, departures: [part] }));
    data(await desk.finance.post('WarehouseBill/recount', { id: april }));
    data(await desk.finance.post('WarehouseBill/push', { id: april }));
    await desk.proven();
  });

  it('has each of two bills pushed at the same moment only once what came late for both', async () => {
    await add({ kind: 'outbound', arrivedOn: '2026-02-03' });
    const [may, june] = [await made(month(5)), await made(month(6))];
    const answers = await Promise.all([may, june].map((id) => desk.finance.post('WarehouseBill/push', { id })));
    expect(answers.map((answer) => codes(answer)).toSorted()).toEqual([[], ['warehouse.stale']]);
    const second = answers[0]?.body.success ? june : may;
    data(await desk.finance.post('WarehouseBill/recount', { id: second }));
    data(await desk.finance.post('WarehouseBill/push', { id: second }));
    const late = [...(await linesOf(may)), ...(await linesOf(june))].filter((line) => line.startsWith('outbound'));
    expect(late).toEqual(['outbound 2 18 late']);
  });
});

describe('a volume that is measured after its period was billed', () => {
  it('is charged in the next bill, once, and may be put right again if that bill is recalled', async () => {
    // By the cubic metre: 0.45 a day.
    const yunfan = { customer: desk.sample('customer/yunfan'), warehouse: desk.sample('warehouse/shenzhen') };
    const bill = async (period: { from: string; to: string }) => {
      await run({ ...period, customers: [yunfan.customer] });
      const [row] = await desk.query(
        `SELECT id::text FROM warehouse_bill WHERE customer = $1 AND "periodFrom" = $2 AND status <> 'cancelled'`,
        [yunfan.customer, period.from],
      );
      return String(row?.['id']);
    };
    const push = async (id: string) => data(await desk.finance.post('WarehouseBill/push', { id }));
    const late = async (id: string) => (await linesOf(id)).filter((line) => line.endsWith('late'));
    const stay = { arrivedOn: '2026-06-02', leftOn: '2026-06-30', pallets: 0, pieces: 1 };
    const id = await add({ ...yunfan, ...stay });
    const measure = async (volume: number) => {
      const { version } = await record(id);
      return codes(await clerk().post('WarehouseRecord/edit', { id, version, volume }));
    };
    const june = await bill(month(6));
    await push(june);
    const proof = data(await desk.finance.get('WarehouseBill/detail', { id: june }))['proof'] as Row;
    expect(proof['unmeasured']).toContain((await record(id))['recordNo']);

    expect([await measure(20), await measure(10)]).toEqual([[], []]);
    const july = await bill(month(7));
    // June was filled up to its minimum, which has paid for a part of it.
    expect(await late(july)).toEqual(['storage 210 94.5 late', 'minimum 1 -49.85 late']);
    await push(july);
    // Nothing is left to charge.
    expect(await run({ ...month(8), customers: [yunfan.customer] })).toMatchObject({ bills: 0 });
    // It is charged, so it stays as it is; the bill before it is not recalled alone.
    expect(await measure(3)).toEqual(['warehouse.billed']);
    expect(codes(await desk.finance.post('WarehouseBill/recall', { id: june, recallReason: 'x' }))).toEqual([
      'warehouse.chargedLate',
    ]);
    data(await desk.finance.post('WarehouseBill/recall', { id: july, recallReason: 'Measured wrong' }));
    expect(await measure(9)).toEqual([]);
    data(await desk.finance.post('WarehouseBill/recount', { id: july }));
    expect(await late(july)).toEqual(['storage 189 85.05 late', 'minimum 1 -49.85 late']);
    await push(july);
    await desk.proven();
  });
});

describe('the note of a fee on the bill of a customer', () => {
  it('is in the language of its reader, on pages, in lists and in files', async () => {
    await desk.run('2026-12-31');
    const [row] = await desk.query(
      `SELECT id::text, "memberBill"::text AS bill FROM member_bill_line WHERE "sourcePart" = 'late inbound' AND "memberBill" IS NOT NULL`,
    );
    const [bill, line] = [String(row?.['bill']), String(row?.['id'])];
    data(await desk.finance.post('MemberBill/push', { id: bill }));
    const noted = async (culture: string) => {
      const read = data(await desk.finance.get('MemberBillLine/detail', { id: line, culture }));
      const { body } = await desk.world.test.app.inject({
        ...{ method: 'POST', url: `/api/MemberBill/rows?culture=${culture}`, payload: { bill } },
        headers: { host: hosts.north, authorization: `Bearer ${desk.finance.token}`, 'x-wire': 'plain' },
      });
      const { rows } = (JSON.parse(body) as { data: { rows: Row[] } }).data;
      const listed = data<{ rows: Row[] }>(await desk.finance.get('MemberBillLine/page', { id: line, culture })).rows;
      return [read['note'], rows.find(({ id }) => id === line)?.['explanation'], listed[0]?.['note']].map(String);
    };
    const [english, chinese] = [await noted('en-US'), await noted('zh-CN')];
    expect(english.filter((text) => !text.includes('Inbound per pallet') || /\p{Script=Han}/u.test(text))).toEqual([]);
    expect(chinese.filter((text) => !text.includes('托盘') || text.includes('Inbound'))).toEqual([]);
  });
});

describe('a bill of many records', () => {
  it('is counted with all of them in its proof', async () => {
    await desk.query(
      `INSERT INTO warehouse_record (tenant_id, id, "recordNo", kind, customer, warehouse, "arrivedOn", pieces, pallets, orders, labels, "unitType", reference)
         SELECT tenant_id, lading.new_id(), 'WR-MANY-' || n, 'outbound', customer, warehouse, '2025-10-05', 1, 1, 1, 0, "unitType", 'Order ' || n
           FROM warehouse_record, generate_series(1, 3000) n WHERE id = $1`,
      [desk.sample('warehouse-record/stored')],
    );
    expect(await run({ ...month(10, 2025), customers: [harbor().customer] })).toMatchObject({ bills: 1, refused: 0 });
    expect(await linesOf(await made(month(10, 2025)))).toEqual(['outbound 3000 27000']);
  });
});

describe('runs of one period at the same moment', () => {
  it('report the bills that were made, and no bill twice', async () => {
    for (const period of [1, 2, 3, 4, 5, 6, 7, 8].map((number) => month(number, 2025))) {
      for (const [customer, warehouse] of [
        ['acme', 'west'],
        ['harbor', 'east'],
        ['yunfan', 'shenzhen'],
      ] as const)
        await add({
          ...{ customer: desk.sample(`customer/${customer}`), warehouse: desk.sample(`warehouse/${warehouse}`) },
          ...{ arrivedOn: period.to, leftOn: period.to, kind: 'inbound', pallets: 1 },
        });
    }
    for (const period of [6, 7, 8].map((number) => month(number, 2025))) {
      const asked = await Promise.all([1, 2, 3].map(() => desk.finance.post('WarehouseBill/run', period)));
      const jobs = asked.map((answer) => data<{ job: string }>(answer).job);
      await Promise.all([1, 2, 3].map(() => desk.world.test.runJobs()));
      const results = await Promise.all(
        jobs.map(async (id) => data<{ result: Record<string, number> }>(await desk.finance.get('job', { id })).result),
      );
      const [row] = await desk.query(
        `SELECT count(*)::integer AS made FROM warehouse_bill WHERE tenant_id = $1 AND "periodFrom" = $2 AND source = 'records'`,
        [desk.tenant, period.from],
      );
      expect(results.reduce((sum, { bills = 0 }) => sum + bills, 0)).toBe(row?.['made']);
      expect(Number(row?.['made'])).toBeGreaterThan(1);
      expect(results.map(({ refused }) => refused)).toEqual([0, 0, 0]);
    }
  });
});
