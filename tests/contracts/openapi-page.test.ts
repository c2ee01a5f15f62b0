import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, sharedBrowser, openPage } from '../support/browser.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the page of the API in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let address: string;
  beforeAll(async () => {
    [test, browser] = await Promise.all([openTestApp(), sharedBrowser()]);
    address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
    await test?.close();
  });

  it('finds a call by its words and opens it to what it takes and answers', async () => {
    const { page, errors } = await openPage(browser);
    await page.goto(`${address}/api/docs?culture=en-US`);
    await page.getByRole('searchbox').fill('/level/add');
    const call = page.locator('summary').filter({ hasText: '/api/Level/add' });
    await call.click();
    await expect.poll(() => page.locator('pre').first().isVisible()).toBe(true);
    await expect.poll(() => page.locator('summary:visible').count()).toBe(1);
    expect(await page.locator('pre').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('"application/json"')]),
    );
    expect(await axe(page)).toEqual([]);
    expect(errors.filter((error) => !error.includes('favicon'))).toEqual([]);
  });
});
