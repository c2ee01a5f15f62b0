import { actorTypes, documentBlockKinds, fieldTypeNames, paperSizes, sectionLayouts } from './entity.ts';

/** The keywords of JSON Schema (2020-12) that describe the language; `checkLanguage` knows exactly these. */
export interface LanguageSchema {
  $schema?: string;
  title?: string;
  description?: string;
  $ref?: string;
  $defs?: Record<string, LanguageSchema>;
  type?: JsonType | JsonType[];
  properties?: Record<string, LanguageSchema>;
  required?: string[];
  additionalProperties?: false | LanguageSchema;
  propertyNames?: { pattern: string };
  /** A list: how its items look. */
  items?: LanguageSchema;
  minItems?: number;
  maxItems?: number;
  enum?: readonly string[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  /** One of these; their types distinguish them. */
  anyOf?: LanguageSchema[];
}

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

const name = '^[a-z][a-zA-Z0-9]{0,49}$';
const entityName = '^[a-z][a-z0-9]*(-[a-z0-9]+)*$';
const socketName = '^[a-z][a-z0-9]*(-[a-z0-9]+)*\\.[a-z][a-z0-9]*(-[a-z0-9]+)*$';

const ref = (definition: string): LanguageSchema => ({ $ref: `#/$defs/${definition}` });
const text = (description: string): LanguageSchema => ({ type: 'string', minLength: 1, description });
const named = (description: string): LanguageSchema => ({ type: 'string', pattern: name, description });
const flag = (description: string): LanguageSchema => ({ type: 'boolean', description });
const count = (description: string): LanguageSchema => ({ type: 'integer', minimum: 0, description });
const list = (items: LanguageSchema, description: string): LanguageSchema => ({ type: 'array', items, description });
const someOf = (items: LanguageSchema, description: string): LanguageSchema => ({
  ...list(items, description),
  minItems: 1,
});
/** Every rule is asked of every record; more than these are another entity. */
const maxRules = 100;
const rules = (description: string): LanguageSchema => ({ ...list(ref('rule'), description), maxItems: maxRules });
const condition = (description: string): LanguageSchema => ({ type: ['boolean', 'string'], minLength: 1, description });
const record = (properties: Record<string, LanguageSchema>, required: string[]): LanguageSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});
const byName = (values: LanguageSchema, description: string): LanguageSchema => ({
  type: 'object',
  propertyNames: { pattern: name },
  additionalProperties: values,
  description,
});

const fieldName: LanguageSchema = { type: 'string', minLength: 1 };
const tone: LanguageSchema = { enum: ['neutral', 'info', 'good', 'warn', 'bad'] };
const fields = (description: string): LanguageSchema => byName(ref('field'), description);

