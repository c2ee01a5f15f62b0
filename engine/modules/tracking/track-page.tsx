import { useEffect, useRef, useState } from 'react';
import {
  bringsKeyboard,
  EmptyState,
  ErrorPanel,
  storeLocally,
  newKey,
  PageHeader,
  readStored,
  saveFile,
  toDisplayError,
  useDataClient,
} from '../../kit/index.ts';
import { AskForeign } from './ask-foreign.tsx';
import { FaultList, NumberTable } from './number-table.tsx';
import { carrierName, csvOf, type Recognised, type RecognisedNumber } from './recognised.ts';
import { useMoments, useWords } from './words.ts';
import './tracking.css';

const keptText = 'track-numbers';
const isText = (value: unknown): boolean => typeof value === 'string';

/** Up to 3,000 numbers of any carrier, pasted in any shape: whose they are, where they are, and what is wrong with them. */
export default function TrackPage() {
  const t = useWords();
  const [text, setText] = useState(() => readStored<string>(keptText, isText) ?? '');
  const { found, error, busy, asked, recognise } = useRecognising(text);
  const type = (next: string) => {
    setText(next);
    storeLocally(keptText, next);
  };
  const save = useSave(found);
  const count = found ? found.numbers.length + found.unknown.length : 0;
  return (
    <div className="track-page">
      <PageHeader
        title={t('batch.title')}
        note={t('batch.note')}
        actions={
          found && count > 0 ? (
            <button type="button" className="button" onClick={save}>
              {t('batch.save')}
            </button>
          ) : null
        }
      />
      <AskForm text={text} busy={busy} onType={type} onAsk={() => void recognise()} />
      {error ? <ErrorPanel error={toDisplayError(error)} onRetry={() => void recognise()} /> : null}
      {!error && found ? <Results found={found} text={asked} onMore={() => void recognise(true)} /> : null}
    </div>
  );
}

interface AskFormProps {
  readonly text: string;
  readonly busy: boolean;
  onType(text: string): void;
  onAsk(): void;
}

function AskForm({ text, busy, onType, onAsk }: AskFormProps) {
  const t = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!bringsKeyboard()) field.current?.focus();
  }, []);
  return (
    <form
      className="track-ask"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      <label>
        <span>{t('batch.numbers')}</span>
        <textarea
          ref={field}
          value={text}
          rows={6}
          spellCheck={false}
          placeholder={'1Z 999 AA1 01 2345 6784\n9865 7878 8855, 0414 4176 0228 964'}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onAsk();
          }}
        />
      </label>
      <div className="track-ask-bar">
        <button
          type="submit"
          className="button is-primary"
          disabled={busy || text.trim() === ''}
          aria-busy={busy || undefined}
        >
          {t('batch.go')}
        </button>
        <button type="button" className="button" disabled={text === ''} onClick={() => onType('')}>
          {t('batch.clear')}
        </button>
        <small>{t('batch.hint')}</small>
      </div>
    </form>
  );
}

/** Asks whose the numbers are; a refresh asks about those shown, whatever is typed meanwhile. */
function useRecognising(text: string) {
  const client = useDataClient();
  const [found, setFound] = useState<Recognised | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState('');
  const recognise = async (refresh = false) => {
    const sent = refresh ? asked : text;
    if (busy || sent.trim() === '') return;
    setBusy(true);
    setError(null);
    try {
      setFound(await client.send<Recognised>('Tracking/recognise', { text: sent }, newKey()));
      setAsked(sent);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { found, error, busy, asked, recognise };
}

/** What was found as a file for spreadsheets. */
function useSave(found: Recognised | null) {
  const t = useWords();
  const { moment } = useMoments();
  return () => {
    if (!found) return;
    const head = ['number', 'carrier', 'service', 'state', 'event', 'eventAt', 'expected', 'order', 'customer'];
    const pointsOf = (of: RecognisedNumber['foreign']) => [
      ...[of ? t(`state.${of.state}`) : '', of?.lastEvent ?? ''],
      ...[moment(of?.lastEventAt ?? null), moment(of?.deliveredAt ?? of?.estimatedAt ?? null)],
    ];
    const rows = found.numbers.map(({ number, carrier, service, package: own, foreign }) => [
      ...[number, carrierName(carrier), own?.service ?? service ?? ''],
      ...pointsOf(own ?? foreign),
      ...[own?.orderNo ?? '', own?.customer ?? ''],
    ]);
    const faults = found.unknown.map(({ pasted, reason, carrier }) => [
      ...[pasted, carrier ? carrierName(carrier) : '', '', t(`fault.${reason}`)],
    ]);
    const lines = csvOf([head.map((name) => t(`column.${name}`)), ...rows, ...faults]);
    saveFile({ name: `${t('batch.file')}.csv`, blob: new Blob([lines], { type: 'text/csv;charset=utf-8' }) });
  };
}

function Results({ found, text, onMore }: { found: Recognised; text: string; onMore: () => void }) {
  const t = useWords();
  const { numbers, repeated, unknown } = found;
  if (numbers.length + unknown.length === 0)
    return <EmptyState kind="noMatch" title={t('batch.none')} note={t('batch.noneNote')} />;
  const own = numbers.filter((each) => each.package).length;
  const foreign = numbers.filter((each) => !each.package && !each.foreign).length;
  return (
    <div className="track-results">
      <p className="track-summary" role="status">
        {t('batch.found', { count: numbers.length, own })}
        {repeated.length > 0 ? ` · ${t('batch.repeated', { count: repeated.length })}` : ''}
        {unknown.length > 0 ? ` · ${t('batch.unknown', { count: unknown.length })}` : ''}
      </p>
      {unknown.length > 0 ? <FaultList faults={unknown} /> : null}
      {repeated.length > 0 ? (
        <details className="track-repeated">
          <summary>{t('batch.repeatedHead')}</summary>
          <ul>
            {repeated.map(({ number, times, pasted }) => (
              <li key={number}>
                <code>{number}</code> {t('batch.times', { times })}
                <small>{[...new Set(pasted)].join(' · ')}</small>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <AskForeign text={text} count={foreign} onDone={onMore} />
      {numbers.length > 0 ? <NumberTable numbers={numbers} /> : null}
    </div>
  );
}
