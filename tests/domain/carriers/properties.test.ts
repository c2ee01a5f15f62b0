import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { fitLines } from '../../../server/domain/carriers/address.ts';
import * as fedexPlaces from '../../../server/domain/carriers/fedex/places.ts';
import * as fedexReplies from '../../../server/domain/carriers/fedex/replies.ts';
import * as fedexTracking from '../../../server/domain/carriers/fedex/tracking.ts';
import { tongue as fedexTongue } from '../../../server/domain/carriers/fedex/tongue.ts';
import { keepable } from '../../../server/domain/wire/keepable.ts';
import { measure } from '../../../server/domain/carriers/numbers.ts';
import { amount, remainder } from '../../../server/domain/wire/read.ts';
import { validatedIn } from '../../../server/domain/carriers/ups/address.ts';
import * as upsReplies from '../../../server/domain/carriers/ups/replies.ts';
import * as upsTracking from '../../../server/domain/carriers/ups/tracking.ts';
import { transitIn } from '../../../server/domain/carriers/ups/transit.ts';
import { tongue as upsTongue } from '../../../server/domain/carriers/ups/tongue.ts';
import { addressOf, orderOf, zpl } from '../../support/carriers/orders.ts';

const order = orderOf();
const secret = 'open sesame';
const charge = { CurrencyCode: 'USD', MonetaryValue: '12.50' };
const label = { ImageFormat: { Code: 'ZPL' }, GraphicImage: zpl('x') };
const address = {
  AddressLine: ['100 MAIN ST'],
  PoliticalDivision2: 'NEWARK',
  PostcodePrimaryLow: '07105',
  CountryCode: 'US',
};

/** Whole replies, each with all readers of its carrier: whatever becomes of one, none of them throws. */
const replies: readonly { reply: object; readers: readonly ((reply: unknown) => unknown)[] }[] = [
  {
    reply: {
      response: { errors: [{ code: '1', message: 'no' }] },
      ShipmentResponse: {
        ShipmentResults: {
          ShipmentCharges: {
            TotalCharges: charge,
            ItemizedCharges: [{ Code: '375', ...charge }],
            TaxCharges: [{ Type: 'GST' }],
          },
          NegotiatedRateCharges: { TotalCharge: charge, BaseServiceCharge: [charge] },
          ShipmentIdentificationNumber: '1Z1',
          PackageResults: [
            { TrackingNumber: '1Z1', ShippingLabel: label },
            { TrackingNumber: '1Z2', ItemizedCharges: [charge] },
          ],
        },
      },
      RateResponse: { RatedShipment: [{ Service: { Code: '03' }, TotalCharges: charge }] },
      LabelRecoveryResponse: {
        LabelResults: [{ TrackingNumber: '1Z1', LabelImage: label }],
        TrackingCandidate: [{ TrackingNumber: '1Z3' }],
      },
      trackResponse: {
        shipment: [
          {
            package: [
              {
                ...{
                  trackingNumber: '1Z1',
                  referenceNumber: [{ number: 'K' }],
                  deliveryDate: [{ type: 'SDD', date: '20260301' }],
                },
                activity: [
                  {
                    date: '20260301',
                    time: '101112',
                    status: { type: 'D', statusCode: '011' },
                    location: { address: {} },
                  },
                ],
                deliveryInformation: { pod: { content: 'JVBERi0xLjQ=' }, signature: { image: '' } },
              },
            ],
          },
        ],
      },
      XAVResponse: { ValidAddressIndicator: '', Candidate: [{ AddressKeyFormat: address }] },
      emsResponse: { services: [{ serviceLevel: 'GND', businessTransitDays: 4, deliveryDate: '2026-03-06' }] },
    },
    readers: [
      ...[upsTongue.refusalIn, upsReplies.recoveredIn, upsTracking.proofIn],
      (reply) => upsReplies.shippedIn(reply, order, [secret]),
      (reply) => upsReplies.rateIn(reply, '03'),
      (reply) => upsTracking.trackedIn(reply, '1Z1'),
      (reply) => upsTracking.numbersUnder(reply, 'K'),
      (reply) => validatedIn(reply, addressOf()),
      (reply) => transitIn(reply, order),
    ],
  },
  {
    reply: {
      errors: [{ code: 'A', message: 'no' }],
      output: {
        transactionShipments: [
          {
            masterTrackingNumber: '794',
            pieceResponses: [
              {
                trackingNumber: '794',
                packageSequenceNumber: 1,
                packageDocuments: [{ contentType: 'LABEL', docType: 'ZPLII', encodedLabel: zpl('x') }],
              },
              { trackingNumber: '795', packageSequenceNumber: 2, netChargeAmount: 5.5, currency: 'USD' },
            ],
            completedShipmentDetail: {
              shipmentRating: {
                shipmentRateDetails: [{ rateType: 'ACCOUNT', totalNetCharge: 5, surcharges: [{ amount: 1 }] }],
              },
            },
          },
        ],
        rateReplyDetails: [
          {
            serviceType: '03',
            ratedShipmentDetails: [{ totalNetCharge: 5.25, currency: 'USD', totalBaseCharge: '4' }],
          },
        ],
        completeTrackResults: [
          {
            trackingNumber: '794',
            trackResults: [
              {
                scanEvents: [{ date: '2026-03-04T16:30:00-05:00' }],
                dateAndTimes: [{ type: 'ACTUAL_DELIVERY', dateTime: '2026-03-04' }],
              },
            ],
          },
        ],
        resolvedAddresses: [
          { streetLinesToken: ['1'], city: 'N', postalCode: '07105', attributes: { Resolved: true } },
        ],
        transitTimes: [
          {
            transitTimeDetails: [
              { serviceType: 'A', commit: { transitDays: 'TWO_DAYS', dateDetail: { day: 'Mar-06-2026' } } },
            ],
          },
        ],
        documents: ['JVBERi0xLjQ='],
      },
    },
    readers: [
      ...[fedexTongue.refusalIn, fedexTracking.numbersUnder, fedexPlaces.transitIn, fedexReplies.documentsIn],
      (reply) => fedexReplies.shippedIn(reply, order, [secret]),
      (reply) => fedexReplies.rateIn(reply, '03'),
      (reply) => fedexTracking.trackedIn(reply, ['794', '795']),
      (reply) => fedexPlaces.validatedIn(reply, addressOf()),
    ],
  },
];

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    '',
    0,
    -1,
    1e21,
    true,
    [],
    {},
    [[]],
    'x'.repeat(5_000),
    '\u0000',
    '\ud800',
    Number.NaN,
  ),
  fc.string(),
  fc.double(),
  fc.anything({ maxDepth: 2 }),
);

