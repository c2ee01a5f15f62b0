import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../server/store/embedded.ts';
import { useMemoryFolder } from './run-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** A folder that goes with the run. */
    scratchDir: string;
  }
}

/** One Postgres for the whole run, in a folder that goes with it. Test files take databases of it by `createDatabase`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = useMemoryFolder();
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'));
  const postgres = await startEmbedded({
    dataDir,
    log: () => undefined,
    settings: {
      // Nothing here outlives the run; what must survive a crash is tested on clusters of its own.
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB' },
      // Every test file has nodes of its own, each with the pools of a whole server.
      max_connections: '300',
    },
  });
  project.provide('postgresUrl', postgres.url);
  project.provide('scratchDir', dataDir);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
    removeFolder();
  };
}
