import type { ImportPreview, ReadPreview } from '../../data/data-client.ts';

export interface ImportResult {
  added: number;
  refused: number;
  errorFile: string | null;
}

export type Mapping = readonly (string | null)[];

/**
 * An import is first `choosing` a file, then `reading` it, then `mapping` its columns beside its first rows, then
 * `running` on the server, then `done`. A file of another shape is `understood` instead, where a reader knows it. `failed` keeps what was chosen. A running one goes on without this page.
 */
export type ImportState =
  | { step: 'choosing' }
  | { step: 'reading'; file: File }
  | { step: 'mapping'; file: File; preview: ImportPreview; mapping: Mapping; busy: boolean }
  | { step: 'understood'; file: File; found: ReadPreview }
  | { step: 'running'; name: string; done: number; total: number | null }
  | { step: 'done'; name: string; result: ImportResult; repeated: boolean; file: File | null }
  | { step: 'failed'; error: unknown; file: File | null };
