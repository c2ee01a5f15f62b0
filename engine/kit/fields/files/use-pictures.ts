import { useRef, useState } from 'react';
import { issue, maxImages, picturesIn, type FieldMeta, type Issue } from '../../../core/index.ts';
import { sentName, useUploads, type Uploads } from './use-uploads.ts';

const pictureFiles: FieldMeta = { type: 'image' };

/** Sends pictures for a text that may hold so many; too many at once are refused together, so that none is missed. */
export function usePictures(value: unknown, arrived: (id: string, words: string) => void): Uploads {
  const latest = useRef(arrived);
  latest.current = arrived;
  const place = (id: string) => latest.current(id, wordsOf(sentName(id) ?? ''));
  // Pictures uploaded together keep the order in which they were chosen, whichever finishes first.
  const waiting = useRef(new Map<File, string | null>());
  const uploads = useUploads(pictureFiles, (id, file) => {
    if (waiting.current.has(file)) waiting.current.set(file, id);
    else place(id);
  });
  const sendAll = async (files: readonly File[]) => {
    for (const file of files) waiting.current.set(file, null);
    await uploads.send(files);
    for (const file of files) {
      const id = waiting.current.get(file);
      waiting.current.delete(file);
      if (id) place(id);
    }
  };
  const [refused, setRefused] = useState<Issue | null>(null);
  return {
    ...uploads,
    faults: refused ? [refused, ...uploads.faults] : uploads.faults,
    send: (files) => {
      const found = tooMany(files.length, picturesIn(value).length + uploads.running.length);
      setRefused(found);
      return sendAll(found ? [] : files);
    },
  };
}

/** Why so many pictures are not taken beside those that are there; null where they are. */
export function tooMany(chosen: number, there: number): Issue | null {
  if (chosen > maxImages) return issue('field.rich.tooMany', '', { max: maxImages, chosen });
  if (chosen + there > maxImages) return issue('field.rich.full', '', { max: maxImages, left: maxImages - there });
  return null;
}

/** The words of a picture, as its file is called. What is pasted has no name of its own. */
const wordsOf = (name: string): string => (/^image\.\w+$/.test(name) ? '' : name.replace(/\.\w{1,5}$/, ''));
