import type { Action, Catalog, Entity, Field } from '../../../engine/core/index.ts';
import { operatorsOf, targetOf } from '../../../engine/core/index.ts';
import type { Culture, Texts } from '../../texts.ts';
import { answers, parameters, reference, takes, uploads, type Json } from './open-api-parts.ts';
import { file } from './open-api-shell.ts';
import { defaultsOf, isCalculated, uploadField } from '../write/read-input.ts';

const id: Json = { type: 'string', pattern: '^[0-9]{1,19}$' };
const text: Json = { type: 'string' };
const aggregateKeys = ['group', 'sum', 'avg', 'min', 'max', 'counted', 'rank', 'limit'] as const;
const inQuery = (name: string): Json => ({ name, in: 'query', required: name === 'document', schema: text });
const version: Json = { type: 'integer', minimum: 1 };

interface DocumentedIn {
  readonly texts: Texts;
  readonly culture: Culture;
  readonly hasReader: boolean;
}

/** Component name of an entity's schema. */
const named = (entity: Entity, part: string): string => `${entity.path}.${part}`;

/** How a call of an entity is documented: by its verb, and by its method at the entity's path. */
function callsOf(entity: Entity, words: Json) {
  const at = `/${entity.path}`;
  const actionWords = (words['actions'] ?? {}) as Record<string, string>;
  const tagged = (verb: string, operation: Json): Json => ({
    operationId: `${entity.path}.${verb}`,
    tags: [entity.path],
    ...(actionWords[verb] ? { summary: actionWords[verb] } : {}),
    ...operation,
  });
  const get = (verb: string, data: Json, asked: Json[]): Json => ({
    [`${at}/${verb}`]: {
      get: tagged(verb, { parameters: [...asked, ...parameters('culture')], responses: answers(data) }),
    },
  });
  const post = (verb: string, data: Json, requestBody: Json, ...query: Json[]): Json => ({
    [`${at}/${verb}`]: {
      post: tagged(verb, {
        parameters: [...query, ...parameters('idempotencyKey', 'culture')],
        requestBody,
        responses: answers(data),
      }),
    },
  });
  return { tagged, get, post };
}

/** Every call of one entity, by path. `hasReader`: a module reads files in a foreign layout into its records. */
export function entityPaths(entity: Entity, { texts, culture, hasReader }: DocumentedIn): Json {
  const at = `/${entity.path}`;
  const words = texts.entity(culture, entity);
  const { tagged, get, post } = callsOf(entity, words);
  const row = reference('schemas', named(entity, 'record'));
  const rows: Json = { type: 'array', items: row };
  const written = reference('schemas', named(entity, 'written'));
  const results = reference('schemas', named(entity, 'results'));
  const filters = [...filterParameters(entity), ...parameters('searchValue', 'sort', 'sortField', 'sortOrder')];
  const paged = parameters('pageNo', 'pageSize', 'count');
  const one = parameters('id');
  return {
    ...get('page', pageOf(rows), [...paged, ...filters]),
    ...get('list', rows, filters),
    ...get('detail', row, one),
    ...get('dropDown', { type: 'array', items: choice }, parameters('searchValue', 'ids', 'from', 'field', 'listOf')),
    ...(entity.tree ? get('tree', { type: 'array', items: { type: 'object' } }, []) : {}),
    ...get('history', { type: 'array', items: trail }, one),
    ...get('aggregate', { type: 'array', items: { type: 'object' } }, [...filters, ...parameters(...aggregateKeys)]),
    ...post('add', written, takes(reference('schemas', named(entity, 'add')))),
    ...post('edit', written, takes(reference('schemas', named(entity, 'edit')))),
    ...post('delete', { anyOf: [{ type: 'object', properties: { id } }, results] }, takes(whichRecords)),
    [`${at}/export`]: {
      ...(post('export', job, takes(exportOrder))[`${at}/export`] as Json),
      get: tagged('exportNow', { parameters: [...filters, ...parameters('culture')], responses: file }),
    },
    ...post('import', job, uploads, mapping),
    ...post('importPreview', importPreview, uploads, mapping),
    [`${at}/importTemplate`]: {
      get: tagged('importTemplate', { parameters: parameters('culture'), responses: file }),
    },
    ...(Object.values(entity.meta.documents ?? {}).some(({ medium }) => medium === undefined)
      ? {
          [`${at}/printDocument`]: {
            get: tagged('printDocument', {
              parameters: [...one, ...['document', 'language'].map(inQuery), ...parameters('culture')],
              responses: file,
            }),
          },
        }
      : {}),
    ...(Object.values(entity.meta.documents ?? {}).some(({ medium }) => medium === 'mail')
      ? {
          ...get('mailPreview', mailPreview, [...one, ...['document', 'language'].map(inQuery)]),
          ...post('mailDocument', written, takes(mailOrder)),
        }
      : {}),
    ...(hasReader ? { ...post('readPreview', readPreview, chosen), ...post('readImport', readResults, chosen) } : {}),
    ...(uploadField(entity) ? post('UpFile', id, uploads) : {}),
    ...actionPaths(),
  };

  function actionPaths(): Json {
    const answer = { anyOf: [written, results] };
    const bodyOf = (verb: string) => takes(reference('schemas', named(entity, verb)));
    return Object.assign({}, ...[...entity.actions.keys()].map((verb) => post(verb, answer, bodyOf(verb)))) as Json;
  }
}

