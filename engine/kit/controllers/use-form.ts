import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { Entity } from '../../core/index.ts';
import { useDataClient } from '../data/client.ts';
import type { WireRecord } from '../data/data-client.ts';
import { newKey } from '../data/new-key.ts';
import type { LoginUser } from '../data/session-client.ts';
import { useEntity, type ReadyEntity } from '../data/use-entity.ts';
import { useValueContext, useViewer } from '../data/viewer.ts';
import { widgetIssue } from '../fields/controls/widget.ts';
import { useWidgets } from '../fields/controls/widgets-context.tsx';
import { actorOf, clockIn } from './actor-facts.ts';
import { createFormController, type FormController, type FormState } from './form-controller.ts';
import type { FormChange } from './carry-over.ts';
import { startRecord, type FormMode } from './form-values.ts';
import { isSameForm, renewForm } from './renew-form.ts';

export type LoadedForm =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; title: string | undefined; retry: () => void }
  | { state: 'forbidden'; code: string }
  | {
      state: 'ready';
      ready: ReadyEntity;
      controller: FormController;
      /** What a publish did to the form while it was open; `dismiss` puts that aside. */
      changes: readonly FormChange[];
      dismiss: () => void;
    };

/** The form of a record, or of a new one: loads what it needs, and keeps one controller while the screen stands. */
export function useForm(path: string, id: string | null, preset?: Record<string, unknown>): LoadedForm {
  const viewer = useViewer();
  const loaded = useEntity(path);
  const { record, error, retry } = useRecordToEdit(path, id);
  const [controller, setController] = useState<FormController | null>(null);
  const [changes, setChanges] = useState<readonly FormChange[]>([]);
  const { entity, answer } = loaded;
  const code = id === null ? 'add' : 'edit';
  const allowed = answer?.codes.includes(code) ?? true;
  const started = id === null || record !== null;
  const name = entity?.name;
  // A preset counts at the start alone, and another culture only changes words: neither may disturb what was typed.
  const parts = useRef({ entity, answer, viewer, preset });
  parts.current = { entity, answer, viewer, preset };
  const create = useCreateForm();
  /** What the controller was created from: the form may have been published since. */
  const shape = useRef<ReadyEntity | null>(null);
  useEffect(() => {
    const { entity: found, answer, viewer: reader, preset } = parts.current;
    if (!found || found.name !== name || !answer || !started || !allowed) return;
    const ready = { entity: found, answer };
    shape.current = ready;
    const start = record ?? startRecord(found, { ...ownedBy(found, reader), ...preset });
    setController(create(ready, id === null ? 'add' : 'edit', start));
    return () => {
      setController(null);
      setChanges([]);
    };
  }, [name, id, started, record, allowed, create]);
  useDraftAtLeaving(controller);
  const renewed = useCallback((next: ReturnType<typeof renewForm>) => {
    setChanges((before) => [...before, ...next.changes]);
    setController(next.controller);
  }, []);
  useRenewal({ controller, shape, entity, answer, record: { path, id }, create, renewed });

  if (loaded.state === 'failed' || error) {
    return {
      state: 'failed',
      error: error ?? loaded.error,
      title: answer?.texts.name,
      retry: () => {
        retry();
        if (loaded.state === 'failed') loaded.retry();
      },
    };
  }
  if (!allowed) return { state: 'forbidden', code: `${path}:${code}` };
  if (!entity || !answer || !controller) return { state: 'loading' };
  return { state: 'ready', ready: { entity, answer }, controller, changes, dismiss: () => setChanges([]) };
}

/** The record that is edited; null for a new one, and until it has come. */
function useRecordToEdit(path: string, id: string | null) {
  const client = useDataClient();
  const [record, setRecord] = useState<WireRecord | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === null) return;
    let cancelled = false;
    client.detail(path, id).then(
      (found) => !cancelled && setRecord(found),
      (failure: unknown) => !cancelled && setError(failure),
    );
    return () => {
      cancelled = true;
    };
  }, [client, path, id, attempt]);
  const retry = () => {
    setError(null);
    setAttempt((count) => count + 1);
  };
  return { record, error, retry };
}

type CreateForm = (ready: ReadyEntity, mode: FormMode, start: Record<string, unknown>) => FormController;

/** Creates controllers for this person and browser; who and where they are is asked when it counts. */
function useCreateForm(): CreateForm {
  const client = useDataClient();
  const viewer = useViewer();
  const { timeZone } = useValueContext();
  const widgets = useWidgets();
  const parts = useRef({ viewer, timeZone, widgets });
  parts.current = { viewer, timeZone, widgets };
  return useCallback(
    (ready, mode, start) =>
      createFormController({
        entity: ready.entity,
        mode,
        record: start,
        readOnly: ready.answer.rights.readOnly,
        widgetIssue: (field, value) => widgetIssue(parts.current.widgets, field, value),
        client,
        actor: actorOf(parts.current.viewer),
        clock: () => clockIn(parts.current.timeZone),
        storage: window.localStorage,
        newKey,
        later: (task, milliseconds) => {
          const timer = setTimeout(task, milliseconds);
          return () => clearTimeout(timer);
        },
      }),
    [client],
  );
}

/** Keeps what was typed when the page is left, and ends the controller. */
function useDraftAtLeaving(controller: FormController | null): void {
  useEffect(() => {
    if (!controller) return;
    // A phone may end a page that was put aside without another word.
    const events = ['pagehide', 'visibilitychange'] as const;
    for (const event of events) window.addEventListener(event, controller.flushDraft, true);
    return () => {
      for (const event of events) window.removeEventListener(event, controller.flushDraft, true);
      controller.dispose();
    };
  }, [controller]);
}

/** Renews the form once the entity was published in another shape, with the record as it then reads. */
function useRenewal({
  controller,
  shape,
  entity,
  answer,
  record: { path, id },
  create,
  renewed,
}: {
  controller: FormController | null;
  shape: RefObject<ReadyEntity | null>;
  entity: ReadyEntity['entity'] | undefined;
  answer: ReadyEntity['answer'] | undefined;
  record: { path: string; id: string | null };
  create: CreateForm;
  renewed: (next: ReturnType<typeof renewForm>) => void;
}): void {
  const client = useDataClient();
  useEffect(() => {
    const was = shape.current;
    if (!controller || !entity || !answer || !was || was.entity === entity) return;
    const now = { entity, answer };
    if (isSameForm(was, now)) {
      shape.current = now;
      return;
    }
    let cancelled = false;
    const go = (fresh: WireRecord | null) => {
      if (cancelled) return;
      shape.current = now;
      renewed(renewForm(controller, { was, now, fresh }, (start) => create(now, controller.mode, start)));
    };
    if (id === null) go(null);
    else client.detail(path, id).then(go, () => go(null));
    return () => {
      cancelled = true;
    };
  }, [controller, entity, answer, client, create, path, id, shape, renewed]);
}

/** What a member makes belongs to their own company, what staff make to their own organisation until they say otherwise. */
function ownedBy({ owner, org, byName }: Entity, { member, loginEmpInfo }: LoginUser): Record<string, unknown> {
  const field = byName.get((member ? owner : org) ?? '');
  const own = member ?? (loginEmpInfo ? { id: loginEmpInfo.orgId, name: loginEmpInfo.orgName } : null);
  return own?.id && field?.meta.type === 'reference' ? { [field.name]: own.id, [`$${field.name}`]: own.name } : {};
}

export const useFormState = (controller: FormController): FormState => useStore(controller.store);
