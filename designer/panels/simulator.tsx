import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fill, transition, type Action, type Entity, type Issue } from '../../engine/core/index.ts';
import { StatusTag, type WireRecord } from '../../engine/kit/index.ts';
import { useDesigner } from '../store.ts';
import { useDraftEntity, usePartWords } from './parts.tsx';
import { RolePick, WhatIf } from './rule-trace.tsx';
import { SamplePicker, useTryBindings } from './sample-record.tsx';
import { possible } from './simulate.ts';

interface Step {
  readonly action: string;
  readonly role: string;
  readonly from: string;
  readonly to: string;
  readonly effects: readonly string[];
}

/** Walks a record through the draft's workflow as a person with a role. Nothing is saved, and no effect runs. */
export function Simulator() {
  const entity = useDraftEntity();
  const { t } = useTranslation('designer');
  return entity?.start ? (
    <Walk entity={entity} start={entity.start} />
  ) : (
    <p className="panel-hint">{t('flow.noDraft')}</p>
  );
}

function Walk({ entity, start }: { entity: Entity; start: string }) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const walk = useWalk(entity, start);
  const { role, setRole, sample, record, input, setInput, steps, bindings, status, begin, take } = walk;
  const all = possible(entity, role, bindings);
  const here = all.filter(({ because }) => because !== 'state');
  const otherStates = all.filter(({ because }) => because === 'state');
  return (
    <section className="panel-card" aria-label={t('flow.simulator')}>
      <h3>{t('flow.simulator')}</h3>
      <div className="panel-bar">
        <RolePick value={role} onChange={setRole} />
        <SamplePicker chosen={sample} onChoose={begin} />
        <button type="button" className="button" onClick={() => begin(sample)}>
          {t('flow.restart')}
        </button>
      </div>
      <p role="status">
        {t('flow.now')} <StatusTag tone={entity.states[status]?.tone ?? 'neutral'} text={words.state(status)} />
      </p>
      <ul className="simulator-actions">
        {here.map((each) => (
          <Move
            key={each.action.name}
            possible={each}
            role={role}
            record={record}
            input={input}
            // A field starts again with each step and each record.
            turn={`${steps.length}:${sample?.id ?? ''}`}
            onTake={() => take(each.action)}
            onInput={setInput}
          />
        ))}
      </ul>
      {otherStates.length > 0 ? (
        <p className="panel-hint">
          {t('flow.elsewhere', { actions: words.list(otherStates.map(({ action }) => words.action(action.name))) })}
        </p>
      ) : null}
      {steps.length > 0 ? <Trail steps={steps} /> : null}
    </section>
  );
}

/** A record on its way through the workflow: who acts, what was typed, and the steps so far. */
function useWalk(entity: Entity, start: string) {
  const bindingsFor = useTryBindings();
  const [role, setRole] = useState('clerk');
  const [sample, setSample] = useState<WireRecord | null>(null);
  const [record, setRecord] = useState<Readonly<Record<string, unknown>>>({ status: start });
  const [input, setInput] = useState<Readonly<Record<string, unknown>>>({});
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const bindings = { ...bindingsFor(record, role), input: { ...input } };
  const status = String(record['status']);
  const begin = (next: WireRecord | null) => {
    setSample(next);
    setRecord(next ?? { status: start });
    setInput({});
    setSteps([]);
  };
  const take = (action: Action) => {
    const plan = transition(entity, action, bindings);
    if (!plan.ok) return;
    const after = { ...record, ...plan.value.patch };
    setSteps([
      ...steps,
      {
        action: action.name,
        role,
        from: status,
        to: String(after['status']),
        effects: [...plan.value.effects, ...plan.value.jobs],
      },
    ]);
    setRecord(after);
    setInput({});
  };
  return { role, setRole, sample, record, input, setInput, steps, bindings, status, begin, take };
}

interface MoveProps {
  readonly possible: ReturnType<typeof possible>[number];
  readonly role: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
  readonly turn: string;
  onTake(): void;
  onInput(input: Readonly<Record<string, unknown>>): void;
}

/** An action of this state: taken where it is allowed, else with the reasons, and with the fields that it asks for. */
function Move({
  possible: { action, allowed, because, issues },
  role,
  record,
  input,
  turn,
  onTake,
  onInput,
}: MoveProps) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const line = useRefusal();
  return (
    <li className="simulator-action">
      <div className="panel-bar">
        <button type="button" className={allowed ? 'button is-primary' : 'button'} disabled={!allowed} onClick={onTake}>
          {words.action(action.name)}
        </button>
        {action.transition ? <span className="panel-hint">→ {words.state(action.transition.to)}</span> : null}
        {because === 'code' || because === 'rows' ? (
          <span className="panel-trouble">
            {t(`flow.refused.${because}`, { role: words.role(role), code: action.needs })}
          </span>
        ) : null}
        {issues.map((found) => (
          <span key={`${found.code}${found.path}`} className="panel-trouble">
            {line(found)}
          </span>
        ))}
      </div>
      {because === 'rules' || (allowed && action.form.length + action.input.length > 0) ? (
        <div className="panel-grid">
          {[...action.form, ...action.input].map((field) => (
            <WhatIf
              key={`${field.name}:${turn}`}
              field={field}
              label={words.field(field.name)}
              value={input[field.name] ?? record[field.name]}
              onChange={(value) => onInput({ ...input, [field.name]: value })}
            />
          ))}
        </div>
      ) : null}
    </li>
  );
}

function Trail({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  return (
    <ol className="simulator-steps" aria-label={t('flow.trail')}>
      {steps.map((step, at) => (
        <li key={at}>
          {t('flow.did', {
            role: words.role(step.role),
            action: words.action(step.action),
            from: words.state(step.from),
            to: words.state(step.to),
          })}
          {step.effects.length > 0 ? (
            <span className="panel-hint"> {t('flow.wouldRun', { effects: words.list(step.effects) })}</span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** The reason: the entity's own message for its rules, the catalogue's for the rest. */
function useRefusal(): (issue: Issue) => string {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const entity = useDesigner((state) => state.entity);
  return (found) =>
    found.entity === entity
      ? fill(words.rule(found.code), found.params ?? {})
      : t(found.code, { field: words.field(found.path), ...found.params }) +
        (found.code === 'required' ? ` (${words.field(found.path)})` : '');
}
