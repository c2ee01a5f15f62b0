import react from '@vitejs/plugin-react';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright';
import { build } from 'vite';
import { buildApp } from '../../server/app.ts';
import { startDemo } from '../../server/demo/start-demo.ts';
import { modules } from '../../server/domain/index.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { openNode } from '../../server/node.ts';
import { openDatabase } from '../../server/open-database.ts';
import { launchBrowser } from '../support/browser.ts';
import { measureInputs, type InputLine } from './support/web-inputs.ts';

/** One visit to a page: until the first row can be read (or the first field of the sign-in page can be typed in). */
interface Visit {
  milliseconds: number;
  /** Of scripts, as they came over the wire; nothing for what the cache had. */
  kilobytes: number;
  requests: number;
  heapMegabytes: number;
  /** First and largest paint, and what tasks over 50 ms took beyond that, in milliseconds. */
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  /** How far things moved by themselves (cumulative layout shift). */
  shift: number;
}

/** What a page tells of its own drawing. */
type Painted = Pick<Visit, 'firstPaint' | 'largestPaint' | 'blocked' | 'shift'>;

const rounds = 5;
const targets = { signInKilobytes: 200, listKilobytes: 600, rowsRatio: 1.6, shift: 0.02 };
const secretKey = 'the-key-of-a-bench-that-nobody-keeps-a-day';
const demoPassword = 'bench-of-the-browser';

/**
 * Script bytes, time to rows, heap, paints and layout shift of the sign-in page and the first list, beside a bare grid on
 * the same answers; then how soon an input is seen at a large design, in a long form and in a wide sub-table.
 */
export default async function benchWeb(): Promise<number> {
  const root = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-web-'));
  const settings = { port: 0, host: '127.0.0.1', dataDir: folder, databaseUrl: null, demoPassword, secretKey };
  const fileStore = join(folder, 'files');
  const database = await openDatabase({ ...settings, logLevel: 'silent' });
  const closing: (() => Promise<unknown>)[] = [() => database.stop()];
  try {
    const opened = await openNode({ databaseUrl: database.url, root, secretKey, modules });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    const node = opened.value;
    closing.unshift(() => node.close());
    await startDemo(node, root, { demoPassword, fileStore });
    const floorDir = join(folder, 'floor');
    await buildFloor(join(root, 'tests/bench/web-floor'), floorDir);
    const serve = async (webDir: string) => {
      const more = registerRoutes({ ...node, files: createFileStore(fileStore) });
      const app = await buildApp({ ...node, more, webDir, logLevel: 'silent' });
      closing.unshift(() => app.close());
      const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
      return { app, origin: `http://north.localhost:${port}` };
    };
    const product = await serve(join(root, 'dist/web'));
    const floor = await serve(floorDir);
    const entered = await product.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: 'north.localhost' },
      payload: { account: 'admin', password: demoPassword },
    });
    const token = entered.json<{ data: string }>().data;
    const browser = await launchBrowser();
    closing.unshift(() => browser.close());

    const signIn = await measure(browser, product.origin, '/user/login', null, 'input[name=account]');
    const cells = '.ag-row [col-id="orderNo"]';
    const bare: Pair[] = [];
    const list: Pair[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await measure(browser, floor.origin, '/', token, cells));
      list.push(await measure(browser, product.origin, '/Order', token, cells));
    }
    await browser.close();
    const post = async (path: string, body: object) => {
      const headers = { host: 'north.localhost', authorization: `Bearer ${token}`, 'x-wire': 'plain' };
      const answer = await product.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: body });
      const { success, data } = answer.json<{ success: boolean; data: unknown }>();
      if (!success) throw new Error(answer.body);
      return data;
    };
    const inputs = await measureInputs({ origin: product.origin, token, post });
    const visits = report(signIn, middle(bare), middle(list));
    return reportInputs(inputs) ? visits : 1;
  } finally {
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Pair {
  cold: Visit;
  warm: Visit;
}

/** A first visit of a new browser, and a second one with what the first has cached. */
async function measure(
  browser: Browser,
  origin: string,
  path: string,
  token: string | null,
  wanted: string,
): Promise<Pair> {
  // As many rows as the bare grid asks for: pages of ten would be no comparison.
  const PAGING = { mode: 'endless', pageSize: 10, blockSize: 100 };
  const kept = { CULTURE: 'en-US', PAGING, ...(token ? { 'Access-Token': token } : {}) };
  const localStorage = Object.entries(kept).map(([name, value]) => ({
    name: `pro__${name}`,
    value: JSON.stringify({ value, expire: null }),
  }));
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  const cold = await visit(context, origin + path, wanted);
  const warm = await visit(context, origin + path, wanted);
  await context.close();
  return { cold, warm };
}

async function visit(context: BrowserContext, url: string, wanted: string): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript((selector) => {
    const seen = window as unknown as { seenAt?: number };
    const look = () => {
      const found = document.querySelector(selector);
      if (seen.seenAt !== undefined || !found) return;
      if (found.tagName === 'INPUT' || found.textContent) seen.seenAt = performance.now();
    };
    const painted = { firstPaint: 0, largestPaint: 0, blocked: 0, shift: 0 };
    Object.assign(seen, { painted });
    const note = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    note('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') painted.firstPaint = startTime;
    });
    note('largest-contentful-paint', ({ startTime }) => (painted.largestPaint = startTime));
    note('longtask', ({ duration }) => (painted.blocked += duration - 50));
    note('layout-shift', ({ value = 0 }) => (painted.shift += value));
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, wanted);
  const debug = await context.newCDPSession(page);
  await debug.send('Performance.enable');
  await page.goto(url);
  const seenAt = await page.waitForFunction(() => (window as unknown as { seenAt?: number }).seenAt);
  const milliseconds = Number(await seenAt.jsonValue());
  await page.waitForLoadState('networkidle');
  const { kilobytes, requests } = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = entries.filter(({ name }) => /\.js(\?|$)/.test(name));
    const bytes = scripts.reduce((sum, { transferSize, encodedBodySize }) => {
      return sum + (transferSize > 0 ? encodedBodySize : 0);
    }, 0);
    return { kilobytes: bytes / 1024, requests: entries.length };
  });
  const painted = await page.evaluate(() => (window as unknown as { painted: Painted }).painted);
  await debug.send('HeapProfiler.collectGarbage');
  const { metrics } = await debug.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  await page.close();
  return { milliseconds, kilobytes, requests, heapMegabytes: heap / 1_048_576, ...painted };
}

