import { isEmpty, issue, validateRecord, type Entity } from '../../core/index.ts';
import { cellsOf, type OrderCells } from './order-cells.ts';
import { cellKey, placeOf, printOf, standIn, type Judging, type SheetOrder } from './orders.ts';
import type { ChannelFacts } from './read-cell.ts';
import { readOrder, type ReadOrder } from './read-order.ts';
import { maxReference, referenceColumns, referenceOf } from './reference-lines.ts';
import type { Row } from './sheet.ts';

/** What rows of one order say, and every reason why it cannot stand or be placed. Pure. */
export function judgeOrder(rows: readonly Row[], judging: Judging): SheetOrder {
  const cells = cellsOf(rows, judging);
  const order = readOrder(cells, judging);
  noteRules(cells, order, judging);
  noteGaps(cells, order, judging.entity);
  noteReferences(cells, order, judging.references);
  const { values } = order;
  const body = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
  const boxes = (values['boxes'] as { quantity?: unknown }[]).reduce(
    (sum, box) => sum + (Number(box.quantity) || 0),
    0,
  );
  const [first] = cells.rows;
  return {
    ...{ key: first.id, reference: first.cells['refNo'] ?? '', rows, body, print: printOf(body) },
    ...{ issues: cells.issues, boxes, shown: cells.shown },
  };
}

/** What the rules of the entity say against the order; a cell that was not understood says enough itself. */
function noteRules(cells: OrderCells, { values, channel, boxRows, itemRows }: ReadOrder, judging: Judging): void {
  const { entity, actor, now } = judging;
  const unread = new Set(cells.issues.map(({ row, column }) => cellKey(row, column)));
  const record = { ...startsOf(entity), ...values, ...copies(channel, values) };
  const bindings = { record, old: null, input: {}, actor, now, today: now.slice(0, 10) };
  for (const found of validateRecord(entity, bindings)) {
    const place = placeOf(found.path);
    const line = place.lines === 'boxes' ? boxRows[place.at] : place.lines === 'items' ? itemRows[place.at] : null;
    const known = cells.has(place.column);
    // Whose order it is, is asked above the sheet.
    if (found.path === 'customer' || (!known && found.code === 'required' && !found.entity)) continue;
    const column = known ? place.column : (standIn[place.column] ?? 'refNo');
    const row = line ?? cells.textOf(column).row;
    if (!unread.has(cellKey(row.id, column))) cells.note({ row, column }, found);
  }
}

/** What an order must have before it can be placed. */
function noteGaps(cells: OrderCells, { values, channel }: ReadOrder, entity: Entity): void {
  // A rule takes the channel and the service when the order is tried.
  if (!isEmpty(values['rateRule'])) return;
  for (const [column, code, lacks] of [
    ['channel', 'noChannel', isEmpty(values['channel']) && cells.textOf('channel').text === ''],
    ['service', 'noService', isEmpty(values['service']) && cells.textOf('service').text === ''],
    ['shipFrom', 'noShipFrom', values['senderMode'] === 'channel' && channel && isEmpty(values['shipFrom'])],
  ] as const) {
    const place = cells.has(column) ? column : 'refNo';
    const { row } = cells.textOf(place);
    if (lacks) cells.note({ row, column: place }, { ...issue(code, column), entity: entity.name }, 'gap');
  }
}

/** Lines that the customer has printed, where they are longer than a label takes. */
function noteReferences(cells: OrderCells, { values }: ReadOrder, references: Judging['references']): void {
  const [row] = cells.rows;
  for (const column of referenceColumns) {
    const template = references?.[column];
    if (!template || !cells.has(column) || cells.textOf(column).text !== '') continue;
    const line = referenceOf(template, values);
    const cut = { max: maxReference, value: line.slice(0, maxReference) };
    if (line.length > maxReference) cells.note({ row, column }, issue('sheet.referenceCut', '', cut), 'note');
  }
}

const starts = new WeakMap<Entity, Record<string, unknown>>();

/** Defaults of the fields. */
function startsOf(entity: Entity): Record<string, unknown> {
  const known = starts.get(entity);
  if (known) return known;
  const found = Object.fromEntries(
    entity.fields.flatMap(({ name, system: given, meta }) =>
      given || meta.default === undefined ? [] : [[name, meta.default]],
    ),
  );
  const whole = { ...found, ...(entity.start === null ? {} : { status: entity.start }) };
  starts.set(entity, whole);
  return whole;
}

/** Facts of the records that an order points at, as the server copies them before it judges. */
function copies(channel: ChannelFacts | null, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const service = channel?.services.find(({ id }) => id === values['service']);
  const place = channel?.shipFroms.find(({ id }) => id === values['shipFrom']);
  return {
    carrierCode: channel?.carrierCode ?? null,
    channelStatus: channel?.status ?? null,
    channelShipFromMode: channel?.shipFromMode ?? null,
    serviceShipToType: service?.shipToType ?? null,
    serviceStatus: service?.status ?? null,
    shipFromStatus: place?.status ?? null,
  };
}
