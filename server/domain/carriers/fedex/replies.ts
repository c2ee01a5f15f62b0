import type { CarrierCharge, CarrierResult, LabelFormat, ShipOrder, Shipped } from '../carrier.ts';
import { documentIn } from '../document.ts';
import { keepable } from '../../wire/keepable.ts';
import { at, firstText, list, money, remainder, text, whole } from '../../wire/read.ts';
import { areWhole, done, notUnderstood } from '../result.ts';
import { numberIn } from './tracking.ts';

type Line = CarrierCharge['lines'][number];

/** The rates of the account count before the published ones, those of the shipment before those of its packages. */
const ranks = ['PAYOR_ACCOUNT_SHIPMENT', 'ACCOUNT', 'PAYOR_ACCOUNT_PACKAGE', 'PREFERRED'];
const rank = (detail: unknown): number => {
  const type = text(at(detail, 'rateType')) ?? '';
  const place = ranks.findIndex((each) => type === each || (each === 'ACCOUNT' && /ACCOUNT/.test(type)));
  return place < 0 ? ranks.length : place;
};

const linesIn = (items: unknown, fallback: string): readonly Line[] =>
  list(items).flatMap((item) => {
    const value = money(at(item, 'amount'));
    const code = firstText(at(item, 'type'), at(item, 'surchargeType'), at(item, 'taxType')) ?? fallback;
    return value === null || Number(value) === 0
      ? []
      : [{ code, text: text(at(item, 'description')) ?? code, amount: value }];
  });

/** One of several rates as a charge; what no line explains is the base of the transport, or discounts. */
export function chargeIn(details: unknown): CarrierCharge | null {
  const [best] = list(details).toSorted((one, other) => rank(one) - rank(other));
  const inner = at(best, 'shipmentRateDetail');
  const total = money(at(best, 'totalNetCharge')) ?? money(at(best, 'totalNetFedExCharge'));
  const currency = firstText(at(best, 'currency'), at(inner, 'currency'), at(best, 'totalNetCharge', 'currency'));
  if (total === null || currency === null) return null;
  const base = money(at(best, 'totalBaseCharge'));
  const surcharges = [
    ...[at(best, 'surcharges'), at(best, 'surCharges'), at(inner, 'surCharges'), at(inner, 'surcharges')],
  ].find((items) => list(items).length > 0);
  const taxes = at(best, 'taxes') ?? at(inner, 'taxes');
  const lines: Line[] = [
    ...(base === null ? [] : [{ code: 'BASE', text: 'Base charge', amount: base }]),
    ...linesIn(surcharges, 'SURCHARGE'),
    ...linesIn(taxes, 'TAX'),
  ];
  const rest = remainder(
    total,
    lines.map((line) => line.amount),
  );
  if (rest !== null) lines.push(restLine(rest, base));
  return { currency, total, lines };
}

const restLine = (amount: string, base: string | null): Line => {
  if (base === null) return { code: 'BASE', text: 'Transportation', amount };
  return amount.startsWith('-')
    ? { code: 'DISCOUNT', text: 'Discount', amount }
    : { code: 'OTHER', text: 'Other charges', amount };
};

export function rateIn(reply: unknown, service: string): CarrierResult<CarrierCharge> {
  const replies = list(at(reply, 'output', 'rateReplyDetails'));
  const one = replies.find((each) => text(at(each, 'serviceType')) === service) ?? replies[0];
  const charge = chargeIn(at(one, 'ratedShipmentDetails'));
  return charge ? done(charge) : notUnderstood(false);
}

export function shippedIn(reply: unknown, order: ShipOrder, secrets: readonly string[]): CarrierResult<Shipped> {
  const [made] = list(at(reply, 'output', 'transactionShipments'));
  const pieces = list(at(made, 'pieceResponses')).map((piece, place) => ({
    piece,
    place: (whole(at(piece, 'packageSequenceNumber')) ?? place + 1) - 1,
    number: numberIn(at(piece, 'trackingNumber')),
  }));
  const lead = numberIn(
    ...[at(made, 'masterTrackingNumber'), at(made, 'completedShipmentDetail', 'masterTrackingId', 'trackingNumber')],
    ...[at(pieces[0]?.piece, 'masterTrackingNumber'), pieces[0]?.number],
  );
  // Numbers of the sequence where they are whole, else the order in which they came.
  const named = new Map(pieces.map((each) => [each.place, each]));
  const ordered = order.packages.map((_, place) => (named.size === pieces.length ? named.get(place) : pieces[place]));
  const numbers = ordered.map((each) => each?.number ?? null);
  if (lead === null || pieces.length < order.packages.length || !areWhole(numbers)) return notUnderstood(true);
  return done({
    leadTracking: lead,
    packages: order.packages.map(({ seq }, place) => ({
      ...{ seq, trackingNo: numbers[place] ?? '', label: labelIn(at(ordered[place]?.piece, 'packageDocuments')) },
    })),
    charge: chargeIn(at(made, 'completedShipmentDetail', 'shipmentRating', 'shipmentRateDetails')) ?? netOf(pieces),
    reply: keepable(reply, secrets),
  });
}

/** If the shipment has no rate, its pieces may have one. */
function netOf(pieces: readonly { piece: unknown }[]): CarrierCharge | null {
  const amounts = pieces.map(({ piece }) => money(at(piece, 'netChargeAmount')) ?? money(at(piece, 'netRateAmount')));
  const currency = text(at(pieces[0]?.piece, 'currency'));
  if (currency === null || amounts.includes(null)) return null;
  const sum = remainder(
    '0',
    amounts.map((each) => `-${each}`.replace('--', '')),
  );
  return sum === null ? null : { currency, total: sum, lines: [{ code: 'BASE', text: 'Net charge', amount: sum }] };
}

/** The label among a package's documents: the one marked as label, else the first printable one. */
function labelIn(documents: unknown): { format: LabelFormat; bytes: Buffer } | null {
  const all = list(documents);
  const label = all.filter((each) => /LABEL/i.test(text(at(each, 'contentType')) ?? ''));
  for (const each of label.length > 0 ? label : all) {
    const found = documentIn(at(each, 'encodedLabel'), at(each, 'docType'));
    if (found) return found;
  }
  return null;
}

/** Documents stand as texts, or in parts with an image each. */
export function documentsIn(value: unknown): { format: LabelFormat; bytes: Buffer } | null {
  for (const each of list(value)) {
    const encoded = [each, at(each, 'image'), at(each, 'content'), at(each, 'encodedLabel'), at(each, 'document')];
    for (const one of encoded) {
      const found = documentIn(one, at(each, 'docType') ?? at(each, 'documentFormat'));
      if (found) return found;
    }
    const inner = at(each, 'parts') === undefined ? null : documentsIn(at(each, 'parts'));
    if (inner) return inner;
  }
  return null;
}
