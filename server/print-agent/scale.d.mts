export interface Reading {
  readonly weight: string | null;
  readonly unit: string | null;
  readonly stable: boolean | null;
}
export function readLine(line: string): Reading | null;
export function readReport(report: Uint8Array): Reading | null;
export function inOrder<T>(send: (reading: T) => Promise<unknown>): (reading: T) => Promise<void>;
