import { systemFieldMetas } from '../compile/system-fields.ts';
import { scopeOf } from '../compile/scope-of.ts';
import type { ExpressionType, Scope } from '../expression/expression.ts';
import { fieldTypes } from '../fields/field-types.ts';
import type { ActionMeta, EntityMeta, FieldMeta, ValidationMeta } from '../meta/entity.ts';
import { scopeWords } from '../meta/entity.ts';

/** What a rule does: refuse a record or an action, steer a field, compute, or choose rows. */
export type RuleKind =
  | 'validation'
  | 'required'
  | 'readOnly'
  | 'visible'
  | 'computed'
  | 'guard'
  | 'set'
  | 'view'
  | 'total'
  | 'rows'
  | 'filter';

/** One expression of a declaration, with all that is needed to check it and to say what it is about. */
export interface RuleMeta {
  /** Where it stands, as issues name places and commands take them. */
  readonly at: string;
  readonly kind: RuleKind;
  readonly text: string;
  /** What it decides: a field, an action, a view, a role; for a rule that refuses, its code. */
  readonly about: string;
  /** The action of a guard or a set value. */
  readonly action?: string;
  /** The sub-table whose rows it is about. */
  readonly lines?: string;
  /** The code of a rule that refuses. */
  readonly code?: string;
  readonly scope: Scope;
  /** Null takes any type. */
  readonly expects: ExpressionType | null;
  /** Whether it has to be SQL as well. */
  readonly sql: boolean;
}

