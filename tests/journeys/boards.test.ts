import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords, screenTexts } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { added, state } from '../support/money.ts';
import { root } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const picture = (name: string) => `${root}node_modules/.cache/lading/${name}.png`;
const tours: { name: string; person: string; culture: Culture; dark: boolean; title: string }[] = [
  { name: 'analysis', person: 'north admin', culture: 'en-US', dark: false, title: 'Analysis' },
  { name: 'analysis', person: 'north clerk', culture: 'zh-CN', dark: true, title: '分析页' },
  { name: 'monitor', person: 'north admin', culture: 'zh-CN', dark: false, title: '监控页' },
  { name: 'monitor', person: 'north admin', culture: 'en-US', dark: true, title: 'Monitor' },
  { name: 'workplace', person: 'north member', culture: 'zh-CN', dark: true, title: '工作台' },
  { name: 'workplace', person: 'north finance', culture: 'en-US', dark: false, title: 'Workplace' },
  ...(['en-US', 'zh-CN'] as const).map((culture) => ({
    ...{ name: 'money', person: 'north finance', culture, dark: culture === 'zh-CN' },
    title: screenTexts(culture, 'money').title,
  })),
];

describe.each(tours)('the screen $name of $person in $culture', ({ name, person, culture, dark, title }) => {
  it('draws every block, passes axe, and fits a phone', async () => {
    const { page, errors } = await live.open(person, { culture, dark, path: `/${name}` });
    await shown(page.getByRole('heading', { level: 1, name: title }));
    await shown(page.locator('.block').first());
    await gone(page.locator('.block[aria-busy="true"], .block-bones'));
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.locator('.block-body:empty').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await page.screenshot({ path: picture(`board-${name}-${culture}`) });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflows(page)).toBeLessThanOrEqual(0);
    await page.screenshot({ path: picture(`board-${name}-${culture}-phone`) });
    expect(errors).toEqual([]);
  }, 60_000);
});

