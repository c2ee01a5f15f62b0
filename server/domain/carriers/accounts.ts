import type { SystemServices } from '../../modules/module.ts';
import type { CarrierAccount } from './carrier.ts';

/** An account with its credentials opened: for the call that needs it, and for no record, answer or log. */
export async function loadAccount(
  services: SystemServices,
  tenant: string,
  accountId: string,
): Promise<CarrierAccount | null> {
  const [row] = await services.query(
    `SELECT number, environment, currency, "carrierCode" AS carrier, "apiBase" AS base
     FROM express_account WHERE tenant_id = $1 AND id = $2`,
    [tenant, accountId],
  );
  if (!row) return null;
  const of = { tenant, entity: 'express-account', id: accountId };
  const [clientId, clientSecret] = await Promise.all([
    services.secret(of, 'clientId'),
    services.secret(of, 'clientSecret'),
  ]);
  return {
    ...{ tenant, id: accountId, carrier: String(row['carrier']), number: String(row['number']) },
    environment: row['environment'] === 'test' ? 'test' : 'production',
    ...{ currency: String(row['currency']), clientId: clientId ?? '', clientSecret: clientSecret ?? '' },
    base: typeof row['base'] === 'string' ? row['base'] : null,
  };
}

/** The enabled accounts that book for a channel, the first to be tried first. */
export async function accountsOfChannel(
  services: SystemServices,
  tenant: string,
  channel: string,
): Promise<readonly { id: string; carrier: string; priority: number }[]> {
  const rows = await services.query(
    `SELECT a.id, a."carrierCode" AS carrier, c.priority
     FROM account_channel c JOIN express_account a ON a.tenant_id = c.tenant_id AND a.id = c.account
     WHERE c.tenant_id = $1 AND c.channel = $2 AND a.status = 'enabled'
     ORDER BY c.priority, a.id`,
    [tenant, channel],
  );
  return rows.map(({ id, carrier, priority }) => ({
    ...{ id: String(id), carrier: String(carrier), priority: Number(priority) },
  }));
}
