import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FaultKind } from '../../../server/domain/carriers/simulator/faults.ts';
import { at, list, number, text } from '../../../server/domain/carriers/simulator/json.ts';
import type { SimulatorOptions } from '../../../server/domain/carriers/simulator/start.ts';
import { knownClient, simulate } from '../../support/carrier-simulator.ts';
import {
  fedexPackage,
  fedexShipment,
  openDesk,
  upsPackage,
  upsShipment,
  type Told,
} from '../../support/carriers/asked.ts';

const upsShip = '/api/shipments/v2409/ship';
const fedexShip = '/ship/v1/shipments';
const upsErrors = ({ status, body }: Told) => [
  status,
  ...list(body, 'response.errors').map((each) => text(each, 'code')),
];
const fedexErrors = ({ status, body }: Told) => [status, ...list(body, 'errors').map((each) => text(each, 'code'))];
const cents = (value: unknown, path = ''): number => Math.round(number(value, path) * 100);

async function open(options?: SimulatorOptions) {
  const simulator = await simulate(options);
  const [ups, fedex] = [await openDesk(simulator, 'ups'), await openDesk(simulator, 'fedex')];
  const shipUps = async (change?: Record<string, unknown>) => {
    const told = await ups('POST', upsShip, upsShipment(change));
    return {
      results: at(told.body, 'ShipmentResponse.ShipmentResults'),
      lead: text(told.body, 'ShipmentResponse.ShipmentResults.ShipmentIdentificationNumber'),
    };
  };
  const shipFedex = async (change?: Record<string, unknown>) => {
    const told = await fedex('POST', fedexShip, fedexShipment(change));
    const [made] = list(told.body, 'output.transactionShipments');
    return { made, lead: text(made, 'masterTrackingNumber') };
  };
  return { simulator, control: simulator.control, ups, fedex, shipUps, shipFedex };
}

const voidUps = (lead: string) => ['DELETE', `/api/shipments/v2409/void/cancel/${lead}`] as const;
const cancelFedex = (lead: string) =>
  ['PUT', '/ship/v1/shipments/cancel', { accountNumber: { value: '510087143' }, trackingNumber: lead }] as const;

describe('credentials', () => {
  it('that are unknown get no token, and nothing without one', async () => {
    const simulator = await simulate();
    for (const brand of ['ups', 'fedex'] as const) {
      const outsider = await openDesk(simulator, brand, { ...knownClient, clientSecret: 'other' });
      expect((await outsider('POST', brand === 'ups' ? upsShip : fedexShip, {})).status).toBe(401);
    }
    expect(simulator.control.calls().map(({ call, status }) => [call, status])).toEqual([
      ...[
        ['token', 401],
        ['ship', 401],
        ['token', 401],
        ['ship', 401],
      ],
    ]);
    expect(JSON.stringify(simulator.control.calls())).not.toContain(knownClient.clientId);
  });

  it('buy with their own shipper numbers alone, and run out', async () => {
    const { ups, control } = await open({ clients: [{ ...knownClient, accounts: ['9R20E8'] }] });
    expect(upsErrors(await ups('POST', upsShip, upsShipment()))).toEqual([400, '120102']);
    control.forgetTokens();
    expect(upsErrors(await ups('POST', upsShip, upsShipment()))).toEqual([401, '250002']);
  });
});

