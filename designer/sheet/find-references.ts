import type { DataClient } from '../../engine/kit/index.ts';
import { valuesOf, type Column } from './guess.ts';
import type { Sheet } from './read-sheet.ts';

/** An entity whose records a column may name. */
export interface Target {
  readonly entity: string;
  readonly path: string;
  readonly name: string;
}

/** How many different values of a column are looked up, and how many columns: a guess must not become a load. */
const maxSamples = 3;
const maxColumns = 12;

/**
 * The columns that name records of an entity which is there: every one of a few values is the title of a record of the same
 * entity. What a person may not read is not found. Answers the target by where the column stands.
 */
export async function findReferences(
  client: Pick<DataClient, 'search'>,
  { sheet, columns, targets }: { sheet: Sheet; columns: readonly Column[]; targets: readonly Target[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const byEntity = new Map(targets.map((target) => [target.entity, target]));
  const asked = columns.filter(({ type }) => type === 'text' || type === 'choice').slice(0, maxColumns);
  const found = await Promise.all(
    asked.map(async (column) => {
      // A value that nothing is called ends the search: most columns cost one question.
      let fitting: ReadonlySet<string> | null = null;
      for (const sample of samplesOf(valuesOf(sheet, column.at))) {
        signal.throwIfAborted();
        const named = await entitiesNamed(client, sample, signal);
        fitting = new Set([...named].filter((entity) => byEntity.has(entity) && (fitting?.has(entity) ?? true)));
        if (fitting.size === 0) break;
      }
      const meant = [...(fitting ?? [])].filter((entity) => mayName(sheet, column, byEntity.get(entity)));
      return [column.at, preferred(meant, column.head, byEntity)] as const;
    }),
  );
  return new Map(found.flatMap(([at, to]) => (to === undefined ? [] : [[at, to] as const])));
}

/** A column of unique values names the row itself, unless its head equals the name of an entity. */
function mayName(sheet: Sheet, { at, head }: Column, target: Target | undefined): boolean {
  const values = valuesOf(sheet, at);
  const isDistinct = new Set(values).size === values.length;
  return !isDistinct || head.toLowerCase().includes(target?.name.toLowerCase() ?? head);
}

/** Different values, long enough to name something. */
const samplesOf = (values: readonly string[]): string[] =>
  [...new Set(values)].filter((value) => value.length >= 2 && value.length <= 100).slice(0, maxSamples);

async function entitiesNamed(
  client: Pick<DataClient, 'search'>,
  text: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const groups = await client.search(text, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    void error;
    return [];
  });
  const isNamed = (title: string) => title.trim().toLowerCase() === text.trim().toLowerCase();
  return new Set(groups.flatMap(({ entity, rows }) => (rows.some(({ title }) => isNamed(title)) ? [entity] : [])));
}

/** Of several entities the one named by the head, else the first. */
const preferred = (
  entities: readonly string[],
  head: string,
  byEntity: ReadonlyMap<string, Target>,
): string | undefined => {
  const text = head.toLowerCase();
  const isMeant = (entity: string) => {
    const name = byEntity.get(entity)?.name.toLowerCase() ?? '';
    return name !== '' && (text.includes(name) || name.includes(text));
  };
  return entities.find(isMeant) ?? entities[0];
};
