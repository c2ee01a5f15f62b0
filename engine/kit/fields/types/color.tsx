import { ColorPicker, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';

export const color: FieldView = { Edit: ColorEdit, Read: ColorRead };

function ColorEdit({ value, onChange, control, label }: EditProps) {
  const { t } = useTranslation();
  const text = typeof value === 'string' ? value : '';
  return (
    <span className="field-pair">
      <Input
        {...control}
        className="field-mono"
        maxLength={7}
        placeholder="#1677ff"
        status={control['aria-invalid'] ? 'error' : ''}
        value={text}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
      <ColorPicker
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : null}
        disabled={control.disabled}
        onChangeComplete={(picked) => onChange(picked.toHexString().slice(0, 7))}
      >
        <button
          type="button"
          className="field-swatch"
          aria-label={t('field.pick', { field: label })}
          style={{ background: text || 'transparent' }}
        />
      </ColorPicker>
    </span>
  );
}

function ColorRead({ value }: ReadProps) {
  if (typeof value !== 'string' || value === '') return <EmptyValue />;
  return (
    <span className="read-color">
      <span className="field-swatch" style={{ background: value }} aria-hidden="true" /> <code>{value}</code>
    </span>
  );
}
