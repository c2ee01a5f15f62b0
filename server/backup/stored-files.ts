import type { Readable } from 'node:stream';
import type pg from 'pg';
import { AppError } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { BackupError } from './backup-error.ts';

/** The bytes of an object, or null where there are none. A store that fails fails: what it holds is not left out. */
export async function readStored(files: FileStore, objectName: string): Promise<Readable | null> {
  try {
    return await files.read(objectName);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'fileGone') return null;
    throw error;
  }
}

/** Refuses another store than the one of the installation's nodes, by the file that they leave there. */
export async function refuseOtherStore(client: pg.ClientBase, files: FileStore): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT object_name AS name FROM lading.file_store');
  if (rows[0] && !(await files.has(rows[0].name))) throw new BackupError('otherStore');
}

/** Most names that are told of lost files. */
const told = 20;

/** Called after the file is written: an operator must learn of lost files, and still has a backup of the rest. */
export function refuseLost(missing: readonly string[]): void {
  if (missing.length === 0) return;
  const more = missing.length > told ? `, and ${missing.length - told} more` : '';
  throw new BackupError('filesLost', `${missing.slice(0, told).join(', ')}${more}`);
}
