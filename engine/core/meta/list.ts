export interface ListMeta {
  columns: string[];
  /** Fields offered as filters; each gets an index with the tenant. */
  filters?: string[];
  /** Fields that the search box looks into (contains, case-insensitive); each gets a trigram index. */
  search?: string[];
  /** `field` ascending or `-field` descending. */
  sort?: string;
  /** Tabs over the list: CEL over the record's fields. Words: `<entity>.views.<name>`. */
  views?: Record<string, { filter: string }>;
  /** Fields summed in the footer over all that matches, whatever its state. */
  totals?: string[];
  /** Named totals over those of the rows for which the CEL is true. Words: `<entity>.counted.<name>`. */
  counted?: Record<string, CountedMeta>;
  /** Figures of other entities beside each row, behind its title and state. */
  figures?: FigureMeta[];
}

/** What the records of another entity that point at a row add up to, per currency; for those who may read them. */
export interface FigureMeta {
  entity: string;
  /** The field over there that points here. */
  by: string;
  /** The named total of the other list, whose word is the head of the column. */
  counted: string;
}

export interface CountedMeta {
  /** The field that is summed. */
  sum: string;
  /** A field that is taken off the sum. */
  less?: string;
  /** Which rows count: CEL over the record's fields. */
  when: string;
  /** A balance instead: over all rows of one account, however much of it the list shows. */
  balance?: BalanceMeta;
}

export interface BalanceMeta {
  /** The moment by which the list is narrowed. */
  at: string;
  /** The balance where the list begins, or where it ends. */
  stands: 'before' | 'after';
  /** The fields that identify an account: a balance is shown only for a list that is narrowed to one value of each. */
  of: string[];
  /** The field that tells the balance row by row. */
  column: string;
}
