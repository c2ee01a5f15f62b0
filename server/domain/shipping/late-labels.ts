import type { SystemServices } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import { caught, giveBack, type Placer } from './keep-answer.ts';
import type { Placing } from './placings.ts';
import { loadOrders } from './ship-order.ts';

const doubtsSql = `SELECT tenant_id::text AS tenant, key, "order"::text AS "order", state, account::text AS account FROM shipping.placing
  WHERE doubt_at < now() - $1 * interval '1 millisecond' AND state = 'ended' ORDER BY doubt_at LIMIT 100`;
const settledSql = `UPDATE shipping.placing SET doubt_at = NULL WHERE tenant_id = $1 AND key = $2 AND doubt_at IS NOT NULL`;
const laterSql = `UPDATE shipping.placing SET doubt_at = now() WHERE tenant_id = $1 AND key = $2`;

/**
 * After a lost answer for which the carrier knew of no label, queries it a last time once its call must have ended: a
 * label made after all belongs to no order and is voided. Answers how many were queried.
 */
export async function lookForLate(on: Placer, services: SystemServices): Promise<number> {
  const rows = (await services.query(doubtsSql, [on.timing.lease * 2])) as unknown as Placing[];
  for (const placing of rows) {
    const { tenant, key, account: id } = placing;
    const account = id === null ? null : await loadAccount(services, tenant, id);
    const order = (await loadOrders(services, tenant, [key])).get(key);
    const found =
      account && order ? await caught(() => on.carriers.of(account.carrier).find(account, order.ship)) : null;
    if (found && !found.ok) await services.query(laterSql, [tenant, key]);
    else {
      await services.query(settledSql, [tenant, key]);
      if (account && found?.value) await giveBack(on, services, placing, { shipped: found.value, account });
    }
  }
  return rows.length;
}
