import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';
import type { S3Settings } from './s3-wire.ts';

/** Files on this machine's disk. */
export const createFileStore = (folder: string): FileStore => createDiskStore(folder);

/** The store that the settings ask for: a bucket where there is one, else the disk. Drafts stand on the disk in any case. */
export const openFileStore = (settings: { fileStore: string; s3?: S3Settings | null }): FileStore =>
  settings.s3 ? createS3Store(settings.s3, settings.fileStore) : createDiskStore(settings.fileStore);
