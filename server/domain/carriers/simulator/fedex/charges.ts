import type { ChargeKind, PiecePrice, Price } from '../model.ts';
import { sum, totalOf } from '../prices.ts';

const kinds: Readonly<Record<ChargeKind, { type: string; description: string }>> = {
  residential: { type: 'RESIDENTIAL_DELIVERY', description: 'Residential delivery surcharge' },
  area: { type: 'DELIVERY_AREA', description: 'Delivery area surcharge' },
  signature: { type: 'SIGNATURE_OPTION', description: 'Signature option' },
  declared: { type: 'INSURED_VALUE', description: 'Declared value' },
  handling: { type: 'ADDITIONAL_HANDLING', description: 'Additional handling surcharge' },
  oversize: { type: 'OVERSIZE', description: 'Oversize charge' },
  fuel: { type: 'FUEL', description: 'Fuel Surcharge' },
};

const amount = (cents: number): number => Math.round(cents) / 100;

/** Each kind once, over all packages. */
const surcharges = (pieces: readonly PiecePrice[], level: string, named: 'type' | 'surchargeType') =>
  Object.entries(kinds).flatMap(([kind, { type, description }]) => {
    const cents = pieces.reduce(
      (total, { extras }) =>
        total + extras.filter((each) => each.kind === kind).reduce((own, each) => own + each.amount, 0),
      0,
    );
    return cents === 0 ? [] : [{ [named]: type, description, level, amount: amount(cents) }];
  });

const extras = (piece: PiecePrice): number => totalOf(piece) - piece.base;
const billing = (pounds: number) => ({ units: 'LB', value: pounds });

/** Net is base less discounts and with surcharges; there are neither discounts nor taxes here. */
export function shipmentRate(price: Price) {
  const net = amount(sum(price, totalOf));
  return {
    rateType: 'ACCOUNT',
    ratedWeightMethod: 'ACTUAL',
    totalDiscounts: 0,
    totalBaseCharge: amount(sum(price, ({ base }) => base)),
    totalNetCharge: net,
    totalNetFedExCharge: net,
    totalDutiesAndTaxes: 0,
    totalNetChargeWithDutiesAndTaxes: net,
    currency: price.currency,
    shipmentRateDetail: {
      rateZone: price.zone,
      dimDivisor: 139,
      fuelSurchargePercent: price.fuelPercent,
      totalSurcharges: amount(sum(price, extras)),
      totalFreightDiscount: 0,
      surCharges: surcharges(price.pieces, 'PACKAGE', 'type'),
      totalBillingWeight: billing(sum(price, ({ billed }) => billed)),
      currency: price.currency,
    },
    ratedPackages: price.pieces.map((piece, place) => ({
      groupNumber: place + 1,
      effectiveNetDiscount: 0,
      sequenceNumber: place + 1,
      packageRateDetail: {
        rateType: 'PAYOR_ACCOUNT_PACKAGE',
        ratedWeightMethod: 'ACTUAL',
        ...netOf(piece),
        billingWeight: billing(piece.billed),
        surcharges: surcharges([piece], 'PACKAGE', 'type'),
        currency: price.currency,
      },
    })),
  };
}

export const netOf = (piece: PiecePrice) => ({
  baseCharge: amount(piece.base),
  netFreight: amount(piece.base),
  totalSurcharges: amount(extras(piece)),
  netFedExCharge: amount(totalOf(piece)),
  totalTaxes: 0,
  netCharge: amount(totalOf(piece)),
  totalRebates: 0,
  totalFreightDiscounts: 0,
});

/** The same as a completed shipment has it. */
export const shipmentRating = (price: Price) => ({
  actualRateType: 'PAYOR_ACCOUNT_PACKAGE',
  shipmentRateDetails: [
    {
      rateType: 'PAYOR_ACCOUNT_PACKAGE',
      rateZone: price.zone,
      ratedWeightMethod: 'ACTUAL',
      totalBillingWeight: billing(sum(price, ({ billed }) => billed)),
      totalBaseCharge: amount(sum(price, ({ base }) => base)),
      totalFreightDiscounts: 0,
      totalNetFreight: amount(sum(price, ({ base }) => base)),
      totalSurcharges: amount(sum(price, extras)),
      totalNetFedExCharge: amount(sum(price, totalOf)),
      totalTaxes: 0,
      totalNetCharge: amount(sum(price, totalOf)),
      totalRebates: 0,
      fuelSurchargePercent: price.fuelPercent,
      surcharges: surcharges(price.pieces, 'PACKAGE', 'surchargeType'),
      currency: price.currency,
    },
  ],
});
