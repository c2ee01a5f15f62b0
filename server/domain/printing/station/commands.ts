import { setTimeout as pause } from 'node:timers/promises';
import { isBadge } from '../../../../engine/core/index.ts';
import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../../modules/module.ts';
import { numbersIn } from '../../tracking/numbers/scanned.ts';
import { advance, type Stand } from './advance.ts';
import { deskOf, note, type Desk } from './desk.ts';
import { findSql, lastPrintedSql, lastSql } from './order-sql.ts';
import { boxSql, holderSql, placeSql, releaseSql, reserveSql } from './scale-sql.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const any: JsonSchema = { type: ['string', 'null'] };
const answer: JsonSchema = {
  type: 'object',
  required: ['station', 'scale', 'open', 'last', 'seen'],
  properties: {
    station: { type: 'object', properties: { name: { type: 'string' }, online: { type: 'boolean' } } },
    scale: {
      type: 'object',
      properties: {
        has: { type: 'boolean' },
        connected: { type: 'boolean' },
        weight: any,
        unit: any,
        stable: { type: 'boolean' },
      },
    },
    open: { type: ['object', 'null'], description: 'The order that is open here, and what it waits for.' },
    last: { type: ['object', 'null'], description: 'What was scanned or done last, and what was wrong with it.' },
    seen: { type: 'string', description: 'Given back, the answer comes when something differs from this.' },
  },
};
const needs = { entity: 'package', code: 'print' } as const;

/** The printer of the shared station at which the person is signed in; null once it is closed. */
async function placeOf({ services, tenant, station }: CommandCall): Promise<string | null> {
  const [row] = await services.query(placeSql, [tenant, station]);
  return row ? String(row['place']) : null;
}

/** The requested station, if the person may see its printer. */
async function demandStation(call: CommandCall): Promise<string> {
  const station = String(call.body['station']);
  // A shared station keeps to its own printer.
  if (call.station !== null && (await placeOf(call)) !== station) return call.forbid();
  const [row] = await call.list('printer', { id: station }, 1);
  return row ? station : call.refuse(issue('reference.missing', 'station'));
}

async function told(call: CommandCall, station: string, stand: Stand | null) {
  const [last] = await call.services.query(lastSql, [call.tenant, station, call.actor.id]);
  const desk = stand?.desk as Desk;
  const order = stand?.order ?? null;
  const state = {
    station: { name: desk.name, online: desk.status === 'paired' && desk.online === true },
    scale: { has: desk.scale, connected: desk.connected, weight: desk.weight, unit: desk.unit, stable: desk.stable },
    open: order && {
      order: order.id,
      orderNo: order.orderNo,
      shipToName: order.shipToName,
      channel: order.channel,
      step: stand?.step ?? null,
      box: desk.boxName,
      unitType: order.unitType,
      expected: stand?.parcel?.weight ?? order.boxes[0]?.weight ?? null,
      parcel: stand?.parcel && {
        seq: stand.parcel.seq,
        of: order.packages.length,
        trackingNo: stand.parcel.trackingNo,
      },
    },
    last: last ?? null,
  };
  return { ...state, seen: JSON.stringify(state) };
}

const scan = defineCommand({
  path: 'Station/scan',
  body: {
    type: 'object',
    required: ['station', 'text'],
    properties: { station: id, text: { type: 'string', minLength: 1, maxLength: 100 } },
    examples: [{ station: '8001', text: 'SO-2506-000123' }],
  },
  answer,
  needs,
  atStation: 'act',
  perMinute: 240,
  async run(call) {
    const station = await demandStation(call);
    // Kept out of the history, which others read.
    if (isBadge(String(call.body['text']))) call.refuse(issue('printing.badgeHere', 'text'));
    await take(call, station, String(call.body['text']).trim());
    return told(call, station, await advance(call, station));
  },
});

/** Maximum time that a page waits for news, in milliseconds. */
const longest = 4_000;
/** An unsteady scale is news all the time: a page that has seen a state hears of the next ones at most this often (ms). */
const between = 100;

const state = defineCommand({
  path: 'Station/state',
  body: {
    type: 'object',
    required: ['station'],
    properties: { station: id, seen: { type: 'string', maxLength: 4000 } },
    examples: [{ station: '8001' }],
  },
  answer,
  needs,
  atStation: 'look',
  // Of one person at two stations.
  perMinute: 1200,
  async run(call) {
    const station = await demandStation(call);
    const until = Date.now() + longest;
    if (call.body['seen'] !== undefined) await pause(between);
    for (;;) {
      const now = await told(call, station, await advance(call, station));
      if (now.seen !== call.body['seen'] || Date.now() >= until) return now;
      await pause(200);
    }
  },
});

/** Scanners with foreign keyboard layouts replace the hyphen. */
const commandOf = (text: string): string | null =>
  /^LD[^A-Z0-9]?(NEXT|HOLD|UNDO|VOID|SAMEBOX)$/.exec(text.toUpperCase())?.[1] ?? null;
const boxOf = (text: string): string | null => /^BOX[^A-Z0-9]?(\d{1,18})$/i.exec(text)?.[1] ?? null;

