import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { placesSql, type TenantPlace } from '../store/tenant-place.ts';
import { hostOf } from './sign-in-routes.ts';

/** Milliseconds for which a node relies on what it has read. */
const fresh = 1_000;

/**
 * Refuses requests for tenants that are not served here: `moved` (421) with the new address, `busy` while one is being
 * moved. A node reads where tenants are once a second at most, for all requests together.
 */
export function tenantPlaces(app: FastifyInstance, { pool }: Pick<SystemDatabase, 'pool'>): void {
  let known: Promise<ReadonlyMap<string, TenantPlace>> = Promise.resolve(new Map());
  let readAt = -Infinity;
  const places = (): Promise<ReadonlyMap<string, TenantPlace>> => {
    if (performance.now() - readAt < fresh) return known;
    readAt = performance.now();
    const before = known;
    // Without a database the request itself finds out.
    known = pool.query<TenantPlace>(placesSql).then(
      ({ rows }) => new Map(rows.map((row) => [row.host, row])),
      () => before,
    );
    return known;
  };
  app.addHook('onRequest', async (request, reply) => {
    const place = (await places()).get(hostOf(request));
    if (!place) return;
    if (place.state === 'left' && place.address !== null) reply.header('location', place.address);
    throw awayError(place);
  });
}

export const awayError = ({ state, address }: Pick<TenantPlace, 'state' | 'address'>): AppError =>
  state === 'left'
    ? new AppError('moved', { params: { address: address ?? '' }, data: { address } })
    : new AppError('busy');
