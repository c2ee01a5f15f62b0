import { can, type Entity } from '../../../engine/core/index.ts';
import { figuresSql, type Figure } from '../../store/beside-record/figure-sql.ts';
import { param, pieces } from '../../store/sql.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { fieldWord, type ColumnWords } from './cell-words.ts';
import { isOpenTo } from './open-totals.ts';

/** The name of a figure's column, in lists and exports. */
export const figureColumn = (key: string): string => `figure.${key}`;

/** The figures beside the rows of an entity's lists that this person may see: all that they read must be open to them. */
export function seenFigures(actor: Actor, entity: Entity): readonly Figure[] {
  return (entity.meta.list.figures ?? []).flatMap(({ entity: name, by: byName, counted: total }): Figure[] => {
    const other = actor.catalog.byName.get(name);
    if (!other || !can(actor.rightsOn(other), 'read')) return [];
    const scope = actor.lensOn(other);
    const by = scope.everywhere.get(byName);
    const counted = other.counted.find((each) => each.name === total);
    if (!by || !counted || !isOpenTo(scope.everywhere, counted)) return [];
    const declared = other.byName.get(counted.field.meta.currency ?? '');
    const currency = scope.everywhere.get(declared?.name ?? '') ?? null;
    // Amounts in several currencies cannot be added up.
    if (declared && !currency) return [];
    return [{ key: `${name}.${total}`, entity: other, scope, by, counted, currency }];
  });
}

/** What a description says of a figure: its column, and how its amounts are written. */
export const describeFigure = ({ key, counted }: Figure) => ({ key, scale: counted.field.meta.scale ?? 2 });

/** The head of a figure's column. */
export function figureWord(texts: Texts, culture: Culture, { entity, counted }: Figure): string {
  const words = texts.entity(culture, entity)['counted'] as Readonly<Record<string, string>> | undefined;
  return words?.[counted.name] ?? counted.name;
}

interface Amount {
  readonly currency: string | null;
  readonly sum: number;
}

type Row = Readonly<Record<string, unknown>>;

/** Exported rows with the amounts of their figures, read for all of them at once. */
export async function withFigures(
  context: Context,
  actor: Actor,
  asked: { figures: readonly Figure[]; ids: readonly string[]; rows: readonly Row[] },
): Promise<readonly Row[]> {
  const { figures, ids, rows } = asked;
  if (figures.length === 0 || rows.length === 0) return rows;
  const statement = figuresSql(figures, pieces(param(ids, 'bigint[]'))).statement(actor);
  const [found] = await context.database.report(actor.entrance, statement);
  const answer = JSON.parse(String(found?.[0]?.['figures'])) as Record<string, (Amount & { id: string })[]>;
  const byId = new Map<string, Record<string, Amount[]>>(ids.map((id) => [id, {}]));
  for (const { key } of figures)
    for (const { id, ...amount } of answer[key] ?? []) {
      const row = byId.get(id);
      if (row) (row[figureColumn(key)] ??= []).push(amount);
    }
  return rows.map((row, at) => ({ ...row, ...byId.get(ids[at] ?? '') }));
}

/** The columns of a figure in a file: its amount, a number where it is one, and its currency where that may differ. */
export function figureColumns(texts: Texts, culture: Culture, figure: Figure): ColumnWords[] {
  const { key, entity, counted, currency } = figure;
  const name = figureColumn(key);
  const places = Math.max(2, counted.field.meta.scale ?? 2);
  const amounts = (row: Row) => (row[name] ?? []) as readonly Amount[];
  const written = (row: Row) => amounts(row).map(({ sum }) => sum.toFixed(places));
  const amount: ColumnWords = {
    name,
    header: figureWord(texts, culture, figure),
    text: (row) => written(row).join(' / '),
    typed: (row) => (amounts(row).length === 1 ? (amounts(row)[0]?.sum ?? null) : written(row).join(' / ') || null),
    format: `#,##0.${'0'.repeat(places)}`,
  };
  if (!currency) return [amount];
  const codes = (row: Row) =>
    amounts(row)
      .map((each) => each.currency ?? '')
      .join(' / ');
  return [
    amount,
    { name: `${name}.currency`, header: fieldWord(texts, culture, entity, currency), text: codes, typed: codes },
  ];
}