async function take(call: CommandCall, station: string, text: string): Promise<void> {
  const desk = await deskOf(call, station);
  if (!desk || text === '') return;
  const command = commandOf(text);
  if (command === 'VOID') return voidLast(call, station, text);
  if (command === 'SAMEBOX') return chooseBox(call, station, desk, { text, id: null });
  if (command) return leave(call, station, desk, command.toLowerCase(), text);
  const box = boxOf(text);
  if (box) return chooseBox(call, station, desk, { text, id: box });
  return openOrder(call, station, text);
}

async function leave(call: CommandCall, station: string, desk: Desk, step: string, text: string): Promise<void> {
  const { services, tenant, actor } = call;
  const of = { text, step, order: desk.order };
  if (desk.order === null && step !== 'next') return note(call, station, { ...of, fault: 'nothingOpen' });
  if (step === 'undo' && (desk.box !== null || desk.asOrdered))
    await services.query(boxSql, [tenant, desk.order, null, false]);
  else await services.query(releaseSql, [tenant, station, actor.id]);
  return note(call, station, of);
}

async function chooseBox(
  call: CommandCall,
  station: string,
  desk: Desk,
  { text, id: box }: { text: string; id: string | null },
): Promise<void> {
  const of = { text, step: 'box', order: desk.order };
  if (desk.order === null) return note(call, station, { ...of, fault: 'nothingOpen' });
  const [found] = box === null ? [{ id: null }] : await call.list('box-size', { id: box, status: 'enabled' }, 1);
  if (!found) return note(call, station, { ...of, fault: 'noBox' });
  await call.services.query(boxSql, [call.tenant, desk.order, found['id'], box === null]);
  return note(call, station, { ...of, box });
}

async function openOrder(call: CommandCall, station: string, text: string): Promise<void> {
  const { services, tenant, actor } = call;
  const texts = [...new Set([text, text.toUpperCase(), ...numbersIn(text)])];
  const found = await services.query<{ order: string; package: string | null }>(findSql, [tenant, texts]);
  const orders = [...new Set(found.map(({ order }) => order))];
  const readable = orders.length > 0 ? await call.list('order', { 'id.in': orders.join(',') }, 5) : [];
  const [first] = readable;
  if (!first) return note(call, station, { text, step: 'unknown', fault: 'unknown' });
  if (readable.length > 1) return note(call, station, { text, step: 'order', fault: 'twoOrders' });
  const order = String(first['id']);
  const meant = found.find((each) => each.order === order)?.package ?? null;
  const taken = await services.query(reserveSql, [tenant, order, station, actor.id, meant, call.station !== null]);
  if (taken.length > 0) return note(call, station, { text, step: 'order', order });
  const [holder] = await services.query(holderSql, [tenant, order]);
  const detail = [holder?.['name'], holder?.['who']].filter(Boolean).join(', ');
  return note(call, station, { text, step: 'order', order, fault: 'otherStation', detail });
}

/** Voids the last label of this station; a second scan has no further effect. */
async function voidLast(call: CommandCall, station: string, text: string): Promise<void> {
  const { services, tenant, actor } = call;
  const [last] = await services.query(lastPrintedSql, [tenant, station, actor.id]);
  const of = { text, step: 'void', order: last ? String(last['order']) : null };
  if (!last || last['status'] !== 'ordered') return note(call, station, { ...of, fault: 'nothingToVoid' });
  if (!call.can('order', 'applyRefund')) return note(call, station, { ...of, fault: 'refused' });
  const record = { tenant, entity: 'order', id: String(last['order']) };
  const reason = call.say('printing.voidReason', { station: (await deskOf(call, station))?.name ?? '' });
  const [first] = await services.act(record, 'applyRefund', { refundReason: reason });
  if (first) return note(call, station, { ...of, fault: 'refused', detail: call.explain(first) });
  return note(call, station, { ...of, detail: String(last['orderNo']) });
}

const today = defineCommand({
  path: 'Station/today',
  body: { type: 'object', required: ['station'], properties: { station: id }, examples: [{ station: '8001' }] },
  answer: {
    type: 'object',
    required: ['scans'],
    properties: {
      scans: { type: 'array', items: { type: 'object' }, description: 'Newest first, with the times of their labels.' },
    },
  },
  needs: { entity: 'station-scan', code: 'read' },
  atStation: 'look',
  perMinute: 120,
  async run(call) {
    const station = await demandStation(call);
    const scans = await call.list('station-scan', { station, view: 'today', sort: '-createdAt' }, 200);
    const orders = [...new Set(scans.flatMap(({ order }) => (order ? [String(order)] : [])))];
    const jobs =
      orders.length > 0 ? await call.list('print-job', { 'order.in': orders.join(','), printer: station }, 500) : [];
    return {
      scans: scans.map((row) => {
        const job =
          row['step'] === 'printed' && row['outcome'] === 'ok' ? jobs.find(({ name }) => name === row['text']) : null;
        const { id: of, text, step, outcome, fault, order, weight, expected, unitType, detail, createdAt } = row;
        return {
          ...{ id: of, text, step, outcome, fault, order, weight, expected, unitType, detail, createdAt },
          ...{ orderNo: row['$order'] ?? null, by: row['$createdBy'] ?? null },
          job: job && {
            ...{ status: job['status'], placedAt: job['placedAt'], labelledAt: job['labelledAt'] },
            ...{ takenAt: job['takenAt'], spooledAt: job['spooledAt'] },
          },
        };
      }),
    };
  },
});

export const stationCommands = [scan, state, today];
