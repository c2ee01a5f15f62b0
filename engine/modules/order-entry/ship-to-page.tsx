import { App, Input } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  bringsKeyboard,
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  Skeleton,
  errorMessage,
  toDisplayError,
  useDataClient,
  useHasPermission,
  useViewer,
} from '../../kit/index.ts';
import { useWords } from './wording.ts';
import './order-entry.css';

interface Used {
  customer: string;
  customerName: string | null;
  name: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  address3: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string;
  phone: string | null;
  email: string | null;
  addressType: string;
  orders: number;
  order: string;
  at: string;
}

const pause = 300;

/** Where orders went: sent to once more, or kept in the book. */
export default function ShipToPage() {
  const t = useWords();
  const client = useDataClient();
  const isMember = useViewer().member !== null;
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<{ rows: readonly Used[] | null; error: unknown }>({ rows: null, error: null });
  const asked = useRef(0);
  const read = useCallback(
    (typed: string) => {
      const mine = ++asked.current;
      const body = typed.trim() ? { search: typed.trim() } : {};
      client.send<{ addresses: Used[] }>('Address/history', body, newKey()).then(
        ({ addresses }) => asked.current === mine && setFound({ rows: addresses, error: null }),
        (error: unknown) => asked.current === mine && setFound(({ rows }) => ({ rows, error })),
      );
    },
    [client],
  );
  useEffect(() => {
    const timer = setTimeout(() => read(search), search === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [read, search]);
  const { rows, error } = found;
  return (
    <div className="entry-page">
      <PageHeader title={t('used.title')} note={t('used.note')} />
      <Input
        autoFocus={!bringsKeyboard()}
        allowClear
        className="entry-search"
        value={search}
        maxLength={100}
        placeholder={t('used.search')}
        aria-label={t('used.search')}
        onChange={(event) => setSearch(event.target.value)}
      />
      {error ? <ErrorPanel compact={rows !== null} error={toDisplayError(error)} onRetry={() => read(search)} /> : null}
      {!rows && !error ? <Skeleton shape="page" /> : null}
      {rows?.length === 0 ? (
        <EmptyState kind={search ? 'noMatch' : 'nothing'} title={t('used.none')} note={t('used.noneNote')} />
      ) : null}
      {rows && rows.length > 0 ? (
        <ul className="entry-card entry-used" aria-label={t('used.title')}>
          {rows.map((row) => (
            <UsedRow key={row.order} row={row} withCustomer={!isMember} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function UsedRow({ row, withCustomer }: { row: Used; withCustomer: boolean }) {
  const t = useWords();
  const client = useDataClient();
  const { message } = App.useApp();
  const mayKeep = useHasPermission('AddressBook:add');
  const mayOrder = useHasPermission('Order:add');
  const [kept, setKept] = useState(false);
  const { customer, customerName, orders, order, at, addressType, ...address } = row;
  const keepIt = async () => {
    const { name, company, address1, address2, address3, city, state, postalCode, country, phone, email } = address;
    const parts = { name, company, address1, address2, address3, city, state, postalCode, country, phone, email };
    try {
      await client.add('AddressBook', { customer, kind: 'shipTo', addressType, ...parts }, newKey());
      setKept(true);
      void message.success(t('book.kept', { name: name ?? '' }));
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const line = [address.company, address.address1, address.address2, address.address3, address.city]
    .concat([`${address.state ?? ''} ${address.postalCode ?? ''}`.trim(), address.country])
    .filter(Boolean)
    .join(', ');
  return (
    <li>
      <span>
        <strong>{address.name}</strong>
        <small>{line}</small>
        <small>
          {withCustomer && customerName ? `${customerName} · ` : ''}
          {t('used.orders', { count: orders })} · <Link to={`/Order/${order}`}>{at.slice(0, 10)}</Link>
        </small>
      </span>
      <span className="entry-actions">
        {mayKeep ? (
          <button type="button" className="button" disabled={kept} onClick={() => void keepIt()}>
            {t('book.keep')}
          </button>
        ) : null}
        {mayOrder ? (
          <Link className="button" to={`/order-entry?copy=${order}`}>
            {t('follow.again')}
          </Link>
        ) : null}
      </span>
    </li>
  );
}
