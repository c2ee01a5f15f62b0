import type { Catalog, Entity, Field, Rights } from '../../engine/index.ts';
import { targetOf } from '../../engine/index.ts';
import { wireValue } from './columns.ts';
import { rowsFor, walls } from './predicates.ts';
import { join, literal, param, pieces, quote, type Pieces } from './sql.ts';

/** A reference whose targets must be looked at: where its value stands, and which of the target's fields are needed. */
export interface AskedReference {
  /** `channel` or `boxes.product`. */
  path: string;
  field: Field;
  ids: readonly string[];
  /** Fields that a lookup copies or a picker's filter reads. */
  facts: readonly string[];
  /** Whether the reference itself is to be judged, or only copied from. */
  check: boolean;
}

/** A record that is pointed at, as far as its reference needs it. */
export interface FoundReference {
  path: string;
  id: string;
  /** Within the person's reading rights on it, where they have any. */
  readable: boolean;
  /** The organisation of the owner, which its records take over. */
  org: string | null;
  facts: Readonly<Record<string, unknown>>;
}

/** One row per record pointed at that stands inside the walls; null when nothing is asked. */
export function referencesSql(request: {
  catalog: Catalog;
  entity: Entity;
  asked: readonly AskedReference[];
  rightsOn: (target: Entity) => Rights;
  member: boolean;
}): Pieces | null {
  const { catalog, entity, asked, rightsOn, member } = request;
  const selects = asked.flatMap(({ path, field, ids, facts }) => {
    const name = field.meta.type === 'parent' ? entity.name : targetOf(field);
    const target = name ? catalog.byName.get(name) : undefined;
    if (!target || ids.length === 0) return [];
    const known = facts.flatMap((fact) => {
      const source = target.byName.get(fact);
      return source && source.type.column(source.meta) ? [`${literal(fact)}, ${wireValue(source, 't')}`] : [];
    });
    const ownOrg = target.org ? (target.byName.get(target.org)?.id ?? 'org_id') : 'org_id';
    return [
      pieces(
        `SELECT ${literal(path)} AS path, t.id::text AS id, (`,
        rowsFor(target, rightsOn(target), 'read') ?? 'true',
        `) IS TRUE AS readable, ${entity.owner === field.name ? `t.${quote(ownOrg)}::text` : 'NULL::text'} AS org, `,
        `json_build_object(${known.join(', ')}) AS facts FROM ${quote(target.table)} t WHERE `,
        walls(target, member),
        ' AND t.id = ANY(',
        param(ids, 'bigint[]'),
        ')',
      ),
    ];
  });
  return selects.length > 0 ? join(selects, ' UNION ALL ') : null;
}
