import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isScreen, type SchemaDocument } from '../../engine/core/index.ts';
import { missingWords, suggestedWords, wordsTakenOver } from '../document/repairs.ts';
import { useDraft } from '../store.ts';
import { useWordPairs } from '../tools/use-names.ts';
import { useRun } from './parts.tsx';

/** What fills in missing words without typing, where the open document has any. */
export function useWordRepairs() {
  const { t } = useTranslation('designer');
  const run = useRun();
  const pair = useWordPairs();
  const document = useDraft<SchemaDocument>((state) => state.document);
  const { suggested, taken } = useMemo(() => {
    const missing = isScreen(document) ? [] : missingWords(document);
    return { suggested: suggestedWords(missing, pair), taken: wordsTakenOver(missing) };
  }, [document, pair]);
  return {
    suggested: suggested.length,
    taken: taken.length,
    suggest: () => run(t('review.step.suggest', { count: suggested.length }), suggested),
    takeOver: () => run(t('review.step.takeOver', { count: taken.length }), taken),
  };
}

export function RepairButtons({
  suggested,
  taken,
  suggest,
  takeOver,
}: {
  suggested: number;
  taken: number;
  suggest: () => void;
  takeOver: () => void;
}) {
  const { t } = useTranslation('designer');
  return (
    <>
      {suggested > 0 ? (
        <button type="button" className="button" onClick={suggest}>
          {t('review.suggestWords', { count: suggested })}
        </button>
      ) : null}
      {taken > 0 ? (
        <button type="button" className="button" onClick={takeOver}>
          {t('review.takeOver', { count: taken })}
        </button>
      ) : null}
    </>
  );
}
