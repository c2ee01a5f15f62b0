import type { DataClient } from './data-client.ts';
import { createWire, type WireOptions } from './wire.ts';

/** The contract with the server, spoken over HTTP as server/README.md has it. Every call throws `WireError` alone (or an abort). */
export function createHttpDataClient(options: WireOptions): DataClient {
  const wire = createWire(options);
  return {
    entity: (path) => wire.get(`meta/${path}`),
    page: (path, query, signal) => wire.get(`${path}/page`, query, signal),
    detail: (path, id) => wire.get(`${path}/detail`, { id }),
    dropDown: (path, query, signal) => wire.get(`${path}/dropDown`, query, signal),
    tree: (path, signal) => wire.get(`${path}/tree`, {}, signal),
    history: (path, id) => wire.get(`${path}/history`, { id }),
    aggregate: (path, query, signal) => wire.get(`${path}/aggregate`, query, signal),
    add: (path, record, key) => wire.post(`${path}/add`, record, key),
    edit: (path, record, key) => wire.post(`${path}/edit`, record, key),
    act: (path, action, input, key) => wire.post(`${path}/${action}`, input, key),
    async actAll(path, action, ids, input, key) {
      const body = action === 'delete' ? ids.map((id) => ({ id })) : { ids, ...input };
      return (await wire.post<{ results: Awaited<ReturnType<DataClient['actAll']>> }>(`${path}/${action}`, body, key))
        .results;
    },
    export: (path, request, key) => wire.post(`${path}/export`, request, key),
    job: (id) => wire.get('job', { id }),
    upload(file, onProgress) {
      const body = new FormData();
      body.append('file', file);
      return wire.upload('sysFileInfo/upload', body, onProgress);
    },
    download: (fileId) => wire.download('sysFileInfo/download', { id: fileId }),
    preference: (key) => wire.get('preference', { key }),
    keepPreference: (key, value) => wire.post('preference', { key, value }),
  };
}
