import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/browser.ts';
import { detailOf, dialog, gone, see, shown, tabTo } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type LiveApp } from '../support/live-app.ts';
import { password } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live.close());

const word = journeyWords('en-US');
const customer = (name: string) => live.world.homes.north.samples.get(`customer/${name}`) ?? '';

describe('what is typed is not lost', () => {
  it('two people edit one customer: the second decides field by field, and both their work stands', async () => {
    const path = `/Customer/${customer('harbor')}/edit`;
    const first = await live.open('north admin', { path });
    const second = await live.open('north clerk', { path });
    const field = (page: typeof first.page, name: RegExp) => page.getByRole('textbox', { name });
    const save = (page: typeof first.page) =>
      page.getByRole('button', { name: word('form.save'), exact: true }).click();

    await field(second.page, /^Contact/).fill('Second Hand');
    await field(second.page, /^Address/).fill('2 Second Street');
    await field(first.page, /^Contact/).fill('First Hand');
    await field(first.page, /^Short name/).fill('Firsty');
    await save(first.page);
    await detailOf(first.page, 'Harbor Lane Home Goods Inc.');

    await save(second.page);
    const conflict = second.page.getByRole('region', { name: word('conflict.title') });
    await shown(conflict);
    await see(conflict).toContainText('First Hand');
    await see(conflict).toContainText('Second Hand');
    await see(conflict).toContainText('Miguel Santos');
    await see(conflict).toContainText(word('conflict.taken', { fields: 'Short name' }));
    await conflict.getByRole('radio', { name: /Second Hand/ }).check();
    await conflict.getByRole('button', { name: word('conflict.save') }).click();
    await detailOf(second.page, 'Harbor Lane Home Goods Inc.');
    const { body } = await second.person.person.get('Customer/detail', { id: customer('harbor') });
    expect(body.data).toMatchObject({ contact: 'Second Hand', address: '2 Second Street', shortName: 'Firsty' });
    // The browser itself reports the refusal that the conflict screen then answers.
    expect(second.errors.filter((error) => !error.includes('409'))).toEqual([]);
    expect(first.errors).toEqual([]);
  }, 90_000);

  it('a draft survives a reload, and leaving a changed form asks first', async () => {
    const { page, errors } = await live.open('north admin', { path: `/Customer/${customer('acme')}/edit` });
    const contact = page.getByRole('textbox', { name: /^Contact/ });
    await contact.fill('Half a name');
    await shown(page.getByText(word('form.dirty')));

    await page.locator('.frame-side').getByRole('link').first().click();
    await see(dialog(page)).toContainText(word('form.leave.title'));
    await dialog(page)
      .getByRole('button', { name: word('ui.cancel') })
      .click();
    await see(contact).toHaveValue('Half a name');

    const leaving = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const asked = await leaving;
    expect(asked.type()).toBe('beforeunload');
    await asked.accept();
    await reloaded;
    await see(contact).toHaveValue('Grace Holloway');
    await page.getByRole('button', { name: word('form.draft.restore') }).click();
    await see(contact).toHaveValue('Half a name');
    await contact.fill('Grace H. Holloway');
    await page.keyboard.press('ControlOrMeta+s');
    await detailOf(page, /^Acme/);
    await see(page.locator('.detail-screen')).toContainText('Grace H. Holloway');
    await page.getByRole('button', { name: word('action.edit'), exact: true }).click();
    await see(contact).toHaveValue('Grace H. Holloway');
    await gone(page.getByRole('button', { name: word('form.draft.restore') }));
    expect(errors).toEqual([]);
  }, 90_000);
});

