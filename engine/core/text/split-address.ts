import labels from './address-labels.json';
import { stateCode } from './states.ts';

/** What was found in a pasted address. `rest` holds what fitted nowhere, so that nothing vanishes unseen. */
export interface SplitAddress {
  parts: Partial<Record<AddressPart, string>>;
  rest: string[];
}

export const addressPartNames = [
  'name',
  'company',
  'address1',
  'address2',
  'address3',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
  'email',
] as const;
export type AddressPart = (typeof addressPartNames)[number];

const lineLength = 35;
const email = /[^\s<>,;]+@[^\s<>,;]+\.[a-z]{2,}/i;
const phone = /(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}(?: ?(?:x|ext\.?) ?\d{1,6})?(?!\d)/i;
const postalCode = /^(?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i;
const countries: Record<string, string> = {
  us: 'US',
  usa: 'US',
  'united states': 'US',
  'united states of america': 'US',
  canada: 'CA',
  'puerto rico': 'PR',
};
const companyMarks =
  /\b(?:inc|llc|l\.l\.c|corp|corporation|company|co|ltd|limited|gmbh|warehouse|store|school|university|hospital|logistics)\b\.?/i;

type Label = keyof typeof labels;
const labelOf = new Map(
  Object.entries(labels).flatMap(([part, words]) => words.map((word) => [word, part as Label] as const)),
);
const labelled = new RegExp(
  `(?:^|(?<=[\\s,;.\uff0c\uff1b\u3002\u3001]))(${[...labelOf.keys()].toSorted((a, b) => b.length - a.length).join('|')})\\s*[:\uff1a]\\s*`,
  'giu',
);

/**
 * A whole North American address as people paste it (lines, one line with commas, the cells of a spreadsheet's row, or
 * parts with labels such as `Phone:`) in its parts. Pure; the person checks the outcome before it is used.
 */
export function splitAddress(text: string): SplitAddress {
  const found = [...text.matchAll(labelled)];
  // One label alone, such as `Attn:`, does not divide the text.
  if (new Set(found.map(([, word = '']) => labelOf.get(word.toLowerCase()))).size < 2) return splitPlain(text);
  const given = found.flatMap((match, at) => {
    const part = labelOf.get(match[1]?.toLowerCase() ?? '');
    const value = text
      .slice(match.index + match[0].length, found[at + 1]?.index)
      .replace(/^[\s,;\uff0c\uff1b\u3002\u3001]+|[\s,;\uff0c\uff1b\u3002\u3001]+$/g, '');
    return part && value !== '' ? [[part, value] as const] : [];
  });
  return fromLabels(given, text.slice(0, found[0]?.index).trim());
}

/** Parts with labels; a whole address below one label is divided like any other. */
function fromLabels(given: readonly (readonly [Label, string])[], before: string): SplitAddress {
  const said = Object.fromEntries(given.filter(([part]) => part !== 'address')) as Record<
    Exclude<Label, 'address'>,
    string
  >;
  const streets = given.flatMap(([part, value]) => (part === 'address' ? [value] : []));
  const plain = streets.length === 0 ? { parts: {}, rest: [] } : splitPlain(streets.join('\n'));
  const { name, company, ...place } = plain.parts;
  // A street that does not begin with a number looks like a name.
  const [address1 = place.address1, address2 = place.address2] =
    place.address1 === undefined && said.address1 === undefined ? [name, company] : [];
  const isNamed = said.name !== undefined || before === '';
  const own = { ...place, address1, address2, ...(isNamed ? {} : { name: before }) };
  const { state, country, postalCode: code } = said;
  const merged = {
    ...own,
    ...said,
    ...(state ? { state: stateCode(state) ?? state } : {}),
    ...(country ? { country: countries[country.toLowerCase().replaceAll('.', '')] ?? country.toUpperCase() } : {}),
  };
  if (code && merged.country === undefined)
    merged.country = /^\d/.test(code) ? (merged.state === 'PR' ? 'PR' : 'US') : 'CA';
  return {
    parts: Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)),
    rest: [...(isNamed && before !== '' ? [before] : []), ...plain.rest],
  };
}

