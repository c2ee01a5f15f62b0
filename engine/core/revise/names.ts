import type {
  ActionMeta,
  Condition,
  DocumentBlockMeta,
  EntityMeta,
  FieldMeta,
  GrantMeta,
  RuleTestMeta,
} from '../meta/entity.ts';
import type { ListMeta } from '../meta/list.ts';
import { scopeWords } from '../meta/entity.ts';
import {
  mapExpression,
  mapReferrer,
  mapValues,
  nameMapperOf,
  type Lines,
  type NameMapper,
  type NameVisitor,
} from './name-mapper.ts';

/**
 * The declaration with every mention of its own fields as the visitor answers: keys, lists and expressions alike. It is the
 * one place that knows where names stand, so that renaming, finding uses and comparing by id cannot disagree.
 */
export function mapNames(meta: EntityMeta, visit: NameVisitor): EntityMeta {
  const mapper = nameMapperOf(visit);
  const { field, all, rules, form } = mapper;
  const { detail, workflow } = meta;
  return {
    ...meta,
    title: field(meta.title, 'title'),
    ...(meta.owner && meta.owner !== 'shared' ? { owner: field(meta.owner, 'owner') } : {}),
    ...(meta.org ? { org: field(meta.org, 'org') } : {}),
    ...(meta.tree ? { tree: field(meta.tree, 'tree') } : {}),
    fields: mapFields(meta.fields, visit),
    ...(meta.validations ? { validations: rules(meta.validations, 'validations') } : {}),
    ...(meta.indexes
      ? {
          indexes: meta.indexes.map((index, at) => ({ ...index, fields: all(index.fields, `indexes[${at}].fields`) })),
        }
      : {}),
    list: mapList(meta.list, mapper),
    ...(meta.form ? { form: form(meta.form, 'form') } : {}),
    ...(detail
      ? {
          detail: {
            ...detail,
            ...(detail.summary ? { summary: all(detail.summary, 'detail.summary') } : {}),
            ...(detail.sections ? { sections: form(detail.sections, 'detail.sections') } : {}),
          },
        }
      : {}),
    ...(meta.documents
      ? {
          documents: mapValues(meta.documents, (document, name) => ({
            ...document,
            blocks: document.blocks.map((block, at) => mapBlock(block, visit, `documents.${name}.blocks[${at}]`)),
          })),
        }
      : {}),
    ...(workflow
      ? {
          workflow: {
            ...workflow,
            transitions: mapValues(workflow.transitions, (move, name) =>
              mapAction(move, mapper, `workflow.transitions.${name}`),
            ),
          },
        }
      : {}),
    ...(meta.actions
      ? { actions: mapValues(meta.actions, (each, name) => mapAction(each, mapper, `actions.${name}`)) }
      : {}),
    access: mapValues(meta.access, (grants, role) =>
      Array.isArray(grants)
        ? grants.map((each, at) => mapGrant(each, mapper, `access.${role}[${at}]`))
        : mapGrant(grants, mapper, `access.${role}`),
    ),
    ...(meta.tests
      ? { tests: mapValues(meta.tests, (test, name) => mapTest({ meta, test, at: `tests.${name}`, visit })) }
      : {}),
  };
}

function mapList(list: ListMeta, { field, all, expression }: NameMapper): ListMeta {
  const sortKey = (key: string) =>
    key.startsWith('-') ? `-${field(key.slice(1), 'list.sort')}` : field(key, 'list.sort');
  return {
    ...list,
    columns: all(list.columns, 'list.columns'),
    ...(list.filters ? { filters: all(list.filters, 'list.filters') } : {}),
    ...(list.search ? { search: all(list.search, 'list.search') } : {}),
    ...(list.sort ? { sort: list.sort.split(',').map(sortKey).join(',') } : {}),
    ...(list.views
      ? {
          views: mapValues(list.views, (view, name) => ({
            ...view,
            filter: expression(view.filter, `list.views.${name}.filter`),
          })),
        }
      : {}),
    ...(list.totals ? { totals: all(list.totals, 'list.totals') } : {}),
    ...(list.counted
      ? {
          counted: mapValues(list.counted, ({ sum, less, when, balance }, name) => ({
            sum: field(sum, `list.counted.${name}.sum`),
            ...(less === undefined ? {} : { less: field(less, `list.counted.${name}.less`) }),
            when: expression(when, `list.counted.${name}.when`),
            ...(balance
              ? {
                  balance: {
                    ...balance,
                    at: field(balance.at, `list.counted.${name}.balance.at`),
                    of: all(balance.of, `list.counted.${name}.balance.of`),
                    column: field(balance.column, `list.counted.${name}.balance.column`),
                  },
                }
              : {}),
          })),
        }
      : {}),
  };
}