describe('a stored record', () => {
  it('is edited from its top, though fields further down are empty', async () => {
    const viewport = { width: 1280, height: 420 };
    const path = `/Customer/${customer('harbor')}/edit`;
    const { page, errors } = await live.open('north admin', { path, viewport });
    await see(page.getByRole('textbox', { name: /^Name/ })).toBeFocused();
    await see(page.getByRole('heading', { level: 1 })).toBeInViewport();
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('when nothing can be saved', () => {
  it('the reason comes to who pressed Save at the foot of the form, and what was typed stays', async () => {
    const { page, errors } = await live.open('north admin', { path: `/Customer/${customer('acme')}/edit` });
    const remark = page.getByRole('textbox', { name: /^Internal remark/ });
    await remark.fill('Said at the very end');
    await remark.scrollIntoViewIfNeeded();
    const refused = { success: false, code: 500, message: 'The house is closed today', traceId: 'trace-1' };
    await page.route('**/api/Customer/edit*', (route) => route.fulfill({ status: 500, json: refused }));
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await see(page.getByRole('alert').filter({ hasText: refused.message })).toBeInViewport();
    await see(remark).toHaveValue('Said at the very end');

    await page.unroute('**/api/Customer/edit*');
    await page.context().setOffline(true);
    await remark.scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: word('form.save'), exact: true }).click();
    await see(page.getByText(word('form.offline'))).toBeInViewport();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: word('ui.retry') }).click();
    await detailOf(page, /^Acme/);
    expect(errors.filter((error) => !/500|ERR_INTERNET/.test(error))).toEqual([]);
  }, 60_000);

  it('a record that cannot be read leaves its page a title and a way back to its list', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Customer?search=Acme' });
    const back = page.locator('.screen-error').getByRole('link', { name: 'Customers', exact: true });
    const title = page.locator('.screen-error').getByRole('heading', { level: 1, name: 'Customer', exact: true });
    const record = page.locator('.ag-row a').first();
    await shown(record);
    // The page of a record is fetched when the list has come to rest.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /detail-screen-.+\.js/.test(name)),
    );
    await page.context().setOffline(true);
    await record.click();
    await shown(page.getByText(word('ui.offlineNote')));
    await shown(title);
    expect(await axe(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: word('ui.retry') }).click();
    await detailOf(page, /^Acme/);

    await page.route('**/api/Customer/detail*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await shown(page.getByText(word('ui.failed')));
    await shown(title);
    await back.click();
    await shown(record);
    expect(errors.filter((error) => !/500|ERR_INTERNET/.test(error))).toEqual([]);
  }, 60_000);

  it('from what is not there a way leads to the list or home', async () => {
    const { page, errors } = await live.open('north admin', { path: '/Customer/nobody' });
    await shown(page.getByText(word('ui.missing')));
    await shown(page.locator('.screen-error').getByRole('link', { name: 'Customers', exact: true }));
    await page.getByRole('link', { name: word('shell.backHome') }).click();
    await page.waitForURL(/\/welcome$/);
    await shown(page.locator('.welcome'));
    expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  }, 60_000);
});

describe('taking back', () => {
  it('undoes the person’s own change, and never a later one of someone else', async () => {
    const { page, errors, person } = await live.open('north admin', { path: '/Level' });
    const added = await person.person.post('Level/add', { name: 'Undone', note: 'first' });
    const { id } = added.body.data as { id: string };
    await page.goto(live.url('north', '/Level'));
    const cell = page.locator(`.ag-row[row-id="${id}"] .ag-cell[col-id="note"]`);
    const note = async () => ((await person.person.get('Level/detail', { id })).body.data as { note: string }).note;
    const type = async (text: string) => {
      await cell.focus();
      await page.keyboard.press('F2');
      await shown(page.locator('.cell-editor:focus-within'));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await see.poll(note).toBe(text);
    };
    const undo = page.getByRole('button', { name: word('undo.press'), exact: true });

    await shown(cell);
    await type('second');
    await undo.click();
    await shown(page.getByText(word('undo.done')));
    expect(await note()).toBe('first');

    await type('third');
    await shown(undo);
    await person.person.post('Level/edit', { id, note: 'theirs' });
    // The list has the newer row, whose version would let anything pass.
    await see(cell).toHaveText('theirs');
    await undo.click();
    await shown(page.getByText(word('undo.failed', { reason: '' }).trim()));
    expect(await note()).toBe('theirs');
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
  }, 60_000);
});

describe('without a mouse', () => {
  it('a person signs in, opens a list and a record, edits it and saves', async () => {
    const { page, errors } = await live.openStranger();
    await page.goto(live.url('north', '/'));
    await see(page.getByLabel(word('shell.signIn.account'))).toBeFocused();
    await page.keyboard.type('clerk');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await see(page).toHaveURL(/\/welcome$/);
    await shown(page.locator('.welcome'));
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Customers');
    await page.keyboard.press('Enter');
    await shown(page.locator('.ag-row a').first());
    await page.keyboard.press('/');
    await page.keyboard.type('Pinecrest');
    await page.keyboard.press('Enter');
    await see(page).toHaveURL(/Pinecrest/);
    await see(page.locator('.ag-row a')).toHaveCount(1);
    await tabTo(page, page.locator('.ag-header-cell'));
    await page.keyboard.press('ArrowDown');
    await see(page.locator('.ag-cell:focus')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await detailOf(page, 'Pinecrest Parts Company');
    await page.keyboard.press('e');
    const leader = page.getByRole('textbox', { name: /^Person in charge/ });
    await shown(leader);
    await tabTo(page, leader);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Petra Nash');
    await tabTo(page, page.getByRole('button', { name: word('form.save'), exact: true }));
    await page.keyboard.press('Enter');
    await detailOf(page, 'Pinecrest Parts Company');
    await see(page.locator('.detail-screen')).toContainText('Petra Nash');
    expect(errors).toEqual([]);
  }, 90_000);
});