function splitPlain(text: string): SplitAddress {
  const parts: SplitAddress['parts'] = {};
  let lines = partsOf(text);
  lines = take(lines, email, (found) => (parts.email = found));
  lines = take(lines, phone, (found) => (parts.phone = found.trim()));
  lines = lines
    .map((line) => line.replace(/^(?:ship to|to|attn|tel|phone|mobile|e-?mail)\s*[:.]\s*/i, '').trim())
    .filter((line) => line !== '');

  const country = countries[(lines.at(-1) ?? '').toLowerCase().replaceAll('.', '')];
  if (country && lines.length > 1) {
    parts.country = country;
    lines = lines.slice(0, -1);
  }
  const place = findPlace(lines);
  if (place) {
    Object.assign(parts, place.parts);
    parts.country ??= /^\d/.test(place.parts.postalCode) ? (place.parts.state === 'PR' ? 'PR' : 'US') : 'CA';
  }
  const before = place ? lines.slice(0, place.from) : lines;
  const rest = place ? lines.slice(place.to) : [];
  const streetAt = before.findIndex(
    (line, at) => isStreet(line) && (at > 0 || before.length === 1 || !before.slice(1).some(isStreet)),
  );
  const people = streetAt < 0 ? before : before.slice(0, streetAt);
  const streets = streetAt < 0 ? [] : before.slice(streetAt).flatMap(fitLine);
  Object.assign(parts, nameParts(people));
  streets.slice(0, 3).forEach((line, at) => (parts[`address${at + 1}` as 'address1'] = line));
  return { parts, rest: [...people.slice(2), ...streets.slice(3), ...rest] };
}

/** Whether a text is more than a name: worth splitting. */
export const looksLikeAddress = (text: string): boolean => {
  const { parts } = splitAddress(text);
  return parts.address1 !== undefined && parts.postalCode !== undefined;
};

/** Lines if there are any, else a row's cells, else what stands between commas. */
function partsOf(text: string): string[] {
  const separator = /[\r\n]/.test(text) ? /[\r\n\t]+/ : text.includes('\t') ? /\t/ : /,/;
  return text
    .split(separator)
    .map((piece) => piece.trim().replace(/,$/, '').replace(/\s+/g, ' '))
    .filter((piece) => piece !== '');
}

/** Takes the first match out of the pieces. A number inside a street or beside a postal code is no phone: it needs ten digits. */
function take(lines: readonly string[], pattern: RegExp, found: (text: string) => void): string[] {
  const at = lines.findIndex((line) => pattern.test(line));
  const line = lines[at];
  if (line === undefined) return [...lines];
  const match = pattern.exec(line)?.[0] ?? '';
  found(match);
  return lines.with(
    at,
    line
      .replace(match, '')
      .replace(/[<>()\s,;:]+$/, '')
      .trim(),
  );
}

interface Place {
  parts: { city: string; state: string; postalCode: string };
  from: number;
  to: number;
}

/** City, state and code: in one piece, or in two or three that follow each other. */
function findPlace(lines: readonly string[]): Place | null {
  for (let to = lines.length; to > 0; to--) {
    for (const length of [1, 2, 3]) {
      if (to - length < 0) continue;
      const parts = readPlace(lines.slice(to - length, to).join(', '));
      if (parts) return { parts, from: to - length, to };
    }
  }
  return null;
}

function readPlace(text: string): Place['parts'] | null {
  const words = text.split(/[\s,]+/).filter(Boolean);
  for (const taken of [1, 2]) {
    const code = words.slice(-taken).join(' ').toUpperCase();
    if (!postalCode.test(code)) continue;
    for (const length of [1, 2, 3, 4]) {
      const city = words.slice(0, -taken - length).join(' ');
      const state = stateCode(words.slice(-taken - length, -taken).join(' '));
      if (state !== null && city !== '' && !/^\d/.test(city)) return { city, state, postalCode: code };
    }
  }
  return null;
}

const isStreet = (line: string): boolean => /^(?:\d+[A-Z]?\b|#\d|p\.? ?o\.? box\b|one\b)/i.test(line);

/** A name, or a firm, or both in either order. */
function nameParts([first, second]: readonly string[]): { name?: string; company?: string } {
  if (first === undefined) return {};
  if (second === undefined) return companyMarks.test(first) ? { name: first, company: first } : { name: first };
  return companyMarks.test(first) && !companyMarks.test(second)
    ? { name: second, company: first }
    : { name: first, company: second };
}

/** A line too long for a label breaks before its unit, else between words. */
function fitLine(line: string): string[] {
  if (line.length <= lineLength) return [line];
  const unit = line.search(/\s(?:apt|apartment|suite|ste|unit|bldg|building|floor|fl|room|rm|#)\b/i);
  const at = unit > 0 && unit <= lineLength ? unit : line.lastIndexOf(' ', lineLength);
  return at <= 0 ? [line] : [line.slice(0, at).replace(/,$/, ''), ...fitLine(line.slice(at + 1))];
}
