import type { CarrierAccount, CarrierFailure, CustomsItem, ShipOrder, ShipPackage } from '../carrier.ts';
import { countryOf, crossesCustoms, cut } from '../address.ts';
import { measure, total, totalMeasure } from '../numbers.ts';
import { refuse } from '../result.ts';
import { addressOf, lineWidth, linesOf, partyOf } from './tongue.ts';

export interface Prepared {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly pieces: readonly Piece[];
  readonly customs: boolean;
}
interface Piece {
  readonly of: ShipPackage;
  readonly weight: number;
  readonly sides: { readonly length: number; readonly width: number; readonly height: number };
}

/** One request takes as many as FedEx answers at once. */
const maxPackages = 40;
const maxItems = 999;

export function prepare(order: ShipOrder): { ok: true; value: Prepared } | CarrierFailure {
  const from = linesOf(order.from);
  const to = linesOf(order.to);
  if (!from || !to) return refuse('carriers.address', 'An address has no lines, or more than three of 35 characters.');
  if (order.key.length === 0 || order.key.length > lineWidth)
    return refuse('carriers.key', 'A key has 1 to 35 characters.');
  if (order.packages.length === 0 || order.packages.length > maxPackages)
    return refuse('carriers.packages', `1 to ${maxPackages} packages.`);
  if (packagingsOf(order).size > 1)
    return refuse('carriers.packaging', 'FedEx takes one kind of packaging in a shipment.');
  const pieces: Piece[] = [];
  for (const of of order.packages) {
    const weight = measure(of.weight, 2);
    const [length, width, height] = [of.length, of.width, of.height].map((side) => measure(side, 0));
    if (!weight || !length || !width || !height || [length, width, height].some((side) => side.length > 3))
      return refuse('carriers.measures', `Package ${of.seq} has no weight and sides that FedEx takes.`);
    const sides = { length: Number(length), width: Number(width), height: Number(height) };
    pieces.push({ of, weight: Number(weight), sides });
  }
  const customs = crossesCustoms(countryOf(order.from), countryOf(order.to));
  if (customs && (order.customs.length === 0 || order.customs.length > maxItems || !order.customs.every(isItem)))
    return refuse('carriers.customs', `1 to ${maxItems} items of whole pieces, each worth something.`);
  return { ok: true, value: { from, to, pieces, customs } };
}

const packagings = { letter: 'FEDEX_ENVELOPE', own: 'YOUR_PACKAGING', pak: 'FEDEX_PAK' } as const;
/** FedEx' words for the packaging of a shipment, which is that of all its packages. */
const packagingsOf = ({ packages }: ShipOrder): ReadonlySet<string> =>
  new Set(
    packages.map(({ packaging }) => packagings[packaging === 'letter' || packaging === 'pak' ? packaging : 'own']),
  );
const packagingOf = (order: ShipOrder): string => [...packagingsOf(order)][0] ?? packagings.own;

const isItem = ({ quantity, unitPrice }: CustomsItem): boolean =>
  Number.isInteger(quantity) && quantity > 0 && quantity < 1_000_000 && measure(unitPrice, 2) !== null;

const signatures: Readonly<Record<ShipPackage['signature'], string>> = {
  ...{ none: 'SERVICE_DEFAULT', indirect: 'INDIRECT', direct: 'DIRECT', adult: 'ADULT' },
};

function specialServices({ signature, packaging }: ShipPackage) {
  const types = [
    ...(signature === 'none' ? [] : ['SIGNATURE_OPTION']),
    ...(packaging === 'irregular' ? ['NON_STANDARD_CONTAINER'] : []),
  ];
  if (types.length === 0) return {};
  return {
    packageSpecialServices: {
      specialServiceTypes: types,
      ...(signature === 'none' ? {} : { signatureOptionType: signatures[signature] }),
    },
  };
}

const lineItems = (order: ShipOrder, { pieces }: Prepared, referenced: boolean) => {
  const units = order.unitType === '1' ? { weight: 'KG', side: 'CM' } : { weight: 'LB', side: 'IN' };
  return pieces.map(({ of, weight, sides }, place) => {
    const declared = of.declaredValue === null ? '0.00' : total([{ amount: of.declaredValue, times: 1 }]);
    return {
      sequenceNumber: String(place + 1),
      groupPackageCount: 1,
      weight: { units: units.weight, value: weight },
      dimensions: { ...sides, units: units.side },
      ...(declared === '0.00' ? {} : { declaredValue: { amount: Number(declared), currency: order.currency } }),
      ...(referenced ? { customerReferences: references(order.key, of.references) } : {}),
      ...specialServices(of),
    };
  });
};

/** Our key is the customer's reference, which shipments are looked up by; its own lines are printed beside it. */
const references = (key: string, more: readonly string[]) => {
  const types = ['INVOICE_NUMBER', 'P_O_NUMBER'] as const;
  const lines = more.filter((each) => each.trim() !== '' && each !== key).slice(0, types.length);
  return [
    { customerReferenceType: 'CUSTOMER_REFERENCE', value: key },
    ...lines.map((value, place) => ({ customerReferenceType: types[place], value: cut(value, lineWidth) })),
  ];
};

export function rateRequest(account: CarrierAccount, order: ShipOrder, prepared: Prepared) {
  return {
    accountNumber: { value: account.number },
    rateRequestControlParameters: { returnTransitTimes: false },
    requestedShipment: {
      shipper: { address: addressOf(order.from, prepared.from) },
      recipient: { address: addressOf(order.to, prepared.to) },
      ...{ serviceType: order.service, preferredCurrency: order.currency, rateRequestType: ['ACCOUNT', 'LIST'] },
      ...{ shipDateStamp: order.shipDate, pickupType: 'USE_SCHEDULED_PICKUP', packagingType: packagingOf(order) },
      requestedPackageLineItems: lineItems(order, prepared, false),
      ...customsDetail(account, order, prepared),
    },
  };
}

