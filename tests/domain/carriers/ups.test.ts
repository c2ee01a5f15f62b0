import { describe, expect, it } from 'vitest';
import { createCarriers } from '../../../server/domain/carriers/carriers.ts';
import { at, list } from '../../../server/domain/wire/read.ts';
import { upsMistakes } from '../../support/carriers/documents.ts';
import { listen, says, type Answer, type Heard, type Listener } from '../../support/carriers/listener.ts';
import { accountOf, addressOf, orderAbroad, orderOf, packageOf, zpl } from '../../support/carriers/orders.ts';

const account = accountOf('UPS');
const open = async () => {
  const server = await listen();
  return { server, ups: createCarriers({ bases: server.bases }).of('UPS') };
};
/** What went over the wire, proven against UPS' own documents. */
function sent(server: Listener): readonly Heard[] {
  expect(server.heard.map(upsMistakes)).toEqual(server.heard.map(() => []));
  return server.heard;
}

const numbers = ['1Z4F71W20300000017', '1Z4F71W20300000026'];
const amount = (value: string) => ({ CurrencyCode: 'USD', MonetaryValue: value });
const shipped = (packages: unknown = numbers.map(labelled), more: object = {}) => ({
  ShipmentResponse: {
    Response: { ResponseStatus: { Code: '1', Description: 'Success' } },
    ShipmentResults: {
      ShipmentCharges: { TransportationCharges: amount('20.00'), TotalCharges: amount('24.10') },
      NegotiatedRateCharges: { ItemizedCharges: [{ Code: '375', ...amount('3.21') }], TotalCharge: amount('18.44') },
      ShipmentIdentificationNumber: numbers[0],
      PackageResults: packages,
      ...more,
    },
  },
});
function labelled(TrackingNumber: string) {
  return { TrackingNumber, ShippingLabel: { ImageFormat: { Code: 'ZPL' }, GraphicImage: zpl(TrackingNumber) } };
}

