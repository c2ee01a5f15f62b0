import react from '@vitejs/plugin-react';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright';
import { build } from 'vite';
import { buildApp } from '../../server/app.ts';
import { startDemo } from '../../server/demo/start-demo.ts';
import { wings } from '../../server/domain/index.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { moreRoutes } from '../../server/http/more-routes.ts';
import { openNode } from '../../server/node.ts';
import { openDatabase } from '../../server/open-database.ts';
import { launchBrowser } from '../support/browser.ts';

/** One visit to a page: until the first row can be read (or the first field of the sign-in page can be typed in). */
interface Visit {
  milliseconds: number;
  /** Of scripts, as they came over the wire; nothing for what the cache had. */
  kilobytes: number;
  requests: number;
  heapMegabytes: number;
}

const rounds = 5;
const targets = { listKilobytes: 600, rowsRatio: 1.6 };
const secretKey = 'the-key-of-a-bench-that-nobody-keeps-a-day';
const demoPassword = 'bench-of-the-browser';

/** Script bytes, time to rows and heap of the sign-in page and the first list, beside a bare grid on the same answers. */
export default async function benchWeb(): Promise<number> {
  const root = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-web-'));
  const settings = { port: 0, host: '127.0.0.1', dataDir: folder, databaseUrl: null, demoPassword, secretKey };
  const fileStore = join(folder, 'files');
  const database = await openDatabase({ ...settings, logLevel: 'silent' });
  const closing: (() => Promise<unknown>)[] = [() => database.stop()];
  try {
    const opened = await openNode({ databaseUrl: database.url, root, secretKey, wings });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    const node = opened.value;
    closing.unshift(() => node.close());
    await startDemo(node, root, { demoPassword, fileStore });
    const floorDir = join(folder, 'floor');
    await buildFloor(join(root, 'tests/bench/web-floor'), floorDir);
    const serve = async (webDir: string) => {
      const more = moreRoutes({ ...node, files: createFileStore(fileStore) });
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
    return report(signIn, middle(bare), middle(list));
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
  const kept = { CULTURE: 'en-US', ...(token ? { 'Access-Token': token } : {}) };
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
  await debug.send('HeapProfiler.collectGarbage');
  const { metrics } = await debug.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  await page.close();
  return { milliseconds, kilobytes, requests, heapMegabytes: heap / 1_048_576 };
}

function middle(pairs: readonly Pair[]): Pair {
  const of = (kind: keyof Pair, fact: keyof Visit) =>
    pairs.map((pair) => pair[kind][fact]).toSorted((a, b) => a - b)[pairs.length >> 1] ?? 0;
  const visitOf = (kind: keyof Pair): Visit => ({
    milliseconds: of(kind, 'milliseconds'),
    kilobytes: of(kind, 'kilobytes'),
    requests: of(kind, 'requests'),
    heapMegabytes: of(kind, 'heapMegabytes'),
  });
  return { cold: visitOf('cold'), warm: visitOf('warm') };
}

function report(signIn: Pair, bare: Pair, list: Pair): number {
  const line = (name: string, { milliseconds, kilobytes, requests, heapMegabytes }: Visit) => {
    const numbers = [`${kilobytes.toFixed(0)} KB`, `${milliseconds.toFixed(0)} ms`, `${heapMegabytes.toFixed(1)} MB`];
    console.log(
      `${name.padEnd(28)}${numbers.map((text) => text.padStart(10)).join('')}${String(requests).padStart(10)}`,
    );
  };
  console.log(
    `${''.padEnd(28)}${['scripts br', 'ready', 'heap', 'requests'].map((head) => head.padStart(10)).join('')}`,
  );
  line('sign-in, cold', signIn.cold);
  line('sign-in, warm', signIn.warm);
  line('bare grid, cold', bare.cold);
  line('bare grid, warm', bare.warm);
  line('first list, cold', list.cold);
  line('first list, warm', list.warm);
  const verdicts = [
    ['scripts of the first list', list.cold.kilobytes, targets.listKilobytes, 'KB'],
    ['rows, cold, to the bare grid', list.cold.milliseconds / bare.cold.milliseconds, targets.rowsRatio, 'x'],
    ['rows, warm, to the bare grid', list.warm.milliseconds / bare.warm.milliseconds, targets.rowsRatio, 'x'],
  ] as const;
  for (const [name, value, most, unit] of verdicts) {
    console.log(`${value <= most ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(2)} ${unit}, at most ${most} ${unit}`);
  }
  return verdicts.every(([, value, most]) => value <= most) ? 0 : 1;
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
