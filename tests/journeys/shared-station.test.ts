import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBadge } from '../support/badge.ts';
import { axe } from '../support/browser.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { added } from '../support/money.ts';
import { hosts, password } from '../support/test-app.ts';

/* One browser and several people: a badge, the next badge, a PIN, and nobody after idle minutes. */

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 240_000);
afterAll(() => live?.close());

const admin = () => live.world.person('north admin').person;
let made = 0;

async function packer(name: string): Promise<{ id: string; badge: string; pin: string }> {
  const account = `station-${(made += 1)}`;
  const rows = async (path: string) =>
    ((await admin().get(path, { pageSize: '100' })).body.data as unknown as { rows: { id: string; code: string }[] })
      .rows;
  const role = (await rows('sysRole/page')).find(({ code }) => code === 'warehouse')?.id;
  const [org] = await rows('sysOrg/page');
  const record = { account, name, password, adminType: '3', org: org?.id, roles: [role] };
  const id = added(await admin().post('sysUser/add', record));
  const headers = { host: hosts.north, authorization: `Bearer ${admin().token}` };
  const printed = await live.world.test.app.inject({
    method: 'POST',
    url: '/api/Badge/issue',
    headers,
    payload: { id },
  });
  const own = await live.world.test.signIn(hosts.north, account);
  await own.post('account/setPin', { pin: '482051', password });
  return { id, badge: await readBadge(printed.rawPayload), pin: '482051' };
}

describe.each([
  ['en-US', { width: 1280, height: 800 }, ['Ada Booth', 'Bo Chen']],
  ['zh-CN', { width: 390, height: 844 }, ['王芳', '李强']],
] as const)('a shared station, %s', (culture, viewport, [one, two]) => {
  it('knows each person by badge or PIN and shows nothing after idle minutes', async () => {
    const t = journeyWords(culture, 'printing');
    const printer = live.world.homes.north.samples.get('printer/bench') ?? '';
    const [first, second] = [await packer(one), await packer(two)];
    const name = `Table ${culture}`;
    const id = added(await admin().post('SharedStation/add', { name, place: printer }));
    await admin().post('SharedStation/pair', { id });
    const { pairingCode } = (await admin().get('SharedStation/detail', { id })).body.data as { pairingCode: string };

    const { page } = await live.openStranger({ culture, viewport });
    await page.goto(live.url('north', '/user/login'));
    await page.getByRole('link', { name: t('door.station.title') }).click();
    await page.getByLabel(t('door.station.code')).fill('WRONG-CODE1');
    await page.getByRole('button', { name: t('door.station.pair') }).click();
    await page.getByText(t('station.wrongCode')).waitFor();
    await page.getByLabel(t('door.station.code')).fill(pairingCode);
    await page.getByRole('button', { name: t('door.station.pair') }).click();
    await page.getByRole('heading', { name }).waitFor();
    expect(await axe(page)).toEqual([]);

    // A scanner is a keyboard that is fast and ends with Enter.
    const scan = async (label: string, text: string) => {
      await page.getByLabel(label, { exact: true }).focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await scan(t('door.station.badge'), 'LDBAAAAAAAAAAAAAAAA');
    await page.getByText(t('station.unknownBadge')).waitFor();
    await scan(t('door.station.badge'), first.badge);
    await page.locator('.station-head').getByText(one).waitFor();
    const order = 'ORDER-OF-NOBODY';
    await scan(t('station.field'), order);
    await page
      .locator('.scan-board')
      .getByText(t('station.fault.unknown', { text: order }))
      .waitFor();
    expect(await axe(page)).toEqual([]);

    await scan(t('station.field'), second.badge);
    await page.locator('.station-head').getByText(two).waitFor();
    await scan(t('station.field'), `${order}-2`);
    await page
      .locator('.scan-board')
      .getByText(t('station.fault.unknown', { text: `${order}-2` }))
      .waitFor();

    // As if the minutes had passed.
    const ended = `UPDATE lading.session_token SET expires_at = now() WHERE station_id = $1 AND revoked_at IS NULL`;
    await live.world.owner.query(ended, [id]);
    await page.getByText(t('door.station.ended', { count: 5 })).waitFor();
    expect(await page.locator('body').innerText()).not.toContain(order);
    await page.goto(live.url('north', '/Order'));
    await page.getByLabel(t('shell.signIn.account')).waitFor();
    await page.goto(live.url('north', '/user/station'));

    await page.getByRole('button', { name: t('door.station.toPin') }).click();
    await page.getByLabel(t('door.station.person')).selectOption({ label: one });
    await page.getByLabel(t('door.station.pin'), { exact: true }).fill('000111');
    await page.getByRole('button', { name: t('door.station.enter') }).click();
    await page.getByText(t('station.wrongPin')).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel(t('door.station.pin'), { exact: true }).fill(first.pin);
    await page.getByRole('button', { name: t('door.station.enter') }).click();
    await page.locator('.station-head').getByText(one).waitFor();
    await page.getByRole('button', { name: t('shell.signOut') }).click();
    await page.getByLabel(t('door.station.badge'), { exact: true }).waitFor();

    const manager = await live.open('north admin', { path: '/StationScan', culture });
    await vi.waitFor(async () => {
      const shown = await manager.page.locator('body').innerText();
      expect(shown).toContain(order);
    });
    const { rows } = (await admin().get('StationScan/page', { pageSize: '50' })).body.data as unknown as {
      rows: { text: string; createdBy: string }[];
    };
    const by = (text: string) => rows.find((row) => row.text === text)?.createdBy;
    expect([by(order), by(`${order}-2`)]).toEqual([first.id, second.id]);
  }, 240_000);

  it('a badge is issued on the page of a person, and a PIN set under account settings', async () => {
    const t = journeyWords(culture, 'printing');
    const { id } = await packer(`${one} 2`);
    const { page } = await live.open('north admin', { path: `/sysUser/${id}?tab=badge`, culture, viewport });
    await page.getByRole('tab', { name: t('panel.badge') }).click();
    const [printed] = await Promise.all([
      page.waitForResponse(/Badge.issue/),
      page.getByRole('button', { name: t('badge.replace') }).click(),
    ]);
    expect(printed.headers()['content-type']).toBe('application/pdf');
    await page.getByText(t('badge.done')).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.goto(live.url('north', '/account/settings/security'));
    await page.getByRole('heading', { name: t('pin.title') }).waitFor();
    await page.getByLabel(t('pin.new'), { exact: true }).fill('123456');
    await page.getByLabel(t('account.present'), { exact: true }).last().fill(password);
    await page.getByRole('button', { name: t('pin.save') }).click();
    await page.getByText(t('station.pinEasy')).waitFor();
    await page.getByLabel(t('pin.new'), { exact: true }).fill('592047');
    await page.getByRole('button', { name: t('pin.save') }).click();
    await page.getByText(t('pin.on'), { exact: true }).first().waitFor();
    await page.locator('.ant-btn-loading').waitFor({ state: 'detached' });
    expect(await axe(page)).toEqual([]);
  }, 120_000);
});
