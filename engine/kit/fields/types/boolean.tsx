import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';

export const boolean: FieldView = { Edit: BooleanEdit, Read: BooleanRead };

function BooleanEdit({ value, onChange, control }: EditProps) {
  const { t } = useTranslation();
  return (
    <span className="field-switch">
      <Switch {...control} checked={value === true} onChange={onChange} />
      <span aria-hidden="true">{t(value === true ? 'field.yes' : 'field.no')}</span>
    </span>
  );
}

function BooleanRead({ value }: ReadProps) {
  const { t } = useTranslation();
  return typeof value === 'boolean' ? <span>{t(value ? 'field.yes' : 'field.no')}</span> : <EmptyValue />;
}
