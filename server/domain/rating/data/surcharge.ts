import { percentScale, weightScale } from '../kernel/exact.ts';
import type { SurchargeAmount, SurchargeRule } from '../kernel/surcharge.ts';
import { codesOf, isZone, Reader, type Plain, type Read } from './read.ts';
import { readTrigger } from './trigger.ts';

/** A rule as the kernel takes it, but for what names it: its id, version and category. */
export type SurchargeTerms = Omit<SurchargeRule, 'id' | 'version' | 'category' | 'from' | 'to'>;

/** The terms of a surcharge record. Paths name its own fields (`amounts.3-4`). */
export function readSurcharge(record: Plain): Read<SurchargeTerms> {
  const reader = new Reader();
  const trigger = readTrigger(record['trigger']);
  if (!trigger.ok) reader.issues.push(...trigger.issues);
  const unit = record['unitType'] === '0' ? 'lbIn' : record['unitType'] === '1' ? 'kgCm' : null;
  const hasMinimum = record['minimumWeight'] !== null && record['minimumWeight'] !== undefined;
  if (unit === null && (hasMinimum || (trigger.ok && trigger.value.measures))) reader.add('rating.unit', 'unitType');
  const minimumWeight = hasMinimum ? reader.figure(record['minimumWeight'], weightScale, 'minimumWeight') : null;
  const amount = readAmount(reader, record);
  if (!trigger.ok || amount === null) return { ok: false, issues: reader.issues };
  const { applies } = trigger.value;
  const group = typeof record['exclusiveGroup'] === 'string' ? record['exclusiveGroup'].trim() : '';
  const excludes = codesOf(record['excludes']);
  return reader.done({
    applies: unit === null ? applies : (box) => box.unit === unit && applies(box),
    amount,
    priority: Number(record['priority'] ?? 0),
    fuelBearing: record['fuelBearing'] === true,
    perShipment: record['perShipment'] === true,
    ...(group ? { group } : {}),
    ...(excludes.length > 0 ? { excludes } : {}),
    ...(minimumWeight === null ? {} : { minimumWeight }),
  });
}

function readAmount(reader: Reader, record: Plain): SurchargeAmount | null {
  const money = (name: string) => reader.figure(record[name], 100, name);
  const isGiven = record['least'] !== null && record['least'] !== undefined;
  switch (record['amountKind']) {
    case 'flat': {
      const amount = money('amount');
      return amount === null ? null : { kind: 'flat', amount };
    }
    case 'byZone': {
      const amounts = readAmounts(reader, record['amounts'], 'amounts');
      return amounts && { kind: 'byZone', amounts };
    }
    case 'declared': {
      const [per, amount] = [money('per'), money('amount')];
      const least = isGiven ? reader.figure(record['least'], 100, 'least', { zero: true }) : 0;
      return per === null || amount === null || least === null ? null : { kind: 'declared', per, amount, least };
    }
    case 'percent': {
      const percent = reader.figure(record['percent'], percentScale, 'percent');
      const least = isGiven ? reader.figure(record['least'], 100, 'least', { zero: true }) : null;
      const of = record['percentOf'] === 'all' ? 'all' : 'transport';
      return percent === null ? null : { kind: 'percent', percent, of, ...(least === null ? {} : { least }) };
    }
    default:
      reader.add('rating.amountKind', 'amountKind');
      return null;
  }
}

/** Amounts by zone: a zone, a range of numbered zones (`3-4`), or `*` for any other. */
function readAmounts(reader: Reader, json: unknown, path: string): Record<string, number> | null {
  const sheet = reader.object(json, path);
  if (!sheet) return null;
  const amounts: Record<string, number> = {};
  if (Object.keys(sheet).length === 0) reader.add('rating.noAmounts', path);
  for (const [key, cell] of Object.entries(sheet)) {
    const where = `${path}.${key}`;
    const amount = reader.figure(cell, 100, where);
    for (const zone of zonesOf(reader, key, where)) {
      if (Object.hasOwn(amounts, zone)) reader.add('rating.doubledZone', where, { zone });
      if (amount !== null) amounts[zone] = amount;
    }
  }
  return amounts;
}

/** Ranges of numbered zones are short; a longer one is a postal code in the wrong place. */
const maxZones = 100;

function zonesOf(reader: Reader, key: string, path: string): string[] {
  if (key === '*') return [key];
  const [, first, last] = /^([0-9]{1,3})-([0-9]{1,3})$/.exec(key) ?? [];
  if (first === undefined || last === undefined) {
    if (isZone(key)) return [key];
    reader.add('rating.zone', path);
    return [];
  }
  const [low, high] = [Number(first), Number(last)];
  if (first.length > last.length || low >= high || high - low >= maxZones) {
    reader.add('rating.range', path, { range: key });
    return [];
  }
  // `02-08` keeps its zeros: a zone is a name.
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at).padStart(first.length, '0'));
}
