import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon, iconNames } from '../../ui/icon.tsx';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';
import { useInputAria } from '../controls/use-input-aria.ts';

/** An icon, chosen by its looks or found by its name. */
export const icon: FieldView = {
  Edit: IconEdit,
  Read: ({ value }: ReadProps) =>
    typeof value === 'string' && value !== '' ? (
      <span className="icon-choice">
        <Icon name={value} /> <code className="read-code">{value}</code>
      </span>
    ) : (
      <EmptyValue />
    ),
};

function IconEdit({ value, onChange, control }: EditProps) {
  const { t } = useTranslation();
  const picker = useInputAria(control);
  const chosen = typeof value === 'string' && value !== '' ? value : undefined;
  // A name that came from elsewhere stays as it is until another is chosen.
  const names = chosen && !iconNames.includes(chosen) ? [chosen, ...iconNames] : iconNames;
  return (
    <Select
      {...picker}
      className="field-select"
      status={control['aria-invalid'] ? 'error' : ''}
      showSearch
      allowClear
      value={chosen}
      placeholder={t('icon.choose')}
      notFoundContent={t('icon.none')}
      options={names.map((name) => ({ value: name, label: name }))}
      optionRender={iconChoice}
      labelRender={iconChoice}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}

const iconChoice = ({ value }: { value?: string | number }) => <IconChoice name={String(value)} />;

const IconChoice = ({ name }: { name: string }) => (
  <span className="icon-choice">
    <Icon name={name} /> {name}
  </span>
);
