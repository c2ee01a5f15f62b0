import type { JobState } from '../../kit/index.ts';

/** What an import of bills found. */
export interface ImportResult {
  readonly invoices: readonly {
    readonly carrier: string;
    readonly account: string;
    readonly number: string;
    readonly date: string;
    readonly currency: string;
    readonly amount: number | null;
    readonly sum: number;
    readonly lines: number;
    readonly state: string;
    readonly unknown: readonly { code: string | null; text: string | null; count: number; sum: number }[];
  }[];
  readonly refused: readonly { readonly file: string; readonly message: string }[];
}

/** An import that this browser has started. */
export interface StartedImport {
  readonly job: string;
  readonly files: readonly string[];
  readonly at: string;
}

export const isStartedImport = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (each) => typeof (each as StartedImport | null)?.job === 'string' && Array.isArray((each as StartedImport).files),
  );

/** The result of a job that has ended well; null: it has not. */
export const resultOf = (job: JobState | undefined): ImportResult | null =>
  job?.state === 'done' ? (job.result as unknown as ImportResult) : null;