describe('a request that is wrong', () => {
  it('is refused with all its mistakes at once in the envelope of its carrier, and buys nothing', async () => {
    const { ups, fedex, control } = await open();
    const party = upsShipment().ShipmentRequest.Shipment.ShipTo;
    const ShipTo = { ...party, Address: { ...party.Address, City: '', PostalCode: '0710' } };
    const wrong = upsShipment({ ShipTo, Service: { Code: '11' }, Package: [upsPackage('151')] });
    expect(upsErrors(await ups('POST', upsShip, wrong))).toEqual([400, '120205', '120207', '111210', '111035']);
    expect(upsErrors(await ups('POST', upsShip, { ShipmentRequest: {} }))).toEqual([400, '9380206']);
    const items = [{ ...fedexPackage(), dimensions: { length: 10.5, width: 8, height: 6, units: 'IN' } }];
    const other = fedexShipment({ serviceType: 'GROUND_HOME_DELIVERY', requestedPackageLineItems: items }, 'ZPL');
    expect(fedexErrors(await fedex('POST', fedexShip, other))).toEqual([
      ...[400, 'SERVICE.NOTALLOWED', 'PACKAGE.DIMENSIONS.INVALID', 'LABEL.IMAGETYPE.INVALID'],
    ]);
    expect(control.shipments()).toEqual([]);
  });

  it('is one too many within a second, and is told when to come again', async () => {
    const { ups } = await open({ perSecond: 3 });
    const told = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(() => ups('GET', '/api/track/v1/details/1Z0000000000')),
    );
    const refused = told.filter(({ status }) => status === 429);
    // Eight fall into two seconds at most.
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
  });
});

describe('prices', () => {
  it('of UPS add up: transport is base and items, the total is transport and options', async () => {
    const { shipUps } = await open();
    const signed = { ...upsPackage('12'), PackageServiceOptions: { DeliveryConfirmation: { DCISType: '3' } } };
    const { results } = await shipUps({ Package: [signed, upsPackage('51')] });
    const charges = at(results, 'ShipmentCharges');
    const items = list(charges, 'ItemizedCharges');
    const sum = items.reduce<number>((total, each) => total + cents(each, 'MonetaryValue'), 0);
    const transport = cents(charges, 'TransportationCharges.MonetaryValue');
    expect(items.map((each) => text(each, 'Code'))).toEqual(['375', '100']);
    expect(transport).toBe(cents(charges, 'BaseServiceCharge.MonetaryValue') + sum);
    const options = cents(charges, 'ServiceOptionsCharges.MonetaryValue');
    expect(options).toBeGreaterThan(0);
    expect(cents(charges, 'TotalCharges.MonetaryValue')).toBe(transport + options);
    expect(cents(results, 'NegotiatedRateCharges.TotalCharge.MonetaryValue')).toBeLessThan(transport + options);
  });

  it('of FedEx add up, fuel rounded for each package before it is summed', async () => {
    const { shipFedex } = await open();
    const items = [1.2, 7, 33].map((pounds) => fedexPackage(pounds));
    const { made } = await shipFedex({ requestedPackageLineItems: items });
    const [rate] = list(made, 'completedShipmentDetail.shipmentRating.shipmentRateDetails');
    const pieces = list(made, 'pieceResponses').reduce<number>((sum, each) => sum + cents(each, 'netChargeAmount'), 0);
    const extras = list(rate, 'surcharges').reduce<number>((sum, each) => sum + cents(each, 'amount'), 0);
    expect(cents(rate, 'totalNetCharge')).toBe(cents(rate, 'totalBaseCharge') + extras);
    expect(cents(rate, 'totalNetCharge')).toBe(pieces);
  });

  it('asked for cost what buying costs then', async () => {
    const { ups, fedex, shipUps, shipFedex } = await open();
    const { Package, ...Shipment } = upsShipment().ShipmentRequest.Shipment;
    const asked = {
      Request: {},
      Shipment: { ...Shipment, Package: Package.map((each) => ({ ...each, PackagingType: { Code: '02' } })) },
    };
    const rated = await ups('POST', '/api/rating/v2409/Rate', { RateRequest: asked });
    const [first] = list(rated.body, 'RateResponse.RatedShipment');
    const total = 'NegotiatedRateCharges.TotalCharge.MonetaryValue';
    expect(text(first, total)).toBe(text((await shipUps()).results, total));
    const { requestedShipment, accountNumber } = fedexShipment();
    const quote = { ...requestedShipment, recipient: requestedShipment.recipients[0] };
    const quoted = await fedex('POST', '/rate/v1/rates/quotes', { accountNumber, requestedShipment: quote });
    const [detail] = list(quoted.body, 'output.rateReplyDetails');
    const [piece] = list((await shipFedex()).made, 'pieceResponses');
    expect(cents(list(detail, 'ratedShipmentDetails')[0], 'totalNetCharge')).toBe(cents(piece, 'netChargeAmount'));
  });
});

