import type { Entity, Issue } from '../../../engine/core/index.ts';
import { can, codesOf, issue, newBudget, transition, wrongState } from '../../../engine/core/index.ts';
import { AppError } from '../../errors.ts';
import { prepared } from '../../store/database.ts';
import { historySql, type Change } from '../../store/idempotency-sql.ts';
import { detailSql, wholeSql, type WholeRecord } from '../../store/read-record-sql.ts';
import type { Actor, Context } from '../context.ts';
import { momentIn } from '../moment.ts';
import { recordId } from '../record-id.ts';

type Values = Record<string, unknown>;

/** A record with its lines, its available actions, and the reasons against the others; `text` is the record as JSON. */
export async function readRecord(context: Context, actor: Actor, entity: Entity, rawId: unknown) {
  const id = recordId(rawId);
  const rights = demand(actor, entity);
  const lens = actor.lensOn(entity);
  const request = { catalog: actor.catalog, entity, rights, code: 'read', member: actor.member, id, lock: false };
  // A person who sees all fields already has the whole record; for others, rules read hidden fields separately.
  const seesAll = entity.fields.every((field) => field.meta.type !== 'secret' && lens.everywhere.has(field.name));
  const [shown, whole] = await context.database.read(
    actor.entrance,
    prepared(detailSql(actor.catalog, entity, lens, id), actor),
    ...(seesAll ? [] : [prepared(wholeSql(request), actor)]),
  );
  const text = shown?.[0]?.['record'] as string | undefined;
  if (!text) throw new AppError('notFound');
  const record = JSON.parse(text) as Values & { _can: string[] };
  const full = seesAll ? record : ((whole?.[0] as WholeRecord | undefined)?.record ?? {});
  const why = reasons(context, actor, entity, full, record._can);
  return { record, text, why: seesAll ? why : withoutHidden(entity, lens.everywhere, why) };
}

/** A record without actions, as JSON text. */
export async function readPlain(context: Context, actor: Actor, entity: Entity, rawId: unknown): Promise<string> {
  const id = recordId(rawId);
  demand(actor, entity);
  const [shown] = await context.database.read(
    actor.entrance,
    prepared(detailSql(actor.catalog, entity, actor.lensOn(entity), id), actor),
  );
  const text = shown?.[0]?.['record'] as string | undefined;
  if (!text) throw new AppError('notFound');
  return text;
}

/** The record that a call names by `path` and `record`; refuses with `notFound` where this person may not read it. */
export async function readableRecord(
  context: Context,
  actor: Actor,
  input: Readonly<Record<string, unknown>>,
): Promise<{ entity: Entity; id: string }> {
  const entity = actor.catalog.entities.find(({ path }) => path === input['path']);
  if (!entity) throw new AppError('notFound');
  const id = recordId(input['record']);
  await readPlain(context, actor, entity, id);
  return { entity, id };
}

/** The audit entries of a record, newest first, without fields that some rows hide from this person. */
export async function readHistory(context: Context, actor: Actor, entity: Entity, rawId: unknown) {
  const id = recordId(rawId);
  demand(actor, entity);
  const lens = actor.lensOn(entity);
  const [shown, trail] = await context.database.read(
    actor.entrance,
    prepared(detailSql(actor.catalog, entity, lens, id), actor),
    prepared(historySql(entity.name, id, entity.own !== null), actor),
  );
  if (!shown?.length) throw new AppError('notFound');
  const entries = JSON.parse(String(trail?.[0]?.['rows'])) as { moment: string; changes: Change[] }[];
  const nowSaid = namesFollowed(entity, JSON.parse(String(trail?.[0]?.['names'])) as PastNames[]);
  return entries.map(({ moment, ...entry }) => ({
    ...entry,
    changes: entry.changes.map((change) => nowSaid(change, moment)).filter(({ field }) => lens.everywhere.has(field)),
  }));
}

/** When names of an entity (`items.worth` for a field of rows) meant other columns. */
interface PastNames {
  readonly at: string;
  readonly ids: Readonly<Record<string, string>>;
}

