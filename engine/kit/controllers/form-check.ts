import { type Bindings, type Entity, type Field, type Issue, validateRecord } from '../../core/index.ts';

/** What a field's custom widget has against a value. */
export type WidgetCheck = (field: Field, value: unknown) => Issue | null;

export interface Checked {
  /** The record with every readable value in canonical form. */
  record: Record<string, unknown>;
  issues: Issue[];
}

/**
 * The verdict that the server will give, sooner: each typed value is read by its field type, then the entity's rules
 * run on the whole record. A field that could not be read is not judged twice.
 */
export function checkRecord({
  entity,
  fields,
  bindings,
  widgetIssue = () => null,
}: {
  entity: Entity;
  fields: readonly Field[];
  bindings: Bindings;
  widgetIssue?: WidgetCheck;
}): Checked {
  const record = { ...bindings.record };
  const unread: Issue[] = [];
  for (const field of fields) {
    const value = record[field.name];
    if (value === undefined) continue;
    const read = field.type.parse(value, field.meta);
    // A secret's mask reads as "unchanged"; it still counts as filled in.
    if (read.ok) record[field.name] = read.value ?? (read.value === undefined ? value : null);
    const odd = read.ok ? widgetIssue(field, read.value) : null;
    const found = read.ok ? (odd ? [odd] : []) : read.issues;
    unread.push(...found.map((each) => ({ ...each, path: joinPath(field.name, each.path) })));
  }
  const bad = new Set(unread.map(({ path }) => path));
  const roots = new Set(unread.map(({ path }) => rootOf(path)));
  const typed = new Set(fields.map(({ name }) => name));
  const rules = validateRecord(entity, { ...bindings, record }).filter(
    (found) => !bad.has(found.path) && !(found.entity && roots.has(rootOf(found.path))) && !notOurs(found, typed),
  );
  return { record, issues: [...unread, ...rules] };
}

/** A required field that this person cannot type is filled by the server, so its emptiness is not theirs to mend. */
const notOurs = (found: Issue, typed: ReadonlySet<string>): boolean =>
  !found.entity && found.path !== '' && !typed.has(rootOf(found.path));

/** `boxes[2].weight` belongs to `boxes`. */
export const rootOf = (path: string): string => /^[^.[]*/.exec(path)?.[0] ?? path;

export const joinPath = (parent: string, child: string): string => {
  if (child === '') return parent;
  return child.startsWith('[')
    ? `${parent}${child}`
    : /^\d/.test(child)
      ? joinPath(parent, bracket(child))
      : `${parent}.${child}`;
};

const bracket = (path: string): string => path.replace(/^(\d+)/, '[$1]');
