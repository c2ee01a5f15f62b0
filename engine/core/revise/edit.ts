/** A way into a document: names of keys, and places in lists. */
export type DocumentPath = readonly (string | number)[];

/**
 * The smallest changes of a JSON document. Each has an inverse of the same kind, which restores the document to the byte:
 * the order of keys is part of what a document says.
 */
export type Edit =
  /** Sets a key. A key that is there keeps its place; a new one goes before the key `before`, or last. */
  | { readonly op: 'put'; readonly way: DocumentPath; readonly value: unknown; readonly before?: string }
  /** Takes a key away. */
  | { readonly op: 'drop'; readonly way: DocumentPath }
  /** Puts an item into a list, at the place that the way ends in. */
  | { readonly op: 'insert'; readonly way: DocumentPath; readonly value: unknown }
  /** Takes an item out of a list. */
  | { readonly op: 'cut'; readonly way: DocumentPath }
  /** Brings the keys of an object into this order. */
  | { readonly op: 'arrange'; readonly way: DocumentPath; readonly keys: readonly string[] };

export interface Edited<T> {
  readonly document: T;
  /** What takes the edits back, in the order in which to apply it. */
  readonly inverse: readonly Edit[];
}

/** Thrown if an edit does not fit the document: a programming error, since callers check first. */
export class InapplicableEdit extends Error {}

/** The document after the edits, sharing what did not change, and the edits that take them back. */
export function applyEdits<T>(document: T, edits: readonly Edit[]): Edited<T> {
  let present: unknown = document;
  const inverse: Edit[] = [];
  for (const edit of edits) {
    const done = change(present, edit.way, edit);
    present = done.value;
    inverse.unshift(done.inverse);
  }
  return { document: present as T, inverse };
}

interface Changed {
  readonly value: unknown;
  readonly inverse: Edit;
}

type Json = Readonly<Record<string, unknown>>;

/** Walks down to the holder of the changed place, and copies only what lies on the way. */
function change(value: unknown, rest: DocumentPath, edit: Edit): Changed {
  const ends = edit.op === 'arrange' ? 0 : 1;
  if (rest.length === ends) return edit.op === 'arrange' ? reorder(value, edit) : changeIn(value, rest[0], edit);
  const [step, ...further] = rest;
  if (Array.isArray(value)) {
    const at = Number(step);
    if (!(at in value)) throw new InapplicableEdit(JSON.stringify(edit.way));
    const inner = change((value as unknown[])[at], further, edit);
    return { ...inner, value: (value as unknown[]).with(at, inner.value) };
  }
  const key = String(step);
  const inner = change(objectOf(value, edit)[key], further, edit);
  return { ...inner, value: { ...(value as Json), [key]: inner.value } };
}

function changeIn(holder: unknown, step: string | number | undefined, edit: Exclude<Edit, { op: 'arrange' }>): Changed {
  const { way: path } = edit;
  if (edit.op === 'insert' || edit.op === 'cut') {
    const at = Number(step);
    if (!Array.isArray(holder) || !(at >= 0 && at <= holder.length)) throw new InapplicableEdit(JSON.stringify(path));
    const items = holder as unknown[];
    if (edit.op === 'insert') return { value: items.toSpliced(at, 0, edit.value), inverse: { op: 'cut', way: path } };
    return { value: items.toSpliced(at, 1), inverse: { op: 'insert', way: path, value: items[at] } };
  }
  if (Array.isArray(holder) && edit.op === 'put') {
    const at = Number(step);
    if (!(at in holder)) throw new InapplicableEdit(JSON.stringify(path));
    const items = holder as unknown[];
    return { value: items.with(at, edit.value), inverse: { op: 'put', way: path, value: items[at] } };
  }
  const object = objectOf(holder, edit);
  const key = String(step);
  const there = Object.hasOwn(object, key);
  if (edit.op === 'put') {
    if (there)
      return { value: { ...object, [key]: edit.value }, inverse: { op: 'put', way: path, value: object[key] } };
    const entries = Object.entries(object);
    const at = edit.before === undefined ? -1 : entries.findIndex(([name]) => name === edit.before);
    entries.splice(at < 0 ? entries.length : at, 0, [key, edit.value]);
    return { value: Object.fromEntries(entries), inverse: { op: 'drop', way: path } };
  }
  if (!there) throw new InapplicableEdit(JSON.stringify(path));
  const keys = Object.keys(object);
  const after = keys[keys.indexOf(key) + 1];
  return {
    value: Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)),
    inverse: { op: 'put', way: path, value: object[key], ...(after === undefined ? {} : { before: after }) },
  };
}

function reorder(value: unknown, edit: Extract<Edit, { op: 'arrange' }>): Changed {
  const object = objectOf(value, edit);
  const keys = Object.keys(object);
  const ordered = [...edit.keys.filter((key) => key in object), ...keys.filter((key) => !edit.keys.includes(key))];
  return {
    value: Object.fromEntries(ordered.map((key) => [key, object[key]])),
    inverse: { op: 'arrange', way: edit.way, keys },
  };
}

function objectOf(value: unknown, edit: Edit): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InapplicableEdit(JSON.stringify(edit.way));
  return value as Json;
}

/** The value at a path, or undefined. */
export function valueAt(document: unknown, path: DocumentPath): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