export function shipRequest(account: CarrierAccount, order: ShipOrder, prepared: Prepared) {
  return {
    accountNumber: { value: account.number },
    ...{ labelResponseOptions: 'LABEL', mergeLabelDocOption: 'LABELS_ONLY', shipAction: 'CONFIRM' },
    ...{ processingOptionType: 'SYNCHRONOUS_ONLY', oneLabelAtATime: false },
    requestedShipment: {
      ...{ shipDatestamp: order.shipDate, serviceType: order.service, packagingType: packagingOf(order) },
      ...{ pickupType: 'USE_SCHEDULED_PICKUP', blockInsightVisibility: false, rateRequestType: ['ACCOUNT', 'LIST'] },
      ...{ preferredCurrency: order.currency, totalPackageCount: order.packages.length },
      shipper: partyOf(order.from, prepared.from),
      // Nothing is sold without a number to call: where the recipient has none, the sender is called.
      recipients: [partyOf({ ...order.to, phone: order.to.phone ?? order.from.phone }, prepared.to)],
      shippingChargesPayment: order.thirdParty
        ? { paymentType: 'THIRD_PARTY', payor: payor(order.thirdParty) }
        : { paymentType: 'SENDER', payor: payor(account) },
      ...(order.isReturn ? returnService : {}),
      labelSpecification: labelSpecification(order.label),
      requestedPackageLineItems: lineItems(order, prepared, true),
      ...customsDetail(account, order, prepared),
    },
  };
}

const returnService = {
  shipmentSpecialServices: {
    specialServiceTypes: ['RETURN_SHIPMENT'],
    returnShipmentDetail: { returnType: 'PRINT_RETURN_LABEL' },
  },
};

const payor = ({ number }: Pick<CarrierAccount, 'number'>) => ({
  responsibleParty: { accountNumber: { value: number } },
});

const images = { pdf: 'PDF', png: 'PNG', gif: 'PNG', zpl: 'ZPLII', epl: 'EPL2' } as const;
const papers = {
  ...{ '4x6': 'PAPER_4X6', '4x675': 'PAPER_4X675', '4x8': 'PAPER_4X8', '4x9': 'PAPER_4X9' },
  letter: 'PAPER_85X11_TOP_HALF_LABEL',
} as const;
const rolls = {
  ...{ '4x6': 'STOCK_4X6', '4x675': 'STOCK_4X675', '4x8': 'STOCK_4X8', '4x9': 'STOCK_4X9', letter: 'STOCK_4X6' },
} as const;

/** Pictures are for paper, printers' own languages for rolls. */
export const labelSpecification = ({ format, size }: ShipOrder['label']) => ({
  labelFormatType: 'COMMON2D',
  imageType: images[format],
  labelStockType: format === 'zpl' || format === 'epl' ? rolls[size] : papers[size],
  resolution: 203,
});

function customsDetail(account: CarrierAccount, order: ShipOrder, { customs }: Prepared) {
  if (!customs) return {};
  const units = order.unitType === '1' ? 'KG' : 'LB';
  const each = shareOf(order);
  const value = total(order.customs.map((item) => ({ amount: item.unitPrice, times: item.quantity })));
  return {
    customsClearanceDetail: {
      dutiesPayment:
        order.dutiesPayer === 'sender'
          ? { paymentType: 'SENDER', payor: payor(account) }
          : { paymentType: 'RECIPIENT' },
      isDocumentOnly: false,
      totalCustomsValue: { amount: Number(value), currency: order.currency },
      commercialInvoice: { shipmentPurpose: purposeOf(order.customs[0]?.purpose ?? '') },
      commodities: order.customs.map((item) => ({
        description: cut(item.description, 450),
        countryOfManufacture: item.originCountry,
        ...(item.hsCode ? { harmonizedCode: item.hsCode.replace(/[^0-9A-Za-z]/g, '') } : {}),
        ...{ quantity: item.quantity, quantityUnits: 'PCS', numberOfPieces: 1 },
        unitPrice: { amount: Number(measure(item.unitPrice, 2)), currency: order.currency },
        customsValue: {
          amount: Number(total([{ amount: item.unitPrice, times: item.quantity }])),
          currency: order.currency,
        },
        weight: {
          units,
          value: Number(totalMeasure([{ amount: item.unitWeight ?? '0', times: item.quantity }], 2) ?? each),
        },
        purpose: /personal|gift|consumer/i.test(item.purpose) ? 'CONSUMER' : 'BUSINESS',
      })),
    },
  };
}

/** FedEx wants a weight of every item: a missing one is its share of the shipment's. */
const shareOf = (order: ShipOrder): string => {
  const whole = totalMeasure(
    order.packages.map((each) => ({ amount: each.weight, times: 1 })),
    2,
  );
  return measure(String(Number(whole ?? '1') / Math.max(1, order.customs.length)), 2) ?? '0.01';
};

const purposes: readonly (readonly [RegExp, string])[] = [
  [/gift/i, 'GIFT'],
  [/sample/i, 'SAMPLE'],
  [/return|repair/i, 'REPAIR_AND_RETURN'],
  [/personal/i, 'PERSONAL_EFFECTS'],
  [/sale|sold|commercial/i, 'SOLD'],
];
const purposeOf = (words: string): string => purposes.find(([pattern]) => pattern.test(words))?.[1] ?? 'SOLD';
