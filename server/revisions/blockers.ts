import type { Entity, Finding, Issue } from '../../engine/core/index.ts';
import { redTests } from '../../engine/core/index.ts';
import type { Actor } from '../operations/context.ts';
import { param, pieces, quote } from '../store/sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { PublishAnswers } from './publish-answers.ts';
import { rowsThen } from './outlook.ts';
import type { Need, Question } from './question.ts';
import { mainGround, questionsOf } from './questions.ts';
import type { TargetSchema } from './target-schema.ts';

/** An issue that blocks a publish, with the records that cause it. */
export interface Blocker extends Issue {
  readonly count: number;
  /** The first of these records; `alike` is the value shared by conflicting ones. */
  readonly records: readonly { id: string; title: string; alike?: string }[];
  /** The answer that would let it pass: a mapping of states, values, or the treatment of amounts. */
  readonly needs?: Need;
  /** A warning only. */
  readonly warns?: boolean;
  /** The publisher may accept it with a reason. */
  readonly accepts?: boolean;
  /** The list filter that shows all of these records, at most `listed`. */
  readonly filter?: Readonly<Record<string, string>>;
}

/** Records named per blocker; per shared value, enough to see pairs; and ids for a list of all. */
const shown = { each: 5, alike: 10, listed: 200 };

/**
 * Checks the live records for everything that the change could break. A tenant's first revision of an entity has none.
 */
export async function blockersOf(
  system: SystemDatabase,
  actor: Actor,
  shape: TargetSchema,
  given: PublishAnswers,
): Promise<Blocker[]> {
  const { before } = shape;
  if (!before) return [];
  const questions = questionsOf(shape, before, given, actor.tenant);
  const answers = await Promise.all(
    questions.map((question) => ask(system, actor, { shape, before, given }, question)),
  );
  return answers.filter(({ count }) => count > 0);
}

/** Rule tests that fail under the new document, one blocker each, without records. */
export const testBlockers = (after: Entity): Blocker[] =>
  redTests(after).map((found) => ({ ...found, count: 1, records: [] }));

/** Problems of the document that the live one does not have; the publisher may accept them. */
export const problemBlockers = (lint: readonly Finding[], before: readonly Finding[]): Blocker[] => {
  const known = new Set(before.map(wordOf));
  return lint
    .filter(({ severity, code }) => severity === 'problem' && code !== 'lint.testRed')
    .filter((found) => !known.has(wordOf(found)))
    .map((found) => ({ ...found, count: 1, records: [], accepts: true }));
};

const wordOf = ({ code, path, params }: Finding): string => JSON.stringify([code, path, params]);

interface BlockerQuestion {
  readonly shape: TargetSchema;
  readonly before: Entity;
  readonly given: PublishAnswers;
}

interface Row {
  readonly count: number;
  readonly records: Blocker['records'];
  readonly ids: readonly string[];
}

async function ask(system: SystemDatabase, actor: Actor, asked: BlockerQuestion, question: Question): Promise<Blocker> {
  const { shape, before, given } = asked;
  const { issue: found, where, needs, warns, accepts, alike } = question;
  const rows = question.asOf ? rowsThen(mainGround(shape, before), given, actor.tenant) : quote(before.table);
  const title = `t.${quote((question.asOf ? shape.after : before).title.id)}`;
  const order = alike === undefined ? 't.id DESC' : `${alike}, t.id DESC`;
  const record = `json_build_object('id', id, 'title', title${alike === undefined ? '' : `, 'alike', alike`})`;
  const most = alike === undefined ? shown.each : shown.alike;
  const whole = pieces(
    `SELECT count(*)::int AS count, coalesce(json_agg(${record} ORDER BY place) FILTER (WHERE place <= ${most}), '[]') AS records,
            coalesce(json_agg(id ORDER BY place) FILTER (WHERE place <= ${shown.listed}), '[]') AS ids
       FROM (SELECT t.id::text AS id, coalesce(${title}::text, '') AS title, row_number() OVER (ORDER BY ${order}) AS place,
                    ${alike === undefined ? `''` : `${alike}::text`} AS alike
               FROM ${rows} t WHERE t.tenant_id = `,
    param(actor.tenant, 'bigint'),
    ' AND (',
    where,
    ')) _asked',
  );
  const { text, values } = whole.statement(actor);
  const { rows: answers } = await system.pool.query<Row>(text, [...values]);
  const { count = 0, records = [], ids = [] } = answers[0] ?? {};
  return {
    ...found,
    params: { ...found.params, count },
    ...{ count, records },
    ...(count > 0 ? { filter: question.filter ?? { 'id.in': ids.join(',') } } : {}),
    ...(needs ? { needs } : {}),
    ...(warns ? { warns } : {}),
    ...(accepts ? { accepts } : {}),
  };
}
