import { useId, useRef, useState } from 'react';
import {
  EmptyState,
  ErrorPanel,
  FileButton,
  newKey,
  PageHeader,
  Skeleton,
  toDisplayError,
  useDataClient,
  useHasPermission,
} from '../../kit/index.ts';
import { ImportCard } from './import-card.tsx';
import { useImports } from './use-imports.ts';
import { useFigures, useWords } from './wording.ts';
import './billing.css';

type Carrier = 'ups' | 'fedex' | null;

/** Imports bills of carriers, one or many at once, and shows what came of each. */
export default function BillImportPage() {
  return <BillImport />;
}

/** Of one carrier, or of all: the layout is recognised by its content, so that only the words differ. */
export function BillImport({ of = null }: { of?: Carrier }) {
  const t = useWords();
  const mayImport = useHasPermission('CarrierBill:match');
  const imports = useImports(of);
  return (
    <div className="bill-page">
      <PageHeader title={of === null ? t('import.title') : t(`import.title.${of}`)} />
      {mayImport && <FileDrop of={of} onSent={imports.again} />}
      <ImportList imports={imports} />
    </div>
  );
}

/** The results of all imports of the tenant, newest first. */
export function ImportList({ imports: { found, error, again } }: { imports: ReturnType<typeof useImports> }) {
  const t = useWords();
  if (error !== null) return <ErrorPanel compact error={toDisplayError(error)} onRetry={again} />;
  if (!found) return <Skeleton shape="page" />;
  if (found.imports.length === 0)
    return <EmptyState kind="nothing" title={t('import.none')} note={t('import.noneNote')} />;
  return (
    <ol className="bill-imports">
      {found.imports.map((each) => (
        <ImportCard key={each.job} of={each} />
      ))}
    </ol>
  );
}

/** Sends files to be imported; `sending` is the part that has arrived, null while none is sent. */
function useSending(onSent: () => void) {
  const client = useDataClient();
  const [sending, setSending] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // What was sent last: sent again it keeps its key, so that files whose answer was lost are not taken twice.
  const last = useRef<{ files: readonly File[]; key: string }>({ files: [], key: '' });

  const resend = async () => {
    if (last.current.files.length === 0 || sending !== null) return;
    setFailure(null);
    setSending(0);
    try {
      await client.handIn(
        'CarrierBill/upload',
        { files: last.current.files, onProgress: setSending },
        last.current.key,
      );
      onSent();
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(null);
    }
  };
  const send = async (files: readonly File[]) => {
    if (sending !== null) return;
    last.current = { files, key: newKey() };
    await resend();
  };
  return { sending, failure, send, resend };
}

function FileDrop({ of, onSent }: { of: Carrier; onSent: () => void }) {
  const t = useWords();
  const figures = useFigures();
  const { sending, failure, send, resend } = useSending(onSent);
  const [over, setOver] = useState(false);
  const label = useId();
  return (
    <>
      <div
        className={over ? 'bill-drop is-over' : 'bill-drop'}
        role="group"
        aria-labelledby={label}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void send([...event.dataTransfer.files]);
        }}
      >
        <strong id={label}>{t('import.drop')}</strong>
        <span className="bill-soft">{of === null ? t('import.kinds') : t(`import.kinds.${of}`)}</span>
        <FileButton
          multiple
          primary
          accept=".csv,.txt,.xlsx,.zip"
          disabled={sending !== null}
          onFiles={(files) => void send(files)}
        >
          {sending === null
            ? t('import.choose')
            : t('import.sending', { percent: figures.count(Math.round(sending * 100)) })}
        </FileButton>
      </div>
      {failure !== null && <ErrorPanel compact error={toDisplayError(failure)} onRetry={() => void resend()} />}
    </>
  );
}
