import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeEvents } from '../../server/domain/tracking/take-events.ts';
import { added, reasons, state } from '../support/money.ts';
import { picture } from '../support/pictures.ts';
import { openPlacingDesk, type PlacingDesk } from '../support/placing-desk.ts';
import type { Person } from '../support/test-app.ts';
import { keepTrial } from '../support/tried.ts';

/* Parcels of Harbor that come back, and labels with which they do. Acme's people are in the next room. */

let desk: PlacingDesk;
let photo = '';
const sql = async (text: string, values: unknown[] = []) => (await desk.world.owner.query(text, values)).rows;
const admin = () => desk.money.admin;
const acme = () => desk.world.person('north member').person;
type Row = Record<string, unknown>;
const data = <T = Row>({ body }: Awaited<ReturnType<Person['post']>>): T => {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return body.data as T;
};
const arrive = async (values: object): Promise<string> =>
  added(await admin().post('ReturnedParcel/add', { grade: 'opened', photos: [photo], unitType: '0', ...values }));
const parcel = async (id: string, who = admin()) => data(await who.get('ReturnedParcel/detail', { id }));
const set = (code: string, value: string) =>
  sql('UPDATE config SET value = $3 WHERE tenant_id = $1 AND code = $2', [desk.world.homes.north.tenant, code, value]);
const services = () => {
  const { services } = desk.world.test.node.context;
  if (!services) throw new Error('a node that serves has services');
  return services;
};
const sweep = () => {
  const task = desk.modules.flatMap(({ schedules = [] }) => schedules).find(({ name }) => name === 'returns-expire');
  return task?.run({ query: services().query, services: services() });
};
/** An order of Harbor with its labels. */
async function ordered(more: object = {}): Promise<string> {
  const id = await desk.draft(20, more);
  await desk.submit(id);
  await desk.run();
  expect(await desk.detail(id)).toMatchObject({ status: 'ordered' });
  return id;
}
const scanned = async (order: string) => {
  const [box] = await sql('SELECT id::text FROM package WHERE "order" = $1 ORDER BY seq LIMIT 1', [order]);
  const at = new Date(Date.now() - 60_000).toISOString().slice(0, 19);
  const place = { city: 'Newark', state: 'NJ', postalCode: null, country: 'US' };
  await takeEvents(
    services(),
    { tenant: desk.world.homes.north.tenant, id: String(box?.id) },
    {
      events: [{ at, offset: '+00:00', type: 'I', code: '005', text: 'Origin scan', ...place }],
      estimatedAt: null,
      source: 'poll',
    },
  );
};

beforeAll(async () => {
  desk = await openPlacingDesk();
  photo = data<string>(await admin().send('sysFileInfo/upload', 'box.png', await picture('png')));
  await desk.recharge(500);
}, 120_000);
afterAll(() => desk?.close());

/** What customs and insurance read of an order: boxes with a value, and goods. */
const declared = {
  boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 2, declaredValue: 40 }],
  items: [{ description: 'Ceramic mug', hsCode: '6912.00', originCountry: 'CN', unitPrice: 9.5, quantity: 2 }],
};
const declaredOf = async (id: string) => {
  const { declaredTotal, items } = await desk.detail(id);
  const goods = (items as Row[]).map(({ description, hsCode, originCountry, quantity, purpose }) =>
    [description, hsCode, originCountry, quantity, purpose].join('|'),
  );
  return [declaredTotal, ...goods];
};

