import vocabulary from './vocabulary.json';

type Word = keyof typeof vocabulary;
export type WeightUnit = 'lb' | 'oz' | 'kg' | 'g' | 'jin';
export type LengthUnit = 'in' | 'cm' | 'mm';

/** What a stretch of the line means. */
export type Token = { text: string } & (
  | { kind: 'separator' | 'comma' | 'arrow' | 'from' | 'to' | 'filler' | 'unknown' | 'ambiguous' }
  | { kind: 'place'; postalCode: string; state: string; country: string }
  | { kind: 'weight'; figure: string; unit: WeightUnit | null }
  | { kind: 'poundsAndOunces'; pounds: string; ounces: string }
  | { kind: 'size'; figures: readonly [string, string, string]; unit: LengthUnit | null; mixed: boolean }
  | { kind: 'quantity'; count: string; place: 'before' | 'after' | 'either' }
  | { kind: 'type'; type: 'residential' | 'commercial' }
  | { kind: 'signature'; signature: 'indirect' | 'direct' | 'adult' }
  | { kind: 'packaging'; packaging: 'irregular' | 'letter' | 'pak' }
  | { kind: 'thirdParty' }
  | { kind: 'value'; figure: string }
  | { kind: 'date'; date: string }
);

const escaped = (word: string): string => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Any of a meaning's words; one of Latin letters ends where its letters end, the others may touch what follows. */
const any = (...words: Word[]): string =>
  `(?:${words
    .flatMap((word) => vocabulary[word])
    .toSorted((a, b) => b.length - a.length)
    .map((word) => (/[a-z]$/.test(word) ? `${escaped(word)}(?![a-z])` : escaped(word)))
    .join('|')})`;

const meaning = <W extends Word>(text: string, ...words: W[]): W | null =>
  words.find((word) => (vocabulary[word] as string[]).includes(text.toLowerCase())) ?? null;

const N = String.raw`(\d+(?:\.\d+)?|\.\d+)`;
const times = '\\s*[x*\u00d7\u2a2f]\\s*';
const lengthUnit = `\\s*(${any('in', 'cm', 'mm')})?`;
const weightUnit = `\\s*(${any('lb', 'oz', 'kg', 'g', 'jin')})`;
const side = `${N}${lengthUnit}`;
const states =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR';
const pad = (text: string): string => text.padStart(2, '0');

type Read = (found: RegExpExecArray, today: string) => Token | null;

const unitOf = (text: string | undefined): WeightUnit | null => meaning(text ?? '', 'lb', 'oz', 'kg', 'g', 'jin');
const lengthOf = (text: string | undefined): LengthUnit | null => meaning(text ?? '', 'in', 'cm', 'mm');
const zipEnd = String.raw`(?![\d.])`;

