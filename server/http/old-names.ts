import { ownOf, type Entity } from '../../engine/index.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { Query } from '../operations/list-records.ts';
import { readTree } from '../operations/pick.ts';

type Body = Readonly<Record<string, unknown>>;

/** What existing clients call a field, by entity: taken where the field itself does not come, and answered beside it. */
const aliases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  timer: { timerName: 'jobName' },
  'dict-data': { typeId: 'type' },
  notice: { noticeUserIdList: 'recipients' },
};

const aliasesOf = (entity: Entity): Readonly<Record<string, string>> => ({
  ...ownOf(aliases, entity.name),
  ...(entity.tree === null ? {} : { pid: entity.tree }),
});

/** The root of every tree, as the wire points at it. */
const root = '0';

/** A body in the entity's own names: `pid` of a tree is its parent field (`0`: none), and so on. */
export function bodyInOwnNames(entity: Entity, body: unknown): unknown {
  const known = Object.entries(aliasesOf(entity));
  if (known.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const given = body as Body;
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const own = known.flatMap(([alias, field]) => {
    if (!(alias in given) || names.has(field.toLowerCase())) return [];
    const value = field === entity.tree && String(given[alias]) === root ? null : given[alias];
    return [[field, value] as const];
  });
  return own.length === 0 ? body : { ...given, ...Object.fromEntries(own) };
}

/**
 * A list's query in the entity's own names. `pid` and `parentId` of a tree ask for a record with all below it, as far as
 * this person sees them; `0` asks for everything.
 */
export async function queryInOwnNames(context: Context, actor: Actor, entity: Entity, query: Query): Promise<Query> {
  const known = Object.entries(aliasesOf(entity)).filter(([alias, field]) => alias in query && field !== entity.tree);
  const own = Object.fromEntries(known.flatMap(([alias, field]) => (field in query ? [] : [[field, query[alias]]])));
  if (entity.tree === null) return known.length === 0 ? query : { ...query, ...own };
  const top = [query['pid'] ?? query['parentId'] ?? ''].flat()[0]?.trim() ?? '';
  if (top === '' || top === root) return query;
  return { ...query, 'id.in': withAllBelow(await readTree(context, actor, entity), top).join(',') };
}

type Node = Awaited<ReturnType<typeof readTree>>[number];

/** The id itself where it is nowhere in the tree, so that it finds what it would find without one. */
function withAllBelow(nodes: readonly Node[], id: string): string[] {
  const all = ({ id: own, children }: Node): string[] => [own, ...children.flatMap(all)];
  const find = (some: readonly Node[]): Node | undefined => {
    for (const node of some) {
      const found = node.id === id ? node : find(node.children);
      if (found) return found;
    }
    return undefined;
  };
  const node = find(nodes);
  return node ? all(node) : [id];
}

/** The verbs whose answers hold records. */
const recordsIn: Readonly<Record<string, (answer: unknown) => unknown>> = {
  page: (answer) => (answer as { rows: unknown[] }).rows,
  list: (answer) => answer,
  detail: (answer) => [answer],
};

/** The JSON text of an answer with the old names beside the entity's own. */
export function answerInOldNames(entity: Entity, verb: string, text: string): string {
  const known = Object.entries(aliasesOf(entity));
  const records = ownOf(recordsIn, verb);
  if (known.length === 0 || !records) return text;
  const answer: unknown = JSON.parse(text);
  for (const record of records(answer) as Record<string, unknown>[]) {
    for (const [alias, field] of known) {
      // What a grant hides stays hidden under its other name.
      if (field in record) record[alias] = record[field] ?? (field === entity.tree ? root : null);
    }
  }
  return JSON.stringify(answer);
}
