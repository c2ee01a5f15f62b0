import { useState } from 'react';
import type { FieldMeta, Issue } from '../../index.ts';
import { WireError } from '../data/data-client.ts';
import { useFieldHost } from './field-host.tsx';
import { fileFault } from './file-rules.ts';

export interface Upload {
  key: number;
  name: string;
  /** 0 to 1. */
  fraction: number;
}

/** A fault of an upload: ours by code, or the server's own words. */
export type UploadFault = Issue | { message: string };

export interface Uploads {
  running: readonly Upload[];
  faults: readonly UploadFault[];
  send: (files: readonly File[]) => Promise<void>;
}

const names = new Map<string, string>();
let count = 0;

/** The name of a file that this page has sent; nothing for the others. */
export const sentName = (id: string): string | undefined => names.get(id);

/** Sends files at once and hands each id over as it arrives, so that the value never holds anything but ids. */
export function useUploads(meta: FieldMeta, arrived: (id: string) => void): Uploads {
  const { client } = useFieldHost();
  const [running, setRunning] = useState<readonly Upload[]>([]);
  const [faults, setFaults] = useState<readonly UploadFault[]>([]);
  const one = async (file: File) => {
    const key = ++count;
    const show = (fraction: number) =>
      setRunning((before) => [...before.filter((other) => other.key !== key), { key, name: file.name, fraction }]);
    show(0);
    try {
      const id = await client.upload(file, show);
      names.set(id, file.name);
      arrived(id);
    } catch (error) {
      const message = error instanceof WireError && error.message !== '' ? error.message : null;
      const fault = message ? { message } : { code: 'field.file.failed', path: '', params: { name: file.name } };
      setFaults((before) => [...before, fault]);
    } finally {
      setRunning((before) => before.filter((other) => other.key !== key));
    }
  };
  const send = async (files: readonly File[]) => {
    const refused = files.map((file) => fileFault(file, meta));
    setFaults(refused.filter((fault) => fault !== null));
    await Promise.all(files.filter((_, at) => refused[at] === null).map(one));
  };
  return { running, faults, send };
}
