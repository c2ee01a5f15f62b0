import { describe, expect, it } from 'vitest';
import {
  gapsToPlace,
  gapsToSave,
  isPriceable,
  needsCustoms,
  noAddress,
  noBox,
  noEntry,
  noItem,
  type Entry,
} from '../../../engine/modules/order-entry/entry.ts';
import { isDearer, questionsOf, sorted, type Channel, type Offer } from '../../../engine/modules/order-entry/offers.ts';
import { completed, entryOf, isEntry, placeOf, recordOf } from '../../../engine/modules/order-entry/wire.ts';
import { dearerThanShown, pricesOf, triedPrices } from '../../../engine/modules/shipping/dearer.ts';

const to = {
  ...noAddress,
  ...{ name: 'June Whitaker', address1: '1534 Acklen Avenue', city: 'Nashville', state: 'tn', postalCode: '37212' },
};
const box = { ...noBox, weight: '3', length: '12', width: '10', height: '8' };
const whole: Entry = { ...noEntry, customer: '1', to, boxes: [box], choice: { channel: '7', service: '8' } };

describe('an entry', () => {
  it('is saved as a draft with a recipient alone, and placed with a box and a service', () => {
    expect(gapsToSave(noEntry)).toEqual(['customer', 'to.name', 'to.address1', 'to.city', 'to.state', 'to.postalCode']);
    const draft = { ...whole, boxes: [noBox], choice: null };
    expect(gapsToSave(draft)).toEqual([]);
    expect(gapsToPlace(draft, 'US')).toEqual([
      ...['weight', 'length', 'width', 'height'].map((part) => `boxes.0.${part}`),
      'choice',
    ]);
    expect(gapsToPlace(whole, 'US')).toEqual([]);
    // Half a box is asked for, a blank one beside a whole one is not.
    expect(gapsToSave({ ...whole, boxes: [box, { ...noBox, weight: '2' }] })).toContain('boxes.1.length');
    expect(gapsToSave({ ...whole, boxes: [box, noBox] })).toEqual([]);
    expect(gapsToSave({ ...whole, boxes: [{ ...box, weight: '0' }] })).toEqual(['boxes.0.weight']);
  });

  it('asks for a state where there are states, and for goods where a border is crossed', () => {
    const german = { ...whole, to: { ...to, country: 'DE', state: '' } };
    expect(gapsToSave(german)).toEqual([]);
    expect(gapsToPlace(german, 'US')).toEqual(['items']);
    expect([needsCustoms('US', 'PR'), needsCustoms('US', 'CA'), needsCustoms('CN', 'US')]).toEqual([false, true, true]);
  });

  it('becomes a record and is read from it again', () => {
    const record = recordOf(whole, '9');
    expect(record).toMatchObject({
      ...{ customer: '1', source: 'manual', channel: '7', service: '8', senderMode: 'channel', shipFrom: '9' },
      ...{ shipToState: 'TN', shipToPhone: null, boxes: [{ weight: 3, quantity: 1, declaredValue: null }], items: [] },
    });
    const again = entryOf({ ...record, id: '5', version: 2 }, 'itself');
    expect(again).toEqual({ ...whole, id: '5', version: 2, to: { ...to, state: 'TN' } });
    expect(recordOf(again, '9')).not.toHaveProperty('customer');
    expect(isEntry(JSON.parse(JSON.stringify(again)))).toBe(true);
    expect([isEntry(null), isEntry({ to: {} })]).toEqual([false, false]);
  });

  it('takes figures as they are typed, with full-width digits and groups of thousands, and loses none in silence', () => {
    const typed = {
      ...box,
      weight: '３．５',
      length: ' 1,012 ',
      width: '１０',
      quantity: '２',
      declaredValue: '1,500.50',
    };
    const item = { ...noItem, description: 'Lamp', originCountry: 'CN', unitPrice: '２,000', quantity: '1,200' };
    const entry = { ...whole, boxes: [typed], items: [item] };
    expect(gapsToSave(entry)).toEqual([]);
    expect(recordOf(entry, '9')).toMatchObject({
      boxes: [{ weight: 3.5, length: 1012, width: 10, height: 8, quantity: 2, declaredValue: 1500.5 }],
      items: [{ unitPrice: 2000, quantity: 1200 }],
    });
    const channel: Channel = {
      ...{ id: '7', name: 'C', mode: 'channel' },
      dock: { id: '9', name: 'Dock', postalCode: '91761', state: 'CA', country: 'US' },
    };
    expect(questionsOf(entry, [channel]).bodies[0]).toMatchObject({
      boxes: [{ weight: 3.5, length: 1012, width: 10, height: 8, quantity: 2, declaredValue: 1500.5 }],
    });
    const wrong = { ...entry, boxes: [{ ...box, declaredValue: '1.500,50' }], items: [{ ...item, unitPrice: '2,5' }] };
    expect(gapsToSave(wrong)).toEqual(['boxes.0.declaredValue', 'items.0.unitPrice']);
    expect(isPriceable(wrong)).toBe(false);
  });

  it('names its packaging and who else pays, where someone does', () => {
    const billed = { thirdPartyAccount: 'A1B2C3', thirdPartyCountry: 'CA', thirdPartyPostalCode: 'M5V 2T6' };
    const paid: Entry = {
      ...{ ...whole, boxes: [{ ...box, packaging: 'pak' }, box] },
      options: { ...whole.options, ...billed },
    };
    const record = recordOf(paid, '9');
    expect(record).toMatchObject({ ...billed, boxes: [{ packaging: 'pak' }, { packaging: null }] });
    expect(entryOf({ ...record, id: '5', version: 2 }, 'itself')).toMatchObject({
      ...{ boxes: paid.boxes, options: paid.options },
    });
    const own = recordOf({ ...paid, options: { ...paid.options, thirdPartyAccount: ' ' } }, '9');
    expect(own).toMatchObject({ thirdPartyAccount: null, thirdPartyCountry: null, thirdPartyPostalCode: null });
  });

  it('that was kept before there were packaging and payers is completed', () => {
    const { packaging, ...older } = box;
    expect(packaging).toBe('');
    const { refNo } = whole.options;
    const kept = { ...whole, boxes: [older], options: { refNo } } as unknown as Entry;
    expect(completed(kept)).toMatchObject({ boxes: [{ packaging: '' }], options: { refNo, thirdPartyAccount: '' } });
  });

  it('is copied without what belonged to the one order', () => {
    const record = {
      ...recordOf(whole, '9'),
      id: '5',
      version: 2,
      refNo: 'PO-1',
      shipDate: '2026-01-01',
      remarks: 'Ring',
    };
    const { id, options } = entryOf(record, 'copy');
    expect([id, options.refNo, options.shipDate, options.remarks]).toEqual(['', '', '', 'Ring']);
  });

  it('finds the place of a refused field', () => {
    expect(
      ['shipToCity', 'shipFromName', 'boxes[1].weight', 'service', 'refNo', 'shipToType', 'nothing'].map(placeOf),
    ).toEqual(['to.city', 'sender.name', 'boxes.1.weight', 'choice', 'options.refNo', 'to.type', null]);
  });
});

