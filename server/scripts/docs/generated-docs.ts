import { join } from 'node:path';
import type { Catalog } from '../../../engine/core/index.ts';
import { loadCatalog, projectRoot } from '../../catalog.ts';
import { modules } from '../../domain/index.ts';
import { ownCalls } from '../../http/own-calls.ts';
import { collectModules } from '../../modules/collect.ts';
import { openApiDocument } from '../../operations/openapi/open-api.ts';
import type { Json } from '../../operations/openapi/open-api-parts.ts';
import { explainCodes } from '../../operations/read/explain-codes.ts';
import { loadTexts } from '../../texts.ts';
import { errorReference } from './error-reference.ts';
import { wireReference } from './wire-reference.ts';

/** The generated documents of `engine/docs`: relative paths and texts. Throws if the schemas do not compile. */
export function generatedDocs(): Record<string, string> {
  const { catalog, texts, document } = readSources();
  return {
    'engine/docs/errors.md': errorReference(explainCodes(texts, 'en-US')),
    'engine/docs/wire-reference.md': wireReference(document, entitiesOf(catalog, texts)),
  };
}

/** The paths of the OpenAPI document of the delivered schemas and modules. */
export const documentedPaths = (): Json => readSources().document['paths'] as Json;

function readSources() {
  const loaded = loadCatalog(join(projectRoot(), 'schemas'));
  if (!loaded.ok) throw new Error('the schemas do not compile: npm run generate');
  const texts = loadTexts(join(projectRoot(), 'locales'));
  const document = openApiDocument(loaded.value, texts, 'en-US', moduleCalls());
  return { catalog: loaded.value, texts, document };
}

function moduleCalls() {
  const { queries, webhooks, ...calls } = collectModules(modules);
  return {
    ...calls,
    own: ownCalls,
    questions: queries.map(({ path }) => path),
    hooks: webhooks.map(({ path }) => path),
  };
}

const entitiesOf = (catalog: Catalog, texts: ReturnType<typeof loadTexts>) =>
  catalog.entities.map((entity) => ({
    path: entity.path,
    title: texts.entity('en-US', entity).plural,
    actions: [...entity.actions.keys()],
  }));
