import type { Bindings, Entity, Field, Issue } from '../../engine/index.ts';
import { Decimal, isEmpty, issue, targetOf } from '../../engine/index.ts';
import { isAccepted } from '../files/sniff.ts';
import type { Sockets } from '../sockets/registry.ts';
import type { AskedReference, FoundReference } from '../store/reference-sql.ts';

type Values = Readonly<Record<string, unknown>>;

/** `lookup:channel.code`: the reference, and the target's field that is copied from it. */
export const lookupOf = (field: Field): { by: string; from: string } | null => {
  const match = /^lookup:(\w+)\.(\w+)$/.exec(field.meta.value ?? '');
  return match ? { by: match[1] ?? '', from: match[2] ?? '' } : null;
};

/**
 * The references of a record whose targets must be looked at: those that changed, those whose picker filter reads
 * something that changed, and every one that a lookup copies from.
 */
export function askedReferences(entity: Entity, record: Values, touched: ReadonlySet<string>): AskedReference[] {
  const lookups = entity.fields.flatMap((field) => lookupOf(field) ?? []);
  return entity.fields.flatMap((field) => {
    if (field.given) return [];
    const copies = lookups.filter(({ by }) => by === field.name).map(({ from }) => from);
    const judge = (each: Field) => touched.has(field.name) || readsOfReferrer(each).some((name) => touched.has(name));
    const asked = (each: Field, path: string, ids: readonly string[], more: readonly string[]): AskedReference[] => {
      const check = judge(each);
      if (!pointsSomewhere(each) || ids.length === 0 || (!check && more.length === 0)) return [];
      const facts = [...new Set([...more, ...(each.filter?.reads ?? []), ...factsOfFile(each)])];
      return [{ path, field: each, ids, facts, check }];
    };
    const rows = (field.lines ? (record[field.name] ?? []) : []) as Values[];
    return [
      ...asked(field, field.name, idsOf(record[field.name]), copies),
      ...(field.lines ?? []).flatMap((line) =>
        asked(line, `${field.name}.${line.name}`, [...new Set(rows.flatMap((row) => idsOf(row[line.name])))], []),
      ),
    ];
  });
}

/** Issues for every judged id that is not there, not this person's to see, or outside the picker's filter. */
export function refusedReferences(
  asked: readonly AskedReference[],
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
    const against = (of: readonly string[], referrer: Values, at: string): Issue[] =>
      of.every((id) => fits(id, referrer))
        ? refusedFiles(
            field,
            found.filter((each) => each.path === path && of.includes(each.id)),
            at,
          )
        : [issue('reference.missing', at)];
    const [outer = '', inner] = path.split('.');
    if (!inner) return against(ids, record, outer);
    return ((record[outer] ?? []) as Values[]).flatMap((row, at) =>
      against(idsOf(row[inner]), { ...record, ...row }, `${outer}[${at}].${inner}`),
    );
  });
}

/** What a file field must know of the files it is given. */
const factsOfFile = ({ meta }: Field): string[] =>
  (meta.type === 'file' || meta.type === 'image') && (meta.accept || meta.maxSize) ? ['mediaType', 'size'] : [];

/** Files of another kind than the field takes, or too large for it; what they are was seen in their bytes. */
function refusedFiles(field: Field, files: readonly FoundReference[], path: string): Issue[] {
  if (factsOfFile(field).length === 0) return [];
  const { accept, maxSize } = field.meta;
  if (!files.every(({ facts }) => isAccepted(String(facts['mediaType']), accept))) {
    return [issue('file.accept', path, { accept: (accept ?? []).join(', ') })];
  }
  const large = maxSize !== undefined && files.some(({ facts }) => Number(facts['size']) > maxSize);
  return large ? [issue('file.maxSize', path, { max: Math.floor(maxSize / 1024) })] : [];
}

/** The fields of the referring record that a picker's filter reads. */
const readsOfReferrer = (field: Field): string[] =>
  [...(field.filter?.text ?? '').matchAll(/\brecord\.(\w+)/g)].map((match) => match[1] ?? '');

/** Fills in what nobody types, in the order of the fields: copies, roll-ups, computed values. */
export function derive(
  entity: Entity,
  bindings: Bindings,
  found: readonly FoundReference[],
  sockets: Sockets,
): Record<string, unknown> {
  const record: Record<string, unknown> = { ...bindings.record };
  for (const field of entity.fields) {
    const lookup = lookupOf(field);
    if (lookup) {
      const target = found.find((each) => each.path === lookup.by && each.id === record[lookup.by]);
      record[field.name] = target?.facts[lookup.from] ?? null;
    } else if (field.meta.type === 'rollup') record[field.name] = rollUp(field, record);
    else if (field.value) record[field.name] = field.value.evaluate({ ...bindings, record }) ?? null;
    else if (field.meta.value?.startsWith('socket:')) {
      record[field.name] = sockets.value(field.meta.value.slice('socket:'.length)).run(record) ?? null;
    }
  }
  return record;
}

function rollUp(field: Field, record: Values): number {
  const rows = (record[field.meta.over ?? ''] ?? []) as Values[];
  if (field.meta.count) return rows.length;
  const total = rows.reduce((sum, row) => {
    const value = row[field.meta.sum ?? ''];
    const exact = typeof value === 'number' ? Decimal.parse(value) : null;
    return exact ? sum.add(exact) : sum;
  }, Decimal.zero);
  return total.toNumber();
}

const pointsSomewhere = (field: Field): boolean => targetOf(field) !== null || field.meta.type === 'parent';

function idsOf(value: unknown): string[] {
  if (isEmpty(value)) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
