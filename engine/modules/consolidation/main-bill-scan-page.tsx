import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  errorMessage,
  ErrorPanel,
  PageHeader,
  ScanBoard,
  ScanField,
  toDisplayError,
  useDataClient,
  type WireRecord,
} from '../../kit/index.ts';
import { PageRefusal, useLoading, type Loading } from './use-loading.ts';
import { useWords } from './words.ts';
import './consolidation.css';

/** Boxes onto a main bill: one field, a scanner and a scale, no mouse. */
export default function MainBillScanPage() {
  const t = useWords();
  const client = useDataClient();
  const [params] = useSearchParams();
  const wanted = params.get('bill');
  const { state, scan, choose } = useLoading();
  const [bills, setBills] = useState<readonly WireRecord[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    client.page('MainBill', { status: 'open', pageSize: '100', sortField: 'createdAt', sortOrder: 'desc' }).then(
      ({ rows }) => {
        if (gone) return;
        setBills(rows);
        setFailure(null);
      },
      (error: unknown) => !gone && setFailure(error),
    );
    return () => {
      gone = true;
    };
  }, [client, attempt]);
  useEffect(() => {
    if (wanted) choose(wanted);
  }, [wanted, choose]);
  return (
    <div className="loading-page">
      <PageHeader
        title={t('scan.title')}
        note={t('scan.note')}
        actions={
          <Select
            className="loading-choice"
            value={state.bill?.id}
            placeholder={t('scan.choose')}
            aria-label={t('scan.choose')}
            options={optionsOf(bills, state.bill)}
            onChange={choose}
          />
        }
      />
      {failure ? <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => setAttempt(attempt + 1)} /> : null}
      <ScanField label={t('scan.field')} enter={t('scan.enter')} onScan={scan} />
      <Board state={state} />
      <Totals state={state} />
      <Boxes state={state} />
    </div>
  );
}

const optionsOf = (bills: readonly WireRecord[], bill: WireRecord | null) =>
  (bill && !bills.some(({ id }) => id === bill.id) ? [bill, ...bills] : bills).map(({ id, number }) => ({
    value: id,
    label: String(number),
  }));

const tones: Readonly<Record<string, 'idle' | 'wait' | 'error'>> = {
  ...{ ready: 'idle', bill: 'wait', off: 'wait', unknown: 'wait' },
  ...{ twice: 'error', elsewhere: 'error', gone: 'error' },
};

function Board({ state }: { state: Loading }) {
  const t = useWords();
  const { error, word } = state;
  const tone = error ? 'error' : (tones[word] ?? 'done');
  return (
    <ScanBoard tone={tone} word={t(error ? 'scan.now.stop' : `scan.now.${word}`)}>
      {error instanceof PageRefusal ? (
        t(`scan.${error.word}`, error.params)
      ) : error ? (
        errorMessage(error)
      ) : (
        <Says state={state} />
      )}
    </ScanBoard>
  );
}

/** Answers about the place of a box. */
const places: ReadonlySet<string> = new Set(['twice', 'elsewhere', 'gone']);

function Says({ state: { bill, box, word } }: { state: Loading }) {
  const t = useWords();
  if (!bill) return <>{t('scan.first')}</>;
  if (!box) return <>{t('scan.next')}</>;
  const facts = { box: String(box['boxNo']), bill: String(box['mainBillNo'] ?? '') };
  if (places.has(word)) return <>{t(`scan.says.${word}`, facts)}</>;
  if (word === 'unknown') return <>{t('scan.says.askCustomer', facts)}</>;
  return <>{[facts.box, box['$customer'] ?? t('scan.unknown'), weightOf(box)].filter(Boolean).join(' · ')}</>;
}

const weightOf = (box: WireRecord): string =>
  box['weight'] === null || box['weight'] === undefined
    ? ''
    : `${String(box['weight'])} ${box['unitType'] === '0' ? 'lb' : 'kg'}`;

function Totals({ state: { bill, totals } }: { state: Loading }) {
  const t = useWords();
  if (!bill || !totals) return null;
  const facts = [
    [
      'bill',
      <Link key="bill" to={`/MainBill/${bill.id}`}>
        {String(bill['number'])}
      </Link>,
    ],
    ['boxes', totals.count],
    ['weight', `${totals.weight} kg`],
    ['unweighed', totals.unweighed],
    ['unknown', totals.unknown],
  ] as const;
  return (
    <dl className="loading-totals">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`scan.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Boxes({ state: { boxes } }: { state: Loading }) {
  const t = useWords();
  if (boxes.length === 0) return null;
  return (
    <div className="loading-table">
      <table>
        <caption>{t('scan.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scan.box')}</th>
            <th scope="col">{t('scan.customer')}</th>
            <th scope="col" className="is-number">
              {t('scan.weight')}
            </th>
          </tr>
        </thead>
        <tbody>
          {boxes.map((box) => (
            <tr key={box.id}>
              <td>
                <Link to={`/MainBillBox/${box.id}`}>{String(box['boxNo'])}</Link>
              </td>
              <td>{String(box['$customer'] ?? t('scan.unknown'))}</td>
              <td className="is-number">{box['weighedAt'] ? weightOf(box) : t('scan.unweighed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
