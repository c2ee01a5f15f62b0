import { Checkbox, DatePicker, Input, InputNumber, Radio, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, FilterOperator } from '../../core/index.ts';
import { filterEditor, filterOperators, termOf, termParts } from '../controllers/list-filters.ts';
import type { FilterTerm } from '../controllers/list-state.ts';
import { useReferenceTitles } from '../controllers/use-reference-titles.ts';
import { useDataClient } from '../data/client.ts';
import type { EntityLabels } from '../data/entity-labels.ts';
import type { ReadyEntity } from '../data/use-entity.ts';
import { optionText } from '../fields/controls/cell-text.ts';

interface Props {
  ready: ReadyEntity;
  field: Field;
  words: EntityLabels;
  term: FilterTerm | null;
  onApply(term: FilterTerm | null): void;
  onCancel(): void;
}

/** One condition: an operator of the field's type, and what it needs. Enter applies, Escape leaves it as it was. */
export function ListFilterEditor({ ready, field, words, term, onApply, onCancel }: Props) {
  const { t } = useTranslation();
  const operators = filterOperators(field);
  const [operator, setOperator] = useState<FilterOperator>(term?.operator ?? operators[0]!);
  const [parts, setParts] = useState<readonly string[]>(term ? termParts(term) : []);
  const next = termOf(field, operator, parts);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A frame later: the popup is not visible yet, and what is hidden takes no focus.
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('.filter-value :is(input, textarea)')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [operator]);
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
      <Select
        size="small"
        variant="borderless"
        className="filter-operator"
        aria-label={t('list.operator')}
        value={operator}
        popupMatchSelectWidth={false}
        getPopupContainer={(node) => node.parentElement ?? document.body}
        options={operators.map((one) => ({ value: one, label: t(`operator.${one}`) }))}
        onChange={(one) => {
          if (filterEditor(field, one) !== filterEditor(field, operator) || one === 'between' || operator === 'between')
            setParts([]);
          setOperator(one);
        }}
      />
      <div className="filter-value">
        <ValueEditor
          key={operator}
          ready={ready}
          field={field}
          words={words}
          operator={operator}
          parts={parts}
          onParts={setParts}
        />
      </div>
      <div className="filter-editor-foot">
        {term ? (
          <button type="button" className="button is-plain" onClick={() => onApply(null)}>
            {t('list.removeFilter')}
          </button>
        ) : null}
        <button type="submit" className="button is-primary" disabled={!next}>
          {t('list.apply')}
        </button>
      </div>
    </form>
  );
}

interface ValueProps {
  ready: ReadyEntity;
  field: Field;
  words: EntityLabels;
  operator: FilterOperator;
  parts: readonly string[];
  onParts(parts: readonly string[]): void;
}

function ValueEditor({ ready, field, words, operator, parts, onParts }: ValueProps) {
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
          onChange={(event) => onParts([String(event.target.value)])}
          options={[
            { value: 'true', label: t('value.yes') },
            { value: 'false', label: t('value.no') },
          ]}
        />
      );
    case 'choice':
      return <ChoiceEditor field={field} words={words} parts={parts} single={operator === 'ne'} onParts={onParts} />;
    case 'reference':
      return (
        <ReferenceEditor
          ready={ready}
          field={field}
          label={label}
          parts={parts}
          single={operator === 'ne'}
          onParts={onParts}
        />
      );
    case 'number':
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
    case 'date':
    case 'datetime':
      return <DateEditor editor={editor} label={label} operator={operator} parts={parts} onParts={onParts} />;
    case 'time': {
      const times = parts.map((part) => (part ? dayjs(`2000-01-01 ${part}`) : null));
      return range ? (
        <TimePicker.RangePicker value={[times[0] ?? null, times[1] ?? null]} onChange={(_, texts) => onParts(texts)} />
      ) : (
        <TimePicker aria-label={label} value={times[0] ?? null} onChange={(_, text) => onParts([String(text)])} />
      );
    }
    default:
      return operator === 'in' ? (
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
}

