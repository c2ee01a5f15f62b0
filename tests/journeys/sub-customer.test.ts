import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { axe } from '../support/browser.ts';
import { overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { moneyOf, type Money } from '../support/money.ts';
import { oneOf } from '../support/night.ts';
import { rechargeBy } from '../support/placing-desk.ts';
import { pressAndSolve } from '../support/puzzle-page.ts';
import { hosts, password } from '../support/test-app.ts';

/* A customer with distribution invites a customer of its own, who comes in, has its own money, and sees nothing else. */

let live: LiveApp;
let money: Money;
const sample = (name: string) => live.world.homes.north.samples.get(name) ?? '';
const sql = async (text: string, values: unknown[] = []) =>
  (await live.world.owner.query<Record<string, string>>(text, values)).rows;
beforeAll(async () => {
  live = await openLiveApp();
  const { actor, tenant } = live.world.homes.north;
  const [role] = await sql(`SELECT id::text FROM role WHERE tenant_id = $1 AND code = 'member'`, [tenant]);
  const of = {
    org: sample('org/operations'),
    adminType: '4',
    customer: sample('customer/jieda'),
    roles: [role?.['id']],
  };
  await insertOrFail(live.world.test.node.context, actor, 'account', [
    { input: { account: 'jieda-head', password, name: 'Jieda head', ...of } },
  ]);
  money = moneyOf(live.world);
  const harbor = await live.world.test.signIn(hosts.north, 'jieda-head', true);
  await rechargeBy({ harbor, money, customer: sample('customer/jieda') }, 5_000);
}, 300_000);
afterAll(() => live?.close());

const newPassword = 'a-Quiet-harbour-7';
interface Side {
  readonly culture: Culture;
  readonly code: string;
  readonly viewport: { readonly width: number; readonly height: number };
}
const sides: readonly [Side, Side] = [
  { culture: 'en-US', code: 'JD0002', viewport: { width: 1280, height: 900 } },
  { culture: 'zh-CN', code: 'JD0003', viewport: { width: 390, height: 844 } },
];

describe.each(oneOf(sides, 1))('a sub-customer, in $culture', ({ culture, code, viewport }) => {
  const t = journeyWords(culture, 'members');
  const email = `${code.toLowerCase()}@second.example`;

  async function signIn(page: Page, account: string, secret: string): Promise<void> {
    await page.goto(live.url('north', '/user/client-login'));
    await page.getByLabel(t('shell.signIn.account')).fill(account);
    await page.getByLabel(t('shell.signIn.password'), { exact: true }).fill(secret);
    await page.keyboard.press('Enter');
    await see(page).toHaveURL(/\/welcome$/);
  }

  it('is invited by its parent, comes in, and sees only its own', async () => {
    const { page: head, errors } = await live.openStranger({ culture, viewport });
    await signIn(head, 'jieda-head', password);
    await head.goto(live.url('north', '/member-sub-customers'));
    await head.getByRole('button', { name: t('subs.new') }).click();
    for (const [name, value] of Object.entries({
      ...{ code, name: `Second ${code}`, contact: 'Ann', email, percent: '7.5' },
    }))
      await head
        .locator('.members-form')
        .getByLabel(t(`subs.${name}`), { exact: true })
        .fill(value);
    await head.getByRole('button', { name: t('subs.add') }).click();
    const line = head.locator('.members-users > li').filter({ hasText: code });
    await shown(line);
    expect(await axe(head)).toEqual([]);
    expect(await overflows(head)).toBe(0);

    const { page, errors: theirs } = await live.openStranger({ culture, viewport });
    const invitation = await live.world.test.letters.next(email);
    expect(invitation.text).toContain('/user/recover');
    await page.goto(live.url('north', '/user/recover'));
    await page.getByLabel(t('door.recover.to')).fill(email);
    await pressAndSolve(page, live.world.test, { button: t('door.send') });
    await shown(page.getByText(t('door.recover.sent')));
    const { text } = await live.world.test.letters.next(email);
    await page.getByLabel(t('door.code'), { exact: true }).fill(/\b\d{6}\b/.exec(text)?.[0] ?? '');
    await page.getByLabel(t('door.newPassword')).fill(newPassword);
    await page.getByLabel(t('door.confirm')).fill(newPassword);
    await page.getByRole('button', { name: t('door.recover.submit') }).click();
    await see(page.getByRole('heading', { level: 1 })).toHaveText(t('door.recover.doneTitle'));
    await signIn(page, email, newPassword);

    // Its own company alone, and no distribution of its own.
    await page.goto(live.url('north', '/Customer'));
    await shown(page.getByText(`Second ${code}`).first());
    expect(await page.locator('body').innerText()).not.toMatch(/Jieda|捷达|7\.5/);
    await page.goto(live.url('north', '/member-sub-customers'));
    await shown(page.getByText(t('subs.off')).first());
    await page.goto(live.url('north', `/Customer/${sample('customer/jieda')}`));
    await shown(page.getByText(t('error.notFound')).first());

    // Money of the parent, which moves once.
    const funded = await money.balance('available', sample('customer/jieda'));
    const [own] = await sql('SELECT id::text FROM customer WHERE code = $1', [code]);
    await line.getByLabel(t('subs.amount', { currency: 'USD' })).fill('20');
    await line.getByRole('button', { name: t('subs.give'), exact: true }).click();
    await see(line).toContainText('20.00');
    expect(await money.balance('available', sample('customer/jieda'))).toBe(funded - 2_000);
    expect(await money.balance('available', own?.['id'] ?? '')).toBe(2_000);
    await line.getByRole('button', { name: t('subs.statement') }).click();
    await see(line.locator('tbody tr')).toHaveCount(1);
    expect([...errors, ...theirs]).toEqual([]);
  }, 120_000);
});
