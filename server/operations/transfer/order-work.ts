import type { HandedFile, Upload } from '../../modules/module.ts';
import type { Culture } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { orderJob } from './jobs.ts';
import { entityOfFiles, fileRecord, type NamedObject } from './keep-file.ts';
import { write } from '../write/write.ts';

/** Uploads of business modules. */
export type Uploads = readonly Upload[];

/**
 * Orders the work of an upload: stores its files' records, the job and its queue entry in one transaction. `kept` is
 * false for a repeated request, whose files exist already.
 */
export async function orderWork(
  context: Context,
  actor: Actor,
  asked: {
    readonly upload: Upload;
    readonly files: readonly NamedObject[];
    readonly culture: Culture;
    readonly key: string | null;
  },
): Promise<{ job: string; kept: boolean }> {
  const { upload, files, culture, key } = asked;
  const entity = entityOfFiles(context);
  const id = context.newId();
  const handed = files.map(({ name, stored }): HandedFile => ({
    name,
    objectName: stored.objectName,
    size: stored.size,
    hash: stored.hash,
  }));
  const fingerprint = `${upload.path} ${handed.map(({ hash, name }) => `${hash} ${name}`).join(' ')}`;
  const job = await write(context, { actor, entity, key, fingerprint }, async (write) => {
    await write.open();
    const records = files.flatMap((file) => fileRecord(context, actor, file).statements);
    const ordered = orderJob(actor, 'work', id, {
      ...{ work: upload.work, entity: upload.needs.entity, culture, files: handed },
    });
    await write.run(...records, ...ordered, ...write.keeping(id));
    return id;
  });
  return { job, kept: job === id };
}
