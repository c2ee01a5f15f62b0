import { codesOf, ownOf, visibleFields, type Catalog } from '../../../engine/core/index.ts';
import type { HeldGrant } from '../../modules/module.ts';
import type { Culture, Texts } from '../../texts.ts';
import type { Actor } from '../context.ts';
import { fieldWord } from './cell-words.ts';

/** A person's grants with labels, by entity: what they can grant to others. */
export function heldGrants(texts: Texts, actor: Actor, culture: Culture): HeldGrant[] {
  return actor.catalog.entities.flatMap((entity) => {
    const rights = actor.rightsOn(entity);
    const codes = codesOf(entity, rights).map((code) => ({
      code,
      word: codeWord(texts, culture, actor.catalog, entity.name, code),
    }));
    if (codes.length === 0) return [];
    const fields = visibleFields(entity, rights).flatMap(({ field }) =>
      field.system ? [] : [{ name: field.name, word: fieldWord(texts, culture, entity, field) }],
    );
    const visible = new Set(fields.map(({ name }) => name));
    const hidden = entity.fields.flatMap(({ name, system }) => (system || visible.has(name) ? [] : [name]));
    const { name, path } = entity;
    return [{ entity: name, path, title: String(texts.entity(culture, entity).plural), codes, fields, hidden }];
  });
}

/** A permission code's label: the action's own, or the engine's for reading, adding and the like. */
export function codeWord(texts: Texts, culture: Culture, catalog: Catalog, name: string, code: string): string {
  const actions = texts.entity(culture, catalog.byName.get(name) ?? name)['actions'] as
    | Record<string, string>
    | undefined;
  const action = ownOf(actions, code);
  if (action) return action;
  const word = texts.engine(culture, `role.verb.${code}`);
  return word === `role.verb.${code}` ? code : word;
}
