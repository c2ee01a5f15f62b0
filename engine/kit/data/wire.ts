import { noteAskedAt } from './asked-at.ts';
import { WireError, type WireIssue } from './data-client.ts';
import type { Query } from './own-calls.ts';

export interface WireOptions {
  getToken(): string | null;
  getCulture(): string;
  /** The session is over: called once per refused answer, before the error is thrown, with the token it was asked with. */
  onUnauthorised(error: WireError, token: string | null): void;
}

/** More of an upload: the signal breaks it off. */
export interface UploadHow {
  onProgress?: ((fraction: number) => void) | undefined;
  query?: Query;
  key?: string;
  signal?: AbortSignal | undefined;
}

/** The envelope both ways: every call answers `data`, or throws a `WireError` with the server's code, words and issues. */
export interface Wire {
  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>;
  /** Prefetches a `get`; the first identical request takes its answer. */
  prefetch(path: string, query?: Query): void;
  post<T>(path: string, body: unknown, key?: string): Promise<T>;
  upload<T>(path: string, body: FormData, how?: UploadHow): Promise<T>;
  download(path: string, query: Query): Promise<{ name: string; blob: Blob }>;
  /** The same for a file that is made for what is posted. */
  obtain(path: string, body: unknown): Promise<{ name: string; blob: Blob }>;
}

/** Answers that say "sign in again" whatever their status. */
const sessionCodes: ReadonlySet<number> = new Set([401, 1011006, 1011007, 1011008, 1011009]);

/** The limit for response headers (spec section 7). */
const readMilliseconds = 6_000;

interface EarlyAnswer {
  token: string | null;
  at: number;
  response: Promise<Response>;
}

/** Prefetched answers that no screen has asked for yet; old ones are discarded. */
const earlyAnswers = new Map<string, EarlyAnswer>();
const earlyMilliseconds = 15_000;

function takeEarly(url: string, token: string | null): EarlyAnswer | null {
  const early = earlyAnswers.get(url);
  if (!early) return null;
  earlyAnswers.delete(url);
  return early.token === token && performance.now() - early.at < earlyMilliseconds ? early : null;
}

export function createWire(options: WireOptions): Wire {
  const urlOf = (path: string, query: Query = {}) => `/api/${path}?${searchOf(query, options.getCulture())}`;

  const open = <T>(answered: Answered, token: string | null): T =>
    opened<T>(answered, (error) => options.onUnauthorised(error, token));

  /** A file, or the refusal that came in its place. */
  const fileFrom = async (url: string, { type, ...init }: RequestInit & { type?: string }) => {
    const token = options.getToken();
    const headers = { ...headersOf(token), ...(type ? { 'Content-Type': type } : {}) };
    const response = await send(url, { ...init, headers });
    const isEnvelope =
      response.headers.get('Content-Type')?.includes('application/json') &&
      !response.headers.has('Content-Disposition');
    if (!response.ok || isEnvelope) open(await answeredBy(response), token);
    return { name: fileNameOf(response.headers.get('Content-Disposition')), blob: await arriving(response.blob()) };
  };

  return {
    async get<T>(path: string, query?: Query, signal?: AbortSignal) {
      const url = urlOf(path, query);
      const token = options.getToken();
      const early = takeEarly(url, token);
      const at = early?.at ?? performance.now();
      const response = await (early?.response ?? ask(url, { headers: headersOf(token), signal }));
      if (early) signal?.throwIfAborted();
      const answer = open<T>(await answeredBy(response), token);
      noteAskedAt(answer, at);
      return answer;
    },

    prefetch(path: string, query?: Query) {
      const url = urlOf(path, query);
      const token = options.getToken();
      const response = ask(url, { headers: headersOf(token) });
      // The consumer handles the failure.
      response.catch(() => undefined);
      earlyAnswers.set(url, { token, at: performance.now(), response });
    },

    async post<T>(path: string, body: unknown, key?: string) {
      const token = options.getToken();
      const headers = { ...headersOf(token), 'Content-Type': 'application/json', ...keyHeader(key) };
      const response = await send(urlOf(path), { method: 'POST', headers, body: JSON.stringify(body) });
      return open<T>(await answeredBy(response), token);
    },

    async upload<T>(path: string, body: FormData, { query, key, ...how }: UploadHow = {}) {
      const token = options.getToken();
      const headers = { ...keyHeader(key), ...headersOf(token) };
      return open<T>(await sendForm(urlOf(path, query), { body, headers, ...how }), token);
    },

    download: (path: string, query: Query) => fileFrom(urlOf(path, query), {}),

    obtain: (path: string, body: unknown) =>
      fileFrom(urlOf(path), { method: 'POST', body: JSON.stringify(body), type: 'application/json' }),
  };
}

function searchOf(query: Query, culture: string): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  search.set('culture', culture);
  return search;
}

function headersOf(token: string | null): Record<string, string> {
  // Without it the server speaks to older clients, in their names and values.
  const plain = { 'X-Wire': 'plain' };
  return token ? { ...plain, Authorization: `Bearer ${token}` } : plain;
}

const keyHeader = (key: string | undefined): Record<string, string> => (key ? { 'Idempotency-Key': key } : {});

const send = (url: string, init: RequestInit): Promise<Response> => arriving(fetch(url, init));

/** A request without a response fails as a network error; a response in progress has no time limit. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), readMilliseconds);
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
    return await send(url, { ...init, signal });
  } catch (cause) {
    throw late.signal.aborted ? new WireError(0, 0) : cause;
  } finally {
    clearTimeout(timer);
  }
}

interface Form extends Pick<UploadHow, 'onProgress' | 'signal'> {
  readonly body: FormData;
  readonly headers: Readonly<Record<string, string>>;
}

/** Posts a form. fetch cannot tell how much of a body has gone; this can. */
function sendForm(url: string, { body, headers, onProgress, signal }: Form): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onerror = () => reject(new WireError(0, 0));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.send(body);
  });
}

/** What comes over the network, or is cut off: in its middle as before its first word. Who broke it off knows. */
async function arriving<T>(what: Promise<T>): Promise<T> {
  try {
    return await what;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new WireError(0, 0);
  }
}

interface Envelope {
  success: boolean;
  code?: number;
  message?: string;
  data?: unknown;
  issues?: WireIssue[];
  traceId?: string;
}

/** Null for what is no envelope: a proxy's page, an empty body. */
function readEnvelope(text: string): Envelope | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && 'success' in answer ? (answer as Envelope) : null;
  } catch {
    return null;
  }
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

const answeredBy = async (response: Response): Promise<Answered> => ({
  status: response.status,
  text: await arriving(response.text()),
});

/** The data of an answer. A refusal is thrown, once `onUnauthorised` knows if it is the end of the session. */
function opened<T>({ status, text }: Answered, onUnauthorised: (error: WireError) => void): T {
  const answer = readEnvelope(text);
  if (answer?.success) return answer.data as T;
  const { code, message, issues, traceId, data } = answer ?? {};
  const error = new WireError(status, code ?? status, {
    message: message ?? '',
    issues: issues ?? [],
    traceId: traceId ?? '',
    data,
  });
  if (sessionCodes.has(error.code) || status === 401) onUnauthorised(error);
  throw error;
}

function fileNameOf(disposition: string | null): string {
  const starred = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return starred ? decodeURIComponent(starred) : (/filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download');
}
