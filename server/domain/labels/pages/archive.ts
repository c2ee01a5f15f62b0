import { ZipWriter } from '../../../files/zip.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A zip of files as they are: labels are packed already. One file is held at a time. */
export async function* archive(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipWriter();
  const taken = new Set<string>();
  for await (const { name, bytes } of entries) {
    yield zip.head(freeName(name, taken), bytes);
    yield bytes;
  }
  yield zip.end();
}

/** A name that a folder takes anywhere, and that no other file of the archive has. */
function freeName(name: string, taken: Set<string>): string {
  const [, stem = 'label', suffix = ''] = /^(.*?)(\.[a-z0-9]+)?$/.exec(name.replace(/[^\p{L}\p{N}._ -]/gu, '_')) ?? [];
  let free = `${stem}${suffix}`;
  for (let turn = 2; taken.has(free.toLowerCase()); turn++) free = `${stem} (${turn})${suffix}`;
  taken.add(free.toLowerCase());
  return free;
}