describe('a shipment of UPS', () => {
  it('is asked for as the documents have it, with our own key, and read with labels and charge', async () => {
    const { server, ups } = await open();
    server.on('POST', '/ship', shipped());
    const result = await ups.ship(account, orderOf());
    expect(result).toMatchObject({
      ok: true,
      value: {
        leadTracking: numbers[0],
        packages: [
          { seq: 1, trackingNo: numbers[0], label: { format: 'zpl' } },
          { seq: 2, trackingNo: numbers[1], label: { format: 'zpl' } },
        ],
        charge: {
          ...{ currency: 'USD', total: '18.44' },
          lines: [
            { code: '375', amount: '3.21' },
            { code: 'BASE', amount: '15.23' },
          ],
        },
      },
    });
    const [ask] = sent(server);
    expect(ask?.headers).toMatchObject({ transid: 'LDG-0001-1', authorization: 'Bearer token-1' });
    const Shipment = at(ask?.body, 'ShipmentRequest', 'Shipment');
    expect(at(ask?.body, 'ShipmentRequest', 'LabelSpecification')).toMatchObject({
      LabelImageFormat: { Code: 'ZPL' },
      LabelStockSize: { Height: '6' },
    });
    expect(at(Shipment, 'ShipTo', 'Address')).toMatchObject({
      ResidentialAddressIndicator: '',
      PostalCode: '071051234',
    });
    expect(at(Shipment, 'ShipTo', 'Phone')).toEqual({ Number: '9735550142' });
    expect(at(Shipment, 'ShipFrom', 'Address')).not.toHaveProperty('ResidentialAddressIndicator');
    expect(list(at(Shipment, 'Package'))[1]).toMatchObject({
      ReferenceNumber: [{ Value: 'LDG-0001-1' }, { Value: 'PO-2' }],
      Dimensions: { Length: '12', Width: '10', Height: '4' },
      PackageWeight: { UnitOfMeasurement: { Code: 'LBS' }, Weight: '5.3' },
    });
    expect(Shipment).not.toHaveProperty('ReferenceNumber');
  });

  it('that crosses customs has its invoice, its duties and its references where they belong', async () => {
    const { server, ups } = await open();
    server.on('POST', '/ship', shipped());
    const packages = [
      packageOf(1, { signature: 'direct' }),
      packageOf(2, { signature: 'adult', declaredValue: '99.5' }),
    ];
    await ups.ship(account, orderAbroad({ packages, label: { format: 'pdf', size: '4x8' } }));
    await ups.ship(account, orderAbroad({ packages, dutiesPayer: 'recipient', unitType: '1' }));
    const [one, two] = sent(server).map((ask) => at(ask.body, 'ShipmentRequest'));
    const charges = (of: unknown) =>
      list(at(of, 'Shipment', 'PaymentInformation', 'ShipmentCharge')).map((each) => at(each, 'Type'));
    const options = (of: unknown, ...names: string[]) => at(of, 'Shipment', 'ShipmentServiceOptions', ...names);
    expect(at(one, 'LabelSpecification')).toMatchObject({
      LabelImageFormat: { Code: 'GIF' },
      LabelStockSize: { Height: '6' },
    });
    expect(charges(one)).toEqual(['01', '02']);
    expect(charges(two)).toEqual(['01']);
    expect(at(one, 'Shipment', 'ReferenceNumber')).toEqual([{ Value: 'LDG-0001-1' }, { Value: 'PO-1' }]);
    expect(options(one, 'DeliveryConfirmation')).toEqual({ DCISType: '2' });
    expect(at(list(at(one, 'Shipment', 'Package'))[1], 'PackageServiceOptions')).toEqual({
      DeclaredValue: amount('99.50'),
    });
    expect(options(one, 'InternationalForms')).toMatchObject({
      ...{ FormType: ['01'], InvoiceNumber: 'LDG-0001-1', InvoiceDate: '20260302', ReasonForExport: 'GIFT' },
      TermsOfShipment: 'DDP',
      Product: [
        {
          Description: ['Cotton shirts with long sleeves, wo', 'ven, for men'],
          ...{ CommodityCode: '620520', OriginCountryCode: 'CN', Unit: { Number: '4', Value: '12.5' } },
          ProductWeight: { Weight: '2.4' },
        },
      ],
    });
    expect(at(one, 'Shipment', 'InvoiceLineTotal')).toEqual(amount('50.00'));
    expect(at(two, 'Shipment', 'Package', 'PackageWeight', 'UnitOfMeasurement', 'Code')).toBe('KGS');
  });

  it('within a country has its signatures on packages: signed for, and by an adult', async () => {
    const { server, ups } = await open();
    server.on('POST', '/ship', shipped());
    const packages = [packageOf(1, { signature: 'indirect' }), packageOf(2, { signature: 'adult' })];
    await ups.ship(account, orderOf({ packages }));
    const pieces = list(at(sent(server)[0]?.body, 'ShipmentRequest', 'Shipment', 'Package'));
    const types = pieces.map((each) => at(each, 'PackageServiceOptions', 'DeliveryConfirmation', 'DCISType'));
    expect(types).toEqual(['2', '3']);
  });

  it('says the packaging of each parcel, and the account of a third party that pays for transport', async () => {
    const { server, ups } = await open();
    server.on('POST', '/ship', shipped());
    const packages = (['letter', 'pak', 'irregular', 'box'] as const).map((packaging, at) =>
      packageOf(at + 1, { packaging }),
    );
    const thirdParty = { number: '7X8Y9Z', postalCode: '60601-1234', country: 'US' };
    await ups.ship(account, orderAbroad({ packages, thirdParty }));
    await ups.ship(account, orderOf({ packages, thirdParty: { ...thirdParty, postalCode: null } }));
    const [abroad, within] = sent(server).map((ask) => at(ask.body, 'ShipmentRequest', 'Shipment'));
    const pieces = list(at(abroad, 'Package'));
    expect(pieces.map((each) => at(each, 'Packaging', 'Code'))).toEqual(['01', '04', '02', '02']);
    expect(pieces.map((each) => at(each, 'AdditionalHandlingIndicator'))).toEqual([
      undefined,
      undefined,
      '',
      undefined,
    ]);
    expect(pieces.map((each) => at(each, 'Dimensions') !== undefined)).toEqual([false, true, true, true]);
    const Address = { PostalCode: '606011234', CountryCode: 'US' };
    // Duties stay with the account that ships.
    expect(at(abroad, 'PaymentInformation', 'ShipmentCharge')).toEqual([
      { Type: '01', BillThirdParty: { AccountNumber: '7X8Y9Z', Address } },
      { Type: '02', BillShipper: { AccountNumber: account.number } },
    ]);
    expect(at(within, 'PaymentInformation', 'ShipmentCharge')).toEqual([
      { Type: '01', BillThirdParty: { AccountNumber: '7X8Y9Z', Address: { CountryCode: 'US' } } },
    ]);
  });

  it('breaks long lines between words, takes Puerto Rico for a country, and refuses what does not fit', async () => {
    const { server, ups } = await open();
    server.on('POST', '/ship', shipped());
    const lines = ['Urbanización Jardines de Caparra, Edificio Norte', 'Apartamento 12'];
    const to = addressOf({ lines, city: 'Bayamón', state: 'PR', postalCode: '00959', company: 'A'.repeat(40) });
    await ups.ship(account, orderOf({ to }));
    const ShipTo = at(sent(server)[0]?.body, 'ShipmentRequest', 'Shipment', 'ShipTo');
    expect(at(ShipTo, 'Address', 'AddressLine')).toEqual([
      ...['Urbanización Jardines de Caparra,', 'Edificio Norte', 'Apartamento 12'],
    ]);
    expect(ShipTo).toMatchObject({ Name: 'A'.repeat(35), AttentionName: 'Ada Byron', Address: { CountryCode: 'PR' } });
    const wrong = [
      orderOf({ to: addressOf({ lines: Array<string>(4).fill('x'.repeat(30)) }) }),
      orderOf({ to: addressOf({ lines: [' '] }) }),
      orderOf({ packages: [] }),
      orderOf({ packages: [packageOf(1, { weight: '0' })] }),
      orderOf({ packages: [packageOf(1, { length: 'wide' })] }),
      orderOf({ key: 'k'.repeat(36) }),
      orderAbroad({ customs: Array.from({ length: 51 }, () => orderAbroad().customs[0]!) }),
    ];
    const results = await Promise.all(wrong.map((order) => ups.ship(account, order)));
    expect(results.map((result) => !result.ok && `${result.kind} ${result.code}`)).toEqual([
      ...['refused carriers.address', 'refused carriers.address', 'refused carriers.packages'],
      ...['refused carriers.measures', 'refused carriers.measures', 'refused carriers.key', 'refused carriers.customs'],
    ]);
    expect(server.heard).toHaveLength(1);
  });

  it('is read in other shapes than documented, and is lost where its numbers are not understood', async () => {
    const { server, ups } = await open();
    const one = orderOf({ packages: [packageOf(7)] });
    const single = { ...labelled(` ${numbers[0]} `), Extra: { Deep: [1, { GraphicImage: 'x'.repeat(9_000) }] } };
    server.on(
      'POST',
      '/ship',
      shipped(single, { ShipmentCharges: { TotalCharges: [amount('&#xD;24.10')] }, NegotiatedRateCharges: {} }),
    );
    expect(await ups.ship(account, one)).toMatchObject({
      ok: true,
      value: {
        packages: [{ seq: 7, trackingNo: numbers[0], label: { format: 'zpl' } }],
        charge: { total: '24.10', lines: [{ code: 'BASE', amount: '24.10' }] },
      },
    });
    server.on(
      'POST',
      '/ship',
      shipped([{ TrackingNumber: numbers[0] }, labelled(numbers[1] ?? '')], { ShipmentCharges: 7 }),
    );
    expect(await ups.ship(account, orderOf())).toMatchObject({
      value: { packages: [{ label: null }, {}], charge: { total: '18.44' } },
    });
    const twice = shipped([labelled(numbers[0] ?? ''), labelled(numbers[0] ?? '')]);
    for (const strange of [{}, { ShipmentResponse: null }, shipped([labelled('x')]), shipped('none'), [], twice]) {
      server.on('POST', '/ship', strange);
      expect(await ups.ship(account, orderOf())).toMatchObject({
        ok: false,
        kind: 'lost',
        code: 'carriers.notUnderstood',
      });
    }
  });

  it('is kept raw without labels and without secrets', async () => {
    const { server, ups } = await open();
    const echo = { access_token: 'token-1', note: `we got ${account.clientSecret}`, zero: 'a\u0000b\ud800' };
    server.on('POST', '/ship', shipped(undefined, { Echo: echo }));
    const result = await ups.ship(account, orderOf());
    const kept = result.ok ? JSON.stringify(result.value.reply) : '';
    expect(kept).toContain(numbers[1]);
    for (const hidden of [zpl(numbers[0] ?? ''), account.clientSecret, 'token-1', '\\u0000', '\\ud800'])
      expect(kept).not.toContain(hidden);
    expect(kept.length).toBeLessThan(3_000);
  });
});

