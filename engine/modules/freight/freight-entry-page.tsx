import { useEffect, useId, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import {
  actorOf,
  clockIn,
  compileForm,
  createFormController,
  EmptyState,
  ErrorPanel,
  FieldHostProvider,
  formToolsOf,
  FormView,
  newKey,
  PageHeader,
  plainSections,
  Skeleton,
  startRecord,
  toDisplayError,
  useDataClient,
  useEntity,
  useFieldHostOf,
  useHasPermission,
  useValueContext,
  useViewer,
  useWidgets,
  widgetIssue,
  type EntityState,
  type WireRecord,
} from '../../kit/index.ts';
import ClassPanel from './class-panel.tsx';
import QuotePanel from './quote-panel.tsx';
import { useWords } from './words.ts';
import './freight.css';

type Ready = Required<Pick<EntityState, 'entity' | 'answer'>>;

/** One freight order from its addresses to the booked carrier on one page. */
export default function FreightEntryPage() {
  const t = useWords();
  const loaded = useEntity('LtlOrder');
  const client = useDataClient();
  const mayAdd = useHasPermission('LtlOrder:add');
  const [query, setQuery] = useSearchParams();
  const id = query.get('id');
  const [record, setRecord] = useState<WireRecord | null>(null);
  const [stamp, setStamp] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let left = false;
    setFailure(null);
    if (id === null) setRecord(null);
    else
      client.detail('LtlOrder', id).then(
        (found) => !left && setRecord(found),
        (error: unknown) => !left && setFailure(error),
      );
    return () => {
      left = true;
    };
  }, [client, id, stamp]);
  const { entity, answer } = loaded;
  const show = (next: string | null) => {
    setQuery(next === null ? {} : { id: next }, { replace: true });
    setStamp((count) => count + 1);
  };
  if (loaded.state === 'failed') return <ErrorPanel error={toDisplayError(loaded.error)} onRetry={loaded.retry} />;
  if (!mayAdd) return <EmptyState kind="forbidden" title={t('entry.forbidden')} />;
  const isWaiting = !entity || !answer || (id !== null && record?.id !== id);
  return (
    <main className="freight-page">
      <PageHeader title={t('entry.title')} note={t('entry.note')} />
      {failure !== null ? <ErrorPanel compact error={toDisplayError(failure)} /> : null}
      {failure === null && isWaiting ? <Skeleton shape="form" /> : null}
      {isWaiting || failure !== null ? null : record === null || record['status'] === 'draft' ? (
        <Entry
          key={`${record?.id ?? 'new'} ${String(record?.['version'] ?? 0)}`}
          ready={{ entity, answer }}
          record={record}
          onSaved={show}
        />
      ) : (
        <Offered record={record} stamp={stamp} reload={() => setStamp((count) => count + 1)} onNew={() => show(null)} />
      )}
    </main>
  );
}

/** The generated form of an order; it is saved as a draft and quoted in one go. */
function Entry({ ready, record, onSaved }: { ready: Ready; record: WireRecord | null; onSaved: (id: string) => void }) {
  const t = useWords();
  const client = useDataClient();
  const viewer = useViewer();
  const widgets = useWidgets();
  const { timeZone } = useValueContext();
  const formId = useId().replace(/[^\w-]/g, '');
  const host = useFieldHostOf(ready);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { entity, answer } = ready;
  const controller = useMemo(
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
  useEffect(() => () => controller.dispose(), [controller]);
  const state = useStore(controller.store);
  const schema = useMemo(() => {
    const shown = new Map(controller.typed.map((field) => [field.name, field]));
    return compileForm(entity.meta.form ?? plainSections([...shown.keys()]), shown, entity.meta.formLayout);
  }, [controller, entity]);
  const tools = useMemo(
    () => (host ? formToolsOf({ id: formId, host, run: controller }) : null),
    [formId, host, controller],
  );
  if (!host || !tools) return <Skeleton shape="form" />;
  const save = async (isQuoted: boolean) => {
    setBusy(true);
    setFailure(null);
    const saved = state.dirty || record === null ? await controller.submit() : { id: record.id };
    try {
      if (saved && isQuoted) await client.act('LtlOrder', 'quote', { id: saved.id }, newKey());
      if (saved) onSaved(saved.id);
    } catch (error) {
      // The draft is saved; the issues of the quote are shown beside it.
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <FieldHostProvider host={host}>
      <form
        className="form-body"
        noValidate
        aria-label={t('entry.title')}
        aria-busy={busy}
        onSubmit={(event) => event.preventDefault()}
      >
        <FormView form={controller.form} schema={schema} tools={tools} issues={state.issues} />
      </form>
      {state.issues.length > 0 ? <p role="alert">{t('entry.faults', { count: state.issues.length })}</p> : null}
      {state.refusal ? <p role="alert">{state.refusal.message}</p> : null}
      {failure ? <ErrorPanel compact error={toDisplayError(failure)} /> : null}
      <div className="freight-tools">
        <button type="button" className="button is-primary" disabled={busy} onClick={() => void save(true)}>
          {t('entry.quote')}
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => void save(false)}>
          {t('entry.save')}
        </button>
      </div>
    </FieldHostProvider>
  );
}

/** What the order was quoted with, and what may be done now. */
function Offered({
  record,
  stamp,
  reload,
  onNew,
}: {
  record: WireRecord;
  stamp: number;
  reload: () => void;
  onNew: () => void;
}) {
  const t = useWords();
  const client = useDataClient();
  const [failure, setFailure] = useState<unknown>(null);
  const revise = async () => {
    try {
      await client.act('LtlOrder', 'revise', { id: record.id, version: record['version'] }, newKey());
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
    reload();
  };
  return (
    <>
      <p className="freight-tools">
        <Link to={`/LtlOrder/${record.id}`}>{String(record['orderNo'])}</Link>
        <span>{t(record['status'] === 'quoted' ? 'entry.quoted' : 'entry.booked')}</span>
        {record['status'] === 'quoted' ? (
          <button type="button" className="button" onClick={() => void revise()}>
            {t('entry.change')}
          </button>
        ) : null}
        <button type="button" className="button" onClick={onNew}>
          {t('entry.another')}
        </button>
      </p>
      {failure ? <ErrorPanel compact error={toDisplayError(failure)} /> : null}
      <div className="freight-columns">
        <QuotePanel record={record} stamp={stamp} reload={reload} />
        <ClassPanel record={record} />
      </div>
    </>
  );
}