describe('a void', () => {
  it('happens once, to what is there, before the first scan', async () => {
    const { ups, fedex, control, shipUps, shipFedex } = await open();
    const [one, two] = [(await shipUps()).lead, (await shipUps()).lead];
    expect((await ups(...voidUps(one))).status).toBe(200);
    expect(upsErrors(await ups(...voidUps(one)))).toEqual([400, '190117']);
    expect(upsErrors(await ups(...voidUps('1Z4F71W20300000000')))).toEqual([400, '190102']);
    const [three, four] = [(await shipFedex()).lead, (await shipFedex()).lead];
    expect((await fedex(...cancelFedex(three))).status).toBe(200);
    expect(fedexErrors(await fedex(...cancelFedex(three)))).toEqual([400, 'SHIPMENT.ALREADY.CANCELLED']);
    await control.advance(8);
    expect(upsErrors(await ups(...voidUps(two)))).toEqual([400, '190101']);
    expect(fedexErrors(await fedex(...cancelFedex(four)))).toEqual([400, 'SHIPMENT.CANCEL.NOTALLOWED']);
    expect(control.bought('KEY-1')).toHaveLength(2);
  });

  it('is too late for a ground shipment that the day was closed with, which is closed once', async () => {
    const { fedex, shipFedex } = await open();
    const { lead } = await shipFedex();
    await shipFedex({ serviceType: 'FEDEX_2_DAY' });
    const close = () =>
      fedex('PUT', '/ship/v1/endofday/', {
        ...{ accountNumber: { value: '510087143' }, closeReqType: 'GCDR', closeDate: '2026-03-02' },
        groundServiceCategory: 'GROUND',
      });
    const closed = await close();
    const [manifest] = list(closed.body, 'output.closeDocuments');
    expect(Buffer.from(text(list(manifest, 'parts')[0], 'image'), 'base64').toString('latin1')).toMatch(/^%PDF/);
    expect(fedexErrors(await close())).toEqual([400, 'GROUNDCLOSE.NOSHIPMENTS']);
    expect(fedexErrors(await fedex(...cancelFedex(lead)))).toEqual([400, 'SHIPMENT.CLOSED']);
  });
});

