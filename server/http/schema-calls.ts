import { isScreen, screenOf, type SchemaDocument } from '../../engine/core/index.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../operations/context.ts';
import type { Json } from '../operations/openapi/open-api-parts.ts';
import { ownCheck } from '../operations/openapi/own-check.ts';
import type { SchemaService } from '../revisions/schema-service.ts';
import type { ScreenService } from '../revisions/screen-service.ts';
import type { Body, Call } from './calls.ts';

export interface SchemaServices {
  readonly schemas: SchemaService;
  readonly screens: ScreenService;
}

const text: Json = { type: 'string' };
const whole: Json = { type: 'integer', minimum: 0 };
const object: Json = { type: 'object' };
const stamp: Json = {
  ...whole,
  description: 'The draft as the caller knows it; another one is answered with 409 and what stands there now.',
};

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

const dryRun: Json = { type: 'boolean' };

/** A body with these properties. */
const bodyOf = (properties: Json, ...required: string[]): Json => ({ type: 'object', required, properties });

/** Documents are longer than other bodies. */
const bodyLimit = 4_194_304;
const get = { method: 'get', answer: object } as const;
const post = { method: 'post', answer: object, bodyLimit } as const;

/** Who answers for a key: `screen:<name>` selects a screen, everything else an entity. */
const serviceOf = ({ schemas, screens }: SchemaServices, key = '') => (screenOf(key) === null ? schemas : screens);

/** What concerns all schemas of a tenant. */
const catalogCalls: readonly Call<SchemaServices>[] = [
  {
    ...{ ...get, path: 'schema/entities', operationId: 'schemaEntities' },
    run: async ({ schemas, screens }, { actor, culture }) => ({
      ...(await schemas.entities(actor, culture)),
      screens: await screens.screens(actor, culture),
    }),
  },
  {
    ...{ ...get, path: 'schema/bundle', operationId: 'schemaBundle' },
    async run({ schemas, screens }, { actor }) {
      const { bundle } = await schemas.bundle(actor);
      return { bundle: { ...bundle, screens: await screens.bundle(actor) } };
    },
  },
  {
    ...{ ...post, path: 'schema/bundle', operationId: 'applySchemaBundle' },
    body: bodyOf(
      {
        ...{ bundle, dryRun, reason: text, acceptProblems },
        given: { type: 'object', description: 'By entity: its mapping, backfill and money.' },
      },
      'bundle',
    ),
    run({ schemas, screens }, { actor, input, culture }) {
      const { screens: brought } = (input['bundle'] ?? {}) as { screens?: unknown };
      return schemas.applyBundle(actor, input, culture, (catalog) =>
        screens.planBundle(actor, brought, input, catalog),
      );
    },
  },
  {
    ...{ ...post, path: 'schema/create', operationId: 'createEntity', body: bodyOf({ document }, 'document') },
    run: (services, { actor, input }) => create(services, actor, input),
  },
];

/** The draft of one entity or screen. */
const draftCalls: readonly Call<SchemaServices>[] = [
  {
    ...{ ...get, path: 'schema/{entity}', operationId: 'readSchema' },
    run: (services, { actor, params: { entity = '' }, culture }) =>
      serviceOf(services, entity).read(actor, entity, culture),
  },
  {
    ...{ ...post, path: 'schema/{entity}/commands', operationId: 'changeDraft', keyed: true },
    body: bodyOf(
      { stamp, name: text, commands: { type: 'array', items: command, maxItems: 500 }, dryRun },
      'stamp',
      'commands',
    ),
    run: (services, { actor, params: { entity = '' }, input, write: { key } }) =>
      serviceOf(services, entity).commands(actor, entity, input, key),
  },
  {
    ...{ ...post, path: 'schema/{entity}/undo', operationId: 'undoDraft', body: bodyOf({ stamp }, 'stamp') },
    run: (services, { actor, params: { entity = '' }, input }) =>
      serviceOf(services, entity).undo(actor, entity, input),
  },
  {
    ...{ ...post, path: 'schema/{entity}/redo', operationId: 'redoDraft', body: bodyOf({ stamp }, 'stamp') },
    run: (services, { actor, params: { entity = '' }, input }) =>
      serviceOf(services, entity).redo(actor, entity, input),
  },
  {
    ...{ ...post, path: 'schema/{entity}/settle', operationId: 'resolveConflict' },
    body: bodyOf(
      {
        stamp,
        at: { ...text, description: 'The address of a conflict, as it was told.' },
        take: { enum: ['mine', 'theirs'] },
        name: text,
      },
      ...['stamp', 'at', 'take'],
    ),
    run: (services, { actor, params: { entity = '' }, input }) =>
      serviceOf(services, entity).settle(actor, entity, input),
  },
  {
    ...{ ...post, path: 'schema/{entity}/discard', operationId: 'discardDraft', body: bodyOf({ stamp }) },
    run: ({ schemas }, { actor, params: { entity = '' } }) => schemas.discard(actor, entity),
  },
  {
    ...{ ...post, path: 'schema/{entity}/bring-back', operationId: 'bringBackField', keyed: true },
    body: bodyOf(
      { stamp, field: { ...text, description: 'As it was last called; items.worth within a sub-table.' } },
      ...['stamp', 'field'],
    ),
    run: ({ schemas }, { actor, params: { entity = '' }, input, write: { key } }) =>
      schemas.bringBack(actor, entity, input, key),
  },
  {
    ...{ ...get, path: 'schema/{entity}/removed', operationId: 'removedFields' },
    run: ({ schemas }, { actor, params: { entity = '' } }) => schemas.removed(actor, entity),
  },
  {
    ...{ ...get, path: 'schema/{entity}/comments', operationId: 'schemaComments' },
    run: ({ schemas }, { actor, params: { entity = '' } }) => schemas.comments(actor, entity),
  },
  {
    ...{ ...post, path: 'schema/{entity}/comments', operationId: 'commentSchema' },
    body: bodyOf({ text, at: text }, 'text'),
    run: ({ schemas }, { actor, params: { entity = '' }, input }) => schemas.comment(actor, entity, input),
  },
];

