import { useState } from 'react';
import { issueWords, newKey, PageHeader, useDataClient, useHasPermission, type RowResult } from '../../kit/index.ts';
import { billLink, ReportFrame, ReportTable, useReport } from './report.tsx';
import { useFigures, useWords } from './wording.ts';

interface Queue {
  readonly total: { readonly lines: number; readonly packages: number };
  readonly sums: readonly { readonly currency: string; readonly sum: number }[];
  readonly rows: readonly Waiting[];
}

interface Waiting {
  readonly id: string;
  readonly lines: readonly string[];
  readonly tracking: string | null;
  readonly reference: string | null;
  readonly bill: string;
  readonly number: string;
  readonly carrier: string;
  readonly shipDate: string | null;
  readonly currency: string;
  readonly sum: number;
  readonly text: string | null;
  readonly hints: readonly { readonly id: string; readonly orderNo: string }[] | null;
}

/** Unmatched bill lines: search them and assign many at once to an order or to the account. */
export default function UnmatchedPage() {
  const t = useWords();
  const figures = useFigures();
  const [asked, setAsked] = useState('');
  const { found, error, again } = useReport<Queue>('CarrierBillLine/queue', { search: asked });
  const queue = useQueue(found?.rows ?? [], again);
  const { may, chosen, toggle } = queue;

  const tick = (row: Waiting) => (
    <input
      type="checkbox"
      aria-label={t('queue.chooseOne', { name: row.tracking ?? row.text ?? row.id })}
      checked={chosen.has(row.id)}
      onChange={() => toggle(row.id)}
    />
  );
  const hintsOf = (row: Waiting) => <Hints row={row} queue={queue} />;
  return (
    <div className="bill-page">
      <PageHeader title={t('queue.title')} />
      <QueueSearch found={found} onSearch={setAsked} />
      {may && <Assigning queue={queue} />}
      <ReportFrame
        error={error ?? queue.failure}
        onRetry={queue.retry}
        ready={found !== null}
        none={found?.rows.length === 0 ? { title: t('queue.none'), note: t('queue.noneNote') } : null}
      >
        <ReportTable
          title={t('queue.title')}
          rows={found?.rows ?? []}
          of={({ id }) => id}
          columns={[
            {
              head: t('queue.choose'),
              cell: (row) => tick(row),
            },
            { head: t('compare.tracking'), cell: ({ tracking }) => tracking },
            { head: t('queue.reference'), cell: ({ reference }) => reference },
            { head: t('import.sum'), number: true, cell: ({ sum, currency }) => figures.money(sum, currency) },
            { head: t('queue.text'), wraps: true, cell: ({ text }) => text },
            { head: t('report.shipDate'), cell: ({ shipDate }) => shipDate },
            { head: t('queue.bill'), cell: (row) => billLink(row) },
            { head: t('compare.lines'), number: true, cell: ({ lines }) => figures.count(lines.length) },
            {
              head: t('queue.hint'),
              cell: (row) => hintsOf(row),
            },
          ]}
        />
      </ReportFrame>
    </div>
  );
}

type QueueWork = ReturnType<typeof useQueue>;

/** The chosen packages of the queue, and giving them to an order or to the account. */
function useQueue(rows: readonly Waiting[], again: () => void) {
  const t = useWords();
  const figures = useFigures();
  const client = useDataClient();
  const may = useHasPermission('CarrierBillLine:assign');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<unknown>(null);
  const [outcome, setOutcome] = useState('');
  const [busy, setBusy] = useState(false);
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const wanted = rows.filter(({ id }) => chosen.has(id));
  const give = async (action: string, ids: readonly string[], input: object) => {
    setFailure(null);
    setOutcome('');
    setBusy(true);
    try {
      const { results } = await client.send<{ results: RowResult[] }>(
        `CarrierBillLine/${action}`,
        { ids, ...input },
        newKey(),
      );
      const refused = results.filter(({ ok }) => !ok);
      const reasons = new Set(refused.flatMap(({ issues = [] }) => issues.map(issueWords)));
      const done = t('queue.done', { count: figures.count(results.length - refused.length) });
      setOutcome([done, ...reasons].join(' '));
      setChosen(new Set(refused.map(({ id }) => id)));
      again();
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(false);
    }
  };
  const giveToOrder = async (orderNo: string) => {
    const choices = await client.dropDown('Order', { searchValue: orderNo });
    // Money is never given to whichever order comes first: its number is whole, or only one has it in its own.
    const whole = choices.find(({ value }) => value.toUpperCase() === orderNo.toUpperCase());
    const order = whole ?? (choices.length === 1 ? choices[0] : undefined);
    if (!order) return setOutcome(t('queue.noOrder'));
    // The first line of a package takes the others of it along.
    const first = wanted.map(({ id }) => id);
    await give('assign', first, { toOrder: order.code });
  };
  const giveToAccount = () => {
    const lines = wanted.flatMap((row) => row.lines);
    return give('assignAccount', lines, {});
  };
  return {
    ...{ may, chosen, busy, toggle, give, failure, outcome, giveToAccount },
    retry: () => {
      setFailure(null);
      again();
    },
    giveToOrder: (orderNo: string) => giveToOrder(orderNo).catch(setFailure),
  };
}

/** Orders that the package may belong to, each a button that gives it to them. */
function Hints({ row: { id, hints }, queue: { may, busy, give } }: { row: Waiting; queue: QueueWork }) {
  return hints?.map((hint) => (
    <button
      key={hint.id}
      type="button"
      className="button"
      disabled={!may || busy}
      onClick={() => void give('assign', [id], { toOrder: hint.id })}
    >
      {hint.orderNo}
    </button>
  ));
}

/** The search of the queue, with what it holds in all. */
function QueueSearch({ found, onSearch }: { found: Queue | null; onSearch: (text: string) => void }) {
  const t = useWords();
  const figures = useFigures();
  const [search, setSearch] = useState('');
  return (
    <form
      className="bill-tools"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(search.trim());
      }}
    >
      <input
        type="search"
        className="bill-input"
        aria-label={t('queue.search')}
        placeholder={t('queue.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <button type="submit" className="button">
        {t('queue.find')}
      </button>
      {found && (
        <span className="bill-soft">
          {t('queue.total', {
            lines: figures.count(found.total.lines),
            packages: figures.count(found.total.packages),
          })}{' '}
          {found.sums.map(({ currency, sum }) => figures.money(sum, currency)).join(', ')}
        </span>
      )}
    </form>
  );
}

/** Gives the chosen packages to an order or to the account. */
function Assigning({ queue: { chosen, busy, outcome, giveToOrder, giveToAccount } }: { queue: QueueWork }) {
  const t = useWords();
  const figures = useFigures();
  const [orderNo, setOrderNo] = useState('');
  return (
    <div className="bill-tools">
      <span>{t('queue.chosen', { count: figures.count(chosen.size) })}</span>
      <input
        type="text"
        className="bill-input"
        aria-label={t('queue.order')}
        placeholder={t('queue.order')}
        value={orderNo}
        onChange={({ target }) => setOrderNo(target.value)}
      />
      <button
        type="button"
        className="button is-primary"
        disabled={busy || chosen.size === 0 || orderNo.trim() === ''}
        onClick={() => void giveToOrder(orderNo.trim())}
      >
        {t('queue.assign')}
      </button>
      <button
        type="button"
        className="button"
        disabled={busy || chosen.size === 0}
        onClick={() => void giveToAccount()}
      >
        {t('queue.account')}
      </button>
      <span role="status">{outcome}</span>
    </div>
  );
}
