import type { ActionMeta, EntityMeta, FieldMeta } from './entity.ts';

/** The keys of an entity's words: those it must have, and those it may have besides. Dotted, as `options.method.wire`. */
export function entityWordKeys(meta: EntityMeta): { needed: Set<string>; possible: Set<string> } {
  const needed = new Set(['name', 'plural']);
  const possible = new Set<string>();
  const actions = Object.entries({ ...meta.workflow?.transitions, ...meta.actions });

  for (const [name, field] of Object.entries(meta.fields)) {
    needed.add(`fields.${name}`);
    possible.add(`help.${name}`);
    if (field.noteSetting) needed.add(`notes.${name}`);
    addOptions(needed, name, field);
    for (const [inner, line] of Object.entries(field.fields ?? {})) {
      needed.add(`lines.${name}.${inner}`);
      possible.add(`help.${name}.${inner}`);
      addOptions(needed, inner, line);
    }
  }
  for (const state of Object.keys(meta.workflow?.states ?? {})) {
    needed.add(`states.${state}`);
    possible.add(`banners.${state}`);
  }
  for (const [name, action] of actions) addAction({ needed, possible, meta, name, action });
  for (const { code } of meta.validations ?? []) needed.add(`rules.${code}`);
  for (const section of Object.keys({ ...meta.form, ...meta.detail?.sections })) needed.add(`sections.${section}`);
  for (const view of Object.keys(meta.list.views ?? {})) needed.add(`views.${view}`);
  for (const { entity, by } of meta.detail?.related ?? []) possible.add(`related.${entity}.${by}`);
  for (const total of Object.keys(meta.list.counted ?? {})) needed.add(`counted.${total}`);
  for (const [document, { blocks }] of Object.entries(meta.documents ?? {})) {
    needed.add(`documents.${document}`);
    for (const { block, kind } of blocks) {
      // A text or a button without words would say nothing.
      if (kind === 'text' || kind === 'terms' || kind === 'button') needed.add(`documentTexts.${document}.${block}`);
      else if (kind !== 'logo' && kind !== 'pageNumber') possible.add(`documentTexts.${document}.${block}`);
    }
  }
  return { needed, possible };
}

function addAction({
  needed,
  possible,
  meta,
  name,
  action,
}: {
  needed: Set<string>;
  possible: Set<string>;
  meta: EntityMeta;
  name: string;
  action: ActionMeta;
}): void {
  needed.add(`actions.${name}`);
  if (action.confirm) needed.add(`confirm.${name}`);
  if (action.forecast) needed.add(`forecast.${name}`);
  // The dialog's heading and its button, and what is said once it is done; the action's own word where they are silent.
  for (const part of ['titles', 'buttons', 'done']) possible.add(`${part}.${name}`);
  for (const { code } of action.guard ?? []) needed.add(`rules.${code}`);
  for (const [input, field] of Object.entries(action.input ?? {})) {
    // Input that is called as a field is may take the field's word.
    (input in meta.fields ? possible : needed).add(`input.${name}.${input}`);
    addOptions(needed, input, field);
  }
}

function addOptions(needed: Set<string>, name: string, { options = [] }: FieldMeta): void {
  for (const option of options) needed.add(`options.${name}.${option}`);
}
