import { fieldTypes } from '../fields/field-types.ts';
import type { EntityMeta, FieldMeta, FormMeta } from '../meta/entity.ts';
import type { Field } from './catalog.ts';
import type { Report } from './report.ts';

/** Every field name in a section of the entity must be a field, of a kind that the section accepts. */
export function checkNames(meta: EntityMeta, byName: ReadonlyMap<string, Field>, report: Report): void {
  const known = (names: readonly string[], path: string) => {
    for (const name of names) if (!byName.has(name)) report('schema.unknownField', path, { field: name });
  };
  known([meta.title], 'title');
  if (meta.owner && meta.owner !== 'shared') known([meta.owner], 'owner');
  if (meta.org) known([meta.org], 'org');
  if (meta.tree) known([meta.tree], 'tree');
  known(meta.list.columns, 'list.columns');
  known(meta.list.filters ?? [], 'list.filters');
  known(meta.list.search ?? [], 'list.search');
  known(meta.list.totals ?? [], 'list.totals');
  for (const name of meta.list.search ?? []) {
    const field = byName.get(name);
    if (field && field.type.column(field.meta)?.type !== 'text')
      report('schema.notText', 'list.search', { field: name });
  }
  const sums = (name: string, path: string) => {
    const field = byName.get(name);
    const counts = field && ['int', 'decimal'].includes(field.type.cel(field.meta));
    if (field && !counts) report('schema.notANumber', path, { field: name });
  };
  for (const name of meta.list.totals ?? []) sums(name, 'list.totals');
  for (const [name, { sum, less, balance }] of Object.entries(meta.list.counted ?? {})) {
    const path = `list.counted.${name}`;
    known([sum], `${path}.sum`);
    sums(sum, `${path}.sum`);
    known(less === undefined ? [] : [less], `${path}.less`);
    if (less !== undefined) sums(less, `${path}.less`);
    if (!balance) continue;
    known([balance.at], `${path}.balance.at`);
    known(balance.of, `${path}.balance.of`);
    known([balance.column], `${path}.balance.column`);
    const moment = byName.get(balance.at);
    if (moment && moment.meta.type !== 'datetime')
      report('schema.notAMoment', `${path}.balance.at`, { field: balance.at });
  }
  known(sortKeys(meta.list.sort), 'list.sort');
  (meta.indexes ?? []).forEach((index, at) => known(index.fields, `indexes[${at}]`));
  if (meta.form) checkForm({ form: meta.form, path: 'form', known, report });
  checkSummary(meta.detail?.summary ?? [], byName, report);
  if (meta.detail?.sections) checkForm({ form: meta.detail.sections, path: 'detail.sections', known, report });
  for (const name of Object.keys(meta.fields)) {
    if (name !== 'status' && isSystemField(name)) report('schema.givenField', `fields.${name}`, { field: name });
    if (name === 'status' && meta.workflow) report('schema.givenField', 'fields.status', { field: name });
    checkField(name, byName, report);
  }
  const isKnown = (id: string) => isSystemField(id) || (id === 'status' && meta.workflow !== undefined);
  checkColumns({ fields: meta.fields, isTaken: isKnown, path: 'fields', report });
}

/** A summary says a few short facts: no sub-tables, and nothing that needs a row of its own. */
function checkSummary(names: readonly string[], byName: ReadonlyMap<string, Field>, report: Report): void {
  names.forEach((name, at) => {
    const path = `detail.summary[${at}]`;
    const field = byName.get(name);
    if (!field) report('schema.unknownField', path, { field: name });
    else if (field.lines || field.type.traits.fullWidth)
      report('schema.unfitField', path, { field: name, type: field.meta.type });
  });
}

/** A column is one field's alone, and never one that every record is given, or every row. */
function checkColumns({
  fields,
  isTaken,
  path,
  report,
}: {
  fields: Readonly<Record<string, FieldMeta>>;
  isTaken: (id: string) => boolean;
  path: string;
  report: Report;
}): void {
  const taken = new Set<string>();
  for (const [name, { id = name, fields: lines }] of Object.entries(fields)) {
    const at = `${path}.${name}`;
    // Of a record's own fields the name itself is judged above.
    if (isTaken(id) && (id !== name || path !== 'fields'))
      report('schema.givenField', id === name ? at : `${at}.id`, { field: id });
    if (taken.has(id)) report('schema.duplicateKey', `${at}.id`, { key: id });
    taken.add(id);
    if (lines) checkColumns({ fields: lines, isTaken: isOfEveryRow, path: `${at}.fields`, report });
  }
}

/**
 * Names that every object inherits (`constructor`, `toString`): words, states and values are looked up by their names, in
 * other people's programs too, and must not find those.
 */
