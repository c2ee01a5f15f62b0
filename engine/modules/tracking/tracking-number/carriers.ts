import type { Issue } from '../../../core/index.ts';
import type { WidgetOptions } from '../../../kit/index.ts';

export type Carrier = 'ups' | 'usps' | 'fedex' | 'post';

interface Numbering {
  /** How such a number looks, without blanks. */
  readonly looks: RegExp;
  readonly fits: (text: string) => boolean;
  /** How many characters stand together when people read it. */
  readonly groups: readonly number[];
}

/** The numbers that tell by their last digit whether they were typed right. */
export const carriers: Readonly<Record<Carrier, Numbering>> = Object.freeze({
  ups: { looks: /^1Z[0-9A-Z]{15}\d$/, fits: upsFits, groups: [2, 6, 2, 4, 4] },
  usps: { looks: /^9\d{21}$/, fits: uspsFits, groups: [4, 4, 4, 4, 4, 2] },
  fedex: { looks: /^\d{12}$/, fits: fedexFits, groups: [4, 4, 4] },
  post: { looks: /^[A-Z]{2}\d{9}[A-Z]{2}$/, fits: postFits, groups: [2, 3, 3, 3, 2] },
});
const names = Object.keys(carriers) as Carrier[];

/** Without the blanks and dashes that copies bring along, in capitals. */
export const plain = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** Whose number a text is, and whether its check digit fits; null for a text that is no carrier's. */
export function recognise(text: string, among: readonly Carrier[]): { carrier: Carrier; fits: boolean } | null {
  const whole = plain(text);
  const carrier = among.find((name) => carriers[name].looks.test(whole));
  return carrier ? { carrier, fits: carriers[carrier].fits(whole) } : null;
}

/** The carriers that a schema admits; all of them where it says nothing. */
export function admitted({ carriers: said }: WidgetOptions): readonly Carrier[] {
  const chosen = Array.isArray(said) ? names.filter((name) => said.includes(name)) : [];
  return chosen.length > 0 ? chosen : names;
}

/** The manifest's `check`. */
export function faultOf(value: unknown, options: WidgetOptions): Issue | null {
  const found = recognise(String(value), admitted(options));
  if (!found) return { code: 'widget.tracking-number.unknown', path: '' };
  return found.fits ? null : { code: 'widget.tracking-number.checkDigit', path: '' };
}

/** The number in the groups in which people read it. */
export function grouped(text: string, { groups }: Numbering): string {
  let from = 0;
  return groups.map((length) => text.slice(from, (from += length))).join(' ');
}

const digits = (text: string): number[] => [...text].map(Number);
const weighted = (numbers: readonly number[], weights: readonly number[]): number =>
  numbers.reduce((sum, number, at) => sum + number * (weights[at % weights.length] ?? 0), 0);

/** Letters count as digits (A is 2); every second one twice; the last brings the sum to a full ten. */
function upsFits(text: string): boolean {
  const body = [...text.slice(2, -1)].map((sign) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 3) % 10));
  return (10 - (weighted(body, [1, 2]) % 10)) % 10 === Number(text.at(-1));
}

/** From the right, every second digit three times. */
function uspsFits(text: string): boolean {
  return (10 - (weighted(digits(text.slice(0, -1)).toReversed(), [3, 1]) % 10)) % 10 === Number(text.at(-1));
}

function fedexFits(text: string): boolean {
  return (weighted(digits(text.slice(0, -1)), [3, 1, 7]) % 11) % 10 === Number(text.at(-1));
}

/** The Universal Postal Union's S10. */
function postFits(text: string): boolean {
  const rest = 11 - (weighted(digits(text.slice(2, 10)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  return (rest === 10 ? 0 : rest === 11 ? 5 : rest) === Number(text[10]);
}
