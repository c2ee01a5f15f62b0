import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  FileButton,
  jobFailure,
  newKey,
  PageHeader,
  saveFile,
  Skeleton,
  toDisplayError,
  useDataClient,
  useHasPermission,
  watchJob,
  type DataClient,
  type JobState,
  type WireRecord,
} from '../../kit/index.ts';
import { offersOf } from './offers.ts';
import { useMoney, useWords } from './words.ts';
import './freight.css';

type ImportPreview = Awaited<ReturnType<DataClient['importPreview']>>;

/** So many orders are shown and worked on at once. */
const most = 200;

/** Freight orders from a sheet: pasted or read from a file, checked, added as drafts, quoted and booked together. */
export default function FreightBulkPage() {
  const t = useWords();
  const client = useDataClient();
  const mayImport = useHasPermission('LtlOrder:import');
  const [rows, setRows] = useState<readonly WireRecord[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const read = useCallback(async () => {
    try {
      setRows(await client.list('LtlOrder', { 'status.in': 'draft,quoted', sort: '-createdAt' }));
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  }, [client]);
  useEffect(() => void read(), [read]);
  return (
    <div className="freight-page">
      <PageHeader title={t('bulk.title')} note={t('bulk.note')} />
      {mayImport ? <Sheet onAdded={() => void read()} /> : null}
      {failure !== null ? <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => void read()} /> : null}
      {rows === null && failure === null ? <Skeleton shape="page" /> : null}
      {rows?.length === 0 ? <EmptyState kind="nothing" title={t('bulk.none')} /> : null}
      {rows && rows.length > 0 ? <Orders rows={rows.slice(0, most)} onChanged={() => void read()} /> : null}
    </div>
  );
}

const resultOf = ({ result }: JobState): { added?: number; refused?: number; errorFile?: string | null } =>
  result ?? {};

/** Paste or file, then what the import would take, then the import. */
function Sheet({ onAdded }: { onAdded: () => void }) {
  const t = useWords();
  const client = useDataClient();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isPasted, setPasted] = useState(false);
  const [found, setFound] = useState<ImportPreview | null>(null);
  const [done, setDone] = useState('');
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const left = useRef(new AbortController());
  useEffect(() => {
    const open = new AbortController();
    left.current = open;
    return () => open.abort();
  }, []);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    setDone('');
    setRefusedFile(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const check = (sheet: File, fromText: boolean) =>
    during(async () => {
      // What was found in another sheet says nothing of this one.
      setFound(null);
      setFile(sheet);
      setPasted(fromText);
      setFound(await client.importPreview('LtlOrder', sheet, null));
    });
  const type = (typed: string) => {
    setText(typed);
    // Only what was checked is added, never an earlier version of it.
    setFound(null);
  };
  const add = () =>
    during(async () => {
      if (!file || !found) return;
      const { job } = await client.import('LtlOrder', { file, mapping: found.mapping }, newKey());
      const ended = await watchJob({ client, id: job, onState: () => undefined, signal: left.current.signal });
      if (ended.state === 'failed') throw jobFailure(ended.result);
      const { added = 0, refused = 0, errorFile = null } = resultOf(ended);
      setDone(t('bulk.added', { added, refused }));
      setRefusedFile(errorFile);
      setFound(null);
      // What was typed is still wanted where a file was added instead.
      if (isPasted) setText('');
      onAdded();
    });
  const template = () => during(async () => saveFile(await client.importTemplate('LtlOrder')));
  return (
    <section className="freight-card" aria-label={t('bulk.sheet')}>
      <h2>{t('bulk.sheet')}</h2>
      <label className="freight-paste">
        <span>{t('bulk.paste')}</span>
        <textarea rows={5} value={text} onChange={(event) => type(event.target.value)} spellCheck={false} />
      </label>
      <div className="freight-tools">
        <button
          type="button"
          className="button is-primary"
          disabled={busy || text.trim() === ''}
          onClick={() => void check(new File([text], 'sheet.csv', { type: 'text/csv' }), true)}
        >
          {t('bulk.check')}
        </button>
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx,.xls"
          disabled={busy}
          onFiles={([picked]) => void (picked && check(picked, false))}
        >
          {t('bulk.file')}
        </FileButton>
        <button type="button" className="button" disabled={busy} onClick={() => void template()}>
          {t('bulk.template')}
        </button>
      </div>
      {failure ? <ErrorPanel compact error={toDisplayError(failure)} /> : null}
      <p role="status">{done}</p>
      {refusedFile ? (
        <p>
          <button
            type="button"
            className="button"
            onClick={() => void client.download(refusedFile).then(saveFile, setFailure)}
          >
            {t('import.reasons')}
          </button>
        </p>
      ) : null}
      {found ? (
        <>
          {found.problems.map((problem) => (
            <p key={problem} role="alert">
              {problem}
            </p>
          ))}
          <div className="freight-scroll">
            <table className="freight-lines is-cards">
              <thead>
                <tr>
                  {found.header.map((heading, at) => (
                    <th key={at} scope="col">
                      {heading}
                    </th>
                  ))}
                  <th scope="col">{t('bulk.problem')}</th>
                </tr>
              </thead>
              <tbody>
                {found.rows.map(({ cells, reasons }, at) => (
                  <tr key={at}>
                    {found.header.map((heading, column) => (
                      <td key={column} data-label={heading}>
                        {cells[column] ?? ''}
                      </td>
                    ))}
                    <td className="is-problem">{reasons.join(' ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <button
            type="button"
            className="button is-primary"
            disabled={busy || found.problems.length > 0 || found.rows.length === 0}
            onClick={() => void add()}
          >
            {t('bulk.add')}
          </button>
        </>
      ) : null}
    </section>
  );
}

/** Drafts and quotes to select and quote or book together, each with its outcome. */
function Orders({ rows, onChanged }: { rows: readonly WireRecord[]; onChanged: () => void }) {
  const t = useWords();
  const money = useMoney();
  const client = useDataClient();
  const mayQuote = useHasPermission('LtlOrder:quote');
  const mayBook = useHasPermission('LtlOrder:book');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  const isAll = chosen.size === rows.length;
  const of = (statuses: readonly string[]) =>
    rows.filter(({ id, status }) => chosen.has(id) && statuses.includes(String(status))).map(({ id }) => id);
  const run = async (action: 'quote' | 'book', ids: readonly string[]) => {
    setBusy(true);
    setFailure(null);
    try {
      const results = await client.actAll('LtlOrder', { action, ids: [...ids], input: {} }, newKey());
      const refused = results.filter(({ ok }) => !ok);
      setSaid(
        new Map(refused.map(({ id, issues }) => [id, (issues ?? []).map(({ message }) => message ?? '').join(' ')])),
      );
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
    onChanged();
  };
  const [toQuote, toBook] = [of(['draft', 'quoted']), of(['quoted'])];
  return (
    <section className="freight-card" aria-label={t('bulk.orders')}>
      <h2>{t('bulk.orders')}</h2>
      <div className="freight-tools">
        {mayQuote ? (
          <button
            type="button"
            className="button"
            disabled={busy || toQuote.length === 0}
            onClick={() => void run('quote', toQuote)}
          >
            {t('bulk.quote', { count: toQuote.length })}
          </button>
        ) : null}
        {mayBook ? (
          <button
            type="button"
            className="button is-primary"
            disabled={busy || toBook.length === 0}
            onClick={() => void run('book', toBook)}
          >
            {t('bulk.book', { count: toBook.length })}
          </button>
        ) : null}
      </div>
      {failure ? <ErrorPanel compact error={toDisplayError(failure)} /> : null}
      <div className="freight-scroll">
        <table className="freight-lines is-cards">
          <thead>
            <tr>
              <th scope="col" className="is-pick">
                <label>
                  <input
                    type="checkbox"
                    checked={isAll}
                    onChange={() => setChosen(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
                  />
                  <span>{t('bulk.all')}</span>
                </label>
              </th>
              {(['order', 'to', 'units', 'class', 'offer', 'problem'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`bulk.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const [best] = offersOf(row);
              return (
                <tr key={row.id}>
                  <td className="is-pick">
                    <input
                      type="checkbox"
                      aria-label={String(row['orderNo'])}
                      checked={chosen.has(row.id)}
                      onChange={() => toggle(row.id)}
                    />
                  </td>
                  <td className="is-title">
                    <Link to={`/LtlOrder/${row.id}`}>{String(row['orderNo'])}</Link>
                  </td>
                  <td data-label={t('bulk.to')}>
                    {String(row['shipToCity'] ?? '')}, {String(row['shipToState'] ?? '')}
                  </td>
                  <td className="is-number" data-label={t('bulk.units')}>
                    {String(row['unitCount'] ?? '')}
                  </td>
                  <td data-label={t('bulk.class')}>{String(row['classes'] ?? '')}</td>
                  <td data-label={t('bulk.offer')}>
                    {best
                      ? `${best.carrierName} ${money(best.amount, String(row['currency'] ?? 'USD'))}`
                      : t('bulk.draft')}
                  </td>
                  <td className="is-problem">{said.get(row.id) ?? ''}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