describe('what UPS made under a key', () => {
  const found = (...packages: object[]) => ({ trackResponse: { shipment: [{ package: packages }] } });
  const tracked = (trackingNumber: string, more: object = {}) => ({
    ...{ trackingNumber, referenceNumber: [{ number: 'LDG-0001-1', type: '01' }], ...more },
  });
  const recovered = (...labels: object[]) => ({
    LabelRecoveryResponse: { ShipmentIdentificationNumber: numbers[0], LabelResults: labels },
  });
  const recoveredLabel = (TrackingNumber: string) => ({
    ...{ TrackingNumber, LabelImage: { LabelImageFormat: { Code: 'ZPL' }, GraphicImage: zpl(TrackingNumber) } },
  });
  const [first = '', second = ''] = numbers;
  const none = says(404, { response: { errors: [{ code: 'TW0001', message: 'Tracking Information Not Found' }] } });
  const noLabel = says(400, { response: { errors: [{ code: '300103', message: 'No shipment found' }] } });
  const asked = async (track: Answer, ...recoveries: readonly Answer[]) => {
    const { server, ups } = await open();
    server.on('GET', '/reference/details/LDG-0001-1', track);
    server.on('POST', '/recovery', ...recoveries);
    const result = await ups.find(account, orderOf());
    return { result, heard: sent(server) };
  };

  it('is found by its reference and gets its labels again', async () => {
    const { result, heard } = await asked(
      found(tracked(second), tracked(first)),
      recovered(recoveredLabel(first), recoveredLabel(second)),
    );
    expect(result).toMatchObject({
      value: {
        ...{ leadTracking: first, charge: null },
        packages: [
          { seq: 1, trackingNo: first, label: { format: 'zpl' } },
          { seq: 2, trackingNo: second, label: { format: 'zpl' } },
        ],
      },
    });
    expect(heard[0]?.query).toMatchObject({ shipperNum: '4F71W2', refNumType: 'SmallPackage' });
    expect(heard).toHaveLength(2);
  });

  it('is asked for package by package where its labels come alone', async () => {
    const { result, heard } = await asked(
      ...([
        found(tracked(first), tracked(second)),
        recovered(recoveredLabel(first)),
        recovered(recoveredLabel(second)),
      ] as const),
    );
    expect(result).toMatchObject({ value: { packages: [{ label: { format: 'zpl' } }, { label: { format: 'zpl' } }] } });
    expect(heard).toHaveLength(3);
  });

  it('is found by its labels before the tracking knows of it, and without labels where there are none', async () => {
    const early = await asked(none, recovered(recoveredLabel(first), recoveredLabel(second)));
    expect(early.result).toMatchObject({ value: { leadTracking: first, packages: [{ seq: 1 }, { seq: 2 }] } });
    const bare = await asked(found(tracked(first)), noLabel);
    expect(bare.result).toMatchObject({
      value: { leadTracking: first, packages: [{ trackingNo: first, label: null }] },
    });
  });

  it('is nothing where neither knows of anything, where it is void, or where it belongs to another customer', async () => {
    const voided = { currentStatus: { type: 'MV', statusCode: '007' } };
    const nothings: [Answer, Answer][] = [
      [none, noLabel],
      [found(), noLabel],
      [
        found(tracked(first, voided), tracked(second, voided)),
        recovered(recoveredLabel(first), recoveredLabel(second)),
      ],
      [found(tracked(first, { referenceNumber: [{ number: 'LDG-0001-10' }] })), noLabel],
    ];
    for (const [track, recovery] of nothings)
      expect((await asked(track, recovery)).result).toEqual({ ok: true, value: null });
  });

  it('is one of those that were made under the key, the others apart', async () => {
    const [third = '', fourth = ''] = ['1Z4F71W20300000035', '1Z4F71W20300000044'];
    const { result } = await asked(
      found(tracked(third), tracked(first), tracked(fourth), tracked(second)),
      recovered(recoveredLabel(first), recoveredLabel(second)),
    );
    expect(result).toMatchObject({
      value: {
        leadTracking: first,
        packages: [{ trackingNo: first }, { trackingNo: second }],
        surplus: [third, fourth],
      },
    });
  });

  it('stays open where a question was not answered', async () => {
    const error = (code: string, message: string) => says(400, { response: { errors: [{ code, message }] } });
    const open_: [Answer, Answer][] = [
      // No service of UPS answered: a gateway without these paths.
      [says(404), says(404)],
      [says(503), recovered()],
      [error('TV1001', 'Invalid date range'), recovered()],
      [none, says(500)],
      [none, says(429)],
    ];
    const kinds = [];
    for (const [track, recovery] of open_) {
      const { result } = await asked(track, recovery);
      kinds.push(!result.ok && result.kind);
    }
    expect(kinds).toEqual(['unavailable', 'unavailable', 'refused', 'unavailable', 'limited']);
  });
});