/** In this order: what is longer or plainer comes before what is shorter. */
const readers: readonly [pattern: string, read: Read][] = [
  [`[+&\n]|${any('and')}`, ([text]) => ({ kind: 'separator', text })],
  ['[,;\u3001\u3002]', ([text]) => ({ kind: 'comma', text })],
  ['->|=>|>|\u2192|\u21d2', ([text]) => ({ kind: 'arrow', text })],
  [
    String.raw`(\d{4})[-/\u5e74](\d{1,2})[-/\u6708](\d{1,2})\u65e5?` + zipEnd,
    ([text, year = '', month = '', day = '']) => ({ kind: 'date', text, date: `${year}-${pad(month)}-${pad(day)}` }),
  ],
  [any('today'), ([text], today) => ({ kind: 'date', text, date: today })],
  [any('tomorrow'), ([text], today) => ({ kind: 'date', text, date: dayAfter(today) })],
  [
    String.raw`(\d{1,3})\s*[x*\u00d7]\s+(?=${N}[x*\u00d7]${N}[x*\u00d7]\d)`,
    ([text, count = '']) => ({ kind: 'quantity', text, count, place: 'before' }),
  ],
  [
    String.raw`${N}[x*\u00d7]${N}[x*\u00d7]${N}(?=\s+[x*\u00d7]\s*\d{1,3}(?![\d.x*\u00d7]))`,
    ([text, a = '', b = '', c = '']) => ({ kind: 'size', text, figures: [a, b, c], unit: null, mixed: false }),
  ],
  [`${N}${times}${N}${times}${N}${times}${N}`, ([text]) => ({ kind: 'ambiguous', text })],
  [
    `${side}${times}${side}${times}${side}`,
    ([text, a = '', ua, b = '', ub, c = '', uc]) => {
      const named = [ua, ub, uc].flatMap((unit) => lengthOf(unit) ?? []);
      const mixed = new Set(named).size > 1;
      return { kind: 'size', text, figures: [a, b, c], unit: named.at(-1) ?? null, mixed };
    },
  ],
  [`(?:${any('value')}\\s*[:\u4e3a]?\\s*\\$?|\\$)\\s*${N}`, ([text, figure = '']) => ({ kind: 'value', text, figure })],
  [`${N}\\s*${any('dollars')}`, ([text, figure = '']) => ({ kind: 'value', text, figure })],
  [
    `${N}\\s*${any('lb')}\\s*${N}\\s*${any('oz')}`,
    ([text, pounds = '', ounces = '']) => ({ kind: 'poundsAndOunces', text, pounds, ounces }),
  ],
  [
    String.raw`(\d{1,3})\s*(?:[x*\u00d7@]\s*|\s+)(?=${N}${weightUnit})`,
    ([text, count = '']) => ({ kind: 'quantity', text, count, place: 'before' }),
  ],
  [`${N}${weightUnit}`, ([text, figure = '', unit]) => ({ kind: 'weight', text, figure, unit: unitOf(unit) })],
  [`(\\d{1,3})\\s*${any('boxes')}`, ([text, count = '']) => ({ kind: 'quantity', text, count, place: 'either' })],
  [
    String.raw`[x*\u00d7]\s*(\d{1,3})(?![\d.])`,
    ([text, count = '']) => ({ kind: 'quantity', text, count, place: 'after' }),
  ],
  [
    String.raw`([a-z]\d[a-z])[\s-]?(\d[a-z]\d)(?![a-z\d])`,
    ([text, area = '', unit = '']) => ({
      ...{ kind: 'place', text, postalCode: `${area} ${unit}`.toUpperCase(), state: '', country: 'CA' },
    }),
  ],
  [
    String.raw`([a-z]{2}):([a-z\d-]{2,10})(?![a-z\d])`,
    ([text, country = '', code = '']) => ({
      ...{ kind: 'place', text, postalCode: code.toUpperCase(), state: '', country: country.toUpperCase() },
    }),
  ],
  [
    String.raw`(${states.toLowerCase().replaceAll(' ', '|')})\s*,?\s*(\d{5}(?:-\d{4})?)` + zipEnd,
    ([text, state = '', postalCode = '']) => ({
      ...{ kind: 'place', text, postalCode, state: state.toUpperCase(), country: 'US' },
    }),
  ],
  [
    String.raw`(\d{5}(?:-\d{4})?)` + zipEnd,
    ([text, postalCode = '']) => ({ kind: 'place', text, postalCode, state: '', country: 'US' }),
  ],
  [any('residential'), ([text]) => ({ kind: 'type', text, type: 'residential' })],
  [any('commercial'), ([text]) => ({ kind: 'type', text, type: 'commercial' })],
  [any('indirect'), ([text]) => ({ kind: 'signature', text, signature: 'indirect' })],
  [any('adult'), ([text]) => ({ kind: 'signature', text, signature: 'adult' })],
  [any('direct'), ([text]) => ({ kind: 'signature', text, signature: 'direct' })],
  [any('irregular'), ([text]) => ({ kind: 'packaging', text, packaging: 'irregular' })],
  [any('letter'), ([text]) => ({ kind: 'packaging', text, packaging: 'letter' })],
  [any('pak'), ([text]) => ({ kind: 'packaging', text, packaging: 'pak' })],
  [any('thirdParty'), ([text]) => ({ kind: 'thirdParty', text })],
  [any('from'), ([text]) => ({ kind: 'from', text })],
  [any('to'), ([text]) => ({ kind: 'to', text })],
  [any('filler'), ([text]) => ({ kind: 'filler', text })],
  [N + zipEnd, ([text, figure = '']) => ({ kind: 'weight', text, figure, unit: null })],
  ['(?:[a-z]+|\\d[\\d.]*|\\p{L}+|[^\\s])', ([text]) => ({ kind: 'unknown', text })],
];

const compiled = readers.map(([pattern, read]) => ({ pattern: new RegExp(pattern, 'iuy'), read }));
const blanks = /[\s]+/y;

/** The line as tokens. `today` is the tenant's day, `YYYY-MM-DD`. */
export function tokensOf(line: string, today: string): Token[] {
  // Full-width letters, digits and signs are the plain ones.
  const text = line.normalize('NFKC').slice(0, 500);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    blanks.lastIndex = at;
    if (blanks.test(text)) {
      at = blanks.lastIndex;
      continue;
    }
    let length = 0;
    for (const { pattern, read } of compiled) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      const token = found && read(found, today);
      if (!found || !token) continue;
      tokens.push(token);
      length = found[0].length;
      break;
    }
    at += Math.max(1, length);
  }
  return tokens;
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
