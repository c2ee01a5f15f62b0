import { PlusOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../engine/core/index.ts';
import { EmptyState, StatusTag } from '../../engine/kit/index.ts';
import { nameCommands, nameIn } from '../document/names.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { ActionProperties } from './action-properties.tsx';
import { NewPartDialog, type NewPart } from './names.tsx';
import './panels.css';
import { usePartWords, useRun } from './parts.tsx';

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
        <ActionList chosen={name} />
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

function ActionList({ chosen }: { chosen: string }) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const actions = useDesigner((state) => state.document.meta.actions);
  const select = useDesigner((state) => state.select);
  return (
    <ul className="rule-list">
      {Object.entries(actions ?? {}).map(([name, action]) => (
        <li key={name} data-open={name === chosen || undefined}>
          <button
            type="button"
            className="rule-open"
            aria-pressed={name === chosen}
            onClick={() => select([`actions.${name}`])}
          >
            <StatusTag tone={action.tone ?? 'neutral'} text={words.action(name)} />
            <code>{name}</code>
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
  );
}

function NewAction() {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const meta = useDesigner((state) => state.document.meta);
  const [asked, setOpen] = useState(false);
  const add = ({ name, names }: NewPart) => {
    const { culture, run, select } = store.getState();
    const made: Command = meta.actions
      ? { do: 'set', at: `actions.${name}`, value: {} }
      : { do: 'set', at: 'actions', value: { [name]: {} } };
    const step = t('actions.step.add', { name: nameIn(names, culture) });
    const issues = run(step, [made, ...nameCommands(`actions.${name}`, names)]);
    if (issues.length === 0) select([`actions.${name}`]);
    return issues;
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <PlusOutlined aria-hidden /> {t('actions.new')}
      </button>
      {asked ? (
        <NewPartDialog
          title={t('actions.new')}
          stem="action"
          taken={{ ...meta.actions, ...meta.workflow?.transitions }}
          onAdd={add}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
