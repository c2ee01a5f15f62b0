import { ownCheck } from './own-check.ts';
import { answers, parameters, takes, type Json } from './open-api-parts.ts';

const text: Json = { type: 'string' };
const whole: Json = { type: 'integer', minimum: 0 };
const object: Json = { type: 'object' };
const entity: Json = { name: 'entity', in: 'path', required: true, schema: text };
const stamp: Json = {
  ...whole,
  description: 'The draft as the caller knows it; another one is answered with 409 and what stands there now.',
};

const called = (operationId: string, at: Json[] = [], body: Json | null = null): Json => ({
  operationId,
  parameters: [...at, ...parameters('culture')],
  ...(body ? { requestBody: takes(body) } : {}),
  responses: answers(object),
});
const get = (operationId: string, ...more: Json[]): Json => ({ get: called(operationId, [entity, ...more]) });
const post = (operationId: string, properties: Json, ...required: string[]): Json => ({
  post: called(operationId, [entity], { type: 'object', required, properties }),
});

/** A declaration with its texts by culture: of an entity or a screen. */
const document: Json = {
  type: 'object',
  required: ['meta', 'texts'],
  properties: {
    meta: {
      type: 'object',
      properties: { entity: text, screen: text },
      description: 'As the file of an entity or of a screen has it; see schemas/generated/entity.schema.json.',
    },
    texts: { type: 'object', additionalProperties: object, description: 'By culture: name, plural, fields, ...' },
  },
};
const bundled: Json = { type: 'object', required: ['document'], properties: { document } };
const bundle: Json = {
  type: 'object',
  required: ['entities'],
  properties: {
    lading: { const: 1 },
    entities: {
      type: 'array',
      items: { ...bundled, required: ['entity', 'document'], properties: { entity: text, origin: text, document } },
    },
    screens: { type: 'array', items: bundled },
  },
};

/** Commands of the schema API; `do` names the command. */
const command: Json = {
  type: 'object',
  properties: {
    do: { [ownCheck]: true, enum: ['set', 'remove', 'move', 'rename', 'place', 'unplace', 'text', 'replace'] },
    at: { [ownCheck]: true, ...text, description: 'A place of the declaration: fields.weight.scale, list.columns[2].' },
    value: {},
    before: { type: ['string', 'integer', 'null'] },
    to: text,
    letGo: { type: 'boolean' },
    in: { enum: ['form', 'detail.sections'] },
    field: text,
    section: text,
    row: whole,
    column: whole,
    culture: text,
    key: text,
    document,
  },
};
const given: Json = {
  mapping: { type: 'object', additionalProperties: text, description: 'By state that goes: where its records go.' },
  backfill: {
    type: 'object',
    description: 'By field (items.worth within a sub-table): what records get that have nothing in it.',
  },
  money: {
    type: 'object',
    description: 'By field of money whose currency changes: {"rate": 7.1}, "keep" (the figures) or "empty".',
  },
};
const acceptProblems: Json = {
  type: 'boolean',
  description: 'Signs for every blocker with `accepts`, which the history keeps with the reason.',
};

/** Drafts, publishes and history of a tenant's schema, for administrators and scripts. */
export const schemaPaths: Json = {
  '/schema/entities': { get: called('schemaEntities') },
  '/schema/bundle': {
    get: called('schemaBundle'),
    post: called('applySchemaBundle', [], {
      type: 'object',
      required: ['bundle'],
      properties: {
        ...{ bundle, dryRun: { type: 'boolean' }, reason: text, acceptProblems },
        given: { type: 'object', description: 'By entity: its mapping, backfill and money.' },
      },
    }),
  },
  '/schema/create': {
    post: called('createEntity', [], { type: 'object', required: ['document'], properties: { document } }),
  },
  '/schema/{entity}': get('readSchema'),
  '/schema/{entity}/commands': post(
    'changeDraft',
    { stamp, name: text, commands: { type: 'array', items: command, maxItems: 500 }, dryRun: { type: 'boolean' } },
    'stamp',
    'commands',
  ),
  '/schema/{entity}/undo': post('undoDraft', { stamp }, 'stamp'),
  '/schema/{entity}/redo': post('redoDraft', { stamp }, 'stamp'),
  '/schema/{entity}/settle': post(
    'resolveConflict',
    {
      stamp,
      at: { ...text, description: 'The address of a conflict, as it was told.' },
      take: { enum: ['mine', 'theirs'] },
      name: text,
    },
    'stamp',
    'at',
    'take',
  ),
  '/schema/{entity}/discard': post('discardDraft', { stamp }),
  '/schema/{entity}/plan': { ...get('planSchema'), ...post('planSchemaWith', given) },
  '/schema/{entity}/publish': post(
    'publishSchema',
    { stamp, baseRevision: whole, reason: text, acceptProblems, ...given },
    'stamp',
  ),
  '/schema/{entity}/history': get('schemaHistory'),
  '/schema/{entity}/revisions/{n}': get('schemaRevision', { name: 'n', in: 'path', required: true, schema: whole }),
  '/schema/{entity}/restore': post('restoreSchema', { stamp, revision: whole }, 'stamp', 'revision'),
  '/schema/{entity}/rollback': post(
    'rollBackSchema',
    { revision: whole, reason: text, dryRun: { type: 'boolean' }, ...given },
    'revision',
  ),
  '/schema/{entity}/removed': get('removedFields'),
  '/schema/{entity}/bring-back': post(
    'bringBackField',
    { stamp, field: { ...text, description: 'As it was last called; items.worth within a sub-table.' } },
    'stamp',
    'field',
  ),
  '/schema/{entity}/document': post(
    'previewDocument',
    {
      id: { ...text, description: 'A record to print it with.' },
      document: { [ownCheck]: true, ...object, description: 'A document as the declaration has it.' },
      name: text,
      words: { ...object, description: 'Texts by block, in the language.' },
      language: text,
    },
    'id',
    'document',
  ),
  '/schema/{entity}/retire': post('retireEntity', { reason: text }),
  '/schema/{entity}/revive': post('reviveEntity', {}),
  '/schema/{entity}/comments': { ...get('schemaComments'), ...post('commentSchema', { text, at: text }, 'text') },
};
