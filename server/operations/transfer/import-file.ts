import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Entity } from '../../../engine/core/index.ts';
import { prepared } from '../../store/database.ts';
import { orderJobSql } from '../../store/job-sql.ts';
import type { Culture } from '../../texts.ts';
import type { Actor, Context } from '../context.ts';
import { runImport, type ImportRequest, type ImportRoom } from './import-records.ts';
import { readJob } from './jobs.ts';
import { fileRecord } from './keep-file.ts';

/** Imports a local file without the queue, as the job would; answers the job's result. */
export async function importFile(
  context: Context,
  actor: Actor,
  room: Omit<ImportRoom, 'signal'>,
  entity: Entity,
  path: string,
  culture: Culture,
): Promise<{ added: number; refused: number; errorFile: string | null }> {
  const stored = await room.files.save(createReadStream(path));
  const request: ImportRequest = { entity: entity.name, objectName: stored.objectName, culture };
  const id = context.newId();
  const source = fileRecord(context, actor, { name: basename(path), stored, place: room.files.place });
  const ordered = orderJobSql({ id, kind: 'import', request });
  await context.database.write(actor.entrance, (transaction) =>
    transaction.run(...[...source.statements, ordered].map((each) => prepared(each, actor))),
  );
  const { signal } = new AbortController();
  await runImport(context, actor, { ...room, signal }, { id, request, result: null });
  const { result } = await readJob(context, actor, id);
  return result as { added: number; refused: number; errorFile: string | null };
}