function mapAction<T extends ActionMeta>(meta: T, { field, all, expression, rules }: NameMapper, at: string): T {
  return {
    ...meta,
    ...(meta.guard ? { guard: rules(meta.guard, `${at}.guard`) } : {}),
    ...(meta.form ? { form: all(meta.form, `${at}.form`) } : {}),
    ...(meta.require ? { require: all(meta.require, `${at}.require`) } : {}),
    ...(meta.prefill
      ? {
          prefill: Object.fromEntries(
            Object.entries(meta.prefill).map(([name, text]) => [
              name in (meta.input ?? {}) ? name : field(name, `${at}.prefill.${name}`),
              expression(text, `${at}.prefill.${name}`),
            ]),
          ),
        }
      : {}),
    ...(meta.show ? { show: all(meta.show, `${at}.show`) } : {}),
    ...(meta.forecast
      ? {
          forecast: {
            ...meta.forecast,
            where: mapValues(meta.forecast.where, (text, name) => expression(text, `${at}.forecast.where.${name}`)),
            adds: expression(meta.forecast.adds, `${at}.forecast.adds`),
          },
        }
      : {}),
    ...(meta.set
      ? {
          set: Object.fromEntries(
            Object.entries(meta.set).map(([name, text]) => [
              field(name, `${at}.set.${name}`),
              expression(text, `${at}.set.${name}`),
            ]),
          ),
        }
      : {}),
  };
}

const mapGrant = (meta: GrantMeta, { all, expression }: NameMapper, at: string): GrantMeta => ({
  ...meta,
  ...(meta.rows && !(scopeWords as readonly string[]).includes(meta.rows)
    ? { rows: expression(meta.rows, `${at}.rows`) }
    : {}),
  ...(meta.hide ? { hide: all(meta.hide, `${at}.hide`) } : {}),
  ...(meta.readOnly ? { readOnly: all(meta.readOnly, `${at}.readOnly`) } : {}),
});

/** A block of a document. The columns of a table are those of its sub-table; of another entity's records they are its own. */
function mapBlock(block: DocumentBlockMeta, visit: NameVisitor, at: string): DocumentBlockMeta {
  const { fields, field, columns, totals } = block;
  const lines = (names: readonly string[], key: string) =>
    names.map((name, index) => (field === undefined ? name : visit.line(field, name, `${at}.${key}[${index}]`)));
  return {
    ...block,
    ...(fields ? { fields: fields.map((name, index) => visit.field(name, `${at}.fields[${index}]`)) } : {}),
    ...(field === undefined ? {} : { field: visit.field(field, `${at}.field`) }),
    ...(columns ? { columns: lines(columns, 'columns') } : {}),
    ...(totals ? { totals: lines(totals, 'totals') } : {}),
  };
}

/** A kept case: the fields of its records and those that it expects something of. Input of an action's own keeps its names. */
function mapTest({
  meta,
  test,
  at,
  visit,
}: {
  meta: EntityMeta;
  test: RuleTestMeta;
  at: string;
  visit: NameVisitor;
}): RuleTestMeta {
  const actions = { ...meta.workflow?.transitions, ...meta.actions };
  const inputs = (test.action === undefined ? undefined : actions[test.action])?.input ?? {};
  const value = (name: string, held: unknown, place: string): unknown =>
    meta.fields[name]?.fields && Array.isArray(held)
      ? held.map((row: unknown, index) =>
          typeof row === 'object' && row !== null
            ? renameKeys(row, (line) => visit.line(name, line, `${place}[${index}].${line}`))
            : row,
        )
      : held;
  const byField = <T>(held: Readonly<Record<string, T>>, place: string, own: object = {}): Record<string, T> =>
    Object.fromEntries(
      Object.entries(held).map(([name, each]) => [
        name in own ? name : visit.field(name, `${place}.${name}`),
        value(name, each, `${place}.${name}`) as T,
      ]),
    );
  const { record, old, input, expect } = test;
  const { hidden, required, readOnly, values } = expect;
  return {
    ...test,
    record: byField(record, `${at}.record`),
    ...(old ? { old: byField(old, `${at}.old`) } : {}),
    ...(input ? { input: byField(input, `${at}.input`, inputs) } : {}),
    expect: {
      ...expect,
      ...(hidden ? { hidden: byField(hidden, `${at}.expect.hidden`) } : {}),
      ...(required ? { required: byField(required, `${at}.expect.required`) } : {}),
      ...(readOnly ? { readOnly: byField(readOnly, `${at}.expect.readOnly`) } : {}),
      ...(values ? { values: byField(values, `${at}.expect.values`) } : {}),
    },
  };
}

