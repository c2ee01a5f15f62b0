import type { ActorFacts } from '../../engine/index.ts';

/**
 * SQL in pieces. Text stands as it is; a value becomes a numbered parameter with a cast. Values never meet the text.
 */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Who asks, as far as statements depend on it. */
export interface Asker {
  readonly tenant: string;
  readonly facts: ActorFacts;
  readonly roleIds: readonly string[];
}

type Part = string | { readonly value: unknown; readonly type: string } | Slot;

interface Slot {
  readonly of: (asker: Asker) => unknown;
  readonly type: string;
}

/** A parameter of a known SQL type. */
export const param = (value: unknown, type: string): Part => ({ value, type });

/** A parameter that is taken from whoever asks, so that a statement is built once for all with the same rights. */
export const slot = (of: Slot['of'], type: string): Part => ({ of, type });

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text constant of our own (a name, an operator's word); never anything that came from outside. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Parts one after another; parameters are numbered when the whole is closed by `statement`. */
export class Pieces {
  private readonly parts: Part[] = [];

  add(...parts: (Part | Pieces)[]): this {
    for (const part of parts) {
      if (part instanceof Pieces) this.parts.push(...part.parts);
      else this.parts.push(part);
    }
    return this;
  }

  /** The whole text, parameters numbered in order of appearance, slots filled for this asker. */
  statement(asker: Asker): Sql {
    const values: unknown[] = [];
    let text = '';
    for (const part of this.parts) {
      if (typeof part === 'string') {
        text += part;
        continue;
      }
      values.push('of' in part ? part.of(asker) : part.value);
      text += `$${values.length}::${part.type}`;
    }
    return { text, values };
  }
}

export const pieces = (...parts: (Part | Pieces)[]): Pieces => new Pieces().add(...parts);

/** Pieces with a word between them, or `otherwise` when there are none. */
export function join(list: readonly (Pieces | string)[], between: string, otherwise = ''): Pieces {
  const all = pieces();
  list.forEach((part, at) => all.add(at > 0 ? between : '', part));
  return list.length > 0 ? all : pieces(otherwise);
}
