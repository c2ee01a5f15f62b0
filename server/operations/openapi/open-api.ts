import type { Catalog } from '../../../engine/core/index.ts';
import type { Culture, Texts } from '../../texts.ts';
import { entityPaths, entitySchemas } from './open-api-entity.ts';
import { webhookPaths } from './open-api-services.ts';
import type { Device, Download, PublicQuestion, Reader, Upload } from '../../modules/module.ts';
import type { Commands } from '../command.ts';
import {
  answerPaths,
  commandPaths,
  devicePaths,
  downloadPaths,
  hookPaths,
  publicPaths,
  shellPaths,
  uploadPaths,
} from './open-api-shell.ts';
import { callPaths, type DeclaredCall } from './declared-call.ts';
import { olderPaths } from './open-api-older.ts';
import { commonParameters, commonResponses, failureSchema, fixedPaths, type Json } from './open-api-parts.ts';

/** Calls beside the entities: of modules, and declared ones of the server itself. */
export interface ModuleCalls {
  readonly questions?: readonly string[];
  readonly hooks?: readonly string[];
  readonly devices?: readonly Device[];
  readonly commands?: Commands;
  readonly uploads?: readonly Upload[];
  readonly downloads?: readonly Download[];
  readonly publics?: readonly PublicQuestion[];
  readonly own?: readonly DeclaredCall[];
  readonly readers?: readonly Pick<Reader, 'entity'>[];
}

/**
 * The whole API as an OpenAPI 3.1 document, generated from the compiled catalog, in one culture; tenant-independent.
 */
export function openApiDocument(
  catalog: Catalog,
  texts: Texts,
  culture: Culture,
  {
    questions = [],
    hooks = [],
    commands = [],
    uploads = [],
    downloads = [],
    publics = [],
    devices = [],
    readers = [],
    own = [],
  }: ModuleCalls = {},
): Json {
  const entities = [...catalog.entities].sort((one, other) => (one.path < other.path ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: { title: 'Lading', version: catalog.hash, description: 'Requests carry `X-Wire: plain`.' },
    servers: [{ url: '/api' }],
    security: [{ session: [] }],
    tags: entities.map((entity) => ({ name: entity.path, description: texts.entity(culture, entity).plural })),
    // Fixed paths come last, so that they replace an entity's generated call of the same path.
    paths: {
      ...Object.assign(
        {},
        ...entities.map((entity) =>
          entityPaths(entity, { texts, culture, hasReader: readers.some((each) => each.entity === entity.name) }),
        ),
      ),
      ...fixedPaths,
      ...webhookPaths,
      ...shellPaths,
      ...callPaths(own),
      ...olderPaths,
      ...answerPaths(questions),
      ...hookPaths(hooks),
      ...devicePaths(devices),
      ...commandPaths(commands),
      ...uploadPaths(uploads),
      ...downloadPaths(downloads),
      ...publicPaths(publics),
    },
    components: {
      schemas: {
        failure: failureSchema,
        ...Object.assign({}, ...entities.map((entity) => entitySchemas(entity, catalog, texts, culture))),
      },
      responses: commonResponses,
      parameters: commonParameters,
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** The calls that need no session, as lower-case `POST /api/login`. */
export function sessionlessCalls(
  hooks: readonly string[],
  publics: readonly PublicQuestion[] = [],
): ReadonlySet<string> {
  const ofModules = { ...hookPaths(hooks), ...publicPaths(publics) };
  const paths = { ...fixedPaths, ...webhookPaths, ...shellPaths, ...olderPaths, ...ofModules } as Record<string, Json>;
  return new Set(
    Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls as Record<string, { security?: unknown[] }>)
        .filter(([, { security }]) => security?.length === 0)
        .map(([method]) => `${method.toUpperCase()} /api${path.toLowerCase()}`),
    ),
  );
}
