import { can } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Command, StationCall } from '../modules/module.ts';
import type { Actor } from '../operations/context.ts';
import { actAtStationSql } from './station-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** What counts of a command here. */
export type StationCommand = Pick<Command, 'path' | 'needs' | 'atStation'>;

/** A request by which a session of a shared station is checked. */
interface StationRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

export interface StationGate {
  /** Why a session of a shared station may not make this call; null for others. An act keeps its session open. */
  refusal(actor: Actor, request: StationRequest): Promise<AppError | null>;
  /** The permission codes of the acts that this person may do at stations, such as `OrderBox:print`. */
  opens(actor: Actor): string[];
}

interface OpenCall {
  readonly kind: 'act' | 'look';
  readonly needs?: Command['needs'];
  /** The fields that the body may have; undefined where the command's own schema decides. */
  readonly takes?: ReadonlySet<string>;
}

/** Asks whether the session is still open. */
export const stationCheck = 'stationSignIn/check';

/** Everything is closed to sessions of shared stations but what modules declare for them. */
export function createStationGate(
  system: SystemDatabase,
  commands: readonly StationCommand[],
  stationCalls: readonly StationCall[] = [],
): StationGate {
  const open = new Map<string, OpenCall>([[keyOf(stationCheck), { kind: 'look' }]]);
  for (const { path, needs, atStation: kind } of commands) if (kind) open.set(keyOf(path), { kind, needs });
  for (const { path, needs, takes } of stationCalls)
    open.set(keyOf(path), { kind: 'act', needs, takes: new Set(takes) });
  return {
    async refusal(actor, { method, url, body }) {
      if (actor.station === undefined) return null;
      const call = open.get(`${method} ${url.split('?', 1)[0]?.toLowerCase() ?? ''}`);
      if (!call || !takesBody(call, body)) return new AppError('stationOnly');
      if (call.needs && codeOf(actor, call.needs) === null) return new AppError('forbidden');
      if (call.kind === 'act' && 'tokenHash' in actor.entrance)
        await system.pool.query(actAtStationSql, [actor.entrance.tokenHash]);
      return null;
    },
    opens: (actor) => [
      ...new Set(
        [...open.values()].flatMap(({ kind, needs }) => (kind === 'act' && needs && codeOf(actor, needs)) || []),
      ),
    ],
  };
}

const keyOf = (path: string): string => `POST /api/${path.toLowerCase()}`;

/** The permission code of a right that the person has; null if they do not have it. */
function codeOf({ catalog, rightsOn }: Actor, { entity: name, code }: NonNullable<Command['needs']>): string | null {
  const entity = catalog.byName.get(name);
  return entity && can(rightsOn(entity), code) ? `${entity.path}:${code}` : null;
}

/** One record with the declared fields: no list of records, and no field besides. Uploads have no body here. */
const takesBody = ({ takes }: OpenCall, body: unknown): boolean =>
  takes === undefined ||
  body === undefined ||
  body === null ||
  (typeof body === 'object' && !Array.isArray(body) && Object.keys(body).every((field) => takes.has(field)));
