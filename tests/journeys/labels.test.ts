import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { addLabels, type MadeLabel } from '../support/labels.ts';
import { openLiveApp, type LiveApp, type LivePage } from '../support/live-app.ts';

/* Printing labels: from the order and from the list, what is void crossed out, a second print with its reason. */

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const order = () => live.world.homes.north.samples.get('order/ordered') ?? '';
const countOf = async (label: MadeLabel | undefined) =>
  (
    await live.world.owner.query<{ count: number }>(
      'SELECT "printCount"::integer AS count FROM package WHERE id = $1',
      [label?.id],
    )
  ).rows[0]?.count;
/** A press opens the file in a tab of its own; a browser without a viewer saves it from there. */
async function openTab(page: LivePage['page'], press: () => Promise<void>): Promise<void> {
  await Promise.all([page.context().waitForEvent('page'), press()]);
}

describe.each(['en-US', 'zh-CN'] as const)('printing labels, in %s', (culture) => {
  const word = journeyWords(culture, 'labels');

  it('on the order prints a box, says why it is printed again, and cannot print what is void', async () => {
    const [printed, spoilt] = await addLabels(live.world, { count: 2 });
    await live.world.owner.query(`UPDATE package SET status = 'voided' WHERE id = $1`, [spoilt?.id]);
    const { page, errors } = await live.open('north admin', { culture, path: `/Order/${order()}?tab=labels` });
    const row = (label: MadeLabel | undefined) =>
      page.locator('.label-rows > li').filter({ hasText: label?.trackingNo ?? '' });
    await shown(row(printed));
    await see(row(spoilt).locator('s')).toHaveText(spoilt?.trackingNo ?? '');
    await see(row(spoilt)).toContainText(word('panel.void'));
    await see(row(spoilt).getByRole('button')).toHaveCount(0);
    await see(row(printed)).toContainText(word('panel.never'));
    const print = row(printed).getByRole('button', { name: word('panel.print'), exact: true });
    await openTab(page, () => print.click());
    await see(row(printed)).not.toContainText(word('panel.never'));
    await print.click();
    const reason = page.getByRole('textbox', { name: word('print.reason') });
    await see(page.getByRole('button', { name: word('print.goOn') })).toBeDisabled();
    await reason.fill('The printer jammed');
    await openTab(page, () => reason.press('Enter'));
    await expect.poll(() => countOf(printed)).toBe(2);
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('on the list prints the selection as one file, and says what was left out and why', async () => {
    const labels = await addLabels(live.world, { count: 3 });
    await live.world.owner.query(`UPDATE package SET status = 'voidRequested' WHERE id = $1`, [labels[1]?.id]);
    const { page, errors } = await live.open('north admin', { culture, path: '/OrderBox' });
    for (const label of labels) {
      const line = page.locator('.ag-row').filter({ hasText: label.trackingNo });
      await line.locator('input.pick').first().click();
    }
    await see(page.locator('.ag-row s').filter({ hasText: labels[1]?.trackingNo ?? '' })).toBeVisible();
    await page.getByRole('button', { name: word('bulk.print') }).click();
    const dialog = page.locator('.print-dialog');
    await see(dialog).toContainText(word('print.count', { count: 2 }));
    await see(dialog.locator('.print-left s')).toHaveText(labels[1]?.trackingNo ?? '');
    expect(await axe(page)).toEqual([]);
    await openTab(page, () => page.getByRole('button', { name: word('print.open', { count: 2 }) }).click());
    await shown(page.getByText(word('print.done', { count: 2 })));
    expect(await Promise.all(labels.map(countOf))).toEqual([1, 0, 1]);
    expect(errors).toEqual([]);
  });

  it('at the end of the day makes a manifest of what is due, on a phone', async () => {
    const [label] = await addLabels(live.world, { shipDate: culture === 'en-US' ? '2025-08-01' : '2025-08-02' });
    const { page, errors } = await live.open('north admin', {
      ...{ culture, path: '/handover', viewport: { width: 390, height: 844 }, hasTouch: true },
    });
    await shown(page.getByRole('heading', { level: 1, name: word('handover.title') }));
    const day = culture === 'en-US' ? '2025-08-01' : '2025-08-02';
    const group = page.locator('.handover-groups > li').filter({ hasText: day });
    await see(group).toContainText(word('handover.late'));
    expect(await overflows(page)).toBe(0);
    await group.getByRole('button', { name: word('handover.make'), exact: true }).click();
    await shown(page.getByText(word('handover.made', { count: 1 })).first());
    await gone(group);
    const { rows } = await live.world.owner.query('SELECT manifest FROM package WHERE id = $1', [label?.id]);
    expect(rows[0]).toMatchObject({ manifest: expect.anything() });
    expect(await axe(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
