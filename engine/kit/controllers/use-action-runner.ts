import { App } from 'antd';
import { createElement, useCallback, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '../../core/index.ts';
import { announceChange } from '../data/changed.ts';
import { failedAction } from '../data/display-error.ts';
import type { WireRecord } from '../data/data-client.ts';
import { newKey } from '../data/new-key.ts';
import { useEntity } from '../data/use-entity.ts';
import { FollowingWords } from '../fields/form/action-body.tsx';
import { ActionEvidence } from '../fields/form/action-evidence.tsx';
import { compileForm, plainSections } from '../fields/form/compile-form.ts';
import { formToolsOf } from '../fields/form/form-tools-of.ts';
import { useOpenForm } from '../fields/form/open-form.tsx';
import { createActionController, type ActionState, type RowOutcome } from './action-controller.ts';
import { OneTimeSecret } from '../fields/controls/one-time-secret.tsx';
import { actionQuestion, actionWords } from './action-question.ts';
import { inverseTransition } from './inverse-transition.ts';
import { ActionView } from './action-view.ts';
import { useUndo } from './use-undo.ts';
import { useFieldHostOf } from './use-field-host.ts';

export interface ActionDone {
  action: string;
  /** One entry a record when there were many; null for a single one. */
  results: readonly RowOutcome[] | null;
}

export interface ActionRunner {
  /**
   * Runs an action (or `delete`) on these records: asks what it must, then tells. `onDone` is called once anything may have
   * changed. An action that asks nothing tells its refusal to `onRefused` where there is one, and in a dialog otherwise.
   */
  run: (
    action: string,
    records: readonly WireRecord[],
    onDone?: (done: ActionDone) => void,
    onRefused?: (refused: Pick<ActionState, 'issues' | 'refusal'>) => void,
  ) => Promise<void>;
  /** The action whose answer is awaited while no dialog shows it. */
  sending: string | null;
  /** Draw this somewhere: the dialogs live in it. */
  element: ReactNode;
}

/** Confirmations, action dialogs and results of an entity's actions, on one record or many. */
export function useActionRunner(path: string): ActionRunner {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const offerUndo = useUndo();
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
  // What is under way on which records: a second press before its answer must not pass.
  const running = useRef(new Set<string>());

  const start: ActionRunner['run'] = useCallback(
    async (name, records, onDone, onRefused) => {
      if (!host || records.length === 0) return;
      const { entity, words, client, facts } = host;
      const action = entity.actions.get(name);
      const recordAction = name === 'delete' ? ('delete' as const) : action;
      if (!recordAction) return;
      // What only this answer tells, such as a password that was made up.
      let response: unknown;
      // Where the answer sends the person on to: a page that is not ours.
      let goTo: unknown;
      // What the record was after it: a way back takes back this change, never one that came after it.
      let version: number | undefined;
      const listening = {
        ...client,
        act: async (...call: Parameters<typeof client.act>) => {
          const answer = await client.act(...call);
          response = (answer as { password?: unknown }).password;
          version = (answer as { version?: number }).version;
          goTo = (answer as { goTo?: unknown }).goTo;
          return answer;
        },
      };
      const controller = createActionController({
        entity,
        action: recordAction,
        records,
        client: listening,
        facts,
        newKey,
      });
      const done = () => onDone?.({ action: name, results: controller.store.getState().results });
      const announceDone = () => {
        if (typeof goTo === 'string' && isWebAddress(goTo)) return window.location.assign(goTo);
        const text =
          actionWords({ host, text: words.saying('done', name), records, typed: controller.values() }) ??
          t('action.done', { action: words.action(name), count: records.length });
        const [record] = records;
        const back = record && records.length === 1 && ready ? inverseTransition(ready, name, record) : null;
        if (!record || !back) return void message.success(text);
        offerUndo(text, async () => {
          await client.act(path, back, { id: record.id, ...(version === undefined ? {} : { version }) }, newKey());
          announceChange(path, record.id);
        });
      };

      const silent =
        records.length === 1 &&
        recordAction !== 'delete' &&
        !recordAction.meta.confirm &&
        controller.fields.length === 0;
      if (silent && controller.ready.length > 0) {
        setSending(name);
        const isDone = await controller.submit();
        setSending(null);
        if (isDone) {
          announceDone();
          done();
          return;
        }
        if (onRefused) return onRefused(controller.store.getState());
      }
      const names = controller.fields.map((field) => field.name);
      const fields = new Map(controller.fields.map((field) => [field.name, field]));
      const inputs = new Set(action?.input.map((field) => field.name));
      const tools = formToolsOf({
        id: `${formId}-${name}`,
        host,
        run: controller,
        extra: {
          fields,
          label: (field) => (inputs.has(field) ? words.input(name, field) : undefined),
          suggested: controller.prefilled,
          order: names,
        },
      });
      const schema = names.length > 0 ? compileForm(plainSections(names, ''), fields) : null;
      const question = (typed: Readonly<Record<string, unknown>>) =>
        [
          actionQuestion({ host, action: name, records, typed }) ??
            (recordAction === 'delete'
              ? t('action.deleteQuestion', {
                  count: records.length,
                  title: String(records[0]?.[entity.title.name] ?? ''),
                })
              : ''),
          ready?.answer.final?.includes(name) ? t('action.final') : '',
        ]
          .filter(Boolean)
          .join(' ') || null;
      const labelOf = (part: 'titles' | 'buttons', otherwise: string) => {
        const text = records.length === 1 ? words.saying(part, name) : undefined;
        const follow = (typed: Readonly<Record<string, unknown>>) =>
          actionWords({ host, text, records, typed }) ?? otherwise;
        return createElement(FollowingWords, { form: controller.form, words: follow });
      };
      const [record] = records;
      const evidence =
        action && record && records.length === 1
          ? createElement(ActionEvidence, { action, record, form: controller.form })
          : null;
      const isOver = () => {
        const state = controller.store.getState();
        return state.results !== null || state.refusal?.status === 409 || controller.ready.length === 0;
      };
      const submitted = await open({
        title: labelOf('titles', t('action.title', { action: words.action(name), entity: words.name })),
        okText: labelOf('buttons', words.action(name)),
        good: recordAction !== 'delete' && recordAction.meta.tone === 'good',
        danger: recordAction === 'delete' || recordAction.meta.tone === 'bad',
        render: () =>
          createElement(ActionView, { host, controller, schema, tools, evidence, question, what: failedAction(name) }),
        submit: controller.submit,
        isDirty: controller.isDirty,
        isOver,
      });
      const { results, refusal } = controller.store.getState();
      if (submitted && !results?.some(({ ok }) => !ok) && refusal === null && controller.ready.length > 0) {
        if (typeof response === 'string') {
          modal.success({ title: t('password.told'), content: createElement(OneTimeSecret, { secret: response }) });
        } else announceDone();
      }
      if (submitted && (controller.ready.length > 0 || refusal)) done();
    },
    [host, ready, path, message, modal, offerUndo, t, open, formId],
  );
  const run: ActionRunner['run'] = useCallback(
    async (name, records, onDone, onRefused) => {
      const key = [name, ...records.map(({ id }) => id)].join(' ');
      if (running.current.has(key)) return;
      running.current.add(key);
      await start(name, records, onDone, onRefused).finally(() => running.current.delete(key));
    },
    [start],
  );
  return { run, sending, element: dialog.element };
}
