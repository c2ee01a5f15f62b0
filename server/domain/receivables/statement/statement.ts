import { defineCommand, defineDownload, issue, type CommandCall } from '../../../modules/module.ts';
import { logoOf } from '../../customer-bills/bills/logo.ts';
import { decimalOf } from '../workbook/workbook.ts';
import { summariesOf, type Asked } from './read.ts';
import { statementBook } from './sheets.ts';
import { kinds } from './statement-sql.ts';

const period = {
  customer: { type: 'string', pattern: '^[0-9]{1,18}$' },
  from: { type: 'string', format: 'date' },
  to: { type: 'string', format: 'date' },
};
const body = {
  type: 'object',
  required: ['from', 'to'],
  additionalProperties: false,
  properties: period,
  examples: [{ from: '2026-03-01', to: '2026-03-31' }],
};
const text = { type: 'string' };

/** Customer and period: members get their own account, staff a customer whose lines they may all read. */
async function askedOf(call: CommandCall): Promise<{ asked: Asked; name: string }> {
  const customer = call.actor.member ?? (call.body['customer'] as string | undefined);
  const [from, to] = [String(call.body['from']), String(call.body['to'])];
  if (!customer) return call.refuse(issue('required', 'customer'));
  if (from > to) return call.refuse(issue('receivables.periodTurned', 'to'));
  const [known] = await call.list('customer', { id: customer }, 1);
  if (!known) return call.refuse(issue('reference.missing', 'customer'));
  if (!call.can('ledger-transfer', 'export', 'moneyIn')) return call.forbid();
  if (call.actor.member === null) {
    const organisations = await call.organisations('ledger-transfer');
    if (organisations && !organisations.includes(String(known['org']))) return call.forbid();
  }
  return { asked: { customer, from, to }, name: `${String(known['name'])} (${String(known['code'])})` };
}

/** Opening balance, movements by kind and closing balance, per currency. */
export const statementSummary = defineCommand({
  path: 'Statement/summary',
  body,
  answer: {
    type: 'object',
    required: ['balances'],
    properties: {
      balances: {
        type: 'array',
        items: {
          type: 'object',
          required: ['currency', 'opening', 'kinds', 'closing'],
          properties: {
            ...{ currency: text, opening: text, closing: text },
            kinds: {
              type: 'array',
              items: {
                type: 'object',
                required: ['kind', 'amount', 'count'],
                properties: { kind: { type: 'string', enum: kinds }, amount: text, count: { type: 'integer' } },
              },
            },
          },
        },
      },
    },
  },
  needs: { entity: 'ledger-transfer', code: 'export' },
  perMinute: 60,
  async run(call) {
    const { asked } = await askedOf(call);
    const summaries = await summariesOf(call, asked);
    return {
      balances: summaries.map(({ account, opening, moved, closing }) => ({
        ...{ currency: account.currency, opening: decimalOf(opening), closing: decimalOf(closing) },
        kinds: kinds.map((kind) => ({ kind, amount: decimalOf(moved[kind].amount), count: moved[kind].count })),
      })),
    };
  },
});

/** The statement as a workbook, line by line. */
export const statementFile = defineDownload({
  path: 'Statement/workbook',
  body,
  needs: { entity: 'ledger-transfer', code: 'export' },
  perMinute: 20,
  async run(call) {
    const { asked, name } = await askedOf(call);
    const summaries = await summariesOf(call, asked);
    const logo = await logoOf(call.services, call.tenant);
    const title = call.say('receivables.statement.file', { customer: name, from: asked.from, to: asked.to });
    return {
      name: `${title.replace(/[\\/:*?"<>|]/g, ' ').slice(0, 120)}.xlsx`,
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: statementBook(call, { asked, customer: name, summaries }, logo),
    };
  },
});
