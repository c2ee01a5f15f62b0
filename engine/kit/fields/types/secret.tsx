import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secretMask } from '../../../core/index.ts';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';

export const secret: FieldView = { Edit: SecretEdit, Read: SecretRead };

/** Write-only: what is kept shows as a constant mask; "change" opens an empty box, and going back restores the mask. */
function SecretEdit({ value, onChange, control, label }: EditProps) {
  const { t } = useTranslation();
  const [isStored] = useState(value === secretMask);
  if (isStored && value === secretMask) {
    return (
      <span className="field-pair">
        <span className="read-code">{secretMask}</span>
        <Button
          {...control}
          // A button cannot be required, and what is kept here needs nothing.
          aria-required={undefined}
          aria-label={t('field.secret.changeOf', { field: label })}
          onClick={() => onChange('')}
        >
          {t('field.secret.change')}
        </Button>
      </span>
    );
  }
  return (
    <span className="field-pair">
      <Input.Password
        {...control}
        autoFocus={isStored}
        autoComplete="new-password"
        status={control['aria-invalid'] ? 'error' : ''}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' && !isStored ? null : target.value)}
      />
      {isStored ? <Button onClick={() => onChange(secretMask)}>{t('field.secret.keep')}</Button> : null}
    </span>
  );
}

function SecretRead({ value }: ReadProps) {
  const { t } = useTranslation();
  if (value === null || value === undefined || value === '') return <EmptyValue />;
  return (
    <span className="read-code" aria-label={t('field.secret.kept')} role="img">
      {secretMask}
    </span>
  );
}
