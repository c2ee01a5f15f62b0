import type { ActingServices, Issue } from '../../modules/module.ts';
import { mostTried, trial } from './trial/trial.ts';

interface Picked {
  readonly channel: string;
  readonly service: string;
}

/** The result of a trial: why an order has no price, or why its rate rule picked its service. */
export interface Tried {
  readonly id: string;
  readonly ok: boolean;
  readonly issues?: readonly (Issue & { readonly message: string })[];
  readonly pick?: { readonly picked: Picked | null; readonly reason: string | null; readonly text: string };
}

/**
 * Prices drafts as the system of their tenant. Each keeps its prices for a day, and one whose `rateRule` is set takes the
 * channel and service that the rule picks, with the reason and the next best.
 */
export async function tryOrders(services: ActingServices, tenant: string, ids: readonly string[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (let at = 0; at < ids.length; at += mostTried) {
    const call = await services.asSystem(tenant, { ids: ids.slice(at, at + mostTried) });
    tried.push(...((await trial.run(call)) as { results: Tried[] }).results);
  }
  return tried;
}
