import { rowQuery, type RowQuery } from '../modules/row-query.ts';
import type { Entity } from '../../engine/core/index.ts';
import type { Steps } from '../domain/demo/seeder.ts';
import { AppError } from '../errors.ts';
import type { Node } from '../node.ts';
import { bookingSql } from '../operations/write/booking.ts';
import type { Actor } from '../operations/context.ts';

/** An event of a record at a time in the tenant's calendar. */
export interface Happening {
  entity: string;
  record: Readonly<Record<string, unknown>>;
  step: string;
  at: string;
  input: object;
  /** Effects that replace those of the transition, by name. */
  effects?: readonly string[];
  key?: string;
}

/** Events per transaction. */
const together = 100;

export const happenings = (
  entity: string,
  record: Readonly<Record<string, unknown>>,
  through: Steps,
  input: object = {},
): Happening[] => Object.entries(through).map(([step, at]) => ({ entity, record, step, at, input }));

/**
 * Runs the effects of events in chronological order, so that every balance follows from the previous one, and backdates
 * the ledger lines. Only the system may date lines, and only here: otherwise postings have the current time.
 */
export async function settle(node: Node, actor: Actor, story: readonly Happening[]): Promise<void> {
  const inOrder = story.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  for (let from = 0; from < inOrder.length; from += together) {
    const chunk = inOrder.slice(from, from + together);
    const lines = await node.context.database.write(actor.entrance, async (transaction) => {
      const query = rowQuery(async (text, values) => (await transaction.run({ text, values: [...values] }))[0] ?? []);
      const dated: { id: string; at: string }[] = [];
      for (const happening of chunk) {
        await happen(node, actor, happening, query);
        const known = dated.map(({ id }) => id);
        const ref = [happening.entity, String(happening.record['id']), known];
        for (const { id } of await query(linesSql, ref)) dated.push({ id: String(id), at: happening.at });
      }
      return dated;
    });
    const columns = [actor.tenant, lines.map(({ id }) => id), lines.map(({ at }) => at), actor.timeZone];
    for (const table of ['ledger_transfer', 'tenant_flow']) await node.system.pool.query(dateSql(table), columns);
  }
}

async function happen(node: Node, actor: Actor, happening: Happening, query: RowQuery) {
  const { entity: name, record, step, input, key } = happening;
  const entity = node.catalog.byName.get(name) as Entity;
  const declared = step === 'add' ? entity.startEffects : (entity.actions.get(step)?.meta.effects ?? []);
  const effects = happening.effects ?? declared;
  let patch: Record<string, unknown> = {};
  for (const effect of effects) {
    const outcome = await node.context.registry.effect(effect).run({
      ...{
        entity: name,
        action: step,
        tenant: actor.tenant,
        currency: actor.currency,
        record: { ...record, ...patch },
      },
      ...{ input: { ...input }, actor: actor.facts, transaction: { query } },
      operationKey: key ?? `${name}:${String(record['id'])}:${step}:${node.context.newId()}`,
    });
    if (outcome?.issues?.length) {
      const issues = outcome.issues.map((found) => ({ ...found, path: `${name}.${step}` }));
      throw new AppError('refused', { issues });
    }
    if (outcome?.booking) {
      const { text, values } = bookingSql(outcome.booking).statement(actor);
      await query(text, values);
    }
    patch = { ...patch, ...outcome?.patch };
  }
}

/** Ledger lines that a record has caused in this transaction since the last call. */
const linesSql = `SELECT id::text AS id FROM ledger_transfer
  WHERE tenant_id = lading.tenant() AND "refEntity" = $1 AND "refId" = $2 AND NOT id = ANY ($3::bigint[]) AND "createdAt" >= now()`;

const dateSql = (table: string): string => `
  UPDATE ${table} t SET "createdAt" = d.at::timestamp AT TIME ZONE $4, "updatedAt" = d.at::timestamp AT TIME ZONE $4
    FROM unnest($2::bigint[], $3::text[]) AS d (id, at)
   WHERE t.id = d.id AND (t.tenant_id = $1 OR ${table === 'tenant_flow'})`;
