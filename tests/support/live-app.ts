import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright';
import { expect, inject, onTestFinished } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { startJobs } from '../../server/jobs/run-jobs.ts';
import { openPage, sharedBrowser, type TestPage } from './browser.ts';
import { hosts, root, testModules } from './test-app.ts';
import { openWorld, type Principal, type World } from './world.ts';

export type Culture = 'zh-CN' | 'en-US';

/** An application that listens, with its built browser side, on a database full of samples, and a browser beside it. */
export interface LiveApp {
  world: World;
  browser: Browser;
  /** The address of a path at a tenant's host; Chromium takes every name under localhost to this machine. */
  url(home: keyof typeof hosts, path?: string): string;
  /** A page of someone who has signed in before; `person` is a name of the world, as `north admin`. */
  open(person: string, options?: OpenOptions): Promise<LivePage>;
  /** A page of nobody. */
  openStranger(options?: OpenOptions): Promise<TestPage>;
  close(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** A delivered language, or one that stands in the table of languages. */
  culture?: Culture | 'en-XA';
  dark?: boolean;
  /** Where to start; else the list of nothing: the welcome page. */
  path?: string;
}

export interface LivePage extends TestPage {
  person: Principal;
}

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Stores bytes for the pictures that samples name, so that screens can show them. */
async function storePictures({ owner, test: { files } }: World): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT "objectName" AS name FROM file WHERE "mediaType" = 'image/png'`,
  );
  await Promise.all(rows.flatMap(({ name }) => [name, `${name}.thumb`]).map((name) => files.put(name, pixel)));
}

export async function openLiveApp(modules = testModules): Promise<LiveApp> {
  const webDir = (builtWeb ??= buildWeb());
  const [world, browser] = await Promise.all([openWorld(modules), sharedBrowser()]);
  const { node, files, jobs } = world.test;
  await storePictures(world);
  const runner = await startJobs(jobs, node.systemUrl);
  const more = registerRoutes({ ...node, files });
  const app = await buildApp({ ...node, more, webDir, logLevel: 'silent' });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const url = (home: keyof typeof hosts, path = '/') => `http://${hosts[home]}:${port}${path}`;
  const open = async (name: string, options: OpenOptions = {}): Promise<LivePage> => {
    const person = world.person(name);
    const opened = await openPage(browser, contextOf(url(person.home), options, person.person.token));
    endWithTest(opened);
    await opened.page.goto(url(person.home, options.path ?? '/welcome'));
    return { ...opened, person };
  };
  const openStranger = async (options: OpenOptions = {}) => {
    const opened = await openPage(browser, contextOf(url('north'), options, null));
    endWithTest(opened);
    return opened;
  };
  return {
    world,
    browser,
    url,
    open,
    openStranger,
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await app.close();
      await runner.stop();
      await world.close();
    },
  };
}

/** What a browser remembers of a person who was here before. */
function contextOf(
  origin: string,
  { culture = 'en-US', dark, path: _path, ...rest }: OpenOptions,
  token: string | null,
) {
  const kept = {
    CULTURE: culture,
    ...(dark ? { APPEARANCE: 'dark' } : {}),
    ...(token ? { 'Access-Token': token } : {}),
  };
  const localStorage = Object.entries(kept).map(([name, value]) => ({
    name: `pro__${name}`,
    value: JSON.stringify({ value, expire: null }),
  }));
  const storageState = { cookies: [], origins: [{ origin: new URL(origin).origin, localStorage }] };
  return { locale: culture, storageState, acceptDownloads: true, ...rest } satisfies BrowserContextOptions;
}

/**
 * A page that a test opens ends with it, as a tab that is shut: forgotten ones would hold all the links one
 * person may have. Where the test went wrong, a picture of the page stands in node_modules/.cache/lading.
 */
function endWithTest({ page, errors }: TestPage): void {
  page.setDefaultTimeout(15_000);
  if (!expect.getState().currentTestName) return;
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') {
      const path = `${root}node_modules/.cache/lading/${task.name.replace(/\W+/g, '-').slice(0, 60)}-${Date.now()}.png`;
      await page.screenshot({ path }).catch(() => undefined);
      const words = await page.innerText('body', { timeout: 1000 }).catch(() => '');
      const stands = [page.url(), ...errors, words.replace(/\s+/g, ' ').slice(0, 400), path].join('\n');
      // With the error itself, so that anyone who has only the summary knows where the page was.
      for (const error of task.result.errors ?? []) error.message += `\n${stands}`;
    }
    await page.context().close();
  });
}

let builtWeb: string | undefined;

/**
 * A copy of the built browser side, one for a worker: another build may put other files in its place while this one is
 * looked at.
 */
function buildWeb(): string {
  const built = spawnSync(process.execPath, [`${root}server/scripts/build.mjs`, 'web'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the browser side cannot be built:\n${built.stdout}${built.stderr}`);
  const copy = join(inject('scratchDir'), `web-${process.pid}`);
  cpSync(`${root}dist/web`, copy, { recursive: true });
  return copy;
}
