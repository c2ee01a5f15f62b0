import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { fill, type Issue } from '../../../core/index.ts';
import { useFieldHost } from './field-host.tsx';

/**
 * An issue in the reader's language: the server's own words where it gave some, the entity's for a rule, the catalogue's
 * for a code. Parameters that name a field of the entity are worded as that field would be read.
 */
export function useIssueWords(): (issue: Issue & { message?: string }, label: string) => string {
  const { t } = useTranslation();
  const { entity, words, format } = useFieldHost();
  return useCallback(
    (found, label) => {
      if (found.message && found.message !== found.code) return found.message;
      if (!found.entity) return t(found.code, { field: label, ...found.params });
      const read = Object.entries(found.params ?? {}).map(([name, value]) => {
        const field = entity.byName.get(name);
        return [name, field ? field.type.format(value, field.meta, format) : value];
      });
      return fill(words.rule(found.code), Object.fromEntries(read));
    },
    [t, entity, words, format],
  );
}
