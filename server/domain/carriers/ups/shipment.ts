import type { CarrierAccount, CarrierFailure, CustomsItem, ShipOrder, ShipPackage } from '../carrier.ts';
import { countryOf, crossesCustoms, cut } from '../address.ts';
import { measure, total, totalMeasure } from '../numbers.ts';
import { refuse } from '../result.ts';
import { addressOf, lineWidth, linesOf, partyOf, withEmail } from './tongue.ts';

/** The common part of rate and ship requests, validated against UPS limits. */
export interface Prepared {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly pieces: readonly Piece[];
  readonly customs: boolean;
}
interface Piece {
  readonly of: ShipPackage;
  readonly weight: string;
  readonly sides: readonly [string, string, string];
}

export function prepare(order: ShipOrder): { ok: true; value: Prepared } | CarrierFailure {
  const from = linesOf(order.from);
  const to = linesOf(order.to);
  if (!from || !to) return refuse('carriers.address', 'An address has no lines, or more than three of 35 characters.');
  if (order.key.length === 0 || order.key.length > lineWidth)
    return refuse('carriers.key', 'A key has 1 to 35 characters.');
  if (order.packages.length === 0 || order.packages.length > 200)
    return refuse('carriers.packages', '1 to 200 packages.');
  const pieces: Piece[] = [];
  for (const of of order.packages) {
    const weight = measure(of.weight, 1);
    const [length, width, height] = [of.length, of.width, of.height].map((side) => measure(side, 0));
    if (!weight || weight.length > 5 || !length || !width || !height || [length, width, height].some(tooLong))
      return refuse('carriers.measures', `Package ${of.seq} has no weight and sides that UPS takes.`);
    pieces.push({ of, weight, sides: [length, width, height] });
  }
  const customs = crossesCustoms(countryOf(order.from), countryOf(order.to));
  if (customs && (order.customs.length > 50 || !order.customs.every(isItem)))
    return refuse('carriers.customs', 'At most 50 items of 1 to 9999999 pieces, each worth something.');
  return { ok: true, value: { from, to, pieces, customs } };
}

const isItem = ({ quantity, unitPrice }: CustomsItem): boolean =>
  Number.isInteger(quantity) && quantity > 0 && quantity < 10_000_000 && measure(unitPrice, 2) !== null;
const tooLong = (side: string): boolean => side.length > 3;

const unitsOf = (unitType: ShipOrder['unitType']) =>
  unitType === '1'
    ? { weight: { Code: 'KGS', Description: 'Kilograms' }, side: { Code: 'CM', Description: 'Centimeters' } }
    : { weight: { Code: 'LBS', Description: 'Pounds' }, side: { Code: 'IN', Description: 'Inches' } };

/** A receiver's home is an empty tag, whose being there means yes. */
const shipTo = (order: ShipOrder, { to }: Prepared) => {
  const party = partyOf(order.to, to);
  return order.to.residential ? { ...party, Address: { ...party.Address, ResidentialAddressIndicator: '' } } : party;
};

/** Within a country signatures and references belong to packages, else to the shipment. */
const withinCountry = (order: ShipOrder): boolean => {
  const [from, to] = [countryOf(order.from), countryOf(order.to)];
  return (from === 'CA' && to === 'CA') || !crossesCustoms(from, to);
};
/** Both ends in the United States, or both in Puerto Rico. */
const ownReferences = (order: ShipOrder): boolean => {
  const [from, to] = [countryOf(order.from), countryOf(order.to)];
  return from === to && ['US', 'PR'].includes(from);
};

const strength = { none: 0, indirect: 1, direct: 1, adult: 2 } as const;

/** UPS offers signature and adult signature; the codes of a package are one higher than those of a shipment. */
const packageOptions = (order: ShipOrder, { of }: Piece) => {
  const signature = withinCountry(order) ? strength[of.signature] : 0;
  const declared = of.declaredValue === null ? null : total([{ amount: of.declaredValue, times: 1 }]);
  const options = {
    ...(signature ? { DeliveryConfirmation: { DCISType: String(signature + 1) } } : {}),
    ...(declared && Number(declared) > 0
      ? { DeclaredValue: { CurrencyCode: order.currency, MonetaryValue: declared } }
      : {}),
  };
  return Object.keys(options).length > 0 ? { PackageServiceOptions: options } : {};
};

const shipmentSignature = (order: ShipOrder) => {
  const signature = withinCountry(order) ? 0 : Math.max(...order.packages.map((each) => strength[each.signature]));
  return signature ? { DeliveryConfirmation: { DCISType: String(signature) } } : {};
};

