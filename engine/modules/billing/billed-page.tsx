import { useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  Skeleton,
  toDisplayError,
  useDataClient,
} from '../../kit/index.ts';
import { billLink, orderLink, ReportTable } from './report.tsx';
import { useFigures, useWords } from './wording.ts';

interface Line {
  readonly id: string;
  readonly tracking: string;
  readonly bill: string;
  readonly number: string;
  readonly date: string;
  readonly carrier: string;
  readonly state: string;
  readonly kind: string | null;
  readonly code: string | null;
  readonly text: string | null;
  readonly category: string | null;
  readonly currency: string;
  readonly net: number;
  readonly entered: number | null;
  readonly billed: number | null;
  readonly zone: string | null;
  readonly order: string | null;
  readonly orderNo: string | null;
}

/** So many numbers go in one question. */
const most = 500;

/** What imported bills say of tracking numbers. */
export default function BilledPage() {
  const t = useWords();
  const client = useDataClient();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly Line[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const figures = useFigures();
  const numbers = text.split(/[\s,;]+/).filter((number) => number !== '');
  const ask = async () => {
    setFailure(null);
    setFound(null);
    setBusy(true);
    try {
      const { rows } = await client.send<{ rows: readonly Line[] }>('CarrierBillLine/about', { numbers }, newKey());
      setFound(rows);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const isTooMany = numbers.length > most;
  return (
    <div className="bill-page">
      <PageHeader title={t('billed.title')} />
      <form
        className="bill-tools"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <textarea
          className="bill-input"
          rows={3}
          aria-label={t('billed.numbers')}
          placeholder={t('billed.numbers')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button is-primary" disabled={busy || isTooMany || numbers.length === 0}>
          {t('billed.ask')}
        </button>
      </form>
      {isTooMany && (
        <p role="alert">{t('billed.tooMany', { count: figures.count(numbers.length), most: figures.count(most) })}</p>
      )}
      {busy && <Skeleton shape="page" />}
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} />}
      {found?.length === 0 && <EmptyState kind="nothing" title={t('billed.none')} note={t('billed.noneNote')} />}
      {found && found.length > 0 && <BilledLines lines={found} />}
    </div>
  );
}

function BilledLines({ lines }: { lines: readonly Line[] }) {
  const t = useWords();
  const figures = useFigures();
  return (
    <ReportTable
      title={t('billed.title')}
      rows={lines}
      of={({ id }) => id}
      columns={[
        { head: t('compare.tracking'), cell: ({ tracking }) => tracking },
        {
          head: t('queue.bill'),
          cell: (row) => billLink(row),
        },
        { head: t('import.date'), cell: ({ date }) => date },
        { head: t('import.state'), cell: ({ state }) => t(`state.${state}`) },
        { head: t('surcharges.text'), cell: ({ code, text: said }) => [code, said].filter(Boolean).join(' ') },
        {
          head: t('billed.weight'),
          cell: ({ entered, billed }) =>
            entered === null && billed === null ? null : `${entered ?? '–'} → ${billed ?? '–'}`,
        },
        { head: t('billed.zone'), cell: ({ zone }) => zone },
        { head: t('import.sum'), number: true, cell: ({ net, currency }) => figures.money(net, currency) },
        {
          head: t('compare.order'),
          cell: (row) => orderLink(row),
        },
      ]}
    />
  );
}
