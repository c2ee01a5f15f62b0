import type { ISchema } from '@formily/json-schema';
import { createElement } from 'react';
import type { Field, FormMeta, SectionLayout } from '../../../core/index.ts';
import { SectionTitle } from './form-section.tsx';

interface Group {
  readonly kind: SectionLayout;
  readonly panes: Record<string, ISchema>;
}

type Layouts = Readonly<Record<string, SectionLayout>>;

/**
 * Sections of field names as the form engine's schema: made when a form opens, never kept. It holds names alone; words,
 * options and conditions stay with the entity, so no text of a person ever passes through the engine's templates.
 * Neighbouring sections of one `layouts` kind become the panes of one group.
 */
export function compileForm(sections: FormMeta, fields: ReadonlyMap<string, Field>, layouts: Layouts = {}): ISchema {
  const properties: Record<string, ISchema> = {};
  let group: Group | undefined;
  for (const [section, rows] of Object.entries(sections)) {
    const visible = rows.map((row) => row.filter((name) => fields.has(name))).filter((row) => row.length > 0);
    if (visible.length === 0) continue;
    const kind = Object.hasOwn(layouts, section) ? (layouts[section] ?? null) : null;
    if (kind === null) {
      group = undefined;
      properties[`$section-${section}`] = sectionOf(section, visible, false);
      continue;
    }
    if (group?.kind !== kind) {
      group = { kind, panes: {} };
      properties[`$group-${section}`] = part('FormGroup', { kind }, group.panes);
    }
    group.panes[`$pane-${section}`] = paneOf(kind, section, visible);
  }
  return { type: 'object', properties };
}

/** One section with one row a field: what an entity without a `form`, or a dialog, looks like. */
export const plainSections = (names: readonly string[], section = 'basic'): FormMeta => ({
  [section]: names.map((name) => [name]),
});

const sectionOf = (name: string, rows: readonly string[][], withoutTitle: boolean): ISchema =>
  part(
    'FormSection',
    { name, names: rows.flat(), ...(withoutTitle ? { withoutTitle } : {}) },
    Object.fromEntries(rows.map((row, at) => [`$row-${name}-${at}`, formRow(row)])),
  );

/** What the form engine's parts call a pane, and its heading. Every tab is drawn, so that its fields can be reached. */
const panes: Readonly<Record<SectionLayout, { component: string; heading: string; props?: Record<string, unknown> }>> =
  {
    tab: { component: 'FormTab.TabPane', heading: 'tab', props: { forceRender: true } },
    collapse: { component: 'FormCollapse.CollapsePanel', heading: 'header' },
    step: { component: 'FormStep.StepPane', heading: 'title' },
  };

function paneOf(kind: SectionLayout, name: string, rows: readonly string[][]): ISchema {
  const { component, heading, props } = panes[kind];
  const title = createElement(SectionTitle, { name, names: rows.flat() });
  return part(component, { ...props, [heading]: title }, { [`$section-${name}`]: sectionOf(name, rows, true) });
}

function formRow(row: readonly string[]): ISchema {
  const fields = row.map((name) => [
    name,
    { type: 'any', 'x-decorator': 'A11yFormItem', 'x-component': 'FieldControl' },
  ]);
  return part('FormRow', { columns: row.length }, Object.fromEntries(fields));
}

const part = (component: string, props: Record<string, unknown>, properties: Record<string, ISchema>): ISchema => ({
  type: 'void',
  'x-component': component,
  'x-component-props': props,
  properties,
});
