import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';
import type { S3Settings } from './s3-wire.ts';

/** Files on the local disk. */
export const createFileStore = (folder: string): FileStore => createDiskStore(folder);

/** The configured store: a bucket or the disk. Drafts are always on disk. */
export const openFileStore = (settings: { fileStore: string; s3?: S3Settings | null }): FileStore =>
  settings.s3 ? createS3Store(settings.s3, settings.fileStore) : createDiskStore(settings.fileStore);