/** Publishes of one entity or screen, and its history. */
const publishCalls: readonly Call<SchemaServices>[] = [
  {
    ...{ ...get, path: 'schema/{entity}/plan', operationId: 'planSchema' },
    run: (services, { actor, params: { entity = '' }, culture }) =>
      serviceOf(services, entity).plan(actor, entity, culture),
  },
  {
    ...{ ...post, path: 'schema/{entity}/plan', operationId: 'planSchemaWith', body: bodyOf(given) },
    run: (services, { actor, params: { entity = '' }, culture, input }) =>
      serviceOf(services, entity).plan(actor, entity, culture, input),
  },
  {
    ...{ ...post, path: 'schema/{entity}/publish', operationId: 'publishSchema' },
    body: bodyOf({ stamp, baseRevision: whole, reason: text, acceptProblems, ...given }, 'stamp'),
    run: (services, { actor, params: { entity = '' }, input, culture }) =>
      serviceOf(services, entity).publish(actor, entity, input, culture),
  },
  {
    ...{ ...get, path: 'schema/{entity}/history', operationId: 'schemaHistory' },
    run: ({ schemas }, { actor, params: { entity = '' }, culture }) => schemas.history(actor, entity, culture),
  },
  {
    ...{ ...get, path: 'schema/{entity}/revisions/{n}', operationId: 'schemaRevision', params: { n: whole } },
    run: (services, { actor, params: { entity = '', n = '' } }) =>
      serviceOf(services, entity).revision(actor, entity, revisionNumber(n)),
  },
  {
    ...{ ...post, path: 'schema/{entity}/restore', operationId: 'restoreSchema' },
    body: bodyOf({ stamp, revision: whole }, 'stamp', 'revision'),
    run: (services, { actor, params: { entity = '' }, input }) =>
      serviceOf(services, entity).restore(actor, entity, input),
  },
  {
    ...{ ...post, path: 'schema/{entity}/rollback', operationId: 'rollBackSchema' },
    body: bodyOf({ revision: whole, reason: text, dryRun, ...given }, 'revision'),
    run: (services, { actor, params: { entity = '' }, input, culture }) =>
      serviceOf(services, entity).rollback(actor, entity, input, culture),
  },
  {
    ...{ ...post, path: 'schema/{entity}/retire', operationId: 'retireEntity', body: bodyOf({ reason: text }) },
    run: ({ schemas }, { actor, params: { entity = '' } }) => schemas.retire(actor, entity),
  },
  {
    ...{ ...post, path: 'schema/{entity}/revive', operationId: 'reviveEntity', body: bodyOf({}) },
    run: ({ schemas }, { actor, params: { entity = '' } }) => schemas.revive(actor, entity),
  },
];

/**
 * Drafts, publishes and history of a tenant's schema, for administrators and scripts. `screen:<name>` instead of an entity
 * selects a screen.
 */
export const schemaCalls: readonly Call<SchemaServices>[] = [...catalogCalls, ...draftCalls, ...publishCalls];

/** Creates the screen or the entity of a document. */
function create({ schemas, screens }: SchemaServices, actor: Actor, input: Body): Promise<unknown> {
  const document = input['document'] as SchemaDocument | undefined;
  const isNewScreen = typeof document?.meta === 'object' && document.meta !== null && isScreen(document);
  return isNewScreen ? screens.create(actor, document) : schemas.create(actor, input);
}

/** Throws `noRoute` for anything but a revision number. */
function revisionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new AppError('noRoute');
  return Number(text);
}
