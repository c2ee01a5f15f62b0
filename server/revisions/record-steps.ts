import pg from 'pg';
import type { Entity, Field } from '../../engine/core/index.ts';
import { refused } from '../errors.ts';
import { wireValue } from '../store/columns.ts';
import type { ChangeStep } from '../store/change-plan.ts';
import { keptName } from '../store/convert.ts';
import { idNowSql } from '../store/ids.ts';
import { quote } from '../store/sql.ts';
import { catalogType, linesTableName } from '../store/tables.ts';
import { moneyThen, type PublishAnswers } from './publish-answers.ts';
import { columnOf, givenText, givenValue, losesOptions, noOption, wasOf, type Ground } from './outlook.ts';

/** The publisher and revision for the audit entries. */
export interface Publisher {
  readonly tenant: string;
  readonly account: string;
  readonly revision: number;
}

interface Change {
  /** The field's name in the audit entry. */
  readonly field: string;
  readonly column: string;
  /** On the row `t`: whether it changes, and its old and new value. */
  readonly where: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What a publish changes in existing records, as statements of the switch: mapped states, converted amounts, values for
 * empty fields, and for each changed record its version and an audit entry in the publisher's name. Retyped and new
 * columns have their values by then and are only audited.
 */
export function recordSteps(
  by: Publisher,
  before: Entity | null,
  after: Entity,
  stands: Stands,
  given: PublishAnswers,
): ChangeStep[] {
  demandGiven(after, given);
  if (!before) return [];
  const { main, lines } = groundsOf(before, after, stands);
  const steps = [main, ...lines.map(({ ground }) => ground)].flatMap((ground) => earlyFills(by, ground, given));
  const moved = [...movedStates(before, after, given), ...changesOf(main, given, by.revision)];
  const told = toldOf(by, main, given);
  if (moved.length + told.length > 0) steps.push(writes(by, after, moved, told, 0));
  for (const [at, { field, ground }] of lines.entries()) {
    const changed = changesOf(ground, given, by.revision);
    const inRows = toldOf(by, ground, given);
    if (changed.length + inRows.length > 0)
      steps.push(writesRows(by, after, { lines: field, changes: changed, told: inRows, count: 1 + at }));
  }
  return steps;
}

/** The present state of the tables. */
type Stands = Pick<Ground, 'standing' | 'fills' | 'zone'>;

/** The fields of the entity, and of each sub-table that stays one. */
function groundsOf(before: Entity, after: Entity, stands: Stands) {
  const main: Ground = {
    ...{ table: after.table, before: before.fields, after: after.fields, at: 'fields', lead: '', ...stands },
  };
  const lines = after.fields.flatMap((field) => {
    const was = field.lines && wasOf(main, field);
    if (!field.lines || !was?.lines) return [];
    const inner = { ...main, lead: `${field.name}.`, table: linesTableName(after, field) };
    return [{ field, ground: { ...inner, before: was.lines, after: field.lines } }];
  });
  return { main, lines };
}

/** By table and column: replacements for values that a new type cannot hold, stored to tell them from later input. */
export function namedFills(before: Entity | null, after: Entity, stands: Stands, given: PublishAnswers): NamedFills {
  if (!before) return {};
  const { main, lines } = groundsOf(before, after, stands);
  const named = [main, ...lines.map(({ ground }) => ground)].map((ground) => {
    const texts = ground.after.flatMap((field) => {
      const was = wasOf(ground, field);
      const [old, column] = [was && columnOf(was), columnOf(field)];
      const text = givenText(field, given.backfill[ground.lead + field.name]);
      const stays = !old || !column || catalogType(old.type) === catalogType(column.type);
      return text === null || stays ? [] : [[field.id, text] as const];
    });
    return [ground.table, Object.fromEntries(texts)] as const;
  });
  return Object.fromEntries(named.filter(([, texts]) => Object.keys(texts).length > 0));
}

export type NamedFills = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Throws `refused` if a mapped state does not exist or a value does not fit its field. */
function demandGiven(after: Entity, { mapping, backfill }: PublishAnswers): void {
  for (const [from, to] of Object.entries(mapping))
    if (!(from in after.states) && !Object.keys(after.states).includes(to))
      throw refused({ code: 'schema.unknownState', path: `mapping.${from}`, params: { state: to } });
  for (const [name, raw] of Object.entries(backfill)) {
    const [head = '', inner] = name.split('.');
    const whole = after.byName.get(head);
    const field = inner === undefined ? whole : whole?.lines?.find((each) => each.name === inner);
    if (!field || !columnOf(field) || raw === null || raw === undefined || raw === '') continue;
    const read = field.type.parse(raw, field.meta);
    if (!read.ok) throw refused(...read.issues.map((found) => ({ ...found, path: `backfill.${name}` })));
  }
}

/** Maximum records whose version the switch raises; beyond that, values already in place are only audited. */
const maxRewritten = 15_000;

const isFresh = ({ standing, table }: Ground, field: Field): boolean => !standing.get(table)?.has(field.id);

/** Fields that get a value where they have none. */
const filled = (ground: Ground, given: PublishAnswers) =>
  ground.after.flatMap((field) => {
    const value = field.system ? null : givenValue(field, given.backfill[ground.lead + field.name]);
    return value === null ? [] : [{ field, value }];
  });

/** New columns are backfilled online, and again at the switch for rows added since. */
const earlyFills = ({ tenant }: Publisher, ground: Ground, given: PublishAnswers): ChangeStep[] =>
  filled(ground, given).flatMap(({ field, value }): ChangeStep[] => {
    if (!isFresh(ground, field)) return [];
    const set = `UPDATE ${quote(ground.table)} SET ${quote(field.id)} = ${value} WHERE`;
    const rest = `AND ${quote(field.id)} IS NULL`;
    const step = { lock: 'ROW EXCLUSIVE', touches: ground.table, reversible: false };
    return [
      { ...step, sql: `${set} tenant_id = $1 AND id = ANY($2::bigint[]) ${rest}`, time: 'online', batches: true },
      { ...step, sql: `${set} tenant_id = ${tenant} ${rest}`, time: 'switch', rows: true },
    ];
  });

/** Changes of existing columns: empty ones are filled, amounts converted where the currency changed. */
function changesOf(ground: Ground, given: PublishAnswers, revision: number): Change[] {
  const own = (field: Field) => `t.${quote(field.id)}`;
  const fills = filled(ground, given).flatMap(({ field, value }): Change[] => {
    const where = isFresh(ground, field) ? null : dueFor(ground, field, revision);
    return where === null ? [] : [{ ...named(field), where, before: 'NULL', after: value }];
  });
  // Removed options are replaced by the given value, also in states in which nobody may edit.
  const strange = filled(ground, given).flatMap(({ field, value }): Change[] => {
    const was = wasOf(ground, field);
    if (!was || !columnOf(was) || !losesOptions(was, field)) return [];
    const where = noOption(field, own(field), columnOf(field)?.type ?? 'text');
    return [{ ...named(field), where, before: own(field), after: value }];
  });
  const money = ground.after.flatMap((field): Change[] => {
    const fate = given.money[ground.lead + field.name];
    if (fate === undefined || fate === 'keep' || !wasOf(ground, field)) return [];
    const after = moneyThen(own(field), field, fate);
    return [{ ...named(field), where: `${own(field)} IS DISTINCT FROM ${after}`, before: own(field), after }];
  });
  return [...fills, ...strange, ...money];
}

/**
 * The rows that get a field's given value: all empty ones; or, if the field is optional and the value replaces what its
 * new type or options cannot hold, only the rows that lost something; null for none.
 */
function dueFor(ground: Ground, field: Field, revision: number): string | null {
  const own = `t.${quote(field.id)}`;
  const was = wasOf(ground, field);
  const [old, column] = [was && columnOf(was), columnOf(field)];
  if (field.required === true || !was || !old || !column) return `${own} IS NULL`;
  if (catalogType(old.type) !== catalogType(column.type))
    return `${own} IS NULL AND t.${quote(keptName(field.id, revision))} IS NOT NULL`;
  return losesOptions(was, field) ? null : `${own} IS NULL`;
}

const named = ({ name, id }: Field) => ({ field: name, column: id });

const movedStates = (before: Entity, after: Entity, { mapping }: PublishAnswers): Change[] => {
  const moves = Object.entries(mapping).filter(([from]) => from in before.states && !(from in after.states));
  if (moves.length === 0) return [];
  const [from, to] = [
    moves.map(([state]) => pg.escapeLiteral(state)),
    moves.map(([, state]) => pg.escapeLiteral(state)),
  ];
  const cases = from.map((state, at) => `WHEN ${state} THEN ${to[at]}`).join(' ');
  const after_ = `(CASE t.status ${cases} ELSE t.status END)`;
  return [
    { field: 'status', column: 'status', where: `t.status IN (${from.join(', ')})`, before: 't.status', after: after_ },
  ];
};

/** Changes whose new value is in place before the switch: retyped columns and backfilled new ones. */
function toldOf({ revision }: Publisher, ground: Ground, given: PublishAnswers): Change[] {
  const fills = new Map(filled(ground, given).map(({ field, value }) => [field.id, value]));
  return ground.after.flatMap((field): Change[] => {
    const [was, column] = [wasOf(ground, field), columnOf(field)];
    const old = was && columnOf(was);
    if (field.system || !column || field.meta.type === 'secret') return [];
    const after = wireValue(field, 't');
    if (isFresh(ground, field) && fills.has(field.id))
      return [{ ...named(field), where: `t.${quote(field.id)} IS NOT NULL`, before: 'NULL', after }];
    if (!was || !old || catalogType(old.type) === catalogType(column.type)) return [];
    const before = wireValue({ ...was, id: keptName(field.id, revision) }, 't');
    return [{ ...named(field), where: `to_jsonb(${before}) IS DISTINCT FROM to_jsonb(${after})`, before, after }];
  });
}

const listed = (changes: readonly Change[], revision: number): string =>
  `to_json(array_remove(ARRAY[${changes
    .map(
      ({ field, where, before, after }) =>
        `CASE WHEN ${where} THEN jsonb_build_object('field', ${pg.escapeLiteral(field)}, 'before', ${before}, 'after', ${after}, 'revision', ${revision}) END`,
    )
    .join(', ')}], NULL))`;

const some = (changes: readonly Change[]): string => changes.map(({ where }) => `(${where})`).join(' OR ');

const step = (table: string, sql: string): ChangeStep => ({
  ...{ sql, time: 'switch', lock: 'ROW EXCLUSIVE', touches: table, reversible: false, rows: true },
});

const trail = ({ tenant, account }: Publisher, { name }: Entity, count: number, from: string): string =>
  `INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
     SELECT ${tenant}, ${idNowSql(count)}, ${pg.escapeLiteral(name)}, c.id, 'publish', c.version, ${account}, c.changes FROM ${from} c`;

const raised = ({ account }: Publisher): string =>
  `version = t.version + 1, "updatedAt" = now(), "updatedBy" = ${account}`;

function writes(
  by: Publisher,
  after: Entity,
  changes: readonly Change[],
  told: readonly Change[],
  count: number,
): ChangeStep {
  const sets = [...new Set(changes.map(({ column }) => column))].map((column) => {
    const cases = changes
      .filter((each) => each.column === column)
      .map((each) => `WHEN ${each.where} THEN ${each.after}`);
    return `${quote(column)} = CASE ${cases.join(' ')} ELSE t.${quote(column)} END`;
  });
  const all = [...changes, ...told];
  const table = quote(after.table);
  const moves = changes.length > 0 ? some(changes) : 'false';
  const isFew = `(SELECT count(*) FROM due) <= ${maxRewritten}`;
  return step(
    after.table,
    `WITH due AS MATERIALIZED (SELECT t.id, t.version, ${moves} AS moves, ${listed(all, by.revision)} AS changes
                 FROM ${table} t WHERE t.tenant_id = ${by.tenant} AND (${some(all)})),
       done AS (UPDATE ${table} t SET ${[...sets, raised(by)].join(', ')} FROM due d
                 WHERE t.tenant_id = ${by.tenant} AND t.id = d.id AND (d.moves OR ${isFew}) RETURNING t.id, t.version, d.changes),
       told AS (SELECT * FROM done UNION ALL
                SELECT d.id, d.version, d.changes FROM due d WHERE NOT coalesce(d.moves, false) AND NOT ${isFew})
     ${trail(by, after, count, 'told')}`,
  );
}

interface RowWrites {
  readonly lines: Field;
  readonly changes: readonly Change[];
  readonly told: readonly Change[];
  /** How many steps there are up to this one. */
  readonly count: number;
}

/** Changed sub-table rows raise their record's version, and its audit entry names the changed fields. */
function writesRows(by: Publisher, after: Entity, { lines, changes, told, count }: RowWrites): ChangeStep {
  const rows = quote(linesTableName(after, lines));
  const sets = changes.map(
    (each) => `${quote(each.column)} = CASE WHEN ${each.where} THEN ${each.after} ELSE t.${quote(each.column)} END`,
  );
  const parts = [...changes, ...told].map(({ field }) => pg.escapeLiteral(field)).join(', ');
  const line = `json_build_array(json_build_object('field', ${pg.escapeLiteral(lines.name)}, 'before', NULL, 'after', NULL, 'parts', json_build_array(${parts}), 'revision', ${by.revision}))`;
  const of = (which: readonly Change[]) => `t.tenant_id = ${by.tenant} AND (${some(which)})`;
  const touched = [
    ...(changes.length > 0
      ? [`written AS (UPDATE ${rows} t SET ${sets.join(', ')} WHERE ${of(changes)} RETURNING t.parent_id)`]
      : []),
    `rows AS (${[
      ...(changes.length > 0 ? ['SELECT parent_id FROM written'] : []),
      ...(told.length > 0 ? [`SELECT t.parent_id FROM ${rows} t WHERE ${of(told)}`] : []),
    ].join(' UNION ')})`,
  ];
  return step(
    linesTableName(after, lines),
    `WITH ${touched.join(', ')},
       done AS (UPDATE ${quote(after.table)} t SET ${raised(by)} WHERE t.tenant_id = ${by.tenant}
                   AND t.id IN (SELECT parent_id FROM rows) RETURNING t.id, t.version, ${line} AS changes)
     ${trail(by, after, count, 'done')}`,
  );
}
