import { Ajv } from 'ajv';
import type { Heard } from './listener.ts';

/*
 * What FedEx' published formats want of a request, written down from their documentation: closed objects, the words that
 * are allowed, the lengths that are printed.
 */

type Schema = Record<string, unknown>;
const words = (maxLength: number, minLength = 1): Schema => ({ type: 'string', minLength, maxLength });
const one = (...values: string[]): Schema => ({ enum: values });
const object = (required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema => ({
  ...{ type: 'object', additionalProperties: false, required: Object.keys(required) },
  properties: { ...required, ...optional },
});
const array = (items: Schema, maxItems = 999): Schema => ({ type: 'array', items, minItems: 1, maxItems });
const value = object({ value: { type: 'string', pattern: '^\\d{9}$' } });
const yes: Schema = { type: 'boolean' };
const day: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const number: Schema = { type: 'number', exclusiveMinimum: 0 };
const money = object({ amount: number, currency: words(3, 3) });

const address = object(
  { streetLines: array(words(35), 3), city: words(35), countryCode: { type: 'string', pattern: '^[A-Z]{2}$' } },
  { stateOrProvinceCode: { type: 'string', pattern: '^[A-Z]{2}$' }, postalCode: words(10), residential: yes },
);
const party = object({
  address,
  contact: object(
    { personName: words(70) },
    { companyName: words(35), phoneNumber: { type: 'string', pattern: '^\\d{7,15}$' }, emailAddress: words(80) },
  ),
});
const payor = object({ responsibleParty: object({ accountNumber: value }) });
const weight = object({ units: one('KG', 'LB'), value: number });
const whole: Schema = { type: 'integer', minimum: 1, maximum: 999 };
const item = object(
  {
    ...{ sequenceNumber: { type: 'string', pattern: '^\\d{1,3}$' }, groupPackageCount: { const: 1 }, weight },
    dimensions: object({ length: whole, width: whole, height: whole, units: one('CM', 'IN') }),
  },
  {
    declaredValue: money,
    customerReferences: array(
      object({ customerReferenceType: one('CUSTOMER_REFERENCE', 'INVOICE_NUMBER', 'P_O_NUMBER'), value: words(35) }),
      3,
    ),
    packageSpecialServices: object(
      {
        specialServiceTypes: array(one('SIGNATURE_OPTION', 'NON_STANDARD_CONTAINER'), 2),
      },
      { signatureOptionType: one('INDIRECT', 'DIRECT', 'ADULT') },
    ),
  },
);
const customs = object({
  dutiesPayment: object({ paymentType: one('SENDER', 'RECIPIENT') }, { payor }),
  ...{ isDocumentOnly: yes, totalCustomsValue: money },
  commercialInvoice: object({
    shipmentPurpose: one('SOLD', 'GIFT', 'SAMPLE', 'REPAIR_AND_RETURN', 'PERSONAL_EFFECTS'),
  }),
  commodities: array(
    object(
      {
        ...{ description: words(450), countryOfManufacture: words(2, 2), quantity: whole, quantityUnits: one('PCS') },
        ...{ numberOfPieces: whole, unitPrice: money, customsValue: money, weight },
        purpose: one('BUSINESS', 'CONSUMER'),
      },
      { harmonizedCode: { type: 'string', pattern: '^[0-9A-Z]{6,14}$' } },
    ),
  ),
});
const shared = {
  ...{
    serviceType: { type: 'string', pattern: '^[A-Z0-9_]+$' },
    packagingType: one('YOUR_PACKAGING', 'FEDEX_ENVELOPE', 'FEDEX_PAK'),
  },
  ...{ pickupType: one('USE_SCHEDULED_PICKUP'), rateRequestType: array(one('ACCOUNT', 'LIST'), 2) },
  ...{ preferredCurrency: words(3, 3), requestedPackageLineItems: array(item, 40) },
};
const stocks = ['4X6', '4X675', '4X8', '4X9'].flatMap((size) => [`PAPER_${size}`, `STOCK_${size}`]);
const place = object({ address });

const bodies: Record<string, Schema> = {
  'POST /ship/v1/shipments': object({
    ...{ accountNumber: value, labelResponseOptions: one('LABEL'), mergeLabelDocOption: one('LABELS_ONLY') },
    ...{ shipAction: one('CONFIRM'), processingOptionType: one('SYNCHRONOUS_ONLY'), oneLabelAtATime: yes },
    requestedShipment: object(
      {
        ...{ ...shared, shipDatestamp: day, blockInsightVisibility: yes, totalPackageCount: whole, shipper: party },
        ...{
          recipients: array(party, 1),
          shippingChargesPayment: object({ paymentType: one('SENDER', 'THIRD_PARTY'), payor }),
        },
        labelSpecification: object({
          ...{ labelFormatType: one('COMMON2D'), imageType: one('PDF', 'PNG', 'ZPLII', 'EPL2') },
          ...{ labelStockType: one(...stocks, 'PAPER_85X11_TOP_HALF_LABEL'), resolution: { enum: [203, 300] } },
        }),
      },
      { customsClearanceDetail: customs },
    ),
  }),
  'POST /rate/v1/rates/quotes': object({
    ...{ accountNumber: value, rateRequestControlParameters: object({ returnTransitTimes: yes }) },
    requestedShipment: object(
      { ...shared, shipDateStamp: day, shipper: place, recipient: place },
      { customsClearanceDetail: customs },
    ),
  }),
  'PUT /ship/v1/shipments/cancel': object({
    ...{ accountNumber: value, deletionControl: one('DELETE_ALL_PACKAGES'), trackingNumber: words(34) },
  }),
  'POST /track/v1/trackingnumbers': object({
    includeDetailedScans: yes,
    trackingInfo: array(object({ trackingNumberInfo: object({ trackingNumber: words(34) }) }), 30),
  }),
  'POST /track/v1/referencenumbers': object({
    includeDetailedScans: yes,
    referencesInformation: object(
      { type: one('CUSTOMER_REFERENCE'), value: words(35), accountNumber: { type: 'string', pattern: '^\\d{9}$' } },
      { shipDateBegin: day, shipDateEnd: day },
    ),
  }),
  'POST /track/v1/trackingdocuments': object({
    trackDocumentSpecification: array(
      object({ trackingNumberInfo: object({ trackingNumber: words(34) }), accountNumber: words(9, 9) }),
    ),
    trackDocumentDetail: object({
      ...{ documentType: one('SIGNATURE_PROOF_OF_DELIVERY'), documentFormat: one('PDF', 'PNG') },
    }),
  }),
  'POST /address/v1/addresses/resolve': object({ addressesToValidate: array(place, 100) }),
  'POST /availability/v1/transittimes': object({
    carrierCodes: array(one('FDXE', 'FDXG')),
    requestedShipment: object({
      ...{ shipper: place, recipients: array(place, 1), shipDatestamp: day, pickupType: shared.pickupType },
      ...{ packagingType: shared.packagingType, requestedPackageLineItems: array(object({ weight })) },
    }),
  }),
  'PUT /ship/v1/endofday/': object({
    ...{ closeReqType: one('GCDR'), groundServiceCategory: one('GROUND'), closeDate: day, accountNumber: value },
    closeDocumentSpecification: object({ closeDocumentTypes: array(one('MANIFEST')) }),
  }),
};

const ajv = new Ajv({ strict: false, allErrors: true });
const checks = new Map(Object.entries(bodies).map(([name, schema]) => [name, ajv.compile(schema)]));

/** What of a request FedEx would not take, as text. */
export function fedexMistakes({ method, path, query, headers, body }: Heard): string[] {
  const check = checks.get(`${method} ${path}`);
  if (!check) return [`${method} ${path} is no request of FedEx`];
  const key = String(headers['x-customer-transaction-id'] ?? '');
  return [
    ...(key.length > 0 && key.length <= 40 ? [] : ['x-customer-transaction-id']),
    ...Object.keys(query).map((name) => `query ${name}`),
    ...(check(body) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`)),
  ];
}