/** Codes of UPS for its letter and its pak; everything else is the sender's own. */
const packagings = {
  letter: { Code: '01', Description: 'UPS Letter' },
  own: { Code: '02', Description: 'Customer Supplied Package' },
  pak: { Code: '04', Description: 'UPS Pak' },
} as const;
const packagingOf = ({ of: { packaging } }: Piece) =>
  packagings[packaging === 'letter' || packaging === 'pak' ? packaging : 'own'];

/** A letter has the sides of the carrier's envelope. What is no box, UPS handles by hand, which an empty tag says. */
const measuresOf = ({ of, weight, sides: [length, width, height] }: Piece, unitType: ShipOrder['unitType']) => {
  const units = unitsOf(unitType);
  return {
    ...(of.packaging === 'irregular' ? { AdditionalHandlingIndicator: '' } : {}),
    ...(of.packaging === 'letter'
      ? {}
      : { Dimensions: { UnitOfMeasurement: units.side, Length: length, Width: width, Height: height } }),
    PackageWeight: { UnitOfMeasurement: units.weight, Weight: weight },
  };
};

const goodsValue = ({ customs }: ShipOrder): string =>
  total(customs.map(({ unitPrice, quantity }) => ({ amount: unitPrice, times: quantity })));

/** UPS requires the value of goods from the United States to Canada and Puerto Rico. */
const lineTotal = (order: ShipOrder) =>
  countryOf(order.from) === 'US' && ['CA', 'PR'].includes(countryOf(order.to)) && Number(goodsValue(order)) >= 1
    ? { InvoiceLineTotal: { CurrencyCode: order.currency, MonetaryValue: goodsValue(order) } }
    : {};

export function rateRequest(account: CarrierAccount, order: ShipOrder, prepared: Prepared) {
  const shipper = { Name: cut(order.from.company || order.from.name, lineWidth) };
  const receiver = shipTo(order, prepared);
  return {
    RateRequest: {
      Request: { RequestOption: 'Rate', SubVersion: '2205', TransactionReference: { CustomerContext: order.key } },
      Shipment: {
        Shipper: {
          ...{ ...shipper, ShipperNumber: account.number },
          Address: forRates(addressOf(order.from, prepared.from)),
        },
        ShipTo: { Name: receiver.Name, Address: forRates(receiver.Address) },
        ShipFrom: { ...shipper, Address: forRates(addressOf(order.from, prepared.from)) },
        PaymentDetails: {
          ShipmentCharge: [{ Type: '01', ...payerOf(account, order) }],
        },
        Service: { Code: order.service },
        NumOfPieces: String(order.packages.length),
        ...lineTotal(order),
        ...serviceOptions(shipmentSignature(order)),
        ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
        Package: prepared.pieces.map((piece) => ({
          PackagingType: packagingOf(piece),
          ...measuresOf(piece, order.unitType),
          ...packageOptions(order, piece),
        })),
      },
    },
  };
}

/** Prices know states of two letters alone. */
function forRates<T extends { StateProvinceCode?: string }>(address: T): T {
  const { StateProvinceCode: state, ...others } = address;
  return state === undefined || state.length === 2 ? address : (others as T);
}

const serviceOptions = (options: object) =>
  Object.keys(options).length > 0 ? { ShipmentServiceOptions: options } : {};

/** Our key comes first, because shipments are looked up by it. */
const references = (key: string, more: readonly string[], most: number) => [
  ...[key, ...new Set(more.filter((each) => each.trim() !== '' && each !== key))]
    .slice(0, most)
    .map((value) => ({ Value: cut(value, lineWidth) })),
];

export function shipRequest(account: CarrierAccount, order: ShipOrder, prepared: Prepared) {
  const own = ownReferences(order);
  const description = order.customs.map((item) => item.description).join(', ') || 'Merchandise';
  const from = partyOf(order.from, prepared.from);
  return {
    ShipmentRequest: {
      Request: {
        ...{ RequestOption: 'nonvalidate', SubVersion: '2205' },
        TransactionReference: { CustomerContext: order.key },
      },
      Shipment: {
        Description: cut(description, 50),
        // The receiver of a return is the account holder.
        Shipper: { ...(order.isReturn ? partyOf(order.to, prepared.to) : from), ShipperNumber: account.number },
        ...(order.isReturn ? { ReturnService: { Code: '9' } } : {}),
        ShipTo: withEmail(order.to, shipTo(order, prepared)),
        ShipFrom: from,
        PaymentInformation: { ShipmentCharge: payments(account, order, prepared) },
        Service: { Code: order.service },
        ...(own ? {} : { ReferenceNumber: references(order.key, order.packages[0]?.references ?? [], 2) }),
        ...lineTotal(order),
        ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
        ...serviceOptions({ ...shipmentSignature(order), ...invoice(order, prepared) }),
        Package: prepared.pieces.map((piece) => ({
          Packaging: packagingOf(piece),
          ...measuresOf(piece, order.unitType),
          ...(own ? { ReferenceNumber: references(order.key, piece.of.references, 5) } : {}),
          ...packageOptions(order, piece),
        })),
      },
      LabelSpecification: labelSpecification(order.label),
    },
  };
}

