import type { Entity, Field } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import { retiredColumnAs, losing, restored } from '../store/convert.ts';
import { sqlOf } from '../store/predicates.ts';
import { param, pieces, quote, type SqlFragment } from '../store/sql.ts';
import { catalogType, linesTableName, placesOf } from '../store/tables.ts';
import { boundQuestions } from './bounds.ts';
import type { PublishAnswers } from './publish-answers.ts';
import type { Question } from './question.ts';
import { columnOf, losesOptions, noOption, rowsThen, wasOf, type Ground } from './outlook.ts';
import type { TargetSchema } from './target-schema.ts';

type Mark = Partial<Omit<Question, 'issue' | 'where'>>;

/** Everything that a change could break in an entity's states, fields, rules and sub-tables. */
export function questionsOf(shape: TargetSchema, before: Entity, given: PublishAnswers, tenant: string): Question[] {
  const { after } = shape;
  const main = mainGround(shape, before);
  const lines = after.fields.flatMap((field): Question[] => {
    const was = field.lines ? wasOf(main, field) : undefined;
    if (!field.lines || !was?.lines) return [];
    const at = { at: `fields.${field.name}.fields`, lead: `${field.name}.` };
    const inner = { ...main, ...at, table: linesTableName(after, field), before: was.lines, after: field.lines };
    return fieldQuestions(inner, given).map((question) => ofParent(inner, question, given, tenant));
  });
  return [
    ...strandedStates(before, after, given),
    ...fieldQuestions(main, given),
    ...kindQuestions(main, before),
    ...lines,
    ...brokenRules(before, after, main),
  ];
}

/** The fields of the entity itself. */
export const mainGround = ({ standing, fills, zone, after }: TargetSchema, before: Entity): Ground => ({
  ...{ table: after.table, before: before.fields, after: after.fields, at: 'fields', lead: '', standing, fills, zone },
});

/** Turns a question about sub-table rows into one about their records. */
function ofParent(ground: Ground, question: Question, given: PublishAnswers, tenant: string): Question {
  const { issue: found, where, needs, warns, accepts } = question;
  const rows = question.asOf ? rowsThen(ground, given, tenant) : quote(ground.table);
  const among = pieces(
    `t.id IN (SELECT t.parent_id FROM ${rows} t WHERE t.tenant_id = `,
    param(tenant, 'bigint'),
    ' AND (',
    where,
    '))',
  );
  return {
    ...{ issue: found, where: among },
    ...(needs ? { needs } : {}),
    ...(warns ? { warns } : {}),
    ...(accepts ? { accepts } : {}),
  };
}

const strandedStates = (before: Entity, after: Entity, { mapping }: PublishAnswers): Question[] =>
  Object.keys(before.states).flatMap((state) =>
    state in after.states || mapping[state] !== undefined
      ? []
      : [
          {
            issue: issue('schema.stranded', `workflow.states.${state}`, { state }),
            where: pieces('t.status = ', param(state, 'text')),
            needs: 'mapping' as const,
            filter: { status: state },
          },
        ],
  );

function fieldQuestions(ground: Ground, given: PublishAnswers): Question[] {
  return [
    ...ground.after.flatMap((field) => (field.system ? [] : ofField(ground, field, given))),
    ...ground.before.flatMap((field) => ofGone(ground, field)),
  ];
}

function ofField(ground: Ground, field: Field, given: PublishAnswers): Question[] {
  const column = columnOf(field);
  if (!column) return boundQuestions(ground, field);
  const was = wasOf(ground, field);
  const at = `${ground.at}.${field.name}`;
  const own = `t.${quote(field.id)}`;
  const mustHave = field.required === true && was?.required !== true && !field.value;
  const raw = given.backfill[ground.lead + field.name];
  const isFilled = raw !== undefined && raw !== null && raw !== '';
  const hadColumn = was !== undefined && columnOf(was) !== null;
  const empty: Question = {
    issue: issue('schema.requiredEmpty', at, { field: field.name }),
    where: pieces(hadColumn ? `${own} IS NULL` : 'true'),
    needs: 'backfill',
    ...(ground.lead === '' && was && hadColumn ? { filter: { [`${was.name}.empty`]: '1' } } : {}),
  };
  return [
    ...(mustHave && !isFilled ? [empty] : []),
    ...(was && hadColumn
      ? [...narrowed(ground, was, field, at, isFilled), ...revalued(ground, was, field, at, given)]
      : []),
    ...(was ? boundQuestions(ground, field) : []),
  ];
}

/** Data of a removed field is retained for a while; counts the records that have some. */
function ofGone(ground: Ground, field: Field): Question[] {
  if (field.system || field.value || !columnOf(field) || ground.after.some(({ id }) => id === field.id)) return [];
  const heir = ground.after.find(({ name }) => name === field.name);
  const where = pieces(`t.${quote(field.id)} IS NOT NULL`);
  const at = `${ground.at}.${field.name}`;
  // A new field of the same name takes over none of its data.
  if (heir) return [{ issue: issue('schema.lossy', at, { field: field.name }), where }];
  return [{ issue: issue('schema.hiddenValues', at, { field: field.name }), where, warns: true }];
}

