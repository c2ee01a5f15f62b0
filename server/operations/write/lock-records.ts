import { can, grantsFor, type Entity, type Grant } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import type { Row } from '../../store/batch.ts';
import { wholeSql, wholesSql, type WholeRecord } from '../../store/read-record-sql.ts';
import type { FoundReference } from '../../store/reference-sql.ts';
import type { SqlQuery } from '../../store/sql.ts';
import type { Actor } from '../context.ts';
import type { Write } from './write.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record as it was when the transaction locked it. */
export interface Locked {
  readonly record: Record<string, unknown>;
  /** The grants with the required code that reach this row. */
  readonly reaching: readonly Grant[];
  /** The current records that its lookups copy from. */
  readonly copied: readonly FoundReference[];
}

/** Reads and locks whole records by id, an order that prevents deadlocks between batches. */
export function lockSql({ request: { actor, entity } }: Write, ids: readonly string[], code: string): SqlQuery {
  const { catalog, member } = actor;
  const rightsOn = (target: Entity) => actor.rightsOn(target);
  const request = { catalog, entity, rights: actor.rightsOn(entity), code, member, lock: true, rightsOn };
  const [id, ...others] = ids;
  return id !== undefined && others.length === 0 ? wholeSql({ ...request, id }) : wholesSql({ ...request, ids });
}

/** The locked row. Throws `notFound` if it is invisible, `forbidden` if it is visible but must not be changed. */
export function lockedRow({ request: { actor, entity } }: Write, row: Row | undefined, code: string): Locked {
  const whole = row as WholeRecord | undefined;
  if (!whole?.readable) throw new AppError('notFound');
  const { record, copied } = whole;
  const reaching = grantsFor(actor.rightsOn(entity), code).filter((_, at) => whole.reached[at]);
  if (reaching.length === 0) throw new AppError('forbidden', { params: { code: `${entity.path}:${code}` } });
  return { record, reaching, copied };
}

/** Throws `stale` (409) with the current record if the version sent is outdated. */
export function checkVersion(actor: Actor, entity: Entity, record: Values, version: unknown): void {
  if (version === undefined || version === null || version === '') return;
  const expected = typeof version === 'number' || typeof version === 'string' ? Number(version) : Number.NaN;
  if (expected === record['version']) return;
  const visible = actor.lensOn(entity).everywhere;
  const current = Object.fromEntries(Object.entries(record).filter(([name]) => visible.has(name)));
  throw new AppError('stale', {
    data: { current, version: record['version'], by: record['updatedBy'], at: record['updatedAt'] },
  });
}

/** Throws `forbidden` if no grant has this code. */
export function requirePermission({ request: { actor, entity } }: Write, code: string): void {
  if (can(actor.rightsOn(entity), code)) return;
  throw new AppError('forbidden', { params: { code: `${entity.path}:${code}` } });
}

/** Throws `refused` if the write would grant rights that the person does not hold. */
export async function assertAllowed({ context, request }: Write, verb: string, input: Values): Promise<void> {
  const [issues = []] = (await context.gate?.(request.actor, request.entity, verb, [input])) ?? [];
  if (issues.length > 0) throw refused(...issues);
}
