import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../server/files/zip.ts';
import { verifySql } from '../../server/domain/ledger/verify-sql.ts';
import { fedexHead, fedexRow, textOf, upsRow, type UpsCharge } from '../domain/billing/support/make-bills.ts';
import { openWorld, type World } from '../support/world.ts';
import type { Person } from '../support/test-app.ts';

let world: World;
let finance: Person;
let southFinance: Person;
let member: Person;
beforeAll(async () => {
  world = await openWorld();
  finance = world.person('north finance').person;
  southFinance = world.person('south finance').person;
  member = world.person('north member').person;
  baseline = await query(verifySql);
}, 120_000);
afterAll(() => world?.close());

type Rows = Readonly<Record<string, unknown>>[];
interface Invoice {
  readonly carrier: string;
  readonly account: string;
  readonly number: string;
  readonly sum: number;
  readonly lines: number;
  readonly state: string;
  readonly unknown: readonly object[];
}
interface Result {
  readonly invoices: readonly Invoice[];
  readonly refused: readonly {
    readonly file: string;
    readonly code: string;
    readonly message: string;
    readonly line?: number;
    readonly column?: number;
  }[];
}

async function upload(who: Person, host: string, files: Readonly<Record<string, string | Buffer>>): Promise<Result> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files))
    form.append('files', new File([new Uint8Array(Buffer.from(content))], name));
  const sent = new Response(form);
  const raw = await world.test.app.inject({
    ...{ method: 'POST', url: '/api/CarrierBill/upload?culture=en-US', payload: Buffer.from(await sent.arrayBuffer()) },
    headers: { host, authorization: `Bearer ${who.token}`, 'content-type': sent.headers.get('content-type') ?? '' },
  });
  const { data } = raw.json<{ data: { job: string } }>();
  await world.test.runJobs();
  const job = (await who.get('job', { id: data.job })).body.data as { state: string; result: Result };
  expect(job.state).toBe('done');
  return job.result;
}
const north = (files: Readonly<Record<string, string | Buffer>>) => upload(finance, 'north.localhost', files);

const query = async (text: string, values: unknown[] = []): Promise<Rows> =>
  (await world.owner.query<Rows[number]>(text, values)).rows;
const tenant = () => world.homes.north.tenant;
/** The samples have books of their own making; whatever a bill does must leave them as they are. */
let baseline: Rows = [];
const proven = async () => expect(await query(verifySql)).toEqual(baseline);
const billOf = async (number: string) =>
  (
    await query(`SELECT * FROM carrier_bill WHERE tenant_id = $1 AND number = $2`, [tenant(), number])
  )[0] as Rows[number];
const linesOf = (number: string) =>
  query(
    `SELECT l.* FROM carrier_bill_line l JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill
      WHERE b.tenant_id = $1 AND b.number = $2 ORDER BY l.line, l.id`,
    [tenant(), number],
  );

const ups = (number: string, charges: readonly UpsCharge[]): string => {
  const amount = (charges.reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0) / 100).toFixed(2);
  return textOf(charges.map((charge) => upsRow({ number, amount, ...charge })));
};

/** A package of an order of acme's, on the account of UPS, with a cost that was accrued. */
async function packageOf(trackingNo: string, { shipDate = '2026-03-02', cost = '10.00' } = {}) {
  const id = async () => (await query('SELECT lading.new_id()::text AS id'))[0]?.['id'] as string;
  const [order, shipment, box] = [await id(), await id(), await id()];
  const { samples } = world.homes.north;
  const [customer, account] = [samples.get('customer/acme'), samples.get('express-account/ups-main')];
  const orderNo = `SO-T-${order.slice(-8)}`;
  const columns = (
    await query(
      `SELECT quote_ident(column_name) AS name FROM information_schema.columns WHERE table_name = 'order' AND is_generated = 'NEVER'`,
    )
  ).map(({ name }) => String(name));
  await query(
    `INSERT INTO "order" (${columns.join(', ')}) SELECT ${columns.map((name) => `n.${name}`).join(', ')} FROM "order" o,
        jsonb_populate_record(o, jsonb_build_object('id', $2::bigint, 'orderNo', $3::text, 'holdKey', NULL, 'customer', $4::bigint,
          'predictedCost', $5::numeric)) n WHERE o.tenant_id = $1 AND o.id = $6`,
    [tenant(), order, orderNo, customer, cost, samples.get('order/ordered')],
  );
  await query(
    `INSERT INTO shipment (tenant_id, id, "leadTracking", "order", customer, "carrierCode", account, "packageCount", "shipDate", key, status)
       SELECT $1, $2::bigint, $3, $4, $5, 'UPS', $6, 1, $7, $2::text, 'active'`,
    [tenant(), shipment, trackingNo, order, customer, account, shipDate],
  );
  await query(
    `INSERT INTO package (tenant_id, id, "trackingNo", "order", customer, shipment, seq, "carrierCode", account, "shipDate", status)
       VALUES ($1, $2, $3, $4, $5, $6, 1, 'UPS', $7, $8, 'labelled')`,
    [tenant(), box, trackingNo, order, customer, shipment, account, shipDate],
  );
  return { order, box, orderNo };
}

