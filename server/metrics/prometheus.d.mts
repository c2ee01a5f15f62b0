import type { Facts } from './facts-sql.ts';
import type { PoolUse } from '../store/nodes/pool-use.ts';
import type { CallMeasure, RequestMeasure } from '../store/measurements.ts';

/** The figures of this process in Prometheus' text format. */
export interface Prometheus {
  readonly contentType: string;
  request(measure: RequestMeasure): void;
  call(measure: CallMeasure): void;
  writerWait(seconds: number): void;
  eventDelay(seconds: number): void;
  /** All metrics; `facts` is null while the database does not answer. */
  text(facts: Facts | null, pools: readonly PoolUse[]): Promise<string>;
}

export function createPrometheus(): Prometheus;
