import { Alert, Modal, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  saveFile,
  Skeleton,
  errorMessage,
  toDisplayError,
  useDataClient,
  type BulkDialogProps,
} from '../../kit/index.ts';
import { openInTab } from './hand-out.ts';
import { formatsOf, split, type Format, type LabelRow } from './labels.ts';
import { useCheck } from './use-check.ts';
import { useWords } from './words.ts';
import './labels.css';

const orders = ['listed', 'asGiven', 'orderNo', 'item', 'channel', 'shipTo', 'orderedAt'] as const;
const sizes = ['own', '4x6', '4x675', '4x8', '4x9', 'letter'] as const;
const separators = ['none', 'order', 'group'] as const;

/** Many labels as one file: what can be printed, in which order and on which paper, and what is left out and why. */
export function PrintDialog({ records, onClose, listed, of }: BulkDialogProps & { of: 'orders' | 'packages' }) {
  const t = useWords();
  const client = useDataClient();
  const [order, setOrder] = useState<(typeof orders)[number]>('listed');
  const [size, setSize] = useState<(typeof sizes)[number]>('own');
  const [between, setBetween] = useState<(typeof separators)[number]>('none');
  const [wanted, setWanted] = useState<Format | null>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [done, setDone] = useState<{ file: { name: string; blob: Blob }; count: number } | null>(null);
  // One run: an answer that was torn is asked for again without a second print.
  const run = useRef(newKey());
  const picked = useMemo(() => records.map(({ id }) => id), [records]);
  const [inList, setInList] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let gone = false;
    listed().then(
      (ids) => !gone && setInList(ids),
      // Without the list's own order the order of choosing has to do.
      () => !gone && setInList(picked),
    );
    return () => {
      gone = true;
    };
  }, [listed, picked]);
  const ids = order === 'listed' ? inList : picked;
  const { checked, error, again } = useCheck(of, ids, order === 'listed' ? 'asGiven' : order);
  const formats = formatsOf(checked?.labels ?? []);
  const format = wanted && formats.includes(wanted) ? wanted : (formats[0] ?? 'pdf');
  const { fit, other, refused, again: twice } = split(checked?.labels ?? [], format);
  const missing = twice.length > 0 && reason.trim() === '';

  const print = async () => {
    setBusy(true);
    setRefusal('');
    const chosen = { packages: fit.map(({ id }) => id), order: order === 'listed' ? 'asGiven' : order };
    const why = twice.length > 0 ? { reason: reason.trim() } : {};
    const load = () =>
      format === 'zip'
        ? client.obtain('Label/zip', { ...chosen, ...why, run: run.current })
        : client.obtain('Label/merge', {
            ...{ ...chosen, ...why, run: run.current, format, separators: between },
            size: size === 'own' ? null : size,
          });
    try {
      setDone({ file: await openInTab(load), count: fit.length });
    } catch (failure) {
      setRefusal(errorMessage(failure));
      again();
    } finally {
      setBusy(false);
    }
  };
  const choose = <V extends string>(name: string, value: V, all: readonly V[], onChange: (next: V) => void) => (
    <label>
      <span>{t(`print.${name}`)}</span>
      <Select
        value={value}
        aria-label={t(`print.${name}`)}
        options={all.map((each) => ({ value: each, label: t(`print.${name}.${each}`) }))}
        onChange={onChange}
      />
    </label>
  );
  return (
    <Modal
      open
      title={t('print.title')}
      width={720}
      onCancel={() => onClose(done !== null)}
      footer={
        done ? (
          <div className="labels-bar is-end">
            <button type="button" className="button" onClick={() => saveFile(done.file)}>
              {t('print.save')}
            </button>
            <button type="button" className="button is-primary" autoFocus onClick={() => onClose(true)}>
              {t('ui.close')}
            </button>
          </div>
        ) : (
          <div className="labels-bar is-end">
            <button type="button" className="button" onClick={() => onClose(false)}>
              {t('ui.cancel')}
            </button>
            <button
              type="button"
              className="button is-primary"
              disabled={busy || fit.length === 0 || missing}
              aria-busy={busy || undefined}
              onClick={() => void print()}
            >
              {t(format === 'pdf' ? 'print.open' : 'print.get', { count: fit.length })}
            </button>
          </div>
        )
      }
    >
      {done ? (
        <p role="status">{t(format === 'pdf' ? 'print.done' : 'print.got', { count: done.count })}</p>
      ) : error && !checked ? (
        <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />
      ) : !checked ? (
        <Skeleton shape="form" />
      ) : (
        <div className="print-dialog">
          {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
          {fit.length === 0 ? (
            <EmptyState kind="nothing" compact title={t('labels.noWaybill')} note={t('print.nothingNote')} />
          ) : (
            <p role="status">
              <strong>{t('print.count', { count: fit.length })}</strong>
              {twice.length > 0 ? ` · ${t('print.twice', { count: twice.length })}` : ''}
            </p>
          )}
          <div className="print-choices">
            {choose('order', order, orders, setOrder)}
            {choose('format', format, formats, setWanted)}
            {format === 'pdf' ? choose('size', size, sizes, setSize) : null}
            {format === 'pdf' ? choose('between', between, separators, setBetween) : null}
          </div>
          {twice.length > 0 ? (
            <label className="print-reason">
              <span>{t('print.reason')}</span>
              <input
                type="text"
                className="ant-input"
                maxLength={200}
                required
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
              <small>{t('print.reasonNote', { count: twice.length })}</small>
            </label>
          ) : null}
          <Left labels={other} title={t('print.otherFormat', { count: other.length })} />
          <Left labels={refused} title={t('print.leftOut', { count: refused.length })} />
        </div>
      )}
    </Modal>
  );
}

/** Labels that are not in the file, each with its reason. */
function Left({ labels, title }: { labels: readonly LabelRow[]; title: string }) {
  if (labels.length === 0) return null;
  return (
    <details className="print-left" open={labels.length <= 8}>
      <summary>{title}</summary>
      <ul>
        {labels.map(({ id, orderNo, trackingNo, status, format, text }) => (
          <li key={id}>
            <span>{orderNo}</span>
            {status === 'labelled' ? <span>{trackingNo}</span> : <s>{trackingNo}</s>}
            <small>{text ?? format?.toUpperCase()}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}