describe('tracking', () => {
  it('follows the clock from the label to the door, and has the proof only then', async () => {
    const { ups, fedex, control, shipUps, shipFedex } = await open();
    const [one, two] = [(await shipUps()).lead, (await shipFedex()).lead];
    const seen = async () => {
      const told = await ups('GET', `/api/track/v1/details/${one}?returnPOD=true`);
      const [own] = list(list(told.body, 'trackResponse.shipment')[0], 'package');
      const asked = { trackingInfo: [{ trackingNumberInfo: { trackingNumber: two } }] };
      const other = await fedex('POST', '/track/v1/trackingnumbers', asked);
      const [result] = list(list(other.body, 'output.completeTrackResults')[0], 'trackResults');
      const proof = await fedex('POST', '/track/v1/trackingdocuments', {
        trackDocumentDetail: { documentType: 'SIGNATURE_PROOF_OF_DELIVERY' },
        trackDocumentSpecification: asked.trackingInfo,
      });
      const types = list(own, 'activity').map((each) => text(each, 'status.type'));
      const proofs = [at(own, 'deliveryInformation.pod.content') !== undefined, proof.status === 200];
      return { types: types.join(''), latest: text(result, 'latestStatusDetail.code'), proofs };
    };
    expect(await seen()).toEqual({ types: 'M', latest: 'OC', proofs: [false, false] });
    await control.advance(7);
    expect(await seen()).toEqual({ types: 'IM', latest: 'PU', proofs: [false, false] });
    await control.advance(85);
    expect(await seen()).toEqual({ types: 'IIIIIIM', latest: 'OD', proofs: [false, false] });
    await control.advance(10);
    expect(await seen()).toEqual({ types: 'DIIIIIIM', latest: 'DL', proofs: [true, true] });
  });

  it('tells times of the place with what they are ahead of Greenwich', async () => {
    const { ups, control, shipUps } = await open({ start: new Date('2026-07-06T18:00:00Z') });
    const { lead } = await shipUps();
    await control.advance(97);
    const told = await ups('GET', `/api/track/v1/details/${lead}`);
    const [own] = list(list(told.body, 'trackResponse.shipment')[0], 'package');
    const shown = (each: unknown) => ['date', 'time', 'gmtOffset', 'gmtTime'].map((name) => text(each, name)).join(' ');
    const all = list(own, 'activity');
    expect(shown(all[0])).toMatch(/^20260710 1400\d\d -04:00 18:00:\d\d$/);
    expect(shown(all.at(-1))).toMatch(/^20260706 1100\d\d -07:00 18:00:\d\d$/);
  });

  it('finds by the customer’s reference whatever was bought under it', async () => {
    const { ups, fedex, shipUps, shipFedex } = await open();
    const [one, two] = [await shipUps(), await shipUps()];
    await shipFedex();
    const told = await ups('GET', '/api/track/v1/reference/details/KEY-1?shipperNum=4F71W2');
    const leads = list(told.body, 'trackResponse.shipment').map((each) =>
      text(list(each, 'package')[0], 'trackingNumber'),
    );
    expect(leads).toEqual([two.lead, one.lead]);
    const none = await ups('GET', '/api/track/v1/reference/details/KEY-2');
    expect(text(list(list(none.body, 'trackResponse.shipment')[0], 'warnings')[0], 'code')).toBe('TW0001');
    const asked = (value: string) =>
      fedex('POST', '/track/v1/referencenumbers', { referencesInformation: { value, accountNumber: '510087143' } });
    expect(list((await asked('KEY-1')).body, 'output.completeTrackResults')).toHaveLength(1);
    expect(fedexErrors(await asked('KEY-2'))).toEqual([404, 'TRACKING.REFERENCENUMBER.NOTFOUND']);
  });

  it('has stories that go wrong: late, twice, out of order, back to the sender', async () => {
    const { ups, control, shipUps } = await open();
    const codes = async (story: string, hours: number) => {
      control.story(story);
      const { lead } = await shipUps();
      await control.advance(hours);
      const told = await ups('GET', `/api/track/v1/details/${lead}`);
      const [own] = list(list(told.body, 'trackResponse.shipment')[0], 'package');
      return list(own, 'activity')
        .map((each) => text(each, 'status.code'))
        .toReversed()
        .join(' ');
    };
    expect(await codes('late', 500)).toBe('MP OR DP AR U2 DP AR OT KB');
    expect(await codes('doubled', 8)).toBe('MP MP OR OR');
    // Told of what came after it and not yet of it.
    expect(await codes('disordered', 12)).toBe('MP DP');
    expect(await codes('disordered', 30)).toBe('MP OR DP');
    expect(await codes('returned', 900)).toBe('MP OR DP AR DP AR OT 48 48 RS AR KM');
    expect(await codes('undone', 900)).toBe('MP OR DP AR DP AR OT KB DJ KB');
  });

  it('is pushed as it becomes known, signed as each carrier does', async () => {
    // The clock stands: what is bought in the very moment in which someone began to listen is pushed as well.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const heard: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        heard.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { control, shipUps, shipFedex } = await open();
    control.listen({ carrier: 'ups', url: `${url}/ups`, secret: 'ups word' });
    control.listen({ carrier: 'fedex', url: `${url}/fedex`, secret: 'fedex word', twice: true });
    const [one, two] = [await shipUps(), await shipFedex()];
    await control.advance(8);
    const of = (path: string) => heard.filter((each) => each.path === path);
    expect(
      of('/ups').map(({ headers, body }) => [headers['credential'], text(JSON.parse(body), 'trackingNumber')]),
    ).toEqual([
      ...[
        ['ups word', one.lead],
        ['ups word', one.lead],
      ],
    ]);
    expect(of('/ups').map(({ body }) => text(JSON.parse(body), 'activityStatus.type'))).toEqual(['M', 'I']);
    expect(of('/fedex')).toHaveLength(4);
    for (const { headers, body } of of('/fedex'))
      expect(headers['fdx-signature']).toBe(createHmac('sha256', 'fedex word').update(body).digest('base64'));
    expect(of('/fedex').every(({ body }) => body.includes(two.lead))).toBe(true);
    await control.advance(1);
    expect(heard).toHaveLength(6);
  });
});

