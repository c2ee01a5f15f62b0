import { afterEach, describe, expect, it, vi } from 'vitest';
import { WireError, type JobState } from '../../../engine/kit/data/data-client.ts';
import { createHttpDataClient } from '../../../engine/kit/data/http-data-client.ts';
import { watchJob } from '../../../engine/kit/data/watch-job.ts';

const left = vi.fn<() => void>();
const client = createHttpDataClient({ getToken: () => 'token', getCulture: () => 'en-US', onUnauthorised: left });
const answerWith = (status: number, body: unknown) =>
  vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(
    async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as WireError,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  left.mockClear();
});

describe('a call', () => {
  it('carries the token, the culture and every value of a repeated key', async () => {
    const fetch = answerWith(200, { success: true, data: [] });
    vi.stubGlobal('fetch', fetch);
    await client.dropDown('Ticket', { id: ['1', '2'], searchValue: 'a b' });
    const [url, init] = fetch.mock.calls[0]!;
    expect(url).toBe('/api/Ticket/dropDown?id=1&id=2&searchValue=a+b&culture=en-US');
    expect(init?.headers).toEqual({ Authorization: 'Bearer token', 'X-Wire': 'plain' });
  });

  it('sends its key with a write', async () => {
    const fetch = answerWith(200, { success: true, data: { results: [{ id: '1', ok: true }] } });
    vi.stubGlobal('fetch', fetch);
    expect(await client.actAll('Ticket', { action: 'delete', ids: ['1'], input: {} }, 'k1')).toEqual([
      { id: '1', ok: true },
    ]);
    expect(fetch.mock.calls[0]![1]).toMatchObject({
      method: 'POST',
      body: '[{"id":"1"}]',
      headers: { 'Idempotency-Key': 'k1' },
    });
  });

  it('without an answer in six seconds fails as a network error', async () => {
    vi.useFakeTimers();
    const silence = (_: string, init?: RequestInit) =>
      new Promise<Response>((_done, fail) => {
        init?.signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError')));
      });
    vi.stubGlobal('fetch', silence);
    const failed = failure(client.detail('Ticket', '1'));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await failed).toMatchObject({ status: 0, code: 0 });
    vi.useRealTimers();
  });

  it('whose answer breaks off in its middle fails as one that never arrived', async () => {
    const broken = async () => {
      const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
      return new Response(body, { status: 200 });
    };
    vi.stubGlobal('fetch', broken);
    expect(await failure(client.detail('Ticket', '1'))).toMatchObject({ status: 0, code: 0 });
  });

  it('that is refused throws the code, the words, the issues and the trace id', async () => {
    const issues = [{ path: 'amount', code: 'tooSmall', message: 'Too small' }];
    vi.stubGlobal(
      'fetch',
      answerWith(200, { success: false, code: 1001, message: 'No', issues, traceId: 't1', data: null }),
    );
    expect(await failure(client.detail('Ticket', '1'))).toMatchObject({
      status: 200,
      code: 1001,
      message: 'No',
      issues,
      traceId: 't1',
    });
    expect(left).not.toHaveBeenCalled();
  });

  it('that meets a stale version brings the record as it is now', async () => {
    vi.stubGlobal('fetch', answerWith(409, { success: false, code: 409, message: '', data: { version: 3 } }));
    expect(await failure(client.edit('Ticket', { id: '1' }, 'k'))).toMatchObject({ code: 409, data: { version: 3 } });
  });

  it.each([
    [401, 401],
    [200, 1011008],
  ])('ends the session on status %i with code %i', async (status, code) => {
    vi.stubGlobal('fetch', answerWith(status, { success: false, code, message: '' }));
    expect(await failure(client.detail('Ticket', '1'))).toBeInstanceOf(WireError);
    expect(left).toHaveBeenCalledOnce();
  });

  it('that cannot reach the server fails with code 0', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(client.detail('Ticket', '1'))).toMatchObject({ status: 0, code: 0 });
  });

  it('that meets a page of a proxy fails with its status', async () => {
    vi.stubGlobal('fetch', answerWith(502, '<h1>Bad gateway</h1>'));
    expect(await failure(client.detail('Ticket', '1'))).toMatchObject({ status: 502, code: 502 });
  });

  it('that was given up is an abort, not a failure of the wire', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new DOMException('aborted', 'AbortError')));
    expect(await failure(client.page('Ticket', {}))).not.toBeInstanceOf(WireError);
  });
});

describe('a file', () => {
  it('keeps the name the server gave it, in any script', async () => {
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response('a,b', { headers: { 'Content-Disposition': "attachment; filename*=UTF-8''%E8%A1%A8.csv" } }),
    );
    expect((await client.download('1')).name).toBe(decodeURIComponent('%E8%A1%A8.csv'));
  });

  it('that is refused is no file', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ success: false, code: 404, message: 'gone' }));
    expect(await failure(client.download('1'))).toMatchObject({ code: 404 });
  });
});

describe('a job being watched', () => {
  const state = (now: JobState['state'], done: number): JobState => ({
    id: 'j',
    state: now,
    done,
    total: 10,
    result: null,
    file: now === 'done' ? 'f' : null,
  });
  const watch = (looks: (JobState | Error)[], seen: number[] = [], pauses: number[] = []) =>
    watchJob({
      client: {
        async job() {
          const next = looks.shift()!;
          if (next instanceof Error) throw next;
          return next;
        },
      },
      id: 'j',
      onState: ({ done }) => seen.push(done),
      signal: new AbortController().signal,
      pause: async (milliseconds) => void pauses.push(milliseconds),
    });

  it('reports progress, polls less and less often, and ends with its file', async () => {
    const seen: number[] = [];
    const pauses: number[] = [];
    expect(await watch([state('queued', 0), state('running', 4), state('done', 10)], seen, pauses)).toMatchObject({
      file: 'f',
    });
    expect(seen).toEqual([0, 4, 10]);
    expect(pauses[1]).toBeGreaterThan(pauses[0]!);
  });

  it('bears two silences of the network but not three', async () => {
    const silence = new WireError(0, 0);
    await expect(watch([silence, silence, state('done', 10)])).resolves.toMatchObject({ state: 'done' });
    await expect(watch([silence, silence, silence])).rejects.toBe(silence);
  });
});
