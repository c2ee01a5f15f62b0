import type { CommandCall } from '../../modules/module.ts';

/** Whose orders and packages a board may sum for this reader: null for all. They stand on one board, so the narrower right counts. */
export async function reachOf(call: Pick<CommandCall, 'organisations'>): Promise<readonly string[] | null> {
  const [orders, packages] = await Promise.all([call.organisations('order'), call.organisations('package')]);
  return orders && packages ? orders.filter((each) => packages.includes(each)) : (orders ?? packages);
}
