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

/** Rows of a section, where those that lost fields take in the row after them as far as there is room. */
export function joinRows(rows: readonly { fields: Field[]; partial: boolean }[]): Field[][] {
  const joined: { fields: Field[]; partial: boolean }[] = [];
  for (const { fields, partial } of rows) {
    const last = joined.at(-1);
    const fits = last !== undefined && last.fields.length + fields.length <= mostInRow;
    if (fits && (last.partial || partial) && [...last.fields, ...fields].every(isNarrow)) {
      last.fields = [...last.fields, ...fields];
      last.partial = true;
    } else joined.push({ fields, partial });
  }
  return joined.map(({ fields }) => fields);
}

const mostInRow = 3;

const isNarrow = (field: Field): boolean => field.lines === null && !field.type.traits.fullWidth;

/** Sub-tables take a whole row, other fields come in pairs. */
function pairs(fields: readonly Field[]): Field[][] {
  const rows: Field[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (last && last.length < 2 && isNarrow(field) && last[0]?.lines === null) last.push(field);
    else rows.push([field]);
  }
  return rows;
}
