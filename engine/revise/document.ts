import type { EntityMeta } from '../meta/entity.ts';

/** Words by name, as a file of `locales/<culture>/entities` has them. */
export interface WordTree {
  readonly [key: string]: string | WordTree;
}

/** All that one revision says of an entity: its declaration, and its words by culture. Plain JSON, never changed in place. */
export interface EntityDocument {
  readonly meta: EntityMeta;
  readonly texts: Readonly<Record<string, WordTree>>;
}
