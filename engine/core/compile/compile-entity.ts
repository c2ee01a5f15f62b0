import type { Scope } from '../expression/expression.ts';
import { fieldTypes } from '../fields/field-types.ts';
import type { Condition, EntityMeta, FieldMeta, GrantMeta, ValidationMeta } from '../meta/entity.ts';
import type { BalanceMeta } from '../meta/list.ts';
import { scopeWords } from '../meta/entity.ts';
import { issue, type Issue, type Outcome } from '../meta/issue.ts';
import type { Balance, Check, Entity, Field, Grant, Own, Rule } from './catalog.ts';
import { compileActions, type EntityParts } from './compile-actions.ts';
import { checkDocuments } from './check-documents.ts';
import { checkInherited, checkNames } from './check-names.ts';
import { checkTests } from './check-tests.ts';
import { systemFieldMetas } from './system-fields.ts';
import { freezeDeep, expressionOf, type Report } from './report.ts';
import { scopeOf } from './scope-of.ts';

const crud = ['read', 'add', 'edit', 'delete', 'import', 'export'];

/**
 * One entity of the language, checked and frozen: every field bound to its type, every condition to its expression.
 * Names of other entities are taken on trust here; `compileCatalog` follows them. Returns all issues, with their paths.
 * `own`: what a tenant's revision brings with it. `trusts`: the server has compiled this very declaration, so its
 * expressions are compiled on first use.
 */
export function compileEntity(
  meta: EntityMeta,
  own: Own | null = null,
  { trusts = false }: { trusts?: boolean } = {},
): Outcome<Entity> {
  const issues: Issue[] = [];
  const note = (...[code, path, params]: Parameters<Report>) => void issues.push(issue(code, path, params));
  const report: Report = Object.assign(note, { trusts });
  const metas = { ...meta.fields, ...systemFieldMetas(meta) };
  const scope = scopeOf(metas);

  const fields = Object.entries(metas).map(([name, field]) =>
    compileField({ name, meta: field, path: `fields.${name}`, scope, report, given: !(name in meta.fields) }),
  );
  const byName = new Map(fields.map((field) => [field.name, field]));
  checkInherited(meta, report);
  checkNames(meta, byName, report);
  checkDocuments(meta, byName, report);

  const rules = (meta.validations ?? []).map((rule, at) =>
    compileRule({ rule, path: `validations[${at}]`, scope: { ...scope, old: true }, report }),
  );
  const { views, counted } = compileList({ meta, byName, scope, report });
  const actions = compileActions({ meta, byName, scope, report });
  const codes = [...crud, ...new Set([...actions.values()].map((action) => action.needs))];
  const access = Object.fromEntries(
    Object.entries(meta.access).map(([role, grants]) => [
      role,
      compileGrants({ role, grants, codes, byName, scope, report }),
    ]),
  );
  checkTests({ meta, byName, actions, report });
  const title = byName.get(meta.title);
  if (issues.length > 0 || !title) return { ok: false, issues };

  return {
    ok: true,
    value: freezeDeep<Entity>({
      name: meta.entity,
      path: meta.path,
      table: own?.table ?? meta.entity.replaceAll('-', '_'),
      meta,
      own,
      title,
      tenancy: meta.tenancy ?? 'tenant',
      owner: meta.owner ?? null,
      org: meta.org ?? null,
      appendOnly: meta.appendOnly ?? false,
      tree: meta.tree ?? null,
      fields,
      byName,
      rules,
      views,
      counted,
      start: meta.workflow?.start ?? null,
      startEffects: meta.workflow?.startEffects ?? [],
      states: meta.workflow?.states ?? {},
      actions,
      codes,
      access,
    }),
  };
}

/** The views of the list and its counted sums. */
function compileList({ meta: { list }, byName, scope, report }: EntityParts): Pick<Entity, 'views' | 'counted'> {
  const views = Object.entries(list.views ?? {}).map(([name, view]) => ({
    name,
    filter: expressionOf({ text: view.filter, path: `list.views.${name}.filter`, scope, expected: 'bool', report }),
  }));
  const counted = Object.entries(list.counted ?? {}).flatMap(([name, { sum, less, when, balance }]) => {
    const filter = expressionOf({ text: when, path: `list.counted.${name}.when`, scope, expected: 'bool', report });
    const field = byName.get(sum);
    const compiledBalance = balance ? compileBalance(balance, byName) : null;
    return field ? [{ name, field, less: byName.get(less ?? '') ?? null, when: filter, balance: compiledBalance }] : [];
  });
  return { views, counted };
}