/** What is known of another entity: enough to check a picker's filter. */
export interface OtherEntity {
  readonly entity: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

/** The expression scope of an entity's fields, the given ones too. */
export const entityScope = (meta: EntityMeta): Scope => scopeOf({ ...meta.fields, ...systemFieldMetas(meta) });

/** Every rule of a declaration, in the order in which it is written. */
export function rulesOf(meta: EntityMeta, others: readonly OtherEntity[] = []): RuleMeta[] {
  const scope = entityScope(meta);
  return [
    ...Object.entries(meta.fields).flatMap(([name, field]) => fieldRules({ name, field, scope, others })),
    ...refusals({ rules: meta.validations, at: 'validations', kind: 'validation', scope: { ...scope, old: true } }),
    ...Object.entries(meta.list.views ?? {}).map(([name, { filter }]): RuleMeta => ({
      at: `list.views.${name}.filter`,
      kind: 'view',
      text: filter,
      about: name,
      scope,
      expects: 'bool',
      sql: true,
    })),
    ...Object.entries(meta.list.counted ?? {}).map(([name, { when }]): RuleMeta => ({
      at: `list.counted.${name}.when`,
      kind: 'total',
      text: when,
      about: name,
      scope,
      expects: 'bool',
      sql: true,
    })),
    ...Object.entries(meta.workflow?.transitions ?? {}).flatMap(([name, action]) =>
      actionRules({ name, action, at: `workflow.transitions.${name}`, outer: scope }),
    ),
    ...Object.entries(meta.actions ?? {}).flatMap(([name, action]) =>
      actionRules({ name, action, at: `actions.${name}`, outer: scope }),
    ),
    ...Object.entries(meta.access).flatMap(([role, grants]) =>
      [grants].flat().flatMap((grant, index): RuleMeta[] => {
        if (!grant.rows || (scopeWords as readonly string[]).includes(grant.rows)) return [];
        const at = Array.isArray(grants) ? `access.${role}[${index}].rows` : `access.${role}.rows`;
        return [{ at, kind: 'rows', text: grant.rows, about: role, scope, expects: 'bool', sql: true }];
      }),
    ),
  ];
}

/** The scope of a place where no rule stands yet; null where none can stand. */
export function scopeAt(meta: EntityMeta, at: string): Pick<RuleMeta, 'scope' | 'expects' | 'sql'> | null {
  const scope = entityScope(meta);
  const steps = at.match(/[\w-]+|\[\d+\]/g) ?? [];
  const [head = '', name = '', key = '', line = '', inner = ''] = steps;
  const yes = { expects: 'bool' as const, sql: false };
  if (head === 'fields' && key === 'fields') return { scope: lineScope(scope, name), ...typed(inner) };
  if (head === 'fields') return { scope, ...typed(key) };
  if (head === 'validations') return { scope: { ...scope, old: true }, ...yes };
  if (head === 'list' || head === 'access') return { scope, expects: 'bool', sql: true };
  const action = head === 'actions' ? meta.actions?.[name] : meta.workflow?.transitions[key];
  if (!action) return null;
  const isSet = ['set', 'prefill', 'forecast'].includes(head === 'actions' ? key : line);
  return { scope: actionScope(action, scope), expects: isSet ? null : 'bool', sql: false };
}

const typed = (key: string): Pick<RuleMeta, 'expects' | 'sql'> => ({
  expects: key === 'value' ? null : 'bool',
  sql: key === 'filter',
});

/** Inside a sub-table its own fields come before those of the record. */
const lineScope = (scope: Scope, lines: string): Scope => ({
  ...scope,
  fields: { ...scope.fields, ...scope.lines?.[lines] },
});

const actionScope = (action: ActionMeta, scope: Scope): Scope => ({
  ...scope,
  old: true,
  input: Object.fromEntries(
    Object.entries(action.input ?? {}).map(([name, field]) => [name, fieldTypes[field.type].cel(field)]),
  ),
});

function fieldRules({
  name,
  field,
  scope,
  others,
  lines = '',
}: {
  name: string;
  field: FieldMeta;
  scope: Scope;
  others: readonly OtherEntity[];
  lines?: string;
}): RuleMeta[] {
  const at = lines ? `fields.${lines}.fields.${name}` : `fields.${name}`;
  const base = { about: name, scope, sql: false, ...(lines ? { lines } : {}) };
  const conditions = (['required', 'readOnly', 'visible'] as const).flatMap((kind): RuleMeta[] => {
    const text = field[kind];
    return typeof text === 'string' ? [{ ...base, at: `${at}.${kind}`, kind, text, expects: 'bool' }] : [];
  });
  const computed: RuleMeta[] =
    field.type === 'computed' && field.value && !/^(socket|lookup):/.test(field.value)
      ? [{ ...base, at: `${at}.value`, kind: 'computed', text: field.value, expects: null }]
      : [];
  const target = others.find(({ entity }) => entity === field.to);
  const filter: RuleMeta[] =
    field.filter && target
      ? [
          {
            ...base,
            at: `${at}.filter`,
            kind: 'filter',
            text: field.filter,
            scope: { fields: wireTypes(target), referrer: scope.fields },
            expects: 'bool',
            sql: true,
          },
        ]
      : [];
  const within = field.fields ? lineScope(scope, name) : scope;
  const inner = Object.entries(field.fields ?? {}).flatMap(([line, column]) =>
    fieldRules({ name: line, field: column, scope: within, others, lines: name }),
  );
  return [...conditions, ...computed, ...filter, ...inner];
}

const wireTypes = (target: OtherEntity): Scope['fields'] =>
  Object.fromEntries(
    target.fields.flatMap(({ name, type }) => {
      const known = Object.hasOwn(fieldTypes, type) ? fieldTypes[type as keyof typeof fieldTypes] : null;
      return known && type !== 'secret' ? [[name, known.cel({ type: type as FieldMeta['type'] })]] : [];
    }),
  );

const refusals = ({
  rules,
  at,
  kind,
  scope,
  action,
}: {
  rules: readonly ValidationMeta[] | undefined;
  at: string;
  kind: 'validation' | 'guard';
  scope: Scope;
  action?: string | undefined;
}): RuleMeta[] =>
  (rules ?? []).map(({ code, when }, index) => ({
    at: `${at}[${index}].when`,
    kind,
    text: when,
    about: code,
    code,
    scope,
    expects: 'bool',
    sql: false,
    ...(action ? { action } : {}),
  }));

function actionRules({
  name,
  action,
  at,
  outer,
}: {
  name: string;
  action: ActionMeta;
  at: string;
  outer: Scope;
}): RuleMeta[] {
  const scope = actionScope(action, outer);
  return [
    ...refusals({ rules: action.guard, at: `${at}.guard`, kind: 'guard', scope, action: name }),
    ...Object.entries(action.prefill ?? {}).map(([field, text]): RuleMeta => ({
      at: `${at}.prefill.${field}`,
      kind: 'set',
      text,
      about: field,
      action: name,
      scope: outer,
      expects: null,
      sql: false,
    })),
    ...Object.entries(action.set ?? {}).map(([field, text]): RuleMeta => ({
      at: `${at}.set.${field}`,
      kind: 'set',
      text,
      about: field,
      action: name,
      scope,
      expects: null,
      sql: false,
    })),
  ];
}
