import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModules } from '../../../server/domain/index.ts';
import { keepMessage } from '../../../server/domain/payments/facts.ts';
import { added, moneyOf, reasons, state, type Money } from '../../support/money.ts';
import { openStripeServer, type SignedEvent, type StripeServer } from '../../support/stripe-server.ts';
import { appOn, hosts, personOf, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
let stripe: StripeServer;
let address: string;
beforeAll(async () => {
  stripe = await openStripeServer();
  world = await openWorld(createModules({ stripe: stripe.settings, originOf: (host) => `http://${host}` }));
  money = moneyOf(world);
  // The gateway knows nothing of the samples, which late in a long run have waited long enough to be asked about.
  await world.owner.query(`UPDATE online_payment SET "createdAt" = now()`);
  address = await world.test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await world?.close();
  await stripe?.close();
});
beforeEach(() => stripe.calls.splice(0));

const deliver = async ({ body, headers }: SignedEvent): Promise<number> =>
  (await fetch(`${address}/api/payments/stripe`, { method: 'POST', headers, body })).status;
const tell = (session: string, type: string, more = {}) => deliver(stripe.event(session, type, more));
const completed = 'checkout.session.completed';

const started = async (amount: unknown = 250, person: Person = money.member) =>
  added(await person.post('OnlinePayOrder/add', { customer: money.customer('acme'), amount }));
/** A payment whose page has been opened: its id, and the page's. */
async function opened(amount = 250, person = money.member): Promise<{ id: string; session: string }> {
  const id = await started(amount, person);
  const { body } = await person.post('OnlinePayOrder/checkout', { id });
  expect(body.success ? '' : body.message).toBe('');
  const { goTo } = body.data as { goTo: string };
  return { id, session: goTo.split('/').at(-1) ?? '' };
}
/** A page that was opened without our hearing of it. */
async function lost(id: string): Promise<void> {
  stripe.loseAnswers(true);
  expect(reasons(await money.member.post('OnlinePayOrder/checkout', { id }))).toEqual([' payments.noAnswer']);
  stripe.loseAnswers(false);
}
interface Payment {
  status: string;
  session: string | null;
  paidAmount: number | null;
  refundedAmount: number | null;
}
const payment = async (id: string): Promise<Payment> =>
  (await money.finance.get('OnlinePayOrder/detail', { id })).body.data as Payment;
const available = () => money.balance('available', money.customer('acme'));
const messages = async (id: string) => {
  const { body } = await money.finance.get('PaymentMessage/page', { payment: id });
  return (body.data as { rows: { kind: string; source: string }[] }).rows.map(
    ({ kind, source }) => `${kind} ${source}`,
  );
};
/** The job that asks about what no message has settled, as a timer runs it. */
const reconcile = () => {
  const task = world.test.node.context.registry.tasks.find(({ name }) => name === 'payments-reconcile');
  const { services } = world.test.node.context;
  if (!task || !services) throw new Error('nothing reconciles');
  return task.run({ query: services.query, services });
};
const age = (id: string, by: string) =>
  world.owner.query(`UPDATE online_payment SET "createdAt" = "createdAt" - $2::interval WHERE id = $1`, [id, by]);

describe('an online payment', () => {
  it('is for 100 at least, in the tenant’s currency, and of the member who makes it', async () => {
    const add = (amount: unknown) => money.member.post('OnlinePayOrder/add', { amount });
    expect(reasons(await add(99.99))).toEqual(['amount number.min']);
    expect(reasons(await add(undefined))).toEqual(['amount required']);
    const id = await started('100.00');
    const { body } = await money.member.get('OnlinePayOrder/detail', { id });
    expect(body.data).toMatchObject({
      amount: 100,
      currency: 'USD',
      status: 'unpaid',
      customer: money.customer('acme'),
    });
    expect((await world.person('north sibling').person.post('OnlinePayOrder/checkout', { id })).body.code).toBe(
      1013003,
    );
    expect((await world.person('south member').person.post('OnlinePayOrder/checkout', { id })).body.code).toBe(1013003);
  });

  it('sends the payer to one page, which says what was asked and where to come back to', async () => {
    const { id, session } = await opened(1234.5);
    const again = await money.member.post('OnlinePayOrder/checkout', { id });
    expect(again.body.data).toMatchObject({ goTo: stripe.sessions.get(session)?.url });
    expect(stripe.calls).toEqual(['POST /v1/checkout/sessions 200']);
    expect(stripe.sessions.get(session)).toMatchObject({
      ...{ amount_total: 123_450, currency: 'usd', metadata: { lading_payment: id } },
      success_url: `http://${hosts.north}/OnlinePayOrder/${id}`,
    });
    expect(await money.lines(id)).toEqual([]);
  });

  it('is credited once though its message comes five times, and five times at once', async () => {
    for (const atOnce of [false, true]) {
      const before = await available();
      const { id, session } = await opened();
      stripe.pay(session);
      const event = stripe.event(session, completed);
      const sent = Array.from({ length: 5 }, () => event);
      const statuses: number[] = [];
      if (atOnce) statuses.push(...(await Promise.all(sent.map(deliver))));
      else for (const each of sent) statuses.push(await deliver(each));
      expect(statuses).toEqual([200, 200, 200, 200, 200]);
      expect(await payment(id)).toMatchObject({ status: 'paid', paidAmount: 250, session });
      expect(await messages(id)).toEqual(['paid message']);
      expect(await money.lines(id)).toEqual(['onlinePayment gatewayClearing>available 250.00']);
      expect((await available()) - before).toBe(25_000);
    }
  });

  it('is credited once though five different messages say so at once', async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    const types = [completed, 'checkout.session.async_payment_succeeded'];
    const sent = Array.from({ length: 5 }, (_, at) => tell(session, types[at % 2] ?? completed));
    expect(await Promise.all(sent)).toEqual([200, 200, 200, 200, 200]);
    expect((await payment(id)).status).toBe('paid');
    expect(await money.lines(id)).toHaveLength(1);
  });

  it('says in its line which payment it was and who made it', async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    await tell(session, completed);
    const { rows } = await world.owner.query<{ note: string; no: string }>(
      `SELECT t.note, p."paymentNo" AS no FROM ledger_transfer t JOIN online_payment p ON p.id::text = t."refId" WHERE p.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ no: rows[0]?.no, note: `${rows[0]?.no} · member` }]);
  });
});

describe('messages out of their order', () => {
  it('an expiry after the payment changes nothing, a payment after the expiry counts', async () => {
    const first = await opened();
    stripe.pay(first.session);
    await tell(first.session, completed);
    stripe.sessions.get(first.session)!.payment_status = 'unpaid';
    stripe.expire(first.session);
    expect(await tell(first.session, 'checkout.session.expired')).toBe(200);
    expect((await payment(first.id)).status).toBe('paid');

    const late = await opened();
    stripe.expire(late.session);
    await tell(late.session, 'checkout.session.expired');
    expect((await payment(late.id)).status).toBe('expired');
    expect((await money.member.post('OnlinePayOrder/checkout', { id: late.id })).body.success).toBe(false);
    stripe.pay(late.session);
    await tell(late.session, completed);
    expect((await payment(late.id)).status).toBe('paid');
    expect(await money.lines(late.id)).toHaveLength(1);
  });

  it('a refund that comes before the payment waits for it, in parts and whole', async () => {
    const before = await available();
    const { id, session } = await opened();
    stripe.pay(session);
    stripe.refund(session, 10_000);
    expect(await tell(session, 'charge.refunded')).toBe(200);
    expect(await payment(id)).toMatchObject({ status: 'unpaid', refundedAmount: null });
    await tell(session, completed);
    expect(await payment(id)).toMatchObject({ status: 'paid', refundedAmount: 100 });
    expect((await available()) - before).toBe(15_000);
    stripe.refund(session, 25_000);
    await Promise.all([tell(session, 'charge.refunded'), tell(session, 'charge.refunded'), tell(session, completed)]);
    expect(await payment(id)).toMatchObject({ status: 'refunded', refundedAmount: 250 });
    expect(await money.lines(id)).toEqual([
      'onlinePayment gatewayClearing>available 250.00',
      'refund available>gatewayClearing 100.00',
      'refund available>gatewayClearing 150.00',
    ]);
    expect(await available()).toBe(before);
  });

  it('a message before the checkout’s own answer settles the payment that the page was opened for', async () => {
    const id = await started();
    await lost(id);
    const [session] = [...stripe.sessions.values()].filter(({ metadata }) => metadata['lading_payment'] === id);
    stripe.pay(session!.id);
    await tell(session!.id, completed);
    expect(await payment(id)).toMatchObject({ status: 'paid', session: session!.id });
  });

  it('a transfer that fails later is told as failed', async () => {
    const { id, session } = await opened();
    Object.assign(stripe.sessions.get(session)!, { status: 'complete' });
    await tell(session, completed);
    expect((await payment(id)).status).toBe('unpaid');
    await tell(session, 'checkout.session.async_payment_failed');
    expect((await payment(id)).status).toBe('failed');
  });
});

describe('a message that is none', () => {
  it('is turned away: another’s signature, an old one, one of the future, a changed body, no signature, too long', async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    const event = stripe.event(session, completed);
    expect(await tell(session, completed, { secret: 'whsec_other' })).toBe(400);
    expect(await tell(session, completed, { age: 301 })).toBe(400);
    expect(await tell(session, completed, { age: -400 })).toBe(400);
    expect(await deliver({ ...event, body: event.body.replace('25000', '2500000') })).toBe(400);
    expect(await deliver({ ...event, headers: { 'content-type': 'application/json' } })).toBe(400);
    expect(await deliver({ ...event, body: event.body + ' '.repeat(300_000) })).toBe(413);
    expect(await messages(id)).toEqual([]);
    expect((await payment(id)).status).toBe('unpaid');
    const answer = await fetch(`${address}/api/payments/stripe?culture=zh-CN`, {
      ...event,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(await answer.json()).toMatchObject({ success: false, issues: [{ code: 'payments.badSignature' }] });
  });

  it('about a payment that we do not have is taken, kept once and told to the platform', async () => {
    const { session } = await opened();
    stripe.sessions.get(session)!.metadata = { lading_payment: '123456789' };
    const event = stripe.event(session, completed);
    expect([await deliver(event), await deliver(event)]).toEqual([200, 200]);
    stripe.sessions.get(session)!.metadata = {};
    expect(await tell(session, completed)).toBe(200);
    await world.test.node.logs.flush();
    const { rows } = await world.owner.query<{ kept: string; reports: string }>(
      `SELECT (SELECT count(*) FROM payment_message WHERE tenant_id = $1) AS kept,
              (SELECT count(*) FROM exception_log WHERE tenant_id = $1 AND "className" = 'payments.message') AS reports`,
      [world.homes.platform.tenant],
    );
    expect(rows).toEqual([{ kept: '2', reports: '1' }]);
  });
});

describe('money that came otherwise than asked', () => {
  const held = async (paid: { amount?: number; currency?: string }, person = money.member) => {
    const { id, session } = await opened(250, person);
    stripe.pay(session, paid);
    await tell(session, completed);
    expect(await payment(id)).toMatchObject({ status: 'held' });
    expect(await money.lines(id)).toEqual([]);
    return { id, session };
  };

  it('waits for finance as a to-do, and is credited as it came once it is accepted', async () => {
    const { id, session } = await held({ amount: 24_000 });
    const { body } = await money.finance.get('OnlinePayOrder/detail', { id });
    expect((body.data as { _can: string[] })._can).toEqual(expect.arrayContaining(['accept', 'dismiss']));
    expect((await money.member.post('OnlinePayOrder/accept', { id })).status).toBe(403);
    expect(state(await money.finance.post('OnlinePayOrder/accept', { id }))).toBe('paid');
    await tell(session, completed);
    expect(await money.lines(id)).toEqual(['onlinePayment gatewayClearing>available 240.00']);
  });

  it('is not accepted by the person who started the payment, nor once it has gone back at the gateway', async () => {
    const { id, session } = await held({ amount: 24_000 }, money.finance);
    expect(reasons(await money.finance.post('OnlinePayOrder/accept', { id }))).toEqual([' ownPayment']);
    expect(reasons(await money.finance.post('OnlinePayOrder/dismiss', { id, remarks: 'x' }))).toEqual([' ownPayment']);
    stripe.refund(session, 24_000);
    await tell(session, 'charge.refunded');
    expect(reasons(await money.admin.post('OnlinePayOrder/accept', { id }))).toEqual([' payments.refunded']);
    expect(await money.lines(id)).toEqual([]);
    expect(state(await money.admin.post('OnlinePayOrder/dismiss', { id, remarks: 'Gone back' }))).toBe('closed');
  });

  it('in another currency can only be closed, and stays closed', async () => {
    const { id, session } = await held({ currency: 'cad' });
    expect(reasons(await money.finance.post('OnlinePayOrder/accept', { id }))).toEqual([' otherCurrency']);
    expect(reasons(await money.finance.post('OnlinePayOrder/dismiss', { id }))).toEqual(['remarks required']);
    expect(state(await money.finance.post('OnlinePayOrder/dismiss', { id, remarks: 'Given back' }))).toBe('closed');
    await tell(session, completed);
    expect(await payment(id)).toMatchObject({ status: 'closed' });
    expect(await money.lines(id)).toEqual([]);
  });

  it('cannot be credited by anybody who only says so', async () => {
    const { id } = await opened();
    for (const person of [money.admin, money.finance, money.member])
      expect((await person.post('OnlinePayOrder/pay', { id })).status).toBe(403);
    // The system itself is bound by the events, too.
    const { services } = world.test.node.context;
    const of = { tenant: world.homes.north.tenant, entity: 'online-payment', id };
    for (const action of ['pay', 'expire', 'fail', 'hold'])
      expect((await services!.act(of, action)).map(({ code }) => code)).toEqual(['payments.notTold']);
  });
});

describe('a payment that no message has settled', () => {
  it('is settled by what the gateway answers, by its refunds too, and only once it has waited', async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    stripe.refund(session, 5000);
    await reconcile();
    expect((await payment(id)).status).toBe('unpaid');
    await age(id, '20 minutes');
    await Promise.all([reconcile(), reconcile()]);
    await tell(session, completed);
    expect(await payment(id)).toMatchObject({ status: 'paid', refundedAmount: 50 });
    expect((await messages(id)).toSorted()).toEqual(['paid asked', 'paid message', 'refunded asked']);
    expect(await money.lines(id)).toHaveLength(2);
  });

  it('is found again under its key after the answer was lost, and never opened twice', async () => {
    const id = await started();
    await lost(id);
    expect((await payment(id)).session).toBeNull();
    await age(id, '20 minutes');
    await reconcile();
    const [session, ...others] = [...stripe.sessions.values()].filter(
      ({ metadata }) => metadata['lading_payment'] === id,
    );
    expect(others).toEqual([]);
    expect(await payment(id)).toMatchObject({ status: 'unpaid', session: session?.id });
  });

  it('is settled also where a message was kept and nobody lived to act on it', async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    await tell(session, completed);
    expect((await payment(id)).status).toBe('paid');
    const { services } = world.test.node.context;
    const told = { type: 'charge.refunded', kind: 'refunded', session, amount: '250.00', currency: 'USD' } as const;
    await keepMessage(services!, { tenant: world.homes.north.tenant, id }, 'message', {
      ...told,
      eventId: `evt:${id}`,
    });
    expect((await payment(id)).status).toBe('paid');
    await reconcile();
    expect(await payment(id)).toMatchObject({ status: 'refunded', refundedAmount: 250 });
    expect(await money.lines(id)).toHaveLength(2);
  });

  it('waits on while the gateway is away; its failure is told and does not hold up the others', async () => {
    const { id, session } = await opened();
    stripe.pay(session);
    await age(id, '20 minutes');
    stripe.setAway(true);
    expect(reasons(await money.member.post('OnlinePayOrder/query', { id }))).toEqual([' payments.noAnswer']);
    await expect(reconcile()).rejects.toThrow(id);
    expect((await payment(id)).status).toBe('unpaid');
    stripe.setAway(false);
    expect((await money.member.post('OnlinePayOrder/query', { id })).body.success).toBe(true);
    expect((await payment(id)).status).toBe('paid');
  });

  it('ends with the clock where nobody was ever sent to a page', async () => {
    const id = await started();
    await age(id, '26 hours');
    await reconcile();
    expect((await payment(id)).status).toBe('expired');
    expect(await messages(id)).toEqual(['expired clock']);
  });
});

describe('where no gateway is set up', () => {
  it('nothing is offered, and every way in says so', async () => {
    const none = await appOn(world.test.databaseUrl, {
      modules: createModules({ stripe: null, originOf: (host) => `http://${host}` }),
    });
    try {
      const id = await started();
      const member = personOf(none.app, hosts.north, money.member.token);
      const tries = [
        await member.post('OnlinePayOrder/add', { amount: 100 }),
        await member.post('OnlinePayOrder/checkout', { id }),
      ];
      expect(tries.map(reasons)).toEqual([[' payments.notOffered'], [' payments.notOffered']]);
      expect(tries[0]?.body.message).toBe('Online payment is not offered here.');
      const message = await none.app.inject({ method: 'POST', url: '/api/payments/stripe', payload: {} });
      expect(message.statusCode).toBe(400);
      expect(message.json()).toMatchObject({ issues: [{ code: 'payments.notOffered' }] });
    } finally {
      await none.close();
    }
  });
});
