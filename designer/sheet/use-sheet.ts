import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDataClient } from '../../engine/kit/index.ts';
import { findReferences, type Target } from './find-references.ts';
import { guessColumns } from './guess.ts';
import type { Sheet } from './read-sheet.ts';
import { namesOf, type NamedColumn, type Naming } from './sheet-document.ts';

/**
 * The columns of a sheet as they are guessed, and as a person changes them. Names that were not typed follow the labels as
 * they are loaded, references are set as they are found.
 */
export function useSheetColumns(sheet: Sheet, naming: Naming, targets: readonly Target[]) {
  const { t } = useTranslation('designer');
  const client = useDataClient();
  const { first, pair } = naming;
  const start = useMemo(() => guessColumns(sheet), [sheet]);
  const [changed, setChanged] = useState<ReadonlyMap<number, Partial<NamedColumn>>>(new Map());
  const [isLooking, setLooking] = useState(true);
  const change = (at: number, next: Partial<NamedColumn>) =>
    setChanged((before) => new Map(before).set(at, { ...before.get(at), ...next }));
  useEffect(() => {
    const abort = new AbortController();
    findReferences(client, { sheet, columns: start, targets }, abort.signal).then(
      (found) => {
        for (const [at, to] of found)
          // What the person entered in the meantime wins.
          setChanged((before) =>
            before.get(at)?.type ? before : new Map(before).set(at, { ...before.get(at), type: 'reference', to }),
          );
        setLooking(false);
      },
      () => abort.signal.aborted || setLooking(false),
    );
    return () => abort.abort();
  }, [client, sheet, start, targets]);
  const columns = useMemo(() => {
    const seen = new Map<string, number>();
    return start.map((column): NamedColumn => {
      const head = column.head === '' ? t('sheet.column', { count: column.at + 1 }) : column.head;
      const count = (seen.get(head.toLowerCase()) ?? 0) + 1;
      seen.set(head.toLowerCase(), count);
      const names = namesOf(head, { first, pair });
      const numbered = Object.fromEntries(
        Object.entries(names).map(([culture, name]) => [culture, count > 1 && name ? `${name} ${count}` : name]),
      ) as NamedColumn['names'];
      return { ...column, names: numbered, ...changed.get(column.at) };
    });
  }, [start, changed, first, pair, t]);
  return { columns, change, isLooking };
}
