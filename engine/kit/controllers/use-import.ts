import { useCallback, useEffect, useRef, useState } from 'react';
import { readStoredImports } from '../../core/index.ts';
import { useDataClient } from '../data/client.ts';
import { jobFailure, type ImportPreview, type ReadPreview } from '../data/data-client.ts';
import { newKey } from '../data/new-key.ts';
import { saveFile } from '../data/save-file.ts';
import { watchJob } from '../data/watch-job.ts';
import { removeStored, storeLocally, readStored } from '../ui/local-storage.ts';
import { fileKey, noMemory, remember, startMapping, type ImportMemory } from './import-columns.ts';

export interface ImportResult {
  added: number;
  refused: number;
  errorFile: string | null;
}

/**
 * An import is first `choosing` a file, then `reading` it, then `mapping` its columns beside its first rows, then
 * `running` on the server, then `done`. A file of another shape is `understood` instead, where a reader knows it. `failed` keeps what was chosen. A running one goes on without this page.
 */
export type ImportState =
  | { step: 'choosing' }
  | { step: 'reading'; file: File }
  | { step: 'mapping'; file: File; preview: ImportPreview; mapping: readonly (string | null)[]; busy: boolean }
  | { step: 'understood'; file: File; found: ReadPreview }
  | { step: 'running'; name: string; done: number; total: number | null }
  | { step: 'done'; name: string; result: ImportResult; repeated: boolean; file: File | null }
  | { step: 'failed'; error: unknown; file: File | null };

/**
 * Bringing rows of a file into an entity. Draws nothing. `suffices`: whether columns are all that a record needs, for
 * entities with a reader of other shapes; such a file is rows only where they are.
 */
export function useImport(
  path: string,
  onAdded: () => void,
  suffices: ((mapping: readonly (string | null)[]) => boolean) | null,
) {
  const client = useDataClient();
  const [state, setState] = useState<ImportState>({ step: 'choosing' });
  const memory = useRef<ImportMemory | null>(null);
  const turn = useRef(0);
  const abort = useRef<AbortController>(null);
  const place = `IMPORT.${path}`;
  const preferenceKey = `import.${path}`;
  const added = useRef(onAdded);
  added.current = onAdded;

  const follow = useCallback(
    async (job: string, name: string, repeated: boolean, file: File | null) => {
      const mine = new AbortController();
      abort.current?.abort();
      abort.current = mine;
      setState({ step: 'running', name, done: 0, total: null });
      try {
        const last = await watchJob({
          client,
          id: job,
          onState: ({ done, total }) => !mine.signal.aborted && setState({ step: 'running', name, done, total }),
          signal: mine.signal,
        });
        removeStored(place);
        if (last.state === 'failed') return setState({ step: 'failed', error: jobFailure(last.result), file });
        setState({ step: 'done', name, result: last.result as ImportResult, repeated, file });
        added.current();
      } catch (error) {
        if (!mine.signal.aborted) setState({ step: 'failed', error, file });
      }
    },
    [client, place],
  );

  useEffect(() => {
    // One that was started before goes on where it is.
    const running = readStored<{ job: string; name: string }>(place);
    if (running) void follow(running.job, running.name, false, null);
    return () => abort.current?.abort();
  }, [place, follow]);

  const look = useCallback(
    async (file: File, mapping: readonly (string | null)[] | null) => {
      const mine = ++turn.current;
      setState((before) =>
        before.step === 'mapping' && mapping ? { ...before, mapping, busy: true } : { step: 'reading', file },
      );
      try {
        const known = client.preference<unknown>(preferenceKey).then(readStoredImports, () => null);
        let preview = await client.importPreview(path, file, mapping);
        memory.current ??= (await known) ?? noMemory;
        let chosen = mapping ?? startMapping(preview, memory.current);
        if (!mapping && JSON.stringify(chosen) !== JSON.stringify(preview.mapping))
          preview = await client.importPreview(path, file, chosen);
        chosen = [...chosen];
        if (mine === turn.current) setState({ step: 'mapping', file, preview, mapping: chosen, busy: false });
      } catch (error) {
        if (mine === turn.current) setState({ step: 'failed', error, file });
      }
    },
    [client, path, preferenceKey],
  );

  const understand = async (file: File) => {
    const mine = ++turn.current;
    setState({ step: 'reading', file });
    const rows = await client.importPreview(path, file, null).catch(() => null);
    try {
      const found = rows && suffices?.(rows.mapping) ? null : await client.readPreview(path, file, {});
      if (mine !== turn.current) return;
      if (found && found.records.length > 0) setState({ step: 'understood', file, found });
      else await look(file, null);
    } catch (error) {
      if (mine === turn.current) setState({ step: 'failed', error, file });
    }
  };

  const start = async (again = false) => {
    const chosen =
      state.step === 'mapping'
        ? { file: state.file, header: state.preview.header, mapping: state.mapping }
        : last.current;
    if (!chosen) return;
    last.current = chosen;
    const { file, header, mapping } = chosen;
    setState({ step: 'running', name: file.name, done: 0, total: null });
    try {
      const key = (again ? null : await fileKey(path, file, mapping)) ?? newKey();
      const known = memory.current ?? noMemory;
      const repeated = known.keys.includes(key);
      const { job } = await client.import(path, file, mapping, key);
      memory.current = remember({ memory: known, header, mapping, key });
      client.savePreference(preferenceKey, memory.current).catch(() => undefined);
      storeLocally(place, { job, name: file.name }, storedMilliseconds);
      await follow(job, file.name, repeated, file);
    } catch (error) {
      setState({ step: 'failed', error, file });
    }
  };
  const last = useRef<{ file: File; header: readonly string[]; mapping: readonly (string | null)[] } | null>(null);

  return {
    state,
    choose: (file: File) => void (suffices ? understand(file) : look(file, null)),
    asRows: (file: File) => void look(file, null),
    map: (at: number, to: string | null) => {
      if (state.step !== 'mapping') return;
      const next = state.mapping.map((column, index) => (index === at ? to : column === to ? null : column));
      void look(state.file, next);
    },
    start,
    restart: () => setState({ step: 'choosing' }),
    template: async () => saveFile(await client.importTemplate(path)),
    reasons: async (id: string) => saveFile(await client.download(id)),
  };
}

const storedMilliseconds = 24 * 3_600_000;
