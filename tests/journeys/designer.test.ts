import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { axe } from '../support/browser.ts';
import { chooseField, grip, makeClaim } from '../support/designer-claim.ts';
import { claimFile, deskOf, keysOf, mouse, type Both, type Desk, type Hands } from '../support/designer-desk.ts';
import {
  addRequired,
  changeType,
  importFile,
  previewAs,
  rename,
  rollBack,
  useClaims,
  type Worker,
} from '../support/designer-life.ts';
import { dialog, gone, lookAway, lookBack, overflows, see, shown } from '../support/journey.ts';
import { journeyWords } from '../support/journey-words.ts';
import { openRelease } from '../support/next-release.ts';
import { openLiveApp, type Culture, type LiveApp, type LivePage } from '../support/live-app.ts';
import { root } from '../support/test-app.ts';

let live: LiveApp;
beforeAll(async () => {
  live = await openLiveApp();
}, 300_000);
afterAll(() => live?.close());

const shots = `${root}node_modules/.cache/lading`;
const many = 5000;

interface Way {
  readonly how: string;
  readonly entity: string;
  readonly names: Both;
  readonly admin: Culture;
  readonly staff: Culture;
  readonly hands: (page: LivePage['page']) => Hands;
  /** Whether the long middle is walked too, which no language and no hand changes. */
  readonly imports: boolean;
}

const ways: readonly Way[] = [
  {
    how: 'with the mouse, in English',
    entity: 'insurance-claim',
    names: ['保险理赔', 'Insurance claim'],
    admin: 'en-US',
    staff: 'zh-CN',
    hands: () => mouse,
    imports: true,
  },
  {
    how: 'with keys alone, in Chinese',
    entity: 'return-claim',
    names: ['退货理赔', 'Return claim'],
    admin: 'zh-CN',
    staff: 'en-US',
    hands: keysOf,
    imports: false,
  },
];

const spoken = (culture: Culture, [zh, en]: Both): string => (culture === 'zh-CN' ? zh : en);

describe.each(ways)('an entity made from nothing $how', ({ entity, names, admin, staff, hands, imports }) => {
  it('is designed, looked at as each role, published, used at once by another, changed under them, and brought back', async () => {
    const designing = await live.open('north admin', { culture: admin, path: '/designer' });
    const desk = deskOf(live, designing, admin, entity, hands(designing.page));
    await makeClaim(desk, names);
    expect(Object.keys((await desk.document()).meta.fields).length).toBeGreaterThanOrEqual(12);
    await previewAs(desk, await rolesOf(entity));
    // Undone and done again, with a reload between.
    await desk.page.reload();
    const step = { name: await lastStep(entity) };
    await desk.hands.press(desk.button(desk.word('designer.undoOf', step)));
    await desk.hands.press(desk.button(desk.word('designer.redoOf', step)));

    const working = await live.open('north clerk', { culture: staff, path: '/Customer' });
    const worker: Worker = { page: working.page, word: journeyWords(staff), say: (both) => spoken(staff, both) };
    await shown(working.page.locator('.ag-row').first());
    await desk.publish('1');
    await useClaims(worker, names, 'Crushed lamp');
    if (imports) {
      const heads: Both[] = [
        ['名称', 'Name'],
        ['索赔金额', 'Amount'],
        ['发生日期', 'Happened on'],
        ['电话', 'Phone'],
      ];
      await importFile(worker, names, claimFile(heads.map(worker.say), many), many);
      await worker.page.goBack();
    }
    const before = await claimsOf(desk);
    expect(before.total).toBe(imports ? many + 1 : 1);

    await changeType(desk, 'phone', 'text');
    await rename(desk, 'note', 'remark');
    const branch: Both = ['分公司', 'Branch'];
    await addRequired(desk, branch, 'branch');
    await desk.publish('2', (drawer) =>
      desk.hands.type(
        drawer.getByRole('textbox', { name: desk.word('review.fillWith', { field: spoken(admin, branch) }) }),
        'HQ',
      ),
    );
    // The claim that lies open has the new field; nobody has loaded anything again.
    const open = working.page.locator('.detail-screen');
    await see(open).toContainText(worker.say(branch));
    const changed = await claimsOf(desk);
    expect(changed.total).toBe(before.total);
    expect(changed.lamp).toMatchObject({ branch: 'HQ', remark: 'Fell from the van', phone: before.lamp['phone'] });

    await rollBack(desk, 1, 'Too early');
    await see(open).not.toContainText(worker.say(branch));
    const after = await claimsOf(desk);
    expect(after.total).toBe(before.total);
    expect(after.lamp).toMatchObject({
      note: 'Fell from the van',
      phone: before.lamp['phone'],
      paid: before.lamp['paid'],
    });
    expect(after.lamp).not.toHaveProperty('branch');
    expect([...designing.errors, ...working.errors]).toEqual([]);
  }, 300_000);

  /** Every role of the tenant, and whether this entity is anything to it. */
  async function rolesOf(name: string): Promise<{ name: string; sees: boolean }[]> {
    const { roles } = await designOf(name);
    return roles.map(({ code, name: label }) => ({ name: label, sees: ['admin', 'clerk', 'finance'].includes(code) }));
  }

  async function lastStep(name: string): Promise<string> {
    const { draft } = await designOf(name);
    return draft?.log.at(-1)?.name ?? '';
  }
});