/** What placing an order accrues. */
async function accrue(order: string, amount: string) {
  const client = await world.owner.connect();
  try {
    await client.query(
      `BEGIN; SELECT set_config('lading.tenant', '${tenant()}', true), set_config('lading.member', '', true)`,
    );
    const leg = {
      key: `trial:${order}`,
      next: `trial:${order}#2`,
      kind: 'cost',
      debit: 'costShipping',
      credit: 'costAccrual',
      amount,
    };
    const { rows } = await client.query('SELECT ledger.post($1::json) AS refusal', [
      JSON.stringify([{ ...leg, currency: 'USD', entity: 'order', record: order, past_floor: false, once: false }]),
    ]);
    expect(rows).toEqual([{ refusal: null }]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

describe('a bill that is imported', () => {
  it('is proven against its own sum, matched, and its unknown charges are listed', async () => {
    await packageOf('1ZA1B2340300000011');
    const number = '00000000A0001';
    const { invoices, refused } = await north({
      'Invoice.csv': ups(number, [
        { tracking: '1ZA1B2340300000011', net: '12.00' },
        { tracking: '1ZA1B2340300000011', net: '2.40', chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' },
        { tracking: '1ZA1B2340300000011', net: '3.33', chargeClass: 'ACC', code: 'QQQ', text: 'Moonlight Surcharge' },
        { tracking: '1ZA1B2349900000099', net: '1.67', chargeClass: 'ACC', code: 'QQQ', text: 'Moonlight Surcharge' },
        { net: '7.00', kind: 'MIS', detail: 'SVCH', chargeClass: 'MSC', code: '', text: 'Weekly Service Charge' },
      ]),
    });
    expect(refused).toEqual([]);
    expect(invoices).toEqual([
      {
        ...{
          carrier: 'UPS',
          account: 'A1B234',
          number,
          date: '2026-03-07',
          currency: 'USD',
          amount: 26.4,
          sum: 26.4,
          lines: 5,
          state: 'matched',
        },
        unknown: [{ code: 'QQQ', text: 'Moonlight Surcharge', count: 2, sum: 5 }],
      },
    ]);
    const lines = await linesOf(number);
    expect(lines.map((line) => [line['matchState'], line['matchReason'], line['category']])).toEqual([
      ['matched', 'tracking', 'transport'],
      ['matched', 'tracking', 'fuel'],
      ['matched', 'tracking', null],
      ['unmatched', 'none', null],
      ['account', 'accountCharge', 'serviceCharge'],
    ]);
    expect(await billOf(number)).toMatchObject({
      matchedSum: '17.73',
      unmatchedSum: '1.67',
      accountSum: '7.00',
      differs: false,
      unknownCount: '2',
    });
    await proven();
  });

  it('changes nothing when it comes again, in whatever files, order, writing or archive', async () => {
    const charges: UpsCharge[] = [
      { net: '5.00', tracking: '1ZA1B2340300000021' },
      { net: '-1.00', tracking: '1ZA1B2340300000022' },
    ];
    const number = '00000000A0002';
    const file = ups(number, charges);
    const first = await north({ 'a.csv': file });
    const stood = [await billOf(number), await linesOf(number)];
    const turned = ups(number, charges.toReversed());
    const again = await north({
      'b.csv': file.replaceAll(',', ';'),
      'c.csv': turned,
      'd.zip': zipOf([{ name: 'e.csv', text: file }]),
    });
    expect(again).toEqual(first);
    expect([await billOf(number), await linesOf(number)]).toEqual(stood);
  });

  it('is refused with other lines, and flagged where its sum differs', async () => {
    const number = '00000000A0003';
    const rows = [upsRow({ number, amount: '9.99', net: '10.00' })];
    const [invoice] = (await north({ 'a.csv': textOf(rows) })).invoices;
    expect(invoice).toMatchObject({ sum: 10, amount: 9.99 });
    expect(await billOf(number)).toMatchObject({ differs: true, difference: '0.01' });
    const other = await north({ 'a.csv': textOf([upsRow({ number, amount: '9.99', net: '10.01' })]) });
    expect(other).toMatchObject({ invoices: [], refused: [{ file: 'a.csv', code: 'billing.beyondAmount' }] });
  });

  it('is owed once where day and month are swapped in another file of it', async () => {
    const number = '00000000A0007';
    const file = (date: string, amount = '3.00') => textOf([upsRow({ number, date, amount, net: amount })]);
    await north({ 'a.csv': file('2026-03-07') });
    const { invoices, refused } = await north({ 'b.csv': file('2026-07-03') });
    expect(invoices).toEqual([]);
    expect(refused).toMatchObject([
      { code: 'billing.swappedDate', message: expect.stringContaining('with the date 2026-03-07') as string },
    ]);
    expect((await north({ 'c.csv': file('2026-07-03', '4.00') })).invoices).toMatchObject([{ date: '2026-07-03' }]);
  });

  it('is taken by invoice: another’s account is refused with its number and nothing else', async () => {
    const mine = upsRow({ number: '00000000A0004', amount: '1.00', net: '1.00' });
    const theirs = upsRow({ number: '00000000A0005', amount: '1.00', net: '1.00', account: '0000ZZ9999' });
    const { invoices, refused } = await north({ 'two.csv': textOf([mine, theirs]) });
    expect(invoices).toHaveLength(1);
    expect(refused).toEqual([
      {
        file: 'two.csv',
        line: 2,
        code: 'billing.otherAccount',
        message: 'Line 2: Account ZZ9999 is none of your accounts.',
      },
    ]);
  });

  it('leaves nothing where its file is cut, and tells the line and the column', async () => {
    const row = upsRow({ number: '00000000A0006', amount: '1.00', net: '1.00' });
    const { invoices, refused } = await north({
      'cut.csv': textOf([row, row.toSpliced(30, 1), row.with(52, '')]),
      'none.csv': 'a,b\r\n1,2\r\n',
    });
    expect(invoices).toEqual([]);
    expect(refused).toMatchObject([
      { file: 'cut.csv', line: 2, column: 44, code: 'billing.notClass' },
      { file: 'cut.csv', line: 3, column: 53, code: 'billing.missingAmount' },
      { file: 'none.csv', line: 1, code: 'billing.kind' },
    ]);
    expect(refused[0]?.message).toContain('Line 2, column 44 (AR Charge Classification Code)');
    expect(await billOf('00000000A0006')).toBeUndefined();
    expect(await query('SELECT count(*)::integer AS left FROM billing.staged')).toEqual([{ left: 0 }]);
  });

  it('is taken although a file beside it is empty', async () => {
    const good = ups('00000000E0001', [{ tracking: '1ZA1B2340399990016', net: '5.00' }]);
    const { invoices, refused } = await north({ 'good.csv': good, 'nothing.csv': '' });
    expect(invoices.map(({ number }) => number)).toEqual(['00000000E0001']);
    expect(refused).toMatchObject([{ file: 'nothing.csv', code: 'billing.empty' }]);
  });

  it('has its file from the moment it is a bill, in each of its parts, and gets back one that was lost', async () => {
    // Checked when a transaction ends: a machine can stop between any two of them.
    await query(`CREATE FUNCTION billing.has_file() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'a bill without its file'; END $$`);
    for (const [table, lacks] of [
      ['carrier_bill', `NEW.status NOT IN ('uploaded', 'discarded') AND NEW.file IS NULL`],
      ['carrier_bill__files', 'NEW.file IS NULL'],
    ])
      await query(`CREATE CONSTRAINT TRIGGER has_file AFTER INSERT OR UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (${lacks}) EXECUTE FUNCTION billing.has_file()`);
    const number = '00000000A0008';
    const part = (tracking: string, net: string) => textOf([upsRow({ number, amount: '3.00', tracking, net })]);
    const files = () =>
      query(
        `SELECT s."originName" AS name FROM carrier_bill__files f JOIN file s ON s.tenant_id = f.tenant_id AND s.id = f.file
          WHERE f.tenant_id = $1 AND f.parent_id = $2 ORDER BY f.seq`,
        [tenant(), (bill as Rows[number])['id']],
      );
    let bill: Rows[number] | null = null;
    try {
      await north({ 'one.csv': part('1ZA1B2340399990031', '1.00') });
      bill = await billOf(number);
      await north({ 'two.csv': part('1ZA1B2340399990032', '2.00') });
      expect(await files()).toEqual([{ name: 'one.csv' }, { name: 'two.csv' }]);
    } finally {
      await query('DROP FUNCTION billing.has_file() CASCADE');
    }
    const kept = () => query('SELECT "originName" AS name FROM file WHERE tenant_id = $1 ORDER BY id', [tenant()]);
    const before = await kept();
    await north({ 'again.csv': part('1ZA1B2340399990031', '1.00') });
    // What was uploaded, and no copy of it.
    expect(await kept()).toEqual([...before, { name: 'again.csv' }]);
    await query('UPDATE carrier_bill SET file = NULL WHERE tenant_id = $1 AND id = $2', [tenant(), bill['id']]);
    await query('UPDATE carrier_bill__files SET file = NULL WHERE tenant_id = $1 AND parent_id = $2', [
      tenant(),
      bill['id'],
    ]);
    await north({ 'found.csv': part('1ZA1B2340399990032', '2.00') });
    expect(await files()).toEqual([{ name: 'found.csv' }]);
    await north({ 'first.csv': part('1ZA1B2340399990031', '1.00') });
    expect(await files()).toEqual([{ name: 'first.csv' }, { name: 'found.csv' }]);
    expect((await billOf(number))['file']).not.toBeNull();
  });

  it('of FedEx takes the currency of its account', async () => {
    const row = fedexRow({
      number: '700000001',
      amount: '6.50',
      tracking: '794801123456',
      transport: '6.00',
      net: '6.50',
      charges: [['Fuel Surcharge', '0.50']],
    });
    const { invoices } = await north({ 'fedex.csv': textOf([fedexHead(), row]) });
    expect(invoices).toMatchObject([{ carrier: 'FEDEX', currency: 'USD', sum: 6.5, lines: 2, unknown: [] }]);
  });
});

describe('a bill that its carrier divided over several files', () => {
  const part = (number: string, amount: string, charges: readonly UpsCharge[]): string =>
    textOf(charges.map((charge) => upsRow({ number, amount, ...charge })));
  const filesOf = (number: string) =>
    query(
      `SELECT f."fileName", f."lineCount"::integer AS lines, f.sum, f."lineNumbers" AS numbers, s."originName" AS kept
         FROM carrier_bill__files f JOIN carrier_bill b ON b.tenant_id = f.tenant_id AND b.id = f.parent_id LEFT JOIN file s ON s.tenant_id = f.tenant_id AND s.id = f.file
        WHERE b.tenant_id = $1 AND b.number = $2 ORDER BY f.seq`,
      [tenant(), number],
    );
  const standing = async (number: string) => [await billOf(number), await linesOf(number), await filesOf(number)];
  const tracking = (at: number): string => `1ZA1B23403000091${String(at).padStart(2, '0')}`;

  it('is one bill with every line once, whichever of its files comes again', async () => {
    const number = '00000000F0001';
    await packageOf(tracking(3));
    const first = part(number, '10.00', [
      { tracking: tracking(1), net: '5.00' },
      { tracking: tracking(2), net: '-1.00', kind: 'ADJ' },
    ]);
    const second = part(number, '10.00', [
      { tracking: tracking(3), net: '4.00' },
      { tracking: tracking(4), net: '2.00' },
    ]);
    expect((await north({ 'first.csv': first })).invoices).toMatchObject([{ sum: 4, lines: 2 }]);
    expect(await billOf(number)).toMatchObject({ differs: true, difference: '-6.00' });
    expect(await filesOf(number)).toEqual([]);
    const joined = await north({ 'second.csv': second });
    expect(joined).toMatchObject({
      refused: [],
      invoices: [{ number, amount: 10, sum: 10, lines: 4, state: 'matched' }],
    });
    expect(await billOf(number)).toMatchObject({
      ...{ differs: false, difference: '0.00', lineCount: '4', matchedSum: '4.00', unmatchedSum: '6.00' },
      fileName: 'first.csv, second.csv',
    });
    expect((await linesOf(number)).map((line) => [line['line'], line['net'], line['matchState']])).toEqual([
      ['1', '5.00', 'unmatched'],
      ['2', '-1.00', 'unmatched'],
      ['3', '4.00', 'matched'],
      ['4', '2.00', 'unmatched'],
    ]);
    expect(await filesOf(number)).toEqual([
      { fileName: 'first.csv', lines: 2, sum: '4.00', numbers: '1–2', kept: 'first.csv' },
      { fileName: 'second.csv', lines: 2, sum: '6.00', numbers: '3–4', kept: 'second.csv' },
    ]);
    await proven();
    const stood = await standing(number);
    // Each file again, the whole invoice in one file, and a part of it as another download divided it.
    const whole = part(number, '10.00', [
      ...[4, 3].map((at) => ({ tracking: tracking(at), net: at === 3 ? '4.00' : '2.00' })),
      { tracking: tracking(2), net: '-1.00', kind: 'ADJ' },
      { tracking: tracking(1), net: '5.00' },
    ]);
    const third = part(number, '10.00', [{ tracking: tracking(3), net: '4.00' }]);
    for (const file of [first, second, whole, third]) {
      const again = await north({ 'again.csv': file });
      expect(again.refused).toEqual([]);
      expect(again.invoices).toEqual(joined.invoices);
    }
    expect(await standing(number)).toEqual(stood);
    const page = (await finance.get('CarrierBill/detail', { id: String((await billOf(number))['id']) })).body.data;
    expect(page).toMatchObject({
      files: [
        { fileName: 'first.csv', sum: 4 },
        { fileName: 'second.csv', sum: 6 },
      ],
    });
    expect((await finance.post('CarrierBill/discard', { id: (await billOf(number))['id'] })).body.success).toBe(true);
    await world.test.runJobs();
    expect(await filesOf(number)).toEqual([]);
    await north({
      'zip.zip': zipOf([
        { name: 'a.csv', text: second },
        { name: 'b.csv', text: first },
      ]),
    });
    expect(await billOf(number)).toMatchObject({ sum: '10.00', differs: false, lineCount: '4' });
    expect((await linesOf(number)).map(({ net }) => net)).toEqual(['4.00', '2.00', '5.00', '-1.00']);
    await proven();
  });

  it('takes no file that would count a charge twice or pass its amount, and says which', async () => {
    const number = '00000000F0002';
    const first: UpsCharge[] = [
      { tracking: tracking(11), net: '5.00' },
      { tracking: tracking(12), net: '1.00' },
    ];
    await north({ 'first.csv': part(number, '10.00', first) });
    const stood = await standing(number);
    const rejected: [string, string, readonly UpsCharge[]][] = [
      ['billing.sharedLines', '10.00', [...first, { tracking: tracking(13), net: '4.00' }]],
      ['billing.sharedLines', '10.00', [first[1] as UpsCharge, { tracking: tracking(13), net: '2.00' }]],
      ['billing.beyondAmount', '10.00', [{ tracking: tracking(13), net: '4.01' }]],
      ['billing.beyondAmount', '10.00', [{ tracking: tracking(13), net: '-4.00' }]],
      ['billing.otherContent', '10.01', [{ tracking: tracking(13), net: '4.00' }]],
    ];
    for (const [code, amount, charges] of rejected) {
      expect(await north({ 'other.csv': part(number, amount, charges) })).toMatchObject({
        invoices: [],
        refused: [{ file: 'other.csv', code }],
      });
    }
    expect(await standing(number)).toEqual(stood);
    const { refused } = await north({ 'other.csv': part(number, '10.00', [{ tracking: tracking(13), net: '4.01' }]) });
    expect(refused[0]?.message).toContain('would come to 10.01; its amount is 10.00');
    // Two equal charges are two where the invoice comes to its amount only with both.
    const twins = '00000000F0003';
    const fee: UpsCharge = { net: '3.00', kind: 'MIS', chargeClass: 'MSC', text: 'Weekly Service Charge' };
    await north({ 'first.csv': part(twins, '8.00', [{ tracking: tracking(14), net: '2.00' }, fee]) });
    await north({ 'second.csv': part(twins, '8.00', [fee]) });
    expect(await billOf(twins)).toMatchObject({ sum: '8.00', lineCount: '3', accountSum: '6.00' });
    await proven();
  });

  it('takes files that do not fit alone if they complete it together, and else none of them', async () => {
    const number = '00000000F0005';
    const of = (amount: string) => ({
      'a.csv': part(number, amount, [
        { tracking: tracking(31), net: '5.00' },
        { tracking: tracking(32), net: '1.00' },
      ]),
      'b.csv': part(number, amount, [
        { tracking: tracking(33), net: '7.00' },
        { tracking: tracking(34), net: '1.00' },
      ]),
      'c.csv': part(number, amount, [{ tracking: tracking(35), net: '-4.00', kind: 'ADJ' }]),
    });
    const { 'a.csv': first, ...later } = of('10.00');
    await north({ 'a.csv': first });
    const stood = await standing(number);
    const refused = await north({
      ...later,
      'd.csv': part(number, '10.00', [{ tracking: tracking(36), net: '9.00' }]),
    });
    expect(refused).toMatchObject({
      invoices: [],
      refused: ['b.csv', 'c.csv', 'd.csv'].map((file) => ({ file, code: 'billing.beyondAmount' })),
    });
    expect((await north({ 'b.csv': later['b.csv'] })).invoices).toEqual([]);
    expect(await standing(number)).toEqual(stood);
    const whole = await north({ ...later, 'z.zip': zipOf([{ name: 'c.csv', text: later['c.csv'] }]) });
    expect(whole).toMatchObject({
      refused: [],
      invoices: [{ number, amount: 10, sum: 10, lines: 5, state: 'matched' }],
    });
    expect(await billOf(number)).toMatchObject({ differs: false, difference: '0.00', lineCount: '5' });
    const files = await filesOf(number);
    expect(files.map(({ sum }) => sum).toSorted()).toEqual(['-4.00', '6.00', '8.00']);
    expect(files.every(({ kept }) => kept !== null)).toBe(true);
    expect(await query('SELECT FROM billing.staged')).toEqual([]);
    await proven();
    const full = await standing(number);
    expect((await north(of('10.00'))).invoices).toEqual(whole.invoices);
    expect(await standing(number)).toEqual(full);
    // Whatever comes first where no file is here yet.
    expect((await finance.post('CarrierBill/discard', { id: (await billOf(number))['id'] })).body.success).toBe(true);
    await world.test.runJobs();
    expect(await north(of('10.00'))).toMatchObject({ refused: [], invoices: [{ sum: 10, lines: 5 }] });
    await proven();
  });

  it('takes three of them together of which no two fit', async () => {
    const number = '00000000F0006';
    const of = (at: number, net: string) =>
      part(number, '10.00', [{ tracking: tracking(at), net, ...(net.startsWith('-') ? { kind: 'ADJ' } : {}) }]);
    await north({ 'a.csv': of(41, '6.00') });
    const later = { 'b.csv': of(42, '8.00'), 'c.csv': of(43, '5.00'), 'd.csv': of(44, '-9.00') };
    expect(await north(later)).toMatchObject({ refused: [], invoices: [{ number, sum: 10, lines: 4 }] });
    expect((await filesOf(number)).map(({ sum }) => sum).toSorted()).toEqual(['-9.00', '5.00', '6.00', '8.00']);
    await proven();
  });

  it('is locked with all of its files, and takes none from then on', async () => {
    const number = '00000000F0004';
    const second = part(number, '7.00', [{ tracking: tracking(22), net: '-3.00', kind: 'ADJ' }]);
    await north({
      'first.csv': part(number, '7.00', [{ tracking: tracking(21), net: '10.00' }]),
      'second.csv': second,
    });
    const bill = await billOf(number);
    expect(bill).toMatchObject({ sum: '7.00', lineCount: '2', status: 'matched' });
    expect((await finance.post('CarrierBill/lock', { id: bill['id'] })).body.success).toBe(true);
    const posted = await query(
      `SELECT kind, amount FROM ledger_transfer WHERE tenant_id = $1 AND "refEntity" = 'carrier-bill' AND "refId" = $2 ORDER BY id`,
      [tenant(), bill['id']],
    );
    expect(posted).toEqual([
      { kind: 'carrierBill', amount: '10.00' },
      { kind: 'carrierCredit', amount: '3.00' },
    ]);
    expect((await north({ 'again.csv': second })).invoices).toMatchObject([{ state: 'locked', sum: 7 }]);
    const further = part(number, '7.00', [{ tracking: tracking(23), net: '1.00' }]);
    expect((await north({ 'further.csv': further })).refused).toMatchObject([
      {
        code: 'billing.lockedBill',
        message: `Line 1: Invoice ${number} is locked: no further file of it can be added.`,
      },
    ]);
    await proven();
  });
});

describe('a line', () => {
  it('goes to the package of its time, where a number was given again after years', async () => {
    await packageOf('1ZA1B2340300000031', { shipDate: '2016-03-01' });
    const now = await packageOf('1ZA1B2340300000031');
    await north({ 'a.csv': ups('00000000B0001', [{ tracking: '1ZA1B2340300000031', net: '1.00' }]) });
    expect((await linesOf('00000000B0001'))[0]).toMatchObject({ order: now.order, matchReason: 'tracking' });
  });

  it('of FedEx goes to its package, with a prefix before its number or without leading zeros', async () => {
    await packageOf('041456505195456');
    await packageOf('794801123499');
    await query(
      `UPDATE package SET "carrierCode" = 'FEDEX', account = $2 WHERE tenant_id = $1 AND "trackingNo" IN ('794801123499', '041456505195456')`,
      [tenant(), world.homes.north.samples.get('express-account/fedex-main') ?? null],
    );
    const rows = [{ prefix: '96110190', tracking: '794801123499' }, { tracking: '41456505195456' }].map((row) =>
      fedexRow({ ...row, number: '700000009', amount: '13.00', transport: '6.50', net: '6.50', shipDate: '20260302' }),
    );
    await north({ 'fedex.csv': textOf([fedexHead(), ...rows]) });
    expect(
      (await linesOf('700000009')).map((line) => [line['trackingNo'], line['matchState'], line['matchReason']]),
    ).toEqual([
      ['96110190794801123499', 'matched', 'tracking'],
      ['41456505195456', 'matched', 'tracking'],
    ]);
  });

  it('finds its order by reference, and later ones by what a person taught', async () => {
    const { orderNo, order } = await packageOf('1ZA1B2340300000041');
    const charges: UpsCharge[] = [
      { tracking: '1ZA1B2349900000041', net: '1.00', reference: orderNo },
      { tracking: '1ZA1B2349900000042', net: '2.00', reference: 'QUILL-0042' },
      { tracking: '1ZA1B2349900000042', net: '3.00', chargeClass: 'FSC', code: 'FSC' },
    ];
    await north({ 'a.csv': ups('00000000B0002', charges) });
    const [byReference, queued] = await linesOf('00000000B0002');
    expect([byReference?.['matchReason'], byReference?.['order'], queued?.['matchState']]).toEqual([
      'reference',
      order,
      'unmatched',
    ]);
    const assigned = await finance.post('CarrierBillLine/assign', { ids: [queued?.['id']], toOrder: order });
    expect(assigned.body).toMatchObject({ success: true });
    await world.test.runJobs();
    expect((await linesOf('00000000B0002')).map((line) => line['matchReason'])).toEqual([
      'reference',
      'manual',
      'manual',
    ]);
    expect(await billOf('00000000B0002')).toMatchObject({ matchedSum: '6.00', unmatchedSum: '0.00' });
    await north({
      'b.csv': ups('00000000B0003', [{ tracking: '1ZA1B2349900000051', net: '4.00', reference: 'QUILL-7731' }]),
    });
    expect((await linesOf('00000000B0003'))[0]).toMatchObject({
      matchReason: 'pattern',
      customer: world.homes.north.samples.get('customer/acme'),
    });
  });
});

describe('a bill that is locked or discarded', () => {
  it('posts what was accrued, the difference and the credits, once and forever', async () => {
    const { order } = await packageOf('1ZA1B2340300000061', { cost: '10.00' });
    await accrue(order, '10.00');
    const number = '00000000C0001';
    const charges: UpsCharge[] = [
      { tracking: '1ZA1B2340300000061', net: '14.00' },
      { tracking: '1ZA1B2340300000062', net: '-4.00', kind: 'ADJ' },
    ];
    await north({ 'a.csv': ups(number, charges) });
    const id = (await billOf(number))['id'];
    const locked = await finance.post('CarrierBill/lock', { id });
    expect(locked.body).toMatchObject({ success: true });
    const lines = await query(
      `SELECT t.kind, d.kind AS debit, c.kind AS credit, t.amount FROM ledger_transfer t
         JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
        WHERE t.tenant_id = $1 AND t."refEntity" = 'carrier-bill' AND t."refId" = $2 ORDER BY t.id`,
      [tenant(), id],
    );
    expect(lines).toEqual([
      { kind: 'carrierBill', debit: 'costAccrual', credit: 'carrierPayable', amount: '10.00' },
      { kind: 'carrierBill', debit: 'costShipping', credit: 'carrierPayable', amount: '4.00' },
      { kind: 'carrierCredit', debit: 'carrierPayable', credit: 'costShipping', amount: '4.00' },
    ]);
    expect(await billOf(number)).toMatchObject({
      status: 'locked',
      predicted: '10.00',
      matchedSum: '14.00',
      unmatchedSum: '-4.00',
    });
    await proven();
    expect((await finance.post('CarrierBill/lock', { id })).body.success).toBe(false);
    expect((await finance.post('CarrierBill/discard', { id })).body.success).toBe(false);
    const [, line] = await linesOf(number);
    expect((await finance.post('CarrierBillLine/assign', { id: line?.['id'], toOrder: order })).body.success).toBe(
      false,
    );
    await expect(query('UPDATE carrier_bill_line SET net = 0 WHERE id = $1', [line?.['id']])).rejects.toThrow(
      'locked bill',
    );
    expect((await north({ 'a.csv': ups(number, charges) })).invoices).toMatchObject([{ state: 'locked' }]);
    // A later week bills the same package again: what was accrued is used up.
    await north({
      'b.csv': ups('00000000C0009', [
        { tracking: '1ZA1B2340300000061', net: '3.00', kind: 'ADJ', shipDate: '2026-03-02' },
      ]),
    });
    const later = await billOf('00000000C0009');
    expect(later).toMatchObject({ predicted: '0.00', matchedSum: '3.00' });
    expect((await finance.post('CarrierBill/lock', { id: later['id'] })).body.success).toBe(true);
    await proven();
  });

  it('of many lines is locked apart from the request, with the same figures', async () => {
    const { order } = await packageOf('1ZA1B2340300000065', { cost: '10.00' });
    await accrue(order, '10.00');
    const number = '00000000C0011';
    await north({ 'a.csv': ups(number, [{ tracking: '1ZA1B2340300000065', net: '12.00' }]) });
    const { id } = await billOf(number);
    const early = await finance.post('CarrierBill/lockLong', { id });
    expect(early.body.issues).toMatchObject([{ code: 'notLong' }]);
    // What the bill says of itself is the guard's; the lines are what they are.
    await query('UPDATE carrier_bill SET "lineCount" = 50001 WHERE id = $1', [id]);
    expect((await finance.post('CarrierBill/lock', { id })).body.issues).toMatchObject([{ code: 'tooLong' }]);
    expect((await finance.post('CarrierBill/lockLong', { id })).body.success).toBe(true);
    expect((await finance.post('CarrierBill/discard', { id })).body.success).toBe(false);
    await world.test.runJobs();
    // Its lines are not as many as it says: nothing is posted, and it can be worked on again.
    expect(await billOf(number)).toMatchObject({ status: 'matched' });
    await query('UPDATE carrier_bill SET "lineCount" = 50001 WHERE id = $1', [id]);
    expect((await finance.post('CarrierBill/lockLong', { id })).body.success).toBe(true);
    await query('UPDATE carrier_bill SET "lineCount" = 1 WHERE id = $1', [id]);
    await world.test.runJobs();
    expect(await billOf(number)).toMatchObject({ status: 'locked', predicted: '10.00' });
    await proven();
  });

  it('of many lines is in the statistics of its table at once, by which it is compared', async () => {
    const number = '00000000C0012';
    const charges = Array.from({ length: 10_001 }, (_, at) => ({
      tracking: `1ZA1B23403${String(at).padStart(8, '0')}`,
      net: '1.00',
    }));
    await north({ 'many.csv': ups(number, charges) });
    const { id } = await billOf(number);
    const known = await query(
      `SELECT 1 FROM pg_stats WHERE tablename = 'carrier_bill_line' AND attname = 'bill' AND most_common_vals::text LIKE '%' || $1 || '%'`,
      [String(id)],
    );
    expect(known).toHaveLength(1);
    expect((await finance.post('CarrierBill/discard', { id })).body.success).toBe(true);
  });

  it('is gone whole when it is discarded, and comes back as it was', async () => {
    const number = '00000000C0002';
    const file = {
      'a.csv': ups(number, [
        { tracking: '1ZA1B2340300000071', net: '1.00' },
        { net: '2.00', kind: 'MIS' },
      ]),
    };
    await north(file);
    const plain = async () => {
      const { version: _, updatedAt: __, job: ___, file: ____, ...bill } = await billOf(number);
      return [bill, (await linesOf(number)).map(({ id: _id, createdAt: _c, updatedAt: _u, ...line }) => line)];
    };
    const before = await plain();
    expect((await finance.post('CarrierBill/discard', { id: (await billOf(number))['id'] })).body.success).toBe(true);
    await world.test.runJobs();
    expect([(await billOf(number))['status'], await linesOf(number)]).toEqual(['discarded', []]);
    await north(file);
    expect(await plain()).toEqual(before);
  });
});

describe('a bill beside what was predicted', () => {
  it('tells the difference by category and by reason, and until when it may be claimed', async () => {
    const { order, orderNo } = await packageOf('1ZA1B2340300000081');
    for (const [category, amount] of [
      ['transport', '9.00'],
      ['fuel', '1.80'],
    ]) {
      await query(
        `INSERT INTO order_charge (tenant_id, id, "order", customer, side, phase, category, currency, amount, at, sight)
           SELECT o.tenant_id, lading.new_id(), o.id, o.customer, 'cost', 'predicted', $3, 'USD', $4, now(), 'hidden' FROM "order" o
            WHERE o.tenant_id = $1 AND o.id = $2`,
        [tenant(), order, category, amount],
      );
    }
    const number = '00000000D0001';
    const tracking = '1ZA1B2340300000081';
    await north({
      'a.csv': ups(number, [
        { tracking, net: '11.00', entered: '4.0', billed: '6.0' },
        { tracking, net: '1.80', chargeClass: 'FSC', code: 'FSC', text: 'Fuel Surcharge' },
        { tracking, net: '5.65', chargeClass: 'ACC', code: 'RES', text: 'Residential Surcharge' },
        { tracking: '1ZA1B2349900000081', net: '2.00' },
      ]),
    });
    const asked = { bill: (await billOf(number))['id'] };
    const answer = await finance.post('CarrierBill/compare', asked);
    expect(answer.body.data).toMatchObject({
      bill: { number, currency: 'USD' },
      categories: [
        { category: 'fuel', predicted: 1.8, actual: 1.8, lines: 1 },
        { category: 'residential', predicted: 0, actual: 5.65, lines: 1 },
        { category: 'transport', predicted: 9, actual: 13, lines: 2 },
      ],
      types: [
        { type: 'residential', count: 1, sum: 5.65 },
        { type: 'unmatched', count: 1, sum: 2 },
        { type: 'weight', count: 1, sum: 2 },
      ],
    });
    const { rows } = answer.body.data as { rows: Rows };
    expect(rows[0]).toMatchObject({ type: 'residential', orderNo, difference: 5.65, claimUntil: '2026-09-03' });
    expect((await member.post('CarrierBill/compare', asked)).status).toBe(403);
    expect((await southFinance.post('CarrierBill/compare', asked)).body.success).toBe(false);
  });
});

describe('a file of another carrier', () => {
  it('is read by the columns that the tenant has named, its other columns kept', async () => {
    const columns = ['number', 'date', 'tracking', 'text', 'net'].map((field) => ({ field, heading: `My ${field}` }));
    const mapping = {
      name: 'Forwarder',
      carrierCode: 'UPS',
      accountNumber: 'A1B234',
      currency: 'USD',
      headingRow: 2,
      reversed: true,
    };
    const added = await finance.post('BillMapping/add', {
      ...mapping,
      columns,
      skip: [{ heading: 'Kind', equals: 'Total' }],
    });
    expect(added.body).toMatchObject({ success: true });
    const file = [
      'Some title;;;;;;',
      'Kind;My number;My date;My tracking;My text;My net;Depot',
      'Line;EX-77;31.03.2026;1Z 999;Haulage;-1.234,50;Salem',
      'Line;EX-77;31.03.2026;;Fee;-0,50;',
      'Total;;;;;-1.235,00;',
    ].join('\n');
    const { invoices, refused } = await north({ 'forwarder.csv': file });
    expect(refused).toEqual([]);
    expect(invoices).toMatchObject([
      { number: 'EX-77', date: '2026-03-31', sum: 1235, amount: null, lines: 2, currency: 'USD' },
    ]);
    expect((await linesOf('EX-77'))[0]).toMatchObject({ trackingNo: '1Z999', extra: { Depot: 'Salem', Kind: 'Line' } });
  });
});

describe('what a bill says', () => {
  it('is proven among the samples too', () => {
    const own = ['carrierBill', 'billLines', 'billFiles', 'billShares', 'balance', 'conservation'];
    expect(baseline.filter(({ check }) => own.includes(String(check)))).toEqual([]);
  });

  it('has its import in the list of all colleagues, of its carrier, and of no other tenant', async () => {
    const number = '00000000A0090';
    await north({ 'listed.csv': textOf([upsRow({ number, amount: '1.00', net: '1.00' })]), 'bad.csv': 'a,b\r\n' });
    const admin = world.person('north admin').person;
    type Listed = { files: string[]; state: string; by: string; result: Result };
    const of = async (who: Person, body: object) => {
      const { imports } = (await who.post('CarrierBill/imports', body)).body.data as { imports: Listed[] };
      return imports.find(({ files }) => files.includes('listed.csv'));
    };
    for (const body of [{}, { carrier: 'UPS' }]) {
      const found = await of(admin, body);
      expect(found).toMatchObject({
        state: 'done',
        result: { invoices: [{ number }], refused: [{ file: 'bad.csv' }] },
      });
      expect(found?.by).not.toBe('');
    }
    expect(await of(admin, { carrier: 'FEDEX' })).toBeUndefined();
    expect(await of(southFinance, {})).toBeUndefined();
    expect((await member.post('CarrierBill/imports', {})).body.success).toBe(false);
  });

  it('is no other tenant’s to read or to import, and no member’s', async () => {
    for (const path of ['CarrierBill', 'CarrierBillLine', 'BillBasic', 'BillMapping']) {
      expect((await member.get(`${path}/page`)).body.success).toBe(false);
    }
    const theirs = await southFinance.get('CarrierBill/page', { 'number.eq': '00000000A0001' });
    expect((theirs.body.data as { rows: Rows }).rows.filter(({ number }) => number === '00000000A0001')).toEqual([]);
    const { id } = await billOf('00000000A0001');
    expect((await southFinance.get('CarrierBill/detail', { id: String(id) })).body.success).toBe(false);
    expect((await southFinance.post('CarrierBill/discard', { id })).body.success).toBe(false);
  });
});
