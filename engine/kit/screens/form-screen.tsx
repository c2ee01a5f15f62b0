import { Alert, App, Button } from 'antd';
import { useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { actionWords } from '../controllers/action-question.ts';
import { nextStep } from '../controllers/next-step.ts';
import { refusedStep, useNextStep } from '../controllers/use-next-step.ts';
import { useFieldHostOf } from '../controllers/use-field-host.ts';
import { useForm, useFormState, type LoadedForm } from '../controllers/use-form.ts';
import type { Saved } from '../controllers/form-controller.ts';
import { useUndo } from '../controllers/use-undo.ts';
import { useLeaveGuard } from '../controllers/use-leave-guard.ts';
import { DesignLink } from '../data/design-link.tsx';
import { announceChange } from '../data/changed.ts';
import { failedAction } from '../data/display-error.ts';
import { useDataClient } from '../data/client.ts';
import { newKey } from '../data/new-key.ts';
import { useViewer } from '../data/viewer.ts';
import { FollowingWords } from '../fields/form/action-body.tsx';
import { compileForm, plainSections } from '../fields/form/compile-form.ts';
import { ErrorSummary } from '../fields/form/error-summary.tsx';
import { FieldHostProvider } from '../fields/controls/field-host.tsx';
import { FormView } from '../fields/form/form-view.tsx';
import { formToolsOf } from '../fields/form/form-tools-of.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { firstField } from '../ui/first-field.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/skeletons.tsx';
import { useConfirm } from '../ui/use-confirm.ts';
import { useKeys } from '../ui/use-keys.ts';
import { ConflictScreen } from './conflict-screen.tsx';
import { FormChanges } from './form-changes.tsx';
import { RefusalNotice } from '../layouts/refusal-notice.tsx';
import { ScreenError } from './screen-error.tsx';
import { WhyLink } from './why-link.tsx';
import './screens.css';

/** Adds a record, or edits one (`id`). A link's `state.preset` fills in a new form. */
export function FormScreen({ path, id = null }: { path: string; id?: string | null }) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const loaded = useForm(path, id, presetOf(state));
  if (loaded.state === 'loading') return <Skeleton shape="form" />;
  if (loaded.state === 'forbidden')
    return (
      <EmptyState
        kind="forbidden"
        title={t('ui.forbidden')}
        note={<code>{loaded.code}</code>}
        actions={<WhyLink path={path} code={id === null ? 'add' : 'edit'} />}
      />
    );
  if (loaded.state === 'failed') return <ScreenError error={loaded.error} path={path} onRetry={loaded.retry} />;
  return <ReadyForm path={path} id={id} loaded={loaded} />;
}