/** Who pays for transport. */
const payerOf = ({ number }: CarrierAccount, { thirdParty }: ShipOrder) =>
  thirdParty
    ? {
        BillThirdParty: {
          AccountNumber: thirdParty.number,
          Address: {
            ...(thirdParty.postalCode ? { PostalCode: thirdParty.postalCode.replace(/[\s-]/g, '') } : {}),
            CountryCode: thirdParty.country,
          },
        },
      }
    : { BillShipper: { AccountNumber: number } };

/** Duties are the receiver's unless another payer is named. */
const payments = (account: CarrierAccount, order: ShipOrder, { customs }: Prepared) => {
  const bill = { BillShipper: { AccountNumber: account.number } };
  const duties = customs && order.dutiesPayer === 'sender';
  return [{ Type: '01', ...payerOf(account, order) }, ...(duties ? [{ Type: '02', ...bill }] : [])];
};

/** UPS offers no PDF and no PNG: the answer is its GIF, to be wrapped. Pictures are always of 4 by 6. */
export function labelSpecification({ format, size }: ShipOrder['label']) {
  const picture = format !== 'zpl' && format !== 'epl';
  const tall = !picture && (size === '4x8' || size === '4x9');
  return {
    LabelImageFormat: { Code: picture ? 'GIF' : format.toUpperCase() },
    ...(picture ? { HTTPUserAgent: 'Mozilla/4.5' } : {}),
    LabelStockSize: { Height: tall ? '8' : '6', Width: '4' },
  };
}

const reasons = ['SALE', 'GIFT', 'SAMPLE', 'RETURN', 'REPAIR'];

/** The commercial invoice of a shipment through customs, each item described in three lines of 35 characters. */
function invoice(order: ShipOrder, { customs, to }: Prepared) {
  if (!customs || order.customs.length === 0) return {};
  const purpose = order.customs[0]?.purpose.toUpperCase() ?? '';
  const soldTo = partyOf(order.to, to);
  return {
    InternationalForms: {
      FormType: ['01'],
      InvoiceNumber: order.key,
      InvoiceDate: order.shipDate.replaceAll('-', ''),
      ReasonForExport: reasons.find((reason) => purpose.includes(reason)) ?? 'SALE',
      TermsOfShipment: order.dutiesPayer === 'sender' ? 'DDP' : 'DAP',
      CurrencyCode: order.currency,
      Contacts: { SoldTo: { ...soldTo, AttentionName: soldTo.AttentionName ?? soldTo.Name } },
      Product: order.customs.map((item) => ({
        Description: descriptionLines(item.description),
        Unit: {
          Number: String(item.quantity),
          UnitOfMeasurement: { Code: 'PCS', Description: 'PCS' },
          Value: item.unitPrice,
        },
        ...(codeOf(item.hsCode) ? { CommodityCode: codeOf(item.hsCode) } : {}),
        OriginCountryCode: item.originCountry,
        ...weightOf(item.unitWeight, item.quantity, order.unitType),
      })),
    },
  };
}

const descriptionLines = (description: string): readonly string[] => {
  const all = cut(description, 3 * lineWidth);
  return [0, 1, 2].map((at) => all.slice(at * lineWidth, (at + 1) * lineWidth)).filter((line) => line !== '');
};

const codeOf = (hsCode: string | null): string | null => {
  const code = (hsCode ?? '').replace(/[^A-Za-z0-9]/g, '');
  return code.length >= 6 && code.length <= 15 ? code : null;
};

const weightOf = (unitWeight: string | null, quantity: number, unitType: ShipOrder['unitType']) => {
  const weight = unitWeight === null ? null : totalMeasure([{ amount: unitWeight, times: quantity }], 1);
  return weight && weight.length <= 5
    ? { ProductWeight: { UnitOfMeasurement: unitsOf(unitType).weight, Weight: weight } }
    : {};
};
