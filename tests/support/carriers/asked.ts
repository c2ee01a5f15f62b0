import type { Simulator } from '../../../server/domain/carriers/simulator/start.ts';
import { knownClient } from '../../../server/domain/carriers/simulator/world.ts';

/* Requests in the carriers' own formats, written from their documents and not by our adapters. */

export const upsShipment = (change: Record<string, unknown> = {}, label = 'GIF') => ({
  ShipmentRequest: {
    Request: { RequestOption: 'nonvalidate', SubVersion: '2409', TransactionReference: { CustomerContext: 'try' } },
    Shipment: {
      Shipper: { ...upsParty('Lading Phoenix', 'AZ', '85009'), ShipperNumber: '4F71W2' },
      ShipTo: upsParty('Ada Byron', 'NJ', '07105'),
      ShipFrom: upsParty('Lading Phoenix', 'AZ', '85009'),
      PaymentInformation: { ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: '4F71W2' } }] },
      ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
      Service: { Code: '03', Description: 'Ground' },
      ReferenceNumber: [{ Value: 'KEY-1' }],
      Package: [upsPackage()],
      ...change,
    },
    LabelSpecification: {
      LabelImageFormat: { Code: label },
      HTTPUserAgent: 'Mozilla/4.5',
      LabelStockSize: { Height: '6', Width: '4' },
    },
  },
});

export const upsPackage = (weight = '5') => ({
  Packaging: { Code: '02' },
  Dimensions: { UnitOfMeasurement: { Code: 'IN' }, Length: '10', Width: '8', Height: '6' },
  PackageWeight: { UnitOfMeasurement: { Code: 'LBS' }, Weight: weight },
});

const upsParty = (name: string, state: string, postalCode: string) => ({
  Name: name,
  AttentionName: name,
  Phone: { Number: '6025550100' },
  Address: {
    AddressLine: ['2225 South 43rd Avenue'],
    City: state === 'AZ' ? 'Phoenix' : 'Newark',
    StateProvinceCode: state,
    PostalCode: postalCode,
    CountryCode: 'US',
  },
});

export const fedexShipment = (change: Record<string, unknown> = {}, imageType = 'PDF') => ({
  labelResponseOptions: 'LABEL',
  accountNumber: { value: '510087143' },
  requestedShipment: {
    shipDatestamp: '2026-03-02',
    pickupType: 'USE_SCHEDULED_PICKUP',
    serviceType: 'FEDEX_GROUND',
    packagingType: 'YOUR_PACKAGING',
    shipper: fedexParty('Lading Phoenix', 'AZ', '85009'),
    recipients: [fedexParty('Ada Byron', 'NJ', '07105')],
    shippingChargesPayment: { paymentType: 'SENDER' },
    labelSpecification: { imageType, labelStockType: imageType.startsWith('P') ? 'PAPER_4X6' : 'STOCK_4X6' },
    requestedPackageLineItems: [fedexPackage()],
    ...change,
  },
});

export const fedexPackage = (value = 5, key = 'KEY-1') => ({
  weight: { units: 'LB', value },
  dimensions: { length: 10, width: 8, height: 6, units: 'IN' },
  customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: key }],
});

const fedexParty = (personName: string, stateOrProvinceCode: string, postalCode: string) => ({
  contact: { personName, phoneNumber: '6025550100' },
  address: {
    streetLines: ['2225 South 43rd Avenue'],
    city: stateOrProvinceCode === 'AZ' ? 'Phoenix' : 'Newark',
    stateOrProvinceCode,
    postalCode,
    countryCode: 'US',
  },
});

export interface Told {
  status: number;
  body: unknown;
  retryAfter: string | null;
}

/** A person at the wire of a carrier, signed in with the credentials that the simulator knows. */
export async function openDesk(
  simulator: Pick<Simulator, 'ups' | 'fedex'>,
  brand: 'ups' | 'fedex',
  login = knownClient,
) {
  const base = simulator[brand];
  const basic = Buffer.from(`${login.clientId}:${login.clientSecret}`).toString('base64');
  const form = { grant_type: 'client_credentials', client_id: login.clientId, client_secret: login.clientSecret };
  const signedIn = await fetch(`${base}${brand === 'ups' ? '/security/v1/oauth/token' : '/oauth/token'}`, {
    method: 'POST',
    headers: brand === 'ups' ? { authorization: `Basic ${basic}`, 'x-merchant-id': '4F71W2' } : {},
    body: new URLSearchParams(brand === 'ups' ? { grant_type: 'client_credentials' } : form),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token?: string };
  return async (method: string, path: string, body?: unknown): Promise<Told> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') };
  };
}
