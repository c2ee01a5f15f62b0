import { Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkButtons, useCultures, withMark } from '../../engine/kit/index.ts';
import { Labelled } from '../panels/parts.tsx';
import { useScreen } from '../store.ts';
import { labelAt } from '../use-designer-words.ts';
import type { ScreenSteps } from './use-screen-steps.ts';

interface Props {
  /** `title`, `blocks.<name>`, `bodies.<name>`. */
  textKey: string;
  label: string;
  steps: ScreenSteps;
  rows?: number;
}

/** One text in every language, each counted when it is left. */
export function Texts({ textKey, label, steps, rows }: Props) {
  const { t } = useTranslation('designer');
  const cultures = useCultures();
  const texts = useScreen((state) => state.document.texts);
  return cultures.map(({ code, name }) => (
    <Labelled key={code} label={t('screens.textIn', { label, language: name })}>
      {({ id }) => (
        <Line
          label={label}
          id={id}
          lang={code}
          rows={rows}
          value={labelAt(texts[code], textKey) ?? ''}
          onSave={(text) => steps.text(code, textKey, text)}
        />
      )}
    </Labelled>
  ));
}

interface LineProps {
  id: string;
  label: string;
  lang: string;
  rows: number | undefined;
  value: string;
  onSave: (text: string) => void;
}

/** A line, or with `rows` a text with light marks and buttons for them. */
function Line({ id, label, lang, rows, value, onSave }: LineProps) {
  const { t } = useTranslation();
  const area = useRef<TextAreaRef>(null);
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const save = () => text !== value && onSave(text);
  const common = { id, lang, value: text, size: 'small', onBlur: save } as const;
  const mark = (tool: Parameters<typeof withMark>[0]['tool']) => {
    const box = area.current?.resizableTextArea?.textArea;
    if (!box) return;
    setText(withMark({ text, from: box.selectionStart, to: box.selectionEnd, tool }));
    // What is typed is kept when the text is left.
    box.focus();
  };
  return rows ? (
    <div className="rich-edit">
      <div
        className="rich-tools"
        role="toolbar"
        aria-label={t('field.rich.tools', { field: label })}
        aria-controls={id}
      >
        <MarkButtons onPress={mark} />
      </div>
      <Input.TextArea
        {...common}
        ref={area}
        rows={rows}
        maxLength={2000}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="panel-hint">{t('screens.markHint', { ns: 'designer' })}</p>
    </div>
  ) : (
    <Input {...common} maxLength={200} onChange={({ target }) => setText(target.value)} onPressEnter={save} />
  );
}

/** The address of an embedded page, counted when it is left. */
export function Address({ value, onSave }: { value: string; onSave: (url: string) => void }) {
  const { t } = useTranslation('designer');
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const save = () => text.trim() !== value && onSave(text.trim());
  return (
    <Labelled label={t('screens.option.url')} hint={t('screens.urlHint')}>
      {({ id, describedBy }) => (
        <Input
          {...{ id, value: text, size: 'small', maxLength: 500 }}
          aria-describedby={describedBy}
          onBlur={save}
          onPressEnter={save}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Labelled>
  );
}
