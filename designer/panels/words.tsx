import { Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command, Issue } from '../../engine/core/index.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { useIssueLine, labelAt } from '../use-designer-words.ts';

/** A part's label in the language being edited, and its technical name. */
export function Words({
  place,
  textKey,
  otherwise,
  name,
  help = null,
}: {
  place: string;
  textKey: string;
  otherwise: string;
  name: string;
  help?: string | null;
}) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const culture = useDesigner((state) => state.culture);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const label = labelAt(words, textKey) ?? '';
  const text = (key: string, value: string): Command[] => [{ do: 'text', culture, key, value: value || null }];
  const run = (step: string, commands: Command[]) =>
    store.getState().run(t(step, { name: label || otherwise }), commands);
  return (
    <>
      <Line
        label={t('designer.label')}
        value={label}
        lang={culture}
        placeholder={otherwise}
        onSave={(value) => run('designer.step.label', text(textKey, value))}
      />
      {help ? (
        <Line
          label={t('designer.helpText')}
          value={labelAt(words, help) ?? ''}
          lang={culture}
          onSave={(value) => run('designer.step.help', text(help, value))}
        />
      ) : null}
      <details className="option-advanced">
        <summary>{t('designer.advanced')}</summary>
        <Line
          label={t('designer.codeName')}
          value={name}
          mono
          onSave={(to) => run('designer.step.rename', [{ do: 'rename', at: place, to }])}
        />
      </details>
    </>
  );
}

/** A line of text that counts when it is left; what is refused goes back with its reason. */
export function Line({
  label,
  value,
  lang,
  mono,
  placeholder,
  onSave,
}: {
  label: string;
  value: string;
  lang?: string;
  mono?: boolean;
  placeholder?: string;
  onSave: (value: string) => readonly Issue[];
}) {
  const id = useId();
  const line = useIssueLine();
  const [text, setText] = useState(value);
  const [fault, setFault] = useState('');
  useEffect(() => setText(value), [value]);
  const save = () => {
    const next = text.trim();
    if (next === value) return setFault('');
    const issues = onSave(next);
    setFault(issues.map(line).join(' '));
  };
  return (
    <div className="option-row">
      <div className="option-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <Input
        id={id}
        size="small"
        lang={lang}
        className={mono ? 'field-mono' : undefined}
        value={text}
        placeholder={placeholder}
        aria-invalid={fault !== '' || undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onPressEnter={save}
      />
      {fault ? (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
