import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ModuleFiles } from '../../modules/module.ts';
import { prepared } from '../../store/database.ts';
import { storedFileSql } from '../../store/file-sql.ts';
import type { Actor, Context } from '../context.ts';
import { entityOfFiles, fileRecord } from './keep-file.ts';

/** Files that modules store and read as the tenant's system actor. */
export function createModuleFiles(on: {
  readonly context: Context;
  /** Null if the node runs without a store, as scripts do. */
  readonly files: FileStore | null;
  systemIn(tenant: string): Promise<Actor>;
  /** Deletes the record of a file. */
  forget(tenant: string, id: string): Promise<void>;
}): ModuleFiles {
  const { context, systemIn } = on;
  const store = (): FileStore => {
    if (!on.files) throw new Error('this node was opened without a file store');
    return on.files;
  };
  const stream: ModuleFiles['stream'] = async (tenant, id) => {
    const actor = await systemIn(tenant);
    const [found] = await context.database.read(
      actor.entrance,
      prepared(storedFileSql(entityOfFiles(context), id), actor),
    );
    const row = found?.[0] as { object_name: string } | undefined;
    if (!row) throw new AppError('notFound');
    return store().read(row.object_name);
  };
  return {
    async keep({ tenant, customer, name, content }) {
      const actor = await systemIn(tenant);
      const files = store();
      const stored = await files.save(Buffer.isBuffer(content) ? Readable.from([content]) : content);
      try {
        const { id, statements } = fileRecord(context, actor, { name, stored, place: files.place, customer });
        await context.database.write(actor.entrance, (transaction) =>
          transaction.run(...statements.map((each) => prepared(each, actor))),
        );
        return id;
      } catch (error) {
        await files.remove(stored.objectName);
        throw error;
      }
    },
    stream,
    async drop(tenant, id) {
      const actor = await systemIn(tenant);
      const [found] = await context.database.read(
        actor.entrance,
        prepared(storedFileSql(entityOfFiles(context), id), actor),
      );
      const row = found?.[0] as { object_name: string } | undefined;
      if (row) await store().remove(row.object_name);
      await on.forget(tenant, id);
    },
    read: async (tenant, id) => buffer(await stream(tenant, id)),
  };
}
