import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  errorMessage,
  newKey,
  saveFile,
  Skeleton,
  toDisplayError,
  useDataClient,
  useHasPermission,
  type PanelProps,
} from '../../kit/index.ts';
import { useWords } from './words.ts';
import './consolidation.css';

interface Checked {
  readonly count: number;
  readonly findings: readonly { readonly code: string; readonly boxes: readonly string[] }[];
}

/** What is missing before a main bill can be closed, and its papers. */
export default function CheckPanel({ record, stamp }: PanelProps) {
  const t = useWords();
  const client = useDataClient();
  const [found, setFound] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setFailure(null);
    client.send<Checked>('MainBill/check', { mainBill: record.id }, newKey()).then(
      (answer) => !gone && setFound(answer),
      (error: unknown) => !gone && setFailure(error),
    );
    return () => {
      gone = true;
    };
  }, [client, record.id, stamp, attempt]);
  if (failure)
    return <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => setAttempt((before) => before + 1)} />;
  if (!found) return <Skeleton shape="page" />;
  const save = (path: string, more: object = {}) => {
    setRefusal(null);
    client.obtain(path, { mainBill: record.id, ...more }).then(saveFile, setRefusal);
  };
  return (
    <div className="bill-panel">
      <Papers record={record} count={found.count} onSave={save} />
      <p role="alert">{refusal ? errorMessage(refusal) : ''}</p>
      {found.count === 0 ? (
        <EmptyState kind="nothing" compact title={t('check.none')} />
      ) : found.findings.length === 0 ? (
        <p>{t(record['status'] === 'open' ? 'check.canClose' : 'check.complete')}</p>
      ) : (
        <ul className="bill-findings">
          {found.findings.map(({ code, boxes }) => (
            <li key={code}>
              <b>{t(`finding.${code}`)}</b> ({boxes.length}): {boxes.join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface PapersProps {
  readonly record: PanelProps['record'];
  /** How many boxes are loaded. */
  readonly count: number;
  onSave(path: string, more?: object): void;
}

function Papers({ record, count, onSave }: PapersProps) {
  const t = useWords();
  const mayExport = useHasPermission('MainBill:export');
  const mayLoad = useHasPermission('MainBillBox:load');
  return (
    <div className="bill-tools">
      {mayLoad && record['status'] === 'open' ? (
        <Link className="button" to={`/main-bill-scan?bill=${record.id}`}>
          {t('check.scan')}
        </Link>
      ) : null}
      {count > 0 ? (
        <button type="button" className="button" onClick={() => onSave('MainBill/labels')}>
          {t('check.labels')}
        </button>
      ) : null}
      {mayExport && count > 0
        ? (['xlsx', 'pdf'] as const).map((format) => (
            <button
              key={format}
              type="button"
              className="button"
              onClick={() => onSave('MainBill/customs', { format })}
            >
              {t(`check.customs.${format}`)}
            </button>
          ))
        : null}
    </div>
  );
}