interface Design {
  roles: { code: string; name: string }[];
  draft: { stamp: number; log: { name: string }[] } | null;
}

const designOf = async (entity: string): Promise<Design> =>
  (await live.world.person('north admin').person.get(`schema/${entity}`)).body.data as Design;

/** How many claims there are, and the one that was typed. */
async function claimsOf(desk: Desk): Promise<{ total: number; lamp: Record<string, unknown> }> {
  const { path } = (await desk.document()).meta;
  const { person } = live.world.person('north admin');
  const rows = async (query: Record<string, string>) =>
    (await person.get(`${path}/page`, query)).body.data as { totalRows: number; rows: Record<string, unknown>[] };
  const [all, found] = [await rows({}), await rows({ searchValue: 'Crushed lamp' })];
  return { total: all.totalRows, lamp: found.rows[0] ?? {} };
}

describe('an entity that is delivered', () => {
  it('is adapted by two at once, reviewed on a phone, published, used without a reload and brought back', async () => {
    const path = '/designer/order';
    const [one, other, clerk] = await Promise.all([
      live.open('north admin', { path }),
      live.open('north admin', { culture: 'zh-CN', path }),
      live.open('north clerk', { path: '/Order' }),
    ]);
    const [first, second] = [
      deskOf(live, one, 'en-US', 'order', mouse),
      deskOf(live, other, 'zh-CN', 'order', keysOf(other.page)),
    ];
    await Promise.all([shown(first.page.locator('.canvas')), shown(second.page.locator('.canvas'))]);
    const added = async (desk: Desk, type: string, names: Both) => {
      await desk.hands.press(desk.button(desk.word(`designer.type.${type}`), desk.page.locator('.parts-types')));
      await desk.named(names);
      await desk.saved();
    };
    await added(first, 'boolean', ['已投保', 'Insured']);
    // The other page has not seen that step: what it does is done on top of it, and both are there.
    await added(second, 'text', ['礼品卡', 'Gift note']);
    await shown(grip(second.page, 'insured'));
    await added(second, 'text', ['备用', 'Spare']);
    await first.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await shown(grip(first.page, 'spare'));
    expect(Object.keys((await first.document()).meta.fields)).toEqual(expect.arrayContaining(['insured', 'giftNote']));

    // One takes a field away while the other, whose page has not asked since, calls it something else: that step is kept
    // in sight with its reasons.
    await lookAway(first.page);
    await chooseField(second, 'spare');
    await second.page.keyboard.press('Shift+Delete');
    const question = await second.asked();
    await second.hands.press(question.locator('.ant-btn-dangerous'));
    // The keyboard stands on what came into its place.
    await shown(second.page.locator('.canvas-grip:focus'));
    await second.saved();
    await chooseField(first, 'spare');
    await first.page
      .locator('.properties summary')
      .filter({ hasText: first.word('designer.advanced') })
      .click();
    const name = first.page.locator('.properties').getByLabel(first.word('designer.codeName'), { exact: true });
    await see(name).toHaveValue('spare');
    await name.fill('reserve');
    await first.page.keyboard.press('Enter');
    const unfit = first.page.locator('.designer-unfit');
    await shown(unfit);
    await lookBack(first.page);
    await unfit.getByRole('button', { name: first.word('designer.unfit.drop') }).click();
    await gone(unfit);
    await gone(grip(first.page, 'spare'));

    await first.page.setViewportSize({ width: 390, height: 844 });
    await first.button(first.word('designer.properties')).click();
    await shown(first.page.getByRole('dialog', { name: first.word('designer.properties') }));
    await first.page.keyboard.press('Escape');
    await gone(first.page.getByRole('dialog', { name: first.word('designer.properties') }));
    expect(await overflows(first.page)).toBe(0);
    expect(await axe(first.page)).toEqual([]);
    await first.publish('Insured orders');

    await clerk.page.getByRole('button', { name: first.word('list.new', { name: 'Order' }), exact: true }).click();
    // New fields join the last section, which is a tab.
    await clerk.page.getByRole('tab', { name: 'Notes' }).click();
    await shown(clerk.page.locator('form.form-body').getByText('Insured', { exact: true }));
    // What is typed meanwhile goes on under the field's new name, and the form says what changed.
    const gift = clerk.page.getByRole('textbox', { name: /^Gift note|^Message/ });
    await gift.fill('For Rosa');
    await first.page.setViewportSize({ width: 1440, height: 900 });
    await first.also('another word', [
      { do: 'rename', at: 'fields.giftNote', to: 'message' },
      { do: 'text', culture: 'en-US', key: 'fields.message', value: 'Message' },
      { do: 'text', culture: 'en-US', key: 'fields.insured', value: 'With insurance' },
    ]);
    await first.publish('Another word');
    await shown(clerk.page.locator('form.form-body').getByText('With insurance', { exact: true }));
    await see(clerk.page.getByRole('textbox', { name: /^Message/ })).toHaveValue('For Rosa');
    await shown(clerk.page.getByText(first.word('form.changed.renamed', { from: 'Gift note', to: 'Message' })));
    await rollBack(first, 1, 'The old word again');
    await shown(clerk.page.locator('form.form-body').getByText('Insured', { exact: true }));
    expect([
      ...one.errors.filter((error) => !error.includes('409')),
      ...other.errors.filter((error) => !error.includes('409')),
      ...clerk.errors,
    ]).toEqual([]);
  }, 180_000);

  it('moves on under an open draft: what both changed is asked, the rest comes along, and it is published', async () => {
    const desk = live.world.person('north admin').person;
    const { stamp } = (await designOf('order')).draft ?? { stamp: 0 };
    const commands = [
      { do: 'set', at: 'list.sort', value: 'orderNo' },
      { do: 'text', culture: 'en-US', key: 'fields.insured', value: 'Covered' },
    ];
    const said = await desk.post('schema/order/commands', { stamp, name: 'by number', commands });
    expect(said.body).toMatchObject({ success: true });
    const release = await openRelease(live.world, {
      'schemas/orders/order/order.json': (json) => Object.assign(json['list'] ?? {}, { sort: 'createdAt' }),
      'locales/en-US/entities/order.json': (json) => Object.assign(json['fields'] ?? {}, { refNo: 'Their reference' }),
    });
    onTestFinished(release.close);
    const { page } = await live.openStranger();
    await page.goto(release.url('north', '/user/login'));
    await page.evaluate(
      (token) => localStorage.setItem('pro__Access-Token', JSON.stringify({ value: token, expire: null })),
      desk.token,
    );
    await page.goto(release.url('north', '/designer/order'));
    const word = journeyWords('en-US');
    await shown(grip(page, 'insured'));
    await page.getByRole('button', { name: word('designer.review'), exact: true }).click();
    const drawer = page.getByRole('dialog', { name: word('review.title') });
    await shown(drawer.getByText(word('review.conflicts', { count: 1 })));
    await drawer.getByRole('button', { name: word('review.takeTheirs') }).click();
    await gone(drawer.getByRole('button', { name: word('review.takeTheirs') }));
    await drawer.getByRole('textbox', { name: word('review.reason') }).fill('With the release');
    await drawer.getByRole('button', { name: word('review.publish'), exact: true }).click();
    await gone(drawer);
    const { body } = await release.person('north admin').get('schema/order');
    expect(body.data).toMatchObject({
      draft: null,
      conflicts: [],
      published: {
        meta: { list: { sort: 'createdAt' } },
        texts: { 'en-US': { fields: { refNo: 'Their reference', insured: 'Covered' } } },
      },
    });
  }, 120_000);
});

