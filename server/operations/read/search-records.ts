import { can, issue, ownOf, type Entity, type Tone } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import { foundSql } from '../../store/search-sql.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { nameFor, namesFound, readerOf } from './delivered-names.ts';

export interface FoundRow {
  id: string;
  title: string;
  exact: boolean;
  /** Label and colour of its state. */
  status?: { text: string; tone: Tone };
  /** Title of its owner. */
  owner?: string;
  /** Creation time. */
  at?: string;
}

export interface FoundGroup {
  entity: string;
  path: string;
  /** Label of the entity. */
  name: string;
  rows: FoundRow[];
}

const fewest = 2;
const longest = 100;

/**
 * Searches all readable entities in one round trip; entities with an exact match come first. At most five records per
 * entity.
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
  const reader = readerOf(actor, texts, at.culture);
  const numbers = context.registry.numbersIn(text);
  const asked = [...actor.catalog.byName.values()].flatMap((entity) => {
    if (!can(actor.rightsOn(entity), 'read')) return [];
    const names = namesFound(reader, entity.name, text);
    const statement = foundSql(actor.catalog, entity, actor.lensOn(entity), { text, numbers, names });
    return statement ? [{ entity, statement }] : [];
  });
  // Planned for this text: a generic plan would scan whole tables for a rare number.
  const found = await context.database.read(
    actor.entrance,
    ...asked.map(({ statement }) => statement.statement(actor)),
  );
  const groups = asked.flatMap(({ entity }, place): FoundGroup[] => {
    const rows = found[place] ?? [];
    if (rows.length === 0) return [];
    return [
      groupOf({
        entity,
        rows,
        texts: texts.entity(at.culture, entity) as EntityTexts,
        reader,
        member: Boolean(actor.member),
      }),
    ];
  });
  const isExact = ({ rows }: FoundGroup) => rows.some(({ exact }) => exact);
  return [...groups.filter(isExact), ...groups.filter((group) => !isExact(group))];
}

interface EntityTexts {
  plural?: string;
  states?: Record<string, string>;
  options?: Record<string, Record<string, string>>;
}

interface Found {
  readonly entity: Entity;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly texts: EntityTexts;
  readonly reader: ReturnType<typeof readerOf>;
  readonly member: boolean;
}

/** The found records of an entity in the reader's words. */
function groupOf({ entity, rows, texts: words, reader, member }: Found): FoundGroup {
  const statusOf = (value: unknown): FoundRow['status'] => {
    const state = String(value ?? '');
    const text = ownOf(words.states, state) ?? ownOf(ownOf(words.options, 'status'), state);
    return text ? { text, tone: ownOf(entity.byName.get('status')?.meta.tones, state) ?? 'neutral' } : undefined;
  };
  const titles = ownOf(words.options, entity.title.name);
  return {
    entity: entity.name,
    path: entity.path,
    name: words.plural ?? entity.name,
    rows: rows.map((row) => {
      const title = String(row['title'] ?? row['id']);
      const [status, owner, made] = [statusOf(row['status']), row['owner'], row['at']];
      return {
        id: String(row['id']),
        title: ownOf(titles, title) ?? nameFor(reader, entity.name, title) ?? title,
        exact: row['exact'] === true,
        ...(status ? { status } : {}),
        // Everything that a member finds is the member's own.
        ...(owner && !member ? { owner: String(owner) } : {}),
        ...(made ? { at: String(made) } : {}),
      };
    }),
  };
}
