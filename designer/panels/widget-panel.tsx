import { InputNumber, Select, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldTypes, type FieldMeta, type Issue } from '../../engine/core/index.ts';
import { useWidgets, widgetOptions } from '../../engine/kit/index.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useIssueLine, labelAt } from '../use-designer-words.ts';
import { TextOption } from './text-option.tsx';

/** Options of the field's custom widget, as its manifest declares them. */
export function WidgetPanel({ place, field }: { place: string; field: FieldMeta }) {
  const { t } = useTranslation('designer');
  const widget = useWidgets()[field.widget ?? ''];
  if (!widget || Object.keys(widget.options).length === 0) return null;
  const present = widgetOptions(widget, field.widgetOptions);
  return (
    <section aria-label={t('designer.widgetOptions')} className="widget-panel">
      <h3>{t('designer.widgetOptions')}</h3>
      {Object.entries(widget.options).map(([key, meta]) => (
        <WidgetOption
          key={key}
          place={place}
          name={key}
          meta={meta}
          words={`widget.${widget.name}.option.${key}`}
          ownValue={field.widgetOptions?.[key]}
          value={present[key]}
        />
      ))}
    </section>
  );
}

interface OptionProps {
  place: string;
  name: string;
  meta: FieldMeta;
  /** Where its words begin. */
  words: string;
  /** What the schema says; undefined where the widget's default stands. */
  ownValue: unknown;
  value: unknown;
}

/** One option: written as its field type reads it, refused with its own words, taken back to the default. */
function WidgetOption({ place, name, meta, words, ownValue, value }: OptionProps) {
  const { t } = useTranslation('designer');
  const id = useId();
  const store = useDesignerStore();
  const line = useIssueLine();
  const [faults, setFaults] = useState<readonly Issue[]>([]);
  const label = t(words);
  const fieldName = place.replace(/^fields\./, '');
  const who = useDesigner((state) => labelAt(state.document.texts[state.culture], `fields.${fieldName}`)) ?? fieldName;
  const change = (typed: unknown) => {
    const read = fieldTypes[meta.type].parse(typed, meta);
    if (!read.ok) return setFaults(read.issues);
    const at = `${place}.widgetOptions`;
    const current = store.getState().document.meta.fields[fieldName]?.widgetOptions ?? {};
    const { [name]: _, ...others } = current;
    const isEmpty = read.value === null || read.value === undefined || String(read.value) === '';
    const next = isEmpty ? others : { ...others, [name]: read.value };
    const isUnset = Object.keys(next).length === 0;
    if (isUnset && Object.keys(current).length === 0) return;
    const step = t('designer.step.option', { name: who, option: label });
    setFaults(store.getState().run(step, [isUnset ? { do: 'remove', at } : { do: 'set', at, value: next }]));
  };
  return (
    <div className="option-row" data-said={ownValue !== undefined || undefined}>
      <div className="option-head">
        <label htmlFor={id}>{label}</label>
        {ownValue === undefined ? null : (
          <button
            type="button"
            className="link-button"
            onClick={() => change(null)}
            aria-label={t('designer.resetOf', { name: label })}
          >
            {t('designer.reset')}
          </button>
        )}
      </div>
      <OptionControl id={id} meta={meta} words={words} value={value} onChange={change} />
      <p className="field-fault" role="alert" id={`${id}-fault`}>
        {faults.map(line).join(' ')}
      </p>
    </div>
  );
}

interface OptionControlProps extends Pick<OptionProps, 'meta' | 'words' | 'value'> {
  id: string;
  onChange: (typed: unknown) => void;
}

function OptionControl({ id, meta, words, value, onChange }: OptionControlProps) {
  const { t } = useTranslation('designer');
  const choices = (meta.options ?? []).map((each) => ({ value: each, label: t(`${words}.${each}`) }));
  const common = { id, size: 'small' as const, 'aria-describedby': `${id}-fault` };
  if (meta.type === 'boolean') return <Switch {...common} checked={value === true} onChange={onChange} />;
  if (meta.options)
    return (
      <Select
        {...common}
        className="field-select"
        mode={meta.type === 'choices' ? 'multiple' : undefined}
        allowClear
        value={value ?? (meta.type === 'choices' ? [] : null)}
        options={choices}
        onChange={onChange}
      />
    );
  if (meta.type === 'integer' || meta.type === 'decimal')
    return (
      <InputNumber {...common} className="field-select" value={numberOf(value)} onChange={onChange} changeOnBlur />
    );
  return <TextOption {...common} value={typeof value === 'string' ? value : ''} onCommit={onChange} />;
}

const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
