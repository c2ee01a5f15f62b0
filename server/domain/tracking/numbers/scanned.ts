import { formats } from './formats.ts';

/** Codes whose shape alone says where the number is: check digits may be left out by who printed them. */
const shapes: readonly { readonly pattern: RegExp; readonly from: number }[] = [
  // The postal service puts the destination before the number: 420, five or nine digits.
  { pattern: /^420\d{5}9\d{19,25}$/, from: 8 },
  { pattern: /^420\d{9}9\d{19,25}$/, from: 12 },
  // FedEx prints 34 digits, of which the last twelve are the number.
  { pattern: /^(?!420)\d{34}$/, from: -12 },
];

const bare = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/**
 * The tracking numbers that a scanned bar code may mean, the surest last: the code itself, and numbers within carriers'
 * longer codes. Scanners may name the kind of code in front (`]C1`) and send the separators of its parts.
 */
export function numbersIn(text: string): string[] {
  const code = bare(text.trim().replace(/^\][A-Za-z]\d/, ''));
  if (code === '') return [];
  const likely = shapes.flatMap(({ pattern, from }) => (pattern.test(code) ? [code.slice(from)] : []));
  const sure = formats.find(
    ({ pattern, check, tracked }) => tracked !== undefined && /^\d+$/.test(code) && pattern.test(code) && check?.(code),
  );
  const all = [code, ...likely, ...(sure?.tracked ? [sure.tracked(code)] : [])];
  return all.filter((number, at) => all.lastIndexOf(number) === at);
}

/** What a search of a scanned bar code looks for beside its text as it is; nothing for a number that was typed. */
export function numbersBeside(text: string): string[] {
  const typed = /\p{Cc}/u.test(text.trim()) ? null : bare(text);
  return numbersIn(text).filter((number) => number !== typed);
}
