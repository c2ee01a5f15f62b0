import { factsOf, type Fact } from './facts.ts';

type Values = Readonly<Record<string, unknown>>;

/** The values set by a preset or rule, without disabled ones. Ids are texts. */
export interface Settings {
  readonly channel: string | null;
  readonly service: string | null;
  /** The channel that the service belongs to. */
  readonly serviceChannel: string | null;
  readonly shipFrom: string | null;
  readonly shipFromChannel: string | null;
  readonly rateRule: string | null;
  readonly signatureOption: string | null;
  readonly labelSize: string | null;
  readonly reference1: string | null;
  readonly reference2: string | null;
  readonly tags: string | null;
  readonly hold: string | null;
  /** Sides of every box, in the unit of the setting. */
  readonly box: {
    readonly unitType: string;
    readonly length: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** Labels of ids, by field. */
  readonly names: Readonly<Record<string, string>>;
}

export interface Rule {
  readonly name: string;
  readonly holds: (facts: Record<Fact, unknown>) => boolean;
  /** Also replaces values that are set already. */
  readonly overwrite: boolean;
  /** Later rules are skipped. */
  readonly stops: boolean;
  /** In order: the preset first, then the rule's own values. */
  readonly settings: readonly Settings[];
}

/** Which rule set a value of an order. */
export interface Mark {
  readonly field: string;
  readonly value: string;
  readonly rule: string;
}

export interface Outcome {
  /** The names of the rules that hold, in order. */
  readonly matched: readonly string[];
  /** What changes of the order. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly marks: readonly Mark[];
}

/** Default values of orders. */
const untouched: Readonly<Record<string, string>> = { signatureOption: 'none', labelSize: '4x6' };
const isEmpty = (field: string, value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === untouched[field];
const longestTags = 200;

/** Asks the rules in order and puts together what those that hold set. Pure; run again, it changes nothing more. */
export function runRules(order: Values, rules: readonly Rule[]): Outcome {
  const facts = factsOf(order);
  const matching: Rule[] = [];
  for (const rule of rules) {
    if (!rule.holds(facts)) continue;
    matching.push(rule);
    if (rule.stops) break;
  }
  const work = workOn(order);
  const each = (take: (settings: Settings, rule: Rule) => void) =>
    matching.forEach((rule) => rule.settings.forEach((settings) => take(settings, rule)));
  // The channel first: which services and places can be set depends on it.
  each(work.takeChannel);
  work.leaveOtherChannels();
  each(work.takeRest);
  return { matched: matching.map(({ name }) => name), ...work.done() };
}

/** The boxes with these sides, where they have none or `overwrite` says so; null if that changes nothing. */
function withSides(
  rows: readonly Values[],
  sides: ReturnType<typeof sidesIn>,
  overwrite: boolean,
): readonly Values[] | null {
  const isSame = (row: Values) => Object.entries(sides).every(([name, side]) => Number(row[name]) === side);
  const isBare = (row: Values) => Object.keys(sides).every((name) => isEmpty(name, row[name]));
  if (rows.every((row) => isSame(row) || !(overwrite || isBare(row)))) return null;
  return rows.map((row) => (overwrite || isBare(row) ? { ...row, ...sides } : row));
}

function workOn(order: Values) {
  const now: Record<string, unknown> = { ...order };
  const before = marksOf(order['ruleMarks']);
  const marks = new Map<string, Mark>();

  const put = (field: string, value: unknown, rule: Rule, word = String(value)) => {
    now[field] = value;
    marks.set(field, { field, rule: rule.name.slice(0, 60), value: word.slice(0, 200) });
  };
  const set = (field: string, value: string | null, rule: Rule, names: Settings['names'] = {}) => {
    if (value === null || !(rule.overwrite || isEmpty(field, now[field]))) return;
    put(field, value, rule, names[field] ?? value);
  };
  const clear = (field: string) => {
    now[field] = null;
    marks.delete(field);
  };

  const carriage = (settings: Settings, rule: Rule) => {
    if (settings.serviceChannel === now['channel']) set('service', settings.service, rule, settings.names);
    if (settings.shipFromChannel === now['channel'] && now['senderMode'] !== 'own')
      set('shipFrom', settings.shipFrom, rule, settings.names);
  };
  const boxes = ({ box }: Settings, rule: Rule) => {
    const rows = Array.isArray(now['boxes']) ? (now['boxes'] as Values[]) : [];
    if (!box || rows.length === 0) return;
    const sides = sidesIn(box, now['unitType'] === '1' ? '1' : '0');
    const sized = withSides(rows, sides, rule.overwrite);
    if (sized) put('boxes', sized, rule, `${sides.length} × ${sides.width} × ${sides.height}`);
  };
  const tags = (added: string | null, rule: Rule) => {
    const known = tagsOf(now['tags']);
    const all = [...new Set([...known, ...tagsOf(added)])].toSorted();
    const text = all.join(', ');
    if (all.length > known.length && text.length <= longestTags) put('tags', text, rule);
  };

  return {
    takeChannel: (settings: Settings, rule: Rule): void => set('channel', settings.channel, rule, settings.names),
    /** A service and a place belong to one channel. */
    leaveOtherChannels(): void {
      const was = order['channel'];
      if (!isEmpty('channel', was) && was !== now['channel']) for (const field of ['service', 'shipFrom']) clear(field);
    },
    takeRest(settings: Settings, rule: Rule): void {
      carriage(settings, rule);
      for (const field of ['rateRule', 'signatureOption', 'labelSize', 'reference1', 'reference2'] as const)
        set(field, settings[field], rule, settings.names);
      boxes(settings, rule);
      tags(settings.tags, rule);
      // An order that a person has let go is not held again by the same rule.
      const released = before.some(({ field, rule: by }) => field === 'ruleHold' && by === rule.name.slice(0, 60));
      if (settings.hold !== null && isEmpty('ruleHold', now['ruleHold']) && !released)
        put('ruleHold', settings.hold, rule);
    },
    done(): Pick<Outcome, 'changes' | 'marks'> {
      const changed = Object.keys(now).filter((field) => !same(now[field], order[field]));
      const fresh = changed.flatMap((field) => marks.get(field) ?? []);
      // What an earlier run set and this one leaves alone is still its own.
      const kept = before.filter(({ field }) => !changed.includes(field));
      const all = [...kept, ...fresh].toSorted((a, b) => (a.field < b.field ? -1 : 1));
      return { changes: Object.fromEntries(changed.map((field) => [field, now[field]])), marks: all };
    },
  };
}

const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const tagsOf = (value: unknown): string[] =>
  String(value ?? '')
    .split(',')
    .flatMap((tag) => tag.trim() || []);
const marksOf = (value: unknown): readonly Mark[] =>
  (Array.isArray(value) ? (value as Values[]) : []).map(({ field, rule, value: was }) => ({
    ...{ field: String(field), rule: String(rule), value: String(was) },
  }));

function sidesIn({ unitType, length, width, height }: NonNullable<Settings['box']>, unit: string) {
  const factor = unitType === unit ? 1 : unit === '1' ? 2.54 : 1 / 2.54;
  const of = (side: number) => Math.max(Math.round(side * factor * 100) / 100, 0.01);
  return { length: of(length), width: of(width), height: of(height) };
}
