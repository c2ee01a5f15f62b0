import { isEmpty } from '../../core/index.ts';
import type { SheetColumn } from './columns.ts';
import { measureOf } from './headings.ts';
import type { OrderCells } from './order-cells.ts';
import { rowsOf, type Judging } from './orders.ts';
import type { Around, ChannelFacts } from './read-cell.ts';
import type { Row } from './sheet.ts';
import { systemOf } from './units.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the rows of one order say, by field. */
export interface ReadOrder {
  readonly values: Values;
  readonly channel: ChannelFacts | null;
  readonly boxRows: readonly Row[];
  readonly itemRows: readonly Row[];
}

export function readOrder(cells: OrderCells, { columns, reading, customer }: Judging): ReadOrder {
  const offer = readOffer(cells, reading.channels);
  const { channel } = offer;
  const around: Around = { channel, country: null, system: '0' };
  const ends = ['shipTo', 'shipFrom'].map((prefix) => readEnd(cells, ordersOwn(columns, prefix), { prefix, around }));
  const said: Values = Object.assign({}, offer.values, ...ends);
  const others = ordersOwn(columns).filter((id) => !(id in said));
  const whole: Values = Object.assign({}, said, ...others.map((id) => cells.readOnce(id, around)));

  const boxRows = rowsOf('box', cells.rows, columns);
  const units = metricUnits(cells, whole['unitType'], reading);
  const itemRows = rowsOf('item', cells.rows, columns);
  const measured: Around = { ...around, system: { ...whole, ...units }['unitType'] === '1' ? '1' : '0' };
  const linesOf = (part: 'box' | 'item', rows: readonly Row[]) => {
    const own = columns.filter((column) => column.part === part);
    return rows.map((row) => readLine(cells, row, { columns: own, around: measured }));
  };
  const boxes = linesOf('box', boxRows);
  const items = columns.some(({ part }) => part === 'item') ? { items: linesOf('item', itemRows) } : {};
  const filled = withStarts({ ...whole, ...units, boxes, ...items }, columns);
  const values = {
    ...filled,
    ...senderOf(cells, filled, { columns, channel }),
    ...(customer === null ? {} : { customer }),
  };
  return { values, channel, boxRows, itemRows };
}

/** The columns that an order has once: all of them, or those of one end. */
const ordersOwn = (columns: readonly SheetColumn[], prefix = ''): string[] =>
  columns.flatMap(({ id, part }) => (part === 'order' && id.startsWith(prefix) ? [id] : []));

/** The channel and the service; a service without a channel is of the channel that has it. */
function readOffer(
  cells: OrderCells,
  channels: readonly ChannelFacts[],
): { values: Values; channel: ChannelFacts | null } {
  const nothing: Around = { channel: null, country: null, system: '0' };
  const named = cells.readOnce('channel', nothing);
  const channel = channels.find(({ id }) => id === named['channel']) ?? null;
  const values = { ...named, ...cells.readOnce('service', { ...nothing, channel }) };
  const { row, text } = cells.textOf('channel');
  if (!isEmpty(values['channel']) || text !== '' || typeof values['service'] !== 'string') return { values, channel };
  const found = channels.find(({ services }) => services.some(({ id }) => id === values['service'])) ?? null;
  if (found) cells.show({ row, column: 'channel' }, found.name);
  return { values: { ...values, channel: found?.id ?? null }, channel: found };
}

/** One end of the way; its state and its postal code are read as those of its country. */
function readEnd(
  cells: OrderCells,
  ids: readonly string[],
  { prefix, around }: { prefix: string; around: Around },
): Values {
  const name = `${prefix}Country`;
  const start = cells.readOnce(name, around);
  const country = start[name];
  const beside = { ...around, country: typeof country === 'string' ? country : null };
  return Object.assign({}, start, ...ids.flatMap((id) => (id in start ? [] : [cells.readOnce(id, beside)])));
}

/** Measures that all name metric units make the order metric, unless it says otherwise. */
function metricUnits(cells: OrderCells, said: unknown, reading: Judging['reading']): Values {
  if (!isEmpty(said) || cells.textOf('unitType').text !== '' || !isMetric(cells.rows)) return {};
  cells.show({ row: cells.rows[0], column: 'unitType' }, reading.option('unitType', '1'));
  return { unitType: '1' };
}

/** Whether measures name units, and all of them metric ones. */
function isMetric(rows: readonly Row[]): boolean {
  const found = rows.flatMap(({ cells }) =>
    Object.entries(cells).flatMap(([id, text]) => {
      const measure = measureOf(id);
      return measure ? (systemOf(text, measure) ?? []) : [];
    }),
  );
  return found.length > 0 && found.every((system) => system === '1');
}

/** One line of an order, such as a box. */
const readLine = (
  cells: OrderCells,
  row: Row,
  { columns, around }: { columns: readonly SheetColumn[]; around: Around },
): Values =>
  Object.fromEntries(
    columns.map((column) => {
      const value = cells.read(row, column, around);
      return [column.field.name, value === null ? startOf(column) : value];
    }),
  );

const startOf = ({ field }: SheetColumn): unknown =>
  typeof field.meta.default === 'object' ? null : (field.meta.default ?? null);

/** With the default of each empty column. */
function withStarts(values: Values, columns: readonly SheetColumn[]): Values {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const column = value === null ? byId.get(name) : undefined;
      return [name, column ? startOf(column) : value];
    }),
  );
}

/** Who sends: an address of the order's own, or a place of the channel. */
function senderOf(
  cells: OrderCells,
  values: Values,
  { columns, channel }: { columns: readonly SheetColumn[]; channel: ChannelFacts | null },
): Values {
  const own = columns.filter(({ group }) => group === 'sender').map(({ id }) => id);
  if (own.some((id) => cells.textOf(id).text !== '')) return { senderMode: 'own', shipFrom: null };
  const empty: Values = { senderMode: 'channel', ...Object.fromEntries(own.map((id) => [id, null])) };
  const [only, ...more] = channel?.shipFroms ?? [];
  // A single choice is taken.
  const isChosen = !isEmpty({ ...values, ...empty }['shipFrom']);
  return only && more.length === 0 && !isChosen ? { ...empty, shipFrom: only.id } : empty;
}
