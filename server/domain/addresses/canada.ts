import { issue } from '../../modules/module.ts';
import { doubt, repair, type Finding, type Typed } from './address.ts';
import { isSlipOf, nameKey } from './names.ts';
import type { Postal, Town } from './postal/postal-data.ts';
import { stateCode } from './states.ts';

/** D, F, I, O, Q and U are never used; W and Z never come first. */
const shape = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/;
const asDigit: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' };
const asLetter: Readonly<Record<string, string>> = { '5': 'S', '8': 'B', '2': 'Z', '6': 'G', '1': 'L' };

/** `A1A 1A1`; letters and digits that are taken for each other are put right. Null where it is no code. */
export function readCanadian(typed: string): { readonly code: string; readonly repaired: boolean } | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '');
  if (plain.length !== 6) return null;
  const right = [...plain]
    .map((sign, at) => (at % 2 === 1 ? (asDigit[sign] ?? sign) : (asLetter[sign] ?? sign)))
    .join('');
  return shape.test(right) ? { code: `${right.slice(0, 3)} ${right.slice(3)}`, repaired: right !== plain } : null;
}

export function placeInCanada(typed: Typed, data: Postal): Finding[] {
  const found: Finding[] = [];
  const typedState = (typed.state ?? '').trim();
  const state = stateCode('CA', typedState);
  const read = readCanadian(typed.postalCode ?? '');
  if (!read) {
    if (typedState === '') found.push(doubt(issue('addresses.stateMissing', 'state')));
    else if (state === null) found.push(doubt(issue('addresses.stateUnknown', 'state')));
    return [...found, doubt(issue('addresses.postalFormat', 'postalCode'))];
  }
  const area = data.townOf(read.code);
  if (read.repaired) {
    const spelling = issue('addresses.postalSpelling', 'postalCode');
    found.push(area ? repair(spelling, { postalCode: read.code }) : doubt(spelling, { postalCode: read.code }));
  }
  if (!area) return [...found, doubt(issue('addresses.postalUnknown', 'postalCode', { codes: '' }))];
  if (typedState === '') found.push(repair(issue('addresses.stateMissing', 'state'), { state: area.state }));
  else if (state === null) found.push(repair(issue('addresses.stateUnknown', 'state'), { state: area.state }));
  else if (state !== area.state) return [...found, ...otherProvince(typed, { area, state, data })];
  else if (state !== typedState) found.push(repair(issue('addresses.stateSpelling', 'state'), { state }));
  return [...found, ...cityOf(typed, { area, code: read.code, data })];
}

function otherProvince(typed: Typed, { area, state, data }: { area: Town; state: string; data: Postal }): Finding[] {
  const key = nameKey(typed.city ?? '');
  const mismatch = issue('addresses.stateMismatch', 'state', { state: area.state });
  const here = namesOf(area).includes(key);
  const there = areasOf(key, state, data);
  if (here && there.length === 0) return [repair(mismatch, { state: area.state })];
  if (!here && there.length > 0)
    return [doubt(issue('addresses.postalMismatch', 'postalCode', { state, codes: shown(there) }))];
  return [doubt(mismatch, { state: area.state })];
}

function cityOf(typed: Typed, { area, code, data }: { area: Town; code: string; data: Postal }): Finding[] {
  const typedCity = (typed.city ?? '').trim();
  const names = namesOf(area);
  const plain = cityNameOf(area);
  if (typedCity === '') {
    const missing = issue('addresses.cityMissing', 'city');
    return [plain ? repair(missing, { city: plain }) : doubt(missing)];
  }
  const key = nameKey(typedCity);
  // A zero in the second place marks rural areas: one code for many places.
  if (code[1] === '0' || names.some((name) => name === key || ` ${name} `.includes(` ${key} `))) return [];
  const known = areasOf(key, area.state, data);
  const sameDistrict = known.some(({ codes }) => codes.startsWith(code.slice(0, 1)));
  if (known.length > 0)
    return sameDistrict
      ? []
      : [doubt(issue('addresses.postalOfCity', 'postalCode', { city: typedCity, codes: shown(known) }))];
  if (plain && isSlipOf(key, nameKey(plain))) return [repair(issue('addresses.citySpelling', 'city'), { city: plain })];
  // Areas are named by districts as often as by cities: an unknown name proves nothing, a name of another province does.
  const elsewhere = data.statesIn('CA').some((province) => areasOf(key, province, data).length > 0);
  return elsewhere && plain ? [doubt(issue('addresses.cityUnknown', 'city', { city: plain }), { city: plain })] : [];
}

const directions =
  /\s+(?:(?:north|south|east|west|central|inner|outer|upper|lower|extremities|northeast|northwest|southeast|southwest)(?:\s+and\s+)?\s*)+$/i;

/** The names of an area: its own, without a direction, and those in brackets. */
function namesOf({ city }: Town): string[] {
  const [, main = city, inner = ''] = /^([^(]+?)\s*(?:\((.*)\))?$/.exec(city) ?? [];
  const plain = main.replace(directions, '').replace(/^(?:downtown|central)\s+/i, '');
  return [...new Set([main, plain, ...inner.split('/')].map(nameKey))].filter(Boolean);
}

/** A name that can stand in an address; null where the area is a region or a district. */
export function cityNameOf({ city, codes }: Town): string | null {
  const [, main = city, inner = ''] = /^([^(]+?)\s*(?:\((.*)\))?$/.exec(city) ?? [];
  if (codes[1] === '0') return inner !== '' && !inner.includes('/') ? inner : null;
  return main.replace(directions, '').replace(/^(?:downtown|central|east|west|north) (?=toronto)/i, '');
}

const areasOf = (key: string, province: string, data: Postal): Town[] =>
  key === '' ? [] : data.townsIn('CA', province).filter((area) => namesOf(area).some((name) => name === key));

const shown = (areas: readonly Town[]): string => {
  const codes = [...new Set(areas.flatMap((area) => area.codes.split(',')))];
  return codes.length > 3 ? `${codes.slice(0, 3).join(', ')} …` : codes.join(', ');
};
