import { defineCommand, defineDownload, issue, type CommandCall } from '../../../modules/module.ts';
import { minorOf } from '../statement/read.ts';
import { decimalOf, workbook, type Cell, type Row } from '../workbook/workbook.ts';
import { ageingSql } from './entries-sql.ts';

const buckets = ['notDue', 'to30', 'to60', 'to90', 'over90', 'total'] as const;

type Amounts = Readonly<Record<(typeof buckets)[number], string>>;

interface AgedRow extends Amounts {
  readonly currency: string;
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly bills: number;
  readonly days: number;
}

const body = {
  type: 'object',
  additionalProperties: false,
  properties: {
    date: { type: 'string', format: 'date' },
    customer: { type: 'string', pattern: '^[0-9]{1,18}$' },
  },
  examples: [{ date: '2026-03-31' }],
};
const text = { type: 'string' };
const amounts = Object.fromEntries(buckets.map((name) => [name, text]));

/** Debts on a day, of customers that the person may read; for staff only. */
async function agedRows(call: CommandCall): Promise<readonly AgedRow[]> {
  if (call.actor.member !== null || !call.can('member-bill', 'read', 'due')) return call.forbid();
  const organisations = await call.organisations('member-bill');
  const { date = null, customer = null } = call.body;
  const values = [call.tenant, date, customer, organisations];
  return await call.services.query<AgedRow>(ageingSql, values);
}

/** Sums of a currency; currencies are never added. */
function byCurrency(rows: readonly AgedRow[]) {
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const sum = (name: (typeof buckets)[number]) => own.reduce((total, row) => total + minorOf(row[name]), 0n);
    return {
      currency,
      rows: own,
      totals: Object.fromEntries(buckets.map((name) => [name, decimalOf(sum(name))])) as Amounts,
    };
  });
}

/** What customers with terms owe on a day, by how long it has been due. */
export const ageing = defineCommand({
  path: 'Receivables/ageing',
  body,
  answer: {
    type: 'object',
    required: ['currencies'],
    properties: {
      currencies: {
        type: 'array',
        items: {
          type: 'object',
          required: ['currency', 'totals', 'rows'],
          properties: {
            currency: text,
            totals: { type: 'object', properties: amounts },
            rows: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  ...{ id: text, code: text, name: text, currency: text, ...amounts },
                  ...{ bills: { type: 'integer' }, days: { type: 'integer' } },
                },
              },
            },
          },
        },
      },
    },
  },
  needs: { entity: 'member-bill', code: 'read' },
  perMinute: 60,
  run: async (call) => ({ currencies: byCurrency(await agedRows(call)) }),
});

/** The same as a workbook, a sheet for each currency. */
export const ageingFile = defineDownload({
  path: 'Receivables/workbook',
  body,
  needs: { entity: 'member-bill', code: 'export' },
  perMinute: 20,
  async run(call) {
    const groups = byCurrency(await agedRows(call));
    if (groups.length === 0) return call.refuse(issue('receivables.nothingOwed', ''));
    const { say } = call;
    const columns = ['customer', 'code', 'bills', 'days', ...buckets] as const;
    const money = (row: Amounts): Cell[] => buckets.map((name) => minorOf(row[name]));
    const sheets = groups.map(({ currency, rows, totals }) => ({
      title: `${currency} ${say('receivables.ageing.title')}`,
      widths: columns.map((_, at) => (at === 0 ? 36 : 14)),
      frozen: 1,
      rows: [
        { cells: columns.map((name) => say(`receivables.ageing.${name}`)), bold: true },
        ...rows.map((row): Row => ({ cells: [row.name, row.code, row.bills, row.days, ...money(row)] })),
        { cells: [say('receivables.statement.total'), null, null, null, ...money(totals)], bold: true },
      ],
    }));
    const day = String(call.body['date'] ?? '');
    return {
      name: `${say('receivables.ageing.title')}${day ? ` ${day}` : ''}.xlsx`,
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: workbook(sheets),
    };
  },
});
