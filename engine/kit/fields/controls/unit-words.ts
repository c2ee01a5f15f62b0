import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { valueTypeOf, type FieldMeta } from '../../../core/index.ts';

/**
 * The label of a quantity's unit: its fixed currency, or the present value of its sibling ('0' for pounds
 * and inches, '1' for kilograms and centimetres). Empty where nothing is said.
 */
export function useUnitWords(): (meta: FieldMeta, siblings: Record<string, unknown>) => string {
  const { t } = useTranslation();
  return useCallback(
    (meta, siblings) => {
      const type = valueTypeOf(meta);
      if (type === 'percent') return '';
      if (type === 'money' || type === 'rollup') {
        const { currency = '' } = meta;
        return isCurrency(currency) ? currency : String(siblings[currency] ?? '');
      }
      const system = meta.unit === undefined ? '' : String(siblings[meta.unit] ?? '');
      const measured = type === 'weight' || type === 'length';
      return measured && (system === '0' || system === '1') ? t(`field.unit.${type}.${system}`) : '';
    },
    [t],
  );
}

/** The siblings that tell a field's unit. */
export const unitSiblings = ({ unit, currency }: FieldMeta): string[] =>
  [unit, currency].filter((name) => name !== undefined && !isCurrency(name)).map(String);

const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);
