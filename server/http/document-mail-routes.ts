import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { can, isEmpty, issue, type Entity } from '../../engine/core/index.ts';
import { within } from '../access/limits.ts';
import { AppError, refused } from '../errors.ts';
import { createFairSemaphore } from '../files/fair-semaphore.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Actor } from '../operations/context.ts';
import type { Query } from '../operations/read/list-records.ts';
import { keepFile } from '../operations/transfer/keep-file.ts';
import { previewOf, writeMail } from '../operations/transfer/mail-document.ts';
import { printDocument, publishedDocument } from '../operations/transfer/print-document.ts';
import type { PrintDeps, PrintRequest } from '../operations/transfer/printed-fields.ts';
import { insertMany } from '../operations/write/insert-many.ts';
import { runAction } from '../operations/write/run-action.ts';
import { mailsPerHour } from '../settings/settings.ts';
import type { Texts } from '../texts.ts';
import { closed } from './calls.ts';
import { printDepsOf, type DocumentDeps } from './document-routes.ts';
import { idempotencyKey, thenWrite } from './entity-routes.ts';
import { sendText, success } from './envelope.ts';
import { asEntity } from './session.ts';

/** Mails are built in memory, and with them their attachments. */
const places = { account: 1, tenant: 2, node: 2, waiting: { account: 5, tenant: 20 }, patience: 20_000 };

/**
 * Mails of a tenant's own design. `GET /api/{path}/mailPreview` answers subject and HTML for a record; `POST
 * /api/{path}/mailDocument` `{id, document, language, to, attach?}` sends it like any mail a person wrote, with the rights that
 * needs, and with a printed document of the same record where `attach` names one.
 */
export function documentMailRoutes(app: FastifyInstance, on: DocumentDeps): void {
  const { texts, context } = on;
  const deps = printDepsOf(on);
  const queue = createFairSemaphore(places);

  app.get('/api/:path/mailPreview', async (request, reply) => {
    const answer = await asEntity(on, request, async (actor, entity) => {
      mailing(actor);
      return previewOf(
        deps,
        actor,
        await writeMail(deps, actor, entity, wanted(texts, entity, request.query as Query, 'mail')),
      );
    });
    return sendText(reply, success(answer));
  });

  app.post('/api/:path/mailDocument', async (request, reply) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('malformed');
    const asked = body as Readonly<Record<string, unknown>>;
    const answer = await asEntity(on, request, async (actor, entity) => {
      mailing(actor);
      return queue({ tenant: actor.tenant, account: actor.facts.id }, closed(reply), () =>
        send({ deps, context, system: on.system, files: on.files, request, actor, entity }, asked),
      );
    });
    return sendText(reply, success(answer));
  });
}

/** What a person needs for sending a mail. Throws `forbidden` without both rights. */
function mailing(actor: Actor) {
  const mail = actor.catalog.byName.get('mail');
  const action = mail?.actions.get('send');
  if (!mail || !action) throw new AppError('noRoute');
  for (const code of ['add', action.needs])
    if (!can(actor.rightsOn(mail), code)) throw new AppError('forbidden', { params: { code: `${mail.path}:${code}` } });
  return { mail, action };
}

function wanted(
  texts: Texts,
  entity: Entity,
  { id, document: name, language }: Readonly<Record<string, unknown>>,
  medium: 'mail' | undefined,
): PrintRequest {
  const culture = texts.culture(language);
  return { id, culture, ...publishedDocument(texts, entity, { name, culture, medium }) };
}

interface Sending {
  readonly deps: PrintDeps;
  readonly context: DocumentDeps['context'];
  readonly system: DocumentDeps['system'];
  readonly files: FileStore;
  readonly request: FastifyRequest;
  readonly actor: Actor;
  readonly entity: Entity;
}

/** Writes the mail, keeps its attachment, and sends it from the queue once both are stored. Throws `refused` above the tenant's hourly limit. */
async function send(on: Sending, asked: Readonly<Record<string, unknown>>) {
  const { deps, context, request, actor, entity } = on;
  const { mail, action } = mailing(actor);
  const key = idempotencyKey(request);
  const { subject, html, text } = await writeMail(deps, actor, entity, wanted(deps.texts, entity, asked, 'mail'));
  const most = await mailsPerHour(on.system, actor.tenant);
  if (!(await within(on.system, [[`mail-document:${actor.tenant}`, { seconds: 3600, most }]])))
    throw refused(issue('mail.tooMany', '', { most }));
  const attached = asked['attach'];
  const isAttached = attached !== undefined && attached !== null && attached !== '';
  // Nothing is kept for a mail that will be refused for its address.
  const attachments = isAttached && isAddress(mail, asked['to']) ? [await attachmentOf(on, asked, key)] : [];
  const { ids, refused: issues } = await insertMany(
    context,
    actor,
    mail,
    [{ input: { to: asked['to'], title: subject, content: text }, given: { locked: { markup: html, attachments } } }],
    { verb: 'add', key },
  );
  const id = ids[0];
  if (!id) throw refused(...(issues.get(0) ?? []));
  return runAction(context, thenWrite(actor, mail, action.name, request), action, { id });
}

function isAddress(mail: Entity, to: unknown): boolean {
  const field = mail.byName.get('to');
  const read = field?.type.parse(to, field.meta);
  return read?.ok === true && !isEmpty(read.value);
}

/** The file record of a printed document of the same record, in the same language. */
async function attachmentOf(
  { deps, context, files, actor, entity }: Sending,
  asked: Readonly<Record<string, unknown>>,
  key: string | null,
): Promise<string> {
  const request = wanted(deps.texts, entity, { ...asked, document: asked['attach'] }, undefined);
  const { name, printed } = await printDocument(deps, actor, entity, request);
  const stored = await files.save(Readable.from([printed.bytes]));
  try {
    const upload = { name, stored, place: files.place };
    const { answer, kept } = await keepFile(context, actor, upload, key === null ? null : `${key}:attachment`);
    if (!kept) await files.remove(stored.objectName);
    return answer;
  } catch (error) {
    await files.remove(stored.objectName);
    throw error;
  }
}
