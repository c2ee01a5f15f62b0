import { Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  createKeyring,
  entityLabels,
  ErrorPanel,
  newKey,
  toDisplayError,
  useDataClient,
  useCulture,
  useEntity,
  wordsOf,
  type DataClient,
  type WireRecord,
} from '../../kit/index.ts';
import { fieldsOf, repairOf, type Cause } from './causes.ts';
import { dearerThanShown, pricesOf, triedPrices, type Dearer, type Prices, type Tried } from './dearer.ts';

interface Repaired {
  readonly changed: number;
  readonly running: number;
  readonly again: number;
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}

/** Most orders of one trial. */
const portion = 40;
const lists: Readonly<Record<string, string>> = {
  channel: 'Channel',
  service: 'ChannelService',
  shipFrom: 'ChannelShipFrom',
};

async function ordersOf(client: DataClient, ids: readonly string[]): Promise<readonly WireRecord[]> {
  const found: WireRecord[] = [];
  for (let at = 0; at < ids.length; at += portion)
    found.push(...(await client.list('Order', { 'id.in': ids.slice(at, at + portion).join(',') })));
  return found;
}

/** One change for all orders of a cause, after which they run again. What is left empty stays as each order has it. */
export function RepairDialog(on: {
  batch: string | null;
  cause: Cause;
  title: string;
  onClose: (changed: boolean) => void;
}) {
  const { batch, cause, title, onClose } = on;
  const { t } = useTranslation(wordsOf('shipping'));
  const client = useDataClient();
  const navigate = useNavigate();
  const { answer } = useEntity('Order');
  const culture = useCulture();
  const money = (amount: number, currency: string) =>
    currency ? new Intl.NumberFormat(culture, { style: 'currency', currency }).format(amount) : amount.toFixed(2);
  const repair = repairOf(cause);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [left, setLeft] = useState<Repaired['refused']>([]);
  const [dearer, setDearer] = useState<Dearer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // The same key for the same press: one that is repeated runs nothing twice.
  const [keys] = useState(() => ({ change: createKeyring(newKey), run: createKeyring(newKey) }));
  // What they cost when the person began, and what was told of them since: others may try them meanwhile.
  const shown = useRef<Promise<Prices> | null>(null);
  useEffect(() => {
    if (cause.group === 'label' || shown.current) return;
    const first = ordersOf(client, cause.ids).then(pricesOf);
    shown.current = first;
    first.catch(() => {
      shown.current = null;
    });
  }, [client, cause]);

  /** Within the batch, or as a batch of their own where the orders are of several. */
  const runAgain = async (ids: readonly string[], prices: Prices) => {
    if (ids.length === 0) return;
    if (batch || cause.group === 'label') {
      const body = { ids, prices, ...(batch ? { batch } : {}) };
      await client.send<Repaired>('Order/repair', body, keys.run.keyFor(body));
      return;
    }
    const body = { ids, prices };
    const placed = await client.send<{ batch: string }>('Order/placeMany', body, keys.run.keyFor(body));
    await navigate(`/OrderBatch/${encodeURIComponent(placed.batch)}`);
  };

  /** Tries the cost of orders again. Those that cost more have their new price as the shown one once that is told. */
  const tryAgain = async (ids: readonly string[]): Promise<{ risen: Dearer | null; prices: Prices }> => {
    const orders = await ordersOf(client, ids);
    const before = (await shown.current) ?? pricesOf(orders);
    const tried: Tried[] = [];
    for (let at = 0; at < ids.length; at += portion) {
      const some = ids.slice(at, at + portion);
      tried.push(...(await client.send<{ results: Tried[] }>('Order/trial', { ids: some }, newKey())).results);
    }
    const now = triedPrices(orders, tried);
    shown.current = Promise.resolve({ ...before, ...now.prices });
    return { risen: dearerThanShown(before, now), prices: now.prices };
  };

  const run = async () => {
    setBusy(true);
    setError(null);
    setDearer(null);
    try {
      const ids = [...cause.ids];
      const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
      const refused =
        Object.keys(changes).length > 0
          ? (await client.send<Repaired>('Order/repair', { ids, changes }, keys.change.keyFor(changes))).refused
          : [];
      const stays = new Set(refused.map(({ id }) => id));
      const going = ids.filter((id) => !stays.has(id));
      // Orders are placed at a price that was tried, and a change or some days make another one.
      const { risen, prices } = cause.group === 'label' ? { risen: null, prices: {} } : await tryAgain(going);
      if (risen === null) await runAgain(going, prices);
      keys.change.answered();
      keys.run.answered();
      setDearer(risen);
      if (refused.length > 0) setLeft(refused);
      else if (risen === null) onClose(true);
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  if (!answer) return null;
  const words = entityLabels(answer);
  const fields = fieldsOf(repair);
  return (
    <Modal
      open
      title={t('repair.title', { cause: title, count: cause.ids.length })}
      onCancel={() => onClose(left.length > 0)}
      footer={null}
    >
      <form
        className="repair"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {fields.length > 0 ? <p>{t('repair.note')}</p> : null}
        {fields.map((name) => (
          <label key={name}>
            <span>{words.field(name)}</span>
            <Field
              {...{ name, channel: values['channel'] ?? '', value: values[name] ?? '' }}
              onChange={(value) => setValues((held) => ({ ...held, [name]: value }))}
            />
          </label>
        ))}
        {error ? <ErrorPanel compact error={toDisplayError(error)} onRetry={() => void run()} /> : null}
        {dearer ? (
          <p role="alert">{t('repair.dearer', { count: dearer.count, more: money(dearer.more, dearer.currency) })}</p>
        ) : null}
        {left.length > 0 ? (
          <p role="alert">{t('repair.refused', { count: left.length, reason: left[0]?.message ?? '' })}</p>
        ) : null}
        <button type="submit" className="button is-primary" disabled={busy} aria-busy={busy || undefined}>
          {t(cause.group === 'label' ? 'repair.again' : 'repair.run', { count: cause.ids.length })}
        </button>
      </form>
    </Modal>
  );
}

function Field(on: { name: string; channel: string; value: string; onChange: (value: string) => void }) {
  const { name, channel, value, onChange } = on;
  const path = lists[name];
  const rows = useRows(path ?? null);
  if (!path)
    return (
      <input
        className="ant-input"
        type={name === 'shipDate' ? 'date' : 'text'}
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const fitting = name === 'channel' || channel === '' ? rows : rows.filter((row) => row['channel'] === channel);
  return (
    <select className="ant-input" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="" />
      {fitting.map((row) => (
        <option key={row.id} value={row.id}>
          {String(row['name'] ?? row['shortName'] ?? row.id)}
        </option>
      ))}
    </select>
  );
}

function useRows(path: string | null): readonly WireRecord[] {
  const client = useDataClient();
  const [rows, setRows] = useState<readonly WireRecord[]>([]);
  useEffect(() => {
    if (!path) return;
    let gone = false;
    client.list(path, { status: 'enabled' }).then(
      (found) => !gone && setRows(found),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [client, path]);
  return rows;
}
