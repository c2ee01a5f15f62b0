import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Field } from '../../core/index.ts';
import { useDataClient } from '../data/client.ts';
import type { WireRecord } from '../data/data-client.ts';
import { entityLabels, type EntityLabels } from '../data/entity-labels.ts';
import { loadEntity } from '../data/use-entity.ts';
import { cellText } from '../fields/controls/cell-text.ts';
import { useCulture } from '../ui/culture.ts';

export interface BlockWords {
  entity: Entity;
  words: EntityLabels;
}

/** Access to the entity of a block, for queries besides the block's own. */
export function useLoadWords(path: string): () => Promise<BlockWords> {
  const client = useDataClient();
  const culture = useCulture();
  return async () => {
    const { entity, answer } = await loadEntity(client, culture, path);
    return { entity, words: entityLabels(answer) };
  };
}

export interface Wording {
  /** The label of a field's value; an empty value has its own label. */
  label(field: Field, row: WireRecord, words: EntityLabels): string;
  /** A number as the field that it was worked out of writes it; a count without one. */
  number(value: unknown, field: Field | null): string;
  /** The currency that all of a field is in, or ''. */
  currency(field: Field | null): string;
  /** The same, short enough for an axis: 1.2K. */
  short(value: number): string;
  percent(share: number): string;
}

/** How blocks write values and numbers in the present culture. */
export function useWording(): Wording {
  const { t } = useTranslation();
  const culture = useCulture();
  return useMemo(() => {
    const count = new Intl.NumberFormat(culture);
    const brief = new Intl.NumberFormat(culture, { notation: 'compact', maximumFractionDigits: 1 });
    const share = new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 1 });
    return {
      label: (field, row, words) => cellText(field, row, { words, culture }) || t('board.unset'),
      number(value, field) {
        if (value === null || value === undefined) return field ? t('board.none') : count.format(0);
        if (!field) return count.format(Number(value));
        return field.type.format(Number(value), field.meta, { culture, timeZone: 'UTC' });
      },
      currency: (field) => (/^[A-Z]{3}$/.test(field?.meta.currency ?? '') ? (field?.meta.currency ?? '') : ''),
      short: (value) => brief.format(value),
      percent: (value) => share.format(value),
    };
  }, [culture, t]);
}
