import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Command, FormMeta, Issue } from '../../engine/core/index.ts';
import {
  arranged,
  fieldOf,
  newSection,
  placeCommands,
  refusal,
  sectionCommands,
  sectionOf,
  positionOf,
  stepTarget,
  takeOutCommands,
  type FieldTarget,
  type Where,
} from '../document/form-moves.ts';
import { useDesignerStore } from '../store.ts';
import { useWorkspaceStore } from '../tools/workbench.ts';
import { useIssueLine, labelAt } from '../use-designer-words.ts';

export interface FormSteps {
  place(fields: readonly string[], target: FieldTarget): void;
  /** One step with an arrow key; says why where there is none. */
  step(places: readonly string[], direction: 'up' | 'down' | 'left' | 'right'): void;
  moveSection(section: string, before: string | null): void;
  /** Puts the chosen fields into a new section and asks for its name. */
  wrap(fields: readonly string[], before?: string): void;
  takeOut(places: readonly string[]): void;
}

/** Operations on the arrangement of fields: each is one named undo step and is announced to screen readers. */
export function useFormSteps(where: Where): FormSteps {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const workspace = useWorkspaceStore();
  const line = useIssueLine();
  return useMemo(() => stepsOf(createTools({ store, workspace, t, line }), where), [store, workspace, where, t, line]);
}

interface Means {
  readonly store: ReturnType<typeof useDesignerStore>;
  readonly workspace: ReturnType<typeof useWorkspaceStore>;
  readonly t: TFunction<'designer'>;
  readonly line: (issue: Issue) => string;
}

/** Words for fields, and a step that is announced. */
function createTools({ store, workspace, t, line }: Means) {
  const { announce, edit } = workspace.getState();
  const meta = () => store.getState().document.meta;
  const label = (key: string, otherwise: string) => {
    const { document, culture } = store.getState();
    return labelAt(document.texts[culture], key) ?? otherwise;
  };
  const nameOf = (fields: readonly string[]) =>
    fields.length === 1 ? label(`fields.${fields[0]}`, fields[0] ?? '') : t('designer.count', { count: fields.length });
  const run = (name: string, commands: readonly Command[], words: () => string = () => name): boolean => {
    const issues: readonly Issue[] = store.getState().run(name, commands);
    announce(issues.length > 0 ? issues.map(line).join(' ') : words());
    return issues.length === 0;
  };
  return { store, t, announce, edit, meta, label, nameOf, run };
}

type Tools = ReturnType<typeof createTools>;

function stepsOf(tools: Tools, where: Where): FormSteps {
  const { store, t, announce, edit, meta, label, nameOf, run } = tools;
  const place: FormSteps['place'] = (fields, target) => {
    const refused = refusal({ meta: meta(), where, fields, target });
    if (refused) return announce(t(refused));
    const isNew = fields.some((field) => !positionOf(arranged(meta(), where), field));
    const name = t(isNew ? 'designer.step.place' : 'designer.step.move', { name: nameOf(fields) });
    const done = run(name, placeCommands({ meta: meta(), where, fields, target }), () =>
      placedWords(tools, where, fields),
    );
    if (done) store.getState().select(fields.map((field) => `fields.${field}`));
  };
  const moveSection: FormSteps['moveSection'] = (section, before) => {
    if (section === before) return;
    const name = label(`sections.${section}`, t(`section.${section}`, { defaultValue: section }));
    run(t('designer.step.move', { name }), sectionCommands({ meta: meta(), where, section, before }));
  };
  return {
    place,
    moveSection,
    step: (places, direction) => {
      const section = sectionOf(places[0] ?? '', where);
      if (section !== null) {
        const before = stepBefore(Object.keys(arranged(meta(), where)), section, direction);
        return before === undefined ? announce(t('designer.said.end')) : moveSection(section, before);
      }
      const fields = places.flatMap((each) => fieldOf(each) ?? []);
      const first = direction === 'down' || direction === 'right' ? fields.at(-1) : fields[0];
      const target = first === undefined ? null : stepTarget({ meta: meta(), where, field: first, direction });
      if (!target) return announce(t('designer.said.end'));
      place(fields, target);
    },
    wrap: (fields, before) => {
      const { document, culture } = store.getState();
      const next = before ?? sectionAfter(arranged(document.meta, where), fields[0]);
      const made = newSection({
        document,
        where,
        fields,
        words: { [culture]: t('designer.newSection') },
        before: next,
      });
      if (!run(t('designer.step.wrap'), made.commands)) return;
      store.getState().select([`${where}.${made.name}`]);
      edit(`${where}.${made.name}`);
    },
    takeOut: (places) => {
      const commands = takeOutCommands(meta(), where, places);
      if (commands.length === 0) return;
      const fields = places.flatMap((each) => fieldOf(each) ?? []);
      run(t('designer.step.takeOut', { name: fields.length > 0 ? nameOf(fields) : t('designer.section') }), commands);
    },
  };
}

/** The section that one stands before after a step, null for the end; undefined where there is no step. */
function stepBefore(
  names: readonly string[],
  section: string,
  direction: Parameters<FormSteps['step']>[1],
): string | null | undefined {
  const at = names.indexOf(section);
  if (direction === 'up' && at > 0) return names[at - 1] ?? null;
  if (direction === 'down' && at < names.length - 1) return names[at + 2] ?? null;
  return undefined;
}

function placedWords({ t, meta, label, nameOf }: Tools, where: Where, fields: readonly string[]): string {
  const position = positionOf(arranged(meta(), where), fields[0] ?? '');
  const section = label(
    `sections.${position?.section}`,
    t(`section.${position?.section}`, { defaultValue: position?.section }),
  );
  return t('designer.said.placed', {
    name: nameOf(fields),
    section,
    row: (position?.row ?? 0) + 1,
    column: (position?.column ?? 0) + 1,
  });
}

/** The section below the one that holds the field; undefined: there is none. */
function sectionAfter(form: FormMeta, field: string | undefined): string | undefined {
  const names = Object.keys(form);
  const at = names.indexOf(positionOf(form, field ?? '')?.section ?? '');
  return at < 0 ? undefined : names[at + 1];
}