describe('a new rule', () => {
  it.each<[Culture, string, string, string]>([
    ['en-US', 'No cheap parcels', 'Remarks', 'Box count'],
    ['zh-CN', '不接受便宜的包裹', '备注', '箱数'],
  ])(
    'in %s says what it still lacks, is added when it is whole, and is scrolled to',
    async (culture, name, ...fields) => {
      const { page, errors } = await live.open('south admin', { culture, path: '/designer/order' });
      const word = journeyWords(culture);
      await page.setViewportSize({ width: 1280, height: 640 });
      await page.getByRole('tab', { name: word('designer.tab.rules'), exact: true }).click();
      await page.getByRole('button', { name: word('rules.add'), exact: true }).click();
      const box = dialog(page);
      const pick = (what: string) => box.getByRole('combobox', { name: word(what), exact: true });
      const add = box.locator('.ant-modal-footer .ant-btn-primary');
      const lacks = (what: string, field = '') =>
        shown(
          box.getByText(word('rules.missing', { what: word(`rules.missing.${what}`, { field }) }), { exact: true }),
        );
      await box.getByLabel(word(`designer.messageIn.${culture}`)).fill(name);
      await shown(box.getByText(word('rules.invite'), { exact: true }));
      await see(pick('rules.field')).toHaveValue('');
      await add.click();
      await lacks('field');
      await see(pick('rules.field')).toBeFocused();
      await page.screenshot({ path: `${shots}/new-rule-${culture}.png` });
      await pick('rules.field').selectOption({ label: fields[0] ?? '' });
      await add.click();
      await lacks('value', fields[0]);
      await see(box.getByRole('textbox', { name: word('rules.value'), exact: true })).toBeFocused();
      await pick('rules.field').selectOption({ label: fields[1] ?? '' });
      const value = box.getByRole('textbox', { name: word('rules.value'), exact: true });
      await value.fill('three');
      await add.click();
      await lacks('number', fields[1]);
      await value.fill('3');
      expect(await axe(page)).toEqual([]);
      await add.click();
      await gone(box);
      const made = page.locator('.rule-list li[data-open]');
      await see(made).toContainText(name);
      await see(made).toBeInViewport();
      await see(made.getByRole('button', { expanded: true })).toBeFocused();
      expect(errors).toEqual([]);
    },
    60_000,
  );
});
