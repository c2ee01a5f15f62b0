import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { detailOf, dialog, gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { button } from '../support/money-journey.ts';
import { root, type Person } from '../support/test-app.ts';

let live: LiveApp;
let admin: Person;
beforeAll(async () => {
  live = await openLiveApp();
  admin = live.world.person('north admin').person;
}, 300_000);
afterAll(() => live?.close());

const shots = `${root}node_modules/.cache/lading`;

/** A notice of the tenant, published where that is asked for; answers its id. */
async function notice(title: string, published = false): Promise<string> {
  const added = await admin.post('sysNotice/add', { title, type: '1', audience: 'staff', content: 'Words.' });
  const { id } = added.body.data as { id: string };
  if (published) await admin.post('sysNotice/publish', { id });
  return id;
}

describe.each(['en-US', 'zh-CN'] as const)('a record, in %s', (culture) => {
  const word = journeyWords(culture);

  it('has all its actions behind one key, and Esc closes one layer', async () => {
    const id = await notice(`Keys ${culture}`);
    const { page, errors } = await live.open('north admin', { culture, path: `/sysNotice/${id}` });
    await detailOf(page, `Keys ${culture}`);
    const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)');
    await page.keyboard.press('.');
    await see(menu.getByRole('menuitem')).toHaveCount(3);
    await page.screenshot({ path: `${shots}/actions-${culture}.png` });
    await page.keyboard.press('Escape');
    await gone(menu);
    await page.keyboard.press('?');
    const sheet = page.locator('.shortcut-sheet');
    await shown(sheet.getByText(word('shell.keys.record.actions')));
    await page.keyboard.press('Escape');
    await gone(sheet);
    await page.keyboard.press('e');
    await shown(page.locator('.form-screen'));
    expect(errors).toEqual([]);
  });

  it('says why something cannot be done, to fingers and keys as to the pointer', async () => {
    const id = await notice(`Why ${culture}`, true);
    const { page } = await live.open('north admin', { culture, path: `/sysNotice/${id}`, hasTouch: true });
    await detailOf(page, `Why ${culture}`);
    const refused = page.locator('.detail-screen .is-refused');
    const reason = ((await refused.getAttribute('aria-label')) ?? '').replace(/^.*?: /, '');
    expect(reason).not.toBe('');
    await refused.tap();
    await shown(dialog(page).getByText(reason));
    await shown(dialog(page).getByRole('link', { name: word('why.askMe') }));
    expect(await axe(page)).toEqual([]);
    await page.screenshot({ path: `${shots}/refused-${culture}.png` });
    await page.keyboard.press('Escape');
    await gone(dialog(page));
    await refused.press('Enter');
    await shown(dialog(page).getByText(reason));
  });

  it('stands though its comments, files, lists and history fail to load, and each of them can be retried', async () => {
    const customer = live.world.homes.north.samples.get('customer/acme') ?? '';
    const { page } = await live.open('north admin', { culture, path: `/Customer/${customer}?tab=history` });
    let broken = true;
    await page.route(/\/api\/(\w+\/(history|page)|(comment|attachment)\?)/, (route) =>
      broken
        ? route.fulfill({ status: 500, json: { success: false, code: 1016002, message: 'Broken.' } })
        : route.fallback(),
    );
    await page.reload();
    const panel = page.locator('.detail-panel');
    const retry = panel.getByRole('button', { name: word('ui.retry') });
    const tabs = page.locator('.detail-tablist').getByRole('tab');
    const named = (title: string) => page.getByRole('tab', { name: word(title), exact: true });
    await shown(retry);
    await shown(page.locator('.detail-screen h1'));
    // The comments, the files, then the last list of the row.
    for (const tab of [named('comment.title'), named('attachment.title'), tabs.last()]) {
      await tab.click();
      await see(tab).toHaveAttribute('aria-selected', 'true');
      await shown(retry);
    }
    await page.screenshot({ path: `${shots}/panel-failed-${culture}.png` });
    broken = false;
    await retry.click();
    await gone(retry);
    await shown(panel.locator('table, .empty-state').first());
    expect(await retry.count()).toBe(0);
  });

  it('keeps its tabs in one row: the others are in a menu, and the chosen one stands in the row', async () => {
    const customer = live.world.homes.north.samples.get('customer/acme') ?? '';
    const { page, errors } = await live.open('north admin', { culture, path: `/Customer/${customer}` });
    const tabs = page.locator('.detail-tablist').getByRole('tab');
    const more = page
      .getByRole('button', { name: word('detail.moreTabs'), exact: true })
      .and(page.locator('.detail-tabs-more'));
    const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)');
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await shown(more);
      await see(async () => {
        const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
        expect(new Set(tops).size).toBe(1);
        expect(await overflows(page)).toBe(0);
      }).toPass();
      await more.focus();
      await page.keyboard.press('Enter');
      const last = menu.getByRole('menuitem').last();
      await see(menu.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('End');
      await see(last).toBeFocused();
      // Without its count.
      const name = (await last.innerText()).replace(/\s*\d+$/, '');
      await page.keyboard.press('Enter');
      const chosen = tabs.filter({ hasText: name });
      await see(chosen).toBeFocused();
      await see(chosen).toHaveAttribute('aria-selected', 'true');
      await gone(menu);
      expect(await axe(page)).toEqual([]);
      await page.keyboard.press('Home');
      await see(tabs.first()).toHaveAttribute('aria-selected', 'true');
    }
    expect(errors).toEqual([]);
  });

  it.each([true, false])(
    'takes the focus to its first field, unless a keyboard would come over it (a phone: %s)',
    async (hasTouch) => {
      const { page, errors } = await live.open('north member', { hasTouch, isMobile: hasTouch });
      for (const [path, field] of [
        ['/rate', '.rate-page input'],
        ['/track-numbers', '.track-ask textarea'],
        ['/ship-to', '.entry-search input'],
        ['/order-entry', '.entry-form input'],
      ] as const) {
        await page.goto(live.url('north', path));
        await shown(page.locator(field).first());
        await page.waitForLoadState('networkidle');
        expect([path, await page.locator('main :focus').count()]).toEqual([path, hasTouch ? 0 : 1]);
      }
      expect(errors).toEqual([]);
    },
    60_000,
  );

  it('on a phone its next step comes first, and what else can be done is in one menu beside it', async () => {
    const order = live.world.homes.north.samples.get('order/ordered-customs') ?? '';
    const path = `/Order/${order}`;
    const { page } = await live.open('north admin', { culture, path, viewport: { width: 390, height: 844 } });
    const buttons = page.locator('.page-header-actions').getByRole('button');
    await shown(buttons.first());
    await see(buttons.first()).toHaveClass(/ant-btn-primary/);
    const tops = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await buttons.filter({ hasText: '···' }).click();
    await shown(page.getByRole('menuitem').filter({ hasText: word('action.edit') }));
  });

  it('takes files, says whose they are and for whom, opens them in place, and lets them be taken off', async () => {
    const recharge = live.world.homes.north.samples.get(`recharge/${culture === 'en-US' ? 'pending' : 'passed-1'}`);
    const { page, errors } = await live.open('north admin', { culture, path: `/Recharge/${recharge}?tab=files` });
    const files = page.locator('.record-files');
    await shown(files.getByText(word('attachment.none')));
    await page.screenshot({ path: `${shots}/files-empty-${culture}.png` });
    const buffer = Buffer.from('%PDF-1.4\n%%EOF\n');
    const send = (name: string) =>
      files.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
    await send('contract.pdf');
    await see(files.locator('.record-file')).toHaveCount(1);
    await see(files.locator('.record-file')).toContainText(word('attachment.internal'));
    await files.getByRole('checkbox', { name: word('attachment.shared') }).check();
    await send('invoice.pdf');
    await see(files.locator('.record-file')).toHaveCount(2);
    await see(files.locator('.record-file').last()).not.toContainText(word('attachment.internal'));
    await see(page.getByRole('tab', { name: word('attachment.title') })).toContainText('2');
    expect(await axe(page)).toEqual([]);
    await page.screenshot({ path: `${shots}/files-${culture}.png` });
    await files.getByRole('button', { name: word('field.file.previewOf', { name: 'invoice.pdf' }) }).click();
    await shown(dialog(page).getByRole('link', { name: word('field.file.openTab') }));
    await page.keyboard.press('Escape');
    await gone(dialog(page));
    await files.getByRole('button', { name: word('attachment.dropOf', { name: 'contract.pdf' }) }).click();
    await button(dialog(page), word('attachment.drop')).click();
    await see(files.locator('.record-file')).toHaveCount(1);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflows(page)).toBe(0);
    await page.screenshot({ path: `${shots}/files-phone-${culture}.png` });
    expect(errors).toEqual([]);
  });

  it('leads from the code of an error to what it means and what to do', async () => {
    const { page } = await live.open('north admin', { culture, path: '/Customer/1' });
    await page.getByRole('link', { name: word('help.lookUp') }).click();
    await shown(page.getByRole('heading', { level: 1, name: word('help.codes') }));
    const lines = page.locator('.codes-page li');
    await see(lines).toHaveCount(1);
    await shown(lines.getByText(word('advice.notFound')));
    const search = page.getByRole('searchbox', { name: word('help.search') });
    await search.fill(word('error.stale').slice(0, 12));
    await shown(lines.getByText(word('advice.stale')));
    await search.fill('no such words');
    await shown(page.getByText(word('help.nothing')));
    await search.fill('');
    await expect.poll(() => lines.count()).toBeGreaterThan(150);
    await page.screenshot({ path: `${shots}/codes-${culture}.png` });
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflows(page)).toBe(0);
  });

  it('goes on with what was typed when its screens were updated meanwhile', async () => {
    const id = await notice(`Typed ${culture}`);
    const { page, errors } = await live.open('north admin', { culture, path: `/sysNotice/${id}/edit` });
    const asked: string[] = [];
    page.on('dialog', (one) => {
      asked.push(one.type());
      void one.accept();
    });
    const title = page.locator('.form-body input[type=text], .form-body input:not([type])').first();
    await title.fill('Typed before the update');
    await schemaChanges();
    const told = page.locator('.ant-notification-notice').filter({ hasText: word('live.schema') });
    await shown(told);
    await see(title).toHaveValue('Typed before the update');
    await page.screenshot({ path: `${shots}/schema-${culture}.png` });
    await told.getByRole('button', { name: word('live.reload') }).click();
    await page.getByRole('button', { name: word('form.draft.restore') }).click();
    await see(title).toHaveValue('Typed before the update');
    expect(asked).toEqual([]);
    expect(errors).toEqual([]);
  });
});

