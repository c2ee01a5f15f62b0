import { expressionFunctions, type Scope } from '../../engine/core/index.ts';

export interface Completion {
  readonly insert: string;
  readonly kind: 'field' | 'function' | 'name' | 'value';
  /** The label, or a function's parameters. */
  readonly note: string;
}

export interface Completions {
  /** What the chosen one takes the place of. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Completion[];
}

export interface CompletionWords {
  field(name: string): string;
  /** The values of a choice, with their words. */
  options(field: string): readonly { readonly value: string; readonly label: string }[];
}

const actorParts = ['id', 'type', 'member', 'org', 'roles'];
/** What an `actor.type` can be. */
const actorTypes = ['super', 'admin', 'staff', 'member', 'system'];
const maxResults = 12;

/** Completions at the caret, best match first: names, functions, members, values of a choice. */
export function completionsAt({
  text,
  caret,
  scope,
  words,
}: {
  text: string;
  caret: number;
  scope: Scope;
  words: CompletionWords;
}): Completions {
  const before = text.slice(0, caret);
  const value = /(\w+(?:\.\w+)?)\s*(?:==|!=|in\s*\[[^\]]*?)\s*'([^']*)$/.exec(before);
  if (value)
    return found({ before, typed: value[2] ?? '', caret, candidates: valuesOf(value[1] ?? '', words), closing: true });
  if (isQuoted(before)) return { from: caret, to: caret, items: [] };
  const member = /(\w+)\.(\w*)$/.exec(before);
  if (member)
    return found({
      before,
      typed: member[2] ?? '',
      caret,
      candidates: partsOf({ of: member[1] ?? '', scope, words, before }),
    });
  const name = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? '';
  return found({ before, typed: name, caret, candidates: namesOf(scope, words) });
}

function found({
  before,
  typed,
  caret,
  candidates,
  closing = false,
}: {
  before: string;
  typed: string;
  caret: number;
  candidates: readonly Completion[];
  closing?: boolean;
}): Completions {
  const prefix = typed.toLowerCase();
  const rank = ({ insert, note }: Completion): number => {
    const [one, other] = [insert.toLowerCase().indexOf(prefix), note.toLowerCase().indexOf(prefix)];
    if (one === 0) return 0;
    return one > 0 || other >= 0 ? 1 : 2;
  };
  const items = candidates
    .map((item) => ({ item, rank: rank(item) }))
    .filter((each) => each.rank < 2 && each.item.insert !== typed)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxResults)
    .map(({ item }) => (closing ? { ...item, insert: `${item.insert}'` } : item));
  return { from: before.length - typed.length, to: caret, items };
}

const valuesOf = (field: string, words: CompletionWords): Completion[] =>
  field === 'actor.type'
    ? actorTypes.map((insert) => ({ insert, kind: 'value', note: '' }))
    : words.options(field).map(({ value, label }) => ({ insert: value, kind: 'value', note: label }));

function namesOf(scope: Scope, words: CompletionWords): Completion[] {
  const sources = [
    ...['actor', 'now', 'today'],
    ...(scope.old ? ['old'] : []),
    ...(scope.input && Object.keys(scope.input).length > 0 ? ['input'] : []),
    ...(scope.referrer ? ['record'] : []),
  ];
  return [
    ...fieldsOf(scope.fields, words),
    ...sources.map((insert): Completion => ({ insert, kind: 'name', note: '' })),
    ...functionsOf('global'),
  ];
}

function partsOf({
  of,
  scope,
  words,
  before,
}: {
  of: string;
  scope: Scope;
  words: CompletionWords;
  before: string;
}): Completion[] {
  if (of === 'actor') return actorParts.map((insert) => ({ insert, kind: 'name', note: '' }));
  if (of === 'old') return fieldsOf(scope.fields, words);
  if (of === 'input') return fieldsOf(scope.input ?? {}, words);
  if (of === 'record') return fieldsOf(scope.referrer ?? {}, words);
  const over = new RegExp(`(\\w+)\\.\\w+\\(\\s*${of}\\s*,`).exec(before)?.[1];
  const line = scope.lines?.[over ?? ''];
  if (line) return fieldsOf(line, words);
  const loops = ['all', 'exists', 'exists_one', 'filter', 'map'];
  if (scope.fields[of] === 'list')
    return [
      ...functionsOf('method', 'list'),
      ...loops.map((name): Completion => ({ insert: `${name}(`, kind: 'function', note: '' })),
    ];
  return functionsOf('method', 'string');
}

const fieldsOf = (fields: Scope['fields'], words: CompletionWords): Completion[] =>
  Object.keys(fields).map((insert) => ({ insert, kind: 'field', note: words.field(insert) }));

function functionsOf(form: 'method' | 'global', on?: 'string' | 'list'): Completion[] {
  const fitting = expressionFunctions.filter((one) => one.form === form && (!on || one.takes[0] === on));
  return [...new Map(fitting.map((one) => [one.name, one])).values()].map(({ name, takes }) => ({
    insert: `${name}(`,
    kind: 'function',
    note: (form === 'method' ? takes.slice(1) : takes).join(', '),
  }));
}

/** Whether a place lies inside a quoted text. */
const isQuoted = (before: string): boolean => before.replace(/"[^"]*"|'(?:[^'\\]|\\.)*'/g, '').match(/['"]/) !== null;
