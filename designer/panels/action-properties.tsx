import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionMeta, Command, Tone, TransitionMeta } from '../../engine/core/index.ts';
import { nameCommands } from '../document/names.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { NewRuleDialog, type NewRule } from './new-rule-dialog.tsx';
import { AddPick, Labelled, Pick, PickMany, Tick, usePartWords, useRun } from './parts.tsx';
import { RuleInput } from './rule-input.tsx';

export const tones: readonly Tone[] = ['neutral', 'info', 'good', 'warn', 'bad'];

/** Says or takes back one key of a part: what is as it is by default is not written. */
export function setOrDrop(at: string, before: unknown, value: unknown): Command[] {
  const isDefault =
    value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0);
  if (!isDefault) return [{ do: 'set', at, value }];
  return before === undefined ? [] : [{ do: 'remove', at }];
}

interface PartProps<A = ActionMeta> {
  at: string;
  name: string;
  action: A;
}

/** All that an action or a transition may say: who, when, what it asks, what it changes and what follows. */
export function ActionProperties({ at, name, action }: PartProps<ActionMeta | TransitionMeta>) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const sockets = useDesigner((state) => state.sockets);
  const states = Object.keys(meta.workflow?.states ?? {}).map((value) => ({ value, label: words.state(value) }));
  const step = t('flow.step.change', { name: words.action(name) });
  const set = (key: keyof TransitionMeta, value: unknown) =>
    run(step, setOrDrop(`${at}.${key}`, (action as Partial<TransitionMeta>)[key], value));
  return (
    <div className="action-properties">
      <Words name={name} at={at} confirm={action.confirm === true} />
      {'from' in action ? (
        <>
          <PickMany
            label={t('flow.from')}
            values={action.from}
            choices={states}
            onChange={(from) => from.length > 0 && set('from', from)}
          />
          <Pick label={t('flow.to')} value={action.to} choices={states} onChange={(to) => set('to', to)} />
        </>
      ) : null}
      <Needs at={at} name={name} action={action} />
      <Guards at={at} name={name} action={action} />
      <Asked at={at} name={name} action={action} />
      <Sets at={at} name={name} action={action} />
      <Sockets
        label={t('flow.effects')}
        values={action.effects ?? []}
        known={sockets.effects}
        onChange={(next) => set('effects', next)}
      />
      <Sockets
        label={t('flow.jobs')}
        values={action.jobs ?? []}
        known={sockets.jobs}
        onChange={(next) => set('jobs', next)}
      />
      <Pick
        label={t('flow.tone')}
        value={action.tone ?? 'neutral'}
        choices={tones.map((value) => ({ value, label: t(`flow.tone.${value}`) }))}
        onChange={(tone) => set('tone', tone === 'neutral' ? undefined : tone)}
      />
      <div className="panel-bar">
        <Tick label={t('flow.confirm')} checked={action.confirm === true} onChange={(on) => set('confirm', on)} />
        <Tick label={t('flow.bulk')} checked={action.bulk === true} onChange={(on) => set('bulk', on)} />
      </div>
    </div>
  );
}

/** What the parts of an action share: a step of the draft, and the fields to choose from. */
function usePart({ name }: PartProps) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const fields = Object.keys(meta.fields).map((value) => ({ value, label: words.field(value) }));
  return { t, run, words, fields, step: t('flow.step.change', { name: words.action(name) }) };
}

/** The fields that its form asks for, and those of them without which it does not go on. */
function Asked(props: PartProps) {
  const { at, action } = props;
  const { t, run, fields, step } = usePart(props);
  return (
    <>
      <PickMany
        label={t('flow.form')}
        values={action.form ?? []}
        choices={fields}
        onChange={(form) =>
          run(step, [
            ...setOrDrop(`${at}.form`, action.form, form),
            ...setOrDrop(
              `${at}.require`,
              action.require,
              (action.require ?? []).filter((field) => form.includes(field)),
            ),
          ])
        }
      />
      {(action.form ?? []).length > 0 ? (
        <PickMany
          label={t('flow.require')}
          values={action.require ?? []}
          choices={fields.filter(({ value }) => action.form?.includes(value))}
          onChange={(require) => run(step, setOrDrop(`${at}.require`, action.require, require))}
        />
      ) : null}
    </>
  );
}

