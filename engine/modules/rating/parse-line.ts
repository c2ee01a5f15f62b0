import { scaled } from './amounts.ts';
import { noBox, noPlace, type BoxDraft, type PlaceDraft, type RateDraft, type UnitType } from './draft.ts';
import { tokensOf, type LengthUnit, type Token, type WeightUnit } from './line-tokens.ts';

/** Parts of a line that cannot be asked for: reported, never guessed. */
export interface Problem {
  code: 'mixedUnits' | 'fourSides' | 'tooManyPlaces';
  text: string;
}

export interface ParsedLine {
  draft: RateDraft;
  /** Words that mean nothing here, as they were typed. */
  unknown: readonly string[];
  problems: readonly Problem[];
}

export interface LineContext {
  /** Of figures without a unit. */
  unitType: UnitType;
  /** The tenant's day. */
  today: string;
}

/** A parcel in one line of text, such as `91761 > 90210 2x 3 lb 12x10x8 residential`. Pure; every text has an answer. */
export function parseLine(line: string, context: LineContext): ParsedLine {
  const tokens = tokensOf(line, context.today);
  const unit = unitOf(tokens) ?? context.unitType;
  const places = placesOf(tokens);
  const { boxes, problems } = boxesOf(tokens, unit);
  const last = <K extends Token['kind']>(kind: K) =>
    tokens.findLast((token): token is Extract<Token, { kind: K }> => token.kind === kind);
  return {
    draft: {
      ...{ from: places.from ?? noPlace, to: places.to ?? noPlace, type: last('type')?.type ?? '', unitType: unit },
      ...{ boxes, declaredValue: last('value')?.figure ?? '', signature: last('signature')?.signature ?? '' },
      ...{ packaging: last('packaging')?.packaging ?? '', thirdParty: last('thirdParty') !== undefined },
      shipDate: last('date')?.date ?? '',
    },
    unknown: tokens.flatMap(({ kind, text }) => (kind === 'unknown' ? [text] : [])),
    problems: [
      ...problems,
      ...places.surplus.map((text): Problem => ({ code: 'tooManyPlaces', text })),
      ...tokens.flatMap(({ kind, text }): Problem[] => (kind === 'ambiguous' ? [{ code: 'fourSides', text }] : [])),
    ],
  };
}

const imperial: ReadonlySet<string> = new Set<WeightUnit | LengthUnit>(['lb', 'oz', 'in']);
const systemOf = (unit: WeightUnit | LengthUnit): UnitType => (imperial.has(unit) ? '0' : '1');

/** The first unit that is named decides for everything without one: sides follow weights. */
function unitOf(tokens: readonly Token[]): UnitType | null {
  const weight = tokens.find((token) => token.kind === 'poundsAndOunces' || (token.kind === 'weight' && token.unit));
  if (weight?.kind === 'poundsAndOunces') return '0';
  if (weight?.kind === 'weight' && weight.unit) return systemOf(weight.unit);
  const size = tokens.find((token) => token.kind === 'size' && token.unit);
  return size?.kind === 'size' && size.unit ? systemOf(size.unit) : null;
}

/** Into the unit that the draft is kept in; both of one system, so that the fractions are exact. */
const weightFactor: Record<WeightUnit, readonly [number, number]> = {
  ...{ lb: [1, 1], oz: [1, 16], kg: [1, 1], g: [1, 1000], jin: [1, 2] },
};
const lengthFactor: Record<LengthUnit, readonly [number, number]> = { in: [1, 1], cm: [1, 1], mm: [1, 10] };

function boxesOf(tokens: readonly Token[], unit: UnitType): { boxes: BoxDraft[]; problems: Problem[] } {
  const boxes: BoxDraft[] = [];
  const problems: Problem[] = [];
  let open: Partial<BoxDraft> = {};
  const close = () => {
    if (Object.keys(open).length > 0) boxes.push({ ...noBox, ...open });
    open = {};
  };
  const put = (values: Partial<BoxDraft>) => {
    if (Object.keys(values).some((key) => key in open)) close();
    open = { ...open, ...values };
  };
  const check = (found: WeightUnit | LengthUnit | null, text: string) => {
    if (found && systemOf(found) !== unit) problems.push({ code: 'mixedUnits', text });
  };
  for (const token of tokens) {
    if (token.kind === 'separator') close();
    // "3 lb, 12x10x8" is one box: a comma ends what is whole.
    if (token.kind === 'comma' && open.weight !== undefined && open.length !== undefined) close();
    if (token.kind === 'weight') {
      check(token.unit, token.text);
      // A second figure without a unit is no weight.
      if (token.unit === null && open.weight !== undefined) continue;
      put({ weight: scaled(token.figure, token.unit ? weightFactor[token.unit] : [1, 1]) });
    }
    if (token.kind === 'poundsAndOunces') {
      check('lb', token.text);
      put({ weight: scaled(String(Number(token.pounds) * 16 + Number(token.ounces)), [1, 16]) });
    }
    if (token.kind === 'size') {
      check(token.unit, token.text);
      if (token.mixed) problems.push({ code: 'mixedUnits', text: token.text });
      const [length = '', width = '', height = ''] = token.figures.map((figure) =>
        scaled(figure, token.unit ? lengthFactor[token.unit] : [1, 1]),
      );
      put({ length, width, height });
    }
    if (token.kind === 'quantity') {
      // "2x 3 lb" begins a box; "3 lb x2" and "3 lb 2 boxes" end one.
      const ends = token.place === 'after' || (token.place === 'either' && open.weight !== undefined);
      if (!ends || open.quantity !== undefined) close();
      open = { ...open, quantity: String(Number(token.count)) };
    }
  }
  close();
  return { boxes: boxes.length > 0 ? boxes : [noBox], problems };
}

function placesOf(tokens: readonly Token[]): { from: PlaceDraft | null; to: PlaceDraft | null; surplus: string[] } {
  const found: { place: PlaceDraft; role: 'from' | 'to' | null; text: string }[] = [];
  let next: 'from' | 'to' | null = null;
  for (const token of tokens) {
    if (token.kind === 'from') next = 'from';
    if (token.kind === 'arrow' || token.kind === 'to') {
      const before = found.at(-1);
      if (before && before.role === null) before.role = 'from';
      next = 'to';
    }
    if (token.kind === 'place') {
      const { postalCode, state, country, text } = token;
      found.push({ place: { postalCode, state, country }, role: next, text });
      next = null;
    }
  }
  const given = (role: 'from' | 'to') => found.find((one) => one.role === role);
  const free = found.filter(({ role }) => role === null);
  const from = given('from') ?? (free.length > 1 && !given('to') ? free.shift() : undefined);
  const to = given('to') ?? free.shift() ?? undefined;
  const sender = from ?? free.shift();
  const surplus = found.filter((one) => one !== sender && one !== to).map(({ text }) => text);
  return { from: sender?.place ?? null, to: to?.place ?? null, surplus };
}
