import { sortKeys } from '../compile/check-names.ts';
import { stepsPerRecord } from '../expression/budget.ts';
import { constantOf, mentionsOf } from '../expression/constant.ts';
import { compileExpression } from '../expression/compile-expression.ts';
import { expressionToSql } from '../expression/expression-to-sql.ts';
import { worstCaseSteps } from '../expression/worst-case-steps.ts';
import { fieldTypes } from '../fields/field-types.ts';
import { maxRows } from '../fields/types/lines.ts';
import type { EntityMeta, FieldMeta, ValidationMeta } from '../meta/entity.ts';
import { entityWordKeys } from '../meta/word-keys.ts';
import { compiledOf } from './commands.ts';
import type { EntityDocument, WordTree } from './document.ts';
import { hint, problem, type Finding } from './finding.ts';
import { lintFlow } from './lint-flow.ts';
import { ruleGraph } from './rule-graph.ts';
import { redTests } from './rule-tests.ts';
import { rulesOf, type OtherEntity, type RuleMeta } from './rules.ts';

/** Fields that one search may look into before people feel it: each is an index of its own, and all are asked at once. */
const maxSearched = 5;

/** What should be looked at in a document that compiles, besides what its compiler says. Codes are `lint.*`. */
export function lintDocument({ meta, texts }: EntityDocument, others: readonly OtherEntity[] = []): Finding[] {
  return [
    ...lintFields(meta),
    ...lintLayout(meta),
    ...lintRules(meta, others),
    ...lintCodes(meta),
    ...lintFlow(meta),
    ...lintList(meta),
    ...lintTexts(meta, texts),
    ...lintTests(meta),
  ];
}

/** Fields that no screen shows, and fields that require what cannot be entered. */
function lintFields(meta: EntityMeta): Finding[] {
  const shown = new Set(shownFields(meta));
  const formFields = meta.form && new Set(Object.values(meta.form).flat(2));
  // What only the program writes may well be whole and locked.
  const added =
    !('admin' in meta.access) ||
    Object.values(meta.access)
      .flat()
      .some(({ codes }) => codes.some((code) => code === 'add' || code === '*'));
  return Object.entries(meta.fields).flatMap(([name, field]): Finding[] => {
    const at = `fields.${name}`;
    const { required, readOnly, visible } = field;
    const { calculated } = fieldTypes[field.type].traits;
    const given = field.default !== undefined || meta.owner === name;
    return [
      ...(shown.has(name) ? [] : [hint('lint.unusedField', at, { field: name })]),
      ...(required === true && visible === false ? [problem('lint.hiddenRequired', at, { field: name })] : []),
      ...(required === true && readOnly === true && added && !given && !calculated
        ? [problem('lint.readOnlyRequired', at, { field: name })]
        : []),
      ...(required === true &&
      readOnly !== true &&
      visible !== false &&
      formFields &&
      !formFields.has(name) &&
      !given &&
      !calculated
        ? [problem('lint.requiredNotAsked', at, { field: name })]
        : []),
      ...lintDefault(field, at),
      ...Object.entries(field.fields ?? {}).flatMap(([inner, row]) => lintDefault(row, `${at}.fields.${inner}`)),
    ];
  });
}

/** A layout for a section that the form does not have changes nothing. */
const lintLayout = ({ form = {}, formLayout = {} }: EntityMeta): Finding[] =>
  Object.keys(formLayout)
    .filter((section) => !Object.hasOwn(form, section))
    .map((section) => hint('lint.unknownSection', `formLayout.${section}`, { section }));

/** A default that its own field refuses: every record that is added without a value would be refused. */
function lintDefault(field: FieldMeta, at: string): Finding[] {
  const { default: value, options } = field;
  if (value === undefined || value === null) return [];
  if (typeof value === 'string' && options && !options.includes(value))
    return [problem('lint.unknownOption', `${at}.default`, { value, options })];
  const read = fieldTypes[field.type].parse(value, field);
  return read.ok ? [] : [problem('lint.badDefault', `${at}.default`, { value: JSON.stringify(value) })];
}

/** Every field that some screen shows, asks for or needs for what it shows. */
function shownFields(meta: EntityMeta): string[] {
  const { list, form, detail, workflow, actions, fields } = meta;
  const steps = Object.values({ ...workflow?.transitions, ...actions });
  const shown = [
    ...[meta.title, meta.owner ?? '', meta.org ?? '', meta.tree ?? ''],
    ...[...list.columns, ...(list.filters ?? []), ...(list.search ?? []), ...sortKeys(list.sort)],
    ...(form ? Object.values(form).flat(2) : Object.keys(fields)),
    ...(detail?.summary ?? []),
    ...Object.values(detail?.sections ?? {}).flat(2),
    ...steps.flatMap((action) => action.form ?? []),
  ];
  const parts = shown.flatMap((name) => [fields[name]?.currency ?? '', fields[name]?.unit ?? '']);
  // A field that only a rule reads is in use too.
  const read = ruleGraph(meta).edges.flatMap(({ from, kind }) => (kind === 'reads' ? [from] : []));
  return [...shown, ...parts, ...read];
}

