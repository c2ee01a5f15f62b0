import type { TFunction } from 'i18next';
import { createElement } from 'react';
import type { Action } from '../../../core/index.ts';
import { failedAction } from '../../data/display-error.ts';
import type { DataClient, WireRecord } from '../../data/data-client.ts';
import type { ReadyEntity } from '../../data/use-entity.ts';
import type { FieldHost } from '../../fields/controls/field-host.tsx';
import { FollowingWords } from '../../fields/form/action-body.tsx';
import { ActionEvidence } from '../../fields/form/action-evidence.tsx';
import { compileForm, plainSections } from '../../fields/form/compile-form.ts';
import { formToolsOf } from '../../fields/form/form-tools-of.ts';
import type { useOpenForm } from '../../fields/form/open-form.tsx';
import type { createActionController } from './action-controller.ts';
import { actionQuestion, actionWords } from './action-question.ts';
import { ActionView } from './action-view.ts';

/** An action that is about to run on some records. */
export interface Acting {
  readonly host: FieldHost;
  readonly ready: ReadyEntity | null;
  readonly name: string;
  readonly recordAction: Action | 'delete';
  readonly records: readonly WireRecord[];
  readonly controller: ReturnType<typeof createActionController>;
}

type Typed = Readonly<Record<string, unknown>>;

/** What the last answer of an action says besides its record. */
export interface AnswerNotes {
  /** A password that was generated. */
  password?: unknown;
  /** Where the person goes next: a page that is not ours. */
  goTo?: unknown;
  /** What the record was after it: a way back takes back this change, never one that came after it. */
  version?: number | undefined;
}

/** The same client, which notes what the answers of actions say besides. */
export function listeningClient(client: DataClient): { notes: AnswerNotes; listening: DataClient } {
  const notes: AnswerNotes = {};
  const act: DataClient['act'] = async (...call) => {
    const answer = await client.act(...call);
    const { password, version, goTo } = answer as AnswerNotes;
    Object.assign(notes, { password, version, goTo });
    return answer;
  };
  return { notes, listening: { ...client, act } };
}

/** Whether an action runs at once, without a dialog. */
export const asksNothing = ({ records, recordAction, controller }: Acting): boolean =>
  records.length === 1 && recordAction !== 'delete' && !recordAction.meta.confirm && controller.fields.length === 0;

/** The question before an action, if it has one, which follows what is typed. */
const questionOf =
  ({ host, ready, name, recordAction, records }: Acting, t: TFunction) =>
  (typed: Typed): string | null =>
    [
      actionQuestion({ host, action: name, records, typed }) ??
        (recordAction === 'delete'
          ? t('action.deleteQuestion', {
              count: records.length,
              title: String(records[0]?.[host.entity.title.name] ?? ''),
            })
          : ''),
      ready?.answer.final?.includes(name) ? t('action.final') : '',
    ]
      .filter(Boolean)
      .join(' ') || null;

/** The fields of an action's dialog, and the tools that they work with. */
function formOf({ host, name, recordAction, controller }: Acting, id: string) {
  const names = controller.fields.map((field) => field.name);
  const fields = new Map(controller.fields.map((field) => [field.name, field]));
  const inputs = new Set(recordAction === 'delete' ? [] : recordAction.input.map((field) => field.name));
  const tools = formToolsOf({
    id,
    host,
    run: controller,
    extra: {
      fields,
      label: (field) => (inputs.has(field) ? host.words.input(name, field) : undefined),
      suggested: controller.prefilled,
      order: names,
    },
  });
  const schema = names.length > 0 ? compileForm(plainSections(names, ''), fields) : null;
  return { tools, schema };
}

/** The dialog of an action: its words, its form with what it shows of the record, and when it is over. */
export function actionDialog(
  acting: Acting,
  id: string,
  t: TFunction,
): Parameters<ReturnType<typeof useOpenForm>['open']>[0] {
  const { host, name, recordAction, records, controller } = acting;
  const { words } = host;
  const { tools, schema } = formOf(acting, id);
  const question = questionOf(acting, t);
  const labelOf = (part: 'titles' | 'buttons', otherwise: string) => {
    const text = records.length === 1 ? words.saying(part, name) : undefined;
    const follow = (typed: Readonly<Record<string, unknown>>) =>
      actionWords({ host, text, records, typed }) ?? otherwise;
    return createElement(FollowingWords, { form: controller.form, words: follow });
  };
  const [record] = records;
  const evidence =
    recordAction !== 'delete' && record && records.length === 1
      ? createElement(ActionEvidence, { action: recordAction, record, form: controller.form })
      : null;
  const isOver = () => {
    const state = controller.store.getState();
    return state.results !== null || state.refusal?.status === 409 || controller.ready.length === 0;
  };
  return {
    title: labelOf('titles', t('action.title', { action: words.action(name), entity: words.name })),
    okText: labelOf('buttons', words.action(name)),
    good: recordAction !== 'delete' && recordAction.meta.tone === 'good',
    danger: recordAction === 'delete' || recordAction.meta.tone === 'bad',
    render: () =>
      createElement(ActionView, { host, controller, schema, tools, evidence, question, what: failedAction(name) }),
    submit: controller.submit,
    isDirty: controller.isDirty,
    isOver,
  };
}
