import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifySql, type Difference } from '../../server/domain/ledger/verify-sql.ts';
import { added, moneyOf, reasons, state, type Money } from '../support/money.ts';
import { hosts, type Person } from '../support/test-app.ts';
import { picture } from '../support/pictures.ts';
import { openWorld, type World } from '../support/world.ts';

/* Pallets of Acme: quoted by tables, booked on their balance, put on a main bill and billed by the carrier. */

type Row = Record<string, unknown>;

let world: World;
let money: Money;
let acme: string;
let known: Set<string>;
const admin = () => world.person('north admin').person;
const member = () => world.person('north member').person;
const data = <T = Row>({ body }: Awaited<ReturnType<Person['post']>>): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows as Row[];
const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
const detail = async (id: string, who = admin()) => data(await who.get('LtlOrder/detail', { id }));
const verified = async () => {
  const { rows } = await world.owner.query<Difference>(verifySql);
  return rows.map((each) => JSON.stringify(each));
};
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const order = (more: object = {}) => ({
  ...{ customer: acme, pickupDate: day(3), pickupFrom: '09:00:00', pickupTo: '16:00:00', unitType: '0' },
  ...{ shipFromName: 'Dock 4', shipFromAddress1: '4100 Fillmore Street', shipFromCity: 'Chino', shipFromState: 'CA' },
  ...{ shipFromPostalCode: '91710', shipFromCountry: 'US', shipToName: 'Receiving', shipToAddress1: '2200 Commerce' },
  ...{ shipToCity: 'Reno', shipToState: 'NV', shipToPostalCode: '89502', shipToCountry: 'US' },
  handlingUnits: [
    { kind: 'pallet', quantity: 2, length: 48, width: 40, height: 48, weight: 500, description: 'Tents' },
  ],
  accessorials: ['liftgateDelivery'],
  ...more,
});
const draft = async (more: object = {}, who = member()) => added(await who.post('LtlOrder/add', order(more)));
const quoted = async (more: object = {}) => {
  const id = await draft(more);
  expect(state(await member().post('LtlOrder/quote', { id }))).toBe('quoted');
  return id;
};
const booked = async (more: object = {}) => {
  const id = await quoted(more);
  expect(state(await member().post('LtlOrder/book', { id }))).toBe('booked');
  return id;
};
const purse = async () => [await money.balance('available', acme), await money.balance('frozen', acme)] as const;

/** A table of UPS to Reno, so simple that it can be worked out in the head. */
const table = (side: 'cost' | 'sale', l5c: number, more: object = {}) => ({
  ...{
    code: `T-${side}`,
    name: `Table ${side}`,
    carrier: sample('carrier/ups'),
    side,
    currency: 'USD',
    basis: 'class',
  },
  ...{ from: '2026-01-01', deficit: true, discountPercent: 0, minimum: 100, validDays: 7 },
  lanes: [{ originFrom: '917', originTo: '917', destinationFrom: '895', destinationTo: '895', zone: 'reno' }],
  rates: [
    { zone: 'reno', freightClass: '100', l5c, m5c: l5c - 10 },
    { zone: 'reno', freightClass: '125', l5c: l5c + 10, m5c: l5c },
  ],
  accessorials: [{ accessorial: 'liftgateDelivery', amount: side === 'cost' ? 60 : 75, per: 'shipment' }],
  ...more,
});

beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  acme = money.customer('acme');
  await sql(`UPDATE freight_tariff SET status = 'retired'`);
  for (const of of [table('cost', 30), table('sale', 40)])
    state(await admin().post('FreightTariff/activate', { id: added(await admin().post('FreightTariff/add', of)) }));
  const attachment = data<string>(await member().send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n'));
  const wish = { customer: acme, amount: 5000, method: 'wire', paidOn: '2026-06-02', attachment };
  const recharge = added(await member().post('Recharge/add', wish));
  state(await member().post('Recharge/submit', { id: recharge }));
  state(await money.finance.post('Recharge/pass', { id: recharge, postedAmount: 5000 }));
  known = new Set(await verified());
}, 120_000);
afterAll(() => world?.close());

