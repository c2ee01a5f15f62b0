import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import { gone, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { oneOf } from '../support/night.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

it.each(oneOf<Culture>(['en-US', 'zh-CN'], 1))(
  'throws a draft away, retires an entity with a reason and brings it back, in %s',
  async (culture) => {
    const word = journeyWords(culture);
    const entity = culture === 'en-US' ? 'gate-pass' : 'visitor-pass';
    const path = culture === 'en-US' ? 'GatePass' : 'VisitorPass';
    const admin = live.world.person('north admin').person;
    const names = { 'en-US': `Pass ${entity}`, 'zh-CN': `通行证 ${entity}` };
    const labels = { 'en-US': 'Name', 'zh-CN': '名称' };
    const document = newEntityDocument({ names, entity, path }, labels, labels);
    const done = async (call: string, body: object) =>
      expect((await admin.post(`schema/${call}`, body)).body, call).toMatchObject({ success: true });
    await done('create', { document });
    const { draft } = (await admin.get(`schema/${entity}`)).body.data as { draft: { stamp: number } };
    await done(`${entity}/publish`, { stamp: draft.stamp, reason: 'A first pass', acceptProblems: true });
    await done(`${entity}/commands`, {
      stamp: 0,
      name: 'A field too many',
      commands: [{ do: 'set', at: 'fields.extra', value: { type: 'text' } }],
    });

    const { page, errors } = await live.open('north admin', { culture, path: '/designer' });
    const name = names[culture];
    const card = page.locator('.design-card').filter({ hasText: name });
    const choose = async (action: string) => {
      await card.getByRole('button', { name: word('designer.moreOf', { name }) }).click();
      await page.getByRole('menuitem', { name: word(action) }).click();
    };
    await choose('designer.discardDraft');
    const question = page.getByRole('dialog').filter({ hasText: word('designer.discardQuestion', { name }) });
    await question.getByRole('button', { name: word('designer.discardDraft') }).click();
    await gone(card.getByText(word('designer.draft'), { exact: true }));
    expect((await admin.get(`schema/${entity}`)).body.data).toMatchObject({ draft: null });

    // What was thrown away is in the trash, and comes back as it was.
    await page.getByRole('button', { name: word('designer.trash'), exact: true }).click();
    await page.getByRole('button', { name: word('trash.bringBack', { name }) }).click();
    await page.waitForURL(new RegExp(`/designer/${entity}`));
    await shown(page.locator('.canvas-grip[data-place="fields.name"]'));
    expect((await admin.get(`schema/${entity}`)).body.data).toMatchObject({
      draft: { document: { meta: { fields: { extra: { type: 'text' } } } } },
    });
    await page.goto(live.url('north', '/designer'));
    await choose('designer.discardDraft');
    await question.getByRole('button', { name: word('designer.discardDraft') }).click();
    await gone(card.getByText(word('designer.draft'), { exact: true }));

    await choose('designer.retire');
    const dialog = page.getByRole('dialog').filter({ hasText: word('designer.retireQuestion', { name }) });
    const retire = dialog.getByRole('button', { name: word('designer.retire'), exact: true });
    await see(retire).toBeDisabled();
    await dialog.getByRole('textbox').fill('No longer used');
    await retire.click();
    await shown(card.getByText(word('designer.state.retired'), { exact: true }));
    expect((await admin.get(`${path}/page`)).status).toBe(404);

    await choose('designer.revive');
    await gone(card.getByText(word('designer.state.retired'), { exact: true }));
    expect((await admin.get(`${path}/page`)).status).toBe(200);
    expect(errors).toEqual([]);
  },
  90_000,
);
