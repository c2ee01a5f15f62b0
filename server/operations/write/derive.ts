import type { Bindings, Entity, Field, Issue } from '../../../engine/core/index.ts';
import { filesIn, isEmpty, issue, namedBy, rollUp } from '../../../engine/core/index.ts';
import { isAccepted } from '../../files/sniff.ts';
import type { ModuleRegistry } from '../../modules/registry.ts';
import type { ReferenceLookUp, FoundReference } from '../../store/reference-sql.ts';

type Values = Readonly<Record<string, unknown>>;

interface Lookup {
  readonly by: string;
  readonly from: string;
}

/** Parses `lookup:channel.code`: the reference, and the target's field to copy. */
export const lookupOf = (field: Field): Lookup | null => {
  const match = /^lookup:(\w+)\.(\w+)$/.exec(field.meta.value ?? '');
  return match ? { by: match[1] ?? '', from: match[2] ?? '' } : null;
};

/** A place in a record that may hold an id, and which fields of the target are needed. */
interface Pointer {
  readonly field: Field;
  readonly path: string;
  /** The record's field, and the sub-table of the place; null for the record itself. */
  readonly outer: string;
  readonly lines: string | null;
  readonly copies: boolean;
  readonly facts: readonly string[];
  /** The fields of the record that the picker's filter reads. */
  readonly reads: readonly string[];
}

/** What is the same for all records of an entity: its references and derived fields. */
interface Shape {
  readonly pointers: readonly Pointer[];
  readonly derived: readonly { field: Field; lookup: Lookup | null }[];
}

const shapes = new WeakMap<Entity, Shape>();

function shapeOf(entity: Entity): Shape {
  const known = shapes.get(entity);
  if (known) return known;
  const lookups = entity.fields.flatMap((field) => lookupOf(field) ?? []);
  const pointer = (field: Field, path: string, outer: string, lines: string | null): Pointer[] => {
    if (field.system || namedBy(entity, field) === null) return [];
    const copied = lines ? [] : lookups.filter(({ by }) => by === field.name).map(({ from }) => from);
    const facts = [...new Set([...copied, ...(field.filter?.reads ?? []), ...factsOfFile(field)])];
    return [{ field, path, outer, lines, copies: copied.length > 0, facts, reads: readsOfReferrer(field) }];
  };
  const pointers = entity.fields.flatMap((field) => [
    ...pointer(field, field.name, field.name, null),
    ...(field.lines ?? []).flatMap((line) => pointer(line, `${field.name}.${line.name}`, field.name, field.name)),
  ]);
  const derived = entity.fields
    .map((field) => ({ field, lookup: lookupOf(field) }))
    .filter(({ field, lookup }) => lookup || field.meta.type === 'rollup' || field.value || socketOf(field));
  const fresh = { pointers, derived };
  shapes.set(entity, fresh);
  return fresh;
}

/**
 * The references of a record whose targets must be read: changed ones, those whose picker filter reads a changed field,
 * and the sources of lookups.
 */
export function referenceLookUps(entity: Entity, record: Values, touched: ReadonlySet<string>): ReferenceLookUp[] {
  const asked: ReferenceLookUp[] = [];
  for (const { field, path, outer, lines, copies, facts, reads } of shapeOf(entity).pointers) {
    const check = touched.has(outer) || reads.some((name) => touched.has(name));
    if (!check && !copies) continue;
    const rows = lines ? ((record[lines] ?? []) as Values[]) : [];
    const ids = lines
      ? [...new Set(rows.flatMap((row) => idsOf(field, row[field.name])))]
      : idsOf(field, record[field.name]);
    if (ids.length > 0) asked.push({ path, field, ids, facts, check });
  }
  return asked;
}