export const inheritedNames: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** No name that a declaration gives may be one that every object inherits. */
export function checkInherited(meta: EntityMeta, report: Report): void {
  const known = (path: string, names: readonly string[]) => {
    for (const name of names) if (inheritedNames.has(name)) report('schema.reservedName', path + name, { name });
  };
  const fields = (path: string, metas: Readonly<Record<string, FieldMeta>> = {}) => {
    known(`${path}.`, Object.keys(metas));
    for (const [name, field] of Object.entries(metas)) {
      known(`${path}.${name}.options.`, field.options ?? []);
      fields(`${path}.${name}.fields`, field.fields);
    }
  };
  known('', [meta.entity, meta.path]);
  fields('fields', meta.fields);
  known('workflow.states.', Object.keys(meta.workflow?.states ?? {}));
  for (const [path, actions] of [
    ['workflow.transitions', meta.workflow?.transitions],
    ['actions', meta.actions],
  ] as const) {
    known(`${path}.`, Object.keys(actions ?? {}));
    for (const [name, action] of Object.entries(actions ?? {})) {
      fields(`${path}.${name}.input`, action.input);
      known(
        `${path}.${name}.guard.`,
        (action.guard ?? []).map(({ code }) => code),
      );
    }
  }
  known(
    'validations.',
    (meta.validations ?? []).map(({ code }) => code),
  );
  known('list.views.', Object.keys(meta.list.views ?? {}));
  known('list.counted.', Object.keys(meta.list.counted ?? {}));
  known('form.', Object.keys(meta.form ?? {}));
  known('detail.sections.', Object.keys(meta.detail?.sections ?? {}));
  known('documents.', Object.keys(meta.documents ?? {}));
  for (const [name, { blocks }] of Object.entries(meta.documents ?? {}))
    known(
      `documents.${name}.`,
      blocks.map(({ block }) => block),
    );
}

/** The fields of a sort such as `-createdAt,code`. */
export function sortKeys(sort: string | undefined): string[] {
  return (sort ?? '').split(',').flatMap((key) => (key ? [key.replace(/^-/, '')] : []));
}

function checkField(name: string, byName: ReadonlyMap<string, Field>, report: Report): void {
  const meta = byName.get(name)?.meta;
  if (!meta) return;
  const path = `fields.${name}`;
  const missing = (key: string) => report('schema.missing', `${path}.${key}`, { key });
  if (fieldTypes[meta.type].options['to']?.required && !meta.to) missing('to');
  if (meta.type === 'lines' && !meta.fields) missing('fields');
  if (fieldTypes[meta.type].traits.hasOptions && !meta.options && !meta.dictionary) missing('options');
  if (meta.type === 'sequence' && !meta.sequence) missing('sequence');
  if (meta.type === 'computed' && (!meta.value || !meta.as)) missing(meta.value ? 'as' : 'value');
  for (const [line, inner] of Object.entries(meta.fields ?? {})) {
    if (inner.type === 'lines') report('schema.nestedLines', `${path}.fields.${line}`);
    const { translations } = inner;
    if (translations && meta.fields?.[translations]?.type !== 'json')
      report('schema.unknownField', `${path}.fields.${line}.translations`, { field: translations });
  }
  if (meta.type === 'rollup') {
    const lines = meta.over ? byName.get(meta.over)?.lines : undefined;
    if (!lines) report('schema.unknownField', `${path}.over`, { field: meta.over ?? '' });
    else if (!meta.count && !lines.some((line) => line.name === meta.sum)) {
      report('schema.unknownField', `${path}.sum`, { field: meta.sum ?? '' });
    }
  }
  if (meta.translations && byName.get(meta.translations)?.meta.type !== 'json')
    report('schema.unknownField', `${path}.translations`, { field: meta.translations });
  const lookup = /^lookup:(\w+)\.(\w+)$/.exec(meta.value ?? '');
  if (lookup && byName.get(lookup[1] ?? '')?.meta.type !== 'reference') {
    report('schema.unknownField', `${path}.value`, { field: lookup[1] });
  }
}

function checkForm({
  form,
  path,
  known,
  report,
}: {
  form: FormMeta;
  path: string;
  known: (names: readonly string[], path: string) => void;
  report: Report;
}): void {
  const seen = new Set<string>();
  for (const [section, rows] of Object.entries(form)) {
    for (const name of rows.flat()) {
      if (seen.has(name)) report('schema.twice', `${path}.${section}`, { field: name });
      seen.add(name);
    }
    known(rows.flat(), `${path}.${section}`);
  }
}

const isSystemField = (name: string) =>
  ['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'tenantId', 'orgId'].includes(name);

const isOfEveryRow = (id: string) => id === 'id' || id === 'seq';