function lintRules(meta: EntityMeta, others: readonly OtherEntity[]): Finding[] {
  const { valueCycles, stateCycles } = ruleGraph(meta);
  return [
    ...valueCycles.map((fields) => problem('lint.valueCycle', `fields.${fields[0]}.value`, { fields })),
    ...stateCycles.map((fields) => hint('lint.stateCycle', `fields.${fields[0]}`, { fields })),
    ...rulesOf(meta, others).flatMap((rule) => lintRule(meta, rule)),
    ...lintSteps(meta),
  ];
}

/**
 * Rules that a long record would be refused for, because they take more steps than all rules of one record may: mostly
 * loops inside of loops over the same rows. Without one such rule, the first of those that are too much together.
 */
function lintSteps(meta: EntityMeta): Finding[] {
  const rowsOf = (name: string) => Number(meta.fields[name]?.max ?? maxRows);
  const measured = rulesOf(meta)
    .filter(({ sql }) => !sql)
    .flatMap(({ at, text, scope, lines }) => {
      const compiled = compileExpression(text, scope);
      const times = lines ? rowsOf(lines) : 1;
      return compiled.ok ? [{ at, steps: times * worstCaseSteps(compiled.value, rowsOf) }] : [];
    });
  const params = { max: stepsPerRecord };
  const alone = measured.filter(({ steps }) => steps > stepsPerRecord);
  if (alone.length > 0) return alone.map(({ at, steps }) => hint('lint.costly', at, { ...params, steps }));
  const steps = measured.reduce((sum, each) => sum + each.steps, 0);
  const [slowest] = measured.toSorted((one, other) => other.steps - one.steps);
  return slowest && steps > stepsPerRecord ? [hint('lint.costlyTogether', slowest.at, { ...params, steps })] : [];
}

function lintRule(meta: EntityMeta, rule: RuleMeta): Finding[] {
  const compiled = compileExpression(rule.text, rule.scope);
  if (!compiled.ok) return [];
  const expression = compiled.value;
  const constant = rule.expects === 'bool' ? constantOf(expression) : null;
  const sql = rule.sql ? expressionToSql(expression, { column: (name) => name }) : null;
  return [
    ...(constant ? [problem(constant === 'always' ? 'lint.alwaysTrue' : 'lint.neverTrue', rule.at)] : []),
    ...(sql && !sql.ok ? sql.issues.map(({ code, params }) => problem(code, rule.at, params)) : []),
    ...mentionsOf(expression).flatMap(({ field, text }) => {
      const options = rule.kind === 'filter' ? undefined : optionsOf(meta, field);
      return options && !options.includes(text)
        ? [problem('lint.unknownOption', rule.at, { field, value: text, options })]
        : [];
    }),
  ];
}

function optionsOf(meta: EntityMeta, field: string): readonly string[] | undefined {
  if (field === 'status' && meta.workflow) return Object.keys(meta.workflow.states);
  const found = meta.fields[field];
  return found && fieldTypes[found.type].traits.hasOptions ? found.options : undefined;
}

/** Two rules with the same code share one message, so people cannot tell which one refused. */
function lintCodes(meta: EntityMeta): Finding[] {
  const actions = { ...meta.workflow?.transitions, ...meta.actions };
  const guards = Object.entries(actions).flatMap(([name, { guard }]) =>
    twice(guard, `${meta.workflow?.transitions[name] ? 'workflow.transitions' : 'actions'}.${name}.guard`),
  );
  return [...twice(meta.validations, 'validations'), ...guards];
}

const twice = (rules: readonly ValidationMeta[] = [], at: string): Finding[] =>
  rules.flatMap(({ code }, index) =>
    rules.findIndex((rule) => rule.code === code) < index
      ? [problem('lint.sameCode', `${at}[${index}].code`, { code })]
      : [],
  );

/** Questions to a list that no index answers. */
function lintList(meta: EntityMeta): Finding[] {
  const search = meta.list.search ?? [];
  const views = rulesOf(meta).filter(({ kind }) => kind === 'view');
  return [
    ...(search.length > maxSearched
      ? [hint('lint.slowSearch', 'list.search', { count: search.length, max: maxSearched })]
      : []),
    ...views.flatMap(({ at, text, about }) =>
      /\.(contains|endsWith|lower|upper|trim)\(/.test(text) ? [hint('lint.slowView', at, { view: about })] : [],
    ),
  ];
}

/** Kept cases that do not come out as they should. */
function lintTests(meta: EntityMeta): Finding[] {
  const compiled = meta.tests ? compiledOf(meta) : null;
  return compiled?.ok ? redTests(compiled.value).map(({ path, params }) => problem('lint.testRed', path, params)) : [];
}

/** Words that a language lacks, each by its key. */
function lintTexts(meta: EntityMeta, texts: EntityDocument['texts']): Finding[] {
  const { needed } = entityWordKeys(meta);
  return Object.entries(texts).flatMap(([culture, words]) =>
    [...needed]
      .filter((key) => !wordAt(words, key))
      .map((key) => problem('lint.missingText', `texts.${culture}.${key}`, { culture, key })),
  );
}

/** The word under a dotted key, or '' where there is none. */
export function wordAt(words: WordTree | undefined, key: string): string {
  let at: string | WordTree | undefined = words;
  for (const step of key.split('.')) at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined;
  return typeof at === 'string' ? at.trim() : '';
}
