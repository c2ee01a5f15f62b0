import { createReadStream } from 'node:fs';
import { createConnection } from 'node:net';

const units = { lb: 'lb', lbs: 'lb', kg: 'kg', oz: 'oz', g: 'g' };

/**
 * A line of a scale: `ST,GS,+  1.250 kg` and `US,...` (A&D, CAS and their kin), `S S 1.250 kg` and `S D ...` (SICS), or plain
 * `1.250 lb`. `stable` is null where the line does not say. Null: it has no weight.
 */
export function readLine(line) {
  const text = line.trim();
  if (/^(OL|S \+|S -|EL|ES|ET)\b/.test(text)) return { weight: null, unit: null, stable: false };
  const found = /([+-]?)\s*(\d{1,6}(?:\.\d{1,6})?)\s*(lbs?|kg|oz|g)\b/i.exec(text);
  if (!found) return null;
  const [, sign, digits, unit] = found;
  const value = Number(digits) * (sign === '-' ? -1 : 1);
  const stable = /^(ST|S S)\b/.test(text) ? true : /^(US|S D)\b/.test(text) ? false : null;
  return { weight: value.toFixed(3), unit: units[unit.toLowerCase()], stable };
}

const hidUnits = { 2: 'g', 3: 'kg', 11: 'oz', 12: 'lb' };

/** A report of a USB scale (usage page 0x8D): number, state, unit, exponent, weight in two bytes. */
export function readReport(report) {
  if (report.length < 6 || report[0] !== 3) return null;
  const [, state, unit, exponent, low, high] = report;
  const name = hidUnits[unit];
  if (!name || state === 1 || state > 6) return { weight: null, unit: null, stable: false };
  const power = exponent > 127 ? exponent - 256 : exponent;
  const value = (low + high * 256) * 10 ** power * (state === 5 ? -1 : 1);
  return { weight: value.toFixed(3), unit: name, stable: state === 2 || state === 4 };
}

/** A scale that does not say whether it is stable is so when it has said the same for this long. */
const still = 600;

/** Tells `told` what the scale says, whenever that changes and every few seconds, and when it is unplugged. */
export function watchScale(target, told, { retry = 1000, heartbeat = 5000 } = {}) {
  let stopped = false;
  let source = null;
  let timer = null;
  let last = '';
  let same = { value: '', since: 0 };

  const tell = (reading) => {
    const text = JSON.stringify(reading);
    if (text === last) return;
    last = text;
    told(reading);
  };
  const take = (reading) => {
    if (!reading) return;
    const value = `${reading.weight} ${reading.unit}`;
    if (value !== same.value) same = { value, since: Date.now() };
    const stable = reading.weight !== null && (reading.stable ?? Date.now() - same.since >= still);
    tell({ connected: true, weight: reading.weight, unit: reading.unit, stable });
  };
  const lost = () => {
    if (stopped || timer) return;
    source?.destroy();
    tell({ connected: false });
    timer = setTimeout(() => {
      timer = null;
      connect();
    }, retry);
  };
  const connect = () => {
    source = open(target);
    let rest = '';
    source.on('data', (bytes) => {
      if (target.startsWith('hidraw:')) return take(readReport(bytes));
      const lines = `${rest}${bytes.toString('latin1')}`.split(/[\r\n]+/);
      rest = (lines.pop() ?? '').slice(-200);
      for (const line of lines) if (line !== '') take(readLine(line));
    });
    source.on('error', lost);
    source.on('close', lost);
    source.on('end', lost);
  };
  connect();
  // The server drops a scale that sends nothing, so an unchanged weight is repeated.
  const beat = setInterval(() => (last = ''), heartbeat);
  return () => {
    stopped = true;
    clearInterval(beat);
    clearTimeout(timer);
    source?.destroy();
  };
}

/**
 * Sends one reading at a time, the newest when the last one has arrived: two on the way at once may arrive in the other
 * order, and a label would be printed with a weight that is no longer on the scale.
 */
export function inOrder(send) {
  let newest = null;
  let sending = false;
  return async (reading) => {
    newest = reading;
    if (sending) return;
    sending = true;
    while (newest) {
      const next = newest;
      newest = null;
      // What did not arrive is said again with the next heartbeat.
      await send(next).catch(() => undefined);
    }
    sending = false;
  };
}

function open(target) {
  const [kind, ...rest] = target.split(':');
  if (kind === 'tcp') return createConnection({ host: rest[0], port: Number(rest[1]) });
  if (kind === 'hidraw' || kind === 'serial') return createReadStream(rest.join(':'));
  throw new Error(`no scale is called ${target}: use tcp:HOST:PORT, serial:DEVICE or hidraw:DEVICE`);
}
