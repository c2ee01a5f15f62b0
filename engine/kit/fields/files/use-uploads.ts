import { useEffect, useRef, useState } from 'react';
import type { FieldMeta, Issue } from '../../../core/index.ts';
import { WireError } from '../../data/data-client.ts';
import { failedWith } from '../../data/display-error.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import { fileFault } from './file-rules.ts';

export interface Upload {
  key: number;
  name: string;
  /** 0 to 1; all bytes being there, the server still looks at them. */
  fraction: number;
  /** Breaks it off. */
  stop: () => void;
}

/** A fault of an upload: ours by code, or the server's own words; with `again` where another try may help. */
export type UploadFault = (Issue | { message: string }) & { again?: () => void };

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
export function useUploads(meta: FieldMeta, arrived: (id: string, file: File) => void): Uploads {
  const { client } = useFieldHost();
  const [running, setRunning] = useState<readonly Upload[]>([]);
  const [faults, setFaults] = useState<readonly UploadFault[]>([]);
  const uploading = useRef(new Set<AbortController>());
  // Abort uploads of an unmounted form.
  useEffect(() => {
    const all = uploading.current;
    return () => all.forEach((each) => each.abort());
  }, []);
  const one = async (file: File): Promise<void> => {
    const key = ++count;
    const breaking = new AbortController();
    const stop = () => breaking.abort();
    uploading.current.add(breaking);
    const show = (fraction: number) =>
      setRunning((before) => {
        const now = { key, name: file.name, fraction, stop };
        return before.some((each) => each.key === key)
          ? before.map((each) => (each.key === key ? now : each))
          : [...before, now];
      });
    show(0);
    try {
      const id = await client.upload(file, show, breaking.signal);
      names.set(id, file.name);
      arrived(id, file);
    } catch (error) {
      if (breaking.signal.aborted) return;
      const fault: UploadFault = reasonOf(error, file);
      // What the server has looked at and refused is refused again.
      const isFinal = error instanceof WireError && error.status > 0 && error.status < 429;
      if (!isFinal) {
        fault.again = () => {
          setFaults((before) => before.filter((each) => each !== fault));
          void one(file);
        };
      }
      setFaults((before) => [...before, fault]);
    } finally {
      uploading.current.delete(breaking);
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

function reasonOf(error: unknown, file: File): Issue | { message: string } {
  const message = error instanceof WireError ? error.message : '';
  return message === ''
    ? { code: 'field.file.failed', path: '', params: { name: file.name } }
    : { message: failedWith('upload', message) };
}
