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
import { MarkButtons, withMark, type MarkTool } from '../files/mark-tools.tsx';
import { RichNodes } from '../files/rich-nodes.tsx';
import { RichPictures } from '../files/rich-pictures.tsx';
import { EmptyValue } from '../controls/text-read.tsx';
import { usePictures } from '../files/use-pictures.ts';

export const richText: FieldView = { Edit: RichTextEdit, Read: RichTextRead, wide: true };

/** Text with light marks, a small bar for them, pictures, and a look at the result. The value is always a document. */
function RichTextEdit({ value, onChange, control, label }: EditProps) {
  const { t } = useTranslation();
  const [looking, setLooking] = useState(false);
  const { area, text, typing, setTyping, write, rewrite, pictures, send, paste, apply } = useRichText(value, onChange);
  return (
    <div className="rich-edit">
      <div
        className="rich-tools"
        role="toolbar"
        aria-label={t('field.rich.tools', { field: label })}
        aria-controls={control.id}
      >
        <MarkButtons disabled={looking} onPress={apply} />
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

/** The markup while it is typed, and what marks and pictures do to it. */
function useRichText(value: EditProps['value'], onChange: EditProps['onChange']) {
  const area = useRef<TextAreaRef>(null);
  const [typing, setTyping] = useState<string | null>(null);
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
  const apply = (tool: MarkTool) => {
    const box = boxOf(area.current);
    if (!box) return;
    const { selectionStart: from, selectionEnd: to } = box;
    write(withMark({ text, from, to, tool }));
    box.focus();
  };
  return { area, text, typing, setTyping, write, rewrite, pictures, send, paste, apply };
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
