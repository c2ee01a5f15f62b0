import type {
  CarrierAccount,
  CarrierAddress,
  ShipOrder,
  ShipPackage,
} from '../../../server/domain/carriers/carrier.ts';

export const accountOf = (carrier: 'UPS' | 'FEDEX', more: Partial<CarrierAccount> = {}): CarrierAccount => ({
  ...{ tenant: 't1', id: `${carrier}-1`, carrier, number: carrier === 'UPS' ? '4F71W2' : '510087143' },
  ...{ environment: 'test', currency: 'USD', clientId: 'lading-client', clientSecret: 'open sesame: ü/7', base: null },
  ...more,
});

export const addressOf = (more: Partial<CarrierAddress> = {}): CarrierAddress => ({
  ...{ name: 'Ada Byron', company: null, lines: ['100 Main Street'], city: 'Newark', state: 'NJ' },
  ...{ postalCode: '07105-1234', country: 'US', phone: '+1 (973) 555-0142', email: 'ada@example.com' },
  residential: true,
  ...more,
});

export const packageOf = (seq: number, more: Partial<ShipPackage> = {}): ShipPackage => ({
  ...{ seq, weight: '5.25', length: '12', width: '9.5', height: '4', declaredValue: null },
  ...{ signature: 'none', references: [`PO-${seq}`] },
  ...more,
});

export const orderOf = (more: Partial<ShipOrder> = {}): ShipOrder => ({
  ...{ key: 'LDG-0001-1', service: '03', shipDate: '2026-03-02', unitType: '0', currency: 'USD' },
  from: addressOf({
    ...{ name: 'Dock 4', company: 'North Freight', lines: ['2225 S 43rd Ave'], city: 'Phoenix', state: 'AZ' },
    ...{ postalCode: '85009', residential: false, phone: '602-555-0100' },
  }),
  to: addressOf(),
  packages: [packageOf(1), packageOf(2)],
  label: { format: 'zpl', size: '4x6' },
  ...{ dutiesPayer: 'recipient', customs: [] },
  ...more,
});

/** The same order to Canada, with what customs ask. */
export const orderAbroad = (more: Partial<ShipOrder> = {}): ShipOrder =>
  orderOf({
    ...{ service: '11', dutiesPayer: 'sender' },
    to: addressOf({
      ...{ lines: ['301 Front St W'], city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6', country: 'CA' },
      phone: '416-555-0199',
    }),
    customs: [
      {
        ...{ description: 'Cotton shirts with long sleeves, woven, for men', hsCode: '6205.20', originCountry: 'CN' },
        ...{ unitPrice: '12.5', unitWeight: '0.6', quantity: 4, purpose: 'gift' },
      },
    ],
    ...more,
  });

export const zpl = (number: string): string => Buffer.from(`^XA^FO50,50^FD${number}^FS^XZ`).toString('base64');
