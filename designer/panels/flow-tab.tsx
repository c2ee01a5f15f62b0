import { PlusOutlined } from '@ant-design/icons';
import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { StateMeta, TransitionMeta } from '../../engine/core/index.ts';
import { EmptyState, useConfirm } from '../../engine/kit/index.ts';
import { cultures } from '../document/names.ts';
import { flowCommands } from '../document/new-flow.ts';
import { useDesigner } from '../store.ts';
import { ActionProperties } from './action-properties.tsx';
import { FlowDialog, StateDialog, type NewTransition } from './flow-dialog.tsx';
import { drawFlow } from './flow-drawing.ts';
import { GraphView } from './graph-view.tsx';
import './panels.css';
import { usePartWords, useRun } from './parts.tsx';
import { Simulator } from './simulator.tsx';
import { StateProperties } from './state-properties.tsx';

/** The status flow: drawn, changed, and tried out. */
export default function FlowTab() {
  const { t } = useTranslation('designer');
  const run = useRun();
  const meta = useDesigner((state) => state.document.meta);
  const begin = () => {
    const names = Object.fromEntries(cultures.map((culture) => [culture, t(`flow.openName.${culture}`)]));
    run(t('flow.step.begin'), flowCommands(meta, names));
  };
  if (!meta.workflow) {
    return (
      <EmptyState
        kind="nothing"
        title={t('flow.none')}
        note={t('flow.noneNote')}
        actions={
          <button type="button" className="button is-primary" onClick={begin}>
            {t('flow.begin')}
          </button>
        }
      />
    );
  }
  return <Flow />;
}

