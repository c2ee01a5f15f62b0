import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../modules/module.ts';
import { exact, percentScale } from './kernel/exact.ts';
import { pickOffer, type Offer, type RateRule } from './pick.ts';
import { quoteAnswer, quoteBody } from './quote-schema.ts';
import { quote, type Quote } from './quote.ts';
import { figure } from './snapshot/compile.ts';

/** The rule, the carrier of every service, and the tenant's day. $1 the rule. */
const ruleSql = `SELECT r.customer::text AS customer, coalesce(r.services::text[], '{}') AS services,
    coalesce(r.exclude::text[], '{}') AS exclude, r."latestDays", r."arriveBy"::text AS "arriveBy",
    r."preferredCarrier"::text AS "preferredCarrier", r."withinPercent"::text AS within, current_date::text AS today,
    (SELECT json_object_agg(s.id, c.carrier::text) FROM channel_service s
       JOIN channel c ON c.tenant_id = s.tenant_id AND c.id = s.channel) AS carriers
  FROM rate_rule r WHERE r.id = $1 AND r.status = 'enabled'`;

interface RuleRow extends Omit<RateRule, 'within'> {
  readonly customer: string | null;
  readonly within: string | null;
  readonly today: string;
  readonly carriers: Readonly<Record<string, string>> | null;
}

const properties = quoteBody['properties'] as Record<string, JsonSchema>;
const body: JsonSchema = {
  ...quoteBody,
  required: [...(quoteBody['required'] as string[]), 'rule'],
  properties: { ...properties, rule: { type: 'string', pattern: '^[0-9]{1,19}$', description: 'A named rate rule.' } },
  examples: (quoteBody['examples'] as object[]).map((example) => ({ ...example, rule: '4001' })),
};

const place: JsonSchema = {
  type: 'object',
  properties: { channel: { type: 'string' }, service: { type: 'string' } },
};
const answer: JsonSchema = {
  type: 'object',
  required: ['quotes', 'pick'],
  properties: {
    ...(quoteAnswer['properties'] as Record<string, JsonSchema>),
    pick: {
      type: 'object',
      required: ['picked', 'text'],
      properties: {
        picked: { ...place, type: ['object', 'null'] },
        next: { ...place, type: ['object', 'null'], description: 'What would be taken instead.' },
        reason: { enum: ['only', 'cheapest', 'faster', 'preferred', 'first', null] },
        text: { type: 'string', description: 'Why, in the language of the reader.' },
      },
    },
  },
};

/** The quotes of a shipment, and the one of them that a named rule takes. */
export const pickByRule = defineCommand({
  ...{ path: 'Rate/pick', body, answer, perMinute: 300 },
  async run(call) {
    const asked = call.body as { rule: string; customer?: string; shipDate?: string };
    const [row] = (await call.read(ruleSql, [asked.rule])) as unknown as (RuleRow | undefined)[];
    const customer = call.actor.member ?? asked.customer ?? null;
    // A rule of one customer is nobody else's.
    if (!row || (row.customer !== null && row.customer !== customer))
      return call.refuse(issue('reference.missing', 'rule'));
    const { quotes } = (await quote.run(call)) as { quotes: readonly Quote[] };
    const offers = quotes.map((each) => offerOf(each, row.carriers ?? {}));
    const rule = { ...row, within: figure(row.within ?? '0', percentScale) };
    const { picked, next, reason } = pickOffer(offers, rule, asked.shipDate ?? row.today);
    return {
      quotes,
      pick: { picked: placeOf(picked), next: placeOf(next), reason, text: textOf(call, { picked, next, reason }) },
    };
  },
});

interface QuoteOffer extends Offer {
  readonly quote: Quote;
}

function offerOf(quote: Quote, carriers: Readonly<Record<string, string>>): QuoteOffer {
  const { channel, service, available, days = null, sale, cost } = quote;
  const total = sale?.total ?? cost?.total;
  return {
    ...{ quote, channel: channel.id, service: service.id, available, days },
    carrier: carriers[service.id] ?? null,
    total: total === undefined ? null : exact(String(total), 100),
  };
}

const placeOf = (offer: Offer | null) => offer && { channel: offer.channel, service: offer.service };

function textOf(
  call: CommandCall,
  { picked, next, reason }: { picked: QuoteOffer | null; next: QuoteOffer | null; reason: string | null },
): string {
  if (!picked || !reason) return call.say('rating.pick.none');
  const { currency = '' } = picked.quote;
  const named = (offer: QuoteOffer | null) =>
    offer ? `${offer.quote.service.name} · ${offer.quote.channel.name}` : '';
  const more = ((next?.total ?? 0) - (picked.total ?? 0)) / 100;
  const facts = { service: named(picked), next: named(next), currency, more: Math.abs(more).toFixed(2) };
  return call.say(`rating.pick.${reason}`, facts);
}
