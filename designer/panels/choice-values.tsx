import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command, FieldMeta, Tone } from '../../engine/core/index.ts';
import { optionNameOf } from '../document/new-field.ts';
import { at } from '../document/places.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';
import { MoveButtons } from './move-buttons.tsx';
import { Line } from './words.tsx';

const tones: readonly Tone[] = ['neutral', 'info', 'good', 'warn', 'bad'];

/** The values of a choice in their order, each with its words and its colour. */
export function ChoiceValues({ place, textKey }: { place: string; textKey: string | null }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const field = useDesigner((state) => at(state.document, place) as FieldMeta | undefined);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const culture = useDesigner((state) => state.culture);
  const [added, setAdded] = useState('');
  const values = field?.options ?? [];
  const run = (name: string, commands: Command[]) => store.getState().run(name, commands);
  const put = (next: readonly string[], name: string) =>
    run(name, [{ do: 'set', at: `${place}.options`, value: next }]);
  const add = () => {
    const value = optionNameOf(added);
    if (!value || values.includes(value)) return;
    const commands: Command[] = [{ do: 'set', at: `${place}.options`, value: [...values, value] }];
    if (textKey) commands.push({ do: 'text', culture, key: `${textKey}.${value}`, value: added.trim() });
    if (run(t('designer.step.value', { name: added.trim() }), commands).length === 0) setAdded('');
  };
  const move = (from: number, to: number) => {
    const value = values[from] ?? '';
    put(values.toSpliced(from, 1).toSpliced(to, 0, value), t('designer.step.move', { name: value }));
  };
  const remove = (value: string) => {
    const others = values.filter((each) => each !== value);
    put(others, t('designer.step.remove', { name: value }));
  };
  return (
    <fieldset className="choice-values">
      <legend>{t('designer.option.options')}</legend>
      <ul>
        {values.map((value, index) => (
          <li key={value}>
            <div className="choice-value">
              <span title={value}>{(textKey && labelAt(words, `${textKey}.${value}`)) || value}</span>
              <MoveButtons
                name={value}
                index={index}
                count={values.length}
                fixed={values.length === 1}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(value)}
              />
            </div>
            {textKey ? <ValueWords textKey={`${textKey}.${value}`} value={value} /> : null}
            {field?.type === 'choice' ? <ValueTone {...{ place, field, value }} /> : null}
          </li>
        ))}
      </ul>
      <Input
        size="small"
        value={added}
        aria-label={t('designer.newValue')}
        placeholder={t('designer.newValue')}
        onChange={(event) => setAdded(event.target.value)}
        onPressEnter={add}
        onBlur={add}
      />
    </fieldset>
  );
}

/** The word of a value in the language of the moment. */
function ValueWords({ textKey, value }: { textKey: string; value: string }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const culture = useDesigner((state) => state.culture);
  return (
    <Line
      label={t('designer.label')}
      lang={culture}
      value={labelAt(words, textKey) ?? ''}
      placeholder={value}
      onSave={(text) =>
        store
          .getState()
          .run(t('designer.step.label', { name: text }), [{ do: 'text', culture, key: textKey, value: text || null }])
      }
    />
  );
}

function ValueTone({ place, field, value }: { place: string; field: FieldMeta; value: string }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  return (
    <Select
      size="small"
      className="field-select"
      allowClear
      aria-label={t('designer.toneOf', { name: value })}
      placeholder={t('designer.tone')}
      value={field.tones?.[value] ?? null}
      options={tones.map((tone) => ({ value: tone, label: t(`designer.tone.${tone}`) }))}
      onChange={(tone: Tone | null) => {
        const { [value]: _, ...others } = field.tones ?? {};
        store
          .getState()
          .run(t('designer.step.tone', { name: value }), [
            { do: 'set', at: `${place}.tones`, value: tone ? { ...others, [value]: tone } : others },
          ]);
      }}
    />
  );
}
