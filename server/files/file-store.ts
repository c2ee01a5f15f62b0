import type { Readable } from 'node:stream';
import type { Measured } from './measure.ts';

/** Bytes that are kept: under which name, and what is known of them. */
export interface StoredObject extends Measured {
  readonly objectName: string;
}

/** Files of people and jobs under names of our own; no name from outside ever becomes a path. */
export interface FileStore {
  /** Where objects stand, as file records tell it: a code of `file_storage_location`, and a bucket. */
  readonly place: { readonly location: string; readonly bucket: string };
  /** Keeps a stream as it comes. What breaks off leaves nothing behind. */
  save(source: Readable): Promise<StoredObject>;
  /** Makes a draft an object like any other; the draft is gone afterwards. */
  keep(draft: string): Promise<StoredObject>;
  /** Keeps a few bytes beside an object, under a name that follows from its own. */
  put(objectName: string, bytes: Buffer): Promise<void>;
  read(objectName: string): Promise<Readable>;
  /** Runs `work` with the path of a file of this machine that holds the object, for readers in threads of their own. */
  withLocal<T>(objectName: string, work: (path: string) => AsyncGenerator<T>): AsyncGenerator<T>;
  has(objectName: string): Promise<boolean>;
  /** Removes an object and the small picture beside it; what is not there is no error. */
  remove(objectName: string): Promise<void>;
  /** The path of a file of this machine that is worked on until it is finished; the same for every attempt. */
  draft(name: string): Promise<string>;
  /** Removes drafts that nobody has touched since `before`. */
  sweepDrafts(before: Date): Promise<number>;
  /** Every object, with the moment from which it stands; in no order. */
  list(): AsyncIterable<{ objectName: string; at: Date }>;
}