function ChoiceEditor({
  field,
  words,
  parts,
  single,
  onParts,
}: {
  field: Field;
  words: EntityLabels;
  parts: readonly string[];
  single: boolean;
  onParts(parts: readonly string[]): void;
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
          onChange={(event) => onParts([String(event.target.value)])}
        />
      ) : (
        <Checkbox.Group
          className="filter-options"
          value={[...parts]}
          options={shown}
          onChange={(values) =>
            onParts([...parts.filter((part) => !shown.some(({ value }) => value === part)), ...values])
          }
        />
      )}
    </div>
  );
}

const debounceMilliseconds = 250;

function ReferenceEditor({
  ready,
  field,
  label,
  parts,
  single,
  onParts,
}: {
  ready: ReadyEntity;
  field: Field;
  label: string;
  parts: readonly string[];
  single: boolean;
  onParts(parts: readonly string[]): void;
}) {
  const { t } = useTranslation();
  const client = useDataClient();
  const path = ready.answer.refs[field.meta.to ?? ready.entity.name]?.path ?? null;
  const titleOf = useReferenceTitles(path, parts);
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<{ code: string; value: string }[] | null>(null);
  useEffect(() => {
    if (!path) return;
    const asked = { listOf: ready.entity.name, field: field.name };
    const abort = new AbortController();
    const timer = setTimeout(
      () =>
        client
          .dropDown(path, { ...asked, ...(search ? { searchValue: search } : {}) }, abort.signal)
          .then(setFound, () => !abort.signal.aborted && setFound([])),
      search ? debounceMilliseconds : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, path, search, ready.entity.name, field.name]);
  const chosen = parts.filter(Boolean);
  // What is chosen stays in sight while the person looks for more.
  const options = [
    ...chosen.map((id) => ({ value: id, label: titleOf(id) })),
    ...(found ?? [])
      .filter(({ code }) => !chosen.includes(code))
      .map(({ code, value }) => ({ value: code, label: value })),
  ];
  return (
    <div className="filter-choices">
      <Input
        value={search}
        placeholder={t('list.typeToFind')}
        aria-label={label}
        onChange={(event) => setSearch(event.target.value)}
      />
      {single ? (
        <Radio.Group
          className="filter-options"
          value={chosen[0]}
          options={options}
          onChange={(event) => onParts([String(event.target.value)])}
        />
      ) : (
        <Checkbox.Group
          className="filter-options"
          value={chosen}
          options={options}
          onChange={(values) => onParts(values)}
        />
      )}
      {found === null ? <p className="filter-note">{t('ui.loading')}</p> : null}
      {found?.length === 0 ? <p className="filter-note">{t('list.nothingFound')}</p> : null}
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
}: {
  editor: 'date' | 'datetime';
  label: string;
  operator: FilterOperator;
  parts: readonly string[];
  onParts(parts: readonly string[]): void;
}) {
  const { t } = useTranslation();
  // A datetime is asked for by whole days: from the first second of one to the last of another.
  const ends = editor === 'datetime' ? [' 00:00:00', ' 23:59:59'] : ['', ''];
  const dayOf = (part: string | undefined) => (part ? dayjs(part.slice(0, 10)) : null);
  const today = dayjs();
  if (operator === 'between') {
    const presets = [
      { label: t('list.range.today'), value: [today, today] as [dayjs.Dayjs, dayjs.Dayjs] },
      { label: t('list.range.days7'), value: [today.subtract(6, 'day'), today] as [dayjs.Dayjs, dayjs.Dayjs] },
      { label: t('list.range.days30'), value: [today.subtract(29, 'day'), today] as [dayjs.Dayjs, dayjs.Dayjs] },
      { label: t('list.range.month'), value: [today.startOf('month'), today] as [dayjs.Dayjs, dayjs.Dayjs] },
      {
        label: t('list.range.lastMonth'),
        value: [today.subtract(1, 'month').startOf('month'), today.subtract(1, 'month').endOf('month')] as [
          dayjs.Dayjs,
          dayjs.Dayjs,
        ],
      },
    ];
    return (
      <>
        <div className="filter-presets">
          {presets.map((preset) => (
            <button
              key={preset.label}
              type="button"
              className="chip is-more"
              onClick={() => onParts(preset.value.map((day, index) => day.format(dayFormat) + ends[index]))}
            >
              {preset.label}
            </button>
          ))}
        </div>
        <DatePicker.RangePicker
          aria-label={label}
          value={[dayOf(parts[0]), dayOf(parts[1])]}
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
