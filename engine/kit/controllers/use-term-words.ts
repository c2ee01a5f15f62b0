import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isDayRange } from '../../core/index.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { cellText, optionText } from '../fields/controls/cell-text.ts';
import { useCulture } from '../ui/culture.ts';
import { termParts } from './list-filters.ts';
import type { FilterTerm } from './list-state.ts';

/** A condition as text: `is Pending, Passed`, `from 10 to 20`; records by `titleOf`. */
export function useTermWords(
  { entity }: ReadyEntity,
  words: EntityLabels,
): (term: FilterTerm, titleOf: (id: string) => string, all?: boolean) => string {
  const { t } = useTranslation();
  const culture = useCulture();
  return useCallback(
    (term, titleOf, all = false) => {
      const field = entity.byName.get(term.field);
      if (!field) return '';
      if (term.operator === 'between' && isDayRange(term.value)) return t(`list.range.${term.value}`);
      const isReference = field.type.traits.pointsToRecords;
      const parts = term.operator === 'empty' || term.operator === 'notEmpty' ? [] : termParts(term);
      const worded = parts.map((part) => {
        if (isReference) return titleOf(part);
        if (field.type.traits.hasOptions) return optionText(field, part, words);
        if (field.meta.type === 'datetime') return part.replace(/ (00:00:00|23:59:59)$/, '');
        const parsed = field.type.parse(part, { ...field.meta, required: false });
        return parsed.ok && !['contains', 'startsWith'].includes(term.operator)
          ? cellText(field, { id: '', [field.name]: parsed.value }, { words, culture })
          : part;
      });
      const shown =
        worded.length > 3 && !all
          ? t('list.several', { first: worded.slice(0, 2).join(', '), more: worded.length - 2 })
          : worded.join(', ');
      return t(`operator.${term.operator}.words`, { value: shown, from: worded[0], to: worded[1] });
    },
    [entity, words, culture, t],
  );
}
