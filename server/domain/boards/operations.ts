import { defineCommand, type CommandCall, type JsonSchema } from '../../modules/module.ts';
import { seesCost } from './income.ts';
import { behinds, nowSql, rowsSql, spanSql, type Behind } from './operations-sql.ts';
import { dayIn, periods, spanBefore, spanOf, type Period, type Span } from './period.ts';
import { reachOf, salespeopleSql } from './reach.ts';

const text: JsonSchema = { type: 'string' };
const maybe: JsonSchema = { type: ['string', 'null'] };
const count: JsonSchema = { type: 'integer' };
const number: JsonSchema = { type: ['number', 'null'] };

const spanFigures: JsonSchema = {
  type: 'object',
  properties: {
    placed: count,
    ...{ salePerPackage: maybe, costPerPackage: maybe, salePerPound: maybe, costPerPound: maybe },
    labels: { type: 'object', properties: { made: count, voided: count } },
    handed: { type: 'object', properties: { handed: count, neverScanned: count } },
    corrections: { type: 'object', properties: { billed: count, corrected: count } },
    weighed: { type: 'object', properties: { weighed: count, byDimension: count } },
    claims: {
      type: ['object', 'null'],
      description: 'Null where the reader does not see the claims of the whole house.',
      properties: { filed: count, asked: text, won: count, credited: text },
    },
    passedOn: {
      type: 'object',
      description: "Parcels on bills pushed to customers, and the average days since the carrier's bill.",
      properties: { billed: count, days: number },
    },
    charges: {
      type: 'array',
      items: { type: 'object', properties: { category: text, amount: text, orders: count } },
    },
    channels: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...{ channel: maybe, name: maybe, delivered: count, promised: count, onTime: count },
          ...{ days: number, promisedDays: number },
        },
      },
    },
  },
};

const body = (more: Record<string, JsonSchema>, required: readonly string[]): JsonSchema => ({
  ...{ type: 'object', required: ['period', ...required], additionalProperties: false },
  properties: {
    ...{ period: { enum: periods }, day: { ...text, format: 'date' } },
    salesperson: {
      ...{ ...text, pattern: '^[0-9]{1,18}$' },
      description: 'Only orders made while this account sold to their customer.',
    },
    ...more,
  },
});

interface SpanRow {
  readonly sums: Readonly<Record<string, unknown>>;
}

/** The common input of both commands. */
async function askedOf(call: CommandCall) {
  const { timeZone, tenant, currency } = call;
  const day = typeof call.body['day'] === 'string' ? call.body['day'] : dayIn(timeZone, new Date());
  const orgs = await reachOf(call);
  const side = seesCost(call) ? 'cost' : 'sale';
  const during = spanOf(call.body['period'] as Period, day);
  const earlier = spanBefore(call.body['period'] as Period, day);
  const person = (call.body['salesperson'] as string | undefined) ?? null;
  const values = ({ from, to }: Span) => [tenant, timeZone, orgs, from, to, side, currency, person];
  return { during, earlier, orgs, side, person, values };
}

/** Operational figures: what is currently stuck, and rates of a period compared with the previous one. */
export const operations = defineCommand({
  path: 'Operations/figures',
  needs: { entity: 'package', code: 'read' },
  perMinute: 120,
  body: { ...body({}, []), examples: [{ period: 'week' }] },
  answer: {
    type: 'object',
    properties: {
      ...{ currency: text, side: { enum: ['cost', 'sale'] } },
      salespeople: { type: 'array', items: { type: 'object', properties: { id: text, name: text } } },
      span: { type: 'object', properties: { from: text, to: text } },
      spanBefore: { type: 'object', properties: { from: text, to: text } },
      stuck: {
        type: 'object',
        properties: { placingLong: count, placing: count, waitingForFunds: count, held: count, failed: count },
      },
      unscanned: count,
      alerts: { type: 'array', items: { type: 'object', properties: { kind: text, count } } },
      ...{ now: spanFigures, before: spanFigures },
    },
  },
  async run(call) {
    const { during, earlier, orgs, side, person, values } = await askedOf(call);
    const { queryReport: query } = call.services;
    const [[standing], [now], [before], salespeople] = await Promise.all([
      query(nowSql, [call.tenant, call.timeZone, orgs, person]),
      query<SpanRow>(spanSql(person), values(during)),
      query<SpanRow>(spanSql(person), values(earlier)),
      call.read(salespeopleSql, []),
    ]);
    const claims = orgs === null && person === null && side === 'cost' && call.can('carrier-claim', 'read', 'amount');
    const seen = (row: SpanRow | undefined) => {
      const { sums, ...rest } = row as SpanRow;
      const hidden = side === 'cost' ? {} : { costPerPackage: null, costPerPound: null };
      return { ...sums, ...hidden, ...rest, ...(claims ? {} : { claims: null }) };
    };
    return {
      currency: call.currency,
      side,
      salespeople,
      span: during,
      spanBefore: earlier,
      ...standing,
      now: seen(now),
      before: seen(before),
    };
  },
});

/** The first two hundred rows behind a figure. */
export const operationsRows = defineCommand({
  path: 'Operations/rows',
  needs: { entity: 'package', code: 'read' },
  perMinute: 120,
  body: {
    ...body({ of: { enum: behinds }, key: { ...text, maxLength: 60 } }, ['of']),
    examples: [{ period: 'week', of: 'late' }],
  },
  answer: {
    type: 'object',
    properties: {
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ order: text, orderNo: text, status: text, package: maybe, trackingNo: maybe, value: maybe },
            ...{ customer: text, channel: maybe },
          },
        },
      },
    },
  },
  async run(call) {
    const of = call.body['of'] as Behind;
    const { during, values, side } = await askedOf(call);
    // A carrier's charge for a correction is a cost.
    if (of === 'corrected' && side !== 'cost') return call.forbid();
    return { rows: await call.services.queryReport(rowsSql(of), [...values(during), call.body['key'] ?? '']) };
  },
});
