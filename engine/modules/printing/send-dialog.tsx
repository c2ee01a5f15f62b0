import { Alert, Checkbox, Modal, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  Skeleton,
  StatusTag,
  errorMessage,
  toDisplayError,
  useDataClient,
  type BulkDialogProps,
} from '../../kit/index.ts';
import { useWords } from './words.ts';
import './printing.css';

const orders = ['listed', 'asGiven', 'orderNo', 'item', 'channel', 'shipTo', 'orderedAt'] as const;

interface Checked {
  readonly labels: readonly { id: string; ok: boolean; printCount: number; trackingNo: string; text: string | null }[];
}
interface Sent {
  readonly jobs: readonly { id: string; name: string; printer: string; status: string; errorCode: string | null }[];
}

/** Labels to a printer that stands elsewhere: in which order, to which one, and what came of it at once. */
export function SendDialog({ records, onClose, listed, of }: BulkDialogProps & { of: 'orders' | 'packages' }) {
  const t = useWords();
  const client = useDataClient();
  const [order, setOrder] = useState<(typeof orders)[number]>('listed');
  const [printer, setPrinter] = useState('');
  const [separators, setSeparators] = useState(false);
  const [reason, setReason] = useState('');
  const [facts, setFacts] = useState<{ checked: Checked; listed: readonly string[] } | null>(null);
  const [printers, setPrinters] = useState<readonly { value: string; label: string }[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  const [attempt, setAttempt] = useState(0);
  // One run: an answer that was torn is asked for again without a second print.
  const run = useRef(newKey());
  const picked = useMemo(() => records.map(({ id }) => id), [records]);
  useEffect(() => {
    let gone = false;
    const look = async () => {
      try {
        const [checked, page, inList] = await Promise.all([
          client.send<Checked>('Label/check', { [of]: picked }, newKey()),
          client.page('Printer', { pageSize: '100', status: 'paired' }),
          listed().catch(() => picked),
        ]);
        if (gone) return;
        setFacts({ checked, listed: inList });
        setPrinters(page.rows.map(({ id, name }) => ({ value: id, label: String(name) })));
        setError(null);
      } catch (failure) {
        if (!gone) setError(failure);
      }
    };
    void look();
    return () => {
      gone = true;
    };
  }, [client, of, picked, listed, attempt]);
  const labels = facts?.checked.labels ?? [];
  const fit = labels.filter(({ ok }) => ok);
  const left = labels.filter(({ ok }) => !ok);
  const twice = fit.filter(({ printCount }) => printCount > 0).length;
  const missing = twice > 0 && reason.trim() === '';

  const send = async () => {
    setBusy(true);
    setRefusal('');
    const ids = order === 'listed' ? (facts?.listed ?? picked) : picked;
    const sorted = order === 'listed' ? 'asGiven' : order;
    const why = twice > 0 ? { reason: reason.trim() } : {};
    const body = { [of]: ids, order: sorted, separators, skip: true, run: run.current, ...why };
    try {
      setSent(await client.send<Sent>('Print/send', { ...body, printer: printer || null }, newKey()));
    } catch (failure) {
      setRefusal(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  const bad = sent?.jobs.filter(({ errorCode }) => errorCode) ?? [];
  const good = (sent?.jobs.length ?? 0) - bad.length;
  return (
    <Modal
      open
      title={t('send.title')}
      width={640}
      onCancel={() => onClose(sent !== null)}
      footer={
        <div className="send-bar">
          {sent ? null : (
            <button type="button" className="button" onClick={() => onClose(false)}>
              {t('ui.cancel')}
            </button>
          )}
          {sent ? (
            <button type="button" className="button is-primary" autoFocus onClick={() => onClose(true)}>
              {t('ui.close')}
            </button>
          ) : (
            <button
              type="button"
              className="button is-primary"
              disabled={busy || fit.length === 0 || missing}
              aria-busy={busy || undefined}
              onClick={() => void send()}
            >
              {t('send.go', { count: fit.length })}
            </button>
          )}
        </div>
      }
    >
      {sent ? (
        <div className="send-dialog">
          <p role="status">{t('send.done', { count: good })}</p>
          {bad.length > 0 ? (
            <>
              <Alert type="warning" showIcon message={t('send.bad', { count: bad.length })} />
              <ul className="send-left">
                {bad.map(({ id, name, printer: on, errorCode }) => (
                  <li key={id}>
                    <span>{name}</span> <StatusTag tone="bad" text={on} />
                    <small>{t(`send.fault.${errorCode}`)}</small>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </div>
      ) : error && !facts ? (
        <ErrorPanel compact error={toDisplayError(error)} onRetry={() => setAttempt((count) => count + 1)} />
      ) : !facts ? (
        <Skeleton shape="form" />
      ) : (
        <div className="send-dialog">
          {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
          {fit.length === 0 ? (
            <EmptyState kind="nothing" compact title={t('send.nothing')} note={t('send.nothingNote')} />
          ) : (
            <p role="status">
              <strong>{t('send.count', { count: fit.length })}</strong>
            </p>
          )}
          <div className="send-choices">
            <label>
              <span>{t('send.printer')}</span>
              <Select
                value={printer}
                aria-label={t('send.printer')}
                options={[{ value: '', label: t('send.mapped') }, ...printers]}
                onChange={setPrinter}
              />
            </label>
            <label>
              <span>{t('send.order')}</span>
              <Select
                value={order}
                aria-label={t('send.order')}
                options={orders.map((each) => ({ value: each, label: t(`send.order.${each}`) }))}
                onChange={setOrder}
              />
            </label>
          </div>
          <Checkbox checked={separators} onChange={({ target }) => setSeparators(target.checked)}>
            {t('send.separators')}
          </Checkbox>
          {twice > 0 ? (
            <label className="send-reason">
              <span>{t('send.reason')}</span>
              <input
                type="text"
                className="ant-input"
                maxLength={200}
                required
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
              <small>{t('send.reasonNote', { count: twice })}</small>
            </label>
          ) : null}
          {left.length > 0 ? (
            <details className="send-left" open={left.length <= 8}>
              <summary>{t('send.leftOut', { count: left.length })}</summary>
              <ul>
                {left.map(({ id, trackingNo, text }) => (
                  <li key={id}>
                    <span>{trackingNo}</span>
                    <small>{text}</small>
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </div>
      )}
    </Modal>
  );
}
