import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from '../../engine/index.ts';
import { useDesigner } from '../store.ts';
import { Labelled, Pick, usePartWords, useRun } from './parts.tsx';

export interface NewTransition {
  readonly from: string;
  readonly to: string;
}

/** A new transition: from where, to where, its name as code and in the language being edited, and who may take it. */
export function FlowDialog({ asked, onClose }: { asked: NewTransition; onClose: () => void }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const culture = useDesigner((state) => state.culture);
  const select = useDesigner((state) => state.select);
  const states = Object.keys(meta.workflow?.states ?? {}).map((value) => ({ value, label: words.state(value) }));
  const [from, setFrom] = useState(asked.from);
  const [to, setTo] = useState(asked.to || (states.find(({ value }) => value !== asked.from)?.value ?? asked.from));
  const [name, setName] = useState('');
  const [label, setLabel] = useState('');
  const taken = Boolean(meta.workflow?.transitions[name] ?? meta.actions?.[name]);
  const fits = /^[a-z][a-zA-Z0-9]{0,49}$/.test(name) && !taken;
  const add = () => {
    if (!fits) return;
    const commands: Command[] = [
      { do: 'set', at: `workflow.transitions.${name}`, value: { from: [from], to } },
      ...(label.trim() ? [{ do: 'text', culture, key: `actions.${name}`, value: label.trim() } as const] : []),
    ];
    if (!run(t('flow.step.addTransition', { name: label || name }), commands)) return;
    select([`workflow.transitions.${name}`]);
    onClose();
  };
  return (
    <Modal
      open
      title={t('flow.newTransition')}
      okText={t('flow.add')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: !fits }}
      onOk={add}
      onCancel={onClose}
      destroyOnHidden
    >
      <form
        className="drawer-panel"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <div className="panel-bar">
          <Pick label={t('flow.from')} value={from} choices={states} onChange={setFrom} />
          <Pick label={t('flow.to')} value={to} choices={states} onChange={setTo} />
        </div>
        <Labelled
          label={t('flow.code')}
          hint={t('rules.codeHint')}
          trouble={taken ? t('lint.sameCode', { code: name }) : undefined}
        >
          {({ id, describedBy }) => (
            <input
              id={id}
              ref={(box) => void (name === '' && label === '' && box?.focus())}
              aria-describedby={describedBy}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Labelled>
        <Labelled label={t('flow.name')}>
          {({ id }) => <input id={id} value={label} onChange={(event) => setLabel(event.target.value)} />}
        </Labelled>
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
