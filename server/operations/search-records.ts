import { can, issue, ownOf } from '../../engine/index.ts';
import { refused } from '../errors.ts';
import { foundSql } from '../store/search-sql.ts';
import type { Culture, Texts } from '../texts.ts';
import type { Actor, Context } from './context.ts';
import { nameFor, namesFound } from './delivered-names.ts';

export interface FoundGroup {
  entity: string;
  path: string;
  /** The kind in words. */
  name: string;
  rows: { id: string; title: string; exact: boolean }[];
}

const fewest = 2;
const longest = 100;

/**
 * Everything of every kind that this person may read and that a text belongs to, in one round trip: kinds with a record
 * that bears just this number first. At most five records of a kind.
 */
export async function searchRecords(
  context: Context,
  actor: Actor,
  texts: Texts,
  at: { culture: Culture; text: unknown },
): Promise<FoundGroup[]> {
  const text = typeof at.text === 'string' ? at.text.trim() : '';
  if ([...text].length < fewest || text.length > longest)
    throw refused(issue('search.length', 'searchValue', { min: fewest, max: longest }));
  const reader = { texts, culture: at.culture, catalog: actor.catalog };
  const asked = [...actor.catalog.byName.values()].flatMap((entity) => {
    if (!can(actor.rightsOn(entity), 'read')) return [];
    const statement = foundSql(entity, actor.lensOn(entity), text, namesFound(reader, entity.name, text));
    return statement ? [{ entity, statement }] : [];
  });
  // Planned for this very text: a plan for any text would walk whole tables for a rare number.
  const found = await context.database.read(
    actor.entrance,
    ...asked.map(({ statement }) => statement.statement(actor)),
  );
  const groups = asked.flatMap(({ entity }, place): FoundGroup[] => {
    const rows = found[place] ?? [];
    if (rows.length === 0) return [];
    const words = texts.entity(at.culture, entity) as {
      plural?: string;
      options?: Record<string, Record<string, string>>;
    };
    const titles = ownOf(words.options, entity.title.name);
    return [
      {
        entity: entity.name,
        path: entity.path,
        name: words.plural ?? entity.name,
        rows: rows.map((row) => {
          const title = String(row['title'] ?? row['id']);
          return {
            id: String(row['id']),
            title: ownOf(titles, title) ?? nameFor(reader, entity.name, title) ?? title,
            exact: row['exact'] === true,
          };
        }),
      },
    ];
  });
  const isExact = ({ rows }: FoundGroup) => rows.some(({ exact }) => exact);
  return [...groups.filter(isExact), ...groups.filter((group) => !isExact(group))];
}
