import type { ActorFacts } from '../../engine/core/index.ts';
import type { ReadRow } from './batch.ts';

/**
 * SQL in pieces. Text stands as it is; a value becomes a numbered parameter with a cast. Values never meet the text.
 */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly read?: ReadRow | undefined;
}

/** Who asks, as far as statements depend on it. */
export interface Reader {
  readonly tenant: string;
  readonly facts: ActorFacts;
  readonly roleIds: readonly string[];
  /** Whether the tenant is the platform itself. */
  readonly platform?: boolean;
}

/** A whole statement: its text, and its values once it is known who asks. */
export interface SqlQuery {
  statement(reader: Reader): Sql;
}

interface Parameter {
  readonly type: string;
  readonly of: (asker: Reader, given: object) => unknown;
}

type Part = string | Parameter;

/** A parameter of a known SQL type. */
export const param = (value: unknown, type: string): Part => ({ of: () => value, type });

/** A parameter that is taken from whoever asks, so that a statement is built once for all with the same rights. */
export const slot = (of: (asker: Reader) => unknown, type: string): Part => ({ of, type });

/** A parameter that is taken from what each call gives (`Pieces.given`), so that a statement is built once for all records. */
export const taken = <T extends object>(of: (given: T) => unknown, type: string): Part => ({
  of: (_, given) => of(given as T),
  type,
});

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text constant of our own (a name, an operator's word); never anything that came from outside. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Parts one after another; parameters are numbered when the whole is first closed by `statement`. */
export class SqlFragment implements SqlQuery {
  private readonly parts: Part[] = [];
  private closed: { readonly text: string; readonly parameters: readonly Parameter[] } | null = null;
  private read: ReadRow | undefined;

  add(...parts: (Part | SqlFragment)[]): this {
    this.closed = null;
    for (const part of parts) {
      if (part instanceof SqlFragment) this.parts.push(...part.parts);
      else this.parts.push(part);
    }
    return this;
  }

  /** The whole text, parameters numbered in order of appearance, and their values for this asker and call. */
  statement(asker: Reader, given: object = {}): Sql {
    const { text, parameters } = (this.closed ??= close(this.parts));
    return { text, values: parameters.map(({ of }) => of(asker, given)), read: this.read };
  }

  /** The same statement, whose rows are made by `read`. */
  reading(read: ReadRow): this {
    this.read = read;
    return this;
  }

  /** The same statement for one call: `given` is what its `taken` parameters read. */
  given(given: object): SqlQuery {
    return { statement: (asker) => this.statement(asker, given) };
  }
}

function close(parts: readonly Part[]) {
  const parameters: Parameter[] = [];
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : `$${parameters.push(part)}::${part.type}`;
  return { text, parameters };
}

export const pieces = (...parts: (Part | SqlFragment)[]): SqlFragment => new SqlFragment().add(...parts);

/** Pieces with a word between them, or `otherwise` when there are none. */
export function join(list: readonly (SqlFragment | string)[], between: string, otherwise = ''): SqlFragment {
  const all = pieces();
  list.forEach((part, at) => all.add(at > 0 ? between : '', part));
  return list.length > 0 ? all : pieces(otherwise);
}

/** Builds a statement once for each `owner` and word, and keeps it as long as the owner lives. */
export function cachedPieces<O extends object>(): (owner: O, word: string, build: () => SqlFragment) => SqlFragment {
  const kept = new WeakMap<O, Map<string, SqlFragment>>();
  return (owner, word, build) => {
    const known = kept.get(owner) ?? new Map<string, SqlFragment>();
    kept.set(owner, known);
    const found = known.get(word) ?? build();
    // A word may name any set of fields: what is rare is built again rather than kept for ever.
    if (known.size < maxCached) known.set(word, found);
    return found;
  };
}

const maxCached = 200;
