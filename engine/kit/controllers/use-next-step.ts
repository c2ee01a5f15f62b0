import { useRef, useState, type ReactNode } from 'react';
import { useDataClient } from '../data/client.ts';
import type { ActionState } from './actions/action-controller.ts';
import type { FormController, Saved } from './form-controller.ts';
import { useActionRunner } from './use-action-runner.ts';

export type RefusedStep = Pick<ActionState, 'issues' | 'refusal'>;

export interface NextStepEnds {
  /** Saved, and the step is done. */
  done: (saved: Saved) => void;
  /** Saved, and the person did not go through with the step. */
  left: (saved: Saved) => void;
  /** Saved, and the step was refused. */
  refused: (saved: Saved, refused: RefusedStep) => void;
}

export interface NextStep {
  run: (action: string) => Promise<void>;
  busy: boolean;
  /** Draw this somewhere: the step's dialog lives in it. */
  element: ReactNode;
}

/** Saves a form and runs the step that is meant to follow, as one press. What was saved stays saved, whatever becomes of the step. */
export function useNextStep(path: string, controller: FormController, ends: NextStepEnds): NextStep {
  const client = useDataClient();
  const runner = useActionRunner(path);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const go = async (action: string) => {
    const saved = await controller.submit();
    if (!saved) return;
    const record = await client.detail(path, saved.id).catch(() => null);
    if (!record) return ends.left(saved);
    let isDone = false;
    let refused: RefusedStep | null = null;
    await runner.run(action, [record], {
      done: () => (isDone = true),
      refused: (state) => (refused = state),
    });
    if (refused) ends.refused(saved, refused);
    else if (isDone) ends.done(saved);
    else ends.left(saved);
  };
  const run = async (action: string) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await go(action).finally(() => {
      running.current = false;
      setBusy(false);
    });
  };
  return { run, busy, element: runner.element };
}

/** What a link hands over as `state.refused`: the step after a save was refused, and the record is open to be mended. */
export function refusedStep(state: unknown): RefusedStep | null {
  const refused = typeof state === 'object' && state !== null && 'refused' in state ? state.refused : null;
  return typeof refused === 'object' && refused !== null && 'issues' in refused && Array.isArray(refused.issues)
    ? (refused as RefusedStep)
    : null;
}
