import { issue } from '../../modules/module.ts';
import { doubt, repair, type Finding, type Typed } from './address.ts';
import { isMilitaryLine } from './lines.ts';
import { isSlipOf, nameKey, typos } from './names.ts';
import { codesOf, type Postal, type Town } from './postal/postal-data.ts';
import { isMilitaryState, militaryStateOf, stateCode, territoryOf } from './states.ts';

/** The five digits of a code, and how it is written in full; null where it is none. `repaired`: it was typed otherwise. */
interface Zip {
  readonly five: string;
  readonly whole: string;
  readonly repaired: boolean;
}

/** A ZIP or ZIP+4. Letters typed for digits are read as digits, and spreadsheets drop the zeros in front. */
export function readZip(typed: string): Zip | null {
  const plain = typed.trim().toUpperCase();
  const digits = plain.replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  if (!/^\d{3,9}$/.test(digits)) return null;
  const [head = '', tail = ''] = plain.includes('-') ? plain.split('-') : [];
  const short = plain.includes('-')
    ? 5 - head.trim().length
    : digits.length > 5
      ? 9 - digits.length
      : 5 - digits.length;
  // One or two zeros may be lost, not more: `501` is New York, `9021` is a slip.
  if (short < 0 || short > 2 || (plain.includes('-') && tail.trim().length !== 4)) return null;
  const full = digits.padStart(digits.length + short, '0');
  if (full.length !== 5 && full.length !== 9) return null;
  const whole = full.length === 9 ? `${full.slice(0, 5)}-${full.slice(5)}` : full;
  const asTyped = /^\d{5}(?:[ -]?\d{4})?$/.test(plain);
  return { five: full.slice(0, 5), whole, repaired: !asTyped };
}

/** Checks a place in the United States, its territories and Puerto Rico against the postal data. */
export function placeInUs(typed: Typed, data: Postal): Finding[] {
  const found: Finding[] = [];
  const zip = readZip(typed.postalCode ?? '');
  const typedState = (typed.state ?? '').trim();
  const isRico = typed.country === 'PR';
  const state = stateCode('US', typedState);
  const town = zip ? data.townOf(zip.five) : null;
  // A code with zeros put in front counts only where it fits what else is said.
  if (!zip || (zip.repaired && zip.five.startsWith('0') && !(town && (state === null || town.state === state)))) {
    return [...stateAlone(typed, state), doubt(issue('addresses.postalFormat', 'postalCode'))];
  }
  if (zip.repaired) found.push(repair(issue('addresses.postalSpelling', 'postalCode'), { postalCode: zip.whole }));
  const territory = territoryOf(zip.five);
  if (territory !== null && territory !== typed.country) {
    const suggestion = { country: territory, ...(territory === 'PR' && typedState !== 'PR' ? { state: 'PR' } : {}) };
    found.push(repair(issue('addresses.countryOfCode', 'country', { country: territory }), suggestion));
    if (territory !== 'PR') return found;
  } else if (isRico && territory !== 'PR') {
    return [...found, doubt(issue('addresses.postalMismatch', 'postalCode', { state: 'PR', codes: '006, 007, 009' }))];
  }
  const military = militaryStateOf(zip.five);
  if (military !== null || (state !== null && isMilitaryState(state)) || isMilitaryCity(typed.city))
    return [...found, ...placeOfForces(typed, { military, town, state })];
  if (!town) return [...found, ...unknownCode(typed, { zip, state, data })];
  if (typedState !== '' && state === null && !isRico)
    found.push(repair(issue('addresses.stateUnknown', 'state'), { state: town.state }));
  else if (typedState === '') found.push(repair(issue('addresses.stateMissing', 'state'), { state: town.state }));
  else if (state !== town.state && !(territory === 'PR' && typed.country !== 'PR'))
    return [...found, ...otherState(typed, { state, town, zip: zip.five, data })];
  else if (state !== typedState && state === town.state)
    found.push(repair(issue('addresses.stateSpelling', 'state'), { state: town.state }));
  return [...found, ...cityOf(typed, { town, zip: zip.five, data })];
}

const isMilitaryCity = (city: string | null | undefined): boolean => /^\s*(?:APO|FPO|DPO)\s*$/i.test(city ?? '');

function stateAlone(typed: Typed, state: string | null): Finding[] {
  const text = (typed.state ?? '').trim();
  if (text === '') return [doubt(issue('addresses.stateMissing', 'state'))];
  if (state === null) return [doubt(issue('addresses.stateUnknown', 'state'))];
  return state === text ? [] : [repair(issue('addresses.stateSpelling', 'state'), { state })];
}

