import { describe, expect, it } from 'vitest';
import batch from '../../../schemas/shipping/order-batch/order-batch.json' with { type: 'json' };
import order from '../../../schemas/orders/order/order.json' with { type: 'json' };
import english from '../../../locales/en-US/entities/order.json' with { type: 'json' };
import chinese from '../../../locales/zh-CN/entities/order.json' with { type: 'json' };
import { causeOf, repairOf, type ErrorCause } from '../../../server/domain/carriers/causes.ts';

const cases: readonly [string, string, ErrorCause][] = [
  ['120100', 'Missing or invalid shipper number', 'carrierAccount'],
  ['120206', 'Missing or invalid ship to StateProvinceCode', 'cityState'],
  ['120208', 'Missing or invalid ship to PostalCode', 'postalCode'],
  ['120213', 'Missing or invalid ship to phone number', 'phone'],
  ['120802', 'Address Validation Error on ShipTo address', 'shipToAddress'],
  ['121210', 'The requested service is unavailable between the selected locations.', 'service'],
  ['120602', 'Missing or invalid package weight', 'weight'],
  ['128030', 'Missing product description', 'customs'],
  ['SHIPPER.POSTALCODE.INVALID', 'Invalid postal code', 'shipFrom'],
  ['RECIPIENT.POSTALCODE.INVALID', 'Invalid postal code', 'postalCode'],
  ['SHIP.RECIPIENT.POSTALCITY.MISMATCH', 'Postal code and city do not match', 'postalCode'],
  ['RECIPIENTS.PHONENUMBER.INVALID', 'Invalid phone number', 'phone'],
  ['ACCOUNT.NUMBER.MISMATCH', 'Account number does not belong to this project.', 'carrierAccount'],
  ['SERVICE.PACKAGECOMBINATION.INVALID', 'Invalid service and packaging combination.', 'service'],
  ['PACKAGE.WEIGHT.REQUIRED', 'The package weight is missing', 'weight'],
  ['COMMODITY.DESCRIPTION.REQUIRED', 'Description of the commodity is required', 'customs'],
  ['LABEL.STOCKTYPE.MISMATCH', 'The stock type does not go with the image type.', 'label'],
  ['999999', 'The ZIP code is not valid for the state', 'postalCode'],
  ['999999', 'Something that nobody has seen', 'other'],
  ['carriers.measures', 'A box measures too much', 'size'],
];

describe('what a carrier refuses', () => {
  it('is a cause and a repair of a batch, too', () => {
    const { cause, repair } = batch.fields.causes.fields;
    expect(cause.options).toEqual(expect.arrayContaining(order.fields.errorCause.options));
    expect(repair.options).toEqual(expect.arrayContaining(order.fields.errorRepair.options));
  });

  it('is known by its code, else by its words', () => {
    const found = cases.map(([code, text]) => [code, causeOf({ kind: 'refused', code, text })]);
    expect(found).toEqual(cases.map(([code, , cause]) => [code, cause]));
    const away = { code: 'ECONNREFUSED', text: 'no address' };
    expect(causeOf({ kind: 'unavailable', ...away })).toBe('away');
    expect(causeOf({ kind: 'limited', ...away })).toBe('busy');
    expect(causeOf({ kind: 'credentials', ...away })).toBe('credentials');
    expect(causeOf({ kind: 'lost', ...away })).toBe('lost');
  });

  it('has words for cause and repair in both languages', () => {
    const causes = order.fields.errorCause.options as ErrorCause[];
    for (const { options } of [english, chinese]) {
      expect(Object.keys(options.errorCause).toSorted()).toEqual(causes.toSorted());
      expect(Object.keys(options.errorRepair)).toEqual(expect.arrayContaining(causes.map(repairOf)));
    }
    expect(causes).toEqual(expect.arrayContaining(cases.map(([, , cause]) => cause)));
  });
});
