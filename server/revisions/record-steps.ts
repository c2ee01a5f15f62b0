import pg from 'pg';
import type { Entity, Field } from '../../engine/index.ts';
import { refused } from '../errors.ts';
import { wireValue } from '../store/columns.ts';
import type { Standing, Step } from '../store/change-plan.ts';
import { idNowSql } from '../store/ids.ts';
import { quote } from '../store/sql.ts';
import { catalogType, linesTableName } from '../store/tables.ts';
import { moneyThen, type Given } from './given.ts';
import { columnOf, givenValue, losesOptions, noOption, wasOf, type Ground } from './outlook.ts';

/** Who publishes what, as the trail of the records says it. */
export interface Publisher {
  readonly tenant: string;
  readonly account: string;
  readonly revision: number;
}

interface Change {
  /** As the trail calls it. */
  readonly field: string;
  readonly column: string;
  /** Over the row `t`: whether it changes, what it was and what it is then. */
  readonly where: string;
  readonly before: string;
  readonly after: string;
}

/**
 * What a publish does to records that are there, as statements of the switch: states and amounts that move, values that
 * fill what was empty, and the line in each record's trail that says so in the publisher's name. What merely gets another
 * type, and a new column that was filled while requests went on, is told in the trail and touches no row a second time.
 */
export function recordSteps(
  by: Publisher,
  before: Entity | null,
  after: Entity,
  standing: Standing,
  zone: string,
  given: Given,
): Step[] {
  demandGiven(after, given);
  if (!before) return [];
  const main: Ground = {
    ...{ table: after.table, before: before.fields, after: after.fields, at: 'fields', lead: '', standing, zone },
  };
  const lines = after.fields.flatMap((field) => {
    const was = field.lines && wasOf(main, field);
    if (!field.lines || !was?.lines) return [];
    const inner = { ...main, lead: `${field.name}.`, table: linesTableName(after, field) };
    return [{ field, ground: { ...inner, before: was.lines, after: field.lines } }];
  });
  const steps = [main, ...lines.map(({ ground }) => ground)].flatMap((ground) => earlyFills(by, ground, given));
  const moved = [...movedStates(before, after, given), ...changesOf(main, given, by.revision)];
  if (moved.length > 0) steps.push(writes(by, after, moved, 0));
  const told = toldOf(by, main, given);
  if (told.length > 0) steps.push(tells(by, after, told, 1));
  for (const [at, { field, ground }] of lines.entries()) {
    const changed = changesOf(ground, given, by.revision);
    if (changed.length > 0) steps.push(writesRows(by, after, field, changed, 2 + at));
  }
  return steps;
}

