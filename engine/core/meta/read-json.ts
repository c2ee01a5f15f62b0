import { issue, type Issue, type Outcome } from './issue.ts';

/**
 * JSON text to a value. Unlike `JSON.parse` it says where the text breaks (`schema.json` with line and column, from 1),
 * and finds every key that an object has twice (`schema.duplicateKey` with its path).
 */
export function readJson(text: string): Outcome<unknown> {
  const cursor: Cursor = { text, offset: 0, depth: 0, duplicates: [] };
  const value = readValue(cursor, '');
  take(cursor, space);
  if (value === broken || cursor.offset < text.length) return { ok: false, issues: [brokenAt(cursor)] };
  return cursor.duplicates.length > 0 ? { ok: false, issues: cursor.duplicates } : { ok: true, value };
}

/** `fields` + `weight` is `fields.weight`, `rows` + 2 is `rows[2]`. */
export const joinPath = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;

interface Cursor {
  readonly text: string;
  readonly duplicates: Issue[];
  offset: number;
  depth: number;
}

/** The answer of a reader that found something else; the cursor has not moved. */
const broken = Symbol('broken');

/** No declaration nests deeper; a text that does is not one. */
const maxDepth = 60;

const space = /[ \t\n\r]*/y;
const stringToken = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordToken = /true|false|null/y;

function readValue(cursor: Cursor, path: string): unknown {
  take(cursor, space);
  const start = cursor.text[cursor.offset];
  if (start === '{' || start === '[') {
    cursor.depth += 1;
    if (cursor.depth > maxDepth) return broken;
    const value = start === '{' ? readObject(cursor, path) : readArray(cursor, path);
    cursor.depth -= 1;
    return value;
  }
  const token = take(cursor, stringToken) ?? take(cursor, wordToken) ?? take(cursor, numberToken);
  if (token === null) return broken;
  const value: unknown = JSON.parse(token);
  // A number beyond what a double holds would not print as it was read.
  return value === Infinity || value === -Infinity ? broken : value;
}

function readObject(cursor: Cursor, path: string): unknown {
  const result: Record<string, unknown> = {};
  const readEntry = (): boolean => {
    take(cursor, space);
    const token = take(cursor, stringToken);
    if (token === null || !skip(cursor, ':')) return false;
    const key = JSON.parse(token) as string;
    const at = joinPath(path, key);
    if (Object.hasOwn(result, key)) cursor.duplicates.push(issue('schema.duplicateKey', at, { key }));
    const value = readValue(cursor, at);
    // Defined, not assigned: the key "__proto__" is a key like any other.
    Object.defineProperty(result, key, { value, writable: true, enumerable: true, configurable: true });
    return value !== broken;
  };
  return readItems(cursor, '}', readEntry) ? result : broken;
}

function readArray(cursor: Cursor, path: string): unknown {
  const result: unknown[] = [];
  const readItem = (): boolean => {
    result.push(readValue(cursor, joinPath(path, result.length)));
    return result.at(-1) !== broken;
  };
  return readItems(cursor, ']', readItem) ? result : broken;
}

function readItems(cursor: Cursor, close: string, readItem: () => boolean): boolean {
  cursor.offset += 1;
  if (skip(cursor, close)) return true;
  do {
    if (!readItem()) return false;
  } while (skip(cursor, ','));
  return skip(cursor, close);
}

function skip(cursor: Cursor, mark: string): boolean {
  take(cursor, space);
  if (cursor.text[cursor.offset] !== mark) return false;
  cursor.offset += 1;
  return true;
}

function take(cursor: Cursor, token: RegExp): string | null {
  token.lastIndex = cursor.offset;
  const found = token.exec(cursor.text)?.[0];
  if (found === undefined) return null;
  cursor.offset += found.length;
  return found;
}

function brokenAt({ text, offset }: Cursor): Issue {
  const before = text.slice(0, offset).split('\n');
  return issue('schema.json', '', { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
}
