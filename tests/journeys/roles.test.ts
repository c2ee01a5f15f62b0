import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { detailOf, gone, pick, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

/** The id of the role with this code, asked beside the screens. */
async function roleOf(code: string): Promise<string> {
  const { person } = live.world.person('north admin');
  const { body } = await person.get('sysRole/page', { pageSize: '100' });
  const rows = (body.data as { rows: { id: string; code: string }[] }).rows;
  return rows.find((row) => row.code === code)?.id ?? '';
}

describe.each(['en-US', 'zh-CN'] as const)('the administration of access in %s', (culture) => {
  const word = journeyWords(culture);

  it('grants permissions by checkboxes, summarises them, and previews the role', async () => {
    const at = `/sysRole/${await roleOf('order-desk')}`;
    const { page, errors } = await live.open('north admin', { path: `${at}/edit`, culture });
    const settings = culture === 'en-US' ? 'Settings' : '系统参数';
    await pick(page, word('widget.role-grants.add'), settings, settings);
    const card = page.locator('.role-grant').last();
    await see(card.getByRole('checkbox', { name: word('role.verb.read') })).toBeChecked();
    await card.getByRole('checkbox', { name: word('role.verb.edit'), exact: true }).check();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await detailOf(page, /./);
    await see(page.locator('.role-summary')).toContainText(word('role.rows.all'));
    await page.getByRole('button', { name: word('action.preview') }).click();

    await page.waitForURL('**/welcome');
    // What the home page asks for is answered before the preview ends.
    await page.waitForLoadState('networkidle');
    const banner = page.locator('.preview-banner');
    await see(banner).toContainText('Order desk');
    expect(await axe(page)).toEqual([]);
    await banner.getByRole('button', { name: word('preview.end') }).click();
    await page.waitForURL(`**${at}`);
    await gone(banner);
    await detailOf(page, 'Order desk');
    expect(errors).toEqual([]);
  }, 90_000);

  it('moves an organisation with the keyboard’s buttons and shows its people', async () => {
    const { page, errors } = await live.open('north admin', { path: '/sysOrg', culture });
    const tree = page.locator('.tree-panel');
    await tree.getByText('Finance', { exact: true }).click();
    await see(page.locator('.tree-chosen h2')).toContainText('Finance');
    const before = await tree.locator('.ant-tree-title').allInnerTexts();
    await tree.getByRole('button', { name: word(culture === 'en-US' ? 'tree.up' : 'tree.down'), exact: true }).click();
    await shown(page.getByText(word('tree.moved')));
    await see.poll(async () => (await tree.locator('.ant-tree-title').allInnerTexts()).join()).not.toBe(before.join());
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);

  it('explains why a person may not do something', async () => {
    const { page, errors } = await live.open('north admin', { path: '/why', culture });
    await pick(page, word('why.person'), 'clerk', 'clerk');
    const recharges = culture === 'en-US' ? 'Recharges' : '充值申请';
    await pick(page, word('why.entity'), recharges, recharges);
    const pass = culture === 'en-US' ? 'Approve recharge' : '通过';
    await pick(page, word('why.action'), pass, pass);
    await page.getByRole('button', { name: word('why.ask'), exact: true }).click();
    await see(page.getByRole('status').filter({ hasText: word('why.refused') })).toContainText('Recharge:pass');
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  }, 90_000);
});
