import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCultures } from '../../engine/kit/index.ts';
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
  lang: string;
  rows: number | undefined;
  value: string;
  onSave: (text: string) => void;
}

function Line({ id, lang, rows, value, onSave }: LineProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const save = () => text !== value && onSave(text);
  const common = { id, lang, value: text, size: 'small', onBlur: save } as const;
  return rows ? (
    <Input.TextArea {...common} rows={rows} maxLength={2000} onChange={({ target }) => setText(target.value)} />
  ) : (
    <Input {...common} maxLength={200} onChange={({ target }) => setText(target.value)} onPressEnter={save} />
  );
}
