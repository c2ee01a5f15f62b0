import type { EntityMeta, RuleTestMeta } from '../meta/entity.ts';
import type { Action, Field } from './catalog.ts';
import type { Report } from './report.ts';

/** What refuses an action before any guard is asked. */
const builtIn = ['required', 'state.wrong'];

/** Every field, rule and action that a test case names must exist; otherwise the case would pass without checking anything. */
export function checkTests({
  meta,
  byName,
  actions,
  report,
}: {
  meta: EntityMeta;
  byName: ReadonlyMap<string, Field>;
  actions: ReadonlyMap<string, Action>;
  report: Report;
}): void {
  const rules = (meta.validations ?? []).map(({ code }) => code);
  for (const [name, test] of Object.entries(meta.tests ?? {})) {
    const at = `tests.${name}`;
    const { record, old, expect } = test;
    const { codes = [], hidden, required, readOnly, values } = expect;
    for (const [key, held] of Object.entries({ record, old }))
      checkRecord({ record: held, at: `${at}.${key}`, byName, report });
    for (const [key, held] of Object.entries({ hidden, required, readOnly, values })) {
      checkFields({ held, at: `${at}.expect.${key}`, known: (field) => byName.has(field), report });
    }
    checkCodes({ codes, known: rules, at: `${at}.expect.codes`, report });
    checkAction(test, { at, actions, report });
  }
}

function checkAction(
  { action: name, input, expect }: RuleTestMeta,
  { at, actions, report }: { at: string; actions: ReadonlyMap<string, Action>; report: Report },
): void {
  if (name === undefined) {
    if (input || expect.refusals) report('schema.missing', `${at}.action`, { key: 'action' });
    return;
  }
  const action = actions.get(name);
  if (!action) return report('schema.unknownAction', `${at}.action`, { action: name });
  const formFields = [...action.form, ...action.input].map((field) => field.name);
  checkFields({ held: input, at: `${at}.input`, known: (field) => formFields.includes(field), report });
  const known = [...builtIn, ...action.guard.map(({ code }) => code)];
  checkCodes({ codes: expect.refusals ?? [], known, at: `${at}.expect.refusals`, report });
}

function checkRecord({
  record,
  at,
  byName,
  report,
}: {
  record: Readonly<Record<string, unknown>> | undefined;
  at: string;
  byName: ReadonlyMap<string, Field>;
  report: Report;
}): void {
  checkFields({ held: record, at, known: (field) => byName.has(field), report });
  for (const [name, rows] of Object.entries(record ?? {})) {
    const lines = byName.get(name)?.lines;
    if (!lines || !Array.isArray(rows)) continue;
    const known = (line: string) => lines.some((each) => each.name === line);
    (rows as unknown[]).forEach((row, index) =>
      checkFields({ held: row ?? {}, at: `${at}.${name}[${index}]`, known, report }),
    );
  }
}

function checkFields({
  held,
  at,
  known,
  report,
}: {
  held: object | undefined;
  at: string;
  known: (name: string) => boolean;
  report: Report;
}): void {
  for (const field of Object.keys(held ?? {})) {
    if (!known(field)) report('schema.unknownField', `${at}.${field}`, { field });
  }
}

function checkCodes({
  codes,
  known,
  at,
  report,
}: {
  codes: readonly string[];
  known: readonly string[];
  at: string;
  report: Report;
}): void {
  codes.forEach((code, index) => {
    if (!known.includes(code)) report('schema.unknownRule', `${at}[${index}]`, { code });
  });
}