describe('a parcel that comes back', () => {
  it('is known by its number, claimed, sent again and paid for as a deduction', async () => {
    await set('RETURN_HANDLING_FEE', '3.5');
    await set('RETURN_STORAGE_FEE', '0.5');
    const original = await ordered({ shipToName: 'Rita Gomez', ...declared });
    const { leadTracking } = await desk.detail(original);
    const seen = data(await admin().post('Returns/scan', { text: String(leadTracking) }));
    expect(seen).toMatchObject({ parcel: null, orderNo: (await desk.detail(original))['orderNo'] });
    const id = await arrive({ trackingNo: leadTracking, shelf: 'R-1', staffNote: 'between us' });
    expect(await parcel(id)).toMatchObject({ status: 'toClaim', customer: desk.customer, order: original });
    // Their own people read it, without what is between staff; others do not.
    expect(await parcel(id, desk.harbor)).not.toHaveProperty('staffNote');
    expect((await acme().get('ReturnedParcel/detail', { id })).body.success).toBe(false);
    expect((await acme().post('ReturnedParcel/claim', { id, choice: 'keep' })).body.success).toBe(false);
    expect(state(await desk.harbor.post('ReturnedParcel/claim', { id, choice: 'resend' }))).toBe('claimed');
    expect(reasons(await admin().post('ReturnedParcel/process', { id }))).toEqual(['resendOrder noResendOrder']);
    const { order: again } = data<{ order: string }>(await desk.harbor.post('Returns/resend', { parcel: id }));
    expect(data(await desk.harbor.post('Returns/resend', { parcel: id }))).toEqual({ order: again });
    expect(await desk.detail(again)).toMatchObject({ status: 'draft', shipToName: 'Rita Gomez', boxCount: 2 });
    expect(await declaredOf(again)).toEqual([80, 'Ceramic mug|6912.00|CN|2|sale']);
    expect(reasons(await admin().post('ReturnedParcel/process', { id }))).toEqual([
      'resendOrder returns.resendNotPlaced',
    ]);
    // A parcel is sent again at a price, or not at all.
    expect(reasons(await desk.harbor.post('Order/submit', { id: again }))).toEqual(['service order.noPrice']);
    await keepTrial(desk.world.owner, [again], { sale: 9, cost: 7 });
    await desk.submit(again);
    await desk.run();
    expect(reasons(await desk.harbor.post('ReturnedParcel/revoke', { id }))).toEqual([' returns.resendPlaced']);
    await sql(`UPDATE returned_parcel SET "arrivedAt" = now() - interval '10 days' WHERE id = $1`, [id]);
    const before = await desk.purse();
    expect(state(await admin().post('ReturnedParcel/process', { id }))).toBe('processed');
    await desk.run();
    await desk.run();
    // Three days beyond the free seven.
    expect(await parcel(id)).toMatchObject({ storageDays: 10, fee: 5 });
    expect((await desk.purse()).available).toBe(before.available - 500);
    const made = await sql(
      `SELECT status, reason, amount::text FROM deduction WHERE id = (SELECT deduction FROM returned_parcel WHERE id = $1)`,
      [id],
    );
    expect(made).toEqual([{ status: 'confirmed', reason: 'returnHandling', amount: '5.00' }]);
    await desk.verify();
  });

  it('is taken in once, however often it is scanned, until it has left', async () => {
    const trackingNo = '9400111899223100000077';
    const facts = { grade: 'opened', photos: [photo], unitType: '0', trackingNo };
    const answers = await Promise.all([1, 2, 3].map(() => admin().post('ReturnedParcel/add', facts)));
    const [first, ...more] = answers.filter(({ body }) => body.success).map(added);
    expect(more).toEqual([]);
    expect(answers.flatMap((each) => (each.body.success ? [] : reasons(each)))).toEqual([
      'trackingNo returns.alreadyHere',
      'trackingNo returns.alreadyHere',
    ]);
    // Spaces, and a customer chosen by staff, make no other parcel of it.
    const again = { ...facts, trackingNo: '9400 1118 9922 3100 0000 77', customer: desk.customer };
    expect(reasons(await admin().post('ReturnedParcel/add', again))).toEqual(['trackingNo returns.alreadyHere']);
    await sql(`UPDATE returned_parcel SET status = 'disposed' WHERE id = $1`, [first]);
    expect(await parcel(await arrive({ trackingNo }))).toMatchObject({ status: 'unidentified' });
  });

  it('is known by the bar code of its carrier, which contains more than its number', async () => {
    const number = '986578788855';
    const original = await ordered();
    await sql(`UPDATE package SET "trackingNo" = $2 WHERE "order" = $1 AND seq = 1`, [original, number]);
    // Of FedEx Express; a scanner that names the kind of code; one that sends the separators of its parts.
    const scanned = `1001901781990001000300${number}`;
    for (const text of [scanned, `]C1${scanned}`, `\u001D${scanned}`]) {
      const seen = data<{ number: string; orderNo: string }>(await admin().post('Returns/scan', { text }));
      expect(seen).toMatchObject({ number, orderNo: (await desk.detail(original))['orderNo'] });
    }
    const id = await arrive({ trackingNo: scanned });
    expect(await parcel(id)).toMatchObject({ trackingNo: number, status: 'toClaim', order: original });
  });

  it('is sent again by an order placed since, and by no other', async () => {
    const original = await ordered();
    const { leadTracking } = await desk.detail(original);
    const id = await arrive({ trackingNo: leadTracking });
    expect(state(await desk.harbor.post('ReturnedParcel/claim', { id, choice: 'resend' }))).toBe('claimed');
    const resend = (order: string) => desk.harbor.post('Returns/resend', { parcel: id, order });
    expect(reasons(await resend(original))).toEqual(['order returns.cannotResend']);
    const since = await ordered();
    await sql(`UPDATE "order" SET "orderedAt" = now() - interval '1 day' WHERE id = $1`, [since]);
    expect(reasons(await resend(since))).toEqual(['order returns.cannotResend']);
    await sql(`UPDATE "order" SET "orderedAt" = now(), status = 'refunded' WHERE id = $1`, [since]);
    expect(reasons(await resend(since))).toEqual(['order returns.cannotResend']);
    await sql(`UPDATE "order" SET status = 'ordered' WHERE id = $1`, [since]);
    expect(data(await resend(since))).toEqual({ order: since });
    const draft = await desk.draft(20);
    expect(data(await resend(draft))).toEqual({ order: draft });
  });

  it('needs a grade and a photo', async () => {
    const bare = await admin().post('ReturnedParcel/add', { trackingNo: 'X1', unitType: '0' });
    expect(reasons(bare).sort()).toEqual(['grade required', 'photos required']);
  });

  it('that nobody knows is offered to who may own it and shows nothing of itself to others', async () => {
    await ordered({ shipToName: 'Zoe Quill' });
    const id = await arrive({ trackingNo: '9400111899223100000001', senderName: 'zoe quill', reference: 'secret-9' });
    expect(await parcel(id)).toMatchObject({ status: 'unidentified', customer: null });
    const likely = data<{ rows: Row[] }>(await admin().post('Returns/likely', { parcel: id })).rows;
    expect(likely).toMatchObject([{ customer: desk.customer, why: 'name' }]);
    const offers = async (who: Person) => data<{ rows: Row[] }>(await who.post('Returns/offers', {})).rows;
    expect((await offers(desk.harbor)).filter((each) => each['parcel'] === id)).toMatchObject([
      { why: 'name', asked: false },
    ]);
    expect(JSON.stringify(await offers(desk.harbor))).not.toContain('secret-9');
    expect(await offers(acme())).toEqual([]);
    expect(reasons(await acme().post('Returns/mine', { parcel: id }))).toEqual(['parcel reference.missing']);
    expect((await desk.harbor.post('Returns/likely', { parcel: id })).status).toBe(403);
    data(await desk.harbor.post('Returns/mine', { parcel: id }));
    expect(await parcel(id)).toMatchObject({ status: 'unidentified', suggested: desk.customer });
    expect(state(await admin().post('ReturnedParcel/assign', { id, customer: desk.customer }))).toBe('toClaim');
    const other = desk.money.customer('acme');
    const second = await arrive({ trackingNo: '9400111899223100000002' });
    const order = await ordered();
    expect(reasons(await admin().post('ReturnedParcel/assign', { id: second, customer: other, order }))).toEqual([
      'order returns.otherCustomer',
    ]);
  });

  it('that nobody claims goes its way by the rules, and is destroyed for a fee', async () => {
    await set('RETURN_DESTROY_FEE', '2');
    const [late, unknown] = [await arrive({ customer: desk.customer }), await arrive({ senderName: 'nobody' })];
    await sweep();
    expect([(await parcel(late))['status'], (await parcel(unknown))['status']]).toEqual(['toClaim', 'unidentified']);
    await sql(
      `UPDATE returned_parcel r SET "claimUntil" = current_date - 2,
              "arrivedAt" = ((now() AT TIME ZONE t."timeZone")::date - 50 + time '12:00') AT TIME ZONE t."timeZone"
         FROM tenant t WHERE t.id = r.tenant_id AND r.id IN ($1, $2)`,
      [late, unknown],
    );
    await sweep();
    expect([(await parcel(late))['status'], (await parcel(unknown))['status']]).toEqual(['expired', 'toDispose']);
    await sql(`UPDATE returned_parcel SET "claimUntil" = current_date - 20 WHERE id = $1`, [late]);
    await sweep();
    expect((await desk.harbor.post('ReturnedParcel/dispose', { id: late })).status).toBe(403);
    expect(state(await admin().post('ReturnedParcel/dispose', { id: late }))).toBe('disposed');
    expect(state(await admin().post('ReturnedParcel/dispose', { id: unknown }))).toBe('disposed');
    await desk.run();
    // 3.50, 43 days at 0.50, and 2 for destroying it; nobody pays for what nobody owns.
    expect(await parcel(late)).toMatchObject({ fee: 27 });
    expect(await parcel(unknown)).toMatchObject({ fee: null, deduction: null });
    await desk.verify();
  });
});