describe('a fault', () => {
  it.each<[FaultKind, 'nothing' | 'once' | 'twice', string]>([
    ['slow', 'once', '200'],
    ['refuse', 'nothing', '400'],
    ['unavailable', 'nothing', '503'],
    ['limit', 'nothing', '429'],
    ['expired', 'nothing', '401'],
    ['page', 'nothing', 'broken'],
    ['cut', 'nothing', 'broken'],
    ['half', 'once', 'broken'],
    ['dropped', 'once', 'broken'],
    ['shape', 'once', '200'],
    ['duplicate', 'twice', '200'],
  ])('%s buys %s and is answered as %s, for one request', async (kind, bought, answered) => {
    const { ups, control } = await open();
    control.fault({ kind, carrier: 'ups', call: 'ship', ms: 20, body: 'KEY-1' });
    const ship = () =>
      ups('POST', upsShip, upsShipment()).then(
        ({ status }) => String(status),
        () => 'broken',
      );
    expect(await ship()).toBe(answered);
    expect(control.bought('KEY-1')).toHaveLength({ nothing: 0, once: 1, twice: 2 }[bought]);
    expect(control.calls().at(-1)).toMatchObject({ call: 'ship', fault: kind });
    expect(await ship()).toBe('200');
  });

  it('of a void says what is not', async () => {
    const { ups, control, shipUps } = await open();
    const [one, two] = [(await shipUps()).lead, (await shipUps()).lead];
    control.fault({ kind: 'wrongVoid', lie: 'kept' });
    control.fault({ kind: 'wrongVoid', lie: 'taken' });
    expect((await ups(...voidUps(one))).status).toBe(200);
    expect((await ups(...voidUps(two))).status).toBe(400);
    expect(control.shipments().map(({ voidedAt }) => voidedAt === null)).toEqual([true, false]);
  });

  it('is ordered over the wire as well, for some and after some, and what is unknown is not', async () => {
    const { simulator, ups, control, shipUps } = await open();
    const order = async (what: object) =>
      (await fetch(`${simulator.url}/_simulator/faults`, { method: 'POST', body: JSON.stringify(what) })).status;
    expect(await order([{ kind: 'unavailable', path: '/ship', after: 1, times: 2 }])).toBe(200);
    expect(await order({ kind: 'earthquake' })).toBe(404);
    const told = [];
    for (const _ of [1, 2, 3, 4]) told.push((await ups('POST', upsShip, upsShipment())).status);
    expect(told).toEqual([200, 503, 503, 200]);
    await shipUps();
    const log = (await (await fetch(`${simulator.url}/_simulator/calls`)).json()) as { calls: object[] };
    expect(log.calls).toHaveLength(control.calls().length);
    expect(log.calls[0]).toEqual({
      at: expect.any(String),
      carrier: 'ups',
      call: 'token',
      method: 'POST',
      path: '/security/v1/oauth/token',
      status: 200,
      fault: null,
    });
  });
});
