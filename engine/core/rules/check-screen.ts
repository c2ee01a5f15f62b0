import type { Catalog, Entity, Field } from '../compile/catalog.ts';
import { inheritedNames } from '../compile/check-names.ts';
import { issue, type Issue } from '../meta/issue.ts';
import { blockMeasures, type BlockKind, type BlockMeta, type ScreenMeta } from '../meta/screen.ts';
import { isGroupable, isReducible, isTime } from './aggregates.ts';
import { withDays } from './day-ranges.ts';
import { isSortable, listQuery } from './list-query.ts';

/** Everything in a screen that meets nothing in the catalog, each with its path: `blocks[2].series`. */
export function checkScreen(catalog: Catalog, screen: ScreenMeta): Issue[] {
  const names = screen.blocks.map(({ block }) => block);
  const twice = names.flatMap((name, at) =>
    names.indexOf(name) < at ? [issue('schema.twice', `blocks[${at}].block`, { field: name })] : [],
  );
  const inherited = [
    ...names.map((name, at) => [name, `blocks[${at}].block`] as const),
    [screen.screen, 'screen'] as const,
  ]
    .filter(([name]) => inheritedNames.has(name))
    .map(([name, path]) => issue('schema.reservedName', path, { name }));
  return [
    ...twice,
    ...inherited,
    ...screen.blocks.flatMap((block, at) => checkBlock(catalog, block, `blocks[${at}].`)),
  ];
}

const common: readonly (keyof BlockMeta)[] = ['block', 'kind', 'span'];
const queryOptions: readonly (keyof BlockMeta)[] = ['entity', 'needs', 'time', 'filter'];
const charted: readonly (keyof BlockMeta)[] = [...queryOptions, ...blockMeasures, 'group', 'series', 'top'];

/** The keys that mean something in a block of a kind; any other is a mistake, not a wish. */
const keysOf: Readonly<Record<BlockKind, readonly (keyof BlockMeta)[]>> = {
  number: [...queryOptions, ...blockMeasures, 'tone'],
  line: charted,
  bar: charted,
  pie: charted.filter((key) => key !== 'series'),
  list: [...queryOptions, 'columns', 'sort', 'limit', 'acts'],
  states: [...queryOptions.filter((key) => key !== 'time'), 'sort'],
  calendar: queryOptions,
  form: ['entity', 'needs'],
  links: ['to'],
  jobs: ['limit'],
  text: [],
  page: ['url'],
  task: ['entity', 'needs', 'filter', 'sum', 'group', 'tone'],
  recent: ['limit'],
};

/** What may be said of a block of a kind beside its name, its kind and its width. */
export const blockKeys = (kind: BlockKind): readonly (keyof BlockMeta)[] => keysOf[kind];

function checkBlock(catalog: Catalog, block: BlockMeta, at: string): Issue[] {
  const known: readonly string[] = [...common, ...keysOf[block.kind]];
  const strays = Object.keys(block)
    .filter((key) => !known.includes(key))
    .map((key) => issue('schema.unknownKey', `${at}${key}`, { key, known: known.join(', ') }));
  const wide =
    block.span && block.span > 4
      ? [issue('schema.option', `${at}span`, { value: block.span, options: '1, 2, 3, 4' })]
      : [];
  return [...strays, ...wide, ...checkNames(catalog, block, at)];
}

/** Blocks that ask no entity. */
export const asksNothing = (kind: BlockKind): boolean => ['jobs', 'text', 'page', 'recent'].includes(kind);

function checkNames(catalog: Catalog, block: BlockMeta, at: string): Issue[] {
  if (asksNothing(block.kind)) return [];
  if (block.kind === 'links') {
    if (!block.to) return [issue('schema.missing', `${at}to`, { key: 'to' })];
    return block.to.flatMap((name, index) =>
      catalog.byName.has(name) ? [] : [issue('schema.unknownEntity', `${at}to[${index}]`, { entity: name })],
    );
  }
  if (!block.entity) return [issue('schema.missing', `${at}entity`, { key: 'entity' })];
  const entity = catalog.byName.get(block.entity);
  if (!entity) return [issue('schema.unknownEntity', `${at}entity`, { entity: block.entity })];
  return [...checkFields(entity, block, at), ...checkFilter(entity, block, at)];
}

function checkFields(entity: Entity, block: BlockMeta, at: string): Issue[] {
  const issues: Issue[] = [];
  const must = (key: string, name: string | undefined, fits: (field: Field) => boolean) => {
    if (name === undefined) return;
    const field = entity.byName.get(name);
    if (!field) issues.push(issue('schema.unknownField', `${at}${key}`, { field: name }));
    else if (!fits(field))
      issues.push(issue('schema.unfitField', `${at}${key}`, { field: name, type: field.meta.type }));
  };
  must('time', block.time, isTime);
  must('group', block.group, isGroupable);
  must('series', block.series, isGroupable);
  for (const by of blockMeasures) must(by, block[by], (field) => isReducible(field, by));
  if (blockMeasures.filter((by) => block[by]).length > 1) issues.push(issue('schema.oneMeasure', at.slice(0, -1)));
  (block.columns ?? []).forEach((name, index) => must(`columns[${index}]`, name, ({ lines }) => !lines));
  for (const key of block.sort?.split(',') ?? []) must('sort', key.replace(/^-/, ''), isSortable);
  const chart = ['line', 'bar', 'pie'].includes(block.kind);
  if (chart && !block.group && !block.time) issues.push(issue('schema.missing', `${at}group`, { key: 'group' }));
  if (block.kind === 'pie' && !block.group) issues.push(issue('schema.missing', `${at}group`, { key: 'group' }));
  if (block.kind === 'calendar' && !block.time) issues.push(issue('schema.missing', `${at}time`, { key: 'time' }));
  if (block.kind === 'states' && Object.keys(entity.states).length === 0)
    issues.push(issue('schema.unknownField', `${at}entity`, { field: 'status' }));
  if (block.kind === 'list' && !block.columns) issues.push(issue('schema.missing', `${at}columns`, { key: 'columns' }));
  const actions = [...entity.actions.keys()];
  (block.acts ?? []).forEach((name, index) => {
    if (!entity.actions.has(name))
      issues.push(issue('schema.option', `${at}acts[${index}]`, { value: name, options: actions.join(', ') }));
  });
  if (block.needs && !entity.codes.includes(block.needs))
    issues.push(issue('schema.option', `${at}needs`, { value: block.needs, options: entity.codes.join(', ') }));
  return issues;
}

/** Each filter must be one that a list of the entity takes; placeholders stand for a valid value. */
function checkFilter(entity: Entity, { filter = {} }: BlockMeta, at: string): Issue[] {
  return Object.entries(filter).flatMap(([key, text]) => {
    const value = text.replaceAll('$me', '1').replaceAll('$today', '2000-01-01').replaceAll('$currency', 'USD');
    const read = listQuery(entity, entity.byName, withDays({ [key]: value }, '2000-01-01'));
    if (!read.ok) return read.issues.map((found) => ({ ...found, path: `${at}filter.${key}` }));
    const used = read.value.filters.length > 0 || (key === 'view' && read.value.view);
    return used ? [] : [issue('schema.unknownFilter', `${at}filter.${key}`, { filter: key })];
  });
}
