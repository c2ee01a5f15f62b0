import { expect, it } from 'vitest';
import { text } from '../../../server/domain/carriers/simulator/json.ts';
import { stories } from '../../../server/domain/carriers/simulator/tracking/story.ts';
import { simulate } from '../../support/carrier-simulator.ts';
import { openDesk, upsPackage, upsShipment } from '../../support/carriers/asked.ts';
import { documented, replyMistakes } from '../../support/carriers/reply-documents.ts';

const { Package, ...shipment } = upsShipment().ShipmentRequest.Shipment;
const rateRequest = {
  RateRequest: {
    Request: {},
    Shipment: { ...shipment, Package: Package.map((each) => ({ ...each, PackagingType: { Code: '02' } })) },
  },
};
const address = (line: string) => ({
  XAVRequest: {
    AddressKeyFormat: {
      AddressLine: [line],
      PoliticalDivision2: 'Newark',
      PoliticalDivision1: 'NJ',
      PostcodePrimaryLow: '07105',
      CountryCode: 'US',
    },
  },
});
const route = {
  originCountryCode: 'US',
  originPostalCode: '85009',
  destinationCountryCode: 'US',
  destinationPostalCode: '07105',
};

it('answers every operation of UPS’ documents in their own words, well and ill', async () => {
  const simulator = await simulate();
  const ups = await openDesk(simulator, 'ups');
  const seen = new Set<string>();
  const ask = async (method: string, path: string, status: number, body?: unknown): Promise<unknown> => {
    const told = await ups(method, path, body);
    expect([told.status, ...replyMistakes(method, path, told.status, told.body)], `${method} ${path}`).toEqual([
      status,
    ]);
    seen.add(
      documented.find((each) =>
        new RegExp(`^${each.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(`${method} ${path.split('?')[0]}`),
      ) ?? '',
    );
    return told.body;
  };
  const ship = '/api/shipments/v2409/ship';
  const lead = async (body: unknown) =>
    text(await ask('POST', ship, 200, body), 'ShipmentResponse.ShipmentResults.ShipmentIdentificationNumber');
  const signed = {
    ...upsPackage('60'),
    PackageServiceOptions: {
      DeliveryConfirmation: { DCISType: '2' },
      DeclaredValue: { CurrencyCode: 'USD', MonetaryValue: '500' },
    },
  };
  const numbers = [await lead(upsShipment()), await lead(upsShipment({ Package: [signed, upsPackage()] }, 'ZPL'))];
  await ask('POST', ship, 400, upsShipment({ Service: { Code: '99' } }));
  for (const option of ['Rate', 'Shop', 'Ratetimeintransit'])
    await ask('POST', `/api/rating/v2409/${option}`, 200, rateRequest);
  await ask('POST', '/api/rating/v2409/Rate', 400, {});
  await ask('POST', '/api/labels/v1/recovery', 200, {
    LabelRecoveryRequest: { Request: {}, TrackingNumbers: numbers },
  });
  await ask('POST', '/api/labels/v1/recovery', 400, {});
  await ask('DELETE', `/api/shipments/v2409/void/cancel/${numbers[0]}`, 200);
  await ask('DELETE', `/api/shipments/v2409/void/cancel/${numbers[0]}`, 400);
  for (const option of [1, 2, 3])
    await ask('POST', `/api/addressvalidation/v2/${option}`, 200, address('120 Doremus Avenue'));
  await ask('POST', '/api/addressvalidation/v2/3', 200, address('Nowhere'));
  await ask('POST', '/api/addressvalidation/v2/3', 400, {});
  await ask('POST', '/api/shipments/v1/transittimes', 200, route);
  for (const story of Object.keys(stories)) {
    simulator.control.story(story);
    const number = await lead(upsShipment());
    await simulator.control.advance(110);
    await ask('GET', `/api/track/v1/details/${number}?returnPOD=true`, 200);
  }
  await ask('GET', '/api/track/v1/details/1Z4F71W20300000000', 200);
  await ask('GET', '/api/track/v1/details/1', 400);
  await ask('GET', '/api/track/v1/reference/details/KEY-1', 200);
  await ask('GET', '/api/track/v1/reference/details/KEY-2', 200);
  expect(documented.filter((each) => !seen.has(each))).toEqual([]);
});