describe('a freight order', () => {
  it('is classified, quoted by its table and booked on the balance', async () => {
    const id = await quoted();
    const mine = await detail(id, member());
    expect(mine).toMatchObject({ unitCount: 2, totalWeight: 1000, classes: '100' });
    expect(mine['classification']).toMatchObject([{ density: '9.375', freightClass: '100', reason: 'density' }]);
    // 1,000 lb at 30 per 100 lb, and the liftgate.
    expect(mine['offers']).toMatchObject([{ offer: 1, carrierName: 'UPS', amount: '375.00' }]);
    const [offer] = mine['offers'] as { lines: { kind: string; amount: string }[] }[];
    expect(offer?.lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      ...['linehaul 300.00', 'accessorial 75.00'],
    ]);
    expect((await detail(id))['costOffers']).toMatchObject([{ amount: '260.00', margin: '115.00' }]);
    const before = await purse();
    expect(state(await member().post('LtlOrder/book', { id, offer: 1 }))).toBe('booked');
    expect(await purse()).toEqual([before[0] - 37_500, before[1] + 37_500]);
    expect(await detail(id)).toMatchObject({ predictedSale: 375, predictedCost: 260, carrier: sample('carrier/ups') });
    expect(state(await admin().post('LtlOrder/pickUp', { id, proNo: '448-1' }))).toBe('pickedUp');
    expect(await money.lines(id)).toEqual([
      ...[
        'hold available>frozen 375.00',
        'capture frozen>revenueShipping 375.00',
        'cost costShipping>costAccrual 260.00',
      ],
    ]);
    expect(state(await admin().post('LtlOrder/depart', { id }))).toBe('inTransit');
    expect(state(await admin().post('LtlOrder/report', { id, exceptionReason: 'Tipped over' }))).toBe('exception');
    expect(state(await admin().post('LtlOrder/resolve', { id }))).toBe('inTransit');
    expect(state(await admin().post('LtlOrder/deliver', { id }))).toBe('delivered');
    expect((await member().post('LtlOrder/cancel', { id, cancelReason: 'Late' })).body.success).toBe(false);
  });

  it('gives its money back when it is cancelled before the pickup', async () => {
    const before = await purse();
    const id = await booked();
    expect(await purse()).not.toEqual(before);
    expect(state(await member().post('LtlOrder/cancel', { id, cancelReason: 'Not needed' }))).toBe('cancelled');
    expect(await purse()).toEqual(before);
  });

  it('uses deficit weight and the minimum where they count', async () => {
    const unit = { kind: 'pallet', quantity: 1, length: 48, width: 40, height: 48, description: 'Tents' };
    const lines = async (weight: number, height: number) => {
      const id = await quoted({ handlingUnits: [{ ...unit, weight, height }], accessorials: [] });
      const [offer] = (await detail(id))['offers'] as { lines: { kind: string; amount: string }[] }[];
      return offer?.lines.map(({ kind, amount }) => `${kind} ${amount}`);
    };
    expect(await lines(400, 38)).toEqual(['linehaul 120.00', 'deficit 30.00']);
    expect(await lines(200, 19)).toEqual(['linehaul 80.00', 'minimum 20.00']);
  });

  it('is not quoted where no table carries it, nor booked with an offer that is not there or over', async () => {
    const far = await draft({ shipToPostalCode: '10001', shipToState: 'NY' });
    expect(reasons(await member().post('LtlOrder/quote', { id: far }))).toEqual([' freight.noLane']);
    const hazard = await draft({ accessorials: ['hazardous'] });
    expect(reasons(await member().post('LtlOrder/quote', { id: hazard }))).toEqual([
      'accessorials freight.noAccessorial',
    ]);
    const id = await quoted();
    expect(reasons(await member().post('LtlOrder/book', { id, offer: 9 }))).toEqual(['offer freight.noOffer']);
    await sql(`UPDATE ltl_order SET "quotedUntil" = current_date - 2 WHERE id = $1`, [id]);
    expect(reasons(await member().post('LtlOrder/book', { id }))).toEqual(['quotedUntil quoteOver']);
  });

  it('is booked once, however many ask at the same time, and not beyond the balance', async () => {
    const id = await quoted();
    const before = await purse();
    const answers = await Promise.all([member(), admin(), member()].map((who) => who.post('LtlOrder/book', { id })));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(await purse()).toEqual([before[0] - 37_500, before[1] + 37_500]);
    const heavy = {
      kind: 'crate',
      quantity: 99,
      length: 48,
      width: 40,
      height: 48,
      weight: 500,
      description: 'Stoves',
    };
    // Harbor pays before it ships.
    const dear = await draft({ customer: money.customer('harbor'), handlingUnits: [heavy] }, admin());
    expect(state(await admin().post('LtlOrder/quote', { id: dear }))).toBe('quoted');
    expect(reasons(await admin().post('LtlOrder/book', { id: dear }))).toEqual([' ledger.belowFloor']);
    expect(await detail(dear)).toMatchObject({ status: 'quoted', holdKey: null });
  });

  it('shows its customer nothing of its cost, and other customers and tenants nothing at all', async () => {
    const id = await booked();
    // The amount itself, and not digits of an id or a time.
    const cost = /\b260(\.0+)?\b/;
    for (const path of ['LtlOrder/detail', 'LtlOrder/list', 'LtlOrder/page', 'LtlOrder/history']) {
      const told = JSON.stringify((await member().get(path, { id })).body);
      for (const hidden of ['costOffers', 'predictedCost', 'margin', 'holdKey', 'Table cost'])
        expect(`${path} ${told}`).not.toContain(hidden);
      expect(`${path} ${told}`).not.toMatch(cost);
    }
    expect(JSON.stringify(await detail(id, world.person('north clerk').person).catch(() => ({})))).not.toMatch(cost);
    expect((await member().get('FreightTariff/page')).body.success).toBe(false);
    expect((await member().get('LtlMainBill/page')).body.success).toBe(false);
    for (const name of ['north sibling', 'south admin']) {
      const other = world.person(name).person;
      expect((await other.get('LtlOrder/detail', { id })).body.success).toBe(false);
      expect((await other.post('LtlOrder/cancel', { id, cancelReason: 'mine' })).body.success).toBe(false);
    }
    expect((await member().post('LtlOrder/pickUp', { id })).body.success).toBe(false);
  });

  it('refuses what cannot be carried or classified', async () => {
    const refused = async (more: object) => reasons(await member().post('LtlOrder/add', order(more)));
    const past = await draft({ pickupDate: '2020-01-01' });
    expect(reasons(await member().post('LtlOrder/quote', { id: past }))).toEqual(['pickupDate pickupPast']);
    expect(await refused({ pickupFrom: '16:00:00', pickupTo: '09:00:00' })).toEqual(['pickupTo windowEnds']);
    expect(await refused({ shipToCountry: 'MX' })).toContain('shipToCountry notServed');
    expect(await refused({ handlingUnits: [] })).toEqual(['handlingUnits required']);
    const unit = { kind: 'pallet', quantity: 1, length: 48, width: 40, height: 48, weight: 500, description: 'Glass' };
    expect(await refused({ handlingUnits: [{ ...unit, notDensityBased: true }] })).toEqual([
      'handlingUnits classMissing',
    ]);
  });
});

