import { describe, expect, it } from 'vitest';
import { createCarriers } from '../../../server/domain/carriers/carriers.ts';
import { at, list } from '../../../server/domain/wire/read.ts';
import { fedexMistakes } from '../../support/carriers/fedex-facts.ts';
import { listen, says, type Heard, type Listener } from '../../support/carriers/listener.ts';
import { accountOf, addressOf, orderAbroad, orderOf, packageOf, zpl } from '../../support/carriers/orders.ts';

const account = accountOf('FEDEX');
const open = async (now?: () => Date) => {
  const server = await listen();
  return { server, fedex: createCarriers({ bases: server.bases, ...(now ? { now } : {}) }).of('FEDEX') };
};
/** What went over the wire, proven against what FedEx takes. */
function sent(server: Listener): readonly Heard[] {
  expect(server.heard.map(fedexMistakes)).toEqual(server.heard.map(() => []));
  return server.heard;
}
const order = orderOf({ service: 'FEDEX_GROUND' });
const numbers = ['794953555571', '794953555582'];
const piece = (trackingNumber: string, packageSequenceNumber?: unknown) => ({
  ...{ trackingNumber, packageSequenceNumber, netChargeAmount: 5.5, currency: 'USD' },
  packageDocuments: [
    { contentType: 'AUXILIARY', docType: 'PDF', encodedLabel: Buffer.from('%PDF-1 aux').toString('base64') },
    { contentType: 'LABEL', docType: 'ZPLII', encodedLabel: zpl(trackingNumber) },
  ],
});
const rating = (rateType: string, totalNetCharge: unknown, more: object = {}) => ({
  ...{ rateType, totalNetCharge, currency: 'USD', totalBaseCharge: 10, ...more },
});
const shipped = (pieceResponses: unknown, more: object = {}) => ({
  transactionId: 't-1',
  output: { transactionShipments: [{ masterTrackingNumber: numbers[0], pieceResponses, ...more }] },
});
const errors = (code: string, message = code) => ({ transactionId: 't', errors: [{ code, message }] });

