import type { Entity } from '../../../engine/core/index.ts';
import type { Culture, Texts } from '../../texts.ts';
import { choiceWords } from './cell-words.ts';
import type { Actor, Context } from '../context.ts';
import { readDictionaryWords } from './dictionaries.ts';
import type { describe } from './describe.ts';
import { figureWord, seenFigures } from './figures.ts';

type Known = ReturnType<typeof describe>;
type Words = Readonly<Record<string, unknown>>;

/**
 * An entity's description with texts in a culture: those of its schema, dictionary entries as options, and for a
 * reference whose title is a choice the labels of that choice.
 */
export async function withTexts(
  at: { context: Context; texts: Texts; culture: Culture },
  actor: Actor,
  entity: Entity,
  known: Known,
): Promise<Known & { texts: Words }> {
  const { context, texts, culture } = at;
  const { fields } = known.meta;
  const targets = Object.keys(known.refs).flatMap((name) => actor.catalog.byName.get(name) ?? []);
  const shown = entity.fields.filter((field) => field.name in fields);
  // Fields of sub-table rows have labels of their own.
  const worded = [...shown, ...shown.flatMap(({ lines }) => lines ?? [])];
  const dictionaries = await readDictionaryWords(
    context,
    actor,
    [...worded, ...targets.map(({ title }) => title)].flatMap(({ meta }) => meta.dictionary ?? []),
  );
  const wordsOf = (of: Entity, field: Entity['title']) => {
    const words = choiceWords({ texts, culture, dictionaries }, of, field);
    return words ? Object.fromEntries(words) : null;
  };
  const entries = worded.flatMap((field) =>
    field.meta.dictionary ? [[field.name, wordsOf(entity, field) ?? {}]] : [],
  );
  const refs = targets.map((target) => {
    const options = wordsOf(target, target.title);
    return [target.name, { ...known.refs[target.name], ...(options ? { options } : {}) }];
  });
  const labels = new Map(seenFigures(actor, entity).map((each) => [each.key, figureWord(texts, culture, each)]));
  const { validations = [] } = known.meta;
  const hidden = (entity.meta.validations ?? []).filter(({ code }) => !validations.some((rule) => rule.code === code));
  const silent = [...hidden.map(({ code }) => code), ...guardsOfOthers(entity, known.codes)];
  const words = shownTexts(texts.entity(culture, entity), fields, new Set(worded.map(({ name }) => name)));
  const rules = Object.entries((words['rules'] ?? {}) as Words);
  return {
    ...known,
    refs: Object.fromEntries(refs) as Known['refs'],
    figures: known.figures.map((figure) => ({ ...figure, label: labels.get(figure.key) ?? figure.key })),
    texts: {
      ...words,
      // A rule that reads a hidden field shows no message, nor does one of what only others may do.
      rules: Object.fromEntries(rules.filter(([code]) => !silent.includes(code))),
      options: { ...(words['options'] as object), ...Object.fromEntries(entries) },
    },
  };
}

/** Rules that only guard actions for which these permissions do not suffice. */
function guardsOfOthers(entity: Entity, codes: readonly string[]): string[] {
  const guards = (held: boolean) =>
    [...entity.actions.values()]
      .filter(({ name, needs }) => (codes.includes(needs) || codes.includes(name)) === held)
      .flatMap(({ meta }) => (meta.guard ?? []).map(({ code }) => code));
  const own = [...guards(true), ...(entity.meta.validations ?? []).map(({ code }) => code)];
  return guards(false).filter((code) => !own.includes(code));
}

/** Texts without those of hidden fields. */
function shownTexts(words: Words, fields: Readonly<Record<string, unknown>>, choosing: ReadonlySet<string>): Words {
  const all = (part: unknown) => Object.entries((part ?? {}) as Record<string, unknown>);
  const only = (part: unknown) => Object.fromEntries(all(part).filter(([name]) => name in fields));
  return {
    ...words,
    fields: only(words['fields']),
    help: only(words['help']),
    notes: only(words['notes']),
    options: Object.fromEntries(all(words['options']).filter(([name]) => choosing.has(name))),
    lines: only(words['lines']),
    documentTexts: undefined,
  };
}
