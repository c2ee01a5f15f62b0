import { Select } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cellDraft, cellKind, readDraft } from '../controllers/inline/inline-edit.ts';
import type { InlineEdit, OpenCell } from '../controllers/inline/use-inline-edit.ts';
import { useDataClient } from '../data/client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { picksFrom } from '../fields/pickers/picks-from.ts';
import { referenceQuery } from '../fields/pickers/reference-query.ts';
import { useDropDown } from '../fields/pickers/use-dropdown.ts';

interface Props {
  ready: ReadyEntity;
  words: EntityLabels;
  edit: InlineEdit;
  open: OpenCell;
  /** The editor is gone: by Tab to the next cell (1) or the one before (-1), or back to the cell (0). */
  onLeave(step: -1 | 0 | 1): void;
}

/** An editor over the cell. Enter and leaving it save, Tab saves and goes on, Escape leaves the cell as it was. */
export function ListCellEditor({ ready, words, edit, open, onLeave }: Props) {
  const { t } = useTranslation();
  const { field, record, at } = open;
  const to = picksFrom(field, ready.answer.refs);
  const [text, setText] = useState(() => cellDraft(field, record));
  const [wrong, setWrong] = useState<string | null>(null);
  const over = useRef(false);
  const leave = (step: -1 | 0 | 1) => {
    over.current = true;
    onLeave(step);
  };
  const finish = (draft: string, step: -1 | 0 | 1, title?: string) => {
    if (over.current) return;
    const read = readDraft(field, draft);
    if (!read.ok)
      return setWrong(
        read.issues.map(({ code, params }) => t(code, { field: words.field(field.name), ...params })).join(' '),
      );
    edit.commit(read.value, title);
    leave(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      edit.cancel();
      leave(0);
    } else if (event.key === 'Enter' && to === null) {
      event.preventDefault();
      finish(text, 0);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      finish(text, event.shiftKey ? -1 : 1);
    }
  };
  const shared = {
    'aria-label': t('inline.label', { field: words.field(field.name) }),
    'aria-invalid': wrong !== null,
    onKeyDown,
    onBlur: () => finish(text, 0),
  };
  return (
    <div
      className="cell-editor"
      style={{ left: at.left, top: at.top, minWidth: at.width, height: at.height }}
      data-wrong={wrong !== null}
    >
      <Control ready={ready} to={to} words={words} open={open} {...{ text, shared, finish }} setText={change} />
      {wrong ? <CellFault said={wrong} /> : null}
    </div>
  );

  function change(next: string): void {
    setWrong(null);
    setText(next);
  }
}

const CellFault = ({ said }: { said: string }) => (
  <span className="cell-editor-wrong" role="alert">
    {said}
  </span>
);

interface ControlProps extends Pick<Props, 'ready' | 'words' | 'open'> {
  /** The entity to pick from; null where the value is typed. */
  to: string | null;
  text: string;
  shared: object;
  setText(text: string): void;
  finish(text: string, step: 0, title?: string): void;
}

const Control = ({ to, ...props }: ControlProps) =>
  to === null ? <TypedControl {...props} /> : <Picker {...props} to={to} />;

const inputTypes = { text: 'text', number: 'text', date: 'date', datetime: 'datetime-local', time: 'time' } as const;

function TypedControl({ words, open, text, shared, setText }: Omit<ControlProps, 'ready' | 'to' | 'finish'>) {
  const { t } = useTranslation();
  const { field } = open;
  const kind = cellKind(field);
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useEffect(() => {
    input.current?.focus();
    if (kind === 'text' || kind === 'number') input.current?.select();
  }, [kind]);
  if (kind === 'choice') {
    const isFlag = field.meta.type === 'boolean';
    const values = isFlag ? ['true', 'false'] : (field.meta.options ?? words.options(field.name));
    const wordOf = (value: string) =>
      isFlag ? t(value === 'true' ? 'value.yes' : 'value.no') : words.option(field.name, value);
    return (
      <select {...shared} ref={input} value={text} onChange={({ target }) => setText(target.value)}>
        {field.meta.required === true && text !== '' ? null : <option value="" />}
        {values.map((value) => (
          <option key={value} value={value}>
            {wordOf(value)}
          </option>
        ))}
      </select>
    );
  }
  const type = inputTypes[kind === 'reference' ? 'text' : (kind ?? 'text')];
  return (
    <input
      {...shared}
      ref={input}
      type={type}
      step={kind === 'datetime' || kind === 'time' ? 1 : undefined}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      className={kind === 'number' ? 'is-numeric' : undefined}
      maxLength={field.meta.maxLength}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

function Picker({ ready, to, words, open, shared, finish }: Omit<ControlProps, 'text' | 'setText'> & { to: string }) {
  const { t } = useTranslation();
  const { field, record } = open;
  const target = ready.answer.refs[to]?.path ?? to;
  const { choices, state, search } = useDropDown(useDataClient(), target, () =>
    referenceQuery(ready.entity, { field }, record),
  );
  useEffect(() => search(''), [search]);
  const value = record[field.name];
  const current =
    typeof value === 'string' && value !== ''
      ? { value, label: words.title(to, value, record[`$${field.name}`]) }
      : undefined;
  return (
    <Select
      {...shared}
      autoFocus
      defaultOpen
      variant="borderless"
      labelInValue
      showSearch
      allowClear={field.meta.required !== true}
      filterOption={false}
      defaultValue={current}
      placeholder={t('field.search')}
      loading={state === 'loading'}
      options={choices.map((one) => ({ ...one, label: words.title(to, one.value, one.label) }))}
      popupMatchSelectWidth={false}
      onSearch={search}
      onOpenChange={(isOpen) => isOpen && search('')}
      onChange={(picked) => finish(picked?.value ?? '', 0, picked ? String(picked.label) : undefined)}
    />
  );
}
