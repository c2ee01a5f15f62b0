import type { FormMeta, ValidationMeta } from '../meta/entity.ts';

/** What to call a field where it is mentioned; `at` is the place, as issues name places. The same name leaves it as it is. */
export interface NameVisitor {
  field(name: string, at: string): string;
  /** A field of the rows of the sub-table `lines`. */
  line(lines: string, name: string, at: string): string;
}

export interface Lines {
  readonly name: string;
  readonly own: ReadonlySet<string>;
}

/** What parts of a declaration have in common, with their names as a visitor answers. */
export interface NameMapper {
  readonly visit: NameVisitor;
  field(name: string, at: string): string;
  all(names: readonly string[], at: string): string[];
  expression(text: string, at: string): string;
  rules(list: readonly ValidationMeta[], at: string): ValidationMeta[];
  form(sections: FormMeta, at: string): FormMeta;
}

export function nameMapperOf(visit: NameVisitor): NameMapper {
  const field = (name: string, at: string) => visit.field(name, at);
  const all = (names: readonly string[], at: string) => names.map((name, index) => field(name, `${at}[${index}]`));
  const expression = (text: string, at: string) => mapExpression({ text, visit, lines: null, at });
  return {
    ...{ visit, field, all, expression },
    rules: (list, at) =>
      list.map((rule, index) => ({
        ...rule,
        when: expression(rule.when, `${at}[${index}].when`),
        ...(rule.at === undefined ? {} : { at: mapPlace(rule.at, visit, `${at}[${index}].at`) }),
      })),
    form: (sections, at) =>
      mapValues(sections, (rows, section) => rows.map((row, index) => all(row, `${at}.${section}[${index}]`))),
  };
}

/** `boxes`, or `boxes.weight`: where a rule points. */
export function mapPlace(place: string, visit: NameVisitor, at: string): string {
  const [name = '', line] = place.split('.');
  return line === undefined ? visit.field(name, at) : `${visit.field(name, at)}.${visit.line(name, line, at)}`;
}

const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d[\w.]*|[A-Za-z_]\w*|\s+|[^]/g;
const loopHead = /\b(\w+)\s*\.\s*(?:all|exists|exists_one|filter|map)\s*\(\s*(\w+)\s*,/g;
const reserved = new Set(['true', 'false', 'null', 'in', 'actor', 'input', 'old', 'now', 'today']);
const isName = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z_]/.test(text);

/** Renames every field in an expression. Inside a sub-table, its own fields come before those of the record. */
export function mapExpression({
  text,
  visit,
  lines,
  at,
}: {
  text: string;
  visit: NameVisitor;
  lines: Lines | null;
  at: string;
}): string {
  const loops = new Map([...text.matchAll(loopHead)].map(([, over = '', variable = '']) => [variable, over]));
  const tokens = text.match(token) ?? [];
  const solid = (from: number, step: 1 | -1): number => {
    let index = from + step;
    while (tokens[index]?.trim() === '') index += step;
    return index;
  };
  return tokens
    .map((word, index) => {
      if (!isName(word)) return word;
      const before = solid(index, -1);
      if (tokens[before] === '.') {
        const holder = tokens[solid(before, -1)] ?? '';
        if (tokens[solid(index, 1)] === '(') return word;
        if (holder === 'old') return visit.field(word, at);
        const over = loops.get(holder);
        return over === undefined ? word : visit.line(over, word, at);
      }
      if (reserved.has(word) || loops.has(word) || tokens[solid(index, 1)] === '(') return word;
      return lines?.own.has(word) ? visit.line(lines.name, word, at) : visit.field(word, at);
    })
    .join('');
}

/** A picker's filter refers to the target's fields; ours are those of `record`. */
export const mapReferrer = (text: string, visit: NameVisitor, at: string): string =>
  text.replace(/\brecord\.(\w+)/g, (_, name: string) => `record.${visit.field(name, at)}`);

export const mapValues = <T, U>(
  object: Readonly<Record<string, T>>,
  of: (value: T, key: string) => U,
): Record<string, U> => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, of(value, key)]));
