import { useEffect, useRef, useState } from 'react';
import {
  jobFailure,
  newKey,
  saveFile,
  useDataClient,
  watchJob,
  type DataClient,
  type JobState,
} from '../../kit/index.ts';
import { useWords } from './words.ts';

type ImportPreview = Awaited<ReturnType<DataClient['importPreview']>>;

const resultOf = ({ result }: JobState): { added?: number; refused?: number; errorFile?: string | null } =>
  result ?? {};

/** Checks a sheet of orders and adds what was checked, one thing at a time. */
export function useSheetImport(onAdded: (isPasted: boolean) => void) {
  const t = useWords();
  const client = useDataClient();
  const [file, setFile] = useState<File | null>(null);
  const [isPasted, setPasted] = useState(false);
  const [found, setFound] = useState<ImportPreview | null>(null);
  const [done, setDone] = useState('');
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const left = useRef(new AbortController());
  useEffect(() => {
    const open = new AbortController();
    left.current = open;
    return () => open.abort();
  }, []);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    setDone('');
    setRefusedFile(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  const check = (sheet: File, fromText: boolean) =>
    during(async () => {
      // What was found in another sheet says nothing of this one.
      setFound(null);
      setFile(sheet);
      setPasted(fromText);
      setFound(await client.importPreview('LtlOrder', sheet, null));
    });
  const add = () =>
    during(async () => {
      if (!file || !found) return;
      const { job } = await client.import('LtlOrder', { file, mapping: found.mapping }, newKey());
      const ended = await watchJob({ client, id: job, onState: () => undefined, signal: left.current.signal });
      if (ended.state === 'failed') throw jobFailure(ended);
      const { added = 0, refused = 0, errorFile = null } = resultOf(ended);
      setDone(t('bulk.added', { added, refused }));
      setRefusedFile(errorFile);
      setFound(null);
      onAdded(isPasted);
    });
  const template = () => during(async () => saveFile(await client.importTemplate('LtlOrder')));
  const reasons = () => {
    if (refusedFile) void client.download(refusedFile).then(saveFile, setFailure);
  };
  return {
    ...{ found, done, busy, failure, check, add, template, reasons },
    hasReasons: refusedFile !== null,
    /** What was found says nothing of a sheet that was typed on. */
    forget: () => setFound(null),
  };
}
