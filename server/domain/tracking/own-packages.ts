import type { CommandCall, JsonSchema } from '../../modules/module.ts';

/** What a reader sees of a package of ours. */
export interface OwnPackage {
  readonly id: string;
  readonly trackingNo: string;
  readonly carrier: string | null;
  readonly service: string | null;
  readonly order: string | null;
  readonly orderNo: string | null;
  readonly customer: string | null;
  readonly state: string;
  readonly logistics: string;
  readonly lastEvent: string | null;
  readonly lastEventAt: string | null;
  readonly estimatedAt: string | null;
  readonly deliveredAt: string | null;
}

const maybe: JsonSchema = { type: ['string', 'null'] };
export const ownPackageSchema: JsonSchema = {
  type: 'object',
  description: 'The package of this number, where it is one of ours that the reader may see.',
  required: ['id', 'trackingNo', 'state', 'logistics'],
  properties: {
    ...{ id: { type: 'string' }, trackingNo: { type: 'string' }, carrier: maybe, service: maybe, order: maybe },
    ...{ orderNo: maybe, customer: maybe, state: { type: 'string' }, logistics: { type: 'string' } },
    ...{ lastEvent: maybe, lastEventAt: maybe, estimatedAt: maybe, deliveredAt: maybe },
  },
};

const together = 500;
const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** Packages by number, as far as the reader's grants reach; of a number that was used twice the newest. */
export async function ownPackages(
  call: Pick<CommandCall, 'read' | 'list' | 'can'>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, OwnPackage>> {
  const found = new Map<string, OwnPackage>();
  if (numbers.length === 0 || !call.can('package', 'read')) return found;
  const rows = await call.read(
    `SELECT DISTINCT ON ("trackingNo") id::text AS id FROM package WHERE "trackingNo" = ANY ($1::text[])
      ORDER BY "trackingNo", package.id DESC`,
    [[...new Set(numbers)]],
  );
  const ids = rows.map(({ id }) => String(id));
  for (let at = 0; at < ids.length; at += together) {
    const some = ids.slice(at, at + together);
    for (const row of await call.list('package', { 'id.in': some.join(',') }, together)) {
      const own = asOwn(row);
      found.set(own.trackingNo, own);
    }
  }
  return found;
}

export const asOwn = (row: Readonly<Record<string, unknown>>): OwnPackage => ({
  ...{ id: String(row['id']), trackingNo: text(row['trackingNo']) ?? '', carrier: text(row['carrierCode']) },
  ...{ service: text(row['$service']), order: text(row['order']), orderNo: text(row['$order']) },
  ...{ customer: text(row['$customer']), state: text(row['trackingStatus']) ?? 'pending' },
  ...{ logistics: text(row['logistics']) ?? 'notIssued', lastEvent: text(row['lastEvent']) },
  ...{ lastEventAt: text(row['lastEventAt']), estimatedAt: text(row['estimatedAt']) },
  deliveredAt: text(row['deliveredAt']),
});
