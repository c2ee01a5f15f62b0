import { AppError } from '../errors.ts';
import type { Context } from '../operations/context.ts';
import { runAction } from '../operations/run-action.ts';
import type { House } from '../sockets/socket.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Actors } from './actors.ts';

/** What wings act with apart from requests: the system's own hands, by the same pipeline as everybody's writes. */
export function createHouse(on: {
  context: Context;
  system: SystemDatabase;
  actors: Actors;
  report: House['report'];
}): House {
  const { context, system, actors, report } = on;
  const query: House['query'] = async (text, values) => (await system.pool.query(text, [...values])).rows;
  return {
    query,
    report,
    newId: context.newId,
    async act({ tenant: id, entity: name, id: record }, action, input = {}) {
      const tenant = await system.db.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const actor = actors.system({ ...tenant, platform: tenant.kind === 'platform' });
      const entity = context.catalog.byName.get(name);
      const step = entity?.actions.get(action);
      if (!entity || !step) throw new Error(`${name} has no ${action}`);
      try {
        await runAction(context, { actor, entity, key: null, fingerprint: '' }, step, { ...input, id: record });
        return [];
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        return error.details.issues ?? [{ code: `error.${error.kind}`, path: '' }];
      }
    },
  };
}
