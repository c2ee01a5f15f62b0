import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useForm, useFormState, type LoadedForm } from '../../controllers/use-form.ts';
import { DesignLink } from '../../data/design-link.tsx';
import { failedAction } from '../../data/display-error.ts';
import { FieldHostProvider, type FieldHost } from '../../fields/controls/field-host.tsx';
import { ErrorSummary } from '../../fields/form/error-summary.tsx';
import type { FormTools } from '../../fields/controls/form-tools.tsx';
import { FormView } from '../../fields/form/form-view.tsx';
import { DraftNotice } from '../../layouts/draft-notice.tsx';
import { RefusalNotice } from '../../layouts/refusal-notice.tsx';
import { useFormParts } from '../../layouts/use-form-parts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { bringsKeyboard, firstField, topField } from '../../ui/first-field.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Skeleton } from '../../ui/skeletons.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { ConflictScreen } from './conflict-screen.tsx';
import { FormChanges } from './form-changes.tsx';
import { SaveBar } from './form-save-bar.tsx';
import { ScreenError } from '../screen-error.tsx';
import { useFormSaving, type FormSaving } from './use-form-saving.ts';
import { WhyLink } from '../why-link.tsx';
import '../screens.css';

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
  if (loaded.state === 'failed') {
    const { error, title, retry } = loaded;
    return <ScreenError {...{ error, path, title }} ofRecord onRetry={retry} />;
  }
  return <ReadyForm path={path} id={id} loaded={loaded} />;
}

interface ReadyProps {
  readonly path: string;
  readonly id: string | null;
  readonly loaded: Extract<LoadedForm, { state: 'ready' }>;
}

function ReadyForm({ path, id, loaded }: ReadyProps) {
  const { t } = useTranslation();
  const { controller } = loaded;
  const { entity } = loaded.ready;
  const { host, state, schema, tools } = useFormParts(loaded, id === null);
  const body = useFirstFocus(host !== null && state.conflict === null, id === null ? firstField : topField);
  const record = useRef(controller.values()).current;
  const heading =
    id === null
      ? t('form.addTitle', { entity: host?.words.name ?? '' })
      : t('form.editTitle', { title: String(record[entity.title.name] ?? id) });
  usePageTitle(heading);
  const status = String(record['status'] ?? entity.meta.workflow?.start ?? '');
  const saving = useFormSaving({ path, id, entity, controller, host, status });
  const { done, save, saveAndGoOn, step } = saving;
  useKeys({ 'Mod+s': () => void save(), 'Mod+Enter': () => void saveAndGoOn() }, state.conflict === null && !step.busy);
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
        <FormNotices loaded={loaded} host={host} tools={tools} saving={saving} />
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
        <SaveBar {...{ path, id, record, controller, host, saving }} />
        {step.element}
      </div>
    </FieldHostProvider>
  );
}

/**
 * The form's element, one of whose fields takes the focus once it is drawn: of a new record the first to fill in, of a
 * stored one the top one, for its first empty field may stand far below what the person came to change.
 */
function useFirstFocus(
  isDrawn: boolean,
  fieldOf: (root: ParentNode) => HTMLElement | null,
): RefObject<HTMLFormElement | null> {
  const body = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isDrawn && !bringsKeyboard() && body.current) fieldOf(body.current)?.focus();
  }, [isDrawn, fieldOf]);
  return body;
}

interface NoticesProps {
  readonly loaded: ReadyProps['loaded'];
  readonly host: FieldHost;
  readonly tools: FormTools;
  readonly saving: FormSaving;
}

/** What stands above a form: an unsaved draft, changes of the schema meanwhile, and why it was not saved. */
function FormNotices({ loaded: { controller, changes, dismiss }, host, tools, saving }: NoticesProps) {
  const { t } = useTranslation();
  const state = useFormState(controller);
  const { next, save, saveAndGoOn } = saving;
  const draftAt = (at: string) =>
    new Date(at).toLocaleString(host.format.culture, {
      timeZone: host.format.timeZone,
      dateStyle: 'medium',
      timeStyle: 'short',
    });
  return (
    <>
      {state.draft ? (
        <DraftNotice
          controller={controller}
          message={t('form.draft.found', { at: draftAt(state.draft.at) })}
          showIcon
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
          onRetry={() => void (state.isSaved ? saveAndGoOn() : save())}
        />
      ) : null}
    </>
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
