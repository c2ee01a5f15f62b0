import { can } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Command } from '../modules/module.ts';
import type { Actor } from '../operations/context.ts';
import { actAtStationSql } from './station-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** What counts of a command here. */
export type StationCommand = Pick<Command, 'path' | 'needs' | 'atStation'>;

/** A request by which a session of a shared station is checked. */
interface StationRequest {
  readonly method: string;
  readonly url: string;
}

export interface StationGate {
  /** Why a session of a shared station may not make this call; null for others. An act keeps its session open. */
  refusal(actor: Actor, request: StationRequest): Promise<AppError | null>;
  /** Whether a person may make any of the calls that stations are for. */
  opensAny(actor: Actor): boolean;
}

/** Everything is closed to sessions of shared stations but the commands that modules declare for them. */
export function createStationGate(system: SystemDatabase, commands: readonly StationCommand[]): StationGate {
  const open = commands.filter(({ atStation }) => atStation !== undefined);
  const calls = new Map(open.map(({ path, atStation }) => [`POST /api/${path.toLowerCase()}`, atStation]));
  return {
    async refusal(actor, { method, url }) {
      if (actor.station === undefined) return null;
      const kind = calls.get(`${method} ${url.split('?', 1)[0]?.toLowerCase() ?? ''}`);
      if (kind === undefined) return new AppError('stationOnly');
      if (kind === 'act' && 'tokenHash' in actor.entrance)
        await system.pool.query(actAtStationSql, [actor.entrance.tokenHash]);
      return null;
    },
    opensAny: ({ catalog, rightsOn }) =>
      open.some(({ needs }) => {
        const entity = needs && catalog.byName.get(needs.entity);
        return !needs || (entity !== undefined && can(rightsOn(entity), needs.code));
      }),
  };
}
