import { defineSchedule, type SystemServices } from '../../modules/module.ts';
import { checkoutOf, settleByAnswer, type PaymentSettings } from './checkout.ts';
import { keepMessage, type PaymentOf } from './facts.ts';
import { settle } from './settle.ts';

/** A payment page is open for a day; an hour later its message is considered lost. */
const openHours = 25;
const over = `"createdAt" < now() - interval '${openHours} hours'`;
/** Before ten minutes the message may still arrive. From the second hour on, a payment is queried once an hour. */
const due = `status = 'unpaid' AND "createdAt" < now() - interval '10 minutes'
  AND ("createdAt" > now() - interval '1 hour' OR extract(minute FROM now()) < 5 OR ${over})`;

/**
 * Events stored but never applied because the process died in between, within the period in which the gateway repeats
 * messages and newer than the payment's last step.
 */
const unsettledSql = `SELECT DISTINCT p.tenant_id::text AS tenant, p.id::text AS id
   FROM tenant t JOIN payment_message m ON m.tenant_id = t.id AND m."createdAt" > now() - interval '${openHours} hours'
   JOIN online_payment p ON p.tenant_id = m.tenant_id AND p.id = m.payment
  WHERE m.kind <> 'other' AND m."createdAt" >= p."updatedAt"`;

interface Unknown extends PaymentOf {
  readonly session: string | null;
  readonly asked: boolean;
  readonly over: boolean;
}

/**
 * Settles payments whose message is missing: queries the gateway about every payment open for a while, retries
 * unconfirmed openings under the same key, and applies stored but unapplied events. Answers how many were queried. A
 * failing payment does not stop the others; all failures are thrown together at the end.
 */
export const reconcile = (on: PaymentSettings) =>
  defineSchedule('payments-reconcile', '*/5 * * * *', async ({ query, services: deps }) => {
    if (!on.gateway || !deps) return 0;
    const payments = await query<Unknown>(
      `SELECT tenant_id::text AS tenant, id::text AS id, session, "askedAt" IS NOT NULL AS asked,
              ${over} AS over FROM online_payment WHERE ${due} ORDER BY id`,
      [],
    );
    const failures: string[] = [];
    const each = (id: string, done: Promise<void>) =>
      done.catch((error: unknown) => void failures.push(`${id}: ${(error as Error).message}`));
    for (const payment of payments) await each(payment.id, lookAt(on, deps, payment));
    const unsettled = await query<PaymentOf>(unsettledSql, []);
    for (const payment of unsettled) await each(payment.id, settle(deps, payment));
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return payments.length;
  });

async function lookAt(
  on: PaymentSettings,
  services: SystemServices,
  { tenant, id, session, asked, over }: Unknown,
): Promise<void> {
  const of = { tenant, id };
  if (!on.gateway) return;
  if (session === null && asked && !over) await checkoutOf(on, services, of);
  if (session !== null || (asked && !over)) return settleByAnswer(on.gateway, services, of);
  if (!over) return;
  // No page was ever shown, so no one can have paid; a later message to the contrary still counts.
  const clock = { type: 'expired', kind: 'expired', session: null, amount: null, currency: null } as const;
  await keepMessage(services, of, 'clock', { ...clock, eventId: `clock:${id}` });
  await settle(services, of);
}
