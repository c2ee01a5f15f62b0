import type { CommandCall } from '../../modules/module.ts';

/**
 * The organisations whose orders and packages a dashboard may sum for this reader: null for all. Both are combined, so
 * the narrower right applies.
 */
export async function reachOf(call: Pick<CommandCall, 'organisations'>): Promise<readonly string[] | null> {
  const [orders, packages] = await Promise.all([call.organisations('order'), call.organisations('package')]);
  return orders && packages ? orders.filter((each) => packages.includes(each)) : (orders ?? packages);
}

/** Everybody whose orders a dashboard may be narrowed to. */
export const salespeopleSql = 'SELECT s.id, s.name FROM receivables.salespeople() s';
