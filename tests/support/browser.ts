import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { findChromium } from './chromium.mjs';

let running: Promise<Browser> | undefined;

/**
 * The one Chromium of a worker, which goes with it: starting one per file costs half a second of processor each. Nobody
 * closes it; who opened pages closes their contexts.
 */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await running?.catch(() => undefined);
  if (!browser?.isConnected()) running = launchBrowser();
  return (running ??= launchBrowser());
}

/** A headless Chromium of one's own, that talks to nobody but the pages under test. Anyone who starts one closes it. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: npm test fetches one, or name yours in CHROMIUM');
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: [...quiet, ...more, ...(asRoot ? ['--no-sandbox'] : [])] });
}

const quiet = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-client-side-phishing-detection',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication',
  '--no-first-run',
  '--no-pings',
];

export interface TestPage {
  page: Page;
  /** Everything that went wrong in the page so far: console errors, uncaught errors, answers of 500 and above. */
  errors: string[];
}

/**
 * A page in a session of its own, unless the options say otherwise in English and of someone who asked for stillness:
 * what moves on a busy machine takes no clicks until it has come to rest.
 */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<TestPage> {
  const usual = { locale: 'en-US', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...usual, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`${response.status()} ${response.url()}`);
  });
  return { page, errors };
}

export interface Violation {
  rule: string;
  impact: string;
  /** Where: selectors of the first few elements, and what is wrong with the first. */
  at: string[];
  help: string;
}

/** What WCAG 2.2 AA has against the page as it stands, or a part of it: serious and critical findings alone. */
export async function axe(page: Page, part?: string): Promise<Violation[]> {
  // Through the debugger, not a script tag: the page's policy allows no scripts but its own.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const results = await page.evaluate(
    ([options, at]) => {
      const { axe: tool } = window as unknown as {
        axe: { run(at: Document | string, options: RunOptions): Promise<AxeResults> };
      };
      return tool.run(at ?? document, options);
    },
    [axeOptions, part] as const,
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({
      rule: id,
      impact: String(impact),
      at: nodes.slice(0, 5).map(({ target }) => target.join(' ')),
      help: nodes[0]?.failureSummary ?? '',
    }));
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeOptions: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  // Style sheets would be fetched again for an experimental rule, which none of these is.
  preload: { assets: ['media'] },
};