/** One to six places of a reply are replaced, wrapped, left out or doubled. */
const mutations = fc.array(fc.tuple(fc.nat(), fc.constantFrom('put', 'wrap', 'drop', 'double', 'prototype'), odd), {
  minLength: 1,
  maxLength: 6,
});

function mutate(reply: object, changes: readonly (readonly [number, string, unknown])[]): unknown {
  const copy = structuredClone(reply);
  for (const [seed, how, value] of changes) {
    const places: [Record<string, unknown>, string][] = [];
    const visit = (here: unknown) => {
      if (typeof here !== 'object' || here === null) return;
      for (const name of Object.keys(here)) {
        places.push([here as Record<string, unknown>, name]);
        visit((here as Record<string, unknown>)[name]);
      }
    };
    visit(copy);
    const [of, name] = places[seed % Math.max(1, places.length)] ?? [];
    if (!of || name === undefined) continue;
    if (how === 'put') of[name] = value;
    if (how === 'wrap') of[name] = [of[name]];
    if (how === 'drop' && Array.isArray(of)) of.splice(Number(name), 1);
    else if (how === 'drop') Reflect.deleteProperty(of, name);
    if (how === 'double') of[name] = [of[name], of[name]];
    if (how === 'prototype') of[name] = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as unknown;
  }
  return copy;
}

describe('replies of any shape', () => {
  it.each(replies.map((each, place) => [['UPS', 'FedEx'][place], each] as const))(
    'of %s are read without a throw',
    (_name, { reply, readers }) => {
      fc.assert(
        fc.property(mutations, (changes) => {
          const changed = mutate(reply, changes);
          for (const read of readers) read(changed);
          expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
        }),
        { numRuns: 600 },
      );
    },
  );

  it('are kept without secrets, in what a database takes', () => {
    fc.assert(
      fc.property(odd, fc.string(), (value, words) => {
        const kept =
          JSON.stringify(keepable({ value, words, said: `a ${secret} b`, access_token: secret }, [secret])) ?? '';
        expect(kept).not.toContain(secret);
        expect(kept).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      }),
      { numRuns: 500 },
    );
  });
});

describe('numbers and lines', () => {
  it('add up: the remainder and the parts are the whole', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
    const decimal = (value: number) =>
      `${value < 0 ? '-' : ''}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 6 }), (whole, parts) => {
        const rest = remainder(decimal(whole), parts.map(decimal));
        const left = parts.reduce((sum, part) => sum - part, whole);
        expect(rest).toBe(left === 0 ? null : decimal(left));
        expect(amount(decimal(whole))).toBe(decimal(whole).replace(/^-0\.00$/, '-0.00'));
      }),
    );
  });

  it('are rounded up to their places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (thousandths) => {
        const text = `${Math.floor(thousandths / 1_000)}.${String(thousandths % 1_000).padStart(3, '0')}`;
        expect(Number(measure(text, 1))).toBe(Math.ceil(thousandths / 100) / 10);
        expect(measure(text, 0)).toBe(String(Math.ceil(thousandths / 1_000)));
      }),
    );
  });

  it('of an address keep every word, within the width and the count', () => {
    const line = fc
      .array(fc.stringMatching(/^[A-Za-z0-9#.-]{1,20}$/), { maxLength: 8 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
        const fitted = fitLines(lines, 35, 3);
        if (fitted === null) return;
        expect(fitted.length).toBeLessThanOrEqual(3);
        expect(fitted.every((each) => each.length > 0 && each.length <= 35)).toBe(true);
        expect(fitted.join(' ').split(' ')).toEqual(
          lines
            .join(' ')
            .split(' ')
            .filter((word) => word !== ''),
        );
      }),
    );
  });
});
