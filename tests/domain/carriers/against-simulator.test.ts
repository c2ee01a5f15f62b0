import { describe, expect, it } from 'vitest';
import { createCarriers } from '../../../server/domain/carriers/carriers.ts';
import type { ShipOrder, Shipped } from '../../../server/domain/carriers/carrier.ts';
import type { Fault, Shape } from '../../../server/domain/carriers/simulator/faults.ts';
import type { Brand } from '../../../server/domain/carriers/simulator/model.ts';
import { knownClient, simulate } from '../../support/carrier-simulator.ts';
import { accountOf, addressOf, orderOf, packageOf } from '../../support/carriers/orders.ts';

const brands = ['ups', 'fedex'] as const;
const services = { ups: '03', fedex: 'GROUND_HOME_DELIVERY' } as const;
const today = (): string => new Date().toISOString().slice(0, 10);

async function open(brand: Brand) {
  const simulator = await simulate();
  const carriers = createCarriers({ bases: { ups: simulator.ups, fedex: simulator.fedex } });
  const account = accountOf(brand === 'ups' ? 'UPS' : 'FEDEX', knownClient);
  const api = carriers.of(account.carrier);
  const order = (more: Partial<ShipOrder> = {}) =>
    orderOf({ service: services[brand], shipDate: today(), label: { format: 'zpl', size: '4x6' }, ...more });
  return { ...simulator, api, account, order };
}

const valueOf = <T>(result: { ok: true; value: T } | { ok: false }): T => {
  expect(result).toMatchObject({ ok: true });
  return (result as { value: T }).value;
};