/** Questions about sub-tables that are removed, become another type, or are new. */
function kindQuestions(ground: Ground, before: Entity): Question[] {
  return before.fields.flatMap((was): Question[] => {
    const field = ground.after.find(({ id, name }) => id === was.id || name === was.name);
    const at = `${ground.at}.${field?.name ?? was.name}`;
    const of = { field: was.name };
    if (was.lines && !field?.lines) {
      const rows = quote(linesTableName(before, was));
      const where = pieces(`EXISTS (SELECT FROM ${rows} l WHERE l.tenant_id = t.tenant_id AND l.parent_id = t.id)`);
      if (!field) return [{ issue: issue('schema.hiddenValues', at, of), where, warns: true }];
      return [{ issue: issue('schema.rowsHidden', at, of), where, accepts: true }];
    }
    if (!was.lines && field?.lines && columnOf(was)) {
      const where = pieces(`t.${quote(was.id)} IS NOT NULL`);
      return [{ issue: issue('schema.rowsHidden', at, of), where, accepts: true }];
    }
    return [];
  });
}

function narrowed(
  { table, standing, fills, zone }: Ground,
  was: Field,
  field: Field,
  at: string,
  isFilled: boolean,
): Question[] {
  const own = `t.${quote(field.id)}`;
  const [old, column] = [columnOf(was), columnOf(field)];
  if (!old || !column) return [];
  const [from, to] = [catalogType(old.type), catalogType(column.type)];
  const kept = retiredColumnAs(standing.get(table), field.id, to);
  const conversion = { from, to, zone, places: placesOf(was) };
  const filled = fills.get(table)?.get(kept ?? '');
  const value = from === to ? own : `(${restored(own, kept && `t.${quote(kept)}`, conversion, filled)})`;
  const questions: Question[] = [];
  const note = (code: string, where: string | SqlFragment, path = at, more: Mark = {}) =>
    questions.push({ issue: issue(code, path, { field: field.name }), where: pieces(where), ...more });
  if (from !== to) {
    const less = losing(own, value, conversion);
    const unsaid = `${own} IS NOT NULL AND ${value} IS NULL`;
    // Records that nobody may edit any more are fixed here with the given values.
    if (!isFilled)
      note('schema.lossy', less === null ? unsaid : `${own} IS NOT NULL AND (${value} IS NULL OR ${less})`, at, {
        needs: 'backfill',
      });
    else if (less !== null) note('schema.lossy', `${own} IS NOT NULL AND ${value} IS NOT NULL AND ${less}`);
  }
  if (column.check && (from !== to || column.check !== old.check))
    note('schema.outside', `NOT (${column.check.replaceAll('{col}', value)})`);
  if (field.meta.options && !isFilled && (from !== to || losesOptions(was, field)))
    note('schema.outside', noOption(field, value, to), `${at}.options`, { needs: 'backfill' });
  if (field.meta.unique && !was.meta.unique) {
    const others = `(SELECT 1 FROM ${quote(table)} x WHERE x.tenant_id = t.tenant_id AND x.id <> t.id AND x.${quote(field.id)} = ${own})`;
    note('schema.duplicates', `EXISTS ${others}`, at, { alike: own });
  }
  return questions;
}

/** Amounts whose currency would change: they are never re-denominated silently. */
function revalued(ground: Ground, was: Field, field: Field, at: string, given: PublishAnswers): Question[] {
  const isMoney = (each: Field) => each.meta.type === 'money' || each.meta.as === 'money';
  if (!isMoney(was) || !isMoney(field) || was.meta.currency === field.meta.currency) return [];
  const named = (from: readonly Field[], currency = '') => from.find(({ name }) => name === currency)?.id ?? currency;
  const [from, to] = [named(ground.before, was.meta.currency), named(ground.after, field.meta.currency)];
  if (from === to || given.money[ground.lead + field.name] !== undefined) return [];
  const params = { field: field.name, from: was.meta.currency ?? '-', to: field.meta.currency ?? '-' };
  const where = pieces(`t.${quote(field.id)} IS NOT NULL AND t.${quote(field.id)} <> 0`);
  return [{ issue: issue('schema.currencyChanged', `${at}.currency`, params), where, needs: 'money' }];
}

/** Warnings for new or changed rules that existing records violate. */
const brokenRules = (before: Entity, after: Entity, ground: Ground): Question[] =>
  after.rules.flatMap(({ code, when }, at) => {
    if (before.rules.some((rule) => rule.code === code && rule.when.text === when.text)) return [];
    // A new field is empty in every record; a new calculation takes effect when a record is written.
    const known = when.reads.every((name) => {
      const field = after.byName.get(name);
      return field !== undefined && (wasOf(ground, field) !== undefined || !isCalculated(field));
    });
    const sql = known && !/\bold\./.test(when.text) ? sqlOf(after, when) : null;
    if (!sql) return [];
    const found = issue('schema.ruleBroken', `validations[${at}].when`, { rule: code });
    return [{ issue: found, where: pieces('(', sql, ') IS TRUE'), warns: true, asOf: 'after' }];
  });

const isCalculated = ({ value, meta }: Field): boolean =>
  value !== null || ['computed', 'rollup', 'sequence'].includes(meta.type);
