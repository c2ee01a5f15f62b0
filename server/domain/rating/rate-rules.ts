import type { CommandCall, JsonSchema } from '../../modules/module.ts';
import { exact, percentScale } from './kernel/exact.ts';
import { pickOffer, type Offer, type Picked, type RateRule } from './pick.ts';
import type { Quote } from './quote.ts';
import { figure } from './snapshot/compile.ts';

/** The rules, and the carrier of every service. $1 ids of rules. */
const rulesSql = `SELECT r.id::text, r.customer::text AS customer, coalesce(r.services::text[], '{}') AS services,
    coalesce(r.exclude::text[], '{}') AS exclude, r."latestDays", r."arriveBy"::text AS "arriveBy",
    r."preferredCarrier"::text AS "preferredCarrier", r."withinPercent"::text AS within,
    (SELECT json_object_agg(s.id, c.carrier::text) FROM channel_service s
       JOIN channel c ON c.tenant_id = s.tenant_id AND c.id = s.channel) AS carriers
  FROM rate_rule r WHERE r.id = ANY ($1::bigint[]) AND r.status = 'enabled'`;

/** An enabled rule and its conditions. */
export interface NamedRule {
  readonly rule: RateRule;
  /** Null: anybody's. */
  readonly customer: string | null;
  /** Of every service. */
  readonly carriers: Readonly<Record<string, string>>;
}

/** Enabled rules by their ids. */
export async function readRules(
  call: Pick<CommandCall, 'read'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedRule>> {
  if (ids.length === 0) return new Map();
  const rows = await call.read<RuleRow>(rulesSql, [ids]);
  return new Map(
    rows.map(({ id, customer, within, carriers, ...rule }) => [
      id,
      { rule: { ...rule, within: figure(within ?? '0', percentScale) }, customer, carriers: carriers ?? {} },
    ]),
  );
}

interface RuleRow extends Omit<RateRule, 'within'> {
  readonly id: string;
  readonly customer: string | null;
  readonly within: string | null;
  readonly carriers: Readonly<Record<string, string>> | null;
}

/** A customer's rule applies to that customer only. */
export const isOpenTo = ({ customer }: NamedRule, asked: string | null): boolean =>
  customer === null || customer === asked;

export interface QuoteOffer extends Offer {
  readonly quote: Quote;
}

/** The quote that a rule takes. `own` is the tenant's currency: prices in others are compared only where it has none. */
export function pickQuote(quotes: readonly Quote[], { rule, carriers }: NamedRule, own: string): Picked<QuoteOffer> {
  const priced = quotes.filter(({ available }) => available);
  const currency = priced.some((quote) => quote.currency === own) ? own : priced[0]?.currency;
  const offers = quotes.map((quote): QuoteOffer => {
    const total = quote.currency === currency ? (quote.sale ?? quote.cost)?.total : undefined;
    return {
      ...{ quote, channel: quote.channel.id, service: quote.service.id, available: quote.available },
      ...{ days: quote.days ?? null, carrier: carriers[quote.service.id] ?? null },
      total: total === undefined ? null : exact(String(total), 100),
      shipDate: quote.shipDate,
    };
  });
  return pickOffer(offers, rule);
}

/** Why an offer was picked, in the language of the reader. */
function pickText(
  call: Pick<CommandCall, 'say'>,
  { picked, next, reason }: Pick<Picked<QuoteOffer>, 'picked' | 'next' | 'reason'>,
): string {
  if (!picked || !reason) return call.say('rating.pick.none');
  const { currency = '' } = picked.quote;
  const named = (offer: QuoteOffer | null) =>
    offer ? `${offer.quote.service.name} · ${offer.quote.channel.name}` : '';
  const more = ((next?.total ?? 0) - (picked.total ?? 0)) / 100;
  const facts = { service: named(picked), next: named(next), currency, more: Math.abs(more).toFixed(2) };
  return call.say(`rating.pick.${reason}`, facts);
}

const place: JsonSchema = {
  type: 'object',
  properties: { channel: { type: 'string' }, service: { type: 'string' } },
};

export const pickAnswer: JsonSchema = {
  type: 'object',
  required: ['picked', 'text'],
  properties: {
    picked: { ...place, type: ['object', 'null'] },
    next: { ...place, type: ['object', 'null'], description: 'What would be taken instead.' },
    reason: { enum: ['only', 'cheapest', 'faster', 'preferred', 'first', null] },
    text: { type: 'string', description: 'Why, in the language of the reader.' },
  },
};

const placeOf = (offer: QuoteOffer | null) => offer && { channel: offer.channel, service: offer.service };

export const wirePick = (call: Pick<CommandCall, 'say'>, found: Picked<QuoteOffer>) => ({
  ...{ picked: placeOf(found.picked), next: placeOf(found.next), reason: found.reason },
  text: pickText(call, found),
});
