import { describe, expect, it } from 'vitest';
import type { LabelFormat } from '../../../server/domain/carriers/carrier.ts';
import { createCarriers } from '../../../server/domain/carriers/carriers.ts';
import { knownClient, simulate } from '../../support/carrier-simulator.ts';
import { accountOf, addressOf, orderAbroad, orderOf, packageOf } from '../../support/carriers/orders.ts';

/* Orders of every kind from our adapters through the wire to the simulator and back. */

type Code = 'UPS' | 'FEDEX';
const services = {
  UPS: { within: '03', abroad: '11' },
  FEDEX: { within: 'FEDEX_GROUND', abroad: 'INTERNATIONAL_ECONOMY' },
};

/** What comes where a format is asked for: UPS has one kind of image, FedEx all but GIF. */
const drawn: Readonly<Record<Code, Record<LabelFormat, LabelFormat>>> = {
  UPS: { pdf: 'gif', png: 'gif', gif: 'gif', zpl: 'zpl', epl: 'epl' },
  FEDEX: { pdf: 'pdf', png: 'png', gif: 'png', zpl: 'zpl', epl: 'epl' },
};

async function open(code: Code) {
  const { ups, fedex, control } = await simulate();
  const api = createCarriers({ bases: { ups, fedex }, now: () => control.now() }).of(code);
  return { api, control, account: accountOf(code, knownClient), order: orderOf({ service: services[code].within }) };
}

describe.each<Code>(['UPS', 'FEDEX'])('%s', (code) => {
  it('has a label for every format and stock that may be asked for', async () => {
    const { api, account, order, control } = await open(code);
    for (const format of ['pdf', 'png', 'gif', 'zpl', 'epl'] as const)
      for (const size of ['4x6', '4x675', '4x8', '4x9', 'letter'] as const) {
        const result = await api.ship(account, { ...order, key: `${format}-${size}`, label: { format, size } });
        const told = result.ok ? result.value.packages.map(({ label }) => label?.format) : [result.code];
        expect([format, size, ...told]).toEqual([format, size, drawn[code][format], drawn[code][format]]);
      }
    expect(control.calls().filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('ships across a border, to a home, signed for and insured, and costs what it said it would', async () => {
    const { api, account, control } = await open(code);
    const worth = [packageOf(1, { signature: 'adult', declaredValue: '500' }), packageOf(2, { weight: '40' })];
    for (const order of [
      orderOf({ service: services[code].within, packages: worth }),
      orderAbroad({ service: services[code].abroad, key: 'LDG-0002-1' }),
    ]) {
      const rated = await api.rate(account, order);
      const shipped = await api.ship(account, order);
      expect([rated.ok && rated.value.total, shipped.ok]).toEqual([shipped.ok && shipped.value.charge?.total, true]);
      const [made] = control.bought(order.key);
      expect(made?.to.residential).toBe(true);
      expect(made?.pieces.map(({ signature, declared }) => [signature, declared])).toEqual(
        order.packages.map(({ signature, declaredValue }) => [signature, Number(declaredValue ?? 0)]),
      );
    }
  });

  it('tells days over a weekend, judges addresses and follows to the door', async () => {
    const { api, account, order, control } = await open(code);
    const times = await api.transitTime(account, { ...order, shipDate: '2026-03-06' });
    const own = times.ok ? times.value.find(({ service }) => service === order.service) : null;
    expect(own).toEqual({ service: order.service, days: 4, date: '2026-03-12' });
    const spelled = await api.validateAddress(account, addressOf({ lines: ['100 Main Street'] }));
    const meant = await api.validateAddress(account, addressOf({ lines: ['100 Main Street'], state: 'NY' }));
    const nowhere = await api.validateAddress(account, addressOf({ lines: ['Nowhere'] }));
    expect([spelled, meant, nowhere].map((each) => each.ok && each.value.state)).toEqual([
      'verified',
      'corrected',
      'doubtful',
    ]);
    expect(meant.ok && meant.value.suggestions[0]?.state).toBe('NJ');
    const shipped = await api.ship(account, order);
    const lead = shipped.ok ? shipped.value.leadTracking : '';
    await control.advance(100);
    const [tracked] = await api.track(account, [lead, 'nobody']).then((each) => (each.ok ? each.value : []));
    expect(tracked).toMatchObject({
      trackingNo: lead,
      deliveredAt: expect.any(String),
      signedBy: expect.stringMatching(/BYRON/),
    });
    expect(tracked && 'events' in tracked && tracked.events.length).toBe(8);
  });
});
