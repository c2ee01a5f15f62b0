import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { dialog, gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const zh = journeyWords('zh-CN');
const en = journeyWords('en-US');
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const entry = (page: Page, title: string) =>
  page.locator('[data-entry]').filter({ has: page.locator('.menu-title').getByText(title, { exact: true }) });
const grip = (page: Page, title: string) => entry(page, title).locator('.menu-grip');
const titles = (page: Page) => page.locator('.menu-title').allInnerTexts();
const told = (page: Page) => page.locator('.menus-told [role=status]');

/** Ids of the entries that the server gives someone of one application, and the shell shows: pages alone. */
async function pagesOf(person: string, application: string): Promise<string[]> {
  const { body } = await live.world.person(person).person.get('getLoginUser');
  const { menus } = body.data as {
    menus: { id: string; application: string; component: string; meta: { show: boolean } }[];
  };
  return menus
    .filter((node) => node.application === application && node.component !== 'PageView' && node.meta.show)
    .map(({ id }) => id)
    .toSorted();
}

/** Opens the review, and publishes with a reason. */
async function publish(page: Page, word: typeof en, reason: string): Promise<void> {
  await button(page, word('menus.review')).click();
  const review = page.getByRole('dialog').filter({ hasText: word('menus.whatChanges') });
  await review.getByLabel(word('menus.reason')).fill(reason);
  await button(review, word('menus.publish')).click();
  await gone(review);
}

describe('the menu', () => {
  it('is put in order by hand and by keys in a draft, seen as a role sees it, and published for others', async () => {
    const clerk = await live.open('north clerk', { path: '/welcome' });
    const { page, errors } = await live.open('north admin', {
      path: '/designer?show=menus',
      // High enough that nothing is dropped at the edge, where the list scrolls.
      viewport: { width: 1440, height: 2400 },
    });
    await shown(grip(page, 'Orders').first());
    expect(await axe(page)).toEqual([]);

    // A group and, in it, an entry.
    await button(page, en('menus.newGroup')).click();
    await dialog(page).getByLabel(en('menus.name')).fill('Front desk');
    await button(dialog(page), en('designer.add')).click();
    await see(grip(page, 'Front desk')).toHaveAttribute('aria-pressed', 'true');
    await button(page, en('menus.newEntry')).click();
    await dialog(page)
      .getByRole('combobox', { name: en('menus.opens') })
      .fill('Monitor');
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel(en('menus.name')).fill('Who is here');
    await button(dialog(page), en('designer.add')).click();
    await see(told(page)).toHaveText(en('menus.did.add', { name: 'Who is here' }));
    await see(entry(page, 'Front desk')).not.toHaveAttribute('data-unseen');

    // By hand: before the group above it.
    const place = async (title: string) => (await titles(page)).indexOf(title);
    await grip(page, 'Front desk').scrollIntoViewIfNeeded();
    const from = (await grip(page, 'Front desk').boundingBox())!;
    await page.mouse.move(from.x + 80, from.y + 10);
    await page.mouse.down();
    // At the edge of the window the list scrolls, so that the target is looked for once the pointer is away from there.
    await page.mouse.move(from.x + 80, from.y - 240, { steps: 4 });
    const to = (await grip(page, 'Carrier bills').first().boundingBox())!;
    await page.mouse.move(to.x + 80, to.y + 12, { steps: 4 });
    await page.mouse.move(to.x + 80, to.y + 3);
    await page.mouse.up();
    await see.poll(async () => (await place('Front desk')) < (await place('Carrier bills'))).toBe(true);

    // By keys: one up, the focus with it; and back.
    await grip(page, 'Front desk').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await see.poll(async () => (await place('Front desk')) < (await place('Finance'))).toBe(true);
    await see(grip(page, 'Front desk')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await see.poll(async () => (await place('Front desk')) > (await place('Finance'))).toBe(true);
    await see(grip(page, 'Front desk')).toBeFocused();
    expect(await place('Front desk')).toBeLessThan(await place('Carrier bills'));

    // Renamed and hidden; anyone who has the menu open sees it without loading anything again.
    const side = page.locator('.menus-side');
    await grip(page, 'Who is here').click();
    await side.getByLabel(en('menus.name')).fill('People at work');
    await button(side, en('menus.rename')).click();
    await see(told(page)).toHaveText(en('menus.did.rename', { name: 'Who is here', after: 'People at work' }));
    const group = clerk.page.locator('.frame-side').getByRole('button', { name: 'Front desk' });
    await gone(group);
    // The draft is there again after a reload, and its last step is undone.
    await page.reload();
    await shown(grip(page, 'People at work'));
    await grip(page, 'People at work').click();
    await side.getByLabel(en('menus.visible')).click();
    await see(entry(page, 'People at work')).toHaveAttribute('data-unseen', 'hidden');
    await button(page, en('menus.undo')).click();
    await see(entry(page, 'People at work')).not.toHaveAttribute('data-unseen');

    // What changes and for whom is told before it is published; nothing is without a reason.
    await button(page, en('menus.review')).click();
    const review = page.getByRole('dialog').filter({ hasText: en('menus.whatChanges') });
    await see(review).toContainText(en('menus.change.added', { name: 'Front desk', group: en('menus.top') }));
    const gains = review.getByRole('listitem').filter({ hasText: 'Clerk' });
    await see(gains).toContainText(en('menus.effect.gains', { role: '', entries: 'People at work' }).trim());
    expect(await axe(page)).toEqual([]);
    await button(review, en('menus.publish')).click();
    await see(review).toContainText(en('review.noReason'));
    await page.keyboard.press('Escape');
    await gone(review);
    await publish(page, en, 'A desk for visitors');
    await group.click();
    await shown(clerk.page.locator('.frame-side').getByText('People at work'));

    // What a clerk sees is what the server gives a clerk, and the rest has a reason.
    await page.getByLabel(en('menus.role')).selectOption({ label: 'Clerk' });
    await see(page.locator('[data-unseen="noRight"]').first()).toBeVisible();
    const given = await pagesOf('north clerk', 'business');
    const seen = await page
      .locator('[data-entry]:not([data-unseen], [data-group])')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-entry') ?? ''));
    expect(seen.toSorted()).toEqual(given);
    expect(await axe(page)).toEqual([]);
    expect([...errors, ...clerk.errors]).toEqual([]);
  }, 120_000);

  it('says in Chinese, on a phone, what others did meanwhile, and goes back to an earlier menu', async () => {
    const { page, errors } = await live.open('north admin', {
      culture: 'zh-CN',
      path: '/designer?show=menus',
      viewport: { width: 390, height: 800 },
    });
    await shown(grip(page, 'Front desk'));
    const id = (await entry(page, 'Front desk').getAttribute('data-entry')) ?? '';
    await grip(page, 'Front desk').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel(zh('menus.name')).fill('前台');
    await button(drawer, zh('menus.rename')).click();
    await see(told(page)).toHaveText(zh('menus.did.rename', { name: 'Front desk', after: '前台' }));
    await page.keyboard.press('Escape');
    await gone(drawer);
    // A call of the wire writes at once.
    const { person } = live.world.person('north admin');
    const { body } = await person.get('sysMenu/detail', { id });
    const { version } = body.data as { version: number };
    await person.post('sysMenu/edit', { id, version, name: 'Reception' });
    await button(page, zh('menus.review')).click();
    const field = { field: zh('menus.field.name'), theirs: 'Reception', mine: '前台' };
    await see(drawer).toContainText(zh('menus.conflict.field', { name: '前台', ...field }));
    await see(button(drawer, zh('menus.publish'))).toBeDisabled();
    expect(await overflows(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    await button(drawer, zh('menus.keepMine')).click();
    await gone(drawer.getByText(zh('menus.conflicts')));
    await page.keyboard.press('Escape');
    await gone(drawer);
    await publish(page, zh, '改成中文');
    await shown(grip(page, '前台'));

    // Both stand in the history; the one before is restored into a draft.
    await button(page, zh('menus.history')).click();
    await see(drawer).toContainText('改成中文');
    await see(
      drawer
        .getByRole('listitem')
        .filter({ hasText: zh('menus.direct') })
        .first(),
    ).toContainText(zh('menus.change.renamed', { before: 'Front desk', after: 'Reception' }));
    await drawer
      .locator('.revision-list > li')
      .filter({ hasText: 'A desk for visitors' })
      .getByRole('button', { name: zh('menus.restore') })
      .click();
    await gone(drawer);
    await shown(grip(page, 'Front desk'));
    await publish(page, zh, '恢复');
    await see(told(page)).toHaveText(zh('menus.published_other', { count: 1 }));
    expect(errors).toEqual([]);
  }, 90_000);
});
