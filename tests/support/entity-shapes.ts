import { readFileSync } from 'node:fs';
import type { ActionMeta, EntityMeta, FieldMeta, FormMeta } from '../../engine/core/index.ts';
import { entityFiles } from './entity-files.ts';
import { night } from './night.ts';

/*
 * What an entity asks of the engine, whatever it is called: two entities of the same features are drawn, read and written
 * by the same code. Suites that are dear per entity take a few that have every feature of the catalog between them in
 * every run, and all entities in the night.
 */

export const metas: readonly EntityMeta[] = entityFiles.map(
  ({ file }) => JSON.parse(readFileSync(file, 'utf8')) as EntityMeta,
);

/** The features of an entity, as texts such as `field reference filter`, `list filters date` or `transition input`. */
export function featuresOf(meta: EntityMeta): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (...words: (string | number)[]) => found.add(words.join(' '));
  const type = (name: string) => typeOf(meta.fields[name.replace(/^-/, '').split('.')[0] ?? '']);

  for (const key of Object.keys(meta)) add('entity', key);
  add('owner', meta.owner === undefined || ['id', 'shared'].includes(meta.owner) ? String(meta.owner) : 'field');
  add('tenancy', meta.tenancy ?? 'tenant');
  addFields(found, 'field', meta.fields);

  for (const [key, value] of Object.entries(meta.list)) {
    add('list', key);
    if (key === 'search' || key === 'figures') continue;
    for (const name of Array.isArray(value) ? (value as string[]) : []) add('list', key, type(name));
  }
  if (meta.list.sort) add('list sort', meta.list.sort.startsWith('-') ? 'down' : 'up');

  addSections(found, meta.form, type);
  for (const layout of Object.values(meta.formLayout ?? {})) add('form layout', layout);
  for (const key of Object.keys(meta.detail ?? {})) add('detail', key);

  const { states = {}, transitions = {}, startEffects = [] } = meta.workflow ?? {};
  if (startEffects.length > 0) add('flow start effects');
  for (const [name, state] of Object.entries(states)) {
    if (state.tone === undefined) add('state without a tone');
    for (const [key, value] of Object.entries(state))
      add('state', key, ...(transitions[String(value)] ? [] : [String(value)]));
    const leaving = Object.values(transitions).filter(({ from }) => from.includes(name)).length;
    add('state', leaving === 0 ? 'last' : leaving === 1 ? 'one way on' : 'ways on');
  }
  for (const transition of Object.values(transitions)) {
    addAction(found, transition, type);
    const { from, to } = transition;
    add('transition', from.length > 1 ? 'from several' : 'from one');
    if (from.includes(to)) add('transition stays');
    if (to === meta.workflow?.start) add('transition to the start');
  }
  for (const action of Object.values(meta.actions ?? {})) addAction(found, action, type);
  return found;
}

/** What decides over who may do what with an entity, as texts such as `member custom rows, hide`. */
export function accessFeaturesOf(meta: EntityMeta): ReadonlySet<string> {
  const owner = meta.owner === undefined || ['id', 'shared'].includes(meta.owner) ? meta.owner : 'field';
  const found = new Set([
    `wall ${owner ?? 'of staff'}, ${meta.tenancy ?? 'tenant'}${meta.appendOnly ? ', append only' : ''}`,
    `organisation of ${meta.org === undefined ? 'the actor' : 'a field'}`,
    `keys ${meta.tree ? 'in a tree' : 'in a list'}`,
  ]);
  for (const [role, grants] of Object.entries(meta.access)) {
    for (const { codes, rows = 'all', hide, readOnly } of [grants].flat()) {
      const how = [/^\w+$/.test(rows) ? `${rows} rows` : 'rows by an expression'];
      if (codes.includes('*')) how.push('everything');
      if (hide) how.push('hide');
      if (readOnly) how.push('read only');
      found.add(`${role} ${how.join(', ')}`);
    }
    if ([grants].flat().length > 1) found.add(`${role} by several grants`);
  }
  return found;
}

