import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';
export type Attributes = Readonly<Record<string, string | number>>;

/** One piece of work with its duration, as OpenTelemetry has it. */
export interface Span {
  /** 32 and 16 hex digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with a fraction. */
  readonly started: number;
  readonly ended: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
}

/** Where work that starts now belongs. */
interface Place {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the trace is collected: decided once, where it begins. */
  readonly sampled: boolean;
}

export interface OpenSpan {
  readonly traceId: string;
  /** Runs work within the span. */
  run<T>(work: () => T): T;
  end(facts?: { readonly attributes?: Attributes; readonly failed?: boolean; readonly name?: string }): void;
}

interface Opening {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** The `traceparent` of a caller from outside. */
  readonly from?: string | undefined;
}

interface Collector {
  collect(span: Span): void;
  /** The share of traces that begin here and are collected, 0 to 1. */
  readonly share: number;
}

const place = new AsyncLocalStorage<Place>();
let collector: Collector | null = null;

/** Collects spans from now on; answers what ends it. */
export function collectSpans(into: Collector): () => void {
  collector = into;
  return () => {
    if (collector === into) collector = null;
  };
}

export const isTracing = (): boolean => collector !== null;

/** A span within the one that runs now, or within the caller's; null while nothing is traced. */
export function openSpan({ name, kind, attributes = {}, from }: Opening): OpenSpan | null {
  if (!collector) return null;
  const { share } = collector;
  const parent = placeOf(from) ?? place.getStore() ?? null;
  const own: Place = {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    sampled: parent?.sampled ?? Math.random() < share,
  };
  const started = performance.now();
  return {
    traceId: own.traceId,
    run: (work) => place.run(own, work),
    end({ attributes: more = {}, failed = false, name: named = name } = {}) {
      if (!own.sampled) return;
      const { timeOrigin } = performance;
      collector?.collect({
        ...{ traceId: own.traceId, spanId: own.spanId, parentId: parent?.spanId ?? null, name: named, kind, failed },
        ...{
          started: timeOrigin + started,
          ended: timeOrigin + performance.now(),
          attributes: { ...attributes, ...more },
        },
      });
    },
  };
}

/** A refusal is an answer; nothing failed. */
const isRefusal = (error: unknown): boolean => Number((error as { status?: unknown } | null)?.status) < 500;

/** Runs work as a span of its own; it failed if the work throws anything but a refusal. */
export async function inSpan<T>(opening: Opening, work: () => Promise<T>): Promise<T> {
  const span = openSpan(opening);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: !isRefusal(error) });
    throw error;
  }
}

/** The header by which another server continues this trace (W3C Trace Context); none while nothing is traced. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const now = collector && place.getStore();
  return now ? { traceparent: `00-${now.traceId}-${now.spanId}-${now.sampled ? '01' : '00'}` } : {};
}

/** Null for a header that is missing or malformed, which W3C wants ignored. */
function placeOf(traceparent: string | undefined): Place | null {
  const found = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(traceparent ?? '');
  const [, traceId = '', spanId = '', flags = ''] = found ?? [];
  if (!found || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
