import type { Entity, Field, Issue } from '../../engine/index.ts';
import { issue } from '../../engine/index.ts';
import type { Actor } from '../operations/context.ts';
import { converted } from '../store/change-plan.ts';
import { sqlOf } from '../store/predicates.ts';
import { param, pieces, quote, type Pieces } from '../store/sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
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
    ...fieldQuestions(before, after, given),
    ...brokenRules(before, after),
  ];
  const answers = await Promise.all(questions.map((question) => ask(system, actor, before, question)));
  return answers.filter(({ count }) => count > 0);
}

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

function fieldQuestions(before: Entity, after: Entity, { backfill }: Given): Question[] {
  return after.fields.flatMap((field): Question[] => {
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
    return was ? [...empty, ...narrowed(before.table, was, field, at, column)] : empty;
  });
}

function narrowed(table: string, was: Field, field: Field, at: string, column: Column): Question[] {
  const own = `t.${quote(field.id)}`;
  const old = was.type.column(was.meta);
  if (!old) return [];
  const value = old.type === column.type ? own : `(${converted(own, old.type, column.type)})`;
  const questions: Question[] = [];
  const note = (code: string, where: string) =>
    questions.push({ issue: issue(code, at, { field: field.name }), where: pieces(where) });
  if (old.type !== column.type) {
    // A number that loses places is lost too, though it could be said.
    const exact =
      column.type.startsWith('numeric') && /^(numeric|bigint|integer)/.test(old.type)
        ? ` OR ${value}::numeric <> ${own}::numeric`
        : '';
    note('schema.lossy', `${own} IS NOT NULL AND (${value} IS NULL${exact})`);
  }
  if (column.check && column.check !== old.check)
    note('schema.outside', `NOT (${column.check.replaceAll('{col}', value)})`);
  const gone = (was.meta.options ?? []).filter((option) => !(field.meta.options ?? []).includes(option));
  if (field.meta.options && was.meta.options && gone.length > 0 && column.type === 'text') {
    const where = pieces(`${own} = ANY(`, param(gone, 'text[]'), ')');
    questions.push({ issue: issue('schema.outside', `${at}.options`, { field: field.name }), where });
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
