import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { detailOf, dialog, gone, see } from '../support/journey.ts';
import { entityTexts, journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { picture } from '../support/pictures.ts';
import { root } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const shots = `${root}node_modules/.cache/lading`;

describe.each(['en-US', 'zh-CN'] as const)('a notice with pictures, in %s', (culture) => {
  const word = journeyWords(culture);
  const own = entityTexts(culture, 'notice');

  it('is written with chosen and pasted ones, five at once and no more, and seen by who receives it', async () => {
    const { page, errors } = await live.open('north admin', { culture, path: '/sysNotice/new' });
    const title = `The ramp ${culture}`;
    const area = page.locator('.rich-edit textarea').first();
    await page.locator('.form-body input[type=text], .form-body input:not([type])').first().fill(title);
    await area.fill('Where to drive in:');
    const files = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        return { name: `gate ${at + 1}.png`, mimeType: 'image/png', buffer: await picture('png') };
      }),
    );
    const chosen = page.locator('.rich-edit input[type=file]');
    await chosen.setInputFiles(files);
    const faults = page.locator('.rich-edit [role=alert]');
    await see(faults).toHaveText(word('field.rich.tooMany', { max: 5, chosen: 6 }));
    await see(page.locator('.rich-picture-kept')).toHaveCount(0);
    await chosen.setInputFiles(files.slice(0, 2));
    await see(page.locator('.rich-picture-kept img')).toHaveCount(2);
    await gone(faults);
    await see(area).toHaveValue(/!\[gate 1\]\(picture:\d+\)\s+!\[gate 2\]\(picture:\d+\)$/);
    await area.evaluate(
      (box, bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [...(files[0]?.buffer ?? [])],
    );
    await see(page.locator('.rich-picture-kept img')).toHaveCount(3);
    await page.screenshot({ path: `${shots}/notice-form-${culture}.png`, fullPage: true });
    expect(await axe(page)).toEqual([]);
    await page
      .getByRole('button', { name: word('field.file.remove', { name: word('field.file.numbered', { number: 3 }) }) })
      .click();
    await see(page.locator('.rich-picture-kept')).toHaveCount(2);
    // The step that is meant to follow asks first; left alone, the draft stands and says so.
    await page.getByRole('button', { name: own.actions['publish'] ?? 'no words', exact: true }).click();
    await see(dialog(page)).toContainText(title);
    await dialog(page)
      .getByRole('button', { name: word('ui.cancel'), exact: true })
      .click();
    await detailOf(page, title);
    await see(page.getByRole('note')).toContainText(own.banners?.['draft'] ?? 'no words');
    await see(page.locator('.rich-read img.rich-picture')).toHaveCount(2);
    expect(errors).toEqual([]);

    const id = /sysNotice\/(\d+)/.exec(page.url())?.[1];
    const { person } = live.world.person('north admin');
    expect((await person.post('sysNotice/publish', { id })).body.success).toBe(true);
    const reader = await live.open('north member', { culture, path: '/sysNoticeReceived' });
    await reader.page.getByRole('link', { name: title }).first().click();
    const seen = reader.page.locator('.rich-read img.rich-picture');
    await see(seen).toHaveCount(2);
    await see(seen.first()).toHaveJSProperty('naturalWidth', 120);
    await reader.page.screenshot({ path: `${shots}/notice-read-${culture}.png` });
    expect(await axe(reader.page)).toEqual([]);
    expect(reader.errors).toEqual([]);
  }, 90_000);
});
