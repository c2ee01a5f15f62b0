import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { wordAt as engineWordAt, type Issue, type WordTree } from '../engine/core/index.ts';
import { useDraft } from './store.ts';

/** The message of an issue: the server's own if it sent one. */
export function useIssueLine(): (issue: Issue & { message?: string }) => string {
  const { t } = useTranslation('designer');
  return useCallback(
    (found) =>
      // The server has no words for what only a designer finds; then it says the code.
      found.message && found.message !== found.code
        ? found.message
        : t(found.code, { field: found.path, ...found.params }),
    [t],
  );
}

/** A label of the entity in the language being edited: `word('fields.weight')`; undefined if missing. */
export function useWord(): (key: string) => string | undefined {
  const words = useDraft((state) => state.document.texts[state.culture]);
  return useCallback((key) => labelAt(words, key), [words]);
}

/** The word at a key; undefined where there is none. */
export const labelAt = (words: WordTree | undefined, key: string): string | undefined =>
  engineWordAt(words, key) || undefined;

/** How a revision is called; 0 is what was delivered. */
export function useRevisionWord(): (revision: number) => string {
  const { t } = useTranslation('designer');
  return (revision) => (revision === 0 ? t('designer.builtIn') : t('designer.revision', { revision }));
}
