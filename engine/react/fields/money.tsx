import type { FieldMeta } from '../../index.ts';
import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { NumberControl } from './number-control.tsx';
import { NumberRead } from './text-read.tsx';

export const money: FieldView = { Edit: MoneyEdit, Read: MoneyRead, align: 'end' };

/** The currency of a money field: fixed, or what the sibling field says now. */
export function currencyOf(meta: FieldMeta, siblings: Record<string, unknown>): string {
  const { currency = '' } = meta;
  return /^[A-Z]{3}$/.test(currency) ? currency : String(siblings[currency] ?? '');
}

function MoneyEdit(props: EditProps) {
  const places = Math.min(props.field.meta.scale ?? 2, 2);
  return <NumberControl {...props} places={places} unit={currencyOf(props.field.meta, props.siblings)} />;
}

function MoneyRead(props: ReadProps) {
  return <NumberRead {...props} unit={currencyOf(props.field.meta, props.record)} />;
}
