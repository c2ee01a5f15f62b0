import type { Random } from './random.ts';
import type { Place, SharedWords } from './words.ts';

export interface Address {
  name: string;
  company: string | null;
  address1: string;
  address2: string | null;
  place: Place;
  type: 'residential' | 'commercial';
}

/** An invented person and company at a real place. */
export function inventAddress(
  random: Random,
  words: SharedWords,
  place: Place,
  type: 'residential' | 'commercial',
): Address {
  const person = `${random.pick(words.firstNames)} ${random.pick(words.lastNames)}`;
  const home = type === 'residential';
  const second = random.chance(0.25) ? `${home ? 'Apt' : 'Suite'} ${random.int(1, 420)}` : null;
  return {
    name: person,
    company: home ? null : random.pick(words.firms),
    address1: `${random.int(12, 9890)} ${random.pick(home ? words.streets : words.yards)}`,
    address2: second,
    place,
    type,
  };
}

/** A number from the range reserved for fiction. */
export const inventPhone = (random: Random): string =>
  `+1 ${random.pick(areas)} 555 01${String(random.int(0, 99)).padStart(2, '0')}`;

/** An address at a domain that cannot exist. */
export const mailOf = (person: string, domain: string): string =>
  `${person.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@${domain}.example`;

const areas = [
  '201',
  '206',
  '212',
  '213',
  '303',
  '305',
  '312',
  '404',
  '415',
  '503',
  '512',
  '602',
  '615',
  '617',
  '702',
  '704',
  '713',
  '801',
  '919',
  '973',
];