/** The fields that it writes, each by a rule. */
function Sets(props: PartProps) {
  const { at, action } = props;
  const { t, run, words, fields, step } = usePart(props);
  const sets = Object.entries(action.set ?? {});
  return (
    <section className="action-sets" aria-label={t('flow.set')}>
      <h4>{t('flow.set')}</h4>
      {sets.map(([field, text]) => (
        <div key={field} className="action-set">
          <RuleInput
            label={words.field(field)}
            at={`${at}.set.${field}`}
            value={text}
            onChange={(value) => run(step, [{ do: 'set', at: `${at}.set.${field}`, value }])}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={t('flow.unset', { field: words.field(field) })}
            onClick={() => run(step, [{ do: 'remove', at: sets.length === 1 ? `${at}.set` : `${at}.set.${field}` }])}
          >
            <DeleteOutlined aria-hidden />
          </button>
        </div>
      ))}
      <AddPick
        label={t('flow.addSet')}
        choices={fields.filter(({ value }) => !action.set?.[value])}
        onAdd={(field) => run(step, [{ do: 'set', at: `${at}.set.${field}`, value: 'null' }])}
      />
    </section>
  );
}

/** The name on the button and the question asked before, in the language being edited. */
function Words({ name, at, confirm }: { name: string; at: string; confirm: boolean }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const culture = useDesigner((state) => state.culture);
  const words = useDesigner((state) => state.document.texts[state.culture]);
  const tree = words as Readonly<Record<string, Readonly<Record<string, string>> | undefined>> | undefined;
  const write = (key: string, value: string) =>
    run(t('flow.step.words', { name }), [{ do: 'text', culture, key, value: value.trim() === '' ? null : value }]);
  return (
    <>
      <WordField
        key={`${at}${culture}a`}
        label={t('flow.name')}
        value={tree?.['actions']?.[name] ?? ''}
        onDone={(value) => write(`actions.${name}`, value)}
      />
      {confirm ? (
        <WordField
          key={`${at}${culture}c`}
          label={t('flow.question')}
          value={tree?.['confirm']?.[name] ?? ''}
          onDone={(value) => write(`confirm.${name}`, value)}
        />
      ) : null}
    </>
  );
}

/** A word that counts when the field is left or Enter is pressed. */
export function WordField({
  label,
  value,
  onDone,
  hint,
}: {
  label: string;
  value: string;
  onDone: (value: string) => void;
  hint?: string;
}) {
  const [text, setText] = useState<string | null>(null);
  const done = () => {
    if (text !== null && text !== value) onDone(text);
    setText(null);
  };
  return (
    <Labelled label={label} {...(hint ? { hint } : {})}>
      {({ id, describedBy }) => (
        <input
          id={id}
          aria-describedby={describedBy}
          value={text ?? value}
          onChange={(event) => setText(event.target.value)}
          onBlur={done}
          onKeyDown={(event) => {
            if (event.key === 'Enter') done();
            if (event.key === 'Escape') setText(null);
          }}
        />
      )}
    </Labelled>
  );
}