describe.each<Culture>(['en-US', 'zh-CN'])('the figures of the money board in %s', (culture) => {
  it('open the records that they count or sum up', async () => {
    await spend(culture === 'en-US' ? 12.34 : 23.45);
    const { page, errors } = await live.open('north finance', { culture, path: '/money' });
    const blocks = page.locator('.block[data-kind="number"]');
    await shown(blocks.first());
    await gone(page.locator('.block[aria-busy="true"], .block-bones'));
    const figures = await blocks.evaluateAll((all) =>
      all.map((block) => ({
        id: block.getAttribute('aria-labelledby') ?? '',
        // Without the currency that stands beside it.
        figure: block.querySelector('.block-number')?.firstChild?.textContent?.trim() ?? '',
      })),
    );
    const telling = figures.filter(({ figure }) => /[1-9]/.test(figure));
    const amounts = telling.filter(({ figure }) => /\.\d\d$/.test(figure));
    const counts = telling.filter(({ figure }) => /^\d+$/.test(figure));
    expect([amounts.length, counts.length]).not.toContain(0);
    // Every amount in one language; where they lead is the same in the other, and of counts from one to the next.
    const walked = [...amounts.slice(0, culture === 'en-US' ? undefined : 1), ...counts.slice(0, 1)];
    for (const { id, figure } of walked) {
      const door = page.locator(`.block[aria-labelledby="${id}"] .block-door`);
      const to = (await door.getAttribute('href')) ?? '';
      await door.click();
      await see(page).toHaveURL(live.url('north', to));
      const whole = new RegExp(`(?<![\\d.,])${figure.replaceAll('.', '\\.')}(?![.,]?\\d)`);
      await see(page.locator('.list-foot'), `the list behind ${id}`).toContainText(whole);
      await page.goBack();
    }
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('the home page', () => {
  const word = journeyWords('en-US');

  it('says what waits for finance with amounts, leads to just these records, and then back to what was opened', async () => {
    const { page, errors } = await live.open('north finance', { path: '/welcome' });
    const tasks = page.getByRole('region', { name: word('board.tasks') });
    const review = tasks.getByRole('link', { name: /^Recharges to review/ });
    await shown(review);
    const [, amount = '', count = ''] = /([\d,.]+) USD\s*(\d+)$/.exec((await review.innerText()).trim()) ?? [];
    expect([Number(amount.replaceAll(',', '')), Number(count)]).not.toContain(0);
    expect(await axe(page)).toEqual([]);
    await review.click();
    await see(page).toHaveURL(/\/Recharge\?status=pending/);
    await see(page.locator('.list-foot')).toContainText(count);
    const first = page.locator('.ag-row a').first();
    const title = await first.innerText();
    await first.click();
    await see(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.goto(live.url('north', '/welcome'));
    await page
      .getByRole('region', { name: screenTexts('en-US', 'workplace').blocks['recent'] })
      .getByRole('link', { name: new RegExp(`^${title}`) })
      .click();
    await see(page).toHaveURL(/\/Recharge\/\d+$/);
    expect(errors).toEqual([]);
  }, 60_000);

  it('asks a member for what is theirs alone, on a phone too', async () => {
    const { page, errors } = await live.open('north member', {
      path: '/welcome',
      viewport: { width: 390, height: 844 },
    });
    await shown(page.locator('.welcome .block').first());
    await gone(page.locator('.block[aria-busy="true"], .block-bones'));
    expect(await page.locator('.welcome').getByText('Recharges to review').count()).toBe(0);
    expect(await overflows(page)).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('a board', () => {
  const word = journeyWords('en-US');

  it('goes from a figure to the records behind it, and switches its period in the address', async () => {
    const { page, errors } = await live.open('north admin', { path: '/analysis' });
    await page.getByRole('button', { name: word('board.period.year'), exact: true }).click();
    await see(page).toHaveURL(/period=year/);
    const states = page.locator('.block[data-kind="pie"]').first();
    const share = states.getByRole('listitem').first();
    const count = await share.locator('.share-value').innerText();
    await share.getByRole('link').click();
    await see(page).toHaveURL(/\/Order\?createdAt\.between=.*status=/);
    await see(page.locator('.list-screen, .list-foot').first()).toContainText(count);
    expect(errors).toEqual([]);
  }, 60_000);

  it('shows the figures of a chart as a table', async () => {
    const { page } = await live.open('north admin', { path: '/analysis?period=year' });
    const title = 'Orders over time, by state';
    const block = page.locator('.block', { has: page.getByRole('heading', { name: title }) });
    await block.getByRole('button', { name: word('board.asTable', { title }) }).click();
    await shown(block.getByRole('table', { name: title }));
    expect(await block.getByRole('row').count()).toBe(13);
  }, 60_000);

  it('lets one block fail alone and try again', async () => {
    const { page } = await live.open('north admin', { path: '/welcome' });
    await page.route('**/api/Customer/aggregate**', (route) => route.abort());
    await page.goto(live.url('north', '/analysis'));
    const block = page.locator('.block', { has: page.getByRole('heading', { name: 'New customers' }) });
    await shown(block.getByRole('alert'));
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute('**/api/Customer/aggregate**');
    await block.getByRole('button', { name: word('ui.retry') }).click();
    await shown(block.locator('.block-number'));
  }, 60_000);
});

/** Charges a customer now, so that the month has a charge of just this amount, and freezes what is no charge. */
async function spend(amount: number): Promise<void> {
  const [finance, member] = [live.world.person('north finance').person, live.world.person('north member').person];
  const customer = live.world.homes.north.samples.get('customer/acme');
  const note = { reason: 'storage', trackingNo: '1Z', description: 'Storage' };
  const id = added(await finance.post('Deduction/add', { customer, amount, ...note }));
  expect(state(await finance.post('Deduction/confirm', { id }))).toBe('confirmed');
  added(
    await member.post('Withdrawal/add', { customer, amount: 50, method: 'wire', payee: 'Acme', accountNo: '0001' }),
  );
}
