import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import {
  docOfMarkup,
  isNode,
  markupOf,
  pictureMark,
  survivesMarkup,
  withBlock,
  withoutPicture,
} from '../files/rich-markup.ts';
import { RichNodes } from '../files/rich-nodes.tsx';
import { RichPictures } from '../files/rich-pictures.tsx';
import { EmptyValue } from '../controls/text-read.tsx';
import { usePictures } from '../files/use-pictures.ts';

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

/** Text with light marks, a small bar for them, pictures, and a look at the result. The value is always a document. */
function RichTextEdit({ value, onChange, control, label }: EditProps) {
  const { t } = useTranslation();
  const area = useRef<TextAreaRef>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);
  const text = typing ?? markupOf(value);
  const latest = useRef(text);
  latest.current = text;
  const write = (next: string) => {
    setTyping(next);
    onChange(docOfMarkup(next));
  };
  /** Without the caret in the text, the editor follows the value. */
  const rewrite = (next: string) => {
    latest.current = next;
    if (typing !== null) setTyping(next);
    onChange(docOfMarkup(next));
  };
  // Pictures that come together stand one below the other, where the caret was last.
  const caret = useRef<number | null>(null);
  const pictures = usePictures(value, (id, words) => {
    const at = caret.current ?? boxOf(area.current)?.selectionStart ?? latest.current.length;
    const added = withBlock(latest.current, at, pictureMark(id, words));
    caret.current = added.end;
    rewrite(added.text);
  });
  const send = (files: readonly File[]) => {
    caret.current = null;
    void pictures.send(files);
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    // Words copied from an office program come with a picture of themselves.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    send(files);
  };
  const apply = (tool: (typeof tools)[number]) => {
    const box = boxOf(area.current);
    if (!box) return;
    const { selectionStart: from, selectionEnd: to } = box;
    write(withMark({ text, from, to, tool }));
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
        <RichPictures.Choose disabled={looking} onFiles={send} />
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
          onPaste={paste}
          onChange={({ target }) => write(target.value)}
        />
      )}
      <RichPictures.List value={value} pictures={pictures} onRemove={(id) => rewrite(withoutPicture(text, id))} />
      <p className="field-hint">
        {t(typing === null && !survivesMarkup(value) ? 'field.rich.complex' : 'field.rich.hint')}
      </p>
    </div>
  );
}

const boxOf = (area: TextAreaRef | null) => area?.resizableTextArea?.textArea ?? null;

function RichTextRead({ value }: Pick<ReadProps, 'value'> & Partial<ReadProps>) {
  return isNode(value) && value.content?.length ? (
    <div className="rich-read">
      <RichNodes nodes={value.content} />
    </div>
  ) : (
    <EmptyValue />
  );
}

function withMark({
  text,
  from,
  to,
  tool,
}: {
  text: string;
  from: number;
  to: number;
  tool: (typeof tools)[number];
}): string {
  const chosen = text.slice(from, to);
  if ('around' in tool) return `${text.slice(0, from)}${tool.around}${chosen}${tool.around}${text.slice(to)}`;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  return `${text.slice(0, start)}${text.slice(start, to).replace(/^/gm, tool.before)}${text.slice(to)}`;
}
