import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ErrorPanel, PageHeader, newKey, toDisplayError, useDataClient, wordsOf } from '../../kit/index.ts';
import './order-rules.css';

interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly rule: string | null;
}
interface Tried {
  readonly looked: number;
  readonly orders: readonly { readonly id: string; readonly orderNo: string; readonly changes: readonly Change[] }[];
}

/** What the rules would change of the newest drafts, and which rule it would be; nothing is changed. */
export default function TryPage() {
  const { t } = useTranslation(wordsOf('order-rules'));
  const client = useDataClient();
  const [tried, setTried] = useState<Tried | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      setTried((await client.send('OrderRule/try', {}, newKey())) as Tried);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="rules-try" aria-busy={busy}>
      <PageHeader title={t('try.title')} />
      <p>{t('try.note')}</p>
      <button type="button" className="button is-primary" disabled={busy} onClick={() => void run()}>
        {t('try.run')}
      </button>
      {error === null ? null : <ErrorPanel compact error={toDisplayError(error)} />}
      {tried === null ? null : (
        <p role="status">
          {tried.orders.length === 0
            ? t('try.nothing')
            : t('try.result', { changed: tried.orders.length, looked: tried.looked })}
        </p>
      )}
      {tried !== null && tried.orders.length > 0 ? <ChangeTable orders={tried.orders} /> : null}
    </div>
  );
}

function ChangeTable({ orders }: { orders: Tried['orders'] }) {
  const { t } = useTranslation(wordsOf('order-rules'));
  const word = ({ field }: Change, value: string | null) =>
    value !== null && field === 'signatureOption' ? t(`signature.${value}`) : (value ?? '–');
  return (
    <div className="rules-try-table" tabIndex={0} role="region" aria-label={t('try.title')}>
      <table>
        <thead>
          <tr>
            {['order', 'field', 'before', 'after', 'rule'].map((name) => (
              <th key={name} scope="col">
                {t(`try.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.flatMap(({ id, orderNo, changes }) =>
            changes.map((change) => (
              <tr key={`${id} ${change.field}`}>
                <td>
                  <Link to={`/Order/${id}`}>{orderNo}</Link>
                </td>
                <td>{t(`field.${change.field}`)}</td>
                <td>{word(change, change.before)}</td>
                <td>{word(change, change.after)}</td>
                <td>{change.rule ?? '–'}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}
