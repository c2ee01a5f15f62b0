import type { FastifyInstance } from 'fastify';
import { checkLanguage, documentSchema, type DocumentMeta, type Entity } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import { createFairSemaphore } from '../files/fair-semaphore.ts';
import { disposition, safeName } from '../files/safe-name.ts';
import type { Actor } from '../operations/context.ts';
import { previewOf, writeMail } from '../operations/transfer/mail-document.ts';
import { printDocument, publishedDocument } from '../operations/transfer/print-document.ts';
import type { DocumentTexts, PrintDeps, PrintRequest } from '../operations/transfer/printed-fields.ts';
import type { Query } from '../operations/read/list-records.ts';
import type { Json } from '../operations/openapi/open-api-parts.ts';
import { ownCheck } from '../operations/openapi/own-check.ts';
import { demandDesigner } from '../revisions/schema-service.ts';
import { tenantLogo, type LogoDeps } from './tenant-logo.ts';
import type { Texts } from '../texts.ts';
import { callRoutes, closed, type Body, type Call } from './calls.ts';
import { asEntity } from './session.ts';

/** A PDF is built in memory. */
const places = { account: 1, tenant: 2, node: 2, waiting: { account: 5, tenant: 20 }, patience: 20_000 };

/**
 * Printed documents of records. `GET /api/{path}/printDocument` prints a published one in the language asked for;
 * `POST /api/schema/{entity}/document` answers what one would look like as the designer has it, with a record of the entity
 * as it is published: marks by page, or the HTML of a mail.
 */
export function documentRoutes(app: FastifyInstance, on: DocumentDeps): void {
  const { actors, context, texts } = on;
  const deps = printDepsOf(on);
  const queue = createFairSemaphore(places);
  const print = (gone: AbortSignal, actor: Actor, entity: Entity, wanted: PrintRequest) =>
    queue({ tenant: actor.tenant, account: actor.facts.id }, gone, () => printDocument(deps, actor, entity, wanted));

  app.get('/api/:path/printDocument', async (request, reply) => {
    const { id, document, language, culture: own } = request.query as Query;
    const culture = texts.culture(language ?? own);
    const file = await asEntity({ actors, context }, request, (actor, entity) =>
      print(closed(reply), actor, entity, {
        ...{ id, culture },
        ...publishedDocument(texts, entity, { name: document, culture, medium: undefined }),
      }),
    );
    return reply
      .type('application/pdf')
      .header('content-length', file.printed.bytes.length)
      .header('content-disposition', disposition('attachment', safeName(file.name, pdf)))
      .header('access-control-expose-headers', 'content-disposition')
      .send(file.printed.bytes);
  });

  const calls = { actors, texts, calls: [previewCall], demand: demandDesigner, checksBodies: true };
  callRoutes(app, { ...calls, services: { deps, print } });
}

interface PreviewServices {
  readonly deps: PrintDeps;
  print(gone: AbortSignal, actor: Actor, entity: Entity, wanted: PrintRequest): ReturnType<typeof printDocument>;
}

const text: Json = { type: 'string' };
const object: Json = { type: 'object' };

/** What a document would look like as the designer has it, with a record of the entity as it is published. */
export const previewCall: Call<PreviewServices> = {
  ...{ method: 'post', path: 'schema/{entity}/document', operationId: 'previewDocument', bodyLimit: 262_144 },
  body: {
    type: 'object',
    required: ['id', 'document'],
    properties: {
      id: { ...text, description: 'A record to print it with.' },
      document: { [ownCheck]: true, ...object, description: 'A document as the declaration has it.' },
      name: text,
      words: { ...object, description: 'Texts by block, in the language.' },
      language: text,
    },
  },
  answer: object,
  async run({ deps, print }, { actor, params, input, closed }) {
    const entity = actor.catalog.byName.get(params['entity'] ?? '');
    if (!entity) throw new AppError('notFound');
    const wanted = previewRequest(deps.texts, input);
    if (wanted.document.medium === 'mail') return previewOf(deps, actor, await writeMail(deps, actor, entity, wanted));
    const { width, height, pages } = (await print(closed(), actor, entity, wanted)).printed;
    return { width, height, pages: pages.slice(0, maxPreviewed), count: pages.length };
  },
};

export type DocumentDeps = LogoDeps & { readonly texts: Texts; originOf(host: string): string };

/** What documents are made with on behalf of a request. */
export function printDepsOf(on: DocumentDeps): PrintDeps {
  const { context, texts, system, originOf } = on;
  return {
    ...{ context, texts },
    logo: (actor) => tenantLogo(on, actor.tenant),
    async origin({ tenant }) {
      const row = await system.db
        .selectFrom('tenant')
        .select('host')
        .where('id', '=', tenant)
        .executeTakeFirstOrThrow();
      return originOf(row.host);
    },
  };
}

/** Pages of a preview; a printed document has all of them. */
const maxPreviewed = 5;
const pdf = { suffix: 'pdf', mediaType: 'application/pdf' };

/** A draft of a document with its words. Throws `refused` with what is wrong with it. */
function previewRequest(texts: Texts, { id, document, name, words, language }: Body): PrintRequest {
  const issues = checkLanguage(document, documentSchema, 'document');
  if (issues.length > 0) throw refused(...issues);
  const spoken = typeof words === 'object' && words !== null ? Object.entries(words) : [];
  return {
    id,
    culture: texts.culture(language),
    // The check has just proven the shape.
    document: document as DocumentMeta,
    name: typeof name === 'string' && name.trim() ? name : 'document',
    texts: Object.fromEntries(spoken.filter(([, word]) => typeof word === 'string')) as DocumentTexts,
  };
}