function middle(pairs: readonly Pair[]): Pair {
  const of = (kind: keyof Pair, fact: keyof Visit) =>
    pairs.map((pair) => pair[kind][fact]).toSorted((a, b) => a - b)[pairs.length >> 1] ?? 0;
  const visitOf = (kind: keyof Pair): Visit => ({
    milliseconds: of(kind, 'milliseconds'),
    kilobytes: of(kind, 'kilobytes'),
    requests: of(kind, 'requests'),
    heapMegabytes: of(kind, 'heapMegabytes'),
    firstPaint: of(kind, 'firstPaint'),
    largestPaint: of(kind, 'largestPaint'),
    blocked: of(kind, 'blocked'),
    shift: of(kind, 'shift'),
  });
  return { cold: visitOf('cold'), warm: visitOf('warm') };
}

function report(signIn: Pair, bare: Pair, list: Pair): number {
  const print = (name: string, cells: readonly string[]) =>
    console.log(`${name.padEnd(18)}${cells.map((text) => text.padStart(11)).join('')}`);
  const line = (name: string, visit: Visit) => {
    const times = [visit.milliseconds, visit.firstPaint, visit.largestPaint, visit.blocked];
    print(name, [
      `${visit.kilobytes.toFixed(0)} KB`,
      ...times.map((time) => `${time.toFixed(0)} ms`),
      visit.shift.toFixed(3),
      `${visit.heapMegabytes.toFixed(1)} MB`,
      String(visit.requests),
    ]);
  };
  print('', ['scripts br', 'ready', 'first', 'largest', 'blocked', 'shift', 'heap', 'requests']);
  line('sign-in, cold', signIn.cold);
  line('sign-in, warm', signIn.warm);
  line('bare grid, cold', bare.cold);
  line('bare grid, warm', bare.warm);
  line('first list, cold', list.cold);
  line('first list, warm', list.warm);
  const verdicts = [
    ['scripts of the sign-in page', signIn.cold.kilobytes, targets.signInKilobytes, 'KB'],
    ['layout shift of the sign-in page', signIn.cold.shift, targets.shift, ''],
    ['layout shift of the first list', list.cold.shift, targets.shift, ''],
    ['scripts of the first list', list.cold.kilobytes, targets.listKilobytes, 'KB'],
    ['rows, cold, to the bare grid', list.cold.milliseconds / bare.cold.milliseconds, targets.rowsRatio, 'x'],
    ['rows, warm, to the bare grid', list.warm.milliseconds / bare.warm.milliseconds, targets.rowsRatio, 'x'],
  ] as const;
  for (const [name, value, most, unit] of verdicts) {
    console.log(`${value <= most ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(2)} ${unit}, at most ${most} ${unit}`);
  }
  return verdicts.every(([, value, most]) => value <= most) ? 0 : 1;
}

/** Half of the inputs are seen sooner than the median, all but one in twenty sooner than the other; the median decides. */
function reportInputs(lines: readonly InputLine[]): boolean {
  for (const { name, median, p95, most } of lines) {
    const seen = `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
    console.log(`${median <= most ? 'ok  ' : 'MISS'} ${name}: ${seen}, at most ${most} ms`);
  }
  return lines.every(({ median, most }) => median <= most);
}

/** The bare page, built and compressed as the product is. */
async function buildFloor(from: string, to: string): Promise<void> {
  await build({
    root: from,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: to, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  });
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html)$/.test(name)) continue;
    const file = join(to, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}
