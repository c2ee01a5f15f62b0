import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameCommands, nameIn } from '../document/names.ts';
import { stateCommands } from '../document/new-flow.ts';
import { useDesigner, useDesignerStore } from '../store.ts';
import { NewPartDialog, type NewPart } from './names.tsx';
import { Pick, usePartWords } from './parts.tsx';

export interface NewTransition {
  readonly from: string;
  readonly to: string;
}

/** A new transition: from where, to where, and its names. */
export function FlowDialog({ asked, onClose }: { asked: NewTransition; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const states = Object.keys(meta.workflow?.states ?? {}).map((value) => ({ value, label: words.state(value) }));
  const [from, setFrom] = useState(asked.from);
  const [to, setTo] = useState(asked.to || (states.find(({ value }) => value !== asked.from)?.value ?? asked.from));
  const add = ({ name, names }: NewPart) => {
    const { culture, run, select } = store.getState();
    const issues = run(t('flow.step.addTransition', { name: nameIn(names, culture) }), [
      { do: 'set', at: `workflow.transitions.${name}`, value: { from: [from], to } },
      ...nameCommands(`actions.${name}`, names),
    ]);
    if (issues.length === 0) select([`workflow.transitions.${name}`]);
    return issues;
  };
  return (
    <NewPartDialog
      title={t('flow.newTransition')}
      stem="step"
      taken={{ ...meta.workflow?.transitions, ...meta.actions }}
      onAdd={add}
      onClose={onClose}
      before={
        <div className="panel-bar">
          <Pick label={t('flow.from')} value={from} choices={states} onChange={setFrom} />
          <Pick label={t('flow.to')} value={to} choices={states} onChange={setTo} />
        </div>
      }
    />
  );
}

/** A new state by its names. */
export function StateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('designer');
  const store = useDesignerStore();
  const states = useDesigner((state) => state.document.meta.workflow?.states) ?? {};
  const add = ({ name, names }: NewPart) => {
    const { run, select } = store.getState();
    const issues = run(t('flow.step.addState'), stateCommands(name, names));
    if (issues.length === 0) select([`workflow.states.${name}`]);
    return issues;
  };
  return <NewPartDialog title={t('flow.newState')} stem="state" taken={states} onAdd={add} onClose={onClose} />;
}
