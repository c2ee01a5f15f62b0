import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadProps } from './field-view.ts';
import { useFieldHost } from './field-host.tsx';

/** The value in its type's own words; a quiet dash, read aloud as "empty", when there is none. */
export function TextRead({ field, value }: ReadProps) {
  const { format } = useFieldHost();
  const text = value === null || value === undefined ? '' : field.type.format(value, field.meta, format);
  return text === '' ? <EmptyValue /> : <span className="read-text">{text}</span>;
}

/** Numbers in tabular figures, with what they are counted in. */
export function NumberRead({ field, value, unit }: ReadProps & { unit?: ReactNode }) {
  const { format } = useFieldHost();
  if (value === null || value === undefined) return <EmptyValue />;
  return (
    <span className="read-number" data-negative={Number(value) < 0 ? true : undefined}>
      {field.type.format(value, field.meta, format)}
      {unit ? <span className="field-unit"> {unit}</span> : null}
    </span>
  );
}

export function EmptyValue() {
  const { t } = useTranslation();
  return (
    <span className="read-nothing">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('field.empty')}</span>
    </span>
  );
}
