import { isEmpty, issue, validateRecord, type ActorFacts, type Entity, type Issue } from '../../core/index.ts';
import type { SheetColumn } from './columns.ts';
import { measureOf } from './headings.ts';
import { readCell, type Around, type ChannelFacts, type Read, type Reading } from './read-cell.ts';
import { systemOf, type System } from './units.ts';
import { isBlank, type Row } from './sheet.ts';
import { maxReference, referenceColumns, referenceOf, type ReferenceTemplates } from './reference-lines.ts';

/** `error`: it cannot be saved. `gap`: it can, and not be placed. `note`: worth a look, and holds nothing up. */
export type Grade = 'error' | 'gap' | 'note';

export interface CellIssue extends Issue {
  readonly row: string;
  readonly column: string;
  readonly grade: Grade;
  /** What was typed there. */
  readonly text: string;
}

/** Rows that make one order, as they were understood. */
export interface SheetOrder {
  /** The id of its first row. */
  readonly key: string;
  readonly reference: string;
  readonly rows: readonly Row[];
  /** The order as it is sent. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Known again as long as nothing in it changes. */
  readonly print: string;
  readonly issues: readonly CellIssue[];
  readonly boxes: number;
  /** How each understood cell stands there, by row and column; what stands as it was typed is left out. */
  readonly shown: ReadonlyMap<string, string>;
}

/** Everything that an order is judged with. */
export interface Judging {
  readonly entity: Entity;
  readonly columns: readonly SheetColumn[];
  /** Default texts of empty cells, by column. */
  readonly defaults: Readonly<Record<string, string>>;
  readonly reading: Reading;
  readonly customer: string | null;
  readonly references?: ReferenceTemplates;
  readonly actor: ActorFacts;
  readonly now: string;
}

/** The rows of each order in their order: those with one reference, and each row without. */
export function groupRows(rows: readonly Row[]): Row[][] {
  const orders = new Map<string, Row[]>();
  for (const row of rows) {
    if (isBlank(row)) continue;
    const reference = (row.cells['refNo'] ?? '').trim();
    const key = reference === '' ? `row ${row.id}` : `ref ${reference}`;
    const own = orders.get(key);
    if (own) own.push(row);
    else orders.set(key, [row]);
  }
  return [...orders.values()];
}

/** The place of a cell in a map. */
export const cellKey = (row: string, column: string): string => `${row} ${column}`;

