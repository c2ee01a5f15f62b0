import { issue, type Issue } from '../../../modules/module.ts';
import { exact } from '../kernel/exact.ts';

/** What a reader answers: the kernel's own type, or every place that is wrong, each with its cell as path. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export type Plain = Readonly<Record<string, unknown>>;

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maximum reported problems of one sheet; a person fixes these first and checks again. */
const maxIssues = 100;

/** Reads a sheet cell by cell and collects its problems. */
export class Reader {
  readonly issues: Issue[] = [];

  add(code: string, path: string, params?: Record<string, unknown>): void {
    if (this.issues.length < maxIssues) this.issues.push(issue(code, path, params));
  }

  /** A decimal in parts of `scale`, above 0 where nothing else is said; null where it is none. */
  figure(value: unknown, scale: number, path: string, { zero = false }: { zero?: boolean } = {}): number | null {
    const isText = typeof value === 'string' || typeof value === 'number';
    const found = isText ? exact(value, scale) : null;
    if (found === null) this.add('rating.decimal', path, { places: String(scale).length - 1 });
    else if (found < 0 || (found === 0 && !zero)) this.add(zero ? 'rating.notNegative' : 'rating.aboveZero', path);
    else return found;
    return null;
  }

  /** An object, or null with its reason. */
  object(value: unknown, path: string): Plain | null {
    if (isPlain(value)) return value;
    this.add('rating.object', path);
    return null;
  }

  list(value: unknown, path: string): readonly unknown[] | null {
    if (Array.isArray(value)) return value;
    this.add('rating.list', path);
    return null;
  }

  /** Keys that mean nothing are mistakes of typing, never passed over. */
  only(value: Plain, keys: readonly string[], path: string): void {
    for (const key of Object.keys(value))
      if (!keys.includes(key)) this.add('rating.unknownKey', `${path}.${key}`, { key, known: keys.join(', ') });
  }

  done<T>(value: T): Read<T> {
    return this.issues.length > 0 ? { ok: false, issues: this.issues } : { ok: true, value };
  }
}

/** A zone's name: short, and nothing that could be taken for a range or for "any other". */
export const isZone = (value: unknown): value is string =>
  typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,29}$/u.test(value);

export const codesOf = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split(',')
        .map((code) => code.trim())
        .filter((code) => code !== '')
    : [];
