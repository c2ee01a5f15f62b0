import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  ErrorPanel,
  newKey,
  toDisplayError,
  useDataClient,
  useHasPermission,
  type WireRecord,
} from '../../kit/index.ts';
import { offersOf } from './offers.ts';
import { useMoney, useWords } from './words.ts';

type Run = (action: 'quote' | 'book', ids: readonly string[]) => Promise<void>;

/** Quotes or books orders together; what is said of each that was refused. */
function useTogether(onChanged: () => void) {
  const client = useDataClient();
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run: Run = async (action, ids) => {
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
  return { said, busy, failure, run };
}

/** Drafts and quotes to select and quote or book together, each with its outcome. */
export function BulkOrders({ rows, onChanged }: { rows: readonly WireRecord[]; onChanged: () => void }) {
  const t = useWords();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { said, busy, failure, run } = useTogether(onChanged);
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  const isAll = chosen.size === rows.length;
  return (
    <section className="freight-card" aria-label={t('bulk.orders')}>
      <h2>{t('bulk.orders')}</h2>
      <div className="freight-tools">
        <BulkSteps {...{ rows, chosen, busy, run }} />
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
            {rows.map((row) => (
              <BulkOrder
                key={row.id}
                row={row}
                chosen={chosen.has(row.id)}
                said={said.get(row.id) ?? ''}
                onToggle={() => toggle(row.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The steps that the chosen orders can take, each for those that it is for. */
function BulkSteps({
  rows,
  chosen,
  busy,
  run,
}: {
  rows: readonly WireRecord[];
  chosen: ReadonlySet<string>;
  busy: boolean;
  run: Run;
}) {
  const t = useWords();
  const mayQuote = useHasPermission('LtlOrder:quote');
  const mayBook = useHasPermission('LtlOrder:book');
  const of = (statuses: readonly string[]) =>
    rows.filter(({ id, status }) => chosen.has(id) && statuses.includes(String(status))).map(({ id }) => id);
  const [toQuote, toBook] = [of(['draft', 'quoted']), of(['quoted'])];
  return (
    <>
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
    </>
  );
}

function BulkOrder({
  row,
  chosen,
  said,
  onToggle,
}: {
  row: WireRecord;
  chosen: boolean;
  /** Why it was refused. */
  said: string;
  onToggle: () => void;
}) {
  const t = useWords();
  const money = useMoney();
  const [best] = offersOf(row);
  return (
    <tr>
      <td className="is-pick">
        <input type="checkbox" aria-label={String(row['orderNo'])} checked={chosen} onChange={onToggle} />
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
        {best ? `${best.carrierName} ${money(best.amount, String(row['currency'] ?? 'USD'))}` : t('bulk.draft')}
      </td>
      <td className="is-problem">{said}</td>
    </tr>
  );
}
