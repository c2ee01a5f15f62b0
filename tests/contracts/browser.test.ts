import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, sharedBrowser, openPage } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));

const html = (body: string): string => `<!doctype html><html lang="en"><title>Page</title><main>${body}</main></html>`;

describe('the browser of the tests', () => {
  it('notes what a page complains about', async () => {
    const { page, errors } = await openPage(browser);
    await page.setContent(html('<script>console.error("first"); throw new Error("second")</script>'));
    expect(errors).toEqual(['first', 'second']);
  });

  it('finds what a person who cannot see would miss, under the strict policy of our pages too', async () => {
    const { page } = await openPage(browser);
    const policy = '<meta http-equiv="Content-Security-Policy" content="script-src \'self\'">';
    await page.setContent(html('<h1>Fine</h1><label>Name <input></label>').replace('<title>', `${policy}<title>`));
    expect(await axe(page)).toEqual([]);
    await page.setContent(html('<input>').replace('<title>', `${policy}<title>`));
    expect((await axe(page)).map(({ rule, at }) => [rule, at])).toEqual([['label', ['input']]]);
  });
});
