import { standingConnection } from '../store/standing-connection.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { Texts } from '../texts.ts';
import type { AddedCulture, Override } from '../words.ts';

/** An edited text as stored. */
export interface EditedText extends Override {
  id: string;
  version: number;
}

export interface LiveTexts {
  /** Resolves when this node uses the texts that the tables have now; answers their stamp. */
  fresh(): Promise<string>;
  edited(): readonly EditedText[];
  close(): Promise<void>;
}

/**
 * Keeps this node's texts in sync with the tables: loaded at the start and after every change on any node; callers that
 * need current texts wait for a fresh load.
 */
export async function startLiveTexts(system: SystemDatabase, listenUrl: string, texts: Texts): Promise<LiveTexts> {
  let stamp = '';
  let edited: readonly EditedText[] = [];
  let loading: Promise<void> | null = null;

  const load = async () => {
    // The stamp first: a change that comes between is read twice, never missed.
    const { rows } = await system.pool.query<{ stamp: string }>('SELECT stamp::text FROM lading.texts_stamp');
    const now = rows[0]?.stamp ?? '0';
    if (now === stamp) return;
    // One after the other, because a starting node has one open connection and should not wait for a second.
    const cultures = await system.pool.query<AddedCulture>(
      `SELECT code, name, coalesce(pseudo, false) AS pseudo FROM culture WHERE status = '0' ORDER BY code`,
    );
    const overrides = await system.pool.query<EditedText>(
      'SELECT id::text, version::int, culture, space, key, text FROM translation',
    );
    texts.replace(cultures.rows, overrides.rows);
    edited = overrides.rows;
    stamp = now;
  };
  // One load at a time; a caller during a load starts another, because the running one may have read too early.
  const fresh = async (): Promise<string> => {
    await loading?.catch(() => undefined);
    loading ??= load().finally(() => (loading = null));
    await loading;
    return stamp;
  };

  await fresh();
  const changed = () => void fresh().catch(() => undefined);
  const listener = standingConnection(listenUrl, {
    pause: { first: 500, max: 30_000 },
    async prepare(client) {
      client.on('notification', changed);
      await client.query('LISTEN lading_texts');
      // Changes made while not listening.
      changed();
    },
  });
  return { fresh, edited: () => edited, close: listener.close };
}
