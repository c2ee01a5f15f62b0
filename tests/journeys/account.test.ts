import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { gone, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { picture } from '../support/pictures.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

describe.each<[Culture, string]>([
  ['en-US', 'north clerk'],
  ['zh-CN', 'north member'],
])('the account of one’s own, in %s', (culture, name) => {
  const word = journeyWords(culture);

  it('has a name and a picture that the header shows, and every room of it can be read by everybody', async () => {
    const { page, errors } = await live.open(name, { culture, path: '/account/settings/base' });
    await page.getByLabel(word('account.nickName'), { exact: true }).fill('Nick');
    await page.getByRole('button', { name: word('form.save') }).click();
    await shown(page.getByText(word('account.saved')));
    await page.getByRole('button', { name: word('account.pictureChoose') }).click();
    const chooser = page.waitForEvent('filechooser');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: word('account.pictureChoose') })
      .click();
    await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg') });
    await page.getByRole('img', { name: word('account.pictureMove') }).press('ArrowLeft');
    await page.getByRole('button', { name: word('account.pictureKeep') }).click();
    await shown(page.locator('.account-picture .avatar img'));
    await shown(page.locator('.frame-header img'));
    for (const room of ['settings/base', 'settings/security', 'settings/custom', 'settings/binding', 'center']) {
      await page.goto(live.url('north', `/account/${room}`));
      await shown(page.locator('.account-panel').first());
      await gone(page.locator('.account .bone'));
      expect([room, await axe(page)]).toEqual([room, []]);
    }
    expect(errors).toEqual([]);
  }, 90_000);

  it('binds a mail address by the code that came there, and then says what is to be told by mail', async () => {
    const { page, errors } = await live.open(name, { culture, path: '/account/settings/binding' });
    const to = `${name.replace(' ', '-')}@bind.example.com`;
    await page
      .getByRole('listitem')
      .filter({ hasText: word('account.way.email') })
      .getByRole('button')
      .first()
      .click();
    const box = page.getByRole('dialog');
    await box.getByLabel(word('account.way.email'), { exact: true }).fill(to);
    await box.getByRole('button', { name: word('account.codeSend') }).click();
    await box
      .getByLabel(word('account.code'), { exact: true })
      .fill(codeIn((await live.world.test.letters.next(to)).text));
    await page.keyboard.press('Enter');
    await shown(page.locator('.account-bindings').getByText(word('account.isBound'), { exact: true }));
    await page.getByRole('link', { name: word('account.notification') }).click();
    const told = page.getByRole('switch').first();
    await see(told).toBeChecked();
    const kept = page.waitForResponse((answer) => answer.url().includes('/api/preference') && answer.ok());
    await told.click();
    await kept;
    await page.reload();
    await see(page.getByRole('switch').first()).not.toBeChecked();
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);

  it('begins where its owner wants, and says at the field which password was wrong', async () => {
    const { page, errors } = await live.open(name, { culture, path: '/account/settings/custom' });
    const home = page.getByRole('combobox', { name: word('account.home') });
    await page.locator('.ant-select').filter({ has: home }).click();
    await page.locator('.ant-select-item-option').nth(1).click();
    await see(page.locator('.account-home')).not.toContainText(word('shell.home'));
    await page.goto(live.url('north', '/'));
    await page.waitForURL((url) => !['/', '/welcome'].includes(url.pathname));
    await page.goto(live.url('north', '/account/settings/security'));
    await page.getByLabel(word('account.present'), { exact: true }).first().fill('not this one');
    await page.getByLabel(word('account.newPassword'), { exact: true }).fill('river-and-7-hills');
    await page.getByLabel(word('account.repeat'), { exact: true }).fill('river-and-7-hills');
    await page.getByRole('button', { name: word('account.passwordChange') }).click();
    await see(page.getByLabel(word('account.present'), { exact: true }).first()).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    expect(errors).toEqual([]);
  }, 90_000);
});

describe('an upload that contains a script', () => {
  it('runs none, however it is opened', async () => {
    const { page, person } = await live.open('north admin');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const script = '<script>document.title = "taken"; alert(1)</script>';
    const attacks: [string, Buffer][] = [
      ['page.html', Buffer.from(`<!doctype html>${script}`)],
      ['drawing.svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`)],
      ['photo.png', Buffer.concat([await picture('png'), Buffer.from(script)])],
      ['page.gif', Buffer.concat([await picture('gif'), Buffer.from(script)])],
      ['paper.pdf', Buffer.from(`%PDF-1.7\n${script}`)],
    ];
    for (const [file, bytes] of attacks) {
      const id = (await person.person.send('sysFileInfo/upload', file, bytes)).body.data as string;
      await page.setExtraHTTPHeaders({ authorization: `Bearer ${person.person.token}` });
      for (const way of ['preview', 'download']) {
        // A download takes the place of the page that was asked for.
        await page.goto(live.url('north', `/api/sysFileInfo/${way}?id=${id}`)).catch(() => undefined);
        expect([file, way, await page.title()]).not.toEqual([file, way, 'taken']);
      }
    }
    expect(dialogs).toEqual([]);
  }, 90_000);
});
