import type { FileStore } from '../files/file-store.ts';
import { mainOf } from '../files/object-names.ts';
import type { SystemDatabase } from '../store/system-database.ts';

/** Hours for which an object may lack a record: running uploads and jobs are younger. */
const youngest = 24;
const draftDays = 7;
const together = 500;

/**
 * Deletes objects without a record: interrupted uploads, and files of deleted records; also abandoned drafts. Answers
 * the number of objects.
 */
export async function sweepFiles(files: FileStore, { pool }: Pick<SystemDatabase, 'pool'>, now: Date): Promise<number> {
  const before = now.getTime() - youngest * 3_600_000;
  let removed = 0;
  const sweep = async (names: readonly string[]) => {
    const asked = [...new Set(names.map(mainOf))];
    const { rows } = await pool.query<{ name: string }>(
      // One file without a record shows nodes that they share the store.
      `SELECT "objectName" AS name FROM file WHERE "objectName" = ANY($1)
       UNION ALL SELECT object_name FROM lading.file_store`,
      [asked],
    );
    const known = new Set(rows.map(({ name }) => name));
    for (const name of asked) {
      if (known.has(name)) continue;
      await files.remove(name);
      removed += 1;
    }
  };
  let names: string[] = [];
  for await (const { objectName, at } of files.list()) {
    if (at.getTime() > before) continue;
    names.push(objectName);
    if (names.length < together) continue;
    await sweep(names);
    names = [];
  }
  if (names.length > 0) await sweep(names);
  await files.sweepDrafts(new Date(now.getTime() - draftDays * 86_400_000));
  return removed;
}
