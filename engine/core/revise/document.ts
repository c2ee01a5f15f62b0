import type { EntityMeta } from '../meta/entity.ts';
import type { ScreenMeta } from '../meta/screen.ts';

/** Words by name, as a file of `locales/<culture>/entities` has them. */
export interface WordTree {
  readonly [key: string]: string | WordTree;
}

/** All that one revision says of an entity: its declaration, and its words by culture. Plain JSON, never changed in place. */
export interface EntityDocument {
  readonly meta: EntityMeta;
  readonly texts: Readonly<Record<string, WordTree>>;
}

/** All that one revision says of a screen: its blocks, and by culture `title`, `note`, `blocks.<name>`, `bodies.<name>`. */
export interface ScreenDocument {
  readonly meta: ScreenMeta;
  readonly texts: Readonly<Record<string, WordTree>>;
}

/** What has drafts and revisions. */
export type SchemaDocument = EntityDocument | ScreenDocument;

export const isScreen = (document: SchemaDocument): document is ScreenDocument => 'screen' in document.meta;

const screenPrefix = 'screen:';

/** By what name drafts and revisions know a document: an entity by its own, a screen by `screen:<name>`. */
export const documentKey = (document: SchemaDocument): string =>
  isScreen(document) ? screenKey(document.meta.screen) : document.meta.entity;
export const screenKey = (name: string): string => screenPrefix + name;

/** The screen that such a name means; null for the name of an entity. */
export const screenOf = (key: string): string | null =>
  key.startsWith(screenPrefix) ? key.slice(screenPrefix.length) : null;
