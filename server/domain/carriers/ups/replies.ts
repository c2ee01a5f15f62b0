import type { CarrierCharge, CarrierResult, LabelFormat, ShipOrder, Shipped } from '../carrier.ts';
import { documentIn } from '../document.ts';
import { keepable } from '../../wire/keepable.ts';
import { at, firstText, list, money, remainder, text } from '../../wire/read.ts';
import { areWhole, done, notUnderstood } from '../result.ts';

type Line = CarrierCharge['lines'][number];

const itemsIn = (items: unknown): readonly Line[] =>
  list(items).flatMap((item) => {
    const value = money(item);
    return value === null || Number(value) === 0
      ? []
      : [
          {
            ...{ code: text(at(item, 'Code')) ?? '', amount: value },
            text: firstText(at(item, 'Description'), at(item, 'SubType'), at(item, 'Code')) ?? '',
          },
        ];
  });

/**
 * What the account pays: its own rates where it has any, else the published ones. Lines always add up to the total; what no
 * line explains stands in one of its own.
 */
export function chargeIn(published: unknown, negotiated: unknown, packages: unknown): CarrierCharge | null {
  const own = at(negotiated, 'TotalChargesWithTaxes') ?? at(negotiated, 'TotalCharge');
  const list_ = at(published, 'TotalChargesWithTaxes') ?? at(published, 'TotalCharges');
  const ownTotal = money(own);
  const total = ownTotal ?? money(list_);
  const currency = text(at(ownTotal === null ? list_ : own, 'CurrencyCode'));
  if (total === null || currency === null) return null;
  const source = ownTotal === null ? published : negotiated;
  const base = money(at(source, 'BaseServiceCharge'));
  const pieces = list(packages).map((each) => (ownTotal === null ? each : at(each, 'NegotiatedCharges')));
  const items = [...itemsIn(at(source, 'ItemizedCharges')), ...taxesIn(at(source, 'TaxCharges'))];
  const ofPieces = pieces.flatMap((each) => itemsIn(at(each, 'ItemizedCharges')));
  const lines: Line[] = [
    ...(base === null ? [] : [{ code: 'BASE', text: 'Base service charge', amount: base }]),
    // Charges of the shipment are not repeated for its packages.
    ...(items.length > 0 ? items : ofPieces),
  ];
  const rest = remainder(
    total,
    lines.map((line) => line.amount),
  );
  if (rest !== null)
    lines.push(
      base === null
        ? { code: 'BASE', text: 'Transportation', amount: rest }
        : { code: 'OPTIONS', text: 'Service options', amount: rest },
    );
  return { currency, total, lines };
}

const taxesIn = (taxes: unknown): readonly Line[] =>
  list(taxes).flatMap((tax) => {
    const value = money(tax);
    const type = text(at(tax, 'Type')) ?? 'TAX';
    return value === null || Number(value) === 0 ? [] : [{ code: type, text: type, amount: value }];
  });

export function rateIn(reply: unknown, service: string): CarrierResult<CarrierCharge> {
  const rated = list(at(reply, 'RateResponse', 'RatedShipment'));
  const one = rated.find((each) => text(at(each, 'Service', 'Code')) === service) ?? rated[0];
  const charge = chargeIn(one, at(one, 'NegotiatedRateCharges'), at(one, 'RatedPackage'));
  return charge ? done(charge) : notUnderstood(false);
}

/** A shipment needs only its numbers; a missing label or price is reported as missing. */
export function shippedIn(reply: unknown, order: ShipOrder, secrets: readonly string[]): CarrierResult<Shipped> {
  const results = at(reply, 'ShipmentResponse', 'ShipmentResults');
  const packages = list(at(results, 'PackageResults') ?? at(results, 'PackageResult'));
  const numbers = packages.map((each) => firstText(at(each, 'TrackingNumber'), at(each, 'USPSPICNumber')));
  if (numbers.length < order.packages.length || !areWhole(numbers)) return notUnderstood(true);
  return done({
    leadTracking: text(at(results, 'ShipmentIdentificationNumber')) ?? numbers[0] ?? '',
    packages: order.packages.map(({ seq }, place) => ({
      seq,
      trackingNo: numbers[place] ?? '',
      label: labelIn(at(packages[place], 'ShippingLabel') ?? at(packages[place], 'LabelImage')),
    })),
    charge: chargeIn(at(results, 'ShipmentCharges'), at(results, 'NegotiatedRateCharges'), packages),
    reply: keepable(reply, secrets),
  });
}

export const labelIn = (label: unknown): { format: LabelFormat; bytes: Buffer } | null =>
  documentIn(
    at(label, 'GraphicImage'),
    firstText(at(label, 'ImageFormat', 'Code'), at(label, 'LabelImageFormat', 'Code')),
  );

export interface Recovered {
  readonly lead: string | null;
  readonly labels: ReadonlyMap<string, { format: LabelFormat; bytes: Buffer } | null>;
  /** Refused in no form of the carrier's. */
  readonly unnamed?: boolean;
}

export function recoveredIn(reply: unknown): Recovered {
  const response = at(reply, 'LabelRecoveryResponse');
  const labels = new Map<string, { format: LabelFormat; bytes: Buffer } | null>();
  for (const each of list(at(response, 'LabelResults'))) {
    const number = text(at(each, 'TrackingNumber'));
    if (number) labels.set(number, labelIn(at(each, 'LabelImage')));
  }
  for (const each of list(at(response, 'TrackingCandidate'))) {
    const number = text(at(each, 'TrackingNumber'));
    if (number && !labels.has(number)) labels.set(number, null);
  }
  return { lead: text(at(response, 'ShipmentIdentificationNumber')), labels };
}
