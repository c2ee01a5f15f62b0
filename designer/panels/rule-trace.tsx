import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  explainField,
  explainRule,
  fieldTypes,
  rulesOf,
  type Entity,
  type Explained,
  type Field,
} from '../../engine/core/index.ts';
import { StatusTag, type WireRecord } from '../../engine/kit/index.ts';
import { freeName } from '../document/form-moves.ts';
import { useDesigner } from '../store.ts';
import { testOf } from './save-rule-test.ts';
import { Labelled, Pick, useDraftEntity, usePartWords, useRun } from './parts.tsx';
import { SamplePicker, useTryBindings } from './sample-record.tsx';

/**
 * Why a field is hidden, locked or required, or a rule holds, on a record: every part of the condition with its answer. What it reads
 * can be changed here, to see what would be.
 */
export function RuleTrace({ about, onAbout }: { about: string; onAbout: (about: string) => void }) {
  const { t } = useTranslation('designer');
  const meta = useDesigner((state) => state.document.meta);
  const others = useDesigner((state) => state.others);
  const run = useRun();
  const entity = useDraftEntity();
  const [record, setRecord] = useState<WireRecord | null>(null);
  const [changed, setChanged] = useState<Readonly<Record<string, unknown>>>({});
  const [role, setRole] = useState('clerk');
  const bindingsFor = useTryBindings();
  if (!entity) return null;
  const rules = rulesOf(meta, others).filter(
    ({ expects, kind, lines }) => expects === 'bool' && kind !== 'filter' && !lines,
  );
  const field = entity.byName.get(about);
  const rule = rules.find(({ at }) => at === about);
  const bindings = bindingsFor({ ...record, ...changed }, role);
  const states = field ? explainField(entity, field, bindings) : [];
  const because = rule ? explainRule(rule.text, rule.scope, { ...bindings, old: bindings.record, input: {} }) : null;
  const save = () => {
    const name = freeName(meta.tests ?? {}, rule?.code ?? (field ? field.name : 'case'));
    run(t('rules.tests.step.keep', { name }), [
      { do: 'set', at: `tests.${name}`, value: testOf(entity, field ?? rule, bindings) },
    ]);
  };
  const reads = [...new Set([...states.flatMap((state) => readsOf(state.because)), ...readsOf(because)])];
  return (
    <section className="rule-trace" aria-label={t('rules.why')}>
      <h3>{t('rules.why')}</h3>
      <div className="panel-bar">
        <AboutPick entity={entity} rules={rules} value={about} onChange={onAbout} />
        <SamplePicker
          chosen={record}
          onChoose={(next) => {
            setRecord(next);
            setChanged({});
          }}
        />
        <RolePick value={role} onChange={setRole} />
      </div>
      <Reads
        key={record?.id ?? ''}
        fields={reads.flatMap((name) => entity.byName.get(name) ?? [])}
        record={bindings.record}
        onChange={(change) => setChanged({ ...changed, ...change })}
      />
      {states.map((one) => (
        <StateLine key={one.state} one={one} />
      ))}
      {because ? <Trace part={because} /> : null}
      {about === '' ? (
        <p className="panel-hint">{t('rules.whyHint')}</p>
      ) : (
        <button type="button" className="button" onClick={save}>
          {t('rules.tests.keep')}
        </button>
      )}
    </section>
  );
}

interface AboutProps {
  entity: Entity;
  rules: ReturnType<typeof rulesOf>;
  value: string;
  onChange: (about: string) => void;
}

/** The field or the rule in question. */
function AboutPick({ entity, rules, value, onChange }: AboutProps) {
  const refusing = rules.filter(({ kind }) => !['required', 'readOnly', 'visible'].includes(kind));
  const { t } = useTranslation('designer');
  const words = usePartWords();
  return (
    <Pick
      label={t('rules.about')}
      value={value}
      choices={[
        { value: '', label: t('rules.choose') },
        ...entity.fields
          .filter(({ system: given }) => !given)
          .map(({ name }) => ({ value: name, label: words.field(name) })),
        ...refusing.map(({ at, kind, about: name }) => ({
          value: at,
          label: t(`rules.node.${kind}`, { name: kind === 'view' ? words.view(name) : name }),
        })),
      ]}
      onChange={onChange}
    />
  );
}