/** The armed forces have states, cities and lines of their own, and private carriers do not go there. */
function placeOfForces(
  typed: Typed,
  { military, town, state }: { military: string | null; town: Town | null; state: string | null },
): Finding[] {
  if (military === null) return [doubt(issue('addresses.militaryCode', 'postalCode'))];
  const found: Finding[] = [];
  if (state !== military)
    found.push(repair(issue('addresses.militaryState', 'state', { state: military }), { state: military }));
  if (!isMilitaryCity(typed.city)) {
    const city = town?.city ?? 'APO';
    found.push(repair(issue('addresses.militaryCity', 'city'), { city }));
  }
  if (!isMilitaryLine([typed.address1, typed.address2, typed.address3]))
    found.push(doubt(issue('addresses.militaryLine', 'address1')));
  return [...found, doubt(issue('addresses.military', 'city'))];
}

/** An unknown ZIP code; its first three digits may still determine the state. */
function unknownCode(typed: Typed, { zip, state, data }: { zip: Zip; state: string | null; data: Postal }): Finding[] {
  const meant = townNamed(typed.city, state, data);
  const codes = meant ? codesOf(meant) : [];
  const only = onlyOne(codes, zip.five);
  const place = issue('addresses.postalUnknown', 'postalCode', { codes: shown(codes) });
  const spelled = stateAlone(typed, state);
  const first = data.statesOf(zip.five.slice(0, 3));
  if (state !== null && first.length > 0 && !first.includes(state) && codes.length === 0)
    return [doubt(issue('addresses.stateMismatch', 'state', { state: first.join(', ') }))];
  return [...spelled, only ? repair(place, { postalCode: only }) : doubt(place)];
}

/** State and ZIP code disagree; the city decides which of them is wrong. */
function otherState(
  typed: Typed,
  { state, town, zip, data }: { state: string | null; town: Town; zip: string; data: Postal },
): Finding[] {
  const typedKey = nameKey(typed.city ?? '');
  const mismatch = issue('addresses.stateMismatch', 'state', { state: town.state });
  const meant = townNamed(typed.city, state, data);
  if (typedKey === town.key && !meant) return [repair(mismatch, { state: town.state })];
  if (!meant)
    return [
      isSlipOf(typedKey, town.key)
        ? repair(mismatch, { state: town.state, city: town.city })
        : doubt(mismatch, { state: town.state, city: town.city }),
    ];
  const codes = codesOf(meant);
  const only = onlyOne(codes, zip);
  const wrong = issue('addresses.postalMismatch', 'postalCode', { state: meant.state, codes: shown(codes) });
  // Both states have a city of that name.
  if (typedKey === town.key) return [doubt(mismatch, { state: town.state })];
  return [only ? repair(wrong, { postalCode: only }) : doubt(wrong)];
}

/** State and ZIP code agree. The data has one city name per code, while several are in use. */
function cityOf(typed: Typed, { town, zip, data }: { town: Town; zip: string; data: Postal }): Finding[] {
  const city = (typed.city ?? '').trim();
  if (city === '') return [repair(issue('addresses.cityMissing', 'city'), { city: town.city })];
  const key = nameKey(city);
  if (key === town.key) return [];
  const near = (other: Town): boolean => codesOf(other).some((code) => code.startsWith(zip.slice(0, 3)));
  const meant = townNamed(city, town.state, data);
  if (meant) {
    if (near(meant)) return [];
    const codes = codesOf(meant);
    const only = onlyOne(codes, zip);
    const wrong = issue('addresses.postalOfCity', 'postalCode', { city: meant.city, codes: shown(codes) });
    return [only ? repair(wrong, { postalCode: only }) : doubt(wrong)];
  }
  const spelled = (other: Town): Finding => repair(issue('addresses.citySpelling', 'city'), { city: other.city });
  if (isSlipOf(key, town.key)) return [spelled(town)];
  const alike = data.townsIn('US', town.state).find((other) => isSlipOf(key, other.key) && near(other));
  if (alike) return [spelled(alike)];
  // Part of the name of the other: a district, a township, a city with its county.
  if (key.includes(town.key) || town.key.includes(key)) return [];
  return [doubt(issue('addresses.cityUnknown', 'city', { city: town.city }), { city: town.city })];
}

const townNamed = (city: string | null | undefined, state: string | null, data: Postal): Town | null => {
  const key = nameKey(city ?? '');
  if (key === '' || state === null) return null;
  return data.townsIn('US', state).find((town) => town.key === key) ?? null;
};

/** The only ZIP code of a place, or the only one within one typing error of the input. */
function onlyOne(codes: readonly string[], typed: string): string | null {
  const [first] = codes;
  if (first !== undefined && codes.length === 1) return first;
  const close = codes.filter((code) => typos(typed, code, 1) === 1);
  return close.length === 1 ? (close[0] ?? null) : null;
}

const shown = (codes: readonly string[]): string =>
  codes.length > 3 ? `${codes.slice(0, 3).join(', ')} …` : codes.join(', ');
