import type { Readable } from 'node:stream';
import type { Measured } from './measure.ts';

/** A stored object: its name and measured properties. */
export interface StoredObject extends Measured {
  readonly objectName: string;
}

/** Files of people and jobs under generated names; no external name ever becomes a path. */
export interface FileStore {
  /** The location for file records: a code of `file_storage_location`, and a bucket. */
  readonly place: { readonly location: string; readonly bucket: string };
  /** Stores a stream. An interrupted upload leaves nothing. */
  save(source: Readable): Promise<StoredObject>;
  /** Turns a draft into an object; the draft is removed. */
  keep(draft: string): Promise<StoredObject>;
  /** Stores a few bytes beside an object, under a derived name. */
  put(objectName: string, bytes: Buffer): Promise<void>;
  /** Stores an object under the name that it had before, replacing what is there; an interrupted one leaves nothing. */
  restore(objectName: string, source: Readable): Promise<void>;
  /** Throws `fileGone` where the record is left and the bytes are not. */
  read(objectName: string): Promise<Readable>;
  /** Runs `work` with a local path of the object, for reader threads. */
  withLocal<T>(objectName: string, work: (path: string) => AsyncGenerator<T>): AsyncGenerator<T>;
  has(objectName: string): Promise<boolean>;
  /** Deletes an object and its thumbnail; missing ones are ignored. */
  remove(objectName: string): Promise<void>;
  /** Local path of a draft while it is written; the same for every attempt. */
  draft(name: string): Promise<string>;
  /** Deletes drafts not modified since `before`. */
  sweepDrafts(before: Date): Promise<number>;
  /** All objects with their creation time, in no particular order. */
  list(): AsyncIterable<{ objectName: string; at: Date }>;
}