describe('a main bill', () => {
  const bill = async (proNo: string) =>
    added(await admin().post('LtlMainBill/add', { carrier: sample('carrier/ups'), proNo, pickupDate: day(3) }));
  const loaded = async (proNo: string) => {
    const id = await booked();
    const mainBill = await bill(proNo);
    data(await admin().post('LtlOrder/join', { id, mainBill }));
    await world.test.runJobs();
    return { id, mainBill };
  };
  const read = async (id: string, who = admin()) => data(await who.get('LtlMainBill/detail', { id }));
  const invoice = (id: string, order: string, lines: object[], invoiceNo: string) =>
    money.finance.post('LtlMainBill/noteInvoice', {
      ...{ id, invoiceNo, invoiceDate: day(4) },
      invoiceLines: lines.map((line) => ({ order, ...line })),
    });

  it('takes booked orders of its carrier, counts them, and is fixed once it is printed', async () => {
    const { id, mainBill } = await loaded('PRO-1');
    expect(await read(mainBill)).toMatchObject({ orderCount: 1, pallets: 2, weightLb: 1000, charge: 260 });
    const other = await bill('PRO-2');
    expect(reasons(await admin().post('LtlOrder/join', { id, mainBill: other }))).toEqual([
      'mainBill freight.onOtherBill',
    ]);
    expect(reasons(await admin().post('LtlOrder/cancel', { id, cancelReason: 'x' }))).toEqual(['mainBill onMainBill']);
    expect(reasons(await admin().post('LtlMainBill/print', { id: other }))).toEqual([' freight.emptyBill']);
    expect(state(await admin().post('LtlMainBill/print', { id: mainBill }))).toBe('printed');
    expect(reasons(await admin().post('LtlOrder/leave', { id }))).toEqual(['mainBill freight.billPrinted']);
    expect(state(await admin().post('LtlOrder/pickUp', { id, proNo: 'PRO-1' }))).toBe('pickedUp');
    const late = await booked();
    expect((await admin().post('LtlOrder/join', { id: late, mainBill })).body.success).toBe(false);
  });

  it('sets a freight bill beside the quote and charges on what is chosen', async () => {
    const { id, mainBill } = await loaded('PRO-3');
    data(await admin().post('LtlMainBill/print', { id: mainBill }));
    const lines = [
      { charge: 'linehaul', freightClass: '125', weightLb: 1200, amount: 360 },
      { charge: 'accessorial', accessorial: 'liftgateDelivery', amount: 60 },
      { charge: 'accessorial', accessorial: 'appointment', amount: 25 },
      { charge: 'bolCorrection', amount: 28 },
    ];
    data(await invoice(mainBill, id, lines, 'F-3'));
    const noted = await read(mainBill);
    const told = (noted['differences'] as Row[]).map(
      ({ type, amount, sale }) => `${String(type)} ${String(amount)} ${String(sale)}`,
    );
    expect(told).toEqual(['weight 40 60', 'class 120 120', 'accessorial 25 25', 'bolCorrection 28 28']);
    expect(noted).toMatchObject({ invoiceTotal: 473, differenceTotal: 213 });
    const types = ['weight', 'class', 'bolCorrection', 'fuelWeek'];
    data(await money.finance.post('LtlMainBill/chargeOn', { id: mainBill, chargedTypes: types }));
    const rows = await sql(
      `SELECT new::text, cost::text, customer::text, status, category, note FROM member_bill_line WHERE "sourceId" = $1 ORDER BY "sourcePart"`,
      [mainBill],
    );
    expect(rows.map((row) => row['new'])).toEqual(['28.00', '120.00', '60.00']);
    expect(rows[0]).toMatchObject({ customer: acme, status: 'open', category: 'freight', cost: '28.00' });
    expect(reasons(await invoice(mainBill, id, lines, 'F-3'))).toEqual([' charged']);
    const again = await money.finance.post('LtlMainBill/chargeOn', { id: mainBill, chargedTypes: ['class'] });
    expect(reasons(again)).toEqual([' charged']);
    data(await money.finance.post('LtlMainBill/dropCharge', { id: mainBill }));
    expect(await sql(`SELECT FROM member_bill_line WHERE "sourceId" = $1`, [mainBill])).toEqual([]);
    expect(state(await money.finance.post('LtlMainBill/close', { id: mainBill }))).toBe('closed');
  });

  it('knows a PRO number that was billed before, and lines that are not its own', async () => {
    const { id, mainBill } = await loaded('pro-3');
    data(await admin().post('LtlMainBill/print', { id: mainBill }));
    const haul = { charge: 'linehaul', freightClass: '100', weightLb: 1000, amount: 200 };
    expect(reasons(await invoice(mainBill, sample('ltl-order/done'), [haul], 'F-4'))).toEqual([
      'invoiceLines[0].order freight.otherBill',
    ]);
    expect(reasons(await invoice(mainBill, id, [{ ...haul, weightLb: null }], 'F-4'))).toEqual([
      'invoiceLines[0].freightClass freight.bareLinehaul',
    ]);
    data(await invoice(mainBill, id, [haul], 'F-4'));
    expect((await read(mainBill))['differences']).toMatchObject([{ type: 'duplicatePro', amount: 200, sale: 0 }]);
    expect(
      reasons(await money.finance.post('LtlMainBill/chargeOn', { id: mainBill, chargedTypes: ['duplicatePro'] })),
    ).toEqual(['chargedTypes freight.nothingToCharge']);
  });
});

