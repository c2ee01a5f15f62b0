import type { Entity, Field } from '../compile/catalog.ts';
import { grantsFor, type Rights } from './can.ts';

export interface FieldAccess {
  field: Field;
  /** The reading grants that show this field. */
  shownBy: Rights;
  /** Whether every readable row shows it: all reading grants do, or one that reaches all rows. */
  everywhere: boolean;
}

/** The fields a person may see at all, each with the grants that show it: rows and fields stay paired. */
export function visibleFields(entity: Entity, rights: Rights): FieldAccess[] {
  const reading = grantsFor(rights, 'read');
  return entity.fields.flatMap((field) => {
    const shownBy = reading.filter((grant) => !grant.hide.includes(field.name));
    const everywhere = shownBy.length === reading.length || shownBy.some(({ rows }) => rows === 'all');
    return shownBy.length === 0 ? [] : [{ field, shownBy, everywhere }];
  });
}

/** Fields that no grant with this code (add or edit) lets the person write. */
export function unwritable(entity: Entity, rights: Rights, code: string): Set<string> {
  const writing = grantsFor(rights, code);
  const open = (field: Field) =>
    writing.some((grant) => !grant.hide.includes(field.name) && !grant.readOnly.includes(field.name));
  return new Set(entity.fields.filter((field) => field.system || !open(field)).map((field) => field.name));
}