const field = record(
  {
    type: { enum: fieldTypeNames, description: 'What the field holds; decides column, input and filter.' },
    id: named('The column. Written only after the field was renamed.'),
    required: condition('Always, or when the CEL expression is true.'),
    readOnly: condition('Always, or when the CEL expression is true.'),
    visible: condition('Always, or when the CEL expression is true.'),
    default: { description: "A constant of the field's wire type." },
    unique: flag('Unique within the tenant, empty values aside.'),
    fixed: flag('Accepted when the record is added, fixed afterwards.'),
    widget: text('A custom widget that edits this field in forms.'),
    widgetOptions: {
      type: 'object',
      propertyNames: { pattern: name },
      additionalProperties: { type: ['string', 'number', 'boolean', 'array'] },
      description: "Options of the widget, by the names in the widget's manifest.",
    },
    noteSetting: text('The code of a setting of the tenant whose text stands beside the field.'),
    translations: named('Of a text that nobody edits: the json field with it by culture.'),
    min: { type: ['number', 'string'], description: 'The least value or date; of lists, how many.' },
    max: { type: ['number', 'string'], description: 'The greatest value or date; of lists, how many.' },
    above: { type: 'number', description: 'Greater than this.' },
    scale: count('Decimal places.'),
    minLength: count('The least number of characters.'),
    maxLength: count('The greatest number of characters.'),
    pattern: text('A linear-time regular expression that the whole text must match.'),
    recordOf: text('The sibling choice of an entity, whose record the text names by its id.'),
    codeOf: { type: 'string', pattern: entityName, description: 'The entity whose record the text names by its code.' },
    currency: text('A fixed ISO 4217 code, or the sibling field that holds it.'),
    unit: text("The sibling choice field: '0' for lb or in, '1' for kg or cm."),
    summed: flag('False: the sum of this column of a sub-table means nothing.'),
    options: someOf(fieldName, 'The values, in order.'),
    dictionary: text('The code of a dictionary instead of options.'),
    tones: { type: 'object', additionalProperties: tone, description: 'A colour word per value.' },
    to: { type: 'string', pattern: entityName, description: 'The entity pointed at.' },
    filter: text("CEL over the target's fields that narrows the picker; also checked on write."),
    onDelete: { enum: ['restrict', 'clear', 'held'], description: 'What deleting the target does.' },
    fields: fields('The fields of one line.'),
    sequence: text('A template such as RC-{yyMM}-{n:6}.'),
    value: text('CEL over the record, or socket:wing.verb-noun.'),
    as: { enum: fieldTypeNames, description: 'The type of the computed answer.' },
    over: text('The lines field summed over.'),
    sum: text("The lines' field that is summed."),
    count: flag('Count the lines.'),
    accept: someOf(fieldName, 'Media types.'),
    maxSize: count('Bytes.'),
    many: flag('Many files instead of one.'),
  },
  ['type'],
);

const rule = record(
  {
    code: named('The words are <entity>.rules.<code>.'),
    when: text('CEL; the rule refuses when it is true.'),
    at: text('The field that the person should look at.'),
  },
  ['code', 'when'],
);

const actionKeys: Record<string, LanguageSchema> = {
  needs: named("The permission code; the action's own name when absent."),
  guard: rules('Refusals, checked on the record with the input in place.'),
  form: list(fieldName, 'Fields of the entity asked in the dialog.'),
  require: list(fieldName, 'Those of form that must be filled in here.'),
  prefill: {
    type: 'object',
    additionalProperties: text('CEL.'),
    description: 'What the dialog of one record begins with, by a name of form or input.',
  },
  show: list(fieldName, 'Fields of the record that the dialog shows.'),
  forecast: {
    ...record(
      {
        entity: { type: 'string', pattern: entityName, description: 'The entity that holds the figure.' },
        where: { type: 'object', additionalProperties: text('CEL.'), description: 'Which record of it.' },
        field: text('The figure.'),
        adds: text('CEL: by how much the action moves it.'),
      },
      ['entity', 'where', 'field', 'adds'],
    ),
    description: 'A figure of another entity, as it is and as it will be.',
  },
  input: fields('Input that is not a field of the entity.'),
  set: { type: 'object', additionalProperties: text('CEL.'), description: 'Fields set by the plan.' },
  effects: list({ type: 'string', pattern: socketName }, 'Sockets run in the transaction, in order.'),
  jobs: list({ type: 'string', pattern: socketName }, 'Sockets run after commit.'),
  calls: list({ type: 'string', pattern: socketName }, 'Sockets run after commit and before the answer.'),
  confirm: flag('Asks before running.'),
  tone,
  bulk: flag('Offered for a selection of rows too.'),
};

const transition = record(
  {
    from: someOf(fieldName, 'The states it leaves.'),
    to: text('The state it enters.'),
    ...actionKeys,
  },
  ['from', 'to'],
);

const state = record(
  {
    tone,
    edit: flag('Whether edit is possible here.'),
    remove: flag('Whether delete is possible here.'),
    awaits: text('The transition for which records here wait: a to-do of whoever may run it.'),
    next: text('The transition that whoever makes a record means to run next.'),
    struck: flag('Whether records here count for nothing any more: their title is crossed out in lists.'),
  },
  [],
);

