import { Alert, Modal, Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  ReasonField,
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
  const [options, setOptions] = useState<Options>({ order: 'listed', size: 'own', between: 'none', format: null });
  const [reason, setReason] = useState('');
  const { order } = options;
  const ids = useIdsInOrder(records, listed, order);
  const { checked, error, again } = useCheck(of, ids, givenOrder(order));
  const formats = formatsOf(checked?.labels ?? []);
  const { format: wanted } = options;
  const format = wanted && formats.includes(wanted) ? wanted : (formats[0] ?? 'pdf');
  const { fit, other, refused, again: twice } = split(checked?.labels ?? [], format);
  const missing = twice.length > 0 && reason.trim() === '';
  const { busy, refusal, done, print } = usePrint(again);
  const toPrint = { fit, options: { ...options, format }, reason: twice.length > 0 ? reason.trim() : null };
  return (
    <Modal
      open
      title={t('print.title')}
      width={720}
      onCancel={() => onClose(done !== null)}
      footer={
        done ? (
          <DoneFooter file={done.file} onClose={() => onClose(true)} />
        ) : (
          <PrintFooter
            label={t(format === 'pdf' ? 'print.open' : 'print.get', { count: fit.length })}
            disabled={fit.length === 0 || missing}
            busy={busy}
            onPrint={() => void print(toPrint)}
            onClose={() => onClose(false)}
          />
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
          <Choices {...{ options, format, formats }} onChange={setOptions} />
          <Again count={twice.length} value={reason} onChange={setReason} />
          <Left labels={other} title={t('print.otherFormat', { count: other.length })} />
          <Left labels={refused} title={t('print.leftOut', { count: refused.length })} />
        </div>
      )}
    </Modal>
  );
}

interface Options {
  readonly order: (typeof orders)[number];
  readonly size: (typeof sizes)[number];
  readonly between: (typeof separators)[number];
  /** Null until one is chosen: the first that there is. */
  readonly format: Format | null;
}

/** The server sorts by everything but the list's own order, in which the ids are given. */
const givenOrder = (order: Options['order']) => (order === 'listed' ? 'asGiven' : order);

/** The chosen records in the order of the list or of choosing; null until the list has answered. */
function useIdsInOrder(
  records: BulkDialogProps['records'],
  listed: BulkDialogProps['listed'],
  order: Options['order'],
): readonly string[] | null {
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
  return order === 'listed' ? inList : picked;
}

interface ToPrint {
  readonly fit: readonly LabelRow[];
  readonly options: Options & { readonly format: Format };
  /** Why labels are printed again, null if none is. */
  readonly reason: string | null;
}

function usePrint(again: () => void) {
  const client = useDataClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [done, setDone] = useState<{ file: PrintFile; count: number } | null>(null);
  // One run: an answer that was lost is asked for again without a second print.
  const run = useRef(newKey());
  const print = async ({ fit, options: { order, size, between, format }, reason }: ToPrint) => {
    setBusy(true);
    setRefusal('');
    const chosen = { packages: fit.map(({ id }) => id), order: givenOrder(order) };
    const why = reason === null ? {} : { reason };
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
  return { busy, refusal, done, print };
}

interface PrintFile {
  readonly name: string;
  readonly blob: Blob;
}

function DoneFooter({ file, onClose }: { file: PrintFile; onClose: () => void }) {
  const t = useWords();
  return (
    <div className="labels-bar is-end">
      <button type="button" className="button" onClick={() => saveFile(file)}>
        {t('print.save')}
      </button>
      <button type="button" className="button is-primary" autoFocus onClick={onClose}>
        {t('ui.close')}
      </button>
    </div>
  );
}

interface PrintFooterProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly busy: boolean;
  onPrint(): void;
  onClose(): void;
}

function PrintFooter({ label, disabled, busy, onPrint, onClose }: PrintFooterProps) {
  const t = useWords();
  return (
    <div className="labels-bar is-end">
      <button type="button" className="button" onClick={onClose}>
        {t('ui.cancel')}
      </button>
      <button
        type="button"
        className="button is-primary"
        disabled={busy || disabled}
        aria-busy={busy || undefined}
        onClick={onPrint}
      >
        {label}
      </button>
    </div>
  );
}

interface ChoicesProps {
  readonly options: Options;
  readonly format: Format;
  readonly formats: readonly Format[];
  onChange(options: Options): void;
}

/** Order and format, and for PDF the paper and what stands between groups. */
function Choices({ options, format, formats, onChange }: ChoicesProps) {
  const t = useWords();
  const values = { ...options, format };
  const choose = <K extends keyof Options>(name: K, all: readonly NonNullable<Options[K]>[]) => (
    <label>
      <span>{t(`print.${name}`)}</span>
      <Select<NonNullable<Options[K]>>
        value={values[name] as NonNullable<Options[K]>}
        aria-label={t(`print.${name}`)}
        options={all.map((each) => ({ value: each, label: t(`print.${name}.${each}`) }))}
        onChange={(next) => onChange({ ...options, [name]: next })}
      />
    </label>
  );
  return (
    <div className="print-choices">
      {choose('order', orders)}
      {choose('format', formats)}
      {format === 'pdf' ? choose('size', sizes) : null}
      {format === 'pdf' ? choose('between', separators) : null}
    </div>
  );
}

interface AgainProps {
  readonly count: number;
  readonly value: string;
  onChange(value: string): void;
}

/** Why labels are printed that were printed before. */
function Again({ count, value, onChange }: AgainProps) {
  const t = useWords();
  if (count === 0) return null;
  return (
    <ReasonField label={t('print.reason')} note={t('print.reasonNote', { count })} value={value} onChange={onChange} />
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
