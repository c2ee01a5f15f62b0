import type { DataClient, ReadChoice, WireRecord } from './data-client.ts';
import { callsOver, type OwnCalls } from './own-calls.ts';
import { createWire, type WireOptions } from './wire.ts';

/** What the server declares beside its entities. */
function besideEntities({ ask, send }: OwnCalls) {
  return {
    job: (id) => ask('job', { id }),
    jobs: (limit, signal) => ask('jobs', { limit }, signal),
    textCoverage: () => ask('textCoverage', {}),
    compareTexts: (query, signal) => ask('compareTexts', query, signal),
    preference: <T>(key: string) => ask('readPreference', { key }) as Promise<T | null>,
    savePreference: (key, value) => send('keepPreference', { key, value }),
    search: (text, signal) => ask('search', { searchValue: text }, signal),
    attachments: (path, record) => ask('attachments', { path, record }),
    addAttachment: (file) => send('addAttachment', file),
    dropAttachment: (id) => send('dropAttachment', { id }),
    comments: (path, record) => ask('comments', { path, record }),
    addComment: (comment) => send('addComment', comment),
    dropComment: (id) => send('dropComment', { id }),
    commentPeople: (searchValue) => ask('commentPeople', { searchValue }),
    savedViews: (path) => ask('savedViews', { path }),
    saveView: (path, view) => send('keepSavedView', { path, ...view }),
    dropView: (id) => send('dropSavedView', { id }),
  } satisfies Partial<DataClient>;
}

/** The contract with the server, spoken over HTTP as engine/docs/wire.md has it. Every call throws `WireError` alone (or an abort). */
export function createHttpDataClient(options: WireOptions): DataClient {
  const wire = createWire(options);
  return {
    read: (path, query, signal) => wire.get(path, query, signal),
    send: (path, body, key) => wire.post(path, body, key),
    obtain: (path, body) => wire.obtain(path, body),
    entity: (path) => wire.get(`meta/${path}`),
    page: (path, query, signal) => wire.get(`${path}/page`, query, signal),
    list: async (path, query) => flat(await wire.get<WireRecord[]>(`${path}/list`, query)),
    detail: (path, id) => wire.get(`${path}/detail`, { id }),
    dropDown: (path, query, signal) => wire.get(`${path}/dropDown`, query, signal),
    tree: (path, signal) => wire.get(`${path}/tree`, {}, signal),
    history: (path, id) => wire.get(`${path}/history`, { id }),
    answer: (path, query, signal) => wire.get(path, query, signal),
    aggregate: (path, query, signal) => wire.get(`${path}/aggregate`, query, signal),
    add: (path, record, key) => wire.post(`${path}/add`, record, key),
    edit: (path, record, key) => wire.post(`${path}/edit`, record, key),
    act: (path, { action, input }, key) => wire.post(`${path}/${action}`, input, key),
    async actAll(path, { action, ids, input }, key) {
      const body = action === 'delete' ? ids.map((id) => ({ id })) : { ids, ...input };
      return (await wire.post<{ results: Awaited<ReturnType<DataClient['actAll']>> }>(`${path}/${action}`, body, key))
        .results;
    },
    export: (path, request, key) => wire.post(`${path}/export`, request, key),
    screen: (name, signal) => wire.get(`screen/${name}`, {}, signal),
    upload: (file, onProgress, signal) => wire.upload('sysFileInfo/upload', fileBody(file), { onProgress, signal }),
    preview: (fileId, size) => wire.download('sysFileInfo/preview', { id: fileId, size }),
    download: (fileId) => wire.download('sysFileInfo/download', { id: fileId }),
    importPreview: (path, file, mapping) =>
      wire.upload(`${path}/importPreview`, fileBody(file), { query: mappingQuery(mapping) }),
    import: (path, { file, mapping }, key) =>
      wire.upload(`${path}/import`, fileBody(file), { query: mappingQuery(mapping), key }),
    readPreview: (path, file, choice) => wire.upload(`${path}/readPreview`, fileBody(file, choice)),
    readImport: (path, { file, choice }, key) => wire.upload(`${path}/readImport`, fileBody(file, choice), { key }),
    handIn(path, { files, onProgress }, key) {
      const body = new FormData();
      for (const file of files) body.append('files', file);
      return wire.upload(path, body, { onProgress, key });
    },
    printDocument: (path, of) => wire.download(`${path}/printDocument`, of),
    mailPreview: (path, of, signal) => wire.get(`${path}/mailPreview`, of, signal),
    mailDocument: (path, mail, key) => wire.post(`${path}/mailDocument`, mail, key),
    importTemplate: (path) => wire.download(`${path}/importTemplate`, {}),
    ...besideEntities(callsOver({ read: wire.get, send: wire.post })),
  };
}

/** What is said of a file goes before it: the server reads a form in its order. */
function fileBody(file: File, choice?: ReadChoice): FormData {
  const body = new FormData();
  if (choice) body.append('choice', JSON.stringify(choice));
  body.append('file', file);
  return body;
}

const mappingQuery = (mapping: readonly (string | null)[] | null) =>
  mapping ? { mapping: JSON.stringify(mapping) } : {};

/** A list that comes nested, as the menu's does, is as flat as any other here. */
function flat(rows: readonly WireRecord[]): WireRecord[] {
  return rows.flatMap(({ children, ...row }) => [
    row as WireRecord,
    ...(Array.isArray(children) ? flat(children as WireRecord[]) : []),
  ]);
}
