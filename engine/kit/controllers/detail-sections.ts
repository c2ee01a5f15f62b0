import { type Bindings, type Entity, type Field, fieldState } from '../../core/index.ts';

export interface DetailSection {
  name: string;
  rows: Field[][];
}

/**
 * The sections of a record's page: those of its `detail`, else those of its form, and what neither names at the end, so
 * that no field the person may see stays unseen. Fields whose condition hides them are left out.
 */
export function detailSections(entity: Entity, bindings: Bindings): DetailSection[] {
  const declared = entity.meta.detail?.sections ?? entity.meta.form ?? {};
  const named = new Set(Object.values(declared).flat(2));
  const shown = (name: string): Field[] => {
    const field = entity.byName.get(name);
    return field && fieldState(field, bindings).visible ? [field] : [];
  };
  const sections = Object.entries(declared).map(([name, rows]) => ({
    name,
    rows: rows.map((row) => row.flatMap(shown)),
  }));
  const others = entity.fields.filter(
    (field) => !field.system && !named.has(field.name) && field.name !== entity.title.name,
  );
  const rest = entity.meta.detail?.sections ? [] : pairs(others.flatMap(({ name }) => shown(name)));
  return [...sections, { name: 'more', rows: rest }]
    .map(({ name, rows }) => ({ name, rows: rows.filter((row) => row.length > 0) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Sub-tables take a whole row, other fields come in pairs. */
function pairs(fields: readonly Field[]): Field[][] {
  const rows: Field[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    const alone = field.lines !== null || field.type.traits.fullWidth;
    if (last && last.length < 2 && !alone && last[0]?.lines === null) last.push(field);
    else rows.push([field]);
  }
  return rows;
}
