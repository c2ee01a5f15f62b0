import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useForm, type LoadedForm } from '../controllers/use-form.ts';
import type { ShownBlock } from '../data/data-client.ts';
import { announceChange } from '../data/changed.ts';
import { toDisplayError } from '../data/display-error.ts';
import { FieldHostProvider } from '../fields/controls/field-host.tsx';
import { ErrorSummary } from '../fields/form/error-summary.tsx';
import { FormView } from '../fields/form/form-view.tsx';
import { DraftNotice } from '../layouts/draft-notice.tsx';
import { RefusalNotice } from '../layouts/refusal-notice.tsx';
import { useFormParts } from '../layouts/use-form-parts.ts';
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
  const { controller } = loaded;
  const { host, state, schema, tools } = useFormParts(loaded, true);
  if (!host || !tools) return null;
  const save = async () => {
    const saved = await controller.submit();
    if (!saved) return;
    announceChange(path, saved.id);
    onMade(saved.id);
  };
  return (
    <FieldHostProvider host={host}>
      {state.draft ? <DraftNotice controller={controller} message={t('board.formDraft')} /> : null}
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
