import type { EntityDocument } from '../../engine/core/index.ts';
import { newKey, WireError } from '../../engine/kit/index.ts';
import type { SchemaApi } from './api.ts';

/** Only the server knows its reserved addresses; for one of those another address is tried silently. */
export async function createAtFreePath(
  api: Pick<SchemaApi, 'create'>,
  document: EntityDocument,
  key: string,
): Promise<unknown> {
  try {
    return await api.create(document, key);
  } catch (error) {
    const isReserved = error instanceof WireError && error.issues.some(({ path }) => path === 'path');
    if (!isReserved) throw error;
    const { meta } = document;
    return api.create({ ...document, meta: { ...meta, path: `${meta.path}Record` } }, newKey());
  }
}