/** Maps old field names of a change to current ones: entries store the names of their time, while columns stay. */
function namesFollowed(entity: Entity, past: readonly PastNames[]): (change: Change, moment: string) => Change {
  return (change, moment) => {
    const ids = past.findLast(({ at }) => at <= moment)?.ids ?? {};
    const idOf = (name: string, own: string) => (Object.hasOwn(ids, name) ? ids[name] : undefined) ?? own;
    const column = idOf(change.field, change.field);
    const field = entity.fields.find(({ id }) => id === column);
    const lines = field?.lines;
    if (!lines) return { ...change, field: field?.name ?? change.field };
    const names = new Map(lines.map(({ id, name }) => [id, name]));
    const inner = (name: string) => names.get(idOf(`${change.field}.${name}`, name)) ?? name;
    const rows = (value: unknown) => (Array.isArray(value) ? value.map((row) => renamed(row, inner)) : value);
    const { before, after, parts, ...rest } = change;
    const followed = { before: rows(before), after: rows(after), ...(parts ? { parts: parts.map(inner) } : {}) };
    return { ...rest, field: field.name, ...followed };
  };
}

const renamed = (row: unknown, inner: (name: string) => string): unknown =>
  typeof row === 'object' && row !== null
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [inner(name), value]))
    : row;

/** Why this person may or may not do one thing with a record. */
export async function explain(context: Context, actor: Actor, entity: Entity, rawId: unknown, code: string) {
  const held = codesOf(entity, actor.rightsOn(entity));
  const action = entity.actions.get(code);
  const needs = action?.needs ?? code;
  if (!entity.codes.includes(needs)) throw new AppError('notFound');
  if (!held.includes(needs)) {
    return { allowed: false, reasons: [issue('explain.noGrant', '', { code: `${entity.path}:${needs}` })] };
  }
  if (rawId === undefined) return { allowed: true, reasons: [] };
  const { record, why } = await readRecord(context, actor, entity, rawId);
  if (needs === 'read' || record._can.includes(code)) return { allowed: true, reasons: [] };
  return {
    allowed: false,
    reasons: [why[code] ?? issue('explain.otherRows', '', { code: `${entity.path}:${needs}` })],
  };
}

/** For every action of the person's role that this record refuses: the first reason. */
function reasons(context: Context, actor: Actor, entity: Entity, record: Values, offered: readonly string[]) {
  const held = new Set(codesOf(entity, actor.rightsOn(entity)));
  const now = momentIn(actor.timeZone, context.clock());
  const today = now.slice(0, 10);
  const bindings = { record, old: record, input: {}, actor: actor.facts, now, today, budget: newBudget() };
  const why: Record<string, Issue> = {};
  for (const verb of ['edit', 'delete'] as const) {
    if (!held.has(verb) || offered.includes(verb)) continue;
    why[verb] = wrongState(entity, verb, record['status']) ?? outside(entity, verb);
  }
  for (const action of entity.actions.values()) {
    if (!held.has(action.needs) || offered.includes(action.name)) continue;
    const wrong = wrongState(entity, action, record['status']);
    const plan = wrong ? null : transition(entity, { ...action, form: [], input: [] }, bindings);
    why[action.name] = wrong ?? (plan && !plan.ok ? plan.issues[0] : undefined) ?? outside(entity, action.needs);
  }
  return why;
}

/** Reasons may name figures of fields that this person does not see; these parameters are left out. */
function withoutHidden(entity: Entity, visible: ReadonlyMap<string, unknown>, why: Record<string, Issue>) {
  const hidden = new Set(entity.fields.map(({ name }) => name).filter((name) => !visible.has(name)));
  const shown = ({ params = {}, ...found }: Issue): Issue => ({
    ...found,
    params: Object.fromEntries(Object.entries(params).filter(([name]) => !hidden.has(name))),
  });
  return Object.fromEntries(Object.entries(why).map(([action, found]) => [action, shown(found)]));
}

const outside = (entity: Entity, code: string): Issue =>
  issue('explain.otherRows', '', { code: `${entity.path}:${code}` });

function demand(actor: Actor, entity: Entity) {
  const rights = actor.rightsOn(entity);
  if (!can(rights, 'read')) throw new AppError('forbidden', { params: { code: `${entity.path}:detail` } });
  return rights;
}