function Flow() {
  const { t } = useTranslation('designer');
  const workflow = useDesigner((state) => state.document.meta.workflow);
  const selection = useDesigner((state) => state.selection);
  const [asked, setOpen] = useState<NewTransition | null>(null);
  const [addingState, setAddingState] = useState(false);
  const [shape, setShape] = useState<Shape>('edit');
  const chosen = selection[0] ?? null;
  if (!workflow) return null;
  const [, kind = '', name = ''] = /^workflow\.(states|transitions)\.(\w+)$/.exec(chosen ?? '') ?? [];
  const state = kind === 'states' ? workflow.states[name] : undefined;
  const move = kind === 'transitions' ? workflow.transitions[name] : undefined;
  return (
    <div className="panel">
      <div className="panel-main">
        <div className="panel-bar">
          <h2>{t('flow.title')}</h2>
          <ShapeSwitch shape={shape} onShape={setShape} />
          <button type="button" className="button" onClick={() => setAddingState(true)}>
            <PlusOutlined aria-hidden /> {t('flow.addState')}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => setOpen({ from: state ? name : workflow.start, to: '' })}
          >
            <PlusOutlined aria-hidden /> {t('flow.addTransition')}
          </button>
        </div>
        <p className="panel-hint">{t('flow.hint')}</p>
        <FlowGraph chosen={chosen} onDrawn={(from, to) => setOpen({ from, to })} />
        {shape === 'try' ? <Simulator /> : null}
      </div>
      <aside className="panel-side" aria-label={t('flow.properties')}>
        <section>
          {state || move ? (
            <PartProperties name={name} state={state} move={move} />
          ) : (
            <p className="panel-hint">{t('flow.nothingChosen')}</p>
          )}
        </section>
      </aside>
      {addingState ? <StateDialog onClose={() => setAddingState(false)} /> : null}
      {asked ? <FlowDialog asked={asked} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

type Shape = 'edit' | 'try';

function ShapeSwitch({ shape, onShape }: { shape: Shape; onShape: (shape: Shape) => void }) {
  const { t } = useTranslation('designer');
  return (
    <span className="segments" role="group" aria-label={t('flow.shape')}>
      {(['edit', 'try'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={shape === each} onClick={() => onShape(each)}>
          {t(`flow.shape.${each}`)}
        </button>
      ))}
    </span>
  );
}

interface FlowGraphProps {
  readonly chosen: string | null;
  /** A line was drawn from one state to another. */
  onDrawn(from: string, to: string): void;
}

function FlowGraph({ chosen, onDrawn }: FlowGraphProps) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const meta = useDesigner((state) => state.document.meta);
  const select = useDesigner((state) => state.select);
  const drawing = useMemo(() => drawFlow(meta, words, t('flow.start')), [meta, words, t]);
  const drag = useDrag(onDrawn);
  const from = drag.line ? drawing.layout.nodes.get(`workflow.states.${drag.line.from}`) : undefined;
  return (
    <div
      className="graph-scroll"
      tabIndex={0}
      role="region"
      aria-label={t('flow.graph')}
      ref={drag.box}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.cancel}
    >
      <GraphView
        label={t('flow.graph')}
        layout={drawing.layout}
        nodes={drawing.nodes}
        edges={drawing.edges}
        chosen={chosen}
        edgesChosen
        onChoose={(id) => select([id.replace(/#\d+$/, '')])}
        onDrag={drag.begin}
      >
        {drag.line && from ? (
          <path
            className="graph-drawing"
            d={`M ${from.x + from.width} ${from.y + from.height / 2} L ${drag.line.x} ${drag.line.y}`}
          />
        ) : null}
      </GraphView>
    </div>
  );
}

interface PartProps {
  readonly name: string;
  readonly state: StateMeta | undefined;
  readonly move: TransitionMeta | undefined;
}

/** Removes a state or a transition, once the person has seen what goes with it. */
function useRemove({ name, state, move }: PartProps) {
  const { t } = useTranslation('designer');
  const run = useRun();
  const confirm = useConfirm();
  const words = usePartWords();
  const workflow = useDesigner((draft) => draft.document.meta.workflow);
  const select = useDesigner((draft) => draft.select);
  return async () => {
    const part = move ? words.action(name) : words.state(name);
    // What hangs on it goes along, and is named before.
    const along = state
      ? Object.entries(workflow?.transitions ?? {})
          .filter(([, transition]) => transition.to === name || transition.from.every((each) => each === name))
          .map(([transition]) => words.action(transition))
      : [];
    const question = {
      title: t('flow.removeQuestion', { name: part }),
      content: t(along.length > 0 ? 'flow.removeAlong' : 'flow.removeNote', { names: along }),
      okText: t('flow.remove'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    const command = { do: 'remove', at: `workflow.${state ? 'states' : 'transitions'}.${name}`, letGo: true } as const;
    if (run(t('flow.step.remove', { name: part }), [command])) select([]);
  };
}

function PartProperties({ name, state, move }: PartProps) {
  const { t } = useTranslation('designer');
  const words = usePartWords();
  const remove = useRemove({ name, state, move });
  return (
    <>
      <div className="panel-bar">
        <h3>
          {t(state ? 'flow.stateOf' : 'flow.transitionOf', {
            name: state ? words.state(name) : words.action(name),
          })}
        </h3>
        <button type="button" className="button is-danger" onClick={() => void remove()}>
          {t('flow.remove')}
        </button>
      </div>
      {state ? <StateProperties key={name} name={name} state={state} /> : null}
      {move ? <ActionProperties key={name} at={`workflow.transitions.${name}`} name={name} action={move} /> : null}
    </>
  );
}

/** A line drawn with the pointer from the handle of one state to another one. */
function useDrag(onDrawn: (from: string, to: string) => void) {
  const box = useRef<HTMLDivElement>(null);
  const [line, setLine] = useState<{ from: string; x: number; y: number } | null>(null);
  const place = (event: PointerEvent) => {
    const edge = box.current?.querySelector('svg')?.getBoundingClientRect();
    return edge ? { x: event.clientX - edge.left, y: event.clientY - edge.top } : { x: 0, y: 0 };
  };
  return {
    box,
    line,
    begin: (id: string, event: PointerEvent<SVGElement>) => {
      event.preventDefault();
      event.stopPropagation();
      setLine({ from: id.replace('workflow.states.', ''), ...place(event) });
    },
    move: (event: PointerEvent) => {
      if (line) setLine({ ...line, ...place(event) });
    },
    end: (event: PointerEvent) => {
      if (!line) return;
      setLine(null);
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-node]');
      const to = under?.getAttribute('data-node')?.replace('workflow.states.', '');
      if (to) onDrawn(line.from, to);
    },
    cancel: () => setLine(null),
  };
}
