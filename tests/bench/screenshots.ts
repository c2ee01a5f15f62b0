import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { buildApp } from '../../server/app.ts';
import { startDemo } from '../../server/demo/start-demo.ts';
import { modules } from '../../server/domain/index.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { openNode } from '../../server/node.ts';
import { openDatabase } from '../../server/open-database.ts';

interface Picture {
  file: string;
  account: 'admin' | 'finance' | 'member';
  path: string;
  culture?: 'zh-CN' | 'en-US';
  dark?: boolean;
  phone?: boolean;
  /** What to do before the camera clicks. */
  walk?(page: Page): Promise<void>;
}

const firstRow = async (page: Page) => {
  await page.locator('.ag-row a, .list-card a').first().click();
  await page.locator('.detail-tabs').waitFor();
};

const pictures: readonly Picture[] = [
  { file: 'orders', account: 'admin', path: '/Order' },
  { file: 'orders-zh', account: 'admin', path: '/Order', culture: 'zh-CN' },
  { file: 'orders-dark', account: 'admin', path: '/Order', dark: true },
  { file: 'analysis-dark', account: 'admin', path: '/analysis', dark: true },
  {
    file: 'palette',
    account: 'admin',
    path: '/Order',
    walk: async (page) => {
      await page.locator('.ag-row a').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('SO-2611');
      await page.getByRole('option').nth(2).waitFor();
    },
  },
  { file: 'role', account: 'admin', path: '/sysRole', walk: firstRow },
  { file: 'orders-phone', account: 'member', path: '/Order', phone: true },
  { file: 'order-detail', account: 'admin', path: '/Order?view=shipped', walk: firstRow },
  { file: 'order-detail-phone', account: 'member', path: '/Order', phone: true, walk: firstRow },
  {
    file: 'order-form',
    account: 'admin',
    path: '/Order?view=drafts',
    walk: async (page) => {
      await firstRow(page);
      await page.keyboard.press('e');
      await page.locator('.lines-table').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page
        .locator('.lines')
        .first()
        .evaluate((lines) => lines.scrollIntoView({ block: 'center' }));
    },
  },
  {
    file: 'rates',
    account: 'admin',
    path: '/rate',
    walk: async (page) => {
      await page.getByLabel('A parcel in one line').fill('90210 > 10001 3 lb 12x10x8');
      await page.keyboard.press('Enter');
      await page.locator('.offer-table tbody').nth(1).waitFor();
      await page.locator('.offer-table button[aria-expanded]').first().click();
    },
  },
  {
    file: 'single-order',
    account: 'member',
    path: '/order-entry',
    walk: async (page) => {
      for (const [label, text] of [
        ['Recipient', 'Ann Lee'],
        ['Address line 1', '350 5th Avenue'],
        ['Postal code', '10118'],
        ['City', 'New York'],
        ['State', 'NY'],
        ['Weight', '3.2'],
        ['Length', '12'],
        ['Width', '10'],
        ['Height', '8'],
      ] as const)
        await page.getByLabel(label).first().fill(text);
      await page.keyboard.press('Tab');
      await page.locator('.entry-offer').nth(1).waitFor();
    },
  },
  { file: 'designer', account: 'admin', path: '/designer/order' },
  {
    file: 'designer-flow',
    account: 'admin',
    path: '/designer/recharge',
    walk: async (page) => {
      await page.getByRole('tab', { name: 'Flow', exact: true }).click();
      await page.getByText('Reverse').first().waitFor();
    },
  },
  {
    file: 'recharge-review',
    account: 'finance',
    path: '/Recharge?view=pending',
    walk: async (page) => {
      await firstRow(page);
      await page.getByRole('button', { name: 'Approve recharge', exact: true }).click();
      await page.locator('.ant-modal-footer button').first().waitFor();
      await page.locator('.ant-modal input').first().fill('2500');
    },
  },
];

/** Takes the pictures of the README and the gallery on a fresh demo: `npm run screenshots`. Names after it take those alone. */
export default async function screenshots(names: string[]): Promise<void> {
  const root = process.cwd();
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-pictures-'));
  const fileStore = join(dataDir, 'files');
  const demoPassword = 'pictures-of-a-demo';
  const secretKey = 'the-key-of-a-demo-that-nobody-keeps-a-day';
  const database = await openDatabase({
    ...{ port: 0, host: '127.0.0.1', dataDir, databaseUrl: null, demoPassword, secretKey, fileStore },
    logLevel: 'silent',
  });
  try {
    const opened = await openNode({ databaseUrl: database.url, root, secretKey, modules });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    const node = opened.value;
    await startDemo(node, root, { demoPassword, fileStore });
    const more = registerRoutes({ ...node, files: createFileStore(fileStore) });
    const app = await buildApp({ ...node, more, webDir: join(root, 'dist/web'), logLevel: 'silent' });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const signIn = async (host: string, account: string) => {
      const url = account === 'member' ? '/api/MembershipLogin' : '/api/login';
      const payload = { account, password: demoPassword };
      const entered = await app.inject({ method: 'POST', url, headers: { host }, payload });
      return entered.json<{ data: string }>().data;
    };
    const browser = await openBrowser();
    mkdirSync(join(root, 'tests/gallery'), { recursive: true });
    for (const picture of pictures) {
      if (names.length > 0 && !names.includes(picture.file)) continue;
      const file = join(root, 'tests/gallery', `${picture.file}.png`);
      // The northern company of the demo speaks Chinese, the southern one English.
      const host = picture.culture === 'zh-CN' ? 'north.localhost' : 'south.localhost';
      await take(browser, picture, `http://${host}:${port}`, await signIn(host, picture.account), file);
      console.log(file);
    }
    await browser.close();
    await app.close();
    await node.close();
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function take(browser: Browser, picture: Picture, origin: string, token: string, file: string): Promise<void> {
  const { culture = 'en-US', dark, phone, path, walk } = picture;
  const kept = { CULTURE: culture, 'Access-Token': token, APPEARANCE: dark ? 'dark' : 'light' };
  const localStorage = Object.entries(kept).map(([name, value]) => ({
    name: `pro__${name}`,
    value: JSON.stringify({ value, expire: null }),
  }));
  const options: BrowserContextOptions = {
    locale: culture,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    reducedMotion: 'reduce',
    ...(phone
      ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
      : { viewport: { width: 1440, height: 900 } }),
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.locator('.ag-row a, .list-card a, .block, .designer-tabs, .rate-page, .entry-page').first().waitFor();
  await page.locator('[aria-busy="true"]').filter({ visible: true }).first().waitFor({ state: 'hidden' });
  await walk?.(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'initial' });
  await context.close();
}

/** The system's Chromium where there is one, else Playwright's own. */
function openBrowser(): Promise<Browser> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
}
