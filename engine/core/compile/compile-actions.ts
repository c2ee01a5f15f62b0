import type { Scope } from '../expression/expression.ts';
import { fieldTypes } from '../fields/field-types.ts';
import type { ActionMeta, EntityMeta, FieldMeta, ForecastMeta, TransitionMeta } from '../meta/entity.ts';
import type { Action, Field, Forecast, Rule } from './catalog.ts';
import { expressionOf, type Report } from './report.ts';

/** Names that the wire already uses for something else. */
const reserved = [
  ...['page', 'list', 'detail', 'dropDown', 'tree', 'history', 'aggregate'],
  ...['add', 'edit', 'delete', 'import', 'export', 'printDocument', 'mailDocument', 'mailPreview'],
];

/** What the parts of an entity are compiled from. */
export interface EntityParts {
  meta: EntityMeta;
  byName: ReadonlyMap<string, Field>;
  scope: Scope;
  report: Report;
}

/** Transitions and actions by name, each with its guard, dialog and patch compiled. */
export function compileActions({ meta, byName, scope, report }: EntityParts): Map<string, Action> {
  const states = Object.keys(meta.workflow?.states ?? {});
  if (meta.workflow && !states.includes(meta.workflow.start)) {
    report('schema.unknownState', 'workflow.start', { state: meta.workflow.start });
  }
  const actions = new Map<string, Action>();
  const add = ({
    name,
    action,
    path,
    transition,
  }: {
    name: string;
    action: ActionMeta;
    path: string;
    transition: Action['transition'];
  }) => {
    if (reserved.includes(name)) report('schema.reservedName', path, { name });
    if (actions.has(name)) report('schema.twice', path, { field: name });
    actions.set(name, compileAction({ name, meta: action, path, transition, byName, scope, report }));
  };
  for (const [name, move] of Object.entries(meta.workflow?.transitions ?? {})) {
    const path = `workflow.transitions.${name}`;
    checkStates({ move, states, path, report });
    add({ name, action: move, path, transition: { from: move.from, to: move.to } });
  }
  for (const [state, own] of Object.entries(meta.workflow?.states ?? {})) {
    for (const key of ['awaits', 'next'] as const) {
      const action = own[key];
      const leaves = action === undefined || meta.workflow?.transitions[action]?.from.includes(state);
      if (!leaves) report('schema.awaits', `workflow.states.${state}.${key}`, { action, state });
    }
  }
  for (const [name, action] of Object.entries(meta.actions ?? {}))
    add({ name, action, path: `actions.${name}`, transition: null });
  return actions;
}

function checkStates({
  move,
  states,
  path,
  report,
}: {
  move: TransitionMeta;
  states: readonly string[];
  path: string;
  report: Report;
}): void {
  for (const state of move.from) if (!states.includes(state)) report('schema.unknownState', `${path}.from`, { state });
  if (!states.includes(move.to)) report('schema.unknownState', `${path}.to`, { state: move.to });
}

function compileAction({
  name,
  meta,
  path,
  transition,
  byName,
  scope,
  report,
}: {
  name: string;
  meta: ActionMeta;
  path: string;
  transition: Action['transition'];
  byName: ReadonlyMap<string, Field>;
  scope: Scope;
  report: Report;
}): Action {
  const find = (field: string, key: string): Field[] => {
    const found = byName.get(field);
    if (!found) report('schema.unknownField', `${path}.${key}`, { field });
    return found ? [found] : [];
  };
  const input = Object.entries(meta.input ?? {}).map(([field, inner]) => inputField(field, inner));
  const inner: Scope = {
    ...scope,
    old: true,
    input: Object.fromEntries(input.map((field) => [field.name, field.type.cel(field.meta)])),
  };
  const formNames = [...(meta.form ?? []), ...input.map(({ name: own }) => own)];
  for (const name of Object.keys(meta.prefill ?? {})) {
    if (!formNames.includes(name)) report('schema.unknownField', `${path}.prefill`, { field: name });
  }
  for (const name of meta.show ?? []) find(name, 'show');
  return {
    name,
    needs: meta.needs ?? name,
    meta,
    transition,
    guard: compileGuard({ meta, path, inner, report }),
    form: (meta.form ?? []).flatMap((field) => find(field, 'form')),
    input,
    set: Object.entries(meta.set ?? {}).flatMap(([field, text]) =>
      find(field, 'set').map((found) => ({
        field: found,
        value: expressionOf({ text, path: `${path}.set.${field}`, scope: inner, expected: null, report }),
      })),
    ),
    prefill: new Map(
      Object.entries(meta.prefill ?? {}).map(([field, text]) => [
        field,
        expressionOf({ text, path: `${path}.prefill.${field}`, scope, expected: null, report }),
      ]),
    ),
    forecast: meta.forecast
      ? compileForecast({ meta: meta.forecast, path: `${path}.forecast`, scope, inner, report })
      : null,
  };
}

function compileGuard({
  meta,
  path,
  inner,
  report,
}: {
  meta: ActionMeta;
  path: string;
  inner: Scope;
  report: Report;
}): Rule[] {
  return (meta.guard ?? []).map(({ code, when, at = '' }, index) => ({
    code,
    when: expressionOf({ text: when, path: `${path}.guard[${index}].when`, scope: inner, expected: 'bool', report }),
    at,
  }));
}

function compileForecast({
  meta,
  path,
  scope,
  inner,
  report,
}: {
  meta: ForecastMeta;
  path: string;
  scope: Scope;
  inner: Scope;
  report: Report;
}): Forecast {
  return {
    entity: meta.entity,
    field: meta.field,
    where: Object.entries(meta.where).map(([name, text]) => ({
      name,
      value: expressionOf({ text, path: `${path}.where.${name}`, scope, expected: null, report }),
    })),
    adds: expressionOf({ text: meta.adds, path: `${path}.adds`, scope: inner, expected: null, report }),
  };
}

function inputField(name: string, meta: FieldMeta): Field {
  const required = meta.required === true;
  return {
    name,
    id: name,
    meta,
    type: fieldTypes[meta.type],
    system: false,
    required,
    readOnly: false,
    visible: true,
    filter: null,
    value: null,
    lines: null,
  };
}
