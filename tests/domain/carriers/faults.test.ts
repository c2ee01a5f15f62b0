import { describe, expect, it } from 'vitest';
import type { CarrierFailure, CarrierResult } from '../../../server/domain/carriers/carrier.ts';
import { createCarriers } from '../../../server/domain/carriers/carriers.ts';
import type { Fault } from '../../../server/domain/carriers/simulator/faults.ts';
import type { SimulatorOptions } from '../../../server/domain/carriers/simulator/start.ts';
import { knownClient, simulate } from '../../support/carrier-simulator.ts';
import { accountOf, orderOf } from '../../support/carriers/orders.ts';

/* What our adapters make of a carrier that misbehaves: never more bought than is known, and nothing known that is not so. */

type Code = 'UPS' | 'FEDEX';

async function open(code: Code, options?: SimulatorOptions) {
  const simulator = await simulate(options);
  const { ups, fedex, control } = simulator;
  const api = createCarriers({ bases: { ups, fedex } }).of(code);
  const order = orderOf(code === 'UPS' ? {} : { service: 'FEDEX_2_DAY' });
  // FedEx hands a label out once, so that what is found there has none.
  return { api, control, account: accountOf(code, knownClient), order, found: code === 'UPS' ? 'zpl' : undefined };
}

const kindOf = (result: CarrierResult<unknown>): 'ok' | CarrierFailure['kind'] => (result.ok ? 'ok' : result.kind);

/** What buying ends as, and whether anything was bought. */
const purchases: readonly [Omit<Fault, 'call'>, 'ok' | CarrierFailure['kind'], number][] = [
  [{ kind: 'slow', ms: 400 }, 'ok', 1],
  [{ kind: 'refuse', code: '120207' }, 'refused', 0],
  [{ kind: 'limit', retryAfter: 7 }, 'limited', 0],
  [{ kind: 'expired' }, 'ok', 1],
  [{ kind: 'expired', times: 2 }, 'credentials', 0],
  [{ kind: 'unavailable' }, 'lost', 0],
  [{ kind: 'page' }, 'lost', 0],
  [{ kind: 'cut' }, 'lost', 0],
  [{ kind: 'half' }, 'lost', 1],
  [{ kind: 'dropped' }, 'lost', 1],
  [{ kind: 'shape', shape: 'empty' }, 'lost', 1],
];

describe.each<Code>(['UPS', 'FEDEX'])('a purchase of %s', (code) => {
  it.each(purchases)('through %o ends as %s, with %i bought', async (fault, kind, bought) => {
    const { api, control, account, order, found: format } = await open(code);
    control.fault({ ...fault, call: 'ship' });
    const result = await api.ship(account, order);
    expect(kindOf(result)).toBe(kind);
    expect(control.bought(order.key)).toHaveLength(bought);
    // Whatever was lost is found under its key, and what was not bought is not.
    const found = await api.find(account, order);
    expect(found).toMatchObject({
      ok: true,
      value: bought ? { leadTracking: control.bought(order.key)[0]?.lead } : null,
    });
    if (found.ok && found.value)
      expect(found.value.packages.map(({ trackingNo, label }) => [trackingNo, label?.format])).toEqual(
        control.bought(order.key)[0]?.packages.map(({ number }) => [number, format]),
      );
    expect(control.shipments()).toHaveLength(bought);
    if (!result.ok && result.kind === 'limited') expect(result.retryAt?.getTime()).toBeGreaterThan(Date.now() + 5_000);
  });

  it('without its labels or its charges is still a purchase', async () => {
    const { api, control, account, order } = await open(code);
    control.fault({ kind: 'shape', shape: 'noLabels', call: 'ship' });
    control.fault({ kind: 'shape', shape: 'noCharges', call: 'ship' });
    expect(await api.ship(account, order)).toMatchObject({
      ok: true,
      value: { packages: [{ label: null }, { label: null }] },
    });
    expect(await api.ship(account, order)).toMatchObject({
      ok: true,
      value: { charge: null, packages: [{ label: { format: 'zpl' } }, {}] },
    });
  });

  it('is not repeated by itself, whatever comes instead of an answer', async () => {
    const { api, control, account, order } = await open(code);
    for (const kind of ['cut', 'half', 'dropped', 'unavailable'] as const) {
      control.fault({ kind, call: 'ship' });
      expect(kindOf(await api.ship(account, order))).toBe('lost');
    }
    expect(control.calls().filter(({ call }) => call === 'ship')).toHaveLength(4);
  });
});

