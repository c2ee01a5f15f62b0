import { useCallback, useRef, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { readStoredImports } from '../../../core/index.ts';
import { useDataClient } from '../../data/client.ts';
import { noMemory, startMapping, type ImportMemory } from './import-columns.ts';
import type { ImportState, Mapping } from './import-state.ts';

export const preferenceOf = (path: string): string => `import.${path}`;

/** Reads a chosen file: as rows with a column for each field, or as what a reader of other shapes makes of it. The last asked for wins. */
export function useFileReading(
  path: string,
  setState: Dispatch<SetStateAction<ImportState>>,
  memory: RefObject<ImportMemory | null>,
) {
  const client = useDataClient();
  const turn = useRef(0);

  const look = useCallback(
    async (file: File, mapping: Mapping | null) => {
      const mine = ++turn.current;
      setState((before) =>
        before.step === 'mapping' && mapping ? { ...before, mapping, busy: true } : { step: 'reading', file },
      );
      try {
        const known = client.preference<unknown>(preferenceOf(path)).then(readStoredImports, () => null);
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
    [client, path, setState, memory],
  );

  /** `suffices`: whether columns are all that a record needs; such a file is rows only where they are. */
  const understand = async (file: File, suffices: (mapping: Mapping) => boolean) => {
    const mine = ++turn.current;
    setState({ step: 'reading', file });
    const rows = await client.importPreview(path, file, null).catch(() => null);
    try {
      const found = rows && suffices(rows.mapping) ? null : await client.readPreview(path, file, {});
      if (mine !== turn.current) return;
      if (found && found.records.length > 0) setState({ step: 'understood', file, found });
      else await look(file, null);
    } catch (error) {
      if (mine === turn.current) setState({ step: 'failed', error, file });
    }
  };

  return { look, understand };
}
