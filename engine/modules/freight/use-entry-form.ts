import { useEffect, useId, useMemo } from 'react';
import { useStore } from 'zustand';
import {
  actorOf,
  clockIn,
  compileForm,
  createFormController,
  formToolsOf,
  newKey,
  plainSections,
  startRecord,
  useDataClient,
  useFieldHostOf,
  useValueContext,
  useViewer,
  useWidgets,
  widgetIssue,
  type EntityState,
  type WireRecord,
} from '../../kit/index.ts';

export type Ready = Required<Pick<EntityState, 'entity' | 'answer'>>;

/** The generated form of a freight order: of the draft, or of a new one. */
export function useEntryForm(ready: Ready, record: WireRecord | null) {
  const viewer = useViewer();
  const formId = useId().replace(/[^\w-]/g, '');
  const host = useFieldHostOf(ready);
  const { entity } = ready;
  const controller = useController(ready, record);
  useEffect(() => {
    // A phone may end a page that was put aside without another word.
    window.addEventListener('pagehide', controller.flushDraft);
    return () => {
      window.removeEventListener('pagehide', controller.flushDraft);
      controller.dispose();
    };
  }, [controller]);
  const state = useStore(controller.store);
  const schema = useMemo(() => {
    // What a member orders is always their own company's: there is nothing to choose.
    const typed = viewer.member ? controller.typed.filter(({ name }) => name !== entity.owner) : controller.typed;
    const shown = new Map(typed.map((field) => [field.name, field]));
    return compileForm(entity.meta.form ?? plainSections([...shown.keys()]), shown, entity.meta.formLayout);
  }, [controller, entity, viewer.member]);
  const tools = useMemo(
    () => (host ? formToolsOf({ id: formId, host, run: controller }) : null),
    [formId, host, controller],
  );
  return { host, controller, state, schema, tools };
}

function useController({ entity, answer }: Ready, record: WireRecord | null) {
  const client = useDataClient();
  const viewer = useViewer();
  const widgets = useWidgets();
  const { timeZone } = useValueContext();
  return useMemo(
    () =>
      createFormController({
        entity,
        mode: record ? 'edit' : 'add',
        record: record ?? startRecord(entity, viewer.member ? { customer: viewer.member.id } : {}),
        readOnly: answer.rights.readOnly,
        widgetIssue: (field, value) => widgetIssue(widgets, field, value),
        client,
        actor: actorOf(viewer),
        clock: () => clockIn(timeZone),
        storage: window.localStorage,
        newKey,
        later: (task, milliseconds) => {
          const timer = setTimeout(task, milliseconds);
          return () => clearTimeout(timer);
        },
      }),
    [entity, answer, record, client, viewer, widgets, timeZone],
  );
}