describe.each<Code>(['UPS', 'FEDEX'])('looking something up at %s', (code) => {
  it('leaves the question open where it gets no answer, and never says that nothing is there', async () => {
    for (const call of code === 'UPS' ? (['reference', 'label'] as const) : (['reference'] as const))
      for (const kind of ['unavailable', 'page', 'cut', 'half', 'limit'] as const) {
        const { api, control, account, order } = await open(code);
        control.fault({ kind: 'dropped', call: 'ship' });
        await api.ship(account, order);
        control.fault({ kind, call, times: null, retryAfter: 60 });
        const found = await api.find(account, order);
        expect([call, kind, kindOf(found)]).toEqual([call, kind, kind === 'limit' ? 'limited' : 'unavailable']);
      }
  });

  it('asks again by itself after half an answer', async () => {
    const { api, control, account, order } = await open(code);
    await api.ship(account, order);
    for (const call of ['rate', 'reference', 'label', 'track', 'transit'] as const)
      control.fault({ kind: 'half', call });
    expect(await api.find(account, order)).toMatchObject({ ok: true, value: { packages: [{}, {}] } });
    expect(kindOf(await api.rate(account, order))).toBe('ok');
    expect(kindOf(await api.transitTime(account, order))).toBe('ok');
    const [made] = control.bought(order.key);
    expect(await api.track(account, [made?.lead ?? ''])).toMatchObject({
      ok: true,
      value: [{ events: [{ type: code === 'UPS' ? 'M' : 'IN' }] }],
    });
  });
});

// One client for both.
it('gives up on a carrier that hangs before its client does', { timeout: 15_000 }, async () => {
  const { api, control, account, order } = await open('UPS');
  control.fault({ kind: 'hang', call: 'rate' });
  const began = performance.now();
  expect(kindOf(await api.rate(account, order))).toBe('unavailable');
  expect(performance.now() - began).toBeLessThan(6_000);
});

describe.each<Code>(['UPS', 'FEDEX'])('a void at %s', (code) => {
  it('that is lost is asked for again, and what is void already is void', async () => {
    const { api, control, account, order } = await open(code);
    const made = await api.ship(account, order);
    if (!made.ok) throw new Error(made.code);
    const { leadTracking, packages } = made.value;
    const given = { leadTracking, trackingNos: packages.map(({ trackingNo }) => trackingNo), key: order.key };
    control.fault({ kind: 'dropped', call: 'void' });
    expect(kindOf(await api.void(account, given))).toBe('lost');
    expect(control.bought(order.key)).toEqual([]);
    expect(await api.void(account, given)).toEqual({ ok: true, value: { voided: true } });
  });

  it('that the carrier lies about shows in the next one, or in what tracking says', async () => {
    const { api, control, account, order } = await open(code);
    const made = await api.ship(account, order);
    if (!made.ok) throw new Error(made.code);
    const { leadTracking, packages } = made.value;
    const given = { leadTracking, trackingNos: packages.map(({ trackingNo }) => trackingNo), key: order.key };
    control.fault({ kind: 'wrongVoid', lie: 'kept', call: 'void' });
    expect(kindOf(await api.void(account, given))).toBe('ok');
    expect(await api.find(account, order)).toMatchObject({ ok: true, value: { leadTracking } });
    control.fault({ kind: 'wrongVoid', lie: 'taken', call: 'void' });
    expect(kindOf(await api.void(account, given))).toBe('refused');
    expect(await api.find(account, order)).toEqual({ ok: true, value: null });
  });

  it('after the first scan is refused, and the shipment stays', async () => {
    const { api, control, account, order } = await open(code);
    await api.ship(account, order);
    await control.advance(8);
    const [made] = control.bought(order.key);
    const given = { leadTracking: made?.lead ?? '', trackingNos: [], key: order.key };
    expect(kindOf(await api.void(account, given))).toBe('refused');
    expect(control.bought(order.key)).toHaveLength(1);
  });
});

describe.each<Code>(['UPS', 'FEDEX'])('a carrier as %s', (code) => {
  it('that is down is left alone for a while, and everybody is told until when', async () => {
    const { api, control, account, order } = await open(code);
    control.fault({ kind: 'unavailable', call: 'ship', times: null });
    for (let turn = 0; turn < 5; turn += 1) expect(kindOf(await api.ship(account, order))).toBe('lost');
    const asked = control.calls().length;
    const rested = await api.ship(account, order);
    expect(rested).toMatchObject({
      ok: false,
      kind: 'unavailable',
      code: 'carriers.resting',
      retryAt: expect.any(Date),
    });
    expect(control.calls()).toHaveLength(asked);
  });

  it('that says “too many” is not asked by others until it may be', async () => {
    const { api, control, account, order } = await open(code);
    control.fault({ kind: 'limit', call: 'ship', retryAfter: 60 });
    expect(kindOf(await api.ship(account, order))).toBe('limited');
    const asked = control.calls().length;
    expect(kindOf(await api.ship(account, { ...order, key: 'OTHER' }))).toBe('limited');
    expect(control.calls()).toHaveLength(asked);
  });

  it('whose tokens are all forgotten is signed in to again, once for all', async () => {
    const { api, control, account, order } = await open(code);
    await api.rate(account, order);
    control.forgetTokens();
    const results = await Promise.all([1, 2, 3, 4].map(() => api.rate(account, order)));
    expect(results.map(kindOf)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(control.calls().filter(({ call }) => call === 'token')).toHaveLength(2);
  });

  it('that sells twice for one request leaves both under the key', async () => {
    const { api, control, account, order } = await open(code);
    control.fault({ kind: 'duplicate', call: 'ship' });
    expect(kindOf(await api.ship(account, order))).toBe('ok');
    expect(control.bought(order.key)).toHaveLength(2);
  });
});
