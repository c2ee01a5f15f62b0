import { defineSchedule } from '../../modules/module.ts';
import { verifySql, type Difference } from './verify-sql.ts';

/** Maximum differences named in a message. */
const maxNamed = 20;

/** Adds movements of internal accounts to their balances; without it balances are exact but slower to read. */
const rollUp = defineSchedule('ledger-roll-up', '*/5 * * * *', async ({ query }) => {
  const [row] = await query('SELECT ledger.roll_up() AS lines', []);
  return Number(row?.['lines'] ?? 0);
});

/**
 * Verifies the ledger from its lines: every balance, conservation per tenant and currency, floors, holds. Answers 0, or
 * throws with the differences, which the timer reports.
 */
const verify = defineSchedule('ledger-verify', '40 2 * * *', async ({ query }) => {
  const found = await query<Difference>(verifySql, []);
  if (found.length === 0) return 0;
  const named = found.slice(0, maxNamed).map(({ check, tenant, subject, stands, proven }) => {
    return `${check} ${tenant}/${subject}: ${stands} <> ${proven}`;
  });
  throw new Error([`${found.length} <> 0`, ...named].join('\n'));
});

export const ledgerTasks = [rollUp, verify];
