import type { Counted, Entity, Field } from '../../../engine/core/index.ts';
import { conditions, type ReadScope } from '../list-sql.ts';
import { holds } from '../predicates.ts';
import { join, pieces, quote, type SqlFragment } from '../sql.ts';

/** A named total of another entity, beside the rows that its records point at. */
export interface Figure {
  /** Its key in the answer. */
  readonly key: string;
  readonly entity: Entity;
  readonly scope: ReadScope;
  readonly by: Field;
  readonly counted: Counted;
  /** The field with the currency of the amounts; null where it is fixed. */
  readonly currency: Field | null;
}

/** The amounts of these rows, as JSON text: `{"<key>": [{"id", "currency", "sum"}]}`; one statement for all of them. */
export function figuresSql(figures: readonly Figure[], ids: SqlFragment): SqlFragment {
  const each = figures.map((figure) => pieces(`'${figure.key}', (`, amountsSql(figure, ids), ')'));
  return pieces('SELECT json_build_object(', join(each, ', '), ')::text AS figures');
}

/** The ids of the page that the statement before has found. */
export const idsOfPage = pieces(`current_setting('lading.page')::bigint[]`);

function amountsSql({ entity, scope, by, counted, currency }: Figure, ids: SqlFragment): SqlFragment {
  const { field, less, when } = counted;
  const value = less ? `coalesce(t.${quote(field.id)}, 0) - coalesce(t.${quote(less.id)}, 0)` : `t.${quote(field.id)}`;
  return pieces(
    `SELECT coalesce(json_agg(row_to_json(f)), '[]') FROM (SELECT t.${quote(by.id)}::text AS id,
       ${currency ? `t.${quote(currency.id)}` : 'NULL'} AS currency, sum(${value}) AS sum FROM ${quote(entity.table)} t WHERE `,
    conditions(entity, scope, { filters: [], search: '', view: null }),
    ' AND ',
    holds(entity, when),
    ` AND t.${quote(by.id)} = ANY(`,
    ids,
    `) GROUP BY 1, 2 ORDER BY 1, 2) f`,
  );
}
