import { expect as see } from 'playwright/test';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { axe } from '../support/browser.ts';
import { dialog, overflows, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { added, state } from '../support/money.ts';
import { oneOf } from '../support/night.ts';

/* A main bill from the first scan to the customers' bills, without a mouse while boxes are loaded. */

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 240_000);
afterAll(() => live?.close());

const words = { 'en-US': { close: 'Close', settle: 'Settle' }, 'zh-CN': { close: '封单', settle: '结算' } } as const;

describe.each(oneOf(['en-US', 'zh-CN'] as const, 1))('a warehouse that loads a main bill, %s', (culture) => {
  it('scans boxes, closes it, has its list for customs, and settles it', async () => {
    const t = journeyWords(culture, 'consolidation');
    const admin = live.world.person('north admin').person;
    const sample = (name: string) => live.world.homes.north.samples.get(name) ?? '';
    const number = `SEA-${culture.slice(0, 2).toUpperCase()}-1`;
    const bill = added(
      await admin.post('MainBill/add', {
        ...{ number, mode: 'sea', carrier: 'Matson', origin: 'Ningbo', destination: 'Long Beach', markupPercent: 10 },
        costs: [{ kind: 'freight', amount: 100, currency: 'USD' }],
      }),
    );
    const announced = `ANN-${culture.slice(0, 2).toUpperCase()}-1`;
    const box = added(await admin.post('MainBillBox/add', { boxNo: announced, customer: sample('customer/acme') }));
    const goods = {
      hsCode: '610910',
      descriptionEn: 'Shirt',
      descriptionZh: 'T恤',
      origin: 'CN',
      quantity: 2,
      unitPrice: 5,
    };
    added(await admin.post('GoodsDeclare/add', { box, ...goods }));

    const { page, errors } = await live.open('north admin', { path: '/main-bill-scan', culture });
    const board = page.locator('.scan-board');
    const scan = async (text: string, word: string) => {
      await page.getByLabel(t('scan.field')).focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await see(board).toContainText(t(`scan.now.${word}`), { timeout: 15_000 });
    };
    await scan('STRAY-99', 'stop');
    await scan(number, 'bill');
    await scan(announced, 'loaded');
    await scan('12.5', 'weighed');
    await scan('60x40x35', 'sized');
    await scan(announced, 'twice');
    await scan('STRAY-99', 'unknown');
    await scan('LD-OFF', 'off');
    await scan('STRAY-99', 'removed');
    await see(page.locator('.loading-totals')).toContainText('12.5 kg');
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await overflows(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.goto(live.url('north', `/MainBill/${bill}`));
    await page.getByRole('tab', { name: t('panel.check') }).click();
    await shown(page.getByText(t('check.canClose')));
    const step = async (name: 'close' | 'settle') => {
      await page.getByRole('button', { name: words[culture][name], exact: true }).first().click();
      await dialog(page).locator('.is-primary, .ant-btn-primary, .is-danger').last().click();
    };
    await step('close');
    const stands = () => admin.get('MainBill/detail', { id: bill }).then(({ body }) => body.data as { status: string });
    await vi.waitFor(async () => expect(await stands()).toMatchObject({ status: 'closed' }), { timeout: 15_000 });
    for (const format of ['xlsx', 'pdf']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: t(`check.customs.${format}`) }).click();
      expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
    }
    expect(state(await admin.post('MainBill/depart', { id: bill, departsOn: '2026-01-05' }))).toBe('departed');
    expect(state(await admin.post('MainBill/arrive', { id: bill, arrivesOn: '2026-01-20' }))).toBe('arrived');
    await page.reload();
    await page.getByRole('tab', { name: t('panel.spread') }).click();
    await see(page.locator('.loading-table')).toContainText('110.00');
    await step('settle');
    await vi.waitFor(async () => expect(await stands()).toMatchObject({ status: 'settled' }), { timeout: 15_000 });
    await shown(page.getByText(t('spread.charged')));
    const { rows } = await live.world.owner.query(
      `SELECT "trackingNo", new::text, cost::text FROM member_bill_line WHERE "sourceEntity" = 'main-bill' AND "sourceId" = $1`,
      [bill],
    );
    expect(rows).toEqual([{ trackingNo: announced, new: '110.00', cost: '100.00' }]);
    expect(errors).toEqual([]);
  }, 240_000);
});
