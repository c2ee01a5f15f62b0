import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { overflows, see } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { added } from '../support/money.ts';
import { picture } from '../support/pictures.ts';
import { sharedStations, type SharedStations } from '../support/shared-stations.ts';
import { password } from '../support/test-app.ts';

/* One browser and several people: a badge, the next badge, a PIN, two pages, and the end after idle minutes. */

let live: LiveApp;
let stations: SharedStations;
beforeAll(async () => {
  live = await openLiveApp();
  stations = sharedStations(live.world);
}, 240_000);
afterAll(() => live?.close());

const admin = () => live.world.person('north admin').person;

async function packer(name: string): Promise<{ id: string; badge: string; pin: string }> {
  const { id, own } = await stations.worker(name);
  await own.post('account/setPin', { pin: '482051', password });
  return { id, badge: await stations.badgeOf(id), pin: '482051' };
}

/** A scanner is a keyboard that is fast and ends with Enter. */
async function scan(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** A new station, and the code with which its browser is paired. */
async function newStation(name: string): Promise<{ id: string; code: string }> {
  const printer = live.world.homes.north.samples.get('printer/bench') ?? '';
  const id = added(await admin().post('SharedStation/add', { name, place: printer }));
  await admin().post('SharedStation/pair', { id });
  const { pairingCode } = (await admin().get('SharedStation/detail', { id })).body.data as { pairingCode: string };
  return { id, code: pairingCode };
}

/** As if the idle minutes had passed. */
const endVisits = (station: string) =>
  live.world.owner.query(
    `UPDATE lading.session_token SET expires_at = now() WHERE station_id = $1 AND revoked_at IS NULL`,
    [station],
  );

describe.each([
  ['en-US', { width: 1280, height: 800 }, ['Ada Booth', 'Bo Chen']],
  ['zh-CN', { width: 390, height: 844 }, ['王芳', '李强']],
] as const)('a shared station, %s', (culture, viewport, [one, two]) => {
  it('knows each person by badge or PIN and shows nothing after idle minutes', async () => {
    const t = journeyWords(culture, 'printing');
    const [first, second] = [await packer(one), await packer(two)];
    const name = `Table ${culture}`;
    const { id, code } = await newStation(name);

    const { page } = await live.openStranger({ culture, viewport });
    await page.goto(live.url('north', '/user/login'));
    await page.getByRole('link', { name: t('door.station.title') }).click();
    await page.getByLabel(t('door.station.code')).fill('WRONG-CODE1');
    await page.getByRole('button', { name: t('door.station.pair') }).click();
    await page.getByText(t('station.wrongCode')).waitFor();
    await page.getByLabel(t('door.station.code')).fill(code);
    await page.getByRole('button', { name: t('door.station.pair') }).click();
    await page.getByRole('heading', { name }).waitFor();
    expect(await axe(page)).toEqual([]);

    await page.getByRole('button', { name: t('door.station.enter') }).click();
    await page.getByText(t('door.station.badgeMissing')).waitFor();
    await scan(page, t('door.station.badge'), 'LDBAAAAAAAAAAAAAAAA');
    await page.getByText(t('station.unknownBadge')).waitFor();
    await scan(page, t('door.station.badge'), first.badge);
    await page.locator('.station-head').getByText(one).waitFor();
    const order = 'ORDER-OF-NOBODY';
    await scan(page, t('station.field'), order);
    await page
      .locator('.scan-board')
      .getByText(t('station.fault.unknown', { text: order }))
      .waitFor();
    expect(await axe(page)).toEqual([]);
    await page.context().setOffline(true);
    await page.locator('.offline-bar').getByText(t('shell.offline')).waitFor();
    await page.context().setOffline(false);
    await page.locator('.offline-bar').waitFor({ state: 'detached' });

    await scan(page, t('station.field'), second.badge);
    await page.locator('.station-head').getByText(two).waitFor();
    await scan(page, t('station.field'), `${order}-2`);
    await page
      .locator('.scan-board')
      .getByText(t('station.fault.unknown', { text: `${order}-2` }))
      .waitFor();

    await endVisits(id);
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
    await see(manager.page.locator('.list-body')).toContainText(order);
    const { rows } = (await admin().get('StationScan/page', { pageSize: '50' })).body.data as unknown as {
      rows: { text: string; createdBy: string }[];
    };
    const by = (text: string) => rows.find((row) => row.text === text)?.createdBy;
    expect([by(order), by(`${order}-2`)]).toEqual([first.id, second.id]);
  }, 240_000);

  it('takes returns in and disposes of them, shows nothing of one person to the next, and ends by itself', async () => {
    const t = journeyWords(culture, 'returns');
    const [first, second] = [await packer(`${one} 3`), await packer(`${two} 3`)];
    const { id, code } = await newStation(`Dock ${culture}`);
    const number = culture === 'en-US' ? '9400111899223100000017' : '9400111899223100000024';
    const { page, errors } = await live.openStranger({ culture, viewport });
    const board = page.locator('.scan-board');
    const parcels = async () => {
      const { rows } = await live.world.owner.query<{ id: string; status: string; by: string }>(
        `SELECT id::text AS id, status, "updatedBy"::text AS by FROM returned_parcel WHERE "trackingNo" = $1`,
        [number],
      );
      return rows;
    };

    await page.goto(live.url('north', '/user/station'));
    await page.getByLabel(t('door.station.code')).fill(code);
    await page.getByRole('button', { name: t('door.station.pair') }).click();
    await scan(page, t('door.station.badge'), first.badge);
    await page
      .getByRole('navigation', { name: t('door.station.pages') })
      .getByRole('button', { name: t('stationPage.take') })
      .click();
    await see(board).toContainText(t('scan.first'));
    expect(await axe(page)).toEqual([]);

    await scan(page, t('scan.field'), number);
    await see(board).toContainText(t('scan.now.noPhoto'));
    await page
      .locator('.returns-file')
      .setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: await picture('png') });
    await see(board).toContainText(t('scan.now.grade'));
    await scan(page, t('scan.field'), '2');
    await see(board).toContainText(t('scan.said.unidentified', { about: number }));
    expect([await axe(page), await overflows(page)]).toEqual([[], 0]);
    const [parcel] = await parcels();
    expect(parcel).toMatchObject({ status: 'unidentified', by: first.id });

    // The decision is made at a desk.
    expect((await admin().post('ReturnedParcel/setAside', { id: parcel?.id })).body.success).toBe(true);
    await scan(page, t('scan.field'), number);
    await see(board).toContainText(t('scan.now.state.toDispose'));
    // At a station nothing leads to pages that it does not open.
    await see(board.getByRole('link')).toHaveCount(0);

    // The next badge takes over with an empty board, on the page that is used here.
    await scan(page, t('scan.field'), second.badge);
    await see(page.locator('.station-head')).toContainText(`${two} 3`);
    await see(board).toContainText(t('scan.first'));
    expect(await page.locator('body').innerText()).not.toContain(number);
    await scan(page, t('scan.field'), number);
    await see(board).toContainText(t('scan.now.state.toDispose'));
    await scan(page, t('scan.field'), 'LD-DONE');
    await see(board).toContainText(t('scan.now.done'));
    expect(await parcels()).toMatchObject([{ status: 'disposed', by: second.id }]);

    expect(errors).toEqual([]);

    await endVisits(id);
    await page.getByText(t('door.station.ended', { count: 5 })).waitFor({ timeout: 60_000 });
    await scan(page, t('door.station.badge'), first.badge);
    await see(board).toContainText(t('scan.first'));
    await page.getByRole('button', { name: t('shell.signOut') }).click();
    await page.getByLabel(t('door.station.badge'), { exact: true }).waitFor();
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