describe('a return label', () => {
  const label = async () => {
    const original = await ordered(declared);
    const { order } = data<{ order: string }>(await desk.harbor.post('Returns/label', { order: original }));
    await keepTrial(desk.world.owner, [order], { sale: 12, cost: 8 });
    return { original, order };
  };

  it('is set aside for and charged at its first scan', async () => {
    const { original, order } = await label();
    expect(await desk.detail(order)).toMatchObject({ returnOf: original, shipFromName: 'Ann Lee', senderMode: 'own' });
    expect(await declaredOf(order)).toEqual([80, 'Ceramic mug|6912.00|CN|2|return']);
    const before = await desk.purse();
    await desk.submit(order);
    await desk.run();
    expect(await desk.detail(order)).toMatchObject({ status: 'ordered' });
    const during = await desk.purse();
    expect([during.available, during.frozen]).toEqual([before.available - 1200, before.frozen + 1200]);
    await desk.verify();
    await scanned(order);
    expect(await desk.detail(order)).toMatchObject({ status: 'shipped' });
    const after = await desk.purse();
    expect([after.available, after.frozen]).toEqual([before.available - 1200, before.frozen]);
    expect(await desk.money.lines(order)).toEqual([
      'hold available>frozen 12.00',
      'capture frozen>revenueShipping 12.00',
      'cost costShipping>costAccrual 8.00',
    ]);
    await desk.verify();
    // What comes back on it belongs to the order that went out.
    const { leadTracking } = await desk.detail(order);
    expect(await parcel(await arrive({ trackingNo: leadTracking }))).toMatchObject({ order: original });
  });

  it('is made once, however many people ask for it at once, until it is bought or deleted', async () => {
    const original = await ordered();
    const ask = (who: Person) => who.post('Returns/label', { order: original });
    // The first one takes a while, so that the others have looked before it is there.
    await sql(
      `CREATE OR REPLACE FUNCTION test.dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
       CREATE TRIGGER dawdle AFTER INSERT ON "order" FOR EACH ROW WHEN (NEW."returnOf" IS NOT NULL) EXECUTE FUNCTION test.dawdle()`,
    );
    const answers = await Promise.all([desk.harbor, admin(), desk.harbor, admin()].map(ask));
    await sql('DROP TRIGGER dawdle ON "order"');
    const [order = '', ...others] = answers.map((each) => data<{ order: string }>(each).order);
    expect(new Set(others)).toEqual(new Set([order]));
    expect(await sql('SELECT id::text FROM "order" WHERE "returnOf" = $1', [original])).toEqual([{ id: order }]);
    expect(data(await ask(desk.harbor))).toEqual({ order });
    expect(data(await desk.harbor.post('Order/delete', { id: order }))).toBeTruthy();
    const { order: next } = data<{ order: string }>(await ask(desk.harbor));
    expect(next).not.toBe(order);
    // A form or an import makes no second one either.
    await expect(desk.draft(20, { returnOf: original })).rejects.toMatchObject({
      actual: [expect.any(String), [{ path: 'returnOf', code: 'returns.labelOpen' }]],
    });
    expect((await acme().post('Returns/label', { order: original })).body.success).toBe(false);
    await keepTrial(desk.world.owner, [next], { sale: 1, cost: 1 });
    await desk.submit(next);
    await desk.run();
    expect(await desk.detail(next)).toMatchObject({ status: 'ordered' });
    expect(data<{ order: string }>(await ask(desk.harbor)).order).not.toBe(next);
  });

  it('that nobody uses is void after its days, its money released, and a later scan is charged with the reason', async () => {
    const before = await desk.purse();
    const { order } = await label();
    const paid = await desk.purse();
    await desk.submit(order);
    await desk.run();
    await sweep();
    expect(await desk.detail(order)).toMatchObject({ status: 'ordered' });
    await sql(`UPDATE "order" SET "orderedAt" = now() - interval '29 days' WHERE id = $1`, [order]);
    await sweep();
    await desk.run();
    await sweep();
    expect(await desk.detail(order)).toMatchObject({ status: 'refunded' });
    expect(await desk.purse()).toEqual(paid);
    await desk.verify();
    await scanned(order);
    await sweep();
    await sweep();
    const after = await desk.purse();
    expect(after.available).toBe(paid.available - 1200);
    const [{ description } = { description: '' }] = await sql('SELECT description FROM deduction WHERE "order" = $1', [
      order,
    ]);
    expect(description).toMatch(/作废后于|after it was void/);
    await desk.verify();
    expect(before.frozen).toBe(after.frozen);
  });
});