/** What rows of one order say, and every reason why it cannot stand or be placed. Pure. */
export function judgeOrder(rows: readonly Row[], judging: Judging): SheetOrder {
  const { entity, columns, reading, customer } = judging;
  const [first] = rows as [Row, ...Row[]];
  const issues: CellIssue[] = [];
  const shown = new Map<string, string>();
  const note = (row: Row, column: string, found: Issue, grade: Grade = 'error') =>
    issues.push({ ...found, row: row.id, column, grade, text: row.cells[column] ?? '' });

  const byId = new Map(columns.map((column) => [column.id, column]));
  const source = new Map<string, Row>();
  const textOf = (id: string): { text: string; row: Row } => {
    const row = source.get(id) ?? rows.find(({ cells }) => (cells[id] ?? '') !== '') ?? first;
    source.set(id, row);
    return { row, text: row.cells[id] || judging.defaults[id] || '' };
  };
  const values: Record<string, unknown> = {};
  const around: { channel: ChannelFacts | null; country: string | null; system: System } = {
    ...{ channel: null, country: null, system: '0' },
  };
  const take = (column: SheetColumn, row: Row, text: string, beside: Around): unknown => {
    const read: Read = readCell(column, text, reading, beside);
    if (!read.ok) {
      for (const found of read.issues) note(row, column.id, found);
      return undefined;
    }
    if (read.shown !== (row.cells[column.id] ?? '')) shown.set(cellKey(row.id, column.id), read.shown);
    return read.value;
  };
  const takeOrder = (id: string, beside: Around = around) => {
    const column = byId.get(id);
    if (!column) return;
    const { text, row } = textOf(id);
    values[id] = take(column, row, text, beside);
    for (const other of rows) {
      const said = other.cells[id] ?? '';
      if (other !== row && said !== '' && said !== text) note(other, id, issue('sheet.differs', '', { value: text }));
    }
  };

  takeOrder('channel');
  around.channel = reading.channels.find(({ id }) => id === values['channel']) ?? null;
  takeOrder('service');
  // A service without a channel is of the channel that has it.
  if (isEmpty(values['channel']) && textOf('channel').text === '' && typeof values['service'] === 'string') {
    around.channel =
      reading.channels.find(({ services }) => services.some(({ id }) => id === values['service'])) ?? null;
    values['channel'] = around.channel?.id ?? null;
    if (around.channel) shown.set(cellKey(textOf('channel').row.id, 'channel'), around.channel.name);
  }
  for (const prefix of ['shipTo', 'shipFrom']) {
    takeOrder(`${prefix}Country`);
    const country = values[`${prefix}Country`];
    const beside = { ...around, country: typeof country === 'string' ? country : null };
    for (const { id, part } of columns)
      if (part === 'order' && id.startsWith(prefix) && !(id in values)) takeOrder(id, beside);
  }
  for (const { id, part } of columns) if (part === 'order' && !(id in values)) takeOrder(id);

  const boxRows = rowsOf('box', rows, columns);
  // Measures that all name metric units make the order metric, unless it says otherwise.
  if (isEmpty(values['unitType']) && textOf('unitType').text === '' && isMetric(rows)) {
    values['unitType'] = '1';
    shown.set(cellKey(first.id, 'unitType'), reading.option('unitType', '1'));
  }
  around.system = values['unitType'] === '1' ? '1' : '0';
  const itemRows = rowsOf('item', rows, columns);
  const lines = (part: 'box' | 'item', from: readonly Row[]) =>
    from.map((row) =>
      Object.fromEntries(
        columns
          .filter((column) => column.part === part)
          .map((column) => {
            const text = row.cells[column.id] || judging.defaults[column.id] || '';
            const value = take(column, row, text, around);
            return [column.field.name, value === null ? startOf(column) : value];
          }),
      ),
    );
  values['boxes'] = lines('box', boxRows);
  if (columns.some(({ part }) => part === 'item')) values['items'] = lines('item', itemRows);
  for (const [name, value] of Object.entries(values)) {
    const column = byId.get(name);
    if (value === null && column) values[name] = startOf(column);
  }
  const isOwn = columns.some(({ id, group }) => group === 'sender' && textOf(id).text !== '');
  values['senderMode'] = isOwn ? 'own' : 'channel';
  if (isOwn) values['shipFrom'] = null;
  else {
    for (const { id, group } of columns) if (group === 'sender') values[id] = null;
    const [only, ...more] = around.channel?.shipFroms ?? [];
    // A single choice is taken.
    if (only && more.length === 0 && isEmpty(values['shipFrom'])) values['shipFrom'] = only.id;
  }
  if (customer !== null) values['customer'] = customer;

  const unread = new Set(issues.map(({ row, column }) => cellKey(row, column)));
  const record = { ...startsOf(entity), ...values, ...copies(around.channel, values) };
  const { actor, now } = judging;
  const bindings = { record, old: null, input: {}, actor, now, today: now.slice(0, 10) };
  for (const found of validateRecord(entity, bindings)) {
    const place = placeOf(found.path);
    const row = place.lines === 'boxes' ? boxRows[place.at] : place.lines === 'items' ? itemRows[place.at] : null;
    const known = byId.has(place.column);
    // Whose order it is, is asked above the sheet.
    if (found.path === 'customer' || (!known && found.code === 'required' && !found.entity)) continue;
    const column = known ? place.column : (standIn[place.column] ?? 'refNo');
    const cell = row ?? textOf(column).row;
    if (!unread.has(cellKey(cell.id, column))) note(cell, column, found);
  }
  for (const [column, code, lacks] of [
    ['channel', 'noChannel', isEmpty(values['channel']) && textOf('channel').text === ''],
    ['service', 'noService', isEmpty(values['service']) && textOf('service').text === ''],
    ['shipFrom', 'noShipFrom', values['senderMode'] === 'channel' && around.channel && isEmpty(values['shipFrom'])],
  ] as const) {
    const place = byId.has(column) ? column : 'refNo';
    // A rule takes the channel and the service when the order is tried.
    if (lacks && isEmpty(values['rateRule']))
      note(textOf(place).row, place, { ...issue(code, column), entity: entity.name }, 'gap');
  }

  for (const column of referenceColumns) {
    const template = judging.references?.[column];
    if (!template || !byId.has(column) || textOf(column).text !== '') continue;
    const line = referenceOf(template, values);
    if (line.length > maxReference)
      note(
        first,
        column,
        issue('sheet.referenceCut', '', { max: maxReference, value: line.slice(0, maxReference) }),
        'note',
      );
  }

  const body = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
  const boxes = (values['boxes'] as { quantity?: unknown }[]).reduce(
    (sum, box) => sum + (Number(box.quantity) || 0),
    0,
  );
  const reference = first.cells['refNo'] ?? '';
  return { key: first.id, reference, rows, body, print: printOf(body), issues, boxes, shown };
}

