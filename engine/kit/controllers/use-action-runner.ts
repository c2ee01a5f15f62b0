import { App } from 'antd';
import { createElement, useCallback, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '../../core/index.ts';
import { announceChange } from '../data/changed.ts';
import type { WireRecord } from '../data/data-client.ts';
import { newKey } from '../data/new-key.ts';
import { useEntity } from '../data/use-entity.ts';
import { useOpenForm } from '../fields/form/open-form.tsx';
import { createActionController, type ActionState, type RowOutcome } from './actions/action-controller.ts';
import { OneTimeSecret } from '../fields/controls/one-time-secret.tsx';
import { actionDialog, asksNothing, listeningClient, type Acting, type AnswerNotes } from './actions/action-dialog.ts';
import { actionWords } from './actions/action-question.ts';
import { inverseTransition } from './inverse-transition.ts';
import { useUndo } from './use-undo.ts';
import { useFieldHostOf } from './use-field-host.ts';

export interface ActionDone {
  action: string;
  /** One entry a record when there were many; null for a single one. */
  results: readonly RowOutcome[] | null;
}

export interface ActionEnds {
  readonly done?: (done: ActionDone) => void;
  readonly refused?: (refused: Pick<ActionState, 'issues' | 'refusal'>) => void;
}

export interface ActionRunner {
  /**
   * Runs an action (or `delete`) on these records: asks what it must, then tells. `done` is called once anything may have
   * changed. An action that asks nothing tells its refusal to `refused` where there is one, and in a dialog otherwise.
   */
  run: (action: string, records: readonly WireRecord[], ends?: ActionEnds) => Promise<void>;
  /** The action whose answer is awaited while no dialog shows it. */
  sending: string | null;
  /** Draw this somewhere: the dialogs live in it. */
  element: ReactNode;
}

/** Confirmations, action dialogs and results of an entity's actions, on one record or many. */
export function useActionRunner(path: string): ActionRunner {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const announceDone = useAnnounceDone(path);
  const loaded = useEntity(path);
  const ready = useMemo(
    () => (loaded.entity && loaded.answer ? { entity: loaded.entity, answer: loaded.answer } : null),
    [loaded.entity, loaded.answer],
  );
  const host = useFieldHostOf(ready);
  const formId = useId().replace(/[^\w-]/g, '');
  const dialog = useOpenForm();
  const { open } = dialog;
  const [sending, setSending] = useState<string | null>(null);
  const start: ActionRunner['run'] = useCallback(
    async (name, records, ends = {}) => {
      if (!host || records.length === 0) return;
      const { entity, client, facts } = host;
      const action = entity.actions.get(name);
      const recordAction = name === 'delete' ? ('delete' as const) : action;
      if (!recordAction) return;
      const { notes, listening } = listeningClient(client);
      const controller = createActionController({
        entity,
        action: recordAction,
        records,
        client: listening,
        facts,
        newKey,
      });
      const done = () => ends.done?.({ action: name, results: controller.store.getState().results });
      const acting = { host, ready, name, recordAction, records, controller };
      const silent = asksNothing(acting);
      if (silent && controller.ready.length > 0) {
        setSending(name);
        const isDone = await controller.submit();
        setSending(null);
        if (isDone) {
          announceDone(acting, notes);
          done();
          return;
        }
        if (ends.refused) return ends.refused(controller.store.getState());
      }
      const submitted = await open(actionDialog(acting, `${formId}-${name}`, t));
      const { results, refusal } = controller.store.getState();
      if (submitted && !results?.some(({ ok }) => !ok) && refusal === null && controller.ready.length > 0) {
        if (typeof notes.password === 'string') {
          modal.success({
            title: t('password.told'),
            content: createElement(OneTimeSecret, { secret: notes.password }),
          });
        } else announceDone(acting, notes);
      }
      if (submitted && (controller.ready.length > 0 || refusal)) done();
    },
    [host, ready, announceDone, modal, t, open, formId],
  );
  return { run: useRunOnce(start), sending, element: dialog.element };
}

/** Says that an action is done, with a way back where the workflow has one; or leads to the page that its answer names. */
function useAnnounceDone(path: string) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const offerUndo = useUndo();
  return useCallback(
    ({ host, ready, name, records, controller }: Acting, { goTo, version }: AnswerNotes) => {
      const { words, client } = host;
      if (typeof goTo === 'string' && isWebAddress(goTo)) return window.location.assign(goTo);
      const text =
        actionWords({ host, text: words.saying('done', name), records, typed: controller.values() }) ??
        t('action.done', { action: words.action(name), count: records.length });
      const [record] = records;
      const back = record && records.length === 1 && ready ? inverseTransition(ready, name, record) : null;
      if (!record || !back) return void message.success(text);
      offerUndo(text, async () => {
        await client.act(
          path,
          { action: back, input: { id: record.id, ...(version === undefined ? {} : { version }) } },
          newKey(),
        );
        announceChange(path, record.id);
      });
    },
    [path, message, offerUndo, t],
  );
}

/** Runs an action on the same records once at a time: a second press before the answer must not pass. */
function useRunOnce(start: ActionRunner['run']): ActionRunner['run'] {
  const running = useRef(new Set<string>());
  return useCallback(
    async (name, records, ends) => {
      const key = [name, ...records.map(({ id }) => id)].join(' ');
      if (running.current.has(key)) return;
      running.current.add(key);
      await start(name, records, ends).finally(() => running.current.delete(key));
    },
    [start],
  );
}
