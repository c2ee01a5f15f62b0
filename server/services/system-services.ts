import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError, OutdatedRights } from '../errors.ts';
import type { Context } from '../operations/context.ts';
import { commandCall } from '../operations/command.ts';
import { createModuleFiles } from '../operations/transfer/module-files.ts';
import { mutationOf, runAction } from '../operations/write/run-action.ts';
import { runBulk } from '../operations/write/run-bulk.ts';
import { post, type PostDeps } from '../messages/post.ts';
import type { ActingServices } from '../modules/module.ts';
import { livingNodesSql } from '../store/nodes/node-number.ts';
import { quote } from '../store/sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { createModuleHttp } from './module-http.ts';
import { createSemaphore } from '../files/semaphore.ts';
import type { Actors } from '../access/actors.ts';
import type { Secrets } from '../secrets/secrets.ts';

interface On {
  context: Context;
  system: SystemDatabase;
  actors: Actors;
  report: ActingServices['report'];
  open: Secrets['open'];
  sign: Secrets['sign'];
  isSigned: Secrets['isSigned'];
  files: Parameters<typeof createModuleFiles>[0]['files'];
  texts: PostDeps['texts'];
  drivers: PostDeps['drivers'];
  /** The number that this node has leased. */
  number: () => number;
}

/**
 * Services for module code running outside a request; writes use the normal pipeline as the system actor with the
 * tenant's published schema.
 */
export function createSystemServices(on: On): ActingServices {
  const { context, system, report, sign, isSigned, texts, drivers } = on;
  const start = randomUUID();
  const actorIn = systemActorIn(on);
  // Limit background work, so that it does not fill the pool and delay sign-ins.
  const inTurn = createSemaphore(system.most - 1);
  const query: ActingServices['query'] = (text, values) =>
    inTurn(async () => (await system.pool.query(text, [...values])).rows);
  const deps: ActingServices = {
    query,
    queryReport: (text, values) => inTurn(() => system.report(text, values)),
    async copy(text, rows) {
      const client = await system.pool.connect();
      try {
        await pipeline(Readable.from([Buffer.from(rows)]), client.query(copyFrom(text)));
      } finally {
        client.release();
      }
    },
    report,
    async asSystem(tenant, body = {}, culture = 'en-US') {
      return commandCall({ context: { ...context, services: deps }, texts }, await actorIn(tenant), {
        body,
        culture: texts.culture(culture),
      });
    },
    newId: context.newId,
    clock: context.clock,
    http: createModuleHttp({
      now: () => context.clock().getTime(),
      report: (tenant, host) => report(tenant, 'http', `${host} does not answer; calls are paused`),
    }),
    worker: () => `${on.number()}:${start}`,
    livingNodes: async () => (await query(livingNodesSql, [])).map(({ number }) => Number(number)),
    sign,
    isSigned,
    say: (culture, module, key, params = {}) => texts.module(culture, module, key, params),
    async mail({ tenant, to, title, text, template, about, culture, key }) {
      const letter = { kind: 'mail' as const, to, template, about, culture, key, params: {}, words: { title, text } };
      await post({ context, system, texts, drivers }, await actorIn(tenant), letter);
    },
    files: createModuleFiles({
      ...{ context, files: on.files, systemIn: actorIn },
      forget: async (tenant, id) =>
        void (await query('DELETE FROM file WHERE tenant_id = $1 AND id = $2', [tenant, id])),
    }),
    async enqueue(job, { tenant, entity, id, action = '' }, { at, key } = {}) {
      const { facts } = await actorIn(tenant);
      const operation = key ?? `${entity}:${id}:${context.newId()}`;
      const call = { job, entity, action, record: id, tenant, actor: facts, operation };
      await query(
        `SELECT graphile_worker.add_job('socket', $1::json, run_at => $2, max_attempts => 12, job_key => $3)`,
        [JSON.stringify(call), at ?? null, `${operation}:${job}`],
      );
    },
    secret: secretReader(on, actorIn),
    ...actions(on, actorIn),
  };
  return deps;
}

/** The system actor of a tenant by its id. */
const systemActorIn =
  ({ system, actors }: On) =>
  async (id: string) => {
    const tenant = await system.db.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return actors.systemIn({ ...tenant, platform: tenant.kind === 'platform' });
  };

type ActorIn = ReturnType<typeof systemActorIn>;

const secretReader =
  ({ system, open }: On, actorIn: ActorIn): ActingServices['secret'] =>
  async ({ tenant, entity: name, id }, fieldName) => {
    const { catalog } = await actorIn(tenant);
    const entity = catalog.byName.get(name);
    const field = entity?.byName.get(fieldName);
    if (!entity || field?.meta.type !== 'secret') throw new Error(`${name} has no secret ${fieldName}`);
    const { rows } = await system.pool.query<{ sealed: string | null }>(
      `SELECT ${quote(field.id)} AS sealed FROM ${quote(entity.table)} WHERE tenant_id = $1 AND id = $2`,
      [tenant, id],
    );
    const sealed = rows[0]?.sealed ?? null;
    return sealed === null ? null : open(name, fieldName, sealed);
  };

/** Takes actions on records through the pipeline of every write. */
function actions({ context }: On, actorIn: ActorIn): Pick<ActingServices, 'act' | 'actOnEach'> {
  const requestFor = async (tenant: string, name: string, action: string) => {
    const actor = await actorIn(tenant);
    const entity = actor.catalog.byName.get(name);
    const step = entity?.actions.get(action);
    if (!entity || !step) throw new Error(`${name} has no ${action}`);
    return { request: { actor, entity, key: null, fingerprint: '' }, step };
  };
  return {
    async act({ tenant, entity, id }, action, input = {}) {
      try {
        await withRights(async () => {
          const { request, step } = await requestFor(tenant, entity, action);
          await runAction(context, request, step, { ...input, id });
        });
        return [];
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        return error.details.issues ?? [{ code: `error.${error.kind}`, path: '' }];
      }
    },
    async actOnEach({ tenant, entity, ids }, action) {
      if (ids.length === 0) return new Map();
      const results = await withRights(async () => {
        const { request, step } = await requestFor(tenant, entity, action);
        return runBulk(context, request, mutationOf(step), ids, (id) => ({ id }));
      });
      return new Map(results.flatMap(({ id, ok, issues = [] }) => (ok ? [] : [[id, issues] as const])));
    },
  };
}

/** Runs a write again if the tenant published between loading its schema and the write. */
const withRights = <T>(attempt: () => Promise<T>): Promise<T> =>
  attempt().catch((error: unknown) => {
    if (error instanceof OutdatedRights) return attempt();
    throw error;
  });
