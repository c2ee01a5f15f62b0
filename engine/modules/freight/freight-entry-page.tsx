import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  DraftNotice,
  EmptyState,
  ErrorPanel,
  ErrorSummary,
  FieldHostProvider,
  FormView,
  newKey,
  PageHeader,
  Skeleton,
  toDisplayError,
  useDataClient,
  useEntity,
  useHasPermission,
  type FieldHost,
  type WireRecord,
} from '../../kit/index.ts';
import ClassPanel from './class-panel.tsx';
import QuotePanel from './quote-panel.tsx';
import { useEntryForm, type Ready } from './use-entry-form.ts';
import { useWords } from './words.ts';
import './freight.css';

/** One freight order from its addresses to the booked carrier on one page. */
export default function FreightEntryPage() {
  const t = useWords();
  const loaded = useEntity('LtlOrder');
  const mayAdd = useHasPermission('LtlOrder:add');
  const [query, setQuery] = useSearchParams();
  const id = query.get('id');
  const { record, failure, stamp, reload } = useFreightOrder(id);
  const [unquoted, setUnquoted] = useState<unknown>(null);
  const { entity, answer } = loaded;
  const show = (next: string | null) => {
    setQuery(next === null ? {} : { id: next }, { replace: true });
    reload();
  };
  if (loaded.state === 'failed') return <ErrorPanel error={toDisplayError(loaded.error)} onRetry={loaded.retry} />;
  if (!mayAdd) return <EmptyState kind="forbidden" title={t('entry.forbidden')} />;
  const isWaiting = !entity || !answer || (id !== null && record?.id !== id);
  return (
    <div className="freight-page">
      <PageHeader title={t('entry.title')} note={t('entry.note')} />
      {failure !== null ? <ErrorPanel compact error={toDisplayError(failure)} onRetry={reload} /> : null}
      {failure === null && isWaiting ? <Skeleton shape="form" /> : null}
      {isWaiting || failure !== null ? null : record === null || record['status'] === 'draft' ? (
        <Entry
          key={`${record?.id ?? 'new'} ${String(record?.['version'] ?? 0)}`}
          ready={{ entity, answer }}
          record={record}
          unquoted={unquoted}
          onSaved={(saved, refusal) => {
            setUnquoted(refusal);
            show(saved);
          }}
        />
      ) : (
        <Offered
          record={record}
          stamp={stamp}
          reload={reload}
          onNew={() => {
            setUnquoted(null);
            show(null);
          }}
        />
      )}
    </div>
  );
}

/** The order of the page as it stands; null while there is none. */
function useFreightOrder(id: string | null) {
  const client = useDataClient();
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
  return { record, failure, stamp, reload: () => setStamp((count) => count + 1) };
}

interface EntryProps {
  readonly ready: Ready;
  readonly record: WireRecord | null;
  /** Why the draft was not quoted when it was saved last. */
  readonly unquoted: unknown;
  onSaved(id: string, unquoted: unknown): void;
}

/** The generated form of an order; it is saved as a draft and quoted in one go. */
function Entry({ ready, record, unquoted, onSaved }: EntryProps) {
  const t = useWords();
  const client = useDataClient();
  const [busy, setBusy] = useState(false);
  const { host, controller, state, schema, tools } = useEntryForm(ready, record);
  if (!host || !tools) return <Skeleton shape="form" />;
  const save = async (isQuoted: boolean) => {
    setBusy(true);
    const saved = state.dirty || record === null ? await controller.submit() : { id: record.id };
    if (saved) {
      const quoting = isQuoted
        ? client.act('LtlOrder', { action: 'quote', input: { id: saved.id } }, newKey())
        : Promise.resolve();
      // The draft is saved whatever comes of the quote: asked again, it is the same order and no second one.
      onSaved(saved.id, await quoting.then(() => null, reasonOf));
    }
    setBusy(false);
  };
  const { draft } = state;
  return (
    <FieldHostProvider host={host}>
      {draft ? (
        <DraftNotice
          controller={controller}
          message={t('form.draft.found', { at: shownAt(draft.at, host) })}
          showIcon
        />
      ) : null}
      <ErrorSummary issues={state.issues} tools={tools} attempts={state.attempts} />
      <form
        className="form-body"
        noValidate
        aria-label={t('entry.title')}
        aria-busy={busy}
        onSubmit={(event) => event.preventDefault()}
      >
        <FormView form={controller.form} schema={schema} tools={tools} issues={state.issues} />
      </form>
      {state.refusal ? <p role="alert">{state.refusal.message || t('ui.offline')}</p> : null}
      {unquoted && !busy ? <Unquoted why={unquoted} /> : null}
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

const reasonOf = (error: unknown): unknown => error;

const shownAt = (at: string, { format }: FieldHost): string =>
  new Date(at).toLocaleString(format.culture, { timeZone: format.timeZone, dateStyle: 'medium', timeStyle: 'short' });

/** Why there is no quote, where it was asked for: the form was drawn again from the saved draft. */
function Unquoted({ why }: { why: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [why]);
  return (
    <div ref={box} tabIndex={-1}>
      <ErrorPanel compact error={toDisplayError(why)} />
    </div>
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
      await client.act(
        'LtlOrder',
        { action: 'revise', input: { id: record.id, version: record['version'] } },
        newKey(),
      );
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
