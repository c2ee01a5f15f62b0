import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FormController, Saved } from '../../controllers/form-controller.ts';
import { nextStep } from '../../controllers/next-step.ts';
import { refusedStep, useNextStep } from '../../controllers/use-next-step.ts';
import { useUndo } from '../../controllers/use-undo.ts';
import { announceChange } from '../../data/changed.ts';
import { useDataClient } from '../../data/client.ts';
import { newKey } from '../../data/new-key.ts';
import type { ReadyEntity } from '../../data/use-entity.ts';
import type { FieldHost } from '../../fields/controls/field-host.tsx';

interface SavingOf {
  readonly path: string;
  readonly id: string | null;
  readonly entity: ReadyEntity['entity'];
  readonly controller: FormController;
  readonly host: FieldHost | null;
  /** The state of the record as it was loaded. */
  readonly status: string;
}

export type FormSaving = ReturnType<typeof useFormSaving>;

/** Saves a form and leads to the record's page; where a next step follows, one press saves and runs it. */
export function useFormSaving({ path, id, entity, controller, host, status }: SavingOf) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useDataClient();
  const offerUndo = useUndo();
  const navigate = useNavigate();
  const next = nextStep(entity, status);
  const page = (saved: Saved) => `/${path}/${encodeURIComponent(saved.id)}`;
  const done = (saved: Saved | null) => {
    if (!saved) return;
    const { before } = saved;
    // If a next step follows, a plain save does not show the success message.
    if (!before && next) void message.info(t('form.savedAs', { state: host?.words.state(status) ?? status }));
    else if (!before) void message.success(t(id === null ? 'form.added' : 'form.saved'));
    else
      offerUndo(t('form.saved'), async () => {
        await client.edit(path, { id: saved.id, version: saved.version, ...before }, newKey());
        announceChange(path, saved.id);
      });
    navigate(page(saved), { replace: true });
  };
  const save = async () => done(await controller.submit());
  const step = useNextStep(path, controller, {
    done: (saved) => navigate(page(saved), { replace: true }),
    left: done,
    refused: (saved, refused) =>
      id === null
        ? navigate(`${page(saved)}/edit`, { replace: true, state: { refused } })
        : controller.refuseStep(refused.issues, refused.refusal),
  });
  useRefusedBefore(controller);
  return {
    next,
    step,
    /** Whether the record is in the first state of its workflow. */
    isStart: status === entity.meta.workflow?.start,
    done,
    save,
    saveAndGoOn: () => (next ? step.run(next) : save()),
  };
}

/** Shows why the step after a save on another page was refused. */
function useRefusedBefore(controller: FormController): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const refusedBefore = refusedStep(state);
  useEffect(() => {
    if (!refusedBefore) return;
    controller.refuseStep(refusedBefore.issues, refusedBefore.refusal);
    // Shown once; a reload shows it again.
    navigate('.', { replace: true, state: null });
  }, [refusedBefore, controller, navigate]);
}
