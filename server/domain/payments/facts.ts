import type { SystemServices } from '../../modules/module.ts';
import type { Message, Told } from './gateway.ts';

/** The origin of a fact: a signed message, an answer to our query, or a timeout. */
export type Source = 'message' | 'asked' | 'clock';

/** A payment and the tenant that it belongs to. */
export interface PaymentOf {
  readonly tenant: string;
  readonly id: string;
}

/** The tenant of a payment by its globally unique id; null if there is none. */
export async function paymentBy(services: SystemServices, id: string | null): Promise<PaymentOf | null> {
  if (id === null || !/^\d{1,18}$/.test(id)) return null;
  const [row] = await services.query('SELECT tenant_id::text AS tenant FROM online_payment WHERE id = $1', [id]);
  return row ? { tenant: String(row['tenant']), id } : null;
}

/** The platform's tenant, for what belongs to no tenant. */
export async function platformOf(services: SystemServices): Promise<string> {
  const [row] = await services.query(
    `SELECT id::text AS id FROM tenant WHERE kind = 'platform' ORDER BY id LIMIT 1`,
    [],
  );
  return String(row?.['id']);
}

/** Stores a message once, however often it is sent. Answers whether it is new. */
export async function keepMessage(
  services: SystemServices,
  of: { tenant: string; id: string | null },
  source: Source,
  { eventId, type, kind, session, amount, currency }: Omit<Message, 'payment'>,
): Promise<boolean> {
  const kept = await services.query(
    `INSERT INTO payment_message (tenant_id, id, "eventId", payment, kind, source, type, session, amount, currency)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id`,
    [of.tenant, services.newId(), eventId, of.id, kind, source, type, session, amount, currency],
  );
  return kept.length > 0;
}

/** Stores an answer of the gateway; equal answers are the same fact. */
export const keepAnswer = (services: SystemServices, of: PaymentOf, told: Told): Promise<boolean> =>
  keepMessage(services, of, 'asked', {
    ...told,
    eventId: `asked:${of.id}:${told.kind}:${told.session ?? ''}:${told.amount ?? ''}${told.currency ?? ''}`,
    type: told.kind,
  });

/** All facts of a payment, for the effect's transaction and the system alike. */
export const factsSql = `SELECT kind, session, amount::text, currency FROM payment_message
  WHERE tenant_id = $1 AND payment = $2 ORDER BY id`;