describe('a shipment of FedEx', () => {
  it('is asked for with our own key as the customer’s reference, and read with labels and charge', async () => {
    const { server, fedex } = await open();
    const surcharges = [{ surchargeType: 'FUEL', description: 'Fuel', amount: '1.05' }];
    const shipmentRateDetails = [
      rating('PAYOR_LIST_PACKAGE', 30),
      rating('PAYOR_ACCOUNT_PACKAGE', { amount: 10.5, currency: 'USD' }, { surcharges }),
    ];
    const detail = { completedShipmentDetail: { shipmentRating: { shipmentRateDetails } } };
    server.on('POST', '/shipments', shipped([piece(numbers[1] ?? '', 2), piece(numbers[0] ?? '', '1')], detail));
    expect(await fedex.ship(account, order)).toMatchObject({
      ok: true,
      value: {
        leadTracking: numbers[0],
        packages: [
          { seq: 1, trackingNo: numbers[0], label: { format: 'zpl' } },
          { seq: 2, trackingNo: numbers[1], label: { format: 'zpl' } },
        ],
        charge: {
          ...{ currency: 'USD', total: '10.50' },
          lines: [
            { code: 'BASE', amount: '10.00' },
            { code: 'FUEL', text: 'Fuel', amount: '1.05' },
            { code: 'DISCOUNT', amount: '-0.55' },
          ],
        },
      },
    });
    const [ask] = sent(server);
    expect(ask?.headers).toMatchObject({ 'x-customer-transaction-id': 'LDG-0001-1', authorization: 'Bearer token-1' });
    const shipment = at(ask?.body, 'requestedShipment');
    expect(shipment).toMatchObject({
      labelSpecification: { imageType: 'ZPLII', labelStockType: 'STOCK_4X6' },
      recipients: [
        { address: { residential: true, postalCode: '07105-1234' }, contact: { phoneNumber: '9735550142' } },
      ],
      shipper: { contact: { personName: 'Dock 4', companyName: 'North Freight' } },
    });
    expect(list(at(shipment, 'requestedPackageLineItems'))[1]).toMatchObject({
      ...{
        sequenceNumber: '2',
        weight: { units: 'LB', value: 5.25 },
        dimensions: { length: 12, width: 10, height: 4 },
      },
      customerReferences: [
        { customerReferenceType: 'CUSTOMER_REFERENCE', value: 'LDG-0001-1' },
        { customerReferenceType: 'INVOICE_NUMBER', value: 'PO-2' },
      ],
    });
    expect(shipment).not.toHaveProperty('customsClearanceDetail');
  });

  it('that crosses customs tells its goods, who pays duties, and who signs', async () => {
    const { server, fedex } = await open();
    server.on('POST', '/shipments', shipped([piece(numbers[0] ?? ''), piece(numbers[1] ?? '')]));
    const packages = [
      packageOf(1, { signature: 'indirect', declaredValue: '50' }),
      packageOf(2, { signature: 'adult' }),
    ];
    const abroad = { packages, service: 'INTERNATIONAL_ECONOMY', label: { format: 'gif', size: 'letter' } } as const;
    await fedex.ship(account, orderAbroad(abroad));
    const quebec = addressOf({ state: 'QC', postalCode: 'H2Y 1C6', city: 'Montréal', country: 'CA' });
    const goods = orderAbroad().customs.map((item) => ({ ...item, unitWeight: null, hsCode: null, purpose: 'sale' }));
    await fedex.ship(account, orderAbroad({ ...abroad, dutiesPayer: 'recipient', to: quebec, customs: goods }));
    const [one, two] = sent(server).map((ask) => at(ask.body, 'requestedShipment'));
    expect(one).toMatchObject({
      labelSpecification: { imageType: 'PNG', labelStockType: 'PAPER_85X11_TOP_HALF_LABEL' },
      requestedPackageLineItems: [
        { declaredValue: { amount: 50 }, packageSpecialServices: { signatureOptionType: 'INDIRECT' } },
        { packageSpecialServices: { signatureOptionType: 'ADULT' } },
      ],
      customsClearanceDetail: {
        dutiesPayment: { paymentType: 'SENDER' },
        totalCustomsValue: { amount: 50, currency: 'USD' },
        commercialInvoice: { shipmentPurpose: 'GIFT' },
        commodities: [
          { harmonizedCode: '620520', quantity: 4, customsValue: { amount: 50 }, weight: { units: 'LB', value: 2.4 } },
        ],
      },
    });
    expect(two).toMatchObject({
      recipients: [{ address: { stateOrProvinceCode: 'PQ' } }],
      customsClearanceDetail: {
        dutiesPayment: { paymentType: 'RECIPIENT' },
        commodities: [{ weight: { value: 10.5 }, purpose: 'BUSINESS' }],
      },
    });
  });

  it('says the packaging of its parcels, and the account of a third party that pays for transport', async () => {
    const { server, fedex } = await open();
    server.on('POST', '/shipments', shipped([piece(numbers[0] ?? ''), piece(numbers[1] ?? '')]));
    const thirdParty = { number: '987654321', postalCode: null, country: 'US' };
    const both = (packaging: 'letter' | 'pak' | 'irregular') => [
      packageOf(1, { packaging }),
      packageOf(2, { packaging }),
    ];
    for (const kind of ['letter', 'pak', 'irregular'] as const)
      await fedex.ship(account, orderOf({ service: 'FEDEX_2_DAY', packages: both(kind), thirdParty }));
    const asked = sent(server).map((ask) => at(ask.body, 'requestedShipment'));
    expect(asked.map((each) => at(each, 'packagingType'))).toEqual(['FEDEX_ENVELOPE', 'FEDEX_PAK', 'YOUR_PACKAGING']);
    expect(at(list(at(asked[2], 'requestedPackageLineItems'))[0], 'packageSpecialServices')).toEqual({
      specialServiceTypes: ['NON_STANDARD_CONTAINER'],
    });
    expect(at(asked[0], 'shippingChargesPayment')).toEqual({
      paymentType: 'THIRD_PARTY',
      payor: { responsibleParty: { accountNumber: { value: '987654321' } } },
    });
    const mixed = orderOf({ packages: [packageOf(1, { packaging: 'letter' }), packageOf(2)] });
    expect(await fedex.ship(account, mixed)).toMatchObject({ ok: false, kind: 'refused', code: 'carriers.packaging' });
    expect(sent(server)).toHaveLength(3);
  });

  it('is read in other shapes than documented, refused where it says so, lost where it is not understood', async () => {
    const { server, fedex } = await open();
    const single = orderOf({ service: 'FEDEX_GROUND', packages: [packageOf(3)] });
    const bare = {
      ...shipped(piece(numbers[0] ?? '')).output.transactionShipments[0],
      masterTrackingNumber: undefined,
    };
    server.on('POST', '/shipments', { output: { transactionShipments: bare, alerts: 'none' } });
    expect(await fedex.ship(account, single)).toMatchObject({
      value: { leadTracking: numbers[0], packages: [{ seq: 3, label: { format: 'zpl' } }], charge: { total: '5.50' } },
    });
    server.on('POST', '/shipments', errors('SERVICE.PACKAGECOMBINATION.INVALID', 'Invalid combination'));
    expect(await fedex.ship(account, single)).toEqual({
      ...{ ok: false, kind: 'refused', code: 'SERVICE.PACKAGECOMBINATION.INVALID', text: 'Invalid combination' },
      retryAt: null,
    });
    // Two boxes with one number: which of them has it, and whether the other was made, is not known.
    const twice = shipped([piece(numbers[0] ?? ''), piece(numbers[0] ?? '')]);
    for (const strange of [{}, { output: {} }, shipped([]), shipped([{}]), shipped([piece(numbers[0] ?? '')]), twice]) {
      server.on('POST', '/shipments', strange);
      expect(await fedex.ship(account, order)).toMatchObject({ ok: false, kind: 'lost' });
    }
  });

  it('is not asked for where FedEx would not take it', async () => {
    const { server, fedex } = await open();
    const wrong = [
      orderOf({ to: addressOf({ lines: ['x'.repeat(120)] }) }),
      orderOf({ packages: Array.from({ length: 41 }, (_, place) => packageOf(place + 1)) }),
      orderOf({ packages: [packageOf(1, { height: '0' })] }),
      orderAbroad({ customs: [] }),
    ];
    const results = await Promise.all(wrong.map((each) => fedex.ship(account, each)));
    expect(results.map((result) => !result.ok && result.code)).toEqual([
      ...['carriers.address', 'carriers.packages', 'carriers.measures', 'carriers.customs'],
    ]);
    expect(server.heard).toEqual([]);
  });
});

