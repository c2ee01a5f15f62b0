import { Checkbox, DatePicker, Input, InputNumber, Radio, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { dayRanges, daysOfRange, isDayRange, type Field, type FilterOperator } from '../../core/index.ts';
import { clockIn } from '../controllers/actor-facts.ts';
import { filterEditor, filterOperators, isTicked, termOf, termParts } from '../controllers/list-filters.ts';
import type { FilterTerm } from '../controllers/list-state.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { useViewer } from '../data/viewer.ts';
import { optionText } from '../fields/controls/cell-text.ts';
import { ReferenceEditor } from './list-filter-reference.tsx';

interface Props {
  ready: ReadyEntity;
  field: Field;
  words: EntityLabels;
  term: FilterTerm | null;
  /** Applies and leaves the editor open. */
  onChange(term: FilterTerm | null): void;
  onApply(term: FilterTerm | null): void;
  onCancel(): void;
}

/**
 * One condition: an operator of the field's type, and what it needs. What is ticked counts at once, what is typed with
 * Enter; Escape closes.
 */
export function ListFilterEditor({ ready, field, words, term, onChange, onApply, onCancel }: Props) {
  const { t } = useTranslation();
  const operators = filterOperators(field);
  const [operator, setOperator] = useState<FilterOperator>(term?.operator ?? operators[0]!);
  const [parts, setParts] = useState<readonly string[]>(term ? termParts(term) : []);
  const next = termOf(field, operator, parts);
  const hasApplied = isTicked(filterEditor(field, operator));
  const form = useRef<HTMLFormElement>(null);
  useFocusOfValue(form, operator);
  const pick = (picked: readonly string[], complete = false) => {
    setParts(picked);
    (complete ? onApply : onChange)(termOf(field, operator, picked));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(next);
  };
  return (
    <form
      ref={form}
      className="filter-editor"
      aria-label={words.field(field.name)}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <OperatorSelect
        value={operator}
        operators={operators}
        onChange={(one) => {
          if (filterEditor(field, one) !== filterEditor(field, operator) || one === 'between' || operator === 'between')
            setParts([]);
          setOperator(one);
        }}
      />
      <div className="filter-value">
        <ValueEditor key={operator} {...{ ready, field, words, operator, parts }} onParts={setParts} onPick={pick} />
      </div>
      <div className="filter-editor-foot">
        {term ? (
          <button type="button" className="button is-plain" onClick={() => onApply(null)}>
            {t('list.removeFilter')}
          </button>
        ) : null}
        <button type="submit" className="button is-primary" disabled={!next}>
          {t(hasApplied ? 'list.done' : 'list.apply')}
        </button>
      </div>
    </form>
  );
}

function useFocusOfValue(form: RefObject<HTMLFormElement | null>, operator: FilterOperator): void {
  useEffect(() => {
    // A frame later: the popup is not visible yet, and what is hidden takes no focus.
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('.filter-value :is(input, textarea)')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [form, operator]);
}

interface OperatorProps {
  value: FilterOperator;
  operators: readonly FilterOperator[];
  onChange(operator: FilterOperator): void;
}

function OperatorSelect({ value, operators, onChange }: OperatorProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      variant="borderless"
      className="filter-operator"
      aria-label={t('list.operator')}
      value={value}
      popupMatchSelectWidth={false}
      getPopupContainer={(node) => node.parentElement ?? document.body}
      options={operators.map((one) => ({ value: one, label: t(`operator.${one}`) }))}
      onChange={onChange}
    />
  );
}

interface ValueProps {
  ready: ReadyEntity;
  field: Field;
  words: EntityLabels;
  operator: FilterOperator;
  parts: readonly string[];
  onParts(parts: readonly string[]): void;
  /** What was ticked; `complete` where nothing more can be. */
  onPick(parts: readonly string[], complete?: boolean): void;
}

function ValueEditor({ ready, field, words, operator, parts, onParts, onPick }: ValueProps) {
  const { t } = useTranslation();
  const label = words.field(field.name);
  const editor = filterEditor(field, operator);
  const range = operator === 'between';
  switch (editor) {
    case 'none':
      return null;
    case 'boolean':
      return (
        <Radio.Group
          value={parts[0]}
          onChange={(event) => onPick([String(event.target.value)], true)}
          options={[
            { value: 'true', label: t('value.yes') },
            { value: 'false', label: t('value.no') },
          ]}
        />
      );
    case 'choice':
      return <ChoiceEditor field={field} words={words} parts={parts} single={operator === 'ne'} onPick={onPick} />;
    case 'reference':
      return (
        <ReferenceEditor
          ready={ready}
          field={field}
          label={label}
          parts={parts}
          single={operator === 'ne'}
          onPick={onPick}
        />
      );
    case 'number':
      return <NumberEditor {...{ label, range, parts, onParts }} />;
    case 'date':
    case 'datetime':
      return <DateEditor editor={editor} label={label} operator={operator} parts={parts} {...{ onParts, onPick }} />;
    case 'time': {
      const times = parts.map((part) => (part ? dayjs(`2000-01-01 ${part}`) : null));
      return range ? (
        <TimePicker.RangePicker value={[times[0] ?? null, times[1] ?? null]} onChange={(_, texts) => onParts(texts)} />
      ) : (
        <TimePicker aria-label={label} value={times[0] ?? null} onChange={(_, text) => onParts([String(text)])} />
      );
    }
    default:
      return <TextEditor {...{ label, parts, onParts }} many={operator === 'in'} />;
  }
}

interface PlainProps extends Pick<ValueProps, 'parts' | 'onParts'> {
  label: string;
}

function NumberEditor({ label, range, parts, onParts }: PlainProps & { range: boolean }) {
  const { t } = useTranslation();
  return range ? (
    <span className="filter-range">
      <InputNumber
        stringMode
        aria-label={t('list.from', { name: label })}
        value={parts[0] || null}
        onChange={(value) => onParts([value ?? '', parts[1] ?? ''])}
      />
      <span aria-hidden="true">–</span>
      <InputNumber
        stringMode
        aria-label={t('list.to', { name: label })}
        value={parts[1] || null}
        onChange={(value) => onParts([parts[0] ?? '', value ?? ''])}
      />
    </span>
  ) : (
    <InputNumber
      stringMode
      aria-label={label}
      value={parts[0] || null}
      onChange={(value) => onParts([value ?? ''])}
      style={{ width: '100%' }}
    />
  );
}

function TextEditor({ label, many, parts, onParts }: PlainProps & { many: boolean }) {
  const { t } = useTranslation();
  return many ? (
    <Input.TextArea
      rows={4}
      aria-label={label}
      placeholder={t('list.pasteMany')}
      value={parts.join('\n')}
      onChange={(event) => onParts(event.target.value.split('\n'))}
    />
  ) : (
    <Input aria-label={label} value={parts[0] ?? ''} onChange={(event) => onParts([event.target.value])} />
  );
}

function ChoiceEditor({
  field,
  words,
  parts,
  single,
  onPick,
}: {
  field: Field;
  words: EntityLabels;
  parts: readonly string[];
  single: boolean;
  onPick: ValueProps['onPick'];
}) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const values = field.meta.options ?? words.options(field.name);
  const options = values.map((value) => ({ value, label: optionText(field, value, words) }));
  const shown = options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <div className="filter-choices">
      {options.length > 8 ? (
        <Input
          value={search}
          placeholder={t('list.search')}
          aria-label={t('list.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      {single ? (
        <Radio.Group
          className="filter-options"
          value={parts[0]}
          options={shown}
          onChange={(event) => onPick([String(event.target.value)], true)}
        />
      ) : (
        <Checkbox.Group
          className="filter-options"
          value={[...parts]}
          options={shown}
          onChange={(values) =>
            onPick([...parts.filter((part) => !shown.some(({ value }) => value === part)), ...values])
          }
        />
      )}
    </div>
  );
}

const dayFormat = 'YYYY-MM-DD';

function DateEditor({
  editor,
  label,
  operator,
  parts,
  onParts,
  onPick,
}: {
  editor: 'date' | 'datetime';
  label: string;
  operator: FilterOperator;
  parts: readonly string[];
  onParts: ValueProps['onParts'];
  onPick: ValueProps['onPick'];
}) {
  const { t } = useTranslation();
  const { timeZone } = useViewer().tenant;
  // A datetime is asked for by whole days: from the first second of one to the last of another.
  const ends = editor === 'datetime' ? [' 00:00:00', ' 23:59:59'] : ['', ''];
  const dayOf = (part: string | undefined) => (part ? dayjs(part.slice(0, 10)) : null);
  if (operator === 'between') {
    const range = isDayRange(parts[0]) ? parts[0] : null;
    const [from, to] = range ? daysOfRange(range, clockIn(timeZone).today) : parts;
    return (
      <>
        <div className="filter-presets">
          {dayRanges.map((name) => (
            <button
              key={name}
              type="button"
              className="chip is-more"
              aria-pressed={name === range}
              onClick={() => onPick([name], true)}
            >
              {t(`list.range.${name}`)}
            </button>
          ))}
        </div>
        <DatePicker.RangePicker
          aria-label={label}
          value={[dayOf(from), dayOf(to)]}
          onChange={(days) =>
            onParts(days ? days.map((day, index) => (day ? day.format(dayFormat) + ends[index] : '')) : [])
          }
        />
      </>
    );
  }
  const end = operator === 'lte' ? ends[1] : ends[0];
  return (
    <DatePicker
      aria-label={label}
      value={dayOf(parts[0])}
      onChange={(day) => onParts(day ? [day.format(dayFormat) + end] : [])}
      style={{ width: '100%' }}
    />
  );
}
