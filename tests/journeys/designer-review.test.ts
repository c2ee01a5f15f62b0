import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import type { Command, EntityDocument, FieldMeta } from '../../engine/core/index.ts';
import { gone, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openLiveApp, type Culture, type LiveApp } from '../support/live-app.ts';
import { oneOf } from '../support/night.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

/** An entity that is live, with a flow and eight records that stand in the way of nearly everything. */
async function makeCrates(entity: string, path: string) {
  const { person } = live.world.person('north admin');
  const good = async (asked: Promise<{ body: { success?: boolean; data?: unknown } }>) => {
    const { body } = await asked;
    if (!body.success) throw new Error(JSON.stringify(body));
    return body.data as Record<string, unknown>;
  };
  const stamp = async () =>
    ((await good(person.get(`schema/${entity}`)))['draft'] as { stamp: number } | null)?.stamp ?? 0;
  const call = (verb: string, body: object) => good(person.post(`schema/${entity}/${verb}`, body));
  const change = async (...commands: Command[]) =>
    call('commands', { stamp: await stamp(), name: 'Prepared', commands });
  const names = { 'en-US': `Crate ${entity}`, 'zh-CN': `板条箱 ${entity}` };
  const plain = newEntityDocument({ names, entity, path }, { 'en-US': 'Name', 'zh-CN': '名称' }, names);
  const fields: Record<string, FieldMeta> = {
    ...plain.meta.fields,
    size: { type: 'text', maxLength: 20 },
    remark: { type: 'text', maxLength: 20 },
    worth: { type: 'money', currency: 'USD' },
    seal: { type: 'text', maxLength: 20 },
  };
  const said: Record<string, [string, string]> = {
    name: ['Name', '名称'],
    size: ['Size', '尺寸'],
    remark: ['Remark', '备注'],
    worth: ['Worth', '价值'],
    seal: ['Seal', '封条'],
  };
  const texts = Object.fromEntries(
    Object.entries(plain.texts).map(([culture, words]) => {
      const at = culture === 'en-US' ? 0 : 1;
      return [
        culture,
        {
          ...words,
          fields: Object.fromEntries(Object.entries(said).map(([field, each]) => [field, each[at]])),
          states: { open: ['Open', '开放'][at], repair: ['In repair', '维修中'][at] },
          actions: { mend: ['Mend', '维修'][at] },
        },
      ];
    }),
  );
  const document = {
    meta: {
      ...plain.meta,
      fields,
      form: { basic: Object.keys(fields).map((field) => [field]) },
      list: { columns: ['name', 'size', 'remark'], filters: ['name', 'remark'], search: ['name'] },
      workflow: {
        start: 'open',
        states: { open: { edit: true }, repair: {} },
        transitions: { mend: { from: ['open'], to: 'repair' } },
      },
    },
    texts,
  } as unknown as EntityDocument;
  await good(person.post('schema/create', { document }));
  await call('publish', { stamp: await stamp(), reason: 'First', acceptProblems: true });
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) {
    const { id } = await good(
      person.post(`${path}/add`, {
        name: n === 7 ? 'crate 7' : `crate ${n % 2}`,
        size: n === 3 ? 'huge' : String(n),
        ...(n > 5 ? { remark: 'kept dry' } : {}),
        worth: '10.00',
        seal: `S-${n}`,
      }),
    );
    ids.push(String(id));
  }
  await good(person.post(`${path}/mend`, { id: ids[0] ?? '' }));
  const read = (at: number) => good(person.get(`${path}/detail`, { id: ids[at] ?? '' }));
  const needed = async (other: string, otherPath: string) => {
    const words = { 'en-US': other, 'zh-CN': other };
    const least = newEntityDocument({ names: words, entity: other, path: otherPath }, words, words);
    const about: FieldMeta = { type: 'reference', to: entity };
    const { meta } = least;
    const pointing = { ...least, meta: { ...meta, fields: { ...meta.fields, about } } };
    await good(person.post('schema/create', { document: pointing }));
    await good(person.post(`schema/${other}/publish`, { stamp: 1, reason: 'First', acceptProblems: true }));
  };
  return { names, change, read, needed };
}

