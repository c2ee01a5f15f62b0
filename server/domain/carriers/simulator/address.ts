import type { Party } from './model.ts';
import { stateOf } from './tracking/places.ts';

type Address = Pick<Party, 'lines' | 'city' | 'state' | 'postalCode' | 'country'>;

export interface Judged {
  /** `valid`: unchanged; `corrected`: another one was found; `unknown`: none was found. */
  readonly verdict: 'valid' | 'corrected' | 'unknown';
  readonly kind: 'home' | 'business' | 'unknown';
  readonly meant: Address;
}

const short: Readonly<Record<string, string>> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  ROAD: 'RD',
  BOULEVARD: 'BLVD',
  DRIVE: 'DR',
  LANE: 'LN',
  COURT: 'CT',
  SUITE: 'STE',
  APARTMENT: 'APT',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
};

/**
 * What a carrier would say of an address: its state by the postal code, its words in their short forms. Without a number
 * in its first line, or with NOWHERE in it, it is not found; it is a home where a flat is named, else a business by its words.
 */
export function judge(address: Address): Judged {
  const lines = address.lines.map(tidy).filter(Boolean);
  const all = lines.join(' ');
  const state = address.country === 'US' ? (stateOf(address.postalCode) ?? '') : address.state;
  const meant = { ...address, lines, city: tidy(address.city), state: state || address.state };
  const found = /\d/.test(lines[0] ?? '') && !all.includes('NOWHERE') && (address.country !== 'US' || state !== '');
  const flat = /\b(APT|UNIT|#)/.test(all);
  const kind = flat
    ? 'home'
    : /\b(STE|FLOOR|BLDG|DOCK|PLAZA|AVE)\b/.test(all)
      ? 'business'
      : found
        ? 'home'
        : 'unknown';
  const same = lines.join('|') === address.lines.map((line) => line.trim().toUpperCase()).join('|');
  const right = same && meant.state === address.state.toUpperCase();
  return { verdict: found ? (right ? 'valid' : 'corrected') : 'unknown', kind, meant };
}

const tidy = (line: string): string =>
  line
    .trim()
    .toUpperCase()
    .replace(/[.,]/g, '')
    .split(/\s+/)
    .map((word) => short[word] ?? word)
    .join(' ');
