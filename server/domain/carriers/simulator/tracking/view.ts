import { services as fedexServices } from '../fedex/services.ts';
import type { Package, Shipment } from '../model.ts';
import { services as upsServices } from '../ups/services.ts';
import { eventsAt, promiseOf, type Visible } from './story.ts';

/** A package on its way, as it can be seen now. */
export interface View {
  readonly shipment: Shipment;
  readonly of: Package;
  /** Earliest first; duplicated if the scenario duplicates an event. */
  readonly events: readonly Visible[];
  readonly promised: number;
  readonly delivered: Visible | null;
}

/** Days that a service takes. */
export const daysOf = ({ brand, service }: Pick<Shipment, 'brand' | 'service'>): number =>
  (brand === 'ups' ? upsServices : fedexServices)[service]?.days ?? 4;

export function viewOf(shipment: Shipment, of: Package, now: number): View {
  const events = eventsAt(shipment, daysOf(shipment), now);
  const last = events.findLast(({ what }) => ['delivered', 'undone', 'returned'].includes(what));
  const delivered = last && last.what !== 'undone' ? last : null;
  return { shipment, of, events, promised: promiseOf(shipment, daysOf(shipment), events), delivered };
}
