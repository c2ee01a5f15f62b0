import type { PriceRows, ServiceRow, VersionRow } from '../snapshot/load-sql.ts';

/** The sides of a service that the tried prices may change. Sale prices may depend on cost, never the reverse. */
export type Reach = (service: ServiceRow) => 'nothing' | 'sale' | 'both';

interface Tried {
  readonly drafts: ReadonlySet<string>;
  /** Those whose levels get other percents. */
  readonly channels: ReadonlySet<string>;
  readonly withFuel: boolean;
}

type Rows = Pick<PriceRows, 'tables' | 'fixed' | 'charts' | 'areas' | 'surcharges'>;

/** So that an order is priced again only where its price may differ. */
export function reachOf(rows: Rows, { drafts, channels, withFuel }: Tried): Reach {
  // A draft takes the place of the versions of its code.
  const tried = <T extends VersionRow>(all: readonly T[]): T[] => {
    const codes = new Set(all.filter(({ id }) => drafts.has(id)).map(({ code }) => code));
    return all.filter(({ code }) => codes.has(code));
  };
  const priced = [...tried(rows.tables), ...tried(rows.fixed)];
  const [charts, areas, surcharges] = [tried(rows.charts), tried(rows.areas), tried(rows.surcharges)];
  const known = new Map<string, ReturnType<Reach>>();
  const find = ({ id, channel, carrier, serviceGroup }: ServiceRow): ReturnType<Reach> => {
    const sides = [
      ...priced.filter(({ service }) => service === id),
      ...surcharges.filter((each) => each.carrier === carrier),
    ].map(({ side }) => side);
    const places =
      areas.some((each) => each.carrier === carrier) ||
      charts.some((each) => each.carrier === carrier && each.serviceGroup === serviceGroup);
    if (withFuel || places || sides.includes('cost')) return 'both';
    return sides.length > 0 || channels.has(channel) ? 'sale' : 'nothing';
  };
  return (service) => {
    let found = known.get(service.id);
    if (!found) known.set(service.id, (found = find(service)));
    return found;
  };
}
