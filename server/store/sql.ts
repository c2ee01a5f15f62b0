import type { ActorFacts } from '../../engine/core/index.ts';
import type { ReadRow } from './batch.ts';

/** SQL with parameters. Values never enter the text; each becomes a numbered parameter with a cast. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly read?: ReadRow | undefined;
}

/** The actor, as far as statements depend on it. */
export interface Reader {
  readonly tenant: string;
  readonly facts: ActorFacts;
  readonly roleIds: readonly string[];
  /** Whether the tenant is the platform itself. */
  readonly platform?: boolean;
}

/** A complete query: its text, and its values once the actor is known. */
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

/** A parameter taken from the actor, so that one statement serves all actors with the same rights. */
export const slot = (of: (asker: Reader) => unknown, type: string): Part => ({ of, type });

/** The account of the actor. */
export const actorId = slot((reader) => reader.facts.id, 'bigint');

/** A parameter taken from the call's argument (`given`), so that one statement serves all records. */
export const taken = <T extends object>(of: (given: T) => unknown, type: string): Part => ({
  of: (_, given) => of(given as T),
  type,
});

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A constant from our code (a name, an operator); never external input. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Concatenated parts; parameters are numbered when `statement` closes the whole. */
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

  /** The text with parameters numbered in order of appearance, and their values for this actor and call. */
  statement(asker: Reader, given: object = {}): Sql {
    const { text, parameters } = (this.closed ??= close(this.parts));
    return { text, values: parameters.map(({ of }) => of(asker, given)), read: this.read };
  }

  /** The same query, whose rows are made by `read`. */
  reading(read: ReadRow): this {
    this.read = read;
    return this;
  }

  /** The same query for one call: `given` is read by its `taken` parameters. */
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

/** Joins parts with a separator, or answers `otherwise` for none. */
export function join(list: readonly (SqlFragment | string)[], between: string, otherwise = ''): SqlFragment {
  const all = pieces();
  list.forEach((part, at) => all.add(at > 0 ? between : '', part));
  return list.length > 0 ? all : pieces(otherwise);
}

/** Caches a built statement by `owner` and key for the lifetime of the owner. */
export function cachedPieces<O extends object>(): (owner: O, word: string, build: () => SqlFragment) => SqlFragment {
  const kept = new WeakMap<O, Map<string, SqlFragment>>();
  return (owner, word, build) => {
    const known = kept.get(owner) ?? new Map<string, SqlFragment>();
    kept.set(owner, known);
    const found = known.get(word) ?? build();
    // The number of keys (sets of fields) is unbounded: beyond the limit, rebuild instead of caching.
    if (known.size < maxCached) known.set(word, found);
    return found;
  };
}

const maxCached = 200;

/** SQL for a time in the tenant's zone, as it is shown in records. */
export const zoned = (moment: string, tenant: string): string =>
  `to_char(${moment} AT TIME ZONE (SELECT z."timeZone" FROM public.tenant z WHERE z.id = ${tenant}), 'YYYY-MM-DD HH24:MI:SS')`;
