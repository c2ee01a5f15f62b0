import type { Entity, Field, Grant, Issue, Rights } from '../../../engine/core/index.ts';
import { isEmpty, issue, unwritable } from '../../../engine/core/index.ts';

/**
 * Parses a client's input by the writable fields: names in any case, tolerant syntax, strict values. Unwritable fields
 * (system, computed, locked, hidden) are accepted if unchanged, because older clients send whole rows; a change is an
 * issue. Unknown keys are ignored.
 */
export function readInput(
  fields: readonly Field[],
  locked: ReadonlySet<string>,
  input: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>> | null,
  newId: () => string,
): { values: Record<string, unknown>; issues: Issue[] } {
  const byName = namesOf(fields);
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [key, raw] of Object.entries(input)) {
    const field = byName.get(key) ?? byName.get(key.toLowerCase());
    if (!field || field.system) continue;
    const parsed = readField(field, raw, newId, issues);
    if (parsed === undefined) continue;
    if (!locked.has(field.name)) values[field.name] = parsed;
    else if (!same(parsed, current?.[field.name] ?? null) && !(current === null && isEmpty(parsed))) {
      issues.push(issue('field.readOnly', field.name));
    }
  }
  return { values, issues };
}

const named = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

/** Fields by name and by lower-case name. */
function namesOf(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const known = named.get(fields);
  if (known) return known;
  const fresh = new Map(fields.flatMap((field) => [[field.name.toLowerCase(), field] as const, [field.name, field]]));
  named.set(fields, fresh);
  return fresh;
}

/** Fields that the engine computes, so that no one enters them. */
export const isCalculated = (field: Field): boolean => ['sequence', 'computed', 'rollup'].includes(field.meta.type);

/** The field for an uploaded file: the first file field that people fill in. */
export const uploadField = (entity: Entity): Field | undefined =>
  entity.fields.find(({ meta, readOnly }) => meta.type === 'file' && !meta.many && readOnly !== true);

const declared = new WeakMap<Entity, readonly Field[]>();

/** The fields that an entity declares itself; cached. */
export function declaredFields(entity: Entity): readonly Field[] {
  const known = declared.get(entity) ?? entity.fields.filter((field) => !field.system);
  declared.set(entity, known);
  return known;
}

const locked = new WeakMap<Rights, Map<string, ReadonlySet<string>>>();

/**
 * Names of fields that these grants do not allow to write, and of those that are read-only or calculated for everyone.
 * Cached per set of rights.
 */
export function lockedFor(
  entity: Entity,
  rights: Rights,
  code: 'add' | 'edit',
  reaching: readonly Grant[] = rights,
): ReadonlySet<string> {
  const words = locked.get(rights) ?? new Map<string, ReadonlySet<string>>();
  locked.set(rights, words);
  const word = `${entity.name} ${code} ${reaching.map((grant) => rights.indexOf(grant)).join(' ')}`;
  const known = words.get(word) ?? new Set([...lockedFields(entity), ...unwritable(entity, reaching, code)]);
  words.set(word, known);
  return known;
}

/** Names of fields that are read-only or calculated for everyone, regardless of grants. */
export const lockedFields = (entity: Entity): string[] =>
  entity.fields.filter((field) => field.readOnly === true || isCalculated(field)).map((field) => field.name);

export function same(one: unknown, other: unknown): boolean {
  if (one === other || (isEmpty(one) && isEmpty(other))) return true;
  return typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other);
}

function readField(field: Field, raw: unknown, newId: () => string, issues: Issue[]): unknown {
  if (field.lines) return readLines(field, raw, newId, issues);
  const parsed = field.type.parse(raw, field.meta);
  if (parsed.ok) return parsed.value;
  issues.push(...parsed.issues.map((found) => ({ ...found, path: inside(field.name, found.path) })));
  return undefined;
}

const unlocked: ReadonlySet<string> = new Set();

function readLines(field: Field, raw: unknown, newId: () => string, issues: Issue[]): unknown {
  if (raw === null || raw === undefined || raw === '') return [];
  if (!Array.isArray(raw)) {
    issues.push(issue('lines.invalid', field.name));
    return undefined;
  }
  const most = Number(field.meta.max ?? 1000);
  if (raw.length > most) {
    issues.push(issue('lines.tooMany', field.name, { max: most }));
    return undefined;
  }
  const seen = new Set<string>();
  const defaults = defaultsOf(field.lines ?? []);
  return raw.map((row: unknown, at) => {
    const path = `${field.name}[${at}]`;
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      issues.push(issue('lines.invalid', path));
      return {};
    }
    const read = readInput(field.lines ?? [], unlocked, row as Record<string, unknown>, null, newId);
    issues.push(...read.issues.map((found) => ({ ...found, path: `${path}.${found.path}` })));
    const id = String((row as Record<string, unknown>)['id'] ?? '');
    const kept = /^\d{1,19}$/.test(id) && !seen.has(id) ? id : newId();
    seen.add(kept);
    return { id: kept, ...defaults, ...read.values };
  });
}

export const defaultsOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, field.meta.default ?? (field.lines ? [] : null)]));

const inside = (name: string, path: string): string =>
  path === '' ? name : path.startsWith('[') ? name + path : `${name}.${path}`;