/** Rows that say something of a box (or an item); an order without any has its first row for a box. */
function rowsOf(part: 'box' | 'item', rows: readonly Row[], columns: readonly SheetColumn[]): readonly Row[] {
  const own = columns.filter((column) => column.part === part).map(({ id }) => id);
  const found = rows.filter(({ cells }) => own.some((id) => (cells[id] ?? '') !== ''));
  return found.length > 0 || part === 'item' ? found : rows.slice(0, 1);
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

const startOf = ({ field }: SheetColumn): unknown =>
  typeof field.meta.default === 'object' ? null : (field.meta.default ?? null);

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

/** Where a reason stands whose own field is no column. */
const standIn: Readonly<Record<string, string>> = {
  senderMode: 'channel',
  boxes: 'boxes.weight',
  items: 'items.description',
  carrierCode: 'channel',
};

/** `boxes[2].weight` is the third box's `boxes.weight`. */
export function placeOf(path: string): { column: string; lines: string | null; at: number } {
  const [, lines = '', at = '', inner = ''] = /^(\w+)\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
  if (lines !== '') return { column: inner === '' ? lines : `${lines}.${inner}`, lines, at: Number(at) };
  return { column: path.split(/[.,]/, 1)[0] ?? '', lines: null, at: 0 };
}

/** A short print of what is sent: the same for the same order. */
export function printOf(body: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(body);
  let [one, two] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ (code + at), 0x85ebca6b);
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}.${text.length}`;
}

/** The reasons of the server against an order, on the cells that they are about. */
export function cellsOfIssues(
  order: SheetOrder,
  columns: readonly SheetColumn[],
  found: readonly Issue[],
): CellIssue[] {
  const ids = new Set(columns.map(({ id }) => id));
  const boxRows = rowsOf('box', order.rows, columns);
  const itemRows = rowsOf('item', order.rows, columns);
  return found.map((each) => {
    const place = placeOf(each.path);
    const column = ids.has(place.column) ? place.column : (standIn[place.column] ?? 'refNo');
    const row =
      (place.lines === 'boxes' ? boxRows[place.at] : itemRows[place.lines === 'items' ? place.at : -1]) ??
      order.rows.find(({ cells }) => (cells[column] ?? '') !== '') ??
      order.rows[0];
    return { ...each, row: row?.id ?? order.key, column, grade: 'error' as const, text: row?.cells[column] ?? '' };
  });
}
