import type { Decimal } from '../meta/decimal.ts';
import type { Expression, SqlPiece } from './expression.ts';

/** The type of a part of an expression. `map` is a value of unknown parts, `record` one whose parts are declared. */
export type TermType =
  | { readonly kind: 'string' | 'int' | 'decimal' | 'bool' | 'null' | 'dyn' | 'map' }
  | { readonly kind: 'list'; readonly of: TermType }
  | { readonly kind: 'record'; readonly fields: Readonly<Record<string, TermType>> };

/** A value while it is computed. Undefined is "unknown": what a comparison with null gives, NULL in SQL. */
export type Value =
  | string
  | bigint
  | Decimal
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [name: string]: unknown };

/** SQL that is not yet text, because the caller numbers the parameters. */
export type Sql = readonly SqlPiece[];

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | '/' | '%';
export type Loop = 'all' | 'exists' | 'exists_one' | 'filter' | 'map';

/** What a function takes: `places` is a literal from 0 to 20, `pattern` an RE2 text, `ordered` a number or a text. */
export type Parameter = 'string' | 'number' | 'ordered' | 'places' | 'pattern' | 'list' | 'numbers' | 'orderedList';

/** One function of the dialect, whole: signature, value and SQL. */
export interface ExpressionFunction {
  readonly name: string;
  /** How it is written: `x.lower()`, where the receiver is the first argument, or `round(x, 2)`. */
  readonly form: 'method' | 'global';
  readonly takes: readonly Parameter[];
  /** The type of the answer, or null if the arguments do not go together. */
  readonly returns: (types: readonly TermType[]) => TermType | null;
  /** Gets arguments that are known and fit `takes`; undefined where there is no answer. Never throws. */
  readonly evaluate: (args: readonly Value[]) => Value;
  /** Steps beside the one that every call is, of the same arguments. */
  readonly cost?: ((args: readonly Value[]) => number) | undefined;
  /** Absent: the function has no SQL. `terms` are the arguments before their translation. */
  readonly sql: ((args: readonly Sql[], terms: readonly Term[]) => Sql) | undefined;
}

/** A checked expression as a tree. It is read twice: by `evaluateTerm`, and by `expressionToSql`. */
export type Term = { readonly type: TermType; readonly position: number } & (
  | { readonly op: 'literal'; readonly value: string | bigint | Decimal | boolean | null }
  | { readonly op: 'field'; readonly name: string }
  /** The dialog's input, the record before the change, the record that refers, the actor. */
  | { readonly op: 'source'; readonly name: 'input' | 'old' | 'referrer' | 'actor' }
  | { readonly op: 'clock'; readonly name: 'now' | 'today' }
  /** The variable of a loop. */
  | { readonly op: 'local'; readonly name: string }
  | { readonly op: 'member'; readonly of: Term; readonly name: string }
  | { readonly op: 'item'; readonly of: Term; readonly index: Term }
  | { readonly op: 'isNull' | 'not' | 'negate'; readonly of: Term }
  | { readonly op: 'and' | 'or'; readonly left: Term; readonly right: Term }
  | { readonly op: 'compare'; readonly operator: Comparison; readonly left: Term; readonly right: Term }
  | { readonly op: 'arithmetic'; readonly operator: Arithmetic; readonly left: Term; readonly right: Term }
  | { readonly op: 'choose'; readonly condition: Term; readonly yes: Term; readonly no: Term }
  | { readonly op: 'list'; readonly items: readonly Term[] }
  | { readonly op: 'in'; readonly item: Term; readonly list: Term }
  | { readonly op: 'call'; readonly called: ExpressionFunction; readonly args: readonly Term[] }
  | {
      readonly op: 'loop';
      readonly loop: Loop;
      readonly over: Term;
      readonly variable: string;
      /** `map` of three arguments: only the elements for which this holds. */
      readonly only: Term | null;
      readonly body: Term;
    }
);

/** The tree behind an expression; private to this room, so that the public type stays plain. */
export const termOf = new WeakMap<Expression, Term>();
