import {
  blockKeys,
  type BlockKind,
  type BlockMeta,
  type Command,
  type ScreenDocument,
} from '../../engine/core/index.ts';
import type { OtherEntity } from '../document/api.ts';

export type Span = 1 | 2 | 3 | 4;
/** What may be put on a screen by itself; a pie is what a bar by group may become. */
export const offeredKinds = [
  ...(['number', 'bar', 'line', 'list', 'states', 'calendar'] as const),
  ...(['form', 'text', 'page', 'links', 'jobs'] as const),
] as const satisfies BlockKind[];

const widths: Readonly<Record<BlockKind, Span>> = {
  number: 1,
  pie: 1,
  text: 2,
  bar: 2,
  line: 3,
  list: 2,
  states: 4,
  calendar: 4,
  form: 2,
  page: 4,
  links: 4,
  jobs: 2,
  task: 2,
  recent: 2,
};

/** The place of a block by its name; -1 where it is not there. */
export const placeOf = ({ meta }: ScreenDocument, name: string): number =>
  meta.blocks.findIndex(({ block }) => block === name);

export const spanOf = ({ span }: BlockMeta): Span => span ?? 1;

/** The least that a block of a kind says: what it asks of which entity, so that it shows something at once. */
export function startBlock(kind: BlockKind, name: string, entity: OtherEntity | undefined): BlockMeta {
  const plain = { block: name, kind, span: widths[kind] };
  if (['text', 'page', 'jobs', 'recent'].includes(kind)) return plain;
  if (!entity) return plain;
  if (kind === 'links') return { ...plain, to: [entity.entity] };
  const querying = { ...plain, entity: entity.entity };
  const group = entity.fields.find(({ type }) => type === 'choice' || type === 'reference')?.name;
  if (kind === 'list') return { ...querying, columns: [entity.title, 'createdAt'], sort: '-createdAt' };
  if (kind === 'pie') return { ...querying, group: group ?? 'createdBy' };
  return ['number', 'task', 'states', 'form'].includes(kind) ? querying : { ...querying, time: 'createdAt' };
}

/** `number`, `number2` ...: a name that no block of the screen has. */
export function freeBlockName({ meta }: ScreenDocument, kind: BlockKind): string {
  const taken = new Set(meta.blocks.map(({ block }) => block));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? kind : `${kind}${n}`;
    if (!taken.has(name)) return name;
  }
}

/** Puts a new block before the one at a place (the number of blocks means last), with its title in a language. */
export function addCommands(
  { meta }: ScreenDocument,
  block: BlockMeta,
  { before, title }: { before: number; title: { culture: string; text: string } },
): Command[] {
  const last = meta.blocks.length;
  return [
    { do: 'set', at: `blocks[${last}]`, value: block },
    ...(before < last ? [{ do: 'move', at: `blocks[${last}]`, before } as const] : []),
    { do: 'text', culture: title.culture, key: `blocks.${block.block}`, value: title.text },
  ];
}

/** Moves a block before the one at a position; does nothing if it is already there. */
export function moveCommands(document: ScreenDocument, name: string, before: number): Command[] {
  const from = placeOf(document, name);
  if (from < 0 || before < 0 || before > document.meta.blocks.length || before === from || before === from + 1)
    return [];
  return [{ do: 'move', at: `blocks[${from}]`, before }];
}

export function spanCommands(document: ScreenDocument, name: string, span: number): Command[] {
  const at = placeOf(document, name);
  const block = document.meta.blocks[at];
  const next = Math.min(4, Math.max(1, Math.round(span)));
  if (!block || spanOf(block) === next) return [];
  return [
    next === 1 ? { do: 'remove', at: `blocks[${at}].span` } : { do: 'set', at: `blocks[${at}].span`, value: next },
  ];
}

/** Says options of a block otherwise; undefined takes one back. What the kind does not know goes with it. */
export function optionCommands(document: ScreenDocument, name: string, change: Partial<BlockMeta>): Command[] {
  const at = placeOf(document, name);
  const block = document.meta.blocks[at];
  if (!block) return [];
  const next: BlockMeta = { ...block, ...change };
  const known = new Set<string>(['block', 'kind', 'span', ...blockKeys(next.kind)]);
  const value = Object.fromEntries(
    Object.entries(next).filter(([key, value]) => value !== undefined && known.has(key)),
  );
  return JSON.stringify(value) === JSON.stringify(block) ? [] : [{ do: 'set', at: `blocks[${at}]`, value }];
}

/** Another kind, or another entity: what was said of the fields of the old one would mean nothing. */
export function queryCommands({
  document,
  name,
  kind,
  entity,
}: {
  document: ScreenDocument;
  name: string;
  kind: BlockKind;
  entity: OtherEntity | undefined;
}): Command[] {
  const at = placeOf(document, name);
  const block = document.meta.blocks[at];
  if (!block) return [];
  const start = startBlock(kind, name, entity);
  const isSame = block.entity !== undefined && block.entity === start.entity;
  const known = new Set<string>(blockKeys(kind));
  const carried = isSame ? Object.fromEntries(Object.entries(block).filter(([key]) => known.has(key))) : {};
  return [{ do: 'set', at: `blocks[${at}]`, value: { ...start, ...carried, span: spanOf(block) } }];
}
