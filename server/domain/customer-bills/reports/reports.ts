import { defineCommand, defineEffect, issue } from '../../../modules/module.ts';

const day = (name: string, path: string, text: string, entity: string) =>
  defineCommand({
    path,
    body: {
      type: 'object',
      required: [name],
      additionalProperties: false,
      properties: { [name]: { type: 'string', format: 'date' } },
      examples: [{ [name]: '2026-03-02' }],
    },
    answer: { type: 'object', required: ['made'], properties: { made: { type: 'integer' } } },
    needs: { entity, code: entity === 'final-bill' ? 'lock' : 'delete' },
    perMinute: 20,
    async run({ services, tenant, actor, body }) {
      const [row] = await services.query(`SELECT sale.${text}($1, $2::date, $3) AS made`, [
        tenant,
        body[name],
        actor.id,
      ]);
      return { made: Number(row?.['made'] ?? 0) };
    },
  });

/** Creates the reports of a day's week, each as a new version. */
export const runWeekly = day('day', 'WeeklyReport/run', 'weekly', 'weekly-report');
/** Updates the final bills of a day's month; locked ones stay. */
export const runFinals = day('day', 'FinalBill/run', 'finals', 'final-bill');

export const lockFinal = defineEffect('customer-bills.lock-final', async ({ record, transaction }) => {
  const [row] = await transaction.query('SELECT sale.lock_final($1) AS found', [String(record['id'])]);
  const { code, ...figures } = (row?.['found'] ?? {}) as { code?: string };
  return code ? { issues: [issue(`sale.${code}`, '')] } : { patch: figures };
});
