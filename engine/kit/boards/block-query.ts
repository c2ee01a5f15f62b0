import { blockMeasures, type Period } from '../../core/index.ts';
import type { ListQueryParams, ShownBlock } from '../data/data-client.ts';
import { spanBefore, spanOf, rangeOfSpan, unitOf, type Span } from './period.ts';

/** What a block's query depends on besides the block. */
export interface BlockQuery {
  period: Period;
  /** The tenant's day. */
  day: string;
  /** The person's own id. */
  me: string;
}

const defaultTop = 6;
const defaultLimit = 5;
const maxShares = 200;

/** The key of the answer that holds the block's number. */
export function measureKey(block: ShownBlock): string {
  const by = blockMeasures.find((each) => block[each]);
  return !by ? 'count' : by === 'sum' ? (block.sum ?? '') : `${by}.${block[by] ?? ''}`;
}

/** The field whose type formats the number, or null for a count. */
export const measuredField = (block: ShownBlock): string | null =>
  blockMeasures.flatMap((by) => block[by] ?? [])[0] ?? null;

/** The records that a block is about, in the keys of a list; null for a span without time. */
export function blockFilter(block: ShownBlock, { day, me }: BlockQuery, span: Span | null): ListQueryParams {
  const filter = Object.entries(block.filter ?? {}).map(([key, text]) => [
    key,
    text.replaceAll('$me', me).replaceAll('$today', day),
  ]);
  return {
    ...(Object.fromEntries(filter) as Record<string, string>),
    ...(block.time && span ? { [`${block.time}.between`]: `${span.from},${span.to}` } : {}),
  };
}

/** The question of a number, for the period or for the same part of the one before. */
export function numberQuery(block: ShownBlock, query: BlockQuery, before: boolean): ListQueryParams {
  const span = before ? spanBefore(query.period, query.day) : spanOf(query.period, query.day);
  return { ...blockFilter(block, query, span), ...measures(block) };
}

/** The question of a task: how many, and how much in each currency, in one answer. */
export const taskQuery = (block: ShownBlock, query: BlockQuery): ListQueryParams => ({
  ...blockFilter(block, query, null),
  ...measures(block),
  ...(block.group ? { group: block.group } : {}),
});

/** Whether a chart goes along time; otherwise it goes by the values of a field. */
export const isOverTime = (block: ShownBlock): boolean => !block.group;

export function chartQuery(block: ShownBlock, query: BlockQuery): ListQueryParams {
  const filter = blockFilter(block, query, spanOf(query.period, query.day));
  if (isOverTime(block)) {
    const time = `${block.time ?? ''}.${unitOf(query.period)}`;
    return { ...filter, ...measures(block), group: block.series ? `${time},${block.series}` : time };
  }
  const key = measureKey(block);
  // One more than is shown, to know whether there are more; a share needs all.
  const limit = String(block.kind === 'pie' ? maxShares : topOf(block) + 1);
  return { ...filter, ...measures(block), group: block.group ?? '', rank: `-${key}`, limit };
}

export const topOf = (block: ShownBlock): number => block.top ?? defaultTop;

export function listQueryOf(block: ShownBlock, query: BlockQuery): ListQueryParams {
  return {
    ...blockFilter(block, query, spanOf(query.period, query.day)),
    ...(block.sort ? { sort: block.sort } : {}),
    pageNo: '1',
    pageSize: String(block.limit ?? defaultLimit),
  };
}

/** The address of the list behind a block, or behind one value or one piece of time of it. */
export function listAddress(
  block: ShownBlock,
  query: BlockQuery,
  at: { value?: { field: string; value: unknown }; span?: string } = {},
): string {
  const span = at.span ? rangeOfSpan(query.period, at.span) : spanOf(query.period, query.day);
  const params = new URLSearchParams(blockFilter(block, query, span) as Record<string, string>);
  if (at.value) {
    const { field, value } = at.value;
    if (value === null || value === undefined) params.set(`${field}.empty`, '1');
    else params.set(field, String(value));
  }
  if (block.sort) params.set('sort', block.sort);
  const search = params.toString();
  return `/${block.path ?? ''}${search ? `?${search}` : ''}`;
}

const measures = (block: ShownBlock): ListQueryParams =>
  Object.fromEntries(blockMeasures.flatMap((by) => (block[by] ? [[by, block[by]]] : [])));