function ReadyForm({
  path,
  id,
  loaded: { ready, controller, changes, dismiss },
}: {
  path: string;
  id: string | null;
  loaded: Extract<LoadedForm, { state: 'ready' }>;
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useDataClient();
  const offerUndo = useUndo();
  const navigate = useNavigate();
  const { state: locationState } = useLocation();
  const confirm = useConfirm();
  const formId = useId().replace(/[^\w-]/g, '');
  const host = useFieldHostOf(ready);
  const state = useFormState(controller);
  const { entity } = ready;
  // Read at the moment of leaving: right after a save the screen has not been drawn again yet.
  const isDirty = useCallback(() => controller.store.getState().dirty, [controller]);
  useLeaveGuard(isDirty, state.dirty);

  const body = useRef<HTMLFormElement>(null);
  const isDrawn = host !== null && state.conflict === null;
  useEffect(() => {
    // On a phone a focus would open the keyboard over half of the form.
    if (isDrawn && !window.matchMedia('(pointer: coarse)').matches && body.current) firstField(body.current)?.focus();
  }, [isDrawn]);

  const record = useRef(controller.values()).current;
  const heading =
    id === null
      ? t('form.addTitle', { entity: host?.words.name ?? '' })
      : t('form.editTitle', { title: String(record[entity.title.name] ?? id) });
  usePageTitle(heading);
  const sections = useMemo(
    () => entity.meta.form ?? plainSections(controller.typed.map(({ name }) => name)),
    [controller, entity],
  );
  const { member } = useViewer();
  const schema = useMemo(() => {
    const known = id === null ? controller.typed : entity.fields.filter((field) => !field.system);
    // What a member makes is always their own company's: there is nothing to choose.
    const shown = member ? known.filter(({ name }) => name !== entity.owner) : known;
    return compileForm(sections, new Map(shown.map((field) => [field.name, field])), entity.meta.formLayout);
  }, [controller, entity, id, member, sections]);
  const tools = useMemo(
    () =>
      host
        ? formToolsOf({ id: formId, host, run: controller, extra: { order: Object.values(sections).flat(2) } })
        : null,
    [formId, host, controller, sections],
  );

  const status = String(record['status'] ?? entity.meta.workflow?.start ?? '');
  const next = nextStep(entity, status);
  const isStart = status === entity.meta.workflow?.start;
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
  const goOn = () => (next ? step.run(next) : save());
  useKeys({ 'Mod+s': () => void save(), 'Mod+Enter': () => void goOn() }, state.conflict === null && !step.busy);
  const refusedBefore = refusedStep(locationState);
  useEffect(() => {
    if (!refusedBefore) return;
    controller.refuseStep(refusedBefore.issues, refusedBefore.refusal);
    // Shown once; a reload shows it again.
    navigate('.', { replace: true, state: null });
  }, [refusedBefore, controller, navigate]);
  useKeys({ Escape: controller.putConflictAside }, state.conflict !== null && !state.saving);
  if (!host || !tools) return null;
  if (state.conflict) {
    return (
      <FieldHostProvider host={host}>
        <ConflictScreen
          conflict={state.conflict}
          saving={state.saving}
          onResolve={async (choices) => done(await controller.resolve(choices))}
          onBack={controller.putConflictAside}
        />
      </FieldHostProvider>
    );
  }
  const discard = async () => {
    const question = {
      title: t('form.reset.title'),
      content: t('form.reset.note'),
      okText: t('form.reset.go'),
      danger: true,
    };
    if (await confirm(question)) controller.reset();
  };
  return (
    <FieldHostProvider host={host}>
      <div className="form-screen">
        <PageHeader
          title={heading}
          extra={
            <>
              {state.dirty ? <DirtyDot /> : null}
              <DesignLink of={entity.name} tab="form" />
            </>
          }
          note={id === null ? undefined : host.words.name}
        />
        {state.draft ? (
          <Alert
            className="form-notice"
            type="info"
            showIcon
            message={t('form.draft.found', {
              at: new Date(state.draft.at).toLocaleString(host.format.culture, {
                timeZone: host.format.timeZone,
                dateStyle: 'medium',
                timeStyle: 'short',
              }),
            })}
            action={
              <span className="form-notice-actions">
                <Button size="small" type="primary" onClick={controller.restoreDraft}>
                  {t('form.draft.restore')}
                </Button>
                <Button size="small" onClick={controller.discardDraft}>
                  {t('form.draft.discard')}
                </Button>
              </span>
            }
          />
        ) : null}
        {changes.length > 0 ? <FormChanges changes={changes} onDismiss={dismiss} /> : null}
        <ErrorSummary
          issues={state.issues}
          tools={tools}
          attempts={state.attempts}
          title={
            state.isSaved && next
              ? t('form.summary.step', { action: host.words.action(next), count: state.issues.length })
              : undefined
          }
        />
        {state.refusal ? (
          <RefusalNotice
            what={state.isSaved ? failedAction(next ?? '') : 'save'}
            refusal={state.refusal}
            attempts={state.attempts}
            onRetry={() => void (state.isSaved ? goOn() : save())}
          />
        ) : null}
        <form
          ref={body}
          className="form-body"
          noValidate
          onSubmit={(event) => event.preventDefault()}
          aria-label={heading}
          aria-busy={state.saving}
        >
          <FormView form={controller.form} schema={schema} tools={tools} issues={state.issues} />
        </form>
        <div className="save-bar">
          {next ? (
            <Button
              type="primary"
              loading={step.busy}
              disabled={state.saving}
              onClick={() => void goOn()}
              aria-keyshortcuts="Control+Enter"
            >
              <FollowingWords
                form={controller.form}
                words={(typed) =>
                  actionWords({
                    host,
                    text: host.words.saying('buttons', next),
                    records: [{ ...record, id: id ?? '' }],
                    typed,
                  }) ?? host.words.action(next)
                }
              />
            </Button>
          ) : null}
          <Button
            type={next ? 'default' : 'primary'}
            loading={state.saving && !step.busy}
            disabled={step.busy}
            onClick={() => void save()}
            aria-keyshortcuts="Control+S"
          >
            {t(next && isStart ? 'form.saveDraft' : 'form.save')}
          </Button>
          <Button onClick={() => navigate(id === null ? `/${path}` : `/${path}/${encodeURIComponent(id)}`)}>
            {t('form.cancel')}
          </Button>
          {state.dirty ? (
            <Button type="text" onClick={() => void discard()}>
              {t('form.reset')}
            </Button>
          ) : null}
          <span className="save-bar-hint">
            <kbd>Ctrl</kbd> <kbd>S</kbd>
          </span>
        </div>
        {step.element}
      </div>
    </FieldHostProvider>
  );
}

function DirtyDot() {
  const { t } = useTranslation();
  return (
    <span className="dirty-dot" role="status">
      {t('form.dirty')}
    </span>
  );
}

function presetOf(state: unknown): Record<string, unknown> | undefined {
  const preset = typeof state === 'object' && state !== null && 'preset' in state ? state.preset : undefined;
  return typeof preset === 'object' && preset !== null ? (preset as Record<string, unknown>) : undefined;
}