describe('its price', () => {
  const dock = { id: '9', name: 'Ontario', postalCode: '91761', state: 'CA', country: 'US' };
  const channel = (id: string, mode: Channel['mode'], at: Channel['dock']): Channel => ({
    id,
    name: id,
    mode,
    dock: at,
  });
  const channels = [
    channel('a', 'channel', dock),
    channel('b', 'either', dock),
    channel('c', 'channel', { ...dock, postalCode: '07114' }),
    channel('d', 'customer', null),
    channel('e', 'channel', null),
  ];

  it('is asked once for each place that parcels go from', () => {
    const { bodies, closed } = questionsOf(whole, channels);
    expect(bodies.map(({ from, channels: ids }) => [(from as { postalCode: string }).postalCode, ids])).toEqual([
      ['91761', ['a', 'b']],
      ['07114', ['c']],
    ]);
    expect(closed.map(({ channel: { id }, why }) => [id, why])).toEqual([
      ['d', 'ownAddress'],
      ['e', 'noDock'],
    ]);
  });

  it('depends on the packaging, and on who pays for transport', () => {
    const options = { ...whole.options, thirdPartyAccount: '123456789' };
    const [asked] = questionsOf({ ...whole, options, boxes: [{ ...box, packaging: 'letter' }] }, channels).bodies;
    expect(asked).toMatchObject({ thirdParty: true, boxes: [{ packaging: 'letter' }] });
    const [usual] = questionsOf(whole, channels).bodies;
    expect(usual).not.toHaveProperty('thirdParty');
    expect(JSON.stringify(usual)).not.toContain('packaging');
  });

  it('is asked from the customer of those alone that take their address', () => {
    const own: Entry = { ...whole, senderMode: 'own', sender: { ...noAddress, postalCode: '10001' } };
    const { bodies, closed } = questionsOf(own, channels);
    expect(bodies.flatMap((body) => body.channels)).toEqual(['b', 'd']);
    expect(closed.map(({ why }) => why)).toEqual(['channelAddress', 'channelAddress', 'channelAddress']);
  });

  it('waits for a postal code and a whole box', () => {
    expect(isPriceable(whole)).toBe(true);
    expect(isPriceable({ ...whole, boxes: [noBox] })).toBe(false);
    expect(isPriceable({ ...whole, boxes: [box, { ...noBox, weight: '1' }] })).toBe(false);
    expect(isPriceable({ ...whole, to: { ...to, postalCode: '37' } })).toBe(false);
  });

  it('is sorted by price or by days', () => {
    const offer = (id: string, total: number, days: number | null): Offer => ({
      ...{ channel: { id, name: id }, service: { id, name: id }, available: true, days, sale: { total, lines: [] } },
    });
    const offers = [offer('slow', 5, 5), offer('fast', 9, 1), offer('unknown', 5, null)];
    expect(sorted(offers, 'price').map(({ channel: { id } }) => id)).toEqual(['slow', 'unknown', 'fast']);
    expect(sorted(offers, 'days').map(({ channel: { id } }) => id)).toEqual(['fast', 'slow', 'unknown']);
  });

  it('is compared with the one that was shown, in the same currency', () => {
    const offer = (total: number, currency: string): Offer => ({
      ...{ channel: { id: '7', name: 'C' }, service: { id: '8', name: 'S' }, available: true, currency },
      sale: { total, lines: [] },
    });
    expect(isDearer(offer(5.01, 'USD'), offer(5, 'USD'))).toBe(true);
    expect(isDearer(offer(5, 'USD'), offer(5, 'USD'))).toBe(false);
    expect(isDearer(offer(1, 'EUR'), offer(5, 'USD'))).toBe(true);
  });

  it('is compared for many orders, by the service that the order or its rule takes', () => {
    const order = (id: string, predictedSale: number | null) => ({ id, channel: '7', service: '8', predictedSale });
    const quote = (service: string, total: number) => ({
      ...{ channel: { id: '7' }, service: { id: service }, currency: 'USD', sale: { total } },
    });
    const quotes = [quote('8', 10), quote('9', 12)];
    const pick = { picked: { channel: '7', service: '9' } };
    const orders = [
      ...[order('same', 10), order('dearer', 7.5), order('picked', 11), order('cheaper', 13), order('new', null)],
      order('untried', 1),
    ];
    const tried = ['same', 'dearer', 'cheaper', 'new'].map((id) => ({ id, quotes }));
    const now = triedPrices(orders, [...tried, { id: 'picked', quotes, pick }]);
    expect(now).toEqual({ prices: { same: 10, dearer: 10, picked: 12, cheaper: 10, new: 10 }, currency: 'USD' });
    expect(dearerThanShown(pricesOf(orders), now)).toEqual({ count: 2, more: 3.5, currency: 'USD' });
    // Another person has tried them since: what counts is what this one was shown.
    expect(dearerThanShown({ ...now.prices, same: 9 }, now)).toEqual({ count: 1, more: 1, currency: 'USD' });
    expect(dearerThanShown(now.prices, now)).toBeNull();
  });
});