const renameKeys = (held: object, of: (key: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(held).map(([key, value]) => [of(key), value as unknown]));

function mapFields(fields: Readonly<Record<string, FieldMeta>>, visit: NameVisitor): Record<string, FieldMeta> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, meta]) => {
      const at = `fields.${name}`;
      const mapped = mapField({ meta, at, visit, lines: null, sibling: (sibling) => visit.field(sibling, at) });
      if (meta.fields) {
        mapped.fields = Object.fromEntries(
          Object.entries(meta.fields).map(([line, inner]) => {
            const place = `${at}.fields.${line}`;
            const sibling = (other: string) =>
              meta.fields && other in meta.fields ? visit.line(name, other, place) : visit.field(other, place);
            const lines = { name, own: new Set(Object.keys(meta.fields ?? {})) };
            return [visit.line(name, line, place), mapField({ meta: inner, at: place, visit, lines, sibling })];
          }),
        );
      }
      if (meta.sum && meta.over) mapped.sum = visit.line(meta.over, meta.sum, `${at}.sum`);
      return [visit.field(name, at), mapped];
    }),
  );
}

function mapField({
  meta,
  at,
  visit,
  lines,
  sibling,
}: {
  meta: FieldMeta;
  at: string;
  visit: NameVisitor;
  lines: Lines | null;
  sibling: (name: string) => string;
}): FieldMeta {
  const condition = (value: Condition, key: string): Condition =>
    typeof value === 'string' ? mapExpression({ text: value, visit, lines, at: `${at}.${key}` }) : value;
  const mapped: FieldMeta = { ...meta };
  if (meta.required !== undefined) mapped.required = condition(meta.required, 'required');
  if (meta.readOnly !== undefined) mapped.readOnly = condition(meta.readOnly, 'readOnly');
  if (meta.visible !== undefined) mapped.visible = condition(meta.visible, 'visible');
  // Three capitals are a currency itself.
  if (meta.currency && !/^[A-Z]{3}$/.test(meta.currency)) mapped.currency = sibling(meta.currency);
  if (meta.unit) mapped.unit = sibling(meta.unit);
  if (meta.over) mapped.over = visit.field(meta.over, `${at}.over`);
  if (meta.filter) mapped.filter = mapReferrer(meta.filter, visit, `${at}.filter`);
  if (meta.value) {
    const lookup = /^lookup:(\w+)\.(\w+)$/.exec(meta.value);
    if (lookup) mapped.value = `lookup:${visit.field(lookup[1] ?? '', `${at}.value`)}.${lookup[2]}`;
    else if (!meta.value.startsWith('socket:'))
      mapped.value = mapExpression({ text: meta.value, visit, lines, at: `${at}.value` });
  }
  return mapped;
}

/** Where this entity uses a field (or a sub-table's), apart from its declaration. */
export function usesOf(meta: EntityMeta, name: string, lines: string | null = null): string[] {
  const found: string[] = [];
  const note = (hit: boolean, at: string, own: string) => {
    if (hit && at !== own) found.push(at);
  };
  mapNames(meta, {
    field(each, at) {
      note(lines === null && each === name, at, `fields.${name}`);
      return each;
    },
    line(over, each, at) {
      note(over === lines && each === name, at, `fields.${lines}.fields.${name}`);
      return each;
    },
  });
  return [...new Set(found)];
}
