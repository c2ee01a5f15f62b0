import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditProps, FieldView, ReadProps } from './field-view.ts';
import { docOfMarkup, isNode, markupOf, survivesMarkup } from './rich-markup.ts';
import { RichNodes } from './rich-nodes.tsx';
import { Nothing } from './text-read.tsx';

export const richText: FieldView = { Edit: RichTextEdit, Read: RichTextRead, wide: true };

/** What each button puts around the selection, or before each of its lines. */
const tools = [
  { name: 'bold', around: '**', face: 'B' },
  { name: 'italic', around: '*', face: 'I' },
  { name: 'heading', before: '## ', face: 'H' },
  { name: 'bullets', before: '- ', face: '•' },
  { name: 'numbers', before: '1. ', face: '1.' },
  { name: 'quote', before: '> ', face: '”' },
] as const;

/** Text with light marks, a small bar for them, and a look at the result. The value is always a document. */
function RichTextEdit({ value, onChange, control, label }: EditProps) {
  const { t } = useTranslation();
  const area = useRef<TextAreaRef>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);
  const text = typing ?? markupOf(value);
  const write = (next: string) => {
    setTyping(next);
    onChange(docOfMarkup(next));
  };
  const apply = (tool: (typeof tools)[number]) => {
    const box = area.current?.resizableTextArea?.textArea;
    if (!box) return;
    const { selectionStart: from, selectionEnd: to } = box;
    write(dressed(text, from, to, tool));
    box.focus();
  };
  return (
    <div className="rich-edit">
      <div
        className="rich-tools"
        role="toolbar"
        aria-label={t('field.rich.tools', { field: label })}
        aria-controls={control.id}
      >
        {tools.map((tool) => (
          <Button
            key={tool.name}
            type="text"
            size="small"
            disabled={looking}
            aria-label={t(`field.rich.${tool.name}`)}
            title={t(`field.rich.${tool.name}`)}
            onClick={() => apply(tool)}
          >
            <span data-tool={tool.name} data-face={tool.face} aria-hidden="true" />
          </Button>
        ))}
        <Button type="text" size="small" aria-pressed={looking} onClick={() => setLooking(!looking)}>
          {t(looking ? 'field.rich.edit' : 'field.rich.look')}
        </Button>
      </div>
      {looking ? (
        <RichTextRead {...{ value, record: {} }} />
      ) : (
        <Input.TextArea
          {...control}
          ref={area}
          autoSize={{ minRows: 5, maxRows: 24 }}
          status={control['aria-invalid'] ? 'error' : ''}
          value={text}
          onBlur={() => setTyping(null)}
          onChange={({ target }) => write(target.value)}
        />
      )}
      <p className="field-hint">
        {t(typing === null && !survivesMarkup(value) ? 'field.rich.complex' : 'field.rich.hint')}
      </p>
    </div>
  );
}

function RichTextRead({ value }: Pick<ReadProps, 'value'> & Partial<ReadProps>) {
  return isNode(value) && value.content?.length ? (
    <div className="rich-read">
      <RichNodes nodes={value.content} />
    </div>
  ) : (
    <Nothing />
  );
}

function dressed(text: string, from: number, to: number, tool: (typeof tools)[number]): string {
  const chosen = text.slice(from, to);
  if ('around' in tool) return `${text.slice(0, from)}${tool.around}${chosen}${tool.around}${text.slice(to)}`;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  return `${text.slice(0, start)}${text.slice(start, to).replace(/^/gm, tool.before)}${text.slice(to)}`;
}
