import { Alert, Checkbox, Modal, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  ReasonField,
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
  const sending = useSending({ records, listed, of });
  const { facts, error, again, fit, missing, busy, sent, send } = sending;
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
        <SentJobs jobs={sent.jobs} />
      ) : error && !facts ? (
        <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />
      ) : !facts ? (
        <Skeleton shape="form" />
      ) : (
        <SendForm sending={sending} />
      )}
    </Modal>
  );
}

type SendingOf = Pick<BulkDialogProps, 'records' | 'listed'> & { of: 'orders' | 'packages' };
type Sending = ReturnType<typeof useSending>;

/** What of the chosen records can be printed, the order of the list, and the printers. */
function usePrintable({ records, listed, of }: SendingOf) {
  const client = useDataClient();
  const [facts, setFacts] = useState<{ checked: Checked; listed: readonly string[] } | null>(null);
  const [printers, setPrinters] = useState<readonly { value: string; label: string }[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
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
  return { facts, printers, error, picked, again: () => setAttempt((count) => count + 1) };
}

/** The choices of the dialog, and sending by them. */
function useSending(chosen: SendingOf) {
  const client = useDataClient();
  const { facts, printers, error, picked, again } = usePrintable(chosen);
  const [order, setOrder] = useState<(typeof orders)[number]>('listed');
  const [printer, setPrinter] = useState('');
  const [separators, setSeparators] = useState(false);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  // One run: an answer that was lost is asked for again without a second print.
  const run = useRef(newKey());
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
    const body = { [chosen.of]: ids, order: sorted, separators, skip: true, run: run.current, ...why };
    try {
      setSent(await client.send<Sent>('Print/send', { ...body, printer: printer || null }, newKey()));
    } catch (failure) {
      setRefusal(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ facts, printers, error, again, fit, left, twice, missing, busy, refusal, sent, send },
    ...{ order, setOrder, printer, setPrinter, separators, setSeparators, reason, setReason },
  };
}

/** What came of it at each printer. */
function SentJobs({ jobs }: Sent) {
  const t = useWords();
  const bad = jobs.filter(({ errorCode }) => errorCode);
  return (
    <div className="send-dialog">
      <p role="status">{t('send.done', { count: jobs.length - bad.length })}</p>
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
  );
}

function SendForm({ sending }: { sending: Sending }) {
  const t = useWords();
  const { fit, left, twice, refusal, separators, setSeparators, reason, setReason } = sending;
  return (
    <div className="send-dialog">
      {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
      {fit.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('send.nothing')} note={t('send.nothingNote')} />
      ) : (
        <p role="status">
          <strong>{t('send.count', { count: fit.length })}</strong>
        </p>
      )}
      <SendChoices sending={sending} />
      <Checkbox checked={separators} onChange={({ target }) => setSeparators(target.checked)}>
        {t('send.separators')}
      </Checkbox>
      {twice > 0 ? (
        <ReasonField
          label={t('send.reason')}
          note={t('send.reasonNote', { count: twice })}
          value={reason}
          onChange={setReason}
        />
      ) : null}
      {left.length > 0 ? <LeftOut labels={left} /> : null}
    </div>
  );
}

function SendChoices({ sending: { printers, printer, setPrinter, order, setOrder } }: { sending: Sending }) {
  const t = useWords();
  return (
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
  );
}

/** Labels that are not sent, each with its reason. */
function LeftOut({ labels }: { labels: Checked['labels'] }) {
  const t = useWords();
  return (
    <details className="send-left" open={labels.length <= 8}>
      <summary>{t('send.leftOut', { count: labels.length })}</summary>
      <ul>
        {labels.map(({ id, trackingNo, text }) => (
          <li key={id}>
            <span>{trackingNo}</span>
            <small>{text}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
