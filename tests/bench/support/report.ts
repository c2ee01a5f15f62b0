import type { Cell } from './cells.ts';
import type { Pace } from './client.ts';

/** A pace, and what it cost. */
export interface Measured extends Pace {
  /** Processor milliseconds per request: of the server, and of the database. */
  readonly cpu: number;
  readonly stored: number;
  /** Megabytes, the most that was seen. */
  readonly memory: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const widths = [28, 4, 9, 9, 8, 7, 10, 10, 15, 15];
const cellsIn = (parts: readonly string[]): string =>
  `${parts.map((part, at) => (at === 0 ? part.padEnd(widths[at] ?? 0) : part.padStart(widths[at] ?? 0))).join('')}\n`;

/** The printed table: one line for a cell at one concurrency. */
export const row = {
  head: cellsIn(['', 'c', 'floor/s', 'lading/s', 'ratio', 'goal', 'p99 ms', 'member', 'cpu ms f/l', 'db ms f/l']),
  line(
    cell: Cell,
    concurrency: number,
    found: { floor: Measured[]; admin: Measured[]; member: Measured[] },
    ratio: number,
    beside: number | null,
    good: boolean,
  ): string {
    const { floor, admin, member } = found;
    const of = (list: readonly Measured[], value: (each: Measured) => number, digits: number) =>
      median(list.map(value)).toFixed(digits);
    const both = (value: (each: Measured) => number) => `${of(floor, value, 2)}/${of(admin, value, 2)}`;
    const line = cellsIn([
      cell.name,
      String(concurrency),
      of(floor, (each) => each.rate, 0),
      of(admin, (each) => each.rate, 0),
      ratio.toFixed(2),
      concurrency === 16 ? String(cell.goal) : '',
      of(admin, (each) => each.p99, 1),
      beside === null ? '' : `x${(1 / beside).toFixed(2)}`,
      both((each) => each.cpu),
      both((each) => each.stored),
    ]);
    const failed = [...floor, ...admin, ...member].find((each) => each.failed > 0);
    const mark = good ? '' : '^ under its goal\n';
    return line + mark + (failed ? `! ${failed.failed} failed: ${failed.firstFailure ?? ''}\n` : '');
  },
};
