import { useTranslation } from 'react-i18next';
import type { EditProps, ReadProps } from './field-view.ts';
import { NumberControl } from './number-control.tsx';
import { NumberRead } from './text-read.tsx';

/** A quantity whose unit a sibling choice names: '0' for pounds and inches, '1' for kilograms and centimetres. */
export function MeasureEdit({ of, ...props }: EditProps & { of: 'weight' | 'length' }) {
  return <NumberControl {...props} places={0} unit={useUnit(of, props.field.meta.unit, props.siblings)} />;
}

export function MeasureRead({ of, ...props }: ReadProps & { of: 'weight' | 'length' }) {
  return <NumberRead {...props} unit={useUnit(of, props.field.meta.unit, props.record)} />;
}

function useUnit(of: 'weight' | 'length', field: string | undefined, siblings: Record<string, unknown>): string {
  const { t } = useTranslation();
  const system = field === undefined ? '' : String(siblings[field] ?? '');
  return system === '0' || system === '1' ? t(`field.unit.${of}.${system}`) : '';
}
