import { defineCommand, issue, type JsonSchema } from '../../modules/module.ts';
import { quoteAnswer, quoteBody } from './quote-schema.ts';
import { quote, type Quote } from './quote.ts';
import { isOpenTo, pickAnswer, pickQuote, readRules, wirePick } from './rate-rules.ts';

const properties = quoteBody['properties'] as Record<string, JsonSchema>;
const body: JsonSchema = {
  ...quoteBody,
  required: [...(quoteBody['required'] as string[]), 'rule'],
  properties: { ...properties, rule: { type: 'string', pattern: '^[0-9]{1,19}$', description: 'A named rate rule.' } },
  examples: (quoteBody['examples'] as object[]).map((example) => ({ ...example, rule: '4001' })),
};

const answer: JsonSchema = {
  type: 'object',
  required: ['quotes', 'pick'],
  properties: {
    ...(quoteAnswer['properties'] as Record<string, JsonSchema>),
    pick: pickAnswer,
  },
};

/** The quotes of a shipment, and the one of them that a named rule takes. */
export const pickByRule = defineCommand({
  ...{ path: 'Rate/pick', body, answer, perMinute: 300 },
  async run(call) {
    const asked = call.body as { rule: string; customer?: string };
    const named = (await readRules(call, [asked.rule])).get(asked.rule);
    if (!named || !isOpenTo(named, call.actor.member ?? asked.customer ?? null))
      return call.refuse(issue('reference.missing', 'rule'));
    const { quotes } = (await quote.run(call)) as { quotes: readonly Quote[] };
    const found = pickQuote(quotes, named, call.currency);
    return { quotes, pick: wirePick(call, found) };
  },
});
