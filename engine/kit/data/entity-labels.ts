import i18next from 'i18next';
import { ownOf } from '../../core/index.ts';
import type { EntityAnswer } from './data-client.ts';
import type { ShownFigure } from './figures.ts';

/** An entity's words in the culture of its answer. What has no word shows its own name, so that a gap is seen, not hidden. */
export interface EntityLabels {
  name: string;
  plural: string;
  field(name: string): string;
  /** Explanation of a field, or undefined. */
  help(name: string): string | undefined;
  /** What the tenant's settings say beside a field, or undefined. */
  note(name: string): { title: string; text: string } | undefined;
  /** What the page of a record in this state says first, or undefined. */
  banner(state: string): string | undefined;
  option(field: string, value: string): string;
  /** The values that have words: of a dictionary, its entries. */
  options(field: string): readonly string[];
  /** A referenced record: its title as the wire has it. */
  title(entity: string | undefined, id: string, title: unknown): string;
  state(name: string): string;
  action(name: string): string;
  /** The question asked before an action, with `{field}` places, or undefined. */
  confirm(action: string): string | undefined;
  /** What a part of an action's dialog says, with `{field}` places, or undefined. */
  saying(part: 'titles' | 'buttons' | 'done', action: string): string | undefined;
  /** What the figure is called that an action moves. */
  forecast(action: string): string;
  /** A named total of the list. */
  counted(name: string): string;
  /** The figures of other entities beside each row, with the heads of their columns. */
  figures: readonly ShownFigure[];
  section(name: string): string;
  /** A related list by its entity and field, where it has a name of its own. */
  related(entity: string, by: string): string | undefined;
  view(name: string): string;
  rule(code: string): string;
  /** A field of the rows of the `lines` field. */
  line(lines: string, name: string): string;
  /** Input of an action that is no field. */
  input(action: string, name: string): string;
}

/** The author of records that the system created; it has no account page. */
export const systemActor = '0';

export function entityLabels(answer: EntityAnswer): EntityLabels {
  const { texts } = answer;
  return {
    name: texts.name,
    plural: texts.plural,
    figures: answer.figures ?? [],
    field: (name) => ownOf(texts.fields, name) ?? engineWord(`given.${name}`, name),
    help: (name) => ownOf(texts.help, name),
    note: (name) => {
      const text = ownOf(answer.notes, name);
      return text ? { title: ownOf(texts.notes, name) ?? '', text } : undefined;
    },
    banner: (state) => ownOf(texts.banners, state),
    option: (field, value) => ownOf(ownOf(texts.options, field), value) ?? value,
    options: (field) => Object.keys(ownOf(texts.options, field) ?? {}),
    title: (entity, id, title) =>
      id === systemActor
        ? engineWord('history.system', id)
        : (ownOf(ownOf(answer.refs, entity)?.options, String(title)) ?? String(title ?? id)),
    state: (name) => ownOf(texts.states, name) ?? name,
    action: (name) => ownOf(texts.actions, name) ?? engineWord(`action.${name}`, name),
    confirm: (action) => ownOf(texts.confirm, action),
    saying: (part, action) => texts[part]?.[action],
    forecast: (action) => texts.forecast?.[action] ?? action,
    counted: (name) => texts.counted?.[name] ?? name,
    related: (entity, by) => ownOf(ownOf(texts.related, entity), by),
    section: (name) => ownOf(texts.sections, name) ?? engineWord(`section.${name}`, name),
    view: (name) => ownOf(texts.views, name) ?? name,
    rule: (code) => ownOf(texts.rules, code) ?? code,
    line: (lines, name) => ownOf(ownOf(texts.lines, lines), name) ?? name,
    input: (action, name) => ownOf(ownOf(texts.input, action), name) ?? ownOf(texts.fields, name) ?? name,
  };
}

/** Words that every entity shares stand with the engine: the given fields, add, edit and delete. */
function engineWord(key: string, otherwise: string): string {
  return i18next.exists(key) ? i18next.t(key) : otherwise;
}
