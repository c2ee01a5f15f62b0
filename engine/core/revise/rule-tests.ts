import type { Entity } from '../compile/catalog.ts';
import type { ActorFacts, Bindings } from '../expression/expression.ts';
import type { RuleTestMeta } from '../meta/entity.ts';
import { issue, type Issue } from '../meta/issue.ts';
import { calculated } from '../rules/calculate.ts';
import { fieldState, type FieldState } from '../rules/field-states.ts';
import { transition } from '../rules/transition.ts';

/** What the rules say to a case. */
export interface TestAnswers {
  /** The codes of the validations that refuse the record, each once, sorted. */
  readonly codes: readonly string[];
  /** A field's state on the record; null if it is no field. */
  state(field: string): FieldState | null;
  /** The record with what is computed; after the action, where one is tried and passes. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The codes that refuse the action, each once, sorted; empty where it passes, null where none is tried. */
  readonly refusals: readonly string[] | null;
}

/** One expectation that did not come true: which (`codes`, `hidden.weight`), and both sides. */
export interface Difference {
  readonly at: string;
  readonly expected: unknown;
  readonly found: unknown;
}

export interface TestResult {
  readonly name: string;
  /** Empty: green. */
  readonly differs: readonly Difference[];
}

/** The clock of a case that names none, so that it says the same on every day. */
const noon = '2026-01-01 12:00:00';

/** Every kept case of an entity with what differs. Pure: the same in the browser and on the server. */
export const runRuleTests = (entity: Entity): TestResult[] =>
  Object.entries(entity.meta.tests ?? {}).map(([name, test]) => ({ name, differs: differencesOf(entity, test) }));

/** An issue for each expectation that did not come true, at its place in the declaration. */
export const redTests = (entity: Entity): Issue[] =>
  runRuleTests(entity).flatMap(({ name, differs }) =>
    differs.map(({ at, expected, found }) =>
      issue('schema.testRed', `tests.${name}.expect.${at}`, {
        test: name,
        what: at,
        expected: JSON.stringify(expected),
        found: JSON.stringify(found),
      }),
    ),
  );

/** What the rules say to what a case is given. */
export function answersTo(entity: Entity, test: Omit<RuleTestMeta, 'expect'>): TestAnswers {
  const bindings = bindingsOf(entity, test);
  const action = test.action === undefined ? undefined : entity.actions.get(test.action);
  const outcome = action ? transition(entity, action, bindings) : null;
  const after = outcome?.ok ? { ...bindings.record, ...outcome.value.patch } : null;
  return {
    codes: unique(entity.rules.filter(({ when }) => when.holds(bindings)).map(({ code }) => code)),
    state(name) {
      const field = entity.byName.get(name);
      return field ? fieldState(field, bindings) : null;
    },
    record: after ? calculated(entity, { ...bindings, record: after }) : bindings.record,
    refusals: outcome && unique(outcome.ok ? [] : outcome.issues.map(({ code }) => code)),
  };
}

function differencesOf(entity: Entity, test: RuleTestMeta): Difference[] {
  const { codes, hidden, required, readOnly, values, refusals } = test.expect;
  const answers = answersTo(entity, test);
  const differs: Difference[] = [];
  const compare = (at: string, expected: unknown, found: unknown) => {
    if (textOf(expected) !== textOf(found)) differs.push({ at, expected, found });
  };
  const each = <T>(key: string, expected: Readonly<Record<string, T>> | undefined, of: (name: string) => unknown) => {
    for (const [name, value] of Object.entries(expected ?? {})) compare(`${key}.${name}`, value, of(name));
  };
  if (codes) compare('codes', unique(codes), answers.codes);
  each('hidden', hidden, (name) => answers.state(name)?.visible === false);
  each('required', required, (name) => answers.state(name)?.required);
  each('readOnly', readOnly, (name) => answers.state(name)?.readOnly);
  each('values', values, (name) => answers.record[name] ?? null);
  if (refusals) compare('refusals', unique(refusals), answers.refusals);
  return differs;
}

function bindingsOf(entity: Entity, { record, old, input, actor = {}, now = noon }: Omit<RuleTestMeta, 'expect'>) {
  const facts: ActorFacts = {
    id: actor.id ?? '1',
    type: actor.type ?? 'staff',
    member: actor.member ?? null,
    org: actor.org ?? null,
    roles: actor.roles ?? [],
  };
  const bindings: Bindings = {
    record,
    actor: facts,
    now,
    today: now.slice(0, 10),
    old: old ?? null,
    input: input ?? {},
  };
  return { ...bindings, record: calculated(entity, bindings) };
}

const unique = (codes: readonly string[]): string[] => [...new Set(codes)].toSorted();

/** Values side by side, whatever the order of their keys; a missing one is an empty one. */
const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : held,
  );
