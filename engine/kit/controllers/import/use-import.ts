import { useRef, useState } from 'react';
import { useDataClient } from '../../data/client.ts';
import { newKey } from '../../data/new-key.ts';
import { saveFile } from '../../data/save-file.ts';
import { fileKey, noMemory, remember, type ImportMemory } from './import-columns.ts';
import type { ImportState, Mapping } from './import-state.ts';
import { preferenceOf, useFileReading } from './use-file-reading.ts';
import { useRunningImport } from './use-running-import.ts';

/**
 * Bringing rows of a file into an entity. Draws nothing. `suffices`: whether columns are all that a record needs, for
 * entities with a reader of other shapes; such a file is rows only where they are.
 */
export function useImport(path: string, onAdded: () => void, suffices: ((mapping: Mapping) => boolean) | null) {
  const client = useDataClient();
  const [state, setState] = useState<ImportState>({ step: 'choosing' });
  const memory = useRef<ImportMemory | null>(null);
  const last = useRef<{ file: File; header: readonly string[]; mapping: Mapping } | null>(null);
  const follow = useRunningImport(path, setState, onAdded);
  const { look, understand } = useFileReading(path, setState, memory);

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
      const { job } = await client.import(path, { file, mapping }, key);
      memory.current = remember({ memory: known, header, mapping, key });
      client.savePreference(preferenceOf(path), memory.current).catch(() => undefined);
      await follow({ job, name: file.name, repeated, file });
    } catch (error) {
      setState({ step: 'failed', error, file });
    }
  };

  return {
    state,
    choose: (file: File) => void (suffices ? understand(file, suffices) : look(file, null)),
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
