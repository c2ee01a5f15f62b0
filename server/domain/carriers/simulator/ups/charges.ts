import type { ChargeKind, PiecePrice, Price, Shipment } from '../model.ts';
import { extra, money, sum, totalOf } from '../prices.ts';

/** The codes under which extras are itemised with the transport; the others are options of the service. */
const codes: Readonly<Partial<Record<ChargeKind, { code: string; text: string }>>> = {
  fuel: { code: '375', text: 'Fuel Surcharge' },
  residential: { code: '270', text: 'Residential Surcharge' },
  area: { code: '376', text: 'Delivery Area Surcharge' },
  handling: { code: '100', text: 'Additional Handling' },
  oversize: { code: '377', text: 'Large Package Surcharge' },
};
const options: readonly ChargeKind[] = ['signature', 'declared'];

type Amount = { CurrencyCode: string; MonetaryValue: string };

const amount = (price: Price, cents: number): Amount => ({
  CurrencyCode: price.currency,
  MonetaryValue: money(cents),
});

const itemsOf = (price: Price, pieces: readonly PiecePrice[]) =>
  Object.entries(codes).flatMap(([kind, { code, text }]) => {
    const cents = pieces.reduce((total, piece) => total + extra(piece, kind as ChargeKind), 0);
    return cents === 0 ? [] : [{ Code: code, Description: text, ...amount(price, cents) }];
  });

/** Transport is the base plus itemised charges; the total adds options. */
export function chargesOf(price: Price, share = 1) {
  const scaled: Price = { ...price, pieces: price.pieces.map((piece) => scale(piece, share)) };
  const service = sum(scaled, (piece) => extra(piece, ...options));
  const total = sum(scaled, totalOf);
  return {
    BaseServiceCharge: amount(
      scaled,
      sum(scaled, ({ base }) => base),
    ),
    TransportationCharges: amount(scaled, total - service),
    ItemizedCharges: itemsOf(scaled, scaled.pieces),
    ServiceOptionsCharges: amount(scaled, service),
    TotalCharges: amount(scaled, total),
  };
}

/** The account's price; the published one is a quarter higher. */
export const published = 1.25;

const scale = (piece: PiecePrice, share: number): PiecePrice => ({
  ...piece,
  base: Math.round(piece.base * share),
  extras: piece.extras.map(({ kind, amount: cents }) => ({ kind, amount: Math.round(cents * share) })),
});

export function negotiatedOf(price: Price) {
  const { ItemizedCharges, TotalCharges, BaseServiceCharge } = chargesOf(price);
  return { base: BaseServiceCharge, ItemizedCharges, TotalCharge: TotalCharges };
}

export const pieceCharges = (price: Price, piece: PiecePrice) => ({
  BaseServiceCharge: amount(price, Math.round(piece.base * published)),
  ServiceOptionsCharges: amount(price, Math.round(extra(piece, ...options) * published)),
  ItemizedCharges: itemsOf(price, [scale(piece, published)]),
});

/** Whole pounds of all packages, as wide as the documents want it. */
export const billedOf = (shipment: Pick<Shipment, 'price'>) => ({
  UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' },
  Weight: sum(shipment.price, ({ billed }) => billed).toFixed(1),
});
