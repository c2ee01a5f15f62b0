import type { Change, EntityDocument, EntityMeta, Entity, Finding } from '../../engine/core/index.ts';
import { changesBetween, lintDocument } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { SchemaChangeDeps } from '../store/run-change.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { blockersOf, problemBlockers, testBlockers, type Blocker } from './blockers.ts';
import type { TenantCatalogs } from './catalogs.ts';
import { clearedWarnings, demandStanding } from './purged-data.ts';
import { noAnswers, type PublishAnswers } from './publish-answers.ts';
import { demandOwn } from './guard.ts';
import { guardDocument } from './guard-document.ts';
import type { TakenNames } from './guard-names.ts';
import { placeOf, targetSchemaOf, type TargetSchema, type PublishRequest } from './target-schema.ts';

export interface PublishDeps extends Pick<SchemaChangeDeps, 'ownerUrl'> {
  readonly system: SystemDatabase;
  readonly catalogs: TenantCatalogs;
  readonly taken: TakenNames;
}

/** The effects of publishing a document, computed without changing anything. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly lint: readonly Finding[];
  readonly shape: TargetSchema;
  readonly permissions: readonly { role: string; code: string; change: 'gained' | 'lost' }[];
  readonly blockers: readonly Blocker[];
}

/** Plans all effects of a document. Throws `refused` if it is no entity of this tenant. */
export async function planDocument(
  deps: PublishDeps,
  actor: Actor,
  document: EntityDocument,
  said: PublishAnswers & { readonly baseRevision: number },
): Promise<Plan> {
  const [plan] = await planTogether(deps, actor, [{ document, ...said }]);
  if (!plan) throw new Error('planTogether answered no plan for the document');
  return plan;
}

/** Plans several documents that are published together, each within the catalog of all of them. */
export async function planTogether(
  deps: PublishDeps,
  actor: Actor,
  many: readonly (PublishAnswers & { readonly document: EntityDocument; readonly baseRevision: number })[],
): Promise<Plan[]> {
  const placed = [];
  for (const each of many) {
    const wanted = await wantedOf(deps, actor, each);
    placed.push({ wanted, at: await placeOf(deps.system, wanted) });
  }
  const plans: Plan[] = [];
  for (const { wanted, at } of placed) {
    const beside = placed.flatMap((other) => (other.at === at ? [] : [other.at.own]));
    plans.push(await planOne(deps, actor, wanted, await targetSchemaOf(deps.system, wanted, at, beside)));
  }
  return plans;
}

async function wantedOf(
  { system, catalogs, taken }: PublishDeps,
  actor: Actor,
  {
    document,
    baseRevision,
    ...said
  }: PublishAnswers & { readonly document: EntityDocument; readonly baseRevision: number },
): Promise<PublishRequest> {
  const name = document.meta.entity;
  demandOwn(catalogs.base, actor, name);
  const schema = await catalogs.of(actor.tenant);
  const issues = guardDocument({ catalogs, taken }, actor, document);
  if (issues.length > 0) throw refused(...issues);
  const live = schema.live.get(name);
  const anew = live?.state === 'retired' && baseRevision === 0;
  if (live?.state === 'retired' && !anew) await demandStanding(system.pool, actor, name);
  return {
    ...{ tenant: actor.tenant, account: actor.facts.id, zone: actor.timeZone, base: catalogs.base, schema, document },
    ...{ baseDocument: catalogs.baseDocument(name), anew },
    revision: (await lastRevision(system, actor.tenant, name)) + 1,
    // A publish ordered by an older release has no such answers.
    ...{ mapping: said.mapping, backfill: said.backfill, money: said.money ?? noAnswers.money },
  };
}

async function planOne(
  { system }: PublishDeps,
  actor: Actor,
  wanted: PublishRequest,
  shape: TargetSchema,
): Promise<Plan> {
  const { schema, baseDocument, document } = wanted;
  const live = schema.live.get(document.meta.entity);
  const published = live?.state === 'live' ? live.document : (baseDocument ?? emptyOf(document));
  const others = shape.catalog.entities.map(({ name: entity, fields }) => ({
    entity,
    fields: fields.map(({ name: field, meta }) => ({ name: field, type: meta.type })),
  }));
  const lint = lintDocument(shape.document, others);
  return {
    changes: changesBetween(published, shape.document),
    lint,
    shape,
    permissions: permissionDelta(shape.before, shape.after),
    blockers: [
      ...testBlockers(shape.after),
      ...problemBlockers(lint, lintDocument(published, others)),
      ...(await blockersOf(system, actor, shape, wanted)),
      ...(await clearedWarnings(system, actor, shape)),
    ],
  };
}

/** The entity before its first revision: only its name. */
const emptyOf = ({ meta }: EntityDocument): EntityDocument => ({
  meta: {
    entity: meta.entity,
    path: meta.path,
    title: meta.title,
    fields: {},
    list: { columns: [] },
    access: {},
  } as EntityMeta,
  texts: {},
});

function permissionDelta(before: Entity | null, after: Entity): Plan['permissions'] {
  const codesOf = (entity: Entity | null) =>
    new Set(
      Object.entries(entity?.access ?? {}).flatMap(([role, grants]) =>
        grants.flatMap(({ codes }) => codes.map((code) => `${role} ${code}`)),
      ),
    );
  const [was, is] = [codesOf(before), codesOf(after)];
  const told = (key: string, change: 'gained' | 'lost') => {
    const [role = '', code = ''] = key.split(' ');
    return { role, code, change };
  };
  return [
    ...[...is].filter((key) => !was.has(key)).map((key) => told(key, 'gained')),
    ...[...was].filter((key) => !is.has(key)).map((key) => told(key, 'lost')),
  ];
}

export async function lastRevision(system: SystemDatabase, tenant: string, entity: string): Promise<number> {
  const { rows } = await system.pool.query<{ last: number }>(
    'SELECT coalesce(max(revision), 0)::int AS last FROM lading.revision WHERE tenant_id = $1 AND entity = $2',
    [tenant, entity],
  );
  return rows[0]?.last ?? 0;
}
