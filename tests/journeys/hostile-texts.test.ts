import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileTexts } from '../support/hostile.ts';
import { gone, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { settled } from '../support/journey-walk.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';

/*
 * What someone else left in the tables before the endpoints refused it: every screen of others still works, and
 * what cannot be drawn costs itself alone.
 */

let live: LiveApp;
const word = journeyWords('en-US');
beforeAll(async () => {
  live = await openLiveApp();
  const { owner, homes, person } = live.world;
  const { tenant } = homes.north;
  const { account } = person('north clerk');
  // A menu of entries called and drawn as what every object inherits, and some that lead out of the application.
  const names = [...Object.getOwnPropertyNames(Object.prototype), 'x.toString'];
  const { rows } = await owner.query<{ id: string }>(
    `SELECT id::text FROM menu WHERE tenant_id = $1 AND application = 'business' AND type = '1' ORDER BY id DESC`,
    [tenant],
  );
  const last = rows.slice(0, names.length).map(({ id }) => id);
  for (const [at, id] of last.entries()) {
    await owner.query(
      `UPDATE menu SET code = $3, name = $4, icon = 'constructor', entity = NULL, component = 'board', router = $5, parent = NULL
       WHERE tenant_id = $1 AND id = $2`,
      [tenant, id, names[at], hostileTexts[at + 13] ?? 'x', ['//evil.example/x', '/\\evil.example', `/m${at}`][at % 3]],
    );
  }
  const states = [{ filters: [null] }, { sort: [null] }, { columns: [null] }, { search: {} }, 'x', { pageSize: {} }];
  for (const [at, state] of states.entries()) {
    await owner.query(
      `INSERT INTO lading.saved_view (tenant_id, id, account_id, path, name, share, team, role_id, pinned, preferred, state)
       SELECT $1, $2::bigint, $3::bigint, 'Customer', $4, 'role', NULL, min(id), true, true, $5::json FROM role
       WHERE tenant_id = $1 AND template = 'admin'`,
      [tenant, String(900 + at), account, `Broken ${at}`, JSON.stringify(state)],
    );
  }
  await owner.query(
    `INSERT INTO lading.preference (tenant_id, account_id, key, value)
     VALUES ($1, $2, 'list.Customer', '{"columns":[null],"views":[]}'), ($1, $2, 'paging', '{"mode":[],"pageSize":"x"}')`,
    [tenant, person('north admin').account],
  );
  await owner.query(
    `UPDATE customer SET name = $2 WHERE tenant_id = $1 AND id = (SELECT min(id) FROM customer WHERE tenant_id = $1)`,
    [tenant, '\u202E{{name}} $t(shell.home) constructor'],
  );
}, 300_000);
afterAll(() => live?.close());

describe('hostile texts of another person', () => {
  it('takes no screen away from anybody, and nothing leads out of the application', async () => {
    const { page, errors } = await live.open('north admin', { path: '/welcome' });
    await shown(page.locator('.welcome h1'));
    await shown(page.locator('.side-menu'));
    for (const link of await page
      .locator('.side-menu a:not([target])')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href'))))
      expect(link).toMatch(/^\/(?![/\\])/);
    const about = 'constructor';
    await page.keyboard.press('ControlOrMeta+k');
    const box = page.getByRole('combobox', { name: word('shell.palette.title') });
    await box.fill(about);
    await shown(page.locator('.palette [role=option]').first());
    await page.keyboard.press('Escape');

    await page.goto(live.url('north', '/Customer'));
    await settled(page);
    await shown(page.locator('.ag-row a').first());
    await see(page.locator('.ant-alert').filter({ hasText: 'Broken 0' })).toContainText('Broken 5');
    await gone(page.getByText(word('ui.broken')));
    await page.locator('.ag-row a').first().click();
    await shown(page.locator('.detail-screen'));
    const menu = page.url();
    await page.goto(`${menu}/edit`);
    await shown(page.locator('.form-screen'));
    expect(await page.locator('body').innerText()).not.toMatch(/native code|NaN|\[object Object\]/);
    expect(await page.evaluate(() => '__x' in window)).toBe(false);
    expect(errors).toEqual([]);
  }, 120_000);
});
