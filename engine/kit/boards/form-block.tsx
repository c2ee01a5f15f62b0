import { Alert, Button } from 'antd';
import { useCallback, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFieldHostOf } from '../controllers/use-field-host.ts';
import type { FormController } from '../controllers/form-controller.ts';
import { useForm, useFormState, type LoadedForm } from '../controllers/use-form.ts';
import { useLeaveGuard } from '../controllers/use-leave-guard.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { announceChange } from '../data/changed.ts';
import { toDisplayError } from '../data/display-error.ts';
import { useViewer } from '../data/viewer.ts';
import { FieldHostProvider } from '../fields/controls/field-host.tsx';
import { compileForm, plainSections } from '../fields/form/compile-form.ts';
import { ErrorSummary } from '../fields/form/error-summary.tsx';
import { formToolsOf } from '../fields/form/form-tools-of.ts';
import { FormView } from '../fields/form/form-view.tsx';
import { RefusalNotice } from '../layouts/refusal-notice.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Skeleton } from '../ui/skeletons.tsx';

/** A new record made on the board: the form of its entity, empty again after each. */
export default function FormBlock({ block: { block, title, path = '' } }: { block: ShownBlock }) {
  const { t } = useTranslation();
  const [made, setMade] = useState<readonly string[]>([]);
  const last = made.at(-1);
  return (
    <section className="block" data-kind="form" aria-labelledby={`block-${block}`}>
      <header className="block-head">
        <h2 id={`block-${block}`}>{title}</h2>
      </header>
      <div className="block-body">
        {last === undefined ? null : (
          <p className="block-note" role="status">
            {t('form.added')} <Link to={`/${path}/${encodeURIComponent(last)}`}>{t('list.open')}</Link>
          </p>
        )}
        <NewRecord key={made.length} path={path} title={title} onMade={(id) => setMade([...made, id])} />
      </div>
    </section>
  );
}

interface NewProps {
  readonly path: string;
  readonly title: string;
  onMade(id: string): void;
}

function NewRecord(props: NewProps) {
  const { t } = useTranslation();
  const loaded = useForm(props.path, null);
  if (loaded.state === 'loading') return <Skeleton shape="form" />;
  if (loaded.state === 'forbidden') return <p className="block-note">{t('ui.forbidden')}</p>;
  if (loaded.state === 'failed')
    return <ErrorPanel compact error={toDisplayError(loaded.error)} onRetry={loaded.retry} />;
  return <ReadyForm {...props} loaded={loaded} />;
}

function ReadyForm({ path, title, onMade, loaded }: NewProps & { loaded: Extract<LoadedForm, { state: 'ready' }> }) {
  const { t } = useTranslation();
  const { ready, controller } = loaded;
  const id = useId().replace(/[^\w-]/g, '');
  const host = useFieldHostOf(ready);
  const state = useFormState(controller);
  const { member } = useViewer();
  useLeaveGuard(
    useCallback(() => controller.store.getState().dirty, [controller]),
    state.dirty,
  );
  const { entity } = ready;
  const sections = useMemo(
    () => entity.meta.form ?? plainSections(controller.typed.map(({ name }) => name)),
    [controller, entity],
  );
  const schema = useMemo(() => {
    // What a member makes is always their own company's.
    const shown = member ? controller.typed.filter(({ name }) => name !== entity.owner) : controller.typed;
    return compileForm(sections, new Map(shown.map((field) => [field.name, field])), entity.meta.formLayout);
  }, [controller, entity, member, sections]);
  const tools = useMemo(
    () => (host ? formToolsOf({ id, host, run: controller, extra: { order: Object.values(sections).flat(2) } }) : null),
    [id, host, controller, sections],
  );
  if (!host || !tools) return null;
  const save = async () => {
    const saved = await controller.submit();
    if (!saved) return;
    announceChange(path, saved.id);
    onMade(saved.id);
  };
  return (
    <FieldHostProvider host={host}>
      {state.draft ? <DraftNotice controller={controller} /> : null}
      <ErrorSummary issues={state.issues} tools={tools} attempts={state.attempts} title={undefined} />
      {state.refusal ? (
        <RefusalNotice what="save" refusal={state.refusal} attempts={state.attempts} onRetry={() => void save()} />
      ) : null}
      <form
        className="form-body"
        noValidate
        aria-label={title}
        aria-busy={state.saving}
        onSubmit={(event) => event.preventDefault()}
      >
        <FormView form={controller.form} schema={schema} tools={tools} issues={state.issues} />
        <Button type="primary" loading={state.saving} onClick={() => void save()}>
          {t('form.save')}
        </Button>
      </form>
    </FieldHostProvider>
  );
}

/** What was typed before and not saved, here or on the page for a new record. */
function DraftNotice({ controller }: { controller: FormController }) {
  const { t } = useTranslation();
  return (
    <Alert
      className="form-notice"
      type="info"
      message={t('board.formDraft')}
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
  );
}