/** Request and response schemas of an entity, by component name. */
export function entitySchemas(entity: Entity, catalog: Catalog, texts: Texts, culture: Culture): Json {
  const words = texts.entity(culture, entity)['fields'] as Record<string, string> | undefined;
  const worded = (field: Field): Json => (words?.[field.name] ? { title: words[field.name] } : {});
  const writable = entity.fields.filter(
    (field) => !field.system && field.readOnly !== true && !isCalculated(field) && !field.value,
  );
  const given = defaultsOf(writable);
  const owed = writable.filter((field) => field.required === true && (given[field.name] ?? null) === null);
  const input = Object.fromEntries(writable.map((field) => [field.name, { ...orNull(field), ...worded(field) }]));
  const outcome = { type: 'object', required: ['id', 'ok'], properties: { id: text, ok: { type: 'boolean' } } };
  return {
    [named(entity, 'record')]: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          entity.fields.flatMap((field) => [
            [field.name, { ...orNull(field), ...worded(field) }],
            ...(pointsAt(field, catalog) ? [[`$${field.name}`, titleBeside(field)]] : []),
          ]),
        ),
        _can: { type: 'array', items: text },
        _why: { type: 'object' },
      },
    },
    [named(entity, 'add')]: { type: 'object', properties: input, required: owed.map(({ name }) => name) },
    [named(entity, 'edit')]: { type: 'object', properties: { ...input, id, version }, required: ['id'] },
    [named(entity, 'written')]: {
      type: 'object',
      required: ['id', 'version'],
      properties: { id, version, ...(entity.start === null ? {} : { status: { enum: Object.keys(entity.states) } }) },
    },
    [named(entity, 'results')]: {
      type: 'object',
      required: ['results'],
      properties: { results: { type: 'array', items: outcome } },
    },
    ...Object.fromEntries(
      [...entity.actions.values()].map((action) => [named(entity, action.name), dialog(action, worded)]),
    ),
  };
}

/** The title of a referenced record, or the titles if the field holds many. */
const titleBeside = ({ meta }: Field): Json =>
  meta.type === 'references' || meta.many
    ? { type: ['array', 'null'], items: { type: ['string', 'null'] } }
    : { type: ['string', 'null'] };

/** The input of an action: one record or several, and the fields of its dialog. */
function dialog(action: Action, worded: (field: Field) => Json): Json {
  const asked = [...action.form, ...action.input];
  const required = new Set([
    ...(action.meta.require ?? []),
    ...action.input.filter((field) => field.required === true).map(({ name }) => name),
  ]);
  return {
    type: 'object',
    properties: {
      id,
      ids: { type: 'array', items: id, maxItems: 1000 },
      version,
      versions: { type: 'object', additionalProperties: version, description: versionsSeen },
      ...Object.fromEntries(asked.map((field) => [field.name, { ...orNull(field), ...worded(field) }])),
    },
    ...(required.size > 0 ? { required: [...required] } : {}),
    anyOf: [{ required: ['id'] }, { required: ['ids'] }],
  };
}

const versionsSeen = 'Versions by id, as they were seen: a record of `ids` that has changed since is refused.';