interface ReadsProps {
  fields: readonly Field[];
  record: Readonly<Record<string, unknown>>;
  onChange: (change: Readonly<Record<string, unknown>>) => void;
}

/** What the conditions read, to be changed here. */
function Reads({ fields, record, onChange }: ReadsProps) {
  const words = usePartWords();
  if (fields.length === 0) return null;
  return (
    <div className="panel-grid">
      {fields.map((field) => (
        <WhatIf
          key={field.name}
          field={field}
          label={words.field(field.name)}
          value={record[field.name]}
          onChange={(value) => onChange({ [field.name]: value })}
        />
      ))}
    </div>
  );
}

function StateLine({ one }: { one: ReturnType<typeof explainField>[number] }) {
  const { t } = useTranslation('designer');
  const { state, value, by, because } = one;
  return (
    <div className="trace-state">
      <p>
        <StatusTag tone={value ? 'info' : 'neutral'} text={t(`rules.state.${state}.${value ? 'yes' : 'no'}`)} />{' '}
        <span>{t(`rules.by.${by}`)}</span>
      </p>
      {because ? <Trace part={because} /> : null}
    </div>
  );
}

/** Whose eyes to look through. */
export function RolePick({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const { t } = useTranslation('designer');
  const access = useDesigner((state) => state.document.meta.access);
  const roles = useDesigner((state) => state.roles);
  const words = usePartWords();
  const codes = [...new Set(['admin', ...Object.keys(access), ...roles.map(({ code }) => code)])];
  return (
    <Pick
      label={t('rules.role')}
      value={value}
      choices={codes.map((code) => ({ value: code, label: words.role(code) }))}
      onChange={onChange}
    />
  );
}

/** One value of a record that is only tried; text is read as the field's own type reads it. */
export function WhatIf({
  field,
  label,
  value,
  onChange,
}: {
  field: Field;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const [text, setText] = useState(textOf(value));
  const [refused, setRefused] = useState(false);
  const type = fieldTypes[field.meta.type];
  const take = (next: string) => {
    setText(next);
    const structured = typeof value === 'object' && value !== null;
    const read = type.parse(
      structured || ['list', 'map'].includes(type.cel(field.meta)) ? jsonOf(next) : next,
      field.meta,
    );
    setRefused(!read.ok);
    if (read.ok) onChange(read.value);
  };
  const options = field.meta.options ?? (field.meta.type === 'boolean' ? ['true', 'false'] : null);
  if (options && field.meta.type !== 'choices') {
    return (
      <Pick
        label={label}
        value={textOf(value)}
        choices={[
          { value: '', label: t('rules.emptyValue') },
          ...options.map((option) => ({ value: option, label: words.option(field.name, option) })),
        ]}
        onChange={take}
      />
    );
  }
  return (
    <Labelled label={label} error={refused ? t('rules.unfitValue') : undefined}>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="text"
          value={text}
          aria-invalid={refused}
          aria-describedby={describedBy}
          onChange={(event) => take(event.target.value)}
        />
      )}
    </Labelled>
  );
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function jsonOf(text: string): unknown {
  try {
    return text.trim() === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

/** A condition with the answer of each of its parts, the parts inside. */
export function Trace({ part }: { part: Explained }) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const answer = part.value === true ? 'yes' : part.value === false ? 'no' : 'unknown';
  return (
    <ul className="trace">
      <li data-answer={answer}>
        <span className="trace-answer">{t(`rules.answer.${answer}`)}</span>
        <code>{part.text}</code>
        {part.reads.map(({ name, value }) => (
          <span key={name} className="trace-read">
            {t('rules.found', { field: words.field(name), value: textOf(value) || t('rules.emptyValue') })}
          </span>
        ))}
        {part.parts.map((inner, at) => (
          <Trace key={at} part={inner} />
        ))}
      </li>
    </ul>
  );
}

const readsOf = (part: Explained | null): string[] =>
  part ? [...part.reads.map(({ name }) => name), ...part.parts.flatMap(readsOf)] : [];
