import { can, issue } from '../../../engine/core/index.ts';
import { AppError, refused } from '../../errors.ts';
import { isAccepted } from '../../files/sniff.ts';
import {
  addAttachmentSql,
  attachmentSql,
  attachmentsSql,
  dropAttachmentSql,
} from '../../store/beside-record/attachment-sql.ts';
import { prepared } from '../../store/database.ts';
import type { Actor, Context } from '../context.ts';
import { readableRecord, readPlain } from '../read/read-record.ts';
import { recordId } from '../record-id.ts';
import { uploadedFile } from './open-file.ts';

/** Kinds of file that a record takes: what an office passes around, nothing that runs. */
const attachmentKinds = [
  'image/*',
  'application/pdf',
  'text/plain',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/zip',
] as const;
const attachmentMaxSize = 20 * 1024 * 1024;
const maxFiles = 50;

type Input = Readonly<Record<string, unknown>>;

/** The files on a record that this person may read, as JSON text: `[{id, file, fileName, size, internal, at, by, name, own}]`. */
export async function readAttachments(context: Context, actor: Actor, input: Input): Promise<string> {
  const { entity, id } = await readableRecord(context, actor, input);
  const [found] = await context.database.read(actor.entrance, prepared(attachmentsSql(entity.name, id), actor));
  return String(found?.[0]?.['attachments'] ?? '[]');
}

/**
 * Puts a file that this person has uploaded on a record that they may read. Files of customers are never internal. Refuses
 * other kinds, more than 20 MB, and more than 50 files a record.
 */
export async function addAttachment(context: Context, actor: Actor, input: Input): Promise<{ id: string }> {
  const { entity, id: record } = await readableRecord(context, actor, input);
  const file = recordId(input['file']);
  const kept = await uploadedFile(context, actor, file);
  if (!kept) throw new AppError('notFound');
  if (!isAccepted(kept.media_type, attachmentKinds))
    throw refused(issue('file.accept', 'file', { accept: attachmentKinds.join(', ') }));
  if (Number(kept.size) > attachmentMaxSize)
    throw refused(issue('file.maxSize', 'file', { max: attachmentMaxSize / 1024 }));
  const internal = !actor.member && input['internal'] !== false;
  return context.database.write(actor.entrance, async (transaction) => {
    const row = { id: context.newId(), entity: entity.name, record, file, internal };
    const [added] = await transaction.run(prepared(addAttachmentSql(row, maxFiles), actor));
    if (!added?.length) throw refused(issue('attachment.tooMany', 'file', { max: maxFiles }));
    return { id: String(added[0]?.['id']) };
  });
}

/** Takes a file off a record; for the person who put it there, and for staff who may delete such records. */
export async function dropAttachment(context: Context, actor: Actor, input: Input): Promise<void> {
  const id = recordId(input['id']);
  const [found] = await context.database.read(actor.entrance, prepared(attachmentSql(id), actor));
  const row = found?.[0] as { entity: string; record: string; own: boolean } | undefined;
  const entity = actor.catalog.entities.find(({ name }) => name === row?.entity);
  if (!row || !entity) throw new AppError('notFound');
  await readPlain(context, actor, entity, row.record);
  const mayDelete = !actor.member && can(actor.rightsOn(entity), 'delete');
  if (!row.own && !mayDelete) throw new AppError('notFound');
  await context.database.write(actor.entrance, async (transaction) => {
    const [dropped] = await transaction.run(prepared(dropAttachmentSql(id), actor));
    if (!dropped?.length) throw new AppError('notFound');
  });
}