describe.each(brands)('%s, as the simulator speaks', (brand) => {
  it('prices, ships, tracks, checks, tells days, voids', async () => {
    const { api, account, order, control } = await open(brand);
    const price = valueOf(await api.rate(account, order()));
    const shipped = valueOf(await api.ship(account, order()));
    expect(shipped.charge).toMatchObject({ currency: 'USD', total: price.total });
    const sum = shipped.charge?.lines.reduce((total, line) => total + Math.round(Number(line.amount) * 100), 0);
    expect(sum).toBe(Math.round(Number(price.total) * 100));
    expect(shipped.packages.map(({ label }) => label?.bytes.toString('latin1').slice(0, 3))).toEqual(['^XA', '^XA']);
    expect(control.bought('LDG-0001-1')).toHaveLength(1);
    const numbers = shipped.packages.map(({ trackingNo }) => trackingNo);
    const tracked = valueOf(
      await api.track(account, [...numbers, brand === 'ups' ? '1Z4F71W20300000999' : '999999999999']),
    );
    expect(tracked).toMatchObject([
      { trackingNo: numbers[0] },
      { trackingNo: numbers[1] },
      { error: expect.any(String) },
    ]);
    expect(valueOf(await api.validateAddress(account, addressOf())).state).toMatch(/verified|corrected|doubtful/);
    const times = valueOf(await api.transitTime(account, order()));
    expect(times.find(({ service }) => service === (brand === 'ups' ? '03' : 'FEDEX_GROUND'))?.days).toBeGreaterThan(0);
    const shipment = { leadTracking: shipped.leadTracking, trackingNos: numbers, key: 'LDG-0001-1' };
    expect(await api.void(account, shipment)).toEqual({ ok: true, value: { voided: true } });
    expect(await api.void(account, shipment)).toEqual({ ok: true, value: { voided: true } });
    expect(control.bought('LDG-0001-1')).toEqual([]);
    expect(await api.find(account, order())).toEqual({ ok: true, value: null });
  });

  it('proves a delivery, with its label drawn in each format', async () => {
    const { api, account, order, control } = await open(brand);
    const formats = brand === 'ups' ? (['gif', 'zpl', 'epl'] as const) : (['pdf', 'png', 'zpl'] as const);
    let last: Shipped | null = null;
    for (const [place, format] of formats.entries()) {
      const one = order({ key: `K-${place}`, label: { format, size: '4x6' }, packages: [packageOf(1)] });
      last = valueOf(await api.ship(account, one));
      expect(last.packages[0]?.label?.format).toBe(format);
    }
    const number = last?.packages[0]?.trackingNo ?? '';
    expect(await api.proofOfDelivery(account, number)).toMatchObject({ ok: false, kind: 'refused' });
    control.advance(24 * 14);
    expect(valueOf(await api.track(account, [number]))[0]).toMatchObject({
      deliveredAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(valueOf(await api.proofOfDelivery(account, number)).format).toMatch(/pdf|png|gif/);
  });

  const shapes: readonly Shape[] = ['objects', 'arrays', 'numbers', 'strings', 'unknown', 'nulls', 'noCharges'];
  it.each(shapes)('is understood in the shape "%s"', async (shape) => {
    const { api, account, order, control } = await open(brand);
    control.fault({ kind: 'shape', shape, times: null });
    const single = order({ packages: [packageOf(1)] });
    const shipped = valueOf(await api.ship(account, single));
    expect(shipped.packages[0]?.trackingNo).toMatch(/^\w{12,}$/);
    expect(shipped.packages[0]?.label?.format).toBe('zpl');
    expect(valueOf(await api.find(account, single))?.leadTracking).toBe(shipped.leadTracking);
    const [tracked] = valueOf(await api.track(account, [shipped.leadTracking]));
    expect(tracked).toHaveProperty('events');
  });

  it('is looked up after an answer that was lost, and nothing is bought twice', async () => {
    const { api, account, order, control } = await open(brand);
    const losses: Fault[] = [
      { kind: 'dropped', call: 'ship' },
      { kind: 'half', call: 'ship' },
      { kind: 'shape', call: 'ship', shape: 'empty' },
    ];
    for (const [place, fault] of losses.entries()) {
      control.fault(fault);
      const own = order({ key: `LOST-${place}` });
      expect(await api.ship(account, own)).toMatchObject({ ok: false, kind: 'lost' });
      const found = valueOf(await api.find(account, own));
      const [made] = control.bought(own.key);
      expect(control.bought(own.key)).toHaveLength(1);
      expect(found?.leadTracking).toBe(made?.lead);
      expect(found?.packages.map(({ trackingNo }) => trackingNo)).toEqual(made?.packages.map(({ number }) => number));
      // UPS hands its labels out again, FedEx does not.
      expect(found?.packages.every(({ label }) => (label !== null) === (brand === 'ups'))).toBe(true);
    }
  });

  it('was not asked, or did nothing, where it says so or where nothing is found', async () => {
    const { api, account, order, control } = await open(brand);
    const nothing: [Fault, string][] = [
      [{ kind: 'refuse', call: 'ship' }, 'refused'],
      [{ kind: 'unavailable', call: 'ship' }, 'lost'],
      [{ kind: 'cut', call: 'ship' }, 'lost'],
      [{ kind: 'page', call: 'ship' }, 'lost'],
      [{ kind: 'limit', call: 'ship', retryAfter: 1 }, 'limited'],
    ];
    for (const [place, [fault, kind]] of nothing.entries()) {
      const own = order({ key: `NOT-${place}` });
      control.fault(fault);
      expect(await api.ship(account, own)).toMatchObject({ ok: false, kind });
      control.clearFaults();
      expect(control.bought(own.key)).toEqual([]);
    }
    expect(await api.find(account, order({ key: 'NOT-1' }))).toEqual({ ok: true, value: null });
  });

  it('signs in again where the carrier forgot its tokens', async () => {
    const { api, account, order, control } = await open(brand);
    valueOf(await api.ship(account, order({ key: 'FIRST' })));
    control.forgetTokens();
    valueOf(await api.ship(account, order({ key: 'SECOND' })));
    expect(control.bought('SECOND')).toHaveLength(1);
    const wrong = { ...account, clientSecret: 'wrong' };
    expect(await api.ship(wrong, order())).toMatchObject({ kind: 'credentials' });
  });
});

describe('the end of a day', () => {
  it('closes FedEx Ground with a manifest; UPS has none', async () => {
    const { api, account, order } = await open('fedex');
    const close = { shipDate: today(), trackingNos: [] };
    expect(await api.endOfDay(account, close)).toMatchObject({ ok: false, kind: 'refused' });
    valueOf(await api.ship(account, order()));
    expect(valueOf(await api.endOfDay(account, close)).document?.format).toBe('pdf');
    const ups = await open('ups');
    expect(await ups.api.endOfDay(ups.account, close)).toMatchObject({ kind: 'unsupported' });
  });
});
