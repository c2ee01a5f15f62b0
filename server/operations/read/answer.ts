import { issue } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import type { ModuleQuery, QueryCall } from '../../modules/module.ts';
import { aggregate } from './aggregate.ts';
import type { Actor, Context } from '../context.ts';
import { listFirst, maxRows, type Query } from './list-records.ts';

/** Queries of business modules beside the entities. */
export type Answers = readonly ModuleQuery[];

/** Runs a module's query as this person; its sums obey grants and row security like lists. */
export function readAnswer(
  context: Context,
  actor: Actor,
  answer: Answers[number],
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  return answer.run(answerCall(context, actor, query));
}

/** What a query or a document may read as this person. */
export function answerCall(context: Context, actor: Actor, query: Readonly<Record<string, string>>): QueryCall {
  const only = async (name: string, query: Query): Promise<Readonly<Record<string, unknown>> | null> => {
    const entity = actor.catalog.byName.get(name);
    if (!entity) return null;
    try {
      const [row] = JSON.parse(await aggregate(context, actor, entity, query)) as Record<string, unknown>[];
      return row ?? {};
    } catch (error) {
      // Unreadable rows or fields are not an error: there is no answer.
      if (error instanceof AppError && (error.kind === 'forbidden' || error.kind === 'refused')) return null;
      throw error;
    }
  };
  return {
    actor: actor.facts,
    currency: actor.currency,
    query,
    async list(name, filters, most = maxRows) {
      const entity = actor.catalog.byName.get(name);
      return entity
        ? (JSON.parse(await listFirst(context, actor, entity, filters, { most })) as Record<string, unknown>[])
        : [];
    },
    async sum(name, field, filters) {
      const row = await only(name, { ...filters, sum: field });
      return row && Number(row[field] ?? 0);
    },
    async counted(name, total, filters) {
      const value = (await only(name, { ...filters, counted: total }))?.[`counted.${total}`];
      return value === undefined || value === null ? null : Number(value);
    },
    refuse(code, parameter) {
      throw refused(issue(code, parameter));
    },
  };
}
