import type { SqlPiece } from './expression.ts';
import type { Sql } from './term.ts';

/** Joins SQL written as a template: the text stands as it is, what is put in are pieces, never text of people. */
export function sql(texts: TemplateStringsArray, ...parts: readonly Sql[]): Sql {
  return joinPieces(texts.flatMap((text, at) => [text, ...(parts[at] ?? [])]));
}

/** Several pieces of SQL with commas between. */
export const list = (items: readonly Sql[]): Sql =>
  joinPieces(items.flatMap((item, at) => (at === 0 ? item : [', ', ...item])));

/** A constant, carried as a parameter of the given SQL type. */
export const constant = (value: string, type: 'text' | 'bigint' | 'numeric' | 'integer'): Sql => [{ value, type }];

function joinPieces(pieces: readonly SqlPiece[]): Sql {
  const joined: SqlPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece;
    else if (piece !== '') joined.push(piece);
  }
  return joined;
}
