import { PlusOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../engine/index.ts';
import { EmptyState, StatusTag } from '../../engine/react/index.ts';
import { useDesigner } from '../store.ts';
import { ActionProperties } from './action-properties.tsx';
import './panels.css';
import { Labelled, usePartWords, useRun } from './parts.tsx';

/** The actions that do not change the state: a list, and the properties of the chosen one. */
export default function ActionsTab() {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const actions = useDesigner((state) => state.document.meta.actions);
  const selection = useDesigner((state) => state.selection);
  const select = useDesigner((state) => state.select);
  const name = /^actions\.(\w+)$/.exec(selection[0] ?? '')?.[1] ?? '';
  const chosen = actions?.[name];
  const names = Object.keys(actions ?? {});
  const remove = () => {
    const at = names.length === 1 ? 'actions' : `actions.${name}`;
    if (run(t('flow.step.remove', { name: words.action(name) }), [{ do: 'remove', at }])) select([]);
  };
  return (
    <div className="panel">
      <div className="panel-main">
        <div className="panel-bar">
          <h2>{t('actions.title')}</h2>
          <NewAction />
        </div>
        <p className="panel-hint">{t('actions.hint')}</p>
        {names.length === 0 ? <EmptyState kind="nothing" compact title={t('actions.none')} /> : null}
        <ul className="rule-list">
          {Object.entries(actions ?? {}).map(([each, action]) => (
            <li key={each} data-open={each === name || undefined}>
              <button
                type="button"
                className="rule-open"
                aria-pressed={each === name}
                onClick={() => select([`actions.${each}`])}
              >
                <StatusTag tone={action.tone ?? 'neutral'} text={words.action(each)} />
                <code>{each}</code>
                {action.form?.length ? (
                  <span className="panel-hint">
                    {t('actions.asks', { fields: words.list(action.form.map(words.field)) })}
                  </span>
                ) : null}
                {action.effects?.length ? <span className="panel-hint">{action.effects.join(', ')}</span> : null}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <aside className="panel-side" aria-label={t('flow.properties')}>
        <section>
          {chosen ? (
            <>
              <div className="panel-bar">
                <h3>{t('actions.of', { name: words.action(name) })}</h3>
                <button type="button" className="button is-danger" onClick={remove}>
                  {t('flow.remove')}
                </button>
              </div>
              <ActionProperties key={name} at={`actions.${name}`} name={name} action={chosen} />
            </>
          ) : (
            <p className="panel-hint">{t('actions.nothingChosen')}</p>
          )}
        </section>
      </aside>
    </div>
  );
}

function NewAction() {
  const { t } = useTranslation('designer');
  const run = useRun();
  const meta = useDesigner((state) => state.document.meta);
  const select = useDesigner((state) => state.select);
  const [name, setName] = useState('');
  const taken = Boolean(meta.actions?.[name] ?? meta.workflow?.transitions[name]);
  const fits = /^[a-z][a-zA-Z0-9]{0,49}$/.test(name) && !taken;
  const add = () => {
    const made: Command = meta.actions
      ? { do: 'set', at: `actions.${name}`, value: {} }
      : { do: 'set', at: 'actions', value: { [name]: {} } };
    if (!fits || !run(t('actions.step.add', { name }), [made])) return;
    select([`actions.${name}`]);
    setName('');
  };
  return (
    <form
      className="panel-bar"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Labelled label={t('actions.new')} trouble={taken ? t('lint.sameCode', { code: name }) : undefined}>
        {({ id, describedBy }) => (
          <input
            id={id}
            aria-describedby={describedBy}
            placeholder={t('rules.code')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labelled>
      <button type="submit" className="button" disabled={!fits}>
        <PlusOutlined aria-hidden /> {t('flow.add')}
      </button>
    </form>
  );
}
