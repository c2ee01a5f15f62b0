import { zoneKey } from '../kernel/zone.ts';
import type { Reader } from './read.ts';

/** More places than this are no chart of one origin; they would be held in memory for every tenant. */
const maxPlaces = 250_000;

/** `US:900`, `US:902-908`, `CA:V6B`, `DE:`: a country, and the first characters of postal codes. */
const placeShape = /^([A-Z]{2}):([A-Z0-9]{0,9})(?:-([0-9]{1,9}))?$/;

/**
 * Reads places by name (a zone, a tier) into `place -> name`. A range is inclusive, of numbers of equal length. A place that
 * stands twice is refused; a longer code inside a shorter one is not: the closer one counts.
 */
export function readPlaces(
  reader: Reader,
  lists: readonly (readonly [name: string, places: unknown])[],
  path: string,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, places] of lists) {
    for (const [at, place] of (reader.list(places, `${path}.${name}`) ?? []).entries()) {
      const where = `${path}.${name}[${at}]`;
      for (const key of keysOf(reader, place, where)) {
        const other = found.get(key);
        if (other !== undefined) {
          reader.add('rating.doubledPlace', where, { place: key, other });
          break;
        }
        found.set(key, name);
      }
      if (found.size > maxPlaces) {
        reader.add('rating.tooMany', path, { max: maxPlaces });
        return found;
      }
    }
  }
  return found;
}

function keysOf(reader: Reader, place: unknown, path: string): Iterable<string> {
  const [, country = '', first = '', last] = placeShape.exec(typeof place === 'string' ? place : '') ?? [];
  if (!country) {
    reader.add('rating.place', path);
    return [];
  }
  if (last === undefined) return [zoneKey(country, first)];
  if (!/^[0-9]+$/.test(first) || first.length !== last.length || first > last) {
    reader.add('rating.range', path, { range: `${first}-${last}` });
    return [];
  }
  if (Number(last) - Number(first) >= maxPlaces) {
    reader.add('rating.tooMany', path, { max: maxPlaces });
    return [];
  }
  return codesBetween(country, first, last);
}

function* codesBetween(country: string, first: string, last: string): Generator<string> {
  for (let code = Number(first); code <= Number(last); code++)
    yield zoneKey(country, String(code).padStart(first.length, '0'));
}
