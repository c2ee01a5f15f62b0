import { App } from 'antd';
import { useCallback, useId, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { compileEntity, type Command, type Entity } from '../../engine/core/index.ts';
import { useDesigner, useDraft } from '../store.ts';
import { useIssueLine, useWord } from '../use-designer-words.ts';

/** Runs commands under a name; what refuses them is said, and the answer is whether they count. */
export function useRun(): (name: string, commands: readonly Command[]) => boolean {
  const run = useDraft((state) => state.run);
  const line = useIssueLine();
  const { message } = App.useApp();
  return useCallback(
    (name, commands) => {
      const issues = run(name, commands);
      if (issues.length > 0)
        void message.error([...new Set(issues.map((found) => line(found)))].slice(0, 3).join(' '), 6);
      return issues.length === 0;
    },
    [run, line, message],
  );
}

/** The draft, compiled; null where it is none at the moment. */
export function useDraftEntity(): Entity | null {
  const meta = useDesigner((state) => state.document.meta);
  return useMemo(() => {
    const compiled = compileEntity(meta);
    return compiled.ok ? compiled.value : null;
  }, [meta]);
}

/** The names of the entity's parts in the language being edited; its own name for what has no word, so that a gap is seen. */
export interface PartWords {
  field(name: string): string;
  state(name: string): string;
  action(name: string): string;
  view(name: string): string;
  total(name: string): string;
  rule(code: string): string;
  role(code: string): string;
  code(code: string): string;
  option(field: string, value: string): string;
  /** Several names as a person says them. */
  list(names: readonly string[]): string;
}

export function usePartWords(): PartWords {
  const { t, i18n } = useTranslation('designer');
  const word = useWord();
  const roles = useDraft((state) => state.roles);
  return useMemo(() => {
    const shared = (key: string) => (i18n.exists(key, { ns: ['designer', 'engine'] }) ? t(key) : undefined);
    const action = (name: string) => word(`actions.${name}`) ?? shared(`action.${name}`) ?? name;
    const state = (name: string) => word(`states.${name}`) ?? name;
    return {
      field: (name) => word(`fields.${name}`) ?? shared(`given.${name}`) ?? name,
      state,
      action,
      view: (name) => word(`views.${name}`) ?? name,
      total: (name) => word(`counted.${name}`) ?? name,
      rule: (code) => word(`rules.${code}`) ?? code,
      // The declaration names templates; roles of the tenant have the language in which they were created.
      role: (code) => shared(`access.role.${code}`) ?? roles.find((role) => role.code === code)?.name ?? code,
      code: (code) => shared(`access.code.${code}`) ?? action(code),
      list: (names) => new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names),
      option: (field, value) => (field === 'status' ? state(value) : (word(`options.${field}.${value}`) ?? value)),
    };
  }, [t, i18n, word, roles]);
}

/** A control under its name, with a hint or what is wrong with it. */
export function Labelled({
  label,
  hint,
  error: failure,
  children,
}: {
  label: string;
  hint?: string;
  error?: string;
  children: (ids: { id: string; describedBy: string | undefined }) => ReactNode;
}) {
  const id = useId();
  const message = failure ?? hint;
  return (
    <div className="panel-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, describedBy: message ? `${id}-said` : undefined })}
      {message ? (
        <p id={`${id}-said`} className={failure ? 'panel-trouble' : 'panel-hint'} role={failure ? 'alert' : undefined}>
          {message}
        </p>
      ) : null}
    </div>
  );
}

/** A few sentences under a name: a reason, a remark. */
export function LongText({
  label,
  hint,
  maxLength = 500,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  maxLength?: number;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Labelled label={label} hint={hint}>
      {({ id, describedBy }) => (
        <textarea
          id={id}
          rows={maxLength > 500 ? 3 : 2}
          maxLength={maxLength}
          aria-describedby={describedBy}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** One of a few, in the browser's own list. */
export function Pick({
  label,
  value,
  choices,
  onChange,
  hidden = false,
  autoFocus = false,
  invalid = false,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
  /** The name is read, not shown. */
  hidden?: boolean;
  autoFocus?: boolean;
  invalid?: boolean;
}) {
  const id = useId();
  const known = choices.some((choice) => choice.value === value);
  return (
    <span className="panel-pick">
      <label htmlFor={id} className={hidden ? 'sr-only' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        autoFocus={autoFocus}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {known ? null : <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** One more of a few: chosen first, added by the button, so that going through the list with the arrow keys adds nothing. */
export function AddPick({
  label,
  choices,
  onAdd,
  hidden = false,
}: {
  label: string;
  choices: readonly Choice[];
  onAdd: (value: string) => void;
  hidden?: boolean;
}) {
  const { t } = useTranslation('designer');
  const [value, setValue] = useState('');
  const isThere = choices.some((choice) => choice.value === value);
  return (
    <form
      className="panel-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (isThere) onAdd(value);
        setValue('');
      }}
    >
      <Pick
        label={label}
        hidden={hidden}
        value={isThere ? value : ''}
        choices={[{ value: '', label: t('rules.choose') }, ...choices]}
        onChange={setValue}
      />
      <button type="submit" className="button" disabled={!isThere} aria-label={t('designer.addTo', { label })}>
        {t('flow.add')}
      </button>
    </form>
  );
}

/** A tick with its name. */
export function Tick({
  label,
  checked,
  onChange,
  hidden = false,
  disabled = false,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hidden?: boolean;
  disabled?: boolean;
}) {
  return (
    <label className="panel-tick">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={hidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  );
}

/** Which of several names: each a tick, in the order of the choices. */
export function PickMany({
  label,
  values,
  choices,
  onChange,
}: {
  label: string;
  values: readonly string[];
  choices: readonly Choice[];
  onChange: (values: string[]) => void;
}) {
  const change = (value: string, on: boolean) =>
    onChange(on ? [...values, value] : values.filter((each) => each !== value));
  return (
    <fieldset className="panel-many">
      <legend>{label}</legend>
      <div className="panel-many-list">
        {choices.map(({ value, label: name }) => (
          <Tick key={value} label={name} checked={values.includes(value)} onChange={(on) => change(value, on)} />
        ))}
      </div>
    </fieldset>
  );
}