describe('papers', () => {
  const file = async (who: Person, path: string, id: string, culture = 'en-US'): Promise<Buffer> => {
    const raw = await world.test.app.inject({
      ...{ method: 'POST', url: `/api/${path}?culture=${culture}`, payload: { id } },
      headers: { host: hosts.north, authorization: `Bearer ${who.token}` },
    });
    return raw.rawPayload;
  };

  it('are a bill of lading in both languages, and a proof with the calculation and lettered papers', async () => {
    const paper = data<string>(await member().send('sysFileInfo/upload', 'signed.pdf', '%PDF-1.4\n%%EOF\n'));
    const photo = data<string>(await member().send('sysFileInfo/upload', 'pallet.png', await picture('png')));
    const id = await booked();
    data(await member().post('LtlOrder/attach', { id, signedBol: paper, photos: [photo] }));
    const zip = (await file(member(), 'LtlOrder/proof', id)).toString('latin1');
    // The directory at the end of the archive names what is in it.
    const names = zip.split('PK\x01\x02').slice(1);
    expect(names.map((entry) => entry.slice(42, 42 + entry.charCodeAt(24)))).toEqual([
      ...['calculation.pdf', 'A-signedBol.pdf', 'B-photos.png'],
    ]);
    expect((await world.person('north sibling').person.post('LtlOrder/proof', { id })).body.success).toBe(false);
    const mainBill = added(
      await admin().post('LtlMainBill/add', { carrier: sample('carrier/ups'), proNo: 'PRO-9', pickupDate: day(3) }),
    );
    data(await admin().post('LtlOrder/join', { id, mainBill }));
    for (const [culture, words] of [
      ['en-US', 'Bill of lading'],
      ['zh-CN', '提单'],
    ] as const) {
      const bytes = await file(admin(), 'LtlMainBill/document', mainBill, culture);
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
      for (const part of [words, 'PRO-9', 'Tents', '9.375', '1000']) expect(text).toContain(part);
      expect(text).not.toContain('260');
    }
  });

  it('never leave a balance that the ledger does not prove', async () => {
    expect((await verified()).filter((each) => !known.has(each))).toEqual([]);
  });
});
