import type { Entity, Field, Issue } from '../../engine/index.ts';
import { issue, redTests } from '../../engine/index.ts';
import type { Actor } from '../operations/context.ts';
import { keptAs, losing, restored } from '../store/convert.ts';
import { sqlOf } from '../store/predicates.ts';
import { param, pieces, quote, type Pieces } from '../store/sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { catalogType, placesOf } from '../store/tables.ts';
import type { Shape } from './shape.ts';

/** Why a revision cannot be published as things stand, with the records that stand in the way. */
export interface Blocker extends Issue {
  readonly count: number;
  readonly records: readonly { id: string; title: string }[];
  /** What would let it pass: where records of a state go, or what they get. */
  readonly needs?: 'mapping' | 'backfill';
  /** Told, and no reason to stop. */
  readonly warns?: boolean;
}

type Column = NonNullable<ReturnType<Field['type']['column']>>;

/** Records named with a blocker. */
const shown = 5;

interface Question {
  readonly issue: Issue;
  readonly where: Pieces;
  readonly needs?: 'mapping' | 'backfill';
  readonly warns?: boolean;
}

export interface Given {
  readonly mapping: Readonly<Record<string, string>>;
  readonly backfill: Readonly<Record<string, unknown>>;
}

/** Asks the live records everything that a change could break. A tenant's first revision of an entity has none. */
export async function blockersOf(system: SystemDatabase, actor: Actor, shape: Shape, given: Given): Promise<Blocker[]> {
  const { before, after } = shape;
  if (!before) return [];
  const questions = [
    ...strandedStates(before, after, given),
    ...fieldQuestions(shape, before, given),
    ...brokenRules(before, after),
  ];
  const answers = await Promise.all(questions.map((question) => ask(system, actor, before, question)));
  return answers.filter(({ count }) => count > 0);
}

/** Kept cases that what would be published does not keep. They stand in the way as one thing each, with no records. */
export const testBlockers = (after: Entity): Blocker[] =>
  redTests(after).map((found) => ({ ...found, count: 1, records: [] }));

async function ask(
  system: SystemDatabase,
  actor: Actor,
  entity: Entity,
  { issue: found, where, needs, warns }: Question,
): Promise<Blocker> {
  const title = `t.${quote(entity.title.id)}`;
  const whole = pieces(
    `SELECT count(*)::int AS count, coalesce(json_agg(json_build_object('id', id, 'title', title)) FILTER (WHERE place <= ${shown}), '[]') AS records
       FROM (SELECT t.id::text AS id, coalesce(${title}::text, '') AS title, row_number() OVER (ORDER BY t.id DESC) AS place
               FROM ${quote(entity.table)} t WHERE t.tenant_id = `,
    param(actor.tenant, 'bigint'),
    ' AND (',
    where,
    ')) r',
  );
  const { text, values } = whole.statement(actor);
  const { rows } = await system.pool.query<Pick<Blocker, 'count' | 'records'>>(text, [...values]);
  const { count = 0, records = [] } = rows[0] ?? {};
  return {
    ...found,
    params: { ...found.params, count },
    count,
    records,
    ...(needs ? { needs } : {}),
    ...(warns ? { warns } : {}),
  };
}

const strandedStates = (before: Entity, after: Entity, { mapping }: Given): Question[] =>
  Object.keys(before.states).flatMap((state) =>
    state in after.states || mapping[state] !== undefined
      ? []
      : [
          {
            issue: issue('schema.stranded', `workflow.states.${state}`, { state }),
            where: pieces('t.status = ', param(state, 'text')),
            needs: 'mapping' as const,
          },
        ],
  );

function fieldQuestions(shape: Shape, before: Entity, { backfill }: Given): Question[] {
  return shape.after.fields.flatMap((field): Question[] => {
    const column = field.type.column(field.meta);
    if (field.given || !column) return [];
    const was = before.fields.find(({ id }) => id === field.id);
    const at = `fields.${field.name}`;
    const own = `t.${quote(field.id)}`;
    const mustHave = field.required === true && was?.required !== true && !field.value;
    const filled = backfill[field.name] !== undefined && backfill[field.name] !== '';
    const empty: Question[] =
      mustHave && !filled
        ? [
            {
              issue: issue('schema.requiredEmpty', at, { field: field.name }),
              where: pieces(was ? `${own} IS NULL` : 'true'),
              needs: 'backfill',
            },
          ]
        : [];
    return was ? [...empty, ...narrowed(shape, was, field, at, column)] : empty;
  });
}

function narrowed(
  { after: { table }, standing, zone }: Shape,
  was: Field,
  field: Field,
  at: string,
  column: Column,
): Question[] {
  const own = `t.${quote(field.id)}`;
  const old = was.type.column(was.meta);
  if (!old) return [];
  const [from, to] = [catalogType(old.type), catalogType(column.type)];
  const kept = keptAs(standing.get(table), field.id, to);
  const conversion = { from, to, zone, places: placesOf(was) };
  const value = from === to ? own : `(${restored(own, kept && `t.${quote(kept)}`, conversion)})`;
  const questions: Question[] = [];
  const note = (code: string, where: string | Pieces, path = at) =>
    questions.push({ issue: issue(code, path, { field: field.name }), where: pieces(where) });
  if (from !== to) {
    const less = losing(own, value, conversion);
    note('schema.lossy', `${own} IS NOT NULL AND (${value} IS NULL${less === null ? '' : ` OR ${less}`})`);
  }
  if (column.check && (from !== to || column.check !== old.check))
    note('schema.outside', `NOT (${column.check.replaceAll('{col}', value)})`);
  const { options } = field.meta;
  const gone = !was.meta.options || was.meta.options.some((option) => !options?.includes(option));
  if (options && (from !== to || gone)) {
    const known = param([...options], 'text[]');
    const strange = to.endsWith('[]') ? pieces(`NOT ${value} <@ `, known) : pieces(`${value} <> ALL (`, known, ')');
    note('schema.outside', strange, `${at}.options`);
  }
  if (field.meta.unique && !was.meta.unique) {
    const others = `(SELECT 1 FROM ${quote(table)} x WHERE x.tenant_id = t.tenant_id AND x.id <> t.id AND x.${quote(field.id)} = ${own})`;
    note('schema.duplicates', `EXISTS ${others}`);
  }
  return questions;
}

/** Rules that are new or say something else, on the records that there are: they are told, and stay. */
const brokenRules = (before: Entity, after: Entity): Question[] =>
  after.rules.flatMap(({ code, when }, at) => {
    if (before.rules.some((rule) => rule.code === code && rule.when.text === when.text)) return [];
    const known = when.reads.every((name) => before.fields.some(({ id }) => id === after.byName.get(name)?.id));
    const sql = known && !/\bold\./.test(when.text) ? sqlOf(after, when) : null;
    if (!sql) return [];
    const where = pieces('(', sql, ') IS TRUE');
    return [{ issue: issue('schema.ruleBroken', `validations[${at}].when`, { rule: code }), where, warns: true }];
  });
