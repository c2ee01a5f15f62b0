import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { at, list, text } from '../../../server/domain/carriers/simulator/json.ts';
import { simulate } from '../../support/carrier-simulator.ts';
import { fedexPackage, fedexShipment, openDesk, upsPackage, upsShipment } from '../../support/carriers/asked.ts';

const results = 'ShipmentResponse.ShipmentResults';
const upsShip = '/api/shipments/v2409/ship';
const fedexShip = '/ship/v1/shipments';
const bytesOf = (value: unknown) => Buffer.from(text(value), 'base64');

/** Numbers whose digits were checked by hand from the carriers' own rules, one for each form. */
const isUps = (number: string): boolean => {
  const values = [...number.slice(2, 17)].map((sign) => (sign > '9' ? (sign.charCodeAt(0) - 63) % 10 : Number(sign)));
  const sum = values.reduce((total, value, place) => total + value * (1 + (place % 2)), 0);
  return /^1Z[A-Z0-9]{15}\d$/.test(number) && (sum + Number(number.at(-1))) % 10 === 0;
};
const isExpress = (number: string): boolean => {
  const sum = [...number.slice(0, 11)].reduce((total, digit, at) => total + Number(digit) * Number('317'[at % 3]), 0);
  return /^\d{12}$/.test(number) && (sum % 11) % 10 === Number(number.at(-1));
};
const isGround = (number: string): boolean => {
  const sum = [...number.slice(0, 14)].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return /^\d{15}$/.test(number) && (sum + Number(number.at(-1))) % 10 === 0;
};

describe('a shipment', () => {
  it('of UPS has a number per package with the shipper, the service and a right check digit in it', async () => {
    const { ups, control } = await open();
    const told = await ups('POST', upsShip, upsShipment({ Package: [upsPackage(), upsPackage('12.5'), upsPackage()] }));
    const packages = list(told.body, `${results}.PackageResults`);
    const numbers = packages.map((each) => text(each, 'TrackingNumber'));
    expect(told.status).toBe(200);
    expect(new Set(numbers).size).toBe(3);
    expect(numbers.filter(isUps)).toEqual(numbers);
    expect(numbers.every((number) => number.startsWith('1Z4F71W203'))).toBe(true);
    expect(text(told.body, `${results}.ShipmentIdentificationNumber`)).toBe(numbers[0]);
    expect(control.bought('KEY-1')).toHaveLength(1);
  });

  it('of FedEx has twelve digits in the air and fifteen on the ground, with right check digits', async () => {
    const { fedex } = await open();
    const numbersOf = async (serviceType: string) => {
      const items = [fedexPackage(), fedexPackage(7)];
      const told = await fedex('POST', fedexShip, fedexShipment({ serviceType, requestedPackageLineItems: items }));
      const [made] = list(told.body, 'output.transactionShipments');
      return list(made, 'pieceResponses').map((each) => text(each, 'trackingNumber'));
    };
    const [air, ground] = [await numbersOf('FEDEX_2_DAY'), await numbersOf('FEDEX_GROUND')];
    expect([air.map(isExpress), ground.map(isGround)]).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('is bought again by the same request, as the real carriers do', async () => {
    const { ups, fedex, control } = await open();
    for (const _ of [1, 2]) {
      await ups('POST', upsShip, upsShipment());
      await fedex('POST', fedexShip, fedexShipment());
    }
    expect(control.bought('KEY-1')).toHaveLength(4);
    expect(new Set(control.shipments().map(({ lead }) => lead)).size).toBe(4);
  });
});

describe('a label', () => {
  it('is an image of UPS on its side, seven inches wide', async () => {
    const { ups } = await open();
    const told = await ups('POST', upsShip, upsShipment());
    const [first] = list(told.body, `${results}.PackageResults`);
    const facts = await sharp(bytesOf(at(first, 'ShippingLabel.GraphicImage'))).metadata();
    expect([facts.format, facts.width, facts.height]).toEqual(['gif', 1400, 800]);
  });

  it('is a page of the paper that was asked for, with its number as text', async () => {
    const { fedex } = await open();
    const told = await fedex('POST', fedexShip, fedexShipment());
    const [made] = list(told.body, 'output.transactionShipments');
    const [piece] = list(made, 'pieceResponses');
    const label = bytesOf(at(list(piece, 'packageDocuments')[0], 'encodedLabel'));
    const document = await getDocumentProxy(new Uint8Array(label));
    const page = await document.getPage(1);
    expect([document.numPages, ...page.view]).toEqual([1, 0, 0, 288, 432]);
    const words = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ');
    expect(words).toContain('ADA BYRON');
    expect(words.replaceAll(' ', '')).toContain(text(piece, 'trackingNumber'));
  });

  it('is for printers that draw themselves from its beginning to its end', async () => {
    const { ups, fedex } = await open();
    const zpl = await ups('POST', upsShip, upsShipment({}, 'ZPL'));
    const [first] = list(zpl.body, `${results}.PackageResults`);
    const drawn = bytesOf(at(first, 'ShippingLabel.GraphicImage')).toString('latin1');
    expect(drawn).toMatch(/^\^XA\n[^]*\^BCN,[^]*\^XZ\n$/);
    expect(drawn).toContain(text(first, 'TrackingNumber'));
    const epl = await fedex('POST', fedexShip, fedexShipment({}, 'EPL2'));
    const [piece] = list(list(epl.body, 'output.transactionShipments')[0], 'pieceResponses');
    expect(bytesOf(at(list(piece, 'packageDocuments')[0], 'encodedLabel')).toString('latin1')).toMatch(
      /^N\n[^]*\nP1\n$/,
    );
  });

  it('is had again by number and by reference, and buys nothing', async () => {
    const { ups, control } = await open();
    const told = await ups('POST', upsShip, upsShipment({ Package: [upsPackage(), upsPackage()] }));
    const lead = text(told.body, `${results}.ShipmentIdentificationNumber`);
    const again = async (asked: object) => {
      const found = await ups('POST', '/api/labels/v1/recovery', { LabelRecoveryRequest: { Request: {}, ...asked } });
      return list(found.body, 'LabelRecoveryResponse.LabelResults').map((each) => text(each, 'TrackingNumber'));
    };
    const both = list(told.body, `${results}.PackageResults`).map((each) => text(each, 'TrackingNumber'));
    expect(await again({ TrackingNumbers: [lead] })).toEqual(both);
    const reference = { ReferenceNumber: { Value: 'KEY-1' }, ShipperNumber: '4F71W2' };
    expect(await again({ ReferenceValues: reference })).toEqual(both);
    expect(control.shipments()).toHaveLength(1);
  });
});

async function open() {
  const simulator = await simulate();
  const [ups, fedex] = [await openDesk(simulator, 'ups'), await openDesk(simulator, 'fedex')];
  return { ups, fedex, simulator, control: simulator.control };
}