const sections = (description: string): LanguageSchema => ({
  ...byName(list({ type: 'array', items: fieldName, minItems: 1, maxItems: 3 }, 'Rows of 1 to 3 fields.'), description),
});

const grant = record(
  {
    codes: someOf(fieldName, 'read add edit delete import export, action names or their needs, or *.'),
    rows: text('all, orgAndBelow, org, self, custom, or CEL.'),
    hide: list(fieldName, 'Fields that stay hidden.'),
    readOnly: list(fieldName, 'Fields shown but never written.'),
  },
  ['codes'],
);

const ruleTest = record(
  {
    record: byName({}, 'The record: wire values by field; what is left out is empty.'),
    old: byName({}, 'The record before the change.'),
    action: named('The transition or action that is tried.'),
    input: byName({}, "The answers to the action's dialog."),
    actor: {
      ...record(
        {
          id: text('The account.'),
          type: { enum: actorTypes },
          member: text('The customer whose member it is.'),
          org: text('The organisation.'),
          roles: list(fieldName, 'Role codes.'),
        },
        [],
      ),
      description: 'Who asks; staff without a role where nothing is said.',
    },
    now: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
      description: "The clock of the case, YYYY-MM-DD HH:mm:ss in the tenant's zone.",
    },
    expect: {
      ...record(
        {
          codes: list(fieldName, 'Exactly the validations that refuse the record.'),
          hidden: byName({ type: 'boolean' }, 'Fields that must be hidden, or must not.'),
          required: byName({ type: 'boolean' }, 'Fields that must be required, or must not.'),
          readOnly: byName({ type: 'boolean' }, 'Fields that must be locked, or must not.'),
          values: byName({}, 'Values that are computed, after the action where one is tried.'),
          refusals: list(fieldName, 'Exactly the codes that refuse the action; none lets it pass.'),
        },
        [],
      ),
      description: 'What must come of it; only what is named is asked.',
    },
  },
  ['record', 'expect'],
);

const documentBlock = record(
  {
    block: named('The words are <entity>.documentTexts.<document>.<block>.'),
    kind: { enum: documentBlockKinds, description: 'What is printed.' },
    fields: list(fieldName, 'address: one field per line; fields: label and value, in two columns.'),
    field: text('amount: the figure; table: the sub-table.'),
    entity: { type: 'string', pattern: entityName, description: 'table: the entity whose records are listed instead.' },
    by: text('table: the field of that entity that points here.'),
    columns: { ...someOf(fieldName, 'table: fields of the rows, in order.'), maxItems: 10 },
    totals: list(fieldName, 'table: those of the columns that are added up.'),
    url: {
      type: 'string',
      pattern: '^https://[a-zA-Z0-9.-]+(:\\d+)?(/[^\\s<>"]*)?$',
      description: "button: the address that it opens; the record's page when absent.",
    },
  },
  ['block', 'kind'],
);

/** A document by itself, as its preview checks it. */
export const documentSchema: LanguageSchema = record(
  {
    medium: { enum: ['mail'], description: 'Printed on paper when absent.' },
    paper: { enum: paperSizes, description: 'A4 when absent.' },
    blocks: { ...list(ref('documentBlock'), 'The blocks, from top to bottom.'), maxItems: 40 },
  },
  ['blocks'],
);

/**
 * The entity language, defined once: `parseEntity` checks with it, `printEntity` takes its order of keys from it, and
 * `schemas/generated/entity.schema.json` is its copy for editors.
 */
