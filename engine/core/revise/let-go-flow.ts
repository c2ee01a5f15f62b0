import type { EntityMeta, GrantMeta } from '../meta/entity.ts';
import type { Outcome } from '../meta/issue.ts';
import type { EntityDocument } from './document.ts';
import type { Edit, DocumentPath } from './edit.ts';
import { fail, good, textsOf } from './places.ts';

/**
 * What goes with a state, a transition or an action that is let go of: transitions that lead there or nowhere else come from,
 * permission codes used only by them, test cases that mention them, and their texts. Null for any other place.
 */
export function planLetGoFlow(document: EntityDocument, path: DocumentPath): Outcome<Edit[]> | null {
  const { meta } = document;
  const [, head, part, inner] = path.map(String);
  const { workflow } = meta;
  if (path.length === 4 && head === 'workflow' && part === 'states' && workflow && inner !== undefined) {
    if (workflow.start === inner) return fail('schema.startState', `workflow.states.${inner}`, { state: inner });
    const removed = Object.entries(workflow.transitions).flatMap(([name, { from, to }]) =>
      to === inner || from.every((state) => state === inner) ? [name] : [],
    );
    return good(
      ...editsOf(document, withoutActions(withoutState(meta, inner), removed), { states: [inner], actions: removed }),
    );
  }
  const isTransition = path.length === 4 && head === 'workflow' && part === 'transitions' && inner !== undefined;
  const isAction = path.length === 3 && head === 'actions' && part !== undefined;
  const name = isTransition ? inner : isAction ? part : undefined;
  if (name === undefined) return null;
  return good(...editsOf(document, withoutActions(meta, [name]), { states: [], actions: [name] }));
}

function withoutState(meta: EntityMeta, state: string): EntityMeta {
  const { workflow, tests } = meta;
  if (!workflow) return meta;
  const transitions = mapped(workflow.transitions, (each) => ({
    ...each,
    from: each.from.filter((one) => one !== state),
  }));
  const states = filterEntries(workflow.states, (name) => name !== state);
  const speaks = (values: Readonly<Record<string, unknown>> | undefined) => values?.['status'] === state;
  return withTests(
    { ...meta, workflow: { ...workflow, states, transitions } },
    tests &&
      filterEntries(tests, (_, { record, old, expect }) => !(speaks(record) || speaks(old) || speaks(expect.values))),
  );
}

function withoutActions(meta: EntityMeta, removed: readonly string[]): EntityMeta {
  const { workflow, actions, tests } = meta;
  const isRemaining = (name: string) => !removed.includes(name);
  const codesOf = (matches: (name: string) => boolean) =>
    Object.entries({ ...workflow?.transitions, ...actions }).flatMap(([name, { needs = name }]) =>
      matches(name) ? [needs] : [],
    );
  const remainingCodes = new Set(codesOf(isRemaining));
  const lost = new Set(codesOf((name) => !isRemaining(name)).filter((code) => !remainingCodes.has(code)));
  const access = Object.fromEntries(
    Object.entries(meta.access).flatMap(([role, grants]) => {
      const left = grantsWithout(grants, lost);
      return left === null ? [] : [[role, left]];
    }),
  ) as EntityMeta['access'];
  const states =
    workflow &&
    mapped(workflow.states, ({ awaits, next, ...state }) => ({
      ...state,
      ...(awaits !== undefined && isRemaining(awaits) ? { awaits } : {}),
      ...(next !== undefined && isRemaining(next) ? { next } : {}),
    }));
  const next = {
    ...meta,
    ...(workflow && states
      ? { workflow: { ...workflow, states, transitions: filterEntries(workflow.transitions, isRemaining) } }
      : {}),
    ...(actions ? { actions: filterEntries(actions, isRemaining) } : {}),
    access,
  };
  return withTests(next, tests && filterEntries(tests, (_, { action }) => action === undefined || isRemaining(action)));
}

/** The grants of a role without these codes; null where it had no others. */
function grantsWithout(grants: GrantMeta | readonly GrantMeta[], lost: ReadonlySet<string>) {
  const left = [grants].flat().flatMap((grant) => {
    const codes = grant.codes.filter((code) => !lost.has(code));
    return codes.length > 0 ? [{ ...grant, codes }] : [];
  });
  if (left.length === 0) return null;
  return Array.isArray(grants) ? left : (left[0] ?? null);
}

const withTests = (meta: EntityMeta, tests: EntityMeta['tests']): EntityMeta => {
  const { tests: _, ...rest } = meta;
  return tests && Object.keys(tests).length > 0 ? { ...meta, tests } : rest;
};

/** The sections of the declaration that differ, each replaced or removed, and the texts of what was removed. */
function editsOf(
  document: EntityDocument,
  to: EntityMeta,
  removed: { readonly states: readonly string[]; readonly actions: readonly string[] },
): Edit[] {
  const { meta } = document;
  const sections = (['workflow', 'actions', 'access', 'tests'] as const).flatMap((key): Edit[] => {
    if (JSON.stringify(meta[key]) === JSON.stringify(to[key])) return [];
    const path = ['meta', key];
    return [to[key] === undefined ? { op: 'drop', way: path } : { op: 'put', way: path, value: to[key] }];
  });
  const words = [
    ...removed.states.flatMap((state) => ['states', 'banners'].flatMap((head) => textsOf(document, head, state))),
    ...removed.actions.flatMap((name) =>
      ['actions', 'confirm', 'input'].flatMap((head) => textsOf(document, head, name)),
    ),
  ];
  return [...sections, ...words.map((path): Edit => ({ op: 'drop', way: path }))];
}

const filterEntries = <T>(
  all: Readonly<Record<string, T>>,
  matches: (name: string, value: T) => boolean,
): Record<string, T> => Object.fromEntries(Object.entries(all).filter(([name, value]) => matches(name, value)));

const mapped = <T>(all: Readonly<Record<string, T>>, to: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, to(value)]));
