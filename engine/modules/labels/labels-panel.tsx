import { App } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  saveFile,
  Skeleton,
  StatusTag,
  errorMessage,
  toDisplayError,
  useDataClient,
  useHasPermission,
  type PanelProps,
} from '../../kit/index.ts';
import { openInTab } from './hand-out.ts';
import type { LabelRow } from './labels.ts';
import { PrintDialog } from './print-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useCheck } from './use-check.ts';
import { useWords } from './words.ts';
import './labels.css';

type Way = 'print' | 'download';

/** The boxes of an order with their labels: printed or not, and what was void. Its documents stand beside them. */
export default function LabelsPanel({ record, reload }: PanelProps) {
  const t = useWords();
  const mayPrint = useHasPermission('OrderBox:print');
  const { checked, error, again } = useCheck('orders', [record.id], 'asGiven');
  const handing = useHandingOut(again);
  const { busy, handOut } = handing;
  const [asked, setAsked] = useState<{ label: LabelRow; way: Way } | null>(null);
  const [all, setAll] = useState(false);
  const begin = (label: LabelRow, way: Way) => {
    if (label.printCount > 0) setAsked({ label, way });
    else void handOut(label, way);
  };
  if (error && !checked) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  if (!checked) return <Skeleton shape="page" />;
  const { labels } = checked;
  return (
    <div className="labels-panel" aria-busy={busy !== ''}>
      <PanelBar
        record={record}
        printable={mayPrint ? labels.filter(({ ok }) => ok).length : 0}
        handing={handing}
        onPrintAll={() => setAll(true)}
      />
      {labels.length === 0 ? (
        <EmptyState kind="nothing" compact title={t('panel.none')} note={t('panel.noneNote')} />
      ) : (
        <ul className="label-rows">
          {labels.map((label) => (
            <LabelItem key={label.id} label={label} boxes={labels.length} busy={busy} onWay={mayPrint ? begin : null} />
          ))}
        </ul>
      )}
      {asked ? (
        <ReasonDialog
          label={asked.label}
          onClose={(reason) => {
            setAsked(null);
            if (reason) void handOut(asked.label, asked.way, reason);
          }}
        />
      ) : null}
      {all ? (
        <Suspense fallback={null}>
          <PrintDialog
            of="orders"
            records={[record]}
            listed={() => Promise.resolve([record.id])}
            onClose={(changed) => {
              setAll(false);
              if (changed) reload();
              again();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Hands labels and documents out, one at a time; `busy` names the one that is on its way. */
function useHandingOut(again: () => void) {
  const client = useDataClient();
  const { message } = App.useApp();
  const [busy, setBusy] = useState('');
  const doing = async (what: string, work: () => Promise<unknown>) => {
    setBusy(what);
    try {
      await work();
    } catch (failure) {
      void message.error(errorMessage(failure));
    } finally {
      setBusy('');
      again();
    }
  };
  const handOut = ({ id }: LabelRow, way: Way, reason?: string) =>
    doing(`${way} ${id}`, async () => {
      const why = { ...(reason ? { reason } : {}), run: newKey() };
      if (way === 'print') await openInTab(() => client.obtain('Label/merge', { packages: [id], ...why }));
      else saveFile(await client.obtain('Label/download', { package: id, ...why }));
    });
  const openDocument = (path: string, id: string) => doing(path, () => openInTab(() => client.obtain(path, { id })));
  return { busy, handOut, openDocument };
}

interface PanelBarProps {
  readonly record: PanelProps['record'];
  /** How many labels this person can print. */
  readonly printable: number;
  readonly handing: ReturnType<typeof useHandingOut>;
  onPrintAll(): void;
}

/** Prints all labels, and opens the documents of the order. */
function PanelBar({ record, printable, handing: { busy, openDocument }, onPrintAll }: PanelBarProps) {
  const t = useWords();
  const items = record['items'];
  const documentButton = (path: string, word: string) => (
    <button
      type="button"
      className="button"
      disabled={busy !== ''}
      aria-busy={busy === path || undefined}
      onClick={() => void openDocument(path, record.id)}
    >
      {t(word)}
    </button>
  );
  return (
    <div className="labels-bar">
      {printable > 1 ? (
        <button type="button" className="button is-primary" onClick={onPrintAll}>
          {t('panel.printAll', { count: printable })}
        </button>
      ) : null}
      {documentButton('Order/packingList', 'panel.packingList')}
      {Array.isArray(items) && items.length > 0
        ? documentButton('Order/commercialInvoice', 'panel.commercialInvoice')
        : null}
    </div>
  );
}

interface LabelItemProps {
  readonly label: LabelRow;
  readonly boxes: number;
  readonly busy: string;
  /** Null for people who may not print. */
  readonly onWay: ((label: LabelRow, way: Way) => void) | null;
}

function LabelItem({ label, boxes, busy, onWay }: LabelItemProps) {
  const t = useWords();
  return (
    <li className={label.status === 'labelled' ? undefined : 'is-void'}>
      <span className="label-box">{t('panel.box', { box: label.seq, boxes: boxes })}</span>
      <Link className="label-number" to={`/OrderBox/${encodeURIComponent(label.id)}`}>
        {label.status === 'labelled' ? label.trackingNo : <s>{label.trackingNo}</s>}
      </Link>
      <span className="label-kind">
        {label.format?.toUpperCase() ?? '–'}
        {label.size ? ` · ${t(`print.size.${label.size}`)}` : ''}
      </span>
      <span className="label-state">
        <PrintState label={label} />
        {label.text && label.status === 'labelled' ? <small>{label.text}</small> : null}
        {label.manifest ? <small>{t('panel.manifest', { manifest: label.manifest })}</small> : null}
      </span>
      {onWay && label.ok ? (
        <span className="label-ways">
          {(['print', 'download'] as const).map((way) =>
            way === 'print' && (label.format === 'zpl' || label.format === 'epl') ? null : (
              <button
                key={way}
                type="button"
                className="button"
                disabled={busy !== ''}
                aria-busy={busy === `${way} ${label.id}` || undefined}
                onClick={() => onWay(label, way)}
              >
                {t(`panel.${way}`)}
              </button>
            ),
          )}
        </span>
      ) : null}
    </li>
  );
}

/** Never printed, printed, or printed so often; void whatever was printed. */
function PrintState({ label: { status, printCount, printedAt } }: { label: LabelRow }) {
  const t = useWords();
  if (status === 'voided') return <StatusTag tone="neutral" text={t('panel.void')} />;
  if (status === 'voidRequested') return <StatusTag tone="warn" text={t('panel.voidRequested')} />;
  if (printCount === 0) return <StatusTag tone="info" text={t('panel.never')} />;
  const at = printedAt?.slice(0, 16) ?? '';
  if (printCount === 1) return <StatusTag tone="good" text={t('panel.printed', { at })} />;
  return <StatusTag tone="warn" text={t('panel.reprinted', { count: printCount, at })} />;
}
