import { useCallback, useEffect, useId, useRef, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  storeLocally,
  newKey,
  PageHeader,
  readStored,
  toDisplayError,
  useDataClient,
  useHasPermission,
  useViewer,
  watchJob,
  type JobState,
} from '../../kit/index.ts';
import { ImportCard } from './import-card.tsx';
import { isStartedImport, type StartedImport } from './imports.ts';
import { useFigures, useWords } from './wording.ts';
import './billing.css';

/** So many imports of one's own stay in the list. */
const most = 10;

/** Hands in bills of carriers, one or many at once, and tells what came of each. */
export default function BillImportPage() {
  return <BillImport />;
}

/** Of one carrier, or of all: its layout is known by its content, so that only the words differ. */
export function BillImport({ of = null }: { of?: 'ups' | 'fedex' | null }) {
  const t = useWords();
  const figures = useFigures();
  const client = useDataClient();
  const viewer = useViewer();
  const mayImport = useHasPermission('CarrierBill:match');
  const place = `BILL_IMPORTS_${viewer.id}`;
  const [started, setStarted] = useState<readonly StartedImport[]>(
    () => readStored<StartedImport[]>(place, isStartedImport) ?? [],
  );
  const [jobs, setJobs] = useState<Readonly<Record<string, JobState>>>({});
  const [sending, setSending] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const label = useId();

  const gone = useRef(new AbortController());
  const follow = useCallback(
    (job: string) => {
      const { signal } = gone.current;
      watchJob({ client, id: job, onState: (state) => setJobs((all) => ({ ...all, [job]: state })), signal }).catch(
        (error: unknown) => {
          if (!signal.aborted) setFailure(error);
        },
      );
    },
    [client],
  );
  useEffect(() => {
    gone.current = new AbortController();
    for (const { job } of readStored<StartedImport[]>(place, isStartedImport) ?? []) follow(job);
    return () => gone.current.abort();
  }, [follow, place]);

  const hand = async (files: readonly File[]) => {
    if (files.length === 0 || sending !== null) return;
    setFailure(null);
    setSending(0);
    try {
      const { job } = await client.handIn('CarrierBill/upload', files, newKey(), setSending);
      const next = [{ job, files: files.map(({ name }) => name), at: new Date().toISOString() }, ...started].slice(
        0,
        most,
      );
      setStarted(next);
      storeLocally(place, next);
      follow(job);
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(null);
    }
  };

  return (
    <main className="bill-page">
      <PageHeader title={of === null ? t('import.title') : t(`import.title.${of}`)} />
      {mayImport && (
        <div
          className={over ? 'bill-drop is-over' : 'bill-drop'}
          role="group"
          aria-labelledby={label}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void hand([...event.dataTransfer.files]);
          }}
        >
          <strong id={label}>{t('import.drop')}</strong>
          <span className="bill-soft">{of === null ? t('import.kinds') : t(`import.kinds.${of}`)}</span>
          <input
            ref={input}
            hidden
            type="file"
            multiple
            accept=".csv,.txt,.xlsx,.zip"
            onChange={(event) => {
              void hand([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <button
            type="button"
            className="button is-primary"
            disabled={sending !== null}
            onClick={() => input.current?.click()}
          >
            {sending === null
              ? t('import.choose')
              : t('import.sending', { percent: figures.count(Math.round(sending * 100)) })}
          </button>
        </div>
      )}
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => setFailure(null)} />}
      {started.length === 0 ? (
        <EmptyState kind="nothing" title={t('import.none')} note={t('import.noneNote')} />
      ) : (
        <ol className="bill-imports">
          {started.map((each) => (
            <ImportCard key={each.job} started={each} job={jobs[each.job]} />
          ))}
        </ol>
      )}
    </main>
  );
}
