/** What the lines of an address say of a unit inside a building. */
export type UnitState =
  /** A unit is named: `Apt 6`, `#301`, `second floor`, `Dock 2`, or a firm beside the street. */
  | 'named'
  /** A unit word without a unit number. */
  | 'empty'
  /** The address is that of a building with many units, and none is named. */
  | 'missing'
  /** No unit found. */
  | 'none';

const designator =
  '(?:apt|apartment|apmt|unit|ste|suite|bldg|building|rm|room|spc|space|lot|slip|trlr|trailer|dept|department|hngr|hangar|pier|dock|door|gate|box|pmb|ms|mailstop|fl|floor|level|wing|tower|phase|stall|warehouse|whse|bay|no|num|number)';
/** `Apt 6`, `Suite B-12`, `# 301`, `6th floor`, `second floor`, `PH 4`, `Rear`. */
const named = new RegExp(
  [
    String.raw`\b${designator}\b\.?\s*[#:.-]?\s*(?!(?:${designator})\b)[a-z]?\d`,
    String.raw`\b${designator}\b\.?\s*[#:.-]?\s*[a-z]{1,2}(?:\b|-)(?!\w)`,
    String.raw`#\s*[a-z0-9]`,
    String.raw`\b(?:\d{1,3}\s*(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|ground|main|top|upper|lower)\s+(?:fl|floor|level)\b`,
    String.raw`\b(?:ph|penthouse|basement|bsmt|lobby|lbby|rear|frnt|front|upstairs|downstairs|lowr|uppr|side|ofc|office|c/o|attn|mezzanine)\b`,
  ].join('|'),
  'i',
);
const empty = new RegExp(String.raw`(?:\b(?:apt|apartment|unit|ste|suite|rm|room|spc|lot|bldg)\b\.?|#)\s*$`, 'i');
const building = /\b(?:apartments|apts|condominiums?|condos?|towers?|suites|dormitory|residence hall|office park)\b/i;
/** A second line that begins so is a street's, not a firm's. */
const isStreet = (line: string): boolean => /^\s*\d+\s+\S/.test(line);

/** Of the lines below the name, the street's first. */
export function unitOf(lines: readonly (string | null | undefined)[]): UnitState {
  const [street = '', ...others] = lines.map((line) => (line ?? '').trim());
  const said = others.filter((line) => line !== '');
  // `Apt` alone in the first line, its number in the next one.
  const whole = [street, ...said].join(' ');
  if (named.test(street.replace(/^\s*#?\d+\s*/, '')) || said.some((line) => named.test(line))) return 'named';
  // A number or one letter on its own line is a unit without its word; a company name there locates it as well.
  if (said.some((line) => /^[a-z]?-?\d{1,5}-?[a-z]?$|^[a-z]$/i.test(line))) return 'named';
  if (empty.test(whole) || empty.test(street)) return 'empty';
  if (said.some((line) => !isStreet(line) && !building.test(line))) return 'named';
  return building.test(whole) ? 'missing' : 'none';
}

/** A box at a post office, where neither UPS nor FedEx delivers. A private mailbox (PMB) is none. */
export const isPostBox = (lines: readonly (string | null | undefined)[]): boolean =>
  lines.some((line) =>
    /(?:^|[\s,])(?:p\.?\s*o\.?\s*box|post\s+office\s+box|p\.?o\.?b\.?\s+\d|caller\s+box)\b|^\s*(?:apartado|apdo|case\s+postale|c\.p\.)\s*\d/i.test(
      line ?? '',
    ),
  );

/** House, box or rural route: something that a driver can find. Words for one count as well. */
export const hasNumber = (lines: readonly (string | null | undefined)[]): boolean =>
  lines.some((line) => /\d|^\s*(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/i.test(line ?? ''));

/** An address of the armed forces names a unit and a box, or a ship. */
export const isMilitaryLine = (lines: readonly (string | null | undefined)[]): boolean =>
  /\b(?:psc|cmr|unit|omc|umr|usag)\b\.?\s*\S+.*\bbox\b\.?\s*\S+|\b(?:uss|usns|usav|usaf|uscgc)\s+\w+/i.test(
    lines.filter(Boolean).join(' '),
  );

/** What labels and carriers print: Latin letters with their accents, figures and signs. */
export const isPrintable = (text: string): boolean =>
  !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text);

/** What the words of an address give away of whether people live there; null where they say nothing. */
export function looksResidential(
  lines: readonly (string | null | undefined)[],
  company: string | null,
): boolean | null {
  const whole = lines.filter(Boolean).join(' ');
  if (/\b(?:apt|apartment|trlr|trailer|lot)\b\.?\s*#?\s*\w/i.test(whole)) return true;
  return company !== null && /\b(?:ste|suite|dock|dept|whse|warehouse|hngr|bldg)\b/i.test(whole) ? false : null;
}
