import { collectSpans, type Span, type SpanKind } from './spans.ts';

export interface TraceSettings {
  /** Base address of a collector that takes OTLP over HTTP. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  readonly version: string;
  readonly share: number;
}

export interface TraceExport {
  /** Sends what is left, and ends. */
  stop(): Promise<void>;
}

/** Milliseconds between two sendings, and for one. */
const every = 2_000;
const patience = 5_000;
/** Spans of one sending, and those that wait at most: beyond that the newest are dropped, as a collector is no reason to fail. */
const most = 512;
const room = 4_096;

/** Sends spans to a collector as OTLP in JSON (`/v1/traces`), several at once. What it does not take is dropped. */
export function exportSpans(settings: TraceSettings, log: (message: string, error: unknown) => void): TraceExport {
  const waiting: Span[] = [];
  let sending: Promise<void> = Promise.resolve();
  let isSilent = false;
  const stop = collectSpans({
    share: settings.share,
    collect(span) {
      if (waiting.length < room) waiting.push(span);
      if (waiting.length === most) flush();
    },
  });
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const send = async (): Promise<void> => {
    const spans = waiting.splice(0, most);
    if (spans.length === 0) return;
    try {
      const headers = { ...settings.headers, 'content-type': 'application/json' };
      const body = JSON.stringify(payloadOf(spans, settings));
      const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(patience) });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      isSilent = false;
    } catch (error) {
      // Once, until it takes spans again.
      if (!isSilent) log('traces are not taken', error);
      isSilent = true;
    }
  };
  const flush = () => void (sending = sending.then(send));
  const timer = setInterval(flush, every);
  timer.unref();
  return {
    async stop() {
      stop();
      clearInterval(timer);
      flush();
      await sending;
    },
  };
}

/** Numbers of OTLP. */
const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3, consumer: 5 };
const failedCode = 2;

function payloadOf(spans: readonly Span[], { service, version }: TraceSettings): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': service, 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'lading' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

const spanOf = ({ traceId, spanId, parentId, name, kind, started, ended, attributes, failed }: Span): object => ({
  ...{ traceId, spanId, name, kind: kinds[kind] },
  ...(parentId === null ? {} : { parentSpanId: parentId }),
  ...{ startTimeUnixNano: nanoseconds(started), endTimeUnixNano: nanoseconds(ended) },
  attributes: attributesOf(attributes),
  status: failed ? { code: failedCode } : {},
});

const attributesOf = (attributes: Readonly<Record<string, string | number>>): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

/** As text, because a number is not that exact. */
const nanoseconds = (milliseconds: number): string => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
