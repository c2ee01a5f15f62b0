import { cityNameOf } from './canada.ts';
import { nameKey } from './names.ts';
import { codesOf, type Postal, type Town } from './postal/postal-data.ts';
import { stateCode } from './states.ts';

export interface Asked {
  readonly country: string;
  readonly postalCode?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
}

export interface Suggested {
  readonly city: string;
  readonly state: string;
  readonly postalCodes: readonly string[];
  readonly more: boolean;
}

const most = { places: 10, codes: 20 };

/** Places matching the input as the beginning of a postal code, else of a city name. */
export function suggestPlaces({ country, postalCode, city, state }: Asked, data: Postal): Suggested[] {
  const of = country === 'PR' ? 'US' : country;
  if (of !== 'US' && of !== 'CA') return [];
  const code = (postalCode ?? '').toUpperCase().replace(/[\s-]/g, '');
  const states = country === 'PR' ? ['PR'] : [stateCode(of, state ?? '')].filter((found) => found !== null);
  if (code.length >= 3) return byCode(of, code, data);
  const key = nameKey(city ?? '');
  return key.length < 2 ? [] : byName({ of, key, states: states.length > 0 ? states : data.statesIn(of) }, data);
}

function byCode(of: 'US' | 'CA', code: string, data: Postal): Suggested[] {
  if (of === 'CA') {
    const area = data.townOf(code);
    const city = area && cityNameOf(area);
    return area && city ? [{ city, state: area.state, postalCodes: [code.slice(0, 3)], more: false }] : [];
  }
  if (!/^\d{3,9}$/.test(code)) return [];
  const start = code.slice(0, 5);
  const from = Number(start.padEnd(5, '0'));
  const byTown = new Map<Town, string[]>();
  for (let at = from; at < from + 10 ** (5 - start.length); at++) {
    const found = String(at).padStart(5, '0');
    const town = data.townOf(found);
    if (town) byTown.set(town, [...(byTown.get(town) ?? []), found]);
  }
  return [...byTown].slice(0, most.places).map(([{ city, state }, codes]) => told(city, state, codes));
}

function byName(asked: { of: 'US' | 'CA'; key: string; states: readonly string[] }, data: Postal): Suggested[] {
  const found = asked.states
    .flatMap((state) => data.townsIn(asked.of, state))
    .filter(({ key }) => key.startsWith(asked.key))
    // A whole name before a longer one, then the larger places.
    .toSorted((one, other) => one.key.length - other.key.length || other.codes.length - one.codes.length);
  const places = new Map<string, Suggested>();
  for (const town of found) {
    const city = asked.of === 'CA' ? cityNameOf(town) : town.city;
    if (city === null) continue;
    const before = places.get(city + town.state)?.postalCodes ?? [];
    const codes = [...before, ...(asked.of === 'CA' ? town.codes.split(',') : codesOf(town))];
    places.set(city + town.state, told(city, town.state, codes));
  }
  return [...places.values()].slice(0, most.places);
}

const told = (city: string, state: string, codes: readonly string[]): Suggested => ({
  ...{ city, state, postalCodes: codes.slice(0, most.codes), more: codes.length > most.codes },
});