it.each(oneOf<Culture>(['en-US', 'zh-CN'], 0))(
  'settles what stands in the way, signs for a problem, looks at a way back first and brings a field back, in %s',
  async (culture) => {
    const word = journeyWords(culture);
    const say = (english: string, chinese: string) => (culture === 'en-US' ? english : chinese);
    const entity = say('crate', 'box-crate');
    const path = say('Crate', 'BoxCrate');
    const crates = await makeCrates(entity, path);
    await crates.change(
      { do: 'set', at: 'fields.size.type', value: 'integer' },
      { do: 'remove', at: 'fields.size.maxLength' },
      { do: 'set', at: 'fields.remark.required', value: true },
      { do: 'set', at: 'fields.worth.currency', value: 'CNY' },
      { do: 'remove', at: 'fields.seal', letGo: true },
      { do: 'remove', at: 'workflow.states.repair', letGo: true },
      // It has no words yet.
      { do: 'set', at: 'fields.kind', value: { type: 'text' } },
    );
    await crates.change({ do: 'set', at: 'fields.name.unique', value: true });
    const { page, errors } = await live.open('north admin', { culture, path: `/designer/${entity}` });
    const press = (name: string, within: Page | Locator = page) =>
      within.getByRole('button', { name, exact: true }).click();

    // Everything that stands in the way, with the records; the list shows those who share a name.
    await press(word('designer.review'));
    const drawer = page.getByRole('dialog', { name: word('review.title') });
    const blocker = (text: string) => drawer.locator('.review-blocker').filter({ hasText: text });
    const names = blocker(say('the same value in “Name”', '“名称”值重复'));
    const opened = page.context().waitForEvent('page');
    await names.getByRole('link', { name: word('review.showAll', { count: 7 }) }).click();
    const list = await opened;
    await see(list.getByRole('link', { name: /^crate [01]$/ })).toHaveCount(7);
    await see(list.getByRole('link', { name: 'crate 7' })).toHaveCount(0);
    await list.close();
    const publish = drawer.getByRole('button', { name: word('review.publish'), exact: true });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflows(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await press(word('ui.close'), drawer);
    await crates.change({ do: 'remove', at: 'fields.name.unique' });
    await page.reload();

    await press(word('designer.review'));
    const fill = (field: string) => drawer.getByRole('textbox', { name: word('review.fillWith', { field }) });
    await fill(say('Size', '尺寸')).fill('99');
    await fill(say('Remark', '备注')).fill('looked at');
    await drawer.getByLabel(word('review.mapTo')).selectOption({ label: say('Open', '开放') });
    await drawer.getByLabel(word('review.money'), { exact: true }).selectOption({ label: word('review.money.rate') });
    await drawer.getByLabel(word('review.rate')).fill('7');
    await drawer.getByRole('textbox', { name: word('review.reason') }).fill('Whole sizes');
    await see(publish).toBeDisabled();
    await drawer.getByRole('checkbox', { name: word('review.accept') }).check();
    await publish.click();
    await gone(drawer);
    expect(await crates.read(0)).toMatchObject({ size: 0, remark: 'looked at', status: 'open', worth: 70 });
    expect(await crates.read(3)).toMatchObject({ size: 99 });

    // What was removed is offered among the parts, and comes back with what it held.
    const parts = page.getByRole('list', { name: word('designer.removed') });
    await parts.getByRole('button', { name: 'seal' }).click();
    await gone(parts);
    await shown(page.locator('.canvas-cell[data-cell=seal]'));
    await press(word('designer.review'));
    await drawer.getByRole('textbox', { name: word('review.reason') }).fill('Seals are needed');
    await publish.click();
    await gone(drawer);
    expect(await crates.read(5)).toMatchObject({ seal: 'S-5' });

    // The history says what was signed for; a way back says what it means before it is gone.
    await press(word('designer.history'));
    const history = page.getByRole('dialog', { name: word('review.history') });
    const row = (revision: number) =>
      history
        .locator('.revision-list > li')
        .filter({ has: page.getByText(word('designer.revision', { revision }), { exact: true }) });
    await see(row(2).locator('.revision-accepted')).toContainText('fields.kind');
    await press(word('review.rollBack'), row(1));
    const way = row(1).locator('form');
    await see(way).toContainText(say('1 record was moved from “In repair” to “Open”', '维修中'));
    expect(await crates.read(3)).toMatchObject({ size: 99 });
    await way.getByLabel(word('review.money'), { exact: true }).selectOption({ label: word('review.money.keep') });
    await way.getByRole('textbox', { name: word('review.rollBackReason') }).fill('Too early');
    await press(word('review.rollBackNow', { revision: 1 }), way);
    await gone(way);
    await shown(row(4).getByText('Too early'));
    expect(await crates.read(4)).toMatchObject({ size: '4', seal: 'S-4', worth: 70 });
    expect(errors).toEqual([]);
  },
  90_000,
);

it('names everybody who needs an entity before it goes, and leads there', async () => {
  const crates = await makeCrates('pallet', 'Pallet');
  await crates.needed('pallet-note', 'PalletNote');
  const { page } = await live.open('north admin', { path: '/designer' });
  const { 'en-US': name } = crates.names;
  const word = journeyWords('en-US');
  await page.getByRole('button', { name: word('designer.moreOf', { name }) }).click();
  await page.getByRole('menuitem', { name: word('designer.retire') }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: word('designer.retireQuestion', { name }) });
  await dialog.getByRole('textbox').fill('No longer used');
  await dialog.getByRole('button', { name: word('designer.retire'), exact: true }).click();
  await shown(dialog.getByText(word('designer.retireHeld', { name })));
  await dialog.getByRole('link', { name: 'pallet-note' }).click();
  await shown(page.getByRole('heading', { level: 1, name: 'pallet-note' }));
  // It went nowhere.
  expect(await crates.read(1)).toMatchObject({ name: 'crate 1' });
});