function compileField({
  name,
  meta,
  path,
  scope,
  report,
  given,
}: {
  name: string;
  meta: FieldMeta;
  path: string;
  scope: Scope;
  report: Report;
  given: boolean;
}): Field {
  const check = (condition: Condition | undefined, key: string, otherwise: boolean): Check =>
    typeof condition === 'string'
      ? expressionOf({ text: condition, path: `${path}.${key}`, scope, expected: 'bool', report })
      : (condition ?? otherwise);
  const calculated = meta.type === 'computed' && meta.value && !/^(socket|lookup):/.test(meta.value);
  const lineScope = meta.fields ? { ...scope, fields: { ...scope.fields, ...scope.lines?.[name] } } : scope;
  return {
    name,
    id: meta.id ?? name,
    meta,
    type: fieldTypes[meta.type],
    system: given,
    required: check(meta.required, 'required', false),
    readOnly: check(meta.readOnly, 'readOnly', fieldTypes[meta.type].traits.calculated),
    visible: check(meta.visible, 'visible', true),
    filter: null,
    value: calculated
      ? expressionOf({ text: meta.value ?? '', path: `${path}.value`, scope, expected: null, report })
      : null,
    lines: meta.fields
      ? Object.entries(meta.fields).map(([line, inner]) =>
          compileField({
            name: line,
            meta: inner,
            path: `${path}.fields.${line}`,
            scope: lineScope,
            report,
            given: false,
          }),
        )
      : null,
  };
}

export function compileRule({
  rule,
  path,
  scope,
  report,
}: {
  rule: ValidationMeta;
  path: string;
  scope: Scope;
  report: Report;
}): Rule {
  return {
    code: rule.code,
    when: expressionOf({ text: rule.when, path: `${path}.when`, scope, expected: 'bool', report }),
    at: rule.at ?? '',
  };
}

function compileGrants({
  role,
  grants,
  codes,
  byName,
  scope,
  report,
}: {
  role: string;
  grants: GrantMeta | GrantMeta[];
  codes: readonly string[];
  byName: ReadonlyMap<string, Field>;
  scope: Scope;
  report: Report;
}): Grant[] {
  return [grants].flat().map((grant, at) => {
    const path = Array.isArray(grants) ? `access.${role}[${at}]` : `access.${role}`;
    for (const code of grant.codes) {
      if (code !== '*' && !codes.includes(code)) report('schema.unknownCode', `${path}.codes`, { code });
    }
    for (const name of [...(grant.hide ?? []), ...(grant.readOnly ?? [])]) {
      if (!byName.has(name)) report('schema.unknownField', path, { field: name });
    }
    return compileGrant({ grant, path, scope, report, codes });
  });
}

/** A grant of a schema or of a role's own lines; `*` becomes every code. */
function compileGrant({
  grant,
  path,
  scope,
  report,
  codes,
}: {
  grant: GrantMeta;
  path: string;
  scope: Scope;
  report: Report;
  codes: readonly string[];
}): Grant {
  const rows = grant.rows ?? 'all';
  return {
    codes: grant.codes.includes('*') ? codes : grant.codes,
    rows: (scopeWords as readonly string[]).includes(rows)
      ? rows
      : expressionOf({ text: rows, path: `${path}.rows`, scope, expected: 'bool', report }),
    hide: grant.hide ?? [],
    readOnly: grant.readOnly ?? [],
  };
}

/** Null where one of its fields is not there, which is reported with the names. */
function compileBalance({ at, stands, of, column }: BalanceMeta, byName: ReadonlyMap<string, Field>): Balance | null {
  const [moment, shown] = [byName.get(at), byName.get(column)];
  const account = of.flatMap((name) => byName.get(name) ?? []);
  return moment && shown && account.length === of.length ? { at: moment, stands, of: account, column: shown } : null;
}