function addFields(found: Set<string>, kind: string, fields: Readonly<Record<string, FieldMeta>>): void {
  for (const field of Object.values(fields)) {
    found.add(`${kind} ${typeOf(field)}`);
    if (field.widget) found.add(`widget ${field.widget}`);
    for (const [key, value] of Object.entries(field)) {
      if (key === 'type' || key === 'id') continue;
      // A condition is one thing, a fact another; of the rest it is enough that it is said.
      const how =
        ['required', 'readOnly', 'visible'].includes(key) && typeof value === 'string' ? ' by a condition' : '';
      found.add(`${kind} ${key}${how}`);
      if (structural.has(key)) found.add(`${kind} ${field.type} ${key}`);
    }
    if (field.fields) addFields(found, 'line', field.fields);
  }
}

/** Options that give a field another editor, another cell or another question to the server. */
const structural = new Set([
  'dictionary',
  'tones',
  'filter',
  'many',
  'recordOf',
  'codeOf',
  'currency',
  'unit',
  'over',
  'to',
]);

function addSections(found: Set<string>, sections: FormMeta | undefined, type: (name: string) => string): void {
  if (!sections) return;
  const count = Object.keys(sections).length;
  found.add(`form of ${count > 1 ? 'sections' : 'one section'}`);
  for (const row of Object.values(sections).flat()) {
    found.add(`form row of ${row.length}`);
    for (const name of row) found.add(`form ${type(name)}`);
  }
}

/** A transition asks in the same dialog as any other action. */
function addAction(found: Set<string>, action: ActionMeta, type: (name: string) => string): void {
  for (const key of Object.keys(action)) if (!['from', 'to', 'needs'].includes(key)) found.add(`action ${key}`);
  if (action.tone) found.add(`action tone ${action.tone}`);
  for (const name of action.form ?? []) found.add(`action form ${type(name)}`);
  for (const field of Object.values(action.input ?? {})) found.add(`action input ${typeOf(field)}`);
}

const typeOf = (field: FieldMeta | undefined): string =>
  field === undefined ? 'given' : field.type === 'computed' ? `computed ${field.as}` : field.type;

/**
 * As few as do it, by the one that adds most first: between them they have every feature that any of them all has. In a
 * tie the first by name, so that every run takes the same ones.
 */
export function covering<T>(all: readonly T[], features: (one: T) => ReadonlySet<string>): T[] {
  const lists = new Map(all.map((one) => [one, features(one)]));
  const open = new Set([...lists.values()].flatMap((list) => [...list]));
  const taken: T[] = [];
  while (open.size > 0) {
    const gain = (one: T) => [...(lists.get(one) ?? [])].filter((feature) => open.has(feature)).length;
    const best = all.reduce((most, one) => (gain(one) > gain(most) ? one : most));
    for (const feature of lists.get(best) ?? []) open.delete(feature);
    taken.push(best);
  }
  return taken;
}

const namesOf = (features: (meta: EntityMeta) => ReadonlySet<string>): ReadonlySet<string> =>
  new Set((night ? metas : covering(metas, features)).map(({ entity }) => entity));

const featuresLike = (kind: RegExp) => (meta: EntityMeta) =>
  new Set([...featuresOf(meta)].filter((feature) => kind.test(feature)));

/** The names of the entities that the dear suites go through in full: in the night all. */
export const entitiesOfEveryShape = namesOf(featuresOf);

/** Those among whom every list is that is alike to others: where lists are searched, sorted, printed ... */
export const entitiesOfEveryList = namesOf(featuresLike(/^(list|entity) /));

/** Those that take every kind of input. */
export const entitiesOfEveryInput = namesOf(featuresLike(/^(field|line|action (form|input)|tenancy) /));

/** The same by how access is granted. */
export const entitiesOfEveryAccess = namesOf(accessFeaturesOf);
