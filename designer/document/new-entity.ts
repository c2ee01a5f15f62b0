import type { EntityDocument } from '../../engine/core/index.ts';
import { pluralOf } from './names.ts';

/** What is asked for a new entity. */
export interface NewEntity {
  /** By culture. */
  readonly names: Readonly<Record<string, string>>;
  readonly entity: string;
  readonly path: string;
}

/** The least that works: one field, which names the record, in list and form. */
export function newEntityDocument(
  { names, entity, path }: NewEntity,
  /** Labels of the first field and its section, by culture. */
  nameWords: Readonly<Record<string, string>>,
  sectionWords: Readonly<Record<string, string>>,
): EntityDocument {
  return {
    meta: {
      entity,
      path,
      title: 'name',
      fields: { name: { type: 'text', required: true, maxLength: 100 } },
      list: { columns: ['name', 'createdAt'], search: ['name'] },
      form: { basic: [['name']] },
      access: { admin: { codes: ['*'] } },
    },
    texts: Object.fromEntries(
      Object.entries(names).map(([culture, name]) => [
        culture,
        {
          ...(name.trim() === '' ? {} : { name: name.trim(), plural: pluralOf(name.trim()) }),
          fields: { name: nameWords[culture] ?? name },
          sections: { basic: sectionWords[culture] ?? name },
        },
      ]),
    ),
  };
}

/** A code name from what people call it: `Packing list` is `packing-list`; nothing where no letter can be used. */
export const codeNameOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');

/** The segment of the wire from a code name: `packing-list` is `PackingList`. */
export const pathOf = (entity: string): string =>
  entity.replace(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase());
