import { useTranslation } from 'react-i18next';
import type { StateMeta } from '../../engine/core/index.ts';
import { useDesigner } from '../store.ts';
import { setOrDrop, tones, WordField } from './action-properties.tsx';
import { Pick, Tick, usePartWords, useRun } from './parts.tsx';

/** What a state says: its name and colour, what may be done in it, and for which step its records wait. */
export function StateProperties({ name, state }: { name: string; state: StateMeta }) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const words = usePartWords();
  const culture = useDesigner((draft) => draft.culture);
  const word = useDesigner((draft) => draft.document.texts[draft.culture]);
  const workflow = useDesigner((draft) => draft.document.meta.workflow);
  const at = `workflow.states.${name}`;
  const step = t('flow.step.change', { name: words.state(name) });
  const set = (key: keyof StateMeta, value: unknown) => run(step, setOrDrop(`${at}.${key}`, state[key], value));
  const texts = word as Readonly<Record<string, Readonly<Record<string, string>> | undefined>> | undefined;
  const write = (head: string) => (value: string) =>
    run(t('flow.step.words', { name }), [
      { do: 'text', culture, key: `${head}.${name}`, value: value.trim() === '' ? null : value },
    ]);
  const transitions = Object.entries(workflow?.transitions ?? {}).filter(([, { from }]) => from.includes(name));
  const steps = [
    { value: '', label: t('flow.awaitsNothing') },
    ...transitions.map(([value]) => ({ value, label: words.action(value) })),
  ];
  return (
    <div className="action-properties">
      <WordField
        key={`${culture}.name`}
        label={t('flow.name')}
        value={texts?.['states']?.[name] ?? ''}
        onDone={write('states')}
      />
      <WordField
        key={`${culture}.banner`}
        label={t('flow.banner')}
        value={texts?.['banners']?.[name] ?? ''}
        onDone={write('banners')}
      />
      <Pick
        label={t('flow.tone')}
        value={state.tone ?? 'neutral'}
        choices={tones.map((value) => ({ value, label: t(`flow.tone.${value}`) }))}
        onChange={(tone) => set('tone', tone)}
      />
      <Pick
        label={t('flow.awaits')}
        value={state.awaits ?? ''}
        choices={steps}
        onChange={(awaits) => set('awaits', awaits)}
      />
      <Pick label={t('flow.next')} value={state.next ?? ''} choices={steps} onChange={(next) => set('next', next)} />
      <Tick
        label={t('flow.isStart')}
        checked={workflow?.start === name}
        disabled={workflow?.start === name}
        onChange={() => run(step, [{ do: 'set', at: 'workflow.start', value: name }])}
      />
      <Tick label={t('flow.edit')} checked={state.edit === true} onChange={(on) => set('edit', on)} />
      <Tick label={t('flow.delete')} checked={state.remove === true} onChange={(on) => set('remove', on)} />
      <Tick label={t('flow.struck')} checked={state.struck === true} onChange={(on) => set('struck', on)} />
    </div>
  );
}
