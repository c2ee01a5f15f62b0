import { Checkbox, Select } from 'antd';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { EmptyValue } from '../controls/text-read.tsx';
import { useOptions } from '../pickers/use-options.ts';
import { useInputAria } from '../controls/use-input-aria.ts';

export const choices: FieldView = { Edit: ChoicesEdit, Read: ChoicesRead };

const openOptions = 4;

function ChoicesEdit({ field, value, onChange, control, compact }: EditProps) {
  const picker = useInputAria(control);
  const options = useOptions(field);
  const chosen = listOf(value);
  const change = (picked: string[]) => onChange(picked.length === 0 ? null : picked);
  if (!compact && options.length > 0 && options.length <= openOptions) {
    const { id, disabled, ...aria } = control;
    return (
      <div
        id={id}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={aria['aria-describedby']}
        tabIndex={-1}
      >
        <Checkbox.Group
          disabled={disabled}
          value={chosen}
          onChange={change}
          options={options.map((one) => ({ ...one }))}
        />
      </div>
    );
  }
  return (
    <Select
      {...picker}
      mode="multiple"
      className="field-select"
      status={control['aria-invalid'] ? 'error' : ''}
      value={chosen}
      onChange={change}
      options={options.map((one) => ({ ...one }))}
      optionFilterProp="label"
      maxTagCount="responsive"
    />
  );
}

function ChoicesRead({ field, value }: ReadProps) {
  const options = useOptions(field);
  const chosen = listOf(value);
  if (chosen.length === 0) return <EmptyValue />;
  return (
    <ul className="read-list">
      {chosen.map((one) => (
        <li key={one}>{options.find((option) => option.value === one)?.label ?? one}</li>
      ))}
    </ul>
  );
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