/** Issues for every checked id that does not exist, is not visible to this person, or fails the picker's filter. */
export function referenceIssues(
  asked: readonly ReferenceLookUp[],
  found: readonly FoundReference[],
  bindings: Bindings,
): Issue[] {
  const { record } = bindings;
  return asked.flatMap(({ path, field, ids, check }) => {
    if (!check) return [];
    const fits = (id: string, referrer: Values) => {
      const target = found.find((each) => each.path === path && each.id === id);
      if (!target?.readable) return false;
      return !field.filter || field.filter.holds({ ...bindings, record: target.facts, referrer });
    };
    const isOutside = (of: readonly string[]) =>
      found.some((each) => each.path === path && each.within === false && of.includes(each.id));
    const against = (of: readonly string[], referrer: Values, at: string): Issue[] =>
      isOutside(of)
        ? [issue('reference.outside', at)]
        : of.every((id) => fits(id, referrer))
          ? (loopIssues(
              found.filter((each) => each.path === path && of.includes(each.id)),
              record['id'],
              at,
            ) ??
            fileIssues(
              field,
              found.filter((each) => each.path === path && of.includes(each.id)),
              at,
            ))
          : [issue('reference.missing', at)];
    const [outer = '', inner] = path.split('.');
    if (!inner) return against(ids, record, outer);
    return ((record[outer] ?? []) as Values[]).flatMap((row, at) =>
      against(idsOf(field, row[inner]), { ...record, ...row }, `${outer}[${at}].${inner}`),
    );
  });
}

/** A record of a tree can be neither its own parent nor below its own descendants. */
function loopIssues(parents: readonly FoundReference[], own: unknown, path: string): Issue[] | null {
  const above = parents.flatMap((parent) => parent.above ?? []);
  return typeof own === 'string' && above.includes(own) ? [issue('parent.loop', path)] : null;
}

/** The columns of a file record that a file field validates. */
const factsOfFile = (field: Field): string[] => (kindsOfFile(field) || field.meta.maxSize ? ['mediaType', 'size'] : []);

/** Media types that a field accepts; null for all, and for fields without files. Rich texts accept only pictures. */
const kindsOfFile = ({ meta }: Field): readonly string[] | null =>
  meta.type === 'richText' ? ['image/*'] : meta.type === 'file' || meta.type === 'image' ? (meta.accept ?? null) : null;

/** Issues for files of a wrong type, as detected from their content, or too large. */
function fileIssues(field: Field, files: readonly FoundReference[], path: string): Issue[] {
  if (factsOfFile(field).length === 0) return [];
  const { maxSize } = field.meta;
  const accept = kindsOfFile(field);
  if (accept && !files.every(({ facts }) => isAccepted(String(facts['mediaType']), accept))) {
    return [issue('file.accept', path, { accept: accept.join(', ') })];
  }
  const large = maxSize !== undefined && files.some(({ facts }) => Number(facts['size']) > maxSize);
  return large ? [issue('file.maxSize', path, { max: Math.floor(maxSize / 1024) })] : [];
}

/** The fields of the referring record that a picker's filter reads. */
export const readsOfReferrer = (field: Field): string[] =>
  [...(field.filter?.text ?? '').matchAll(/\brecord\.(\w+)/g)].map((match) => match[1] ?? '');

/** Fills in derived fields in field order: lookups, roll-ups, computed values. */
export function derive(
  entity: Entity,
  bindings: Bindings,
  found: readonly FoundReference[],
  registry: ModuleRegistry,
): Record<string, unknown> {
  const record: Record<string, unknown> = { ...bindings.record };
  const own: Bindings = { ...bindings, record };
  for (const { field, lookup } of shapeOf(entity).derived) {
    const socket = socketOf(field);
    if (lookup) {
      const target = found.find((each) => each.path === lookup.by && each.id === record[lookup.by]);
      record[field.name] = target?.facts[lookup.from] ?? null;
    } else if (field.meta.type === 'rollup') record[field.name] = rollUp(field, record);
    else if (field.value) record[field.name] = field.value.evaluate(own) ?? null;
    else if (socket) record[field.name] = registry.value(socket).run(record) ?? null;
  }
  return record;
}

const socketOf = ({ meta }: Field): string | null =>
  meta.value?.startsWith('socket:') ? meta.value.slice('socket:'.length) : null;

function idsOf(field: Field, value: unknown): string[] {
  if (field.meta.type === 'richText') return filesIn(value);
  if (isEmpty(value)) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