describe('the other questions to FedEx', () => {
  it('price by the account’s own rates', async () => {
    const { server, fedex } = await open();
    const surCharges = [{ type: 'RESIDENTIAL_DELIVERY', description: 'Residential', amount: 6.15 }];
    const details = [
      rating('LIST', 99),
      rating('ACCOUNT', 954.17, { totalBaseCharge: 887.88, shipmentRateDetail: { surCharges, currency: 'USD' } }),
    ];
    const other = { serviceType: 'FEDEX_2_DAY', ratedShipmentDetails: [rating('ACCOUNT', 1)] };
    const own = { serviceType: 'FEDEX_GROUND', ratedShipmentDetails: details };
    server.on('POST', '/quotes', { output: { rateReplyDetails: [other, own] } });
    expect(await fedex.rate(account, order)).toEqual({
      ok: true,
      value: {
        ...{ currency: 'USD', total: '954.17' },
        lines: [
          { code: 'BASE', text: 'Base charge', amount: '887.88' },
          { code: 'RESIDENTIAL_DELIVERY', text: 'Residential', amount: '6.15' },
          { code: 'OTHER', text: 'Other charges', amount: '60.14' },
        ],
      },
    });
    sent(server);
  });

  it('void a shipment, once and again', async () => {
    const { server, fedex } = await open();
    const replies = [
      { output: { cancelledShipment: true, alerts: [] } },
      says(400, errors('CANCELSHIPMENT.TRACKINGNUMBER.DELETED')),
      says(400, errors('SHIPMENT.ALREADY.CANCELLED')),
      { output: { cancelledShipment: 'false', alerts: [{ message: 'In transit' }] } },
      says(400, errors('TRACKINGIDS.TRACKINGNUMBER.CLOSED')),
      { output: {} },
    ];
    server.on('PUT', '/cancel', ...replies);
    const results = [];
    const shipment = { leadTracking: numbers[0] ?? '', trackingNos: numbers, key: order.key };
    for (const _ of replies) results.push(await fedex.void(account, shipment));
    expect(results).toMatchObject([
      ...[{ ok: true }, { ok: true }, { ok: true }],
      { kind: 'refused', text: 'In transit' },
      { kind: 'refused', code: 'TRACKINGIDS.TRACKINGNUMBER.CLOSED' },
      { kind: 'lost' },
    ]);
    sent(server);
  });

  it('track thirty numbers at a time', async () => {
    const { server, fedex } = await open();
    const scan = {
      ...{ date: '2026-03-04T16:30:00-05:00', eventType: 'DL', derivedStatusCode: 'DL', eventDescription: 'Delivered' },
      scanLocation: { city: 'NEWARK', stateOrProvinceCode: 'NJ', postalCode: '07105', countryCode: 'US' },
    };
    const exception = {
      date: '2026-03-03',
      eventType: 'DE',
      eventDescription: 'Exception',
      exceptionDescription: 'Closed',
    };
    const track = (number: string, result: object) => ({ trackingNumber: number, trackResults: result });
    server.on('POST', '/trackingnumbers', (heard, response) => {
      const asked = list(at(heard.body, 'trackingInfo')).map((each) =>
        String(at(each, 'trackingNumberInfo', 'trackingNumber')),
      );
      const results = asked.map((number) =>
        number === 'N-7'
          ? track(number, { error: { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND' } })
          : track(number, {
              scanEvents: [scan, exception],
              dateAndTimes: [{ type: 'ESTIMATED_DELIVERY', dateTime: '2026-03-05T20:00:00' }],
              deliveryDetails: { receivedByName: 'BYRON' },
            }),
      );
      response.end(JSON.stringify({ output: { completeTrackResults: results } }));
    });
    const asked = Array.from({ length: 65 }, (_, place) => `N-${place}`);
    const result = await fedex.track(account, asked);
    expect(result.ok && result.value).toHaveLength(65);
    expect(result.ok && result.value[7]).toEqual({ trackingNo: 'N-7', error: 'TRACKING.TRACKINGNUMBER.NOTFOUND' });
    expect(result.ok && result.value[64]).toEqual({
      ...{
        trackingNo: 'N-64',
        estimatedAt: '2026-03-05T20:00:00',
        deliveredAt: '2026-03-04T16:30:00',
        signedBy: 'BYRON',
      },
      events: [
        {
          ...{ at: '2026-03-04T16:30:00', offset: '-05:00', code: 'DL', type: 'DL', text: 'Delivered' },
          ...{ city: 'NEWARK', state: 'NJ', postalCode: '07105', country: 'US' },
        },
        {
          ...{ at: '2026-03-03T00:00:00', offset: null, code: 'DE', type: '', text: 'Exception: Closed' },
          ...{ city: null, state: null, postalCode: null, country: null },
        },
      ],
    });
    expect(sent(server)).toHaveLength(3);
  });

  it('check addresses', async () => {
    const { server, fedex } = await open();
    const resolved = (line: string, attributes: object, more: object = {}) => ({
      output: {
        resolvedAddresses: [
          {
            ...{ streetLinesToken: [line], city: 'NEWARK', stateOrProvinceCode: 'NJ', countryCode: 'US' },
            ...{ parsedPostalCode: { base: '07105', addOn: '4321' }, classification: 'BUSINESS', attributes, ...more },
          },
        ],
      },
    });
    const known = { Resolved: 'true', DPV: 'true', Matched: true };
    server.on(
      ...(['POST', '/addresses/resolve', resolved('100 MAIN ST', known), resolved('100 N MAIN ST', known)] as const),
      ...[
        resolved('100 MAIN ST', { ...known, SuiteRequiredButMissing: 'true' }),
        resolved('1 MAIN', { Resolved: 'false' }),
      ],
      ...[{ output: {} }],
    );
    const results = [];
    for (let times = 0; times < 5; times += 1) results.push(await fedex.validateAddress(account, addressOf()));
    expect(results).toMatchObject([
      { value: { state: 'verified', residential: false, suggestions: [] } },
      { value: { state: 'corrected', suggestions: [{ lines: ['100 N MAIN ST'], postalCode: '07105-4321' }] } },
      { value: { state: 'doubtful', suggestions: [] } },
      { value: { state: 'doubtful', suggestions: [{ lines: ['1 MAIN'] }] } },
      { value: { state: 'doubtful', residential: null, suggestions: [] } },
    ]);
    sent(server);
  });

  it('give days and dates in the formats of the carrier', async () => {
    const { server, fedex } = await open();
    const detail = (serviceType: string, commit: object) => ({ serviceType, commit });
    const transitTimeDetails = [
      detail('FEDEX_GROUND', { transitDays: { minimumTransitTime: 'FOUR_DAYS' }, dateDetail: { day: 'Mar-06-2026' } }),
      detail('FEDEX_2_DAY', { transitDays: '2', commitDate: '2026-03-04T16:30:00' }),
      detail('SAME_DAY', {}),
    ];
    server.on('POST', '/transittimes', { output: { transitTimes: { transitTimeDetails } } });
    expect(await fedex.transitTime(account, order)).toEqual({
      ok: true,
      value: [
        { service: 'FEDEX_GROUND', days: 4, date: '2026-03-06' },
        { service: 'FEDEX_2_DAY', days: 2, date: '2026-03-04' },
        { service: 'SAME_DAY', days: null, date: null },
      ],
    });
    sent(server);
  });

  it('give proofs of delivery and close the day', async () => {
    const { server, fedex } = await open();
    const pdf = Buffer.from('%PDF-1.4 proof').toString('base64');
    server.on(
      'POST',
      '/trackingdocuments',
      { output: { documents: [pdf] } },
      says(404, errors('TRACKINGDOCUMENT.DOCUMENT.UNAVAILABLE')),
    );
    expect(await fedex.proofOfDelivery(account, numbers[0] ?? '')).toMatchObject({ value: { format: 'pdf' } });
    expect(await fedex.proofOfDelivery(account, numbers[0] ?? '')).toMatchObject({ kind: 'refused' });
    const closed = { output: { closeDocuments: [{ type: 'MANIFEST', parts: [{ image: pdf }] }], fileName: 'M-1' } };
    server.on('PUT', '/endofday/', closed, { output: {} });
    const close = { shipDate: '2026-03-02', trackingNos: numbers };
    expect(await fedex.endOfDay(account, close)).toMatchObject({
      value: { number: 'M-1', document: { format: 'pdf' } },
    });
    expect(await fedex.endOfDay(account, close)).toEqual({ ok: true, value: { number: null, document: null } });
    sent(server);
  });
});

describe('what FedEx made under a key', () => {
  const track = (number: string, sequenceNumber: string, more: object = {}) => ({
    trackResults: [{ trackingNumberInfo: { trackingNumber: number }, packageDetails: { sequenceNumber }, ...more }],
  });
  const cancelled = { latestStatusDetail: { code: 'CA', description: 'Shipment cancelled by sender' } };
  const nothing = track('', '', { error: { code: 'TRACKING.REFERENCENUMBER.NOTFOUND' } });

  it('is found without its labels, in the order of its packages; what was cancelled is nothing', async () => {
    const { server, fedex } = await open();
    const results = (...completeTrackResults: object[]) => ({ output: { completeTrackResults } });
    server.on(
      ...(['POST', '/referencenumbers', results(track(numbers[1] ?? '', '2'), track(numbers[0] ?? '', '1'))] as const),
      ...[results(track(numbers[0] ?? '', '1', cancelled)), results(nothing)],
      ...[
        says(404, errors('TRACKING.REFERENCENUMBER.NOTFOUND')),
        says(400, errors('TRACKING.DATA.NOTUNIQUE')),
        says(503),
      ],
    );
    const found = [];
    for (let times = 0; times < 6; times += 1) found.push(await fedex.find(account, order));
    expect(found).toMatchObject([
      {
        value: {
          leadTracking: numbers[0],
          packages: [
            { seq: 1, trackingNo: numbers[0], label: null },
            { seq: 2, trackingNo: numbers[1], label: null },
          ],
        },
      },
      ...[
        { ok: true, value: null },
        { ok: true, value: null },
        { ok: true, value: null },
      ],
      { ok: false, kind: 'refused', code: 'TRACKING.DATA.NOTUNIQUE' },
      { ok: false, kind: 'unavailable' },
    ]);
    sent(server);
  });

  it('is looked for in its own days only where they are long ago', async () => {
    const { server, fedex } = await open(() => new Date('2026-04-20T12:00:00Z'));
    server.on('POST', '/referencenumbers', says(404, errors('TRACKING.REFERENCENUMBER.NOTFOUND')));
    await fedex.find(account, order);
    await fedex.find(account, { ...order, shipDate: '2026-05-01' });
    const asked = sent(server).map((ask) => at(ask.body, 'referencesInformation'));
    expect(asked[0]).toMatchObject({ value: order.key, shipDateBegin: '2026-02-23', shipDateEnd: '2026-03-22' });
    expect(asked[1]).not.toHaveProperty('shipDateEnd');
  });
});