/** The permission it asks for, and the roles that hold it. */
function Needs({ at, name, action }: { at: string; name: string; action: ActionMeta }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const roles = useDesigner((state) => state.roles);
  const needs = action.needs ?? name;
  const step = t('flow.step.change', { name: words.action(name) });
  const codes = [
    ...new Set([
      name,
      needs,
      'edit',
      ...Object.entries({ ...meta.workflow?.transitions, ...meta.actions }).map(([key, each]) => each.needs ?? key),
    ]),
  ];
  const holders = Object.entries(meta.access)
    .filter(([, grants]) => [grants].flat().some((grant) => grant.codes.includes(needs) || grant.codes.includes('*')))
    .map(([role]) => role);
  const all = [...new Set([...Object.keys(meta.access), ...roles.map(({ code }) => code)])].filter(
    (role) => role !== 'admin' || 'admin' in meta.access,
  );
  const change = (next: readonly string[]) => {
    const commands = all.flatMap((role): Command[] => {
      const [had, has] = [holders.includes(role), next.includes(role)];
      if (had === has) return [];
      const grants = [meta.access[role] ?? []].flat();
      if (has && grants.length === 0) return [{ do: 'set', at: `access.${role}`, value: { codes: ['read', needs] } }];
      const changed = grants.map((grant, index) => ({
        ...grant,
        codes: has
          ? index === 0
            ? [...grant.codes, needs]
            : grant.codes
          : grant.codes.filter((code) => code !== needs),
      }));
      return [{ do: 'set', at: `access.${role}`, value: changed.length === 1 ? changed[0] : changed }];
    });
    if (commands.length > 0) run(step, commands);
  };
  return (
    <>
      <Pick
        label={t('flow.needs')}
        value={needs}
        choices={codes.map((value) => ({ value, label: `${words.code(value)} (${value})` }))}
        onChange={(code) => run(step, setOrDrop(`${at}.needs`, action.needs, code === name ? undefined : code))}
      />
      <PickMany
        label={t('flow.roles')}
        values={holders}
        choices={all.map((value) => ({ value, label: words.role(value) }))}
        onChange={change}
      />
    </>
  );
}

/** The codes of rules, as names that are in use. */
export const codesOf = (rules: readonly { readonly code: string }[]): Readonly<Record<string, true>> =>
  Object.fromEntries(rules.map(({ code }) => [code, true]));

/** The rules that refuse it. */
function Guards({ at, name, action }: { at: string; name: string; action: ActionMeta }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const store = useDesignerStore();
  const [asked, setOpen] = useState(false);
  const guards = action.guard ?? [];
  const step = t('flow.step.change', { name: words.action(name) });
  const add = ({ name: code, names, when }: NewRule) => {
    const value = { code, when };
    const made: Command =
      guards.length > 0
        ? { do: 'set', at: `${at}.guard[${guards.length}]`, value }
        : { do: 'set', at: `${at}.guard`, value: [value] };
    return store.getState().run(step, [made, ...nameCommands(`rules.${code}`, names)]);
  };
  return (
    <section className="action-sets" aria-label={t('flow.guards')}>
      <h4>{t('flow.guards')}</h4>
      {guards.map((guard, index) => (
        <div key={guard.code} className="action-set">
          <RuleInput
            label={t('flow.refuses', { name: words.rule(guard.code) })}
            at={`${at}.guard[${index}].when`}
            value={guard.when}
            onChange={(value) => run(step, [{ do: 'set', at: `${at}.guard[${index}].when`, value }])}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={t('rules.removeOf', { name: words.rule(guard.code) })}
            onClick={() =>
              run(step, [{ do: 'remove', at: guards.length === 1 ? `${at}.guard` : `${at}.guard[${index}]` }])
            }
          >
            <DeleteOutlined aria-hidden />
          </button>
        </div>
      ))}
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <PlusOutlined aria-hidden /> {t('flow.newGuard')}
      </button>
      {asked ? (
        <NewRuleDialog
          title={t('flow.newGuard')}
          stem="guard"
          label={t('rules.when.guard')}
          at={`${at}.guard[${guards.length}].when`}
          taken={codesOf(guards)}
          onAdd={add}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  );
}

/** What the program does with it, in order; only what is there can be chosen. */
function Sockets({
  label,
  values,
  known,
  onChange,
}: {
  label: string;
  values: readonly string[];
  known: readonly string[];
  onChange: (values: readonly string[]) => void;
}) {
  const { t } = useTranslation('designer');
  return (
    <div className="action-sockets">
      <span className="panel-label">{label}</span>
      <ol>
        {values.map((value) => (
          <li key={value}>
            <code>{value}</code>
            <button
              type="button"
              className="icon-button"
              aria-label={t('flow.removeSocket', { name: value })}
              onClick={() => onChange(values.filter((each) => each !== value))}
            >
              <DeleteOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      <AddPick
        hidden
        label={label}
        choices={known.filter((name) => !values.includes(name)).map((value) => ({ value, label: value }))}
        onAdd={(name) => onChange([...values, name])}
      />
    </div>
  );
}