/** Equality by the field's name; other operators follow a dot, as in `amount.gte`. */
function filterParameters(entity: Entity): Json[] {
  return entity.fields
    .filter((field) => operatorsOf(field.meta).length > 0)
    .map((field) => ({
      name: field.name,
      in: 'query',
      schema: text,
      'x-operators': operatorsOf(field.meta),
    }));
}

/** Secrets are answered as a mask; records of the system have no account, and their creator's id is 0. */
function orNull(field: Field): Json {
  if (field.meta.type === 'secret') return { type: ['string', 'null'] };
  const schema = field.system && field.meta.type === 'reference' ? id : field.type.jsonSchema(field.meta);
  return { anyOf: [schema, { type: 'null' }] };
}

const pointsAt = (field: Field, catalog: Catalog): boolean =>
  field.name !== 'id' &&
  (field.meta.type === 'parent' || catalog.byName.has(targetOf(field) ?? field.meta.codeOf ?? ''));

const pageOf = (rows: Json): Json => ({
  type: 'object',
  required: ['pageNo', 'pageSize', 'totalPage', 'totalRows', 'rows'],
  properties: {
    pageNo: { type: 'integer' },
    pageSize: { type: 'integer' },
    totalPage: { type: 'integer' },
    totalRows: { type: 'integer' },
    capped: { type: 'boolean' },
    rows,
    figures: {
      type: 'object',
      description: 'Named totals of other entities by row: `<entity>.<total>`.',
      additionalProperties: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'currency', 'sum'],
          properties: { id, currency: { type: ['string', 'null'] }, sum: { type: 'number' } },
        },
      },
    },
  },
});

const choice: Json = {
  type: 'object',
  required: ['code', 'value'],
  properties: { code: text, value: { type: ['string', 'null'] }, subtitle: text },
};
const trail: Json = {
  type: 'object',
  required: ['id', 'at', 'verb', 'version', 'changes'],
  properties: { id, at: text, by: { type: ['string', 'null'] }, verb: text, version, changes: { type: 'array' } },
};
const job: Json = { type: 'object', required: ['job'], properties: { job: id } };
/** The field of each column: a JSON list of names, `boxes[1].weight` or null. */
const mapping: Json = { name: 'mapping', in: 'query', schema: text };
const listOf = (properties: Json): Json => ({ type: 'array', items: { type: 'object', properties } });
const importPreview: Json = {
  type: 'object',
  required: ['header', 'mapping', 'problems', 'rows', 'more'],
  properties: {
    header: { type: 'array' },
    mapping: { type: 'array' },
    problems: { type: 'array' },
    rows: listOf({ cells: { type: 'array' }, reasons: { type: 'array' } }),
    more: {},
  },
};
/** Part `choice` is JSON, `{given, records?}`, and comes before the file. */
const chosenParts: Json = { choice: text, file: { contentMediaType: '*/*' } };
const chosen: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', required: Object.keys(chosenParts), properties: chosenParts },
    },
  },
};
const readPreview: Json = {
  type: 'object',
  required: ['asks', 'questions', 'records'],
  properties: {
    asks: { type: 'array' },
    questions: { type: 'array' },
    records: listOf({ at: text, title: text, summary: {}, values: {}, notes: { type: 'array' }, problems: {} }),
  },
};
const readResults: Json = {
  type: 'object',
  required: ['results'],
  properties: { results: listOf({ at: text, id: { type: ['string', 'null'] }, reasons: { type: 'array' } }) },
};
const mailPreview: Json = { type: 'object', required: ['subject', 'html'], properties: { subject: text, html: text } };
const mailOrder: Json = {
  type: 'object',
  required: ['id', 'document', 'to'],
  properties: { id, document: text, language: text, to: { type: 'string', format: 'email' }, attach: text },
};
const exportOrder: Json = {
  type: 'object',
  properties: {
    format: { enum: ['csv', 'xlsx', 'pdf'] },
    columns: { type: 'array', items: text },
    query: { type: 'object' },
  },
};
const oneRecord: Json = { type: 'object', required: ['id'], properties: { id, version } };
const whichRecords: Json = { anyOf: [oneRecord, { type: 'array', items: oneRecord, maxItems: 1000 }] };