/** Throws `refused` where a state is sent where there is none, or a value does not fit its field. */
function demandGiven(after: Entity, { mapping, backfill }: Given): void {
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

const isFresh = ({ standing, table }: Ground, field: Field): boolean => !standing.get(table)?.has(field.id);

/** Fields that get a value where they have none. */
const filled = (ground: Ground, given: Given) =>
  ground.after.flatMap((field) => {
    const value = field.given ? null : givenValue(field, given.backfill[ground.lead + field.name]);
    return value === null ? [] : [{ field, value }];
  });

/** New columns are filled while requests go on, and once more at the switch for rows that came meanwhile. */
const earlyFills = ({ tenant }: Publisher, ground: Ground, given: Given): Step[] =>
  filled(ground, given).flatMap(({ field, value }): Step[] => {
    if (!isFresh(ground, field)) return [];
    const set = `UPDATE ${quote(ground.table)} SET ${quote(field.id)} = ${value} WHERE`;
    const rest = `AND ${quote(field.id)} IS NULL`;
    const step = { lock: 'ROW EXCLUSIVE', touches: ground.table, reversible: false };
    return [
      { ...step, sql: `${set} tenant_id = $1 AND id = ANY($2::bigint[]) ${rest}`, time: 'online', batches: true },
      { ...step, sql: `${set} tenant_id = ${tenant} ${rest}`, time: 'switch', rows: true },
    ];
  });

/** Values of columns that stood there: filled where they are empty, and reckoned anew where the currency changed. */
function changesOf(ground: Ground, given: Given, revision: number): Change[] {
  const own = (field: Field) => `t.${quote(field.id)}`;
  const fills = filled(ground, given).flatMap(({ field, value }): Change[] => {
    const where = isFresh(ground, field) ? null : dueFor(ground, field, revision);
    return where === null ? [] : [{ ...named(field), where, before: 'NULL', after: value }];
  });
  // What is no option any more gets what is given for it, in states too in which nobody may edit.
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
 * The rows that have nothing in a field: all of them, or, where the field may be empty and the value is for what its new
 * type or its options cannot say, those alone that lost something; null for none.
 */
function dueFor(ground: Ground, field: Field, revision: number): string | null {
  const own = `t.${quote(field.id)}`;
  const was = wasOf(ground, field);
  const [old, column] = [was && columnOf(was), columnOf(field)];
  if (field.required === true || !was || !old || !column) return `${own} IS NULL`;
  if (catalogType(old.type) !== catalogType(column.type))
    return `${own} IS NULL AND t.${quote(keptIn(field, revision))} IS NOT NULL`;
  return losesOptions(was, field) ? null : `${own} IS NULL`;
}

/** Where the values of before stand once a column has another type. */
const keptIn = ({ id }: Field, revision: number): string => `${id.slice(0, 50)}__r${revision}`;

const named = ({ name, id }: Field) => ({ field: name, column: id });

const movedStates = (before: Entity, after: Entity, { mapping }: Given): Change[] => {
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

/** What the trail tells of rows that no statement of the switch writes: new types, and new columns that were filled. */
function toldOf({ revision }: Publisher, ground: Ground, given: Given): Change[] {
  const fills = new Map(filled(ground, given).map(({ field, value }) => [field.id, value]));
  return ground.after.flatMap((field): Change[] => {
    const [was, column] = [wasOf(ground, field), columnOf(field)];
    const old = was && columnOf(was);
    if (field.given || !column || field.meta.type === 'secret') return [];
    const after = wireValue(field, 't');
    if (isFresh(ground, field) && fills.has(field.id))
      return [{ ...named(field), where: `t.${quote(field.id)} IS NOT NULL`, before: 'NULL', after }];
    if (!was || !old || catalogType(old.type) === catalogType(column.type)) return [];
    const before = wireValue({ ...was, id: keptIn(field, revision) }, 't');
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

const step = (table: string, sql: string): Step => ({
  ...{ sql, time: 'switch', lock: 'ROW EXCLUSIVE', touches: table, reversible: false, rows: true },
});

const trail = ({ tenant, account }: Publisher, { name }: Entity, count: number, from: string): string =>
  `INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
     SELECT ${tenant}, ${idNowSql(count)}, ${pg.escapeLiteral(name)}, c.id, 'publish', c.version, ${account}, c.changes FROM ${from} c`;

const raised = ({ account }: Publisher): string =>
  `version = t.version + 1, "updatedAt" = now(), "updatedBy" = ${account}`;

function writes(by: Publisher, after: Entity, changes: readonly Change[], count: number): Step {
  const sets = [...new Set(changes.map(({ column }) => column))].map((column) => {
    const cases = changes
      .filter((each) => each.column === column)
      .map((each) => `WHEN ${each.where} THEN ${each.after}`);
    return `${quote(column)} = CASE ${cases.join(' ')} ELSE t.${quote(column)} END`;
  });
  const table = quote(after.table);
  return step(
    after.table,
    `WITH due AS (SELECT t.id, ${listed(changes, by.revision)} AS changes FROM ${table} t WHERE t.tenant_id = ${by.tenant} AND (${some(changes)})),
       done AS (UPDATE ${table} t SET ${sets.join(', ')}, ${raised(by)} FROM due d
                 WHERE t.tenant_id = ${by.tenant} AND t.id = d.id RETURNING t.id, t.version, d.changes)
     ${trail(by, after, count, 'done')}`,
  );
}

function tells(by: Publisher, after: Entity, changes: readonly Change[], count: number): Step {
  const from = `(SELECT t.id, t.version, ${listed(changes, by.revision)} AS changes FROM ${quote(after.table)} t
                  WHERE t.tenant_id = ${by.tenant} AND (${some(changes)}))`;
  return step(after.table, trail(by, after, count, from));
}

/** Rows of a sub-table are part of their record: its version rises, and its trail tells which of their fields changed. */
function writesRows(by: Publisher, after: Entity, lines: Field, changes: readonly Change[], count: number): Step {
  const rows = quote(linesTableName(after, lines));
  const sets = changes.map(
    (each) => `${quote(each.column)} = CASE WHEN ${each.where} THEN ${each.after} ELSE t.${quote(each.column)} END`,
  );
  const parts = changes.map(({ field }) => pg.escapeLiteral(field)).join(', ');
  const told = `json_build_array(json_build_object('field', ${pg.escapeLiteral(lines.name)}, 'before', NULL, 'after', NULL, 'parts', json_build_array(${parts}), 'revision', ${by.revision}))`;
  return step(
    linesTableName(after, lines),
    `WITH rows AS (UPDATE ${rows} t SET ${sets.join(', ')} WHERE t.tenant_id = ${by.tenant} AND (${some(changes)}) RETURNING t.parent_id),
       done AS (UPDATE ${quote(after.table)} t SET ${raised(by)} WHERE t.tenant_id = ${by.tenant}
                   AND t.id IN (SELECT parent_id FROM rows) RETURNING t.id, t.version, ${told} AS changes)
     ${trail(by, after, count, 'done')}`,
  );
}