export const languageSchema: LanguageSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Entity',
  ...record(
    {
      entity: {
        type: 'string',
        pattern: entityName,
        description: 'kebab-case; the folder, the table, the label keys.',
      },
      path: { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9]*$', description: 'The segment of the wire.' },
      title: text('The field whose value names a record.'),
      tenancy: { enum: ['tenant', 'platform'], description: "platform: rows of the platform's own tenant alone." },
      owner: text('The member wall: a reference field, id, or shared; absent for staff only.'),
      org: text('The reference field that says which organisation a row belongs to.'),
      appendOnly: flag('Rows are added and never changed.'),
      tree: text('The parent field of a tree.'),
      fields: fields('The fields, in order.'),
      validations: rules('Rules that a record must not break.'),
      indexes: list(
        record({ fields: someOf(fieldName, 'In order.'), unique: flag('Unique within the tenant.') }, ['fields']),
        'Indexes beside those of filters, search and references.',
      ),
      list: record(
        {
          columns: someOf(fieldName, 'The columns, in order.'),
          filters: list(fieldName, 'Fields offered as filters.'),
          search: list(fieldName, 'Fields that the search box looks into.'),
          sort: { type: 'string', pattern: '^-?[a-z][a-zA-Z0-9]*$', description: 'field, or -field for descending.' },
          views: byName(record({ filter: text('CEL.') }, ['filter']), 'Tabs over the list.'),
          totals: list(fieldName, 'Fields summed in the footer, over all that matches.'),
          counted: byName(
            record(
              {
                sum: text('The field that is summed.'),
                less: text('A field that is taken off the sum.'),
                when: text('Which rows count: CEL.'),
                balance: {
                  ...record(
                    {
                      at: text('The moment by which the list is narrowed.'),
                      stands: { enum: ['before', 'after'], description: 'Where the list begins, or where it ends.' },
                      of: someOf(fieldName, 'What an account is made of; the list is narrowed to one.'),
                      column: text('The field that tells the balance row by row.'),
                    },
                    ['at', 'stands', 'of', 'column'],
                  ),
                  description: 'A balance instead: over all rows of one account.',
                },
              },
              ['sum', 'when'],
            ),
            'Named totals over those of the rows that count.',
          ),
          figures: list(
            record(
              {
                entity: { type: 'string', pattern: entityName },
                by: fieldName,
                counted: text('The named total of that list.'),
              },
              ['entity', 'by', 'counted'],
            ),
            'Figures of other entities beside each row: what points here adds up to.',
          ),
        },
        ['columns'],
      ),
      form: sections('Sections by name.'),
      formLayout: byName(
        { enum: sectionLayouts },
        'Sections of the form drawn as tabs, panels or steps; neighbours of one kind share them.',
      ),
      detail: record(
        {
          summary: {
            ...list(fieldName, 'What the head of a page says, the most important first; the first amount stands out.'),
            maxItems: 7,
          },
          sections: sections('Sections by name.'),
          related: list(
            record(
              {
                entity: { type: 'string', pattern: entityName },
                by: fieldName,
                head: flag('What the list adds up to stands in the head of the page, too.'),
              },
              ['entity', 'by'],
            ),
            'Lists of other entities that point here.',
          ),
        },
        [],
      ),
      documents: byName(ref('document'), 'Documents of one record, printed or mailed from blocks.'),
      workflow: record(
        {
          start: text('The state of a new record.'),
          startEffects: list(
            { type: 'string', pattern: socketName },
            'Sockets run in the transaction that adds a record.',
          ),
          states: byName(ref('state'), 'The states, in order.'),
          transitions: byName(ref('transition'), 'The moves between them.'),
        },
        ['start', 'states', 'transitions'],
      ),
      actions: byName(ref('action'), 'Things to do with a record beyond add, edit and delete.'),
      access: byName(
        { anyOf: [ref('grant'), { type: 'array', items: ref('grant'), minItems: 1 }] },
        'Grants by role template.',
      ),
      tests: byName(ref('ruleTest'), 'Cases that must hold before the entity is published.'),
    },
    ['entity', 'path', 'title', 'fields', 'list', 'access'],
  ),
  $defs: {
    ...{ field, rule, state, transition, action: record(actionKeys, []), grant, ruleTest },
    ...{ document: documentSchema, documentBlock },
  },
};

/** The schema itself, or the one of `$defs` that it points at. */
export function resolveSchema(schema: LanguageSchema): LanguageSchema {
  const definition = schema.$ref?.slice('#/$defs/'.length);
  return (definition === undefined ? schema : languageSchema.$defs?.[definition]) ?? schema;
}
