import { Readable } from 'node:stream';
import type pg from 'pg';
import { livingNodesSql } from '../store/nodes/node-number.ts';
import type { FileStore } from './file-store.ts';

const othersSql = `SELECT count(*)::int AS living FROM (${livingNodesSql}) node WHERE number <> $1`;

/**
 * Whether this node sees the files of the nodes that run now: the first one leaves a file that all later ones look for.
 * A node that starts alone with another store than before (moved, or restored) leaves a new one.
 */
export async function sharesFiles(pool: pg.Pool, files: FileStore, ownNumber: number): Promise<boolean> {
  const known = await pool.query<{ name: string }>('SELECT object_name AS name FROM lading.file_store');
  const name = known.rows[0]?.name;
  if (name !== undefined && (await files.has(name))) return true;
  const { rows } = await pool.query<{ living: number }>(othersSql, [ownNumber]);
  if (name !== undefined && (rows[0]?.living ?? 0) > 0) return false;
  const { objectName } = await files.save(Readable.from([Buffer.from('Lading looks here for its files.\n')]));
  await pool.query(
    `INSERT INTO lading.file_store (id, object_name) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET object_name = $1`,
    [objectName],
  );
  return true;
}