// One person each: a page that has just been opened may hear once more of what ended just before.
describe.each([
  ['en-US', 'north admin'],
  ['zh-CN', 'south admin'],
] as const)('a job of one’s own that has ended, in %s', (culture, person) => {
  const word = journeyWords(culture);

  it('is said to be, unless one has switched that off', async () => {
    const owner = live.world.person(person).person;
    const { page, errors } = await live.open(person, { culture, path: '/account/settings/notification' });
    const told = page.locator('.ant-notification-notice').filter({ hasText: word('live.job.done') });
    const order = () => owner.post('Customer/export', { format: 'csv', columns: ['name'], query: {} });
    const params = { kind: word('account.notify.jobs'), way: word('account.notifyBy.popup') };
    const wanted = page.getByRole('switch', { name: word('account.notifyOf', params) });
    await see(wanted).toBeChecked();
    await shown(page.locator('.frame-header'));
    await order();
    await shown(told.getByRole('button', { name: word('field.file.save') }));
    await page.screenshot({ path: `${shots}/notifications-${culture}.png` });
    expect(await axe(page)).toEqual([]);
    await told.locator('.ant-notification-notice-close').click();
    await gone(told);
    const turn = async () => {
      const kept = page.waitForResponse(
        (one) => one.url().includes('/api/preference') && one.request().method() === 'POST',
      );
      await wanted.click();
      await kept;
    };
    await turn();
    // The page has heard of the end when it asks whether that is wanted.
    const heard = page.waitForResponse((one) => one.url().includes('/api/preference?key=notifications'));
    await order();
    await heard;
    await turn();
    await order();
    await shown(told.getByRole('button', { name: word('field.file.save') }));
    expect(await told.count()).toBe(1);
    expect(errors).toEqual([]);
  });
});

/** What a start with other schemas leaves in the database. */
async function schemaChanges(): Promise<void> {
  const client = new Client({ connectionString: live.world.test.databaseUrl });
  await client.connect();
  await client.query(`UPDATE lading.catalog SET hash = hash || 'x'`);
  await client.end();
}
