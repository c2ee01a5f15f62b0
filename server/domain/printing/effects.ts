import { randomInt } from 'node:crypto';
import { defineEffect, issue } from '../../modules/module.ts';

/** An unambiguous alphabet; ten characters are 48 bits, which cannot be guessed within half an hour. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const pairingCode = (): string => {
  const code = Array.from({ length: 10 }, () => signs[randomInt(signs.length)]).join('');
  return `${code.slice(0, 5)}-${code.slice(5)}`;
};

const pair = defineEffect('printing.pair', async ({ transaction }) => {
  const [row] = await transaction.query(
    `SELECT to_char(now() + interval '30 minutes', 'YYYY-MM-DD HH24:MI:SS') AS until`,
    [],
  );
  return { patch: { pairingCode: pairingCode(), pairingUntil: row?.['until'] } };
});

const unpair = defineEffect('printing.unpair', async ({ transaction, record }) => {
  await transaction.query('SELECT printing.unpair($1)', [record['id']]);
  return { patch: { online: false, pairingCode: null, pairingUntil: null } };
});

const testPage = defineEffect('printing.test-page', async ({ transaction, record, actor }) => {
  await transaction.query('SELECT printing.test_page($1, $2)', [record['id'], actor.id]);
});

const resend = defineEffect('printing.resend', async ({ transaction, record }) => {
  const [row] = await transaction.query('SELECT printing.again($1) AS fault', [record['id']]);
  const fault = row?.['fault'] as readonly string[] | null;
  // A label that may be on paper already counts as a reprint.
  const isDoubtful = record['errorCode'] === 'agentGone' && !record['reason'];
  if (!fault) return { patch: { errorCode: null, errorText: null, ...(isDoubtful ? { reason: '?' } : {}) } };
  const [code = '', detail] = fault;
  return { issues: [issue(`printing.${code}`, '', { detail })] };
});

export const printingEffects = [pair, unpair, testPage, resend];