describe('the other questions to UPS', () => {
  it('price by the account’s own rates', async () => {
    const { server, ups } = await open();
    const rated = (Code: string, total: string) => ({
      ...{ Service: { Code }, TotalCharges: amount('99.00') },
      NegotiatedRateCharges: {
        BaseServiceCharge: [amount('10.00')],
        ItemizedCharges: { Code: '270', Description: 'Residential', ...amount('4.80') },
        TotalCharge: amount(total),
      },
    });
    server.on('POST', '/Rate', { RateResponse: { RatedShipment: [rated('02', '50.00'), rated('03', '15.80')] } });
    expect(await ups.rate(account, orderOf())).toEqual({
      ok: true,
      value: {
        ...{ currency: 'USD', total: '15.80' },
        lines: [
          { code: 'BASE', text: 'Base service charge', amount: '10.00' },
          { code: '270', text: 'Residential', amount: '4.80' },
          { code: 'OPTIONS', text: 'Service options', amount: '1.00' },
        ],
      },
    });
    server.on('POST', '/Rate', { RateResponse: { RatedShipment: { TotalCharges: amount('99.00') } } });
    expect(await ups.rate(account, orderAbroad())).toMatchObject({ value: { total: '99.00' } });
    const sydney = { lines: ['1 George St'], city: 'Sydney', state: 'NSW', postalCode: '2000', country: 'AU' };
    await ups.rate(account, orderAbroad({ to: addressOf(sydney) }));
    expect(sent(server)).toHaveLength(3);
  });

  it('void the whole shipment, once and again, and tell what stays', async () => {
    const { server, ups } = await open();
    const shipment = { leadTracking: numbers[0] ?? '', trackingNos: numbers, key: 'LDG-0001-1' };
    const voided = (code: string, ...of: string[]) => ({
      VoidShipmentResponse: {
        SummaryResult: { Status: { Code: `&#xD;${code}`, Description: 'x' } },
        PackageLevelResult: numbers.map((TrackingNumber, place) => ({ TrackingNumber, Status: { Code: of[place] } })),
      },
    });
    const error = (code: string, message: string) => says(400, { response: { errors: [{ code, message }] } });
    const replies = [
      voided('1', '1', '1'),
      voided('0', '1', '0'),
      error('190117', 'The shipment has already been voided'),
      error('190102', 'No shipment found within the allowed void period'),
      { VoidShipmentResponse: {} },
      {
        VoidShipmentResponse: {
          SummaryResult: { Status: { Code: '1', Description: 'Voided' } },
          PackageLevelResults: [{ TrackingNumber: '1Z4F71W20300000999', Status: { Code: '1' } }],
        },
      },
    ];
    server.on('DELETE', `/cancel/${numbers[0]}`, ...replies);
    const results = [];
    for (const _ of replies) results.push(await ups.void(account, shipment));
    expect(results).toMatchObject([
      { ok: true, value: { voided: true } },
      { ok: false, kind: 'refused', code: 'carriers.partlyVoided', text: `Not void: ${numbers[1]}.` },
      { ok: true, value: { voided: true } },
      { ok: false, kind: 'refused', code: '190102' },
      { ok: false, kind: 'lost' },
      // Another parcel is void, of ours nothing is known.
      { ok: false, kind: 'lost' },
    ]);
    expect(sent(server)).toHaveLength(6);
  });

  it('track each number by itself', async () => {
    const { server, ups } = await open();
    const status = (type: string, statusCode: string, description: string) => ({
      status: { type, statusCode, description },
    });
    const place = {
      location: { address: { city: 'PARAMUS', stateProvince: 'NJ', countryCode: 'US', postalCode: '07652' } },
    };
    server.on('GET', numbers[0] ?? '', {
      trackResponse: {
        shipment: {
          package: {
            trackingNumber: numbers[0],
            activity: [
              { date: '20260304', time: '163000', gmtOffset: '-05:00', ...place, ...status('D', '011', 'DELIVERED ') },
              { date: 20260302, time: '91641', ...status('M', '003', 'Label created') },
              { date: 'soon' },
            ],
            deliveryDate: [{ type: 'SDD', date: '20260305' }],
            deliveryInformation: { receivedBy: 'BYRON' },
          },
        },
      },
    });
    server.on('GET', numbers[1] ?? '', says(404, { response: { errors: [{ code: 'TW0001', message: 'Not found' }] } }));
    expect(await ups.track(account, numbers)).toEqual({
      ok: true,
      value: [
        {
          ...{
            trackingNo: numbers[0],
            estimatedAt: '2026-03-05',
            deliveredAt: '2026-03-04T16:30:00',
            signedBy: 'BYRON',
          },
          events: [
            {
              ...{ at: '2026-03-04T16:30:00', offset: '-05:00', code: '011', type: 'D', text: 'DELIVERED' },
              ...{ city: 'PARAMUS', state: 'NJ', postalCode: '07652', country: 'US' },
            },
            {
              ...{ at: '2026-03-02T09:16:41', offset: null, code: '003', type: 'M', text: 'Label created' },
              ...{ city: null, state: null, postalCode: null, country: null },
            },
          ],
        },
        { trackingNo: numbers[1], error: 'TW0001' },
      ],
    });
    expect(sent(server)).toHaveLength(2);
  });

  it('take nothing for theirs that is said of another number', async () => {
    const { server, ups } = await open();
    const told = (trackingNumber: string | undefined) => ({
      trackResponse: {
        shipment: [{ package: [{ trackingNumber, activity: [{ date: '20260304', status: { type: 'D' } }] }] }],
      },
    });
    server.on('GET', numbers[0] ?? '', told(numbers[1]));
    server.on('GET', numbers[1] ?? '', told(undefined));
    expect(await ups.track(account, numbers)).toMatchObject({
      value: [
        { trackingNo: numbers[0], error: 'carriers.noTracking' },
        { trackingNo: numbers[1], events: [{ type: 'D' }] },
      ],
    });
  });

  it('check addresses: spelling is no correction', async () => {
    const { server, ups } = await open();
    const found = (line: string, extra: object = {}) => ({
      AddressClassification: { Code: '2', Description: 'Residential' },
      AddressKeyFormat: {
        ...{ AddressLine: line, PoliticalDivision2: 'NEWARK', PoliticalDivision1: 'NJ', PostcodePrimaryLow: '07105' },
        ...{ PostcodeExtendedLow: '4321', CountryCode: 'US', ...extra },
      },
    });
    const reply = (flag: string, ...Candidate: object[]) => ({ XAVResponse: { [flag]: '', Candidate } });
    server.on(
      ...(['POST', '/addressvalidation/v2/3', reply('ValidAddressIndicator', found('100 MAIN ST'))] as const),
      ...[reply('ValidAddressIndicator', found('100 S MAIN ST'))],
      ...[reply('AmbiguousAddressIndicator', found('1-99 MAIN ST'), found('101 MAIN ST'))],
      ...[reply('NoCandidatesIndicator')],
    );
    const results = [];
    for (let times = 0; times < 4; times += 1) results.push(await ups.validateAddress(account, addressOf()));
    expect(results).toMatchObject([
      { value: { state: 'verified', residential: true, suggestions: [] } },
      { value: { state: 'corrected', suggestions: [{ lines: ['100 S MAIN ST'], postalCode: '07105-4321' }] } },
      { value: { state: 'doubtful', suggestions: [{ lines: ['1-99 MAIN ST'] }, { lines: ['101 MAIN ST'] }] } },
      { value: { state: 'doubtful', residential: null, suggestions: [] } },
    ]);
    expect(sent(server)).toHaveLength(4);
  });

  it('tell days by the service codes that shipments are bought with', async () => {
    const { server, ups } = await open();
    const services = [
      { serviceLevel: 'GND', businessTransitDays: '4', deliveryDate: '2026-03-06' },
      { serviceLevel: '1DA', businessTransitDays: 1, deliveryDate: '2026-03-03' },
      { serviceLevel: 'XYZ' },
    ];
    server.on('POST', '/transittimes', { emsResponse: { services } });
    expect(await ups.transitTime(account, orderOf())).toEqual({
      ok: true,
      value: [
        { service: '03', days: 4, date: '2026-03-06' },
        { service: '01', days: 1, date: '2026-03-03' },
        { service: 'XYZ', days: null, date: null },
      ],
    });
    await ups.transitTime(account, orderAbroad());
    expect(sent(server)).toHaveLength(2);
  });

  it('give the proof of delivery, or say that there is none', async () => {
    const { server, ups } = await open();
    const proof = (content: string) => ({
      trackResponse: { shipment: [{ package: [{ deliveryInformation: { pod: { content } } }] }] },
    });
    const pdf = Buffer.from('%PDF-1.4 proof').toString('base64');
    server.on('GET', numbers[0] ?? '', proof(pdf), proof(''), proof(Buffer.from('<html>').toString('base64')));
    const asked = async () => ups.proofOfDelivery(account, numbers[0] ?? '');
    expect(await asked()).toMatchObject({ ok: true, value: { format: 'pdf' } });
    for (const _ of [1, 2])
      expect(await asked()).toMatchObject({ ok: false, kind: 'refused', code: 'carriers.noProof' });
    expect(await ups.endOfDay(account, { shipDate: '2026-03-02', trackingNos: numbers })).toMatchObject({
      kind: 'unsupported',
    });
    expect(sent(server)).toHaveLength(3);
  });
});
