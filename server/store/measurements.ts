import { channel } from 'node:diagnostics_channel';

/**
 * What a node measures of itself. Nothing is computed or kept unless metrics are served and subscribe to it; publishers
 * ask `hasSubscribers` first. Values carry no ids and nothing of a tenant.
 */
export const measurements = {
  /** A request was answered: `RequestMeasure`. */
  request: channel('lading.request'),
  /** Seconds that a write waited for its turn and connection. */
  writerWait: channel('lading.writer.wait'),
  /** Seconds from the start of a transaction until this node delivered its event. */
  eventDelay: channel('lading.event.delay'),
  /** A call to another server has ended: `CallMeasure`. */
  call: channel('lading.call'),
};

export interface RequestMeasure {
  /** Class of the route, out of a small fixed set. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface CallMeasure {
  /** What kind of server was called, out of a small fixed set. */
  readonly to: string;
  readonly outcome: string;
}
