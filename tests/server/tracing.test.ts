import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { ask } from '../../server/outbound/ask.ts';
import { exportSpans, type TraceExport } from '../../server/tracing/export-spans.ts';
import { inSpan, isTracing, traceHeaders } from '../../server/tracing/spans.ts';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  readonly status: { code?: number };
}

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const caller = '00f067aa0ba902b7';

describe('traces', () => {
  let collector: Server;
  let endpoint = '';
  let sending: TraceExport;
  let test: TestApp;
  let admin: Person;
  const taken: { path: string; headers: IncomingHttpHeaders; text: string }[] = [];
  /** What another server was asked with. */
  const asked: IncomingHttpHeaders[] = [];
  const troubles: string[] = [];
  beforeAll(async () => {
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [path, text] = [request.url ?? '', Buffer.concat(chunks).toString()];
        if (path === '/v1/traces') taken.push({ path, headers: request.headers, text });
        else asked.push(request.headers);
        response.end('{}');
      });
    });
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const settings = { endpoint, headers: { 'x-key': 'k' }, service: 'lading', version: '1.2.3', share: 1 };
    sending = exportSpans(settings, (message, error) => troubles.push(`${message} ${String(error)}`));
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
  });
  afterAll(async () => {
    await sending?.stop();
    await test?.close();
    await new Promise((done) => collector?.close(done));
  });

  const spans = (): Sent[] =>
    taken.flatMap(({ text }) => {
      const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    });
  const untilSent = async (fits: (span: Sent) => boolean): Promise<Sent> => {
    await expect.poll(() => spans().some(fits), { timeout: 8_000 }).toBe(true);
    const found = spans().find(fits);
    if (!found) throw new Error('no such span');
    return found;
  };
  const factsOf = ({ attributes }: Sent) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
  const get = (path: string, headers: Record<string, string>) =>
    test.app.inject({
      ...{ method: 'GET', url: `/api/${path}` },
      headers: { host: hosts.north, authorization: `Bearer ${admin.token}`, ...headers },
    });

  it('continue that of the caller: a request and its transaction', async () => {
    await get('Level/page', { traceparent: `00-${trace}-${caller}-01` });
    const request = await untilSent(({ traceId, kind }) => traceId === trace && kind === 2);
    expect(request).toMatchObject({ name: 'GET /api/Level/page', parentSpanId: caller, status: {} });
    expect(factsOf(request)).toMatchObject({
      ...{ 'http.request.method': 'GET', 'http.route': '/api/Level/page', 'http.response.status_code': 200 },
      ...{ 'lading.route': 'read', 'lading.request': expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
    const transaction = spans().find(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(transaction).toMatchObject({ traceId: trace, kind: 3, name: 'transaction read' });
    expect(BigInt(request.endTimeUnixNano)).toBeGreaterThan(BigInt(request.startTimeUnixNano));
    expect(taken[0]?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' });
    expect(taken[0]?.text).toContain('"service.version","value":{"stringValue":"1.2.3"}');
  });

  it('hold a write with its body together, and are found by the trace id of a refusal', async () => {
    const refused = await admin.post('Level/add', { name: 'x' }, { traceparent: `00-${trace}-00f067aa0ba902b8-01` });
    expect(refused.body.success).toBe(false);
    const request = await untilSent(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b8');
    expect(factsOf(request)['lading.request']).toBe(refused.raw.json<{ traceId: string }>().traceId);
    const added = await admin.post(
      'Level/add',
      { name: 'Secret gold' },
      { traceparent: `00-${trace}-00f067aa0ba902b9-01` },
    );
    expect(added.body.success).toBe(true);
    const write = await untilSent(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b9');
    await untilSent(({ parentSpanId, name }) => parentSpanId === write.spanId && name === 'transaction write');
  });

  it('are not sent for a caller that does not want them, and ignore a malformed one', async () => {
    await get('Level/page', { traceparent: `00-${'a'.repeat(32)}-${caller}-00` });
    await get('Level/page', { traceparent: `00-${'0'.repeat(32)}-${caller}-01` });
    await get('Level/detail?id=7', { traceparent: 'nonsense' });
    const own = await untilSent(({ name }) => name === 'GET /api/Level/detail');
    expect(own.parentSpanId).toBeUndefined();
    expect(own.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spans().filter(({ traceId }) => /^(a|0)+$/.test(traceId))).toEqual([]);
  });

  it('have the jobs, each in a trace of its own', async () => {
    expect((await admin.post('Level/export', { format: 'csv', columns: ['name'] })).body.success).toBe(true);
    await test.runJobs();
    const job = await untilSent(({ name }) => name === 'job export');
    expect(job).toMatchObject({ kind: 5, status: {} });
    expect(spans().some(({ parentSpanId }) => parentSpanId === job.spanId)).toBe(true);
  });

  it('are handed on to servers that are called', async () => {
    const call = {
      url: `${endpoint}/rates`,
      method: 'GET',
      headers: {},
      body: null,
      limit: 2_000,
      maxBytes: 100,
    } as const;
    await inSpan({ name: 'outer', kind: 'internal' }, () => ask({ ...call, guarded: false }));
    const span = await untilSent(({ name }) => name === 'call GET');
    expect(asked.at(-1)?.['traceparent']).toBe(`00-${span.traceId}-${span.spanId}-01`);
    expect(factsOf(span)).toEqual({
      ...{ 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
    });
    await ask({ ...call, url: 'http://127.0.0.1:1/', guarded: false });
    const failed = await untilSent(({ status }) => status.code === 2);
    expect(factsOf(failed)['error.type']).toBe('noConnection');
  });

  it('say nothing of what is read or written', () => {
    const said = taken.map(({ text }) => text).join('\n');
    for (const word of ['Secret gold', admin.token, 'north', 'SELECT', 'id=7']) expect(said).not.toContain(word);
    expect(troubles).toEqual([]);
  });

  it('that nobody takes are dropped, said once, and cost no request', async () => {
    await sending.stop();
    const away = { endpoint: 'http://127.0.0.1:1', headers: {}, service: 'lading', version: '', share: 1 };
    sending = exportSpans(away, (message) => troubles.push(message));
    expect((await admin.get('Level/page')).status).toBe(200);
    await expect.poll(() => troubles.length, { timeout: 8_000 }).toBe(1);
    expect((await admin.get('Level/page')).status).toBe(200);
    await sending.stop();
    expect(troubles).toEqual(['traces are not taken']);
  });

  it('are off without a collector: no header leaves', async () => {
    expect(isTracing()).toBe(false);
    expect(traceHeaders()).toEqual({});
    await ask({
      url: `${endpoint}/off`,
      method: 'GET',
      headers: {},
      body: null,
      limit: 2_000,
      maxBytes: 9,
      guarded: false,
    });
    expect(asked.at(-1)?.['traceparent']).toBeUndefined();
    expect(readConfig({}, { secret: false }, [])).toMatchObject({ ok: true, value: { traces: null } });
  });

  it('read headers as OpenTelemetry writes them', () => {
    const headers = 'Authorization=Basic%20YTpi, x-tenant=100%';
    const config = readConfig(
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: headers },
      undefined,
      [],
    );
    expect(config.ok && config.value.traces?.headers).toEqual({ Authorization: 'Basic YTpi', 'x-tenant': '100%' });
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'key' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  ])('are set as they should be: %j', (env, name) => {
    const config = readConfig(env, { secret: false }, []);
    expect(config.ok ? [] : config.problems).toEqual([expect.stringContaining(name)]);
  });
});
