/**
 * Records of an entity that every new tenant starts with, as its own: it may change or remove them. They have no
 * references. The name of a record is that of its `code` in `locales/<culture>/names.json`.
 */
export interface StartingRecords {
  readonly entity: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}
