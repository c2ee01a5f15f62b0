import type { SystemServices } from '../../modules/module.ts';
import { loadAccount } from '../carriers/accounts.ts';
import { caught, giveBack, type Placer } from './keep-answer.ts';
import type { Placing } from './placings.ts';
import { loadOrders } from './ship-order.ts';

const doubtsSql = `SELECT tenant_id::text AS tenant, key, "order"::text AS "order", state, account::text AS account FROM shipping.placing
  WHERE doubt_at < now() - $1 * interval '1 millisecond' AND state = 'ended' ORDER BY doubt_at LIMIT 500`;
const settledSql = `UPDATE shipping.placing SET doubt_at = NULL WHERE tenant_id = $1 AND key = $2 AND doubt_at IS NOT NULL`;
/** A carrier that cannot be queried is asked less and less often, and no more after a week. */
const laterSql = `UPDATE shipping.placing SET doubt_at = CASE WHEN created_at > now() - interval '7 days'
    THEN now() + least(now() - created_at, interval '6 hours') END
  WHERE tenant_id = $1 AND key = $2 RETURNING doubt_at IS NULL AS ended`;

/** Queries under way at once, so that a day's orders do not wait for each other. */
const lanes = 6;

/**
 * Once the call of a purchase must have ended, queries the carrier a last time: a label made after all after a lost
 * answer, or made twice, belongs to no order and is voided. Answers how many were queried.
 */
export async function lookForLate(on: Placer, services: SystemServices): Promise<number> {
  const rows = [...(await services.query<Placing>(doubtsSql, [on.timing.lease * 2]))];
  const many = rows.length;
  const lane = async (): Promise<void> => {
    for (let placing = rows.shift(); placing; placing = rows.shift()) await lookOnce(on, services, placing);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return many;
}

async function lookOnce(on: Placer, services: SystemServices, placing: Placing): Promise<void> {
  const { tenant, key, account: id } = placing;
  const account = id === null ? null : await loadAccount(services, tenant, id);
  const order = (await loadOrders(services, tenant, [key])).get(key);
  const found = account && order ? await caught(() => on.carriers.of(account.carrier).find(account, order.ship)) : null;
  if (found && !found.ok && found.kind !== 'unsupported') {
    const [row] = await services.query(laterSql, [tenant, key]);
    if (row?.['ended'])
      services.report(tenant, 'placing', `${key}: whether it was bought twice stays unknown: ${found.code}`);
    return;
  }
  await services.query(settledSql, [tenant, key]);
  if (account && found?.ok && found.value) await giveBack(on, services, placing, { shipped: found.value, account });
}
