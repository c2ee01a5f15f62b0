import type { Locator, Page } from 'playwright';
import type { Command } from '../../engine/core/index.ts';
import { mouse, type Both, type Desk } from './designer-desk.ts';
import { often, see, shown, tabTo } from './journey.ts';

/** An entity about claims from nothing, each kind of step made once on the screen, the like of it by the same commands. */
export async function makeClaim(desk: Desk, names: Both): Promise<void> {
  const { page, hands, word, button } = desk;
  await hands.press(button(word('designer.new')));
  await desk.named(names);
  await page.waitForURL(new RegExp(`/designer/${desk.entity}`));
  await shown(grip(page, 'name'));
  await addFields(desk);
  await addRules(desk);
  await addFlow(desk);
  await giveRights(desk);
  await arrangeList(desk);
  await giveWords(desk);
}

export const grip = (page: Page, field: string): Locator => page.locator(`.canvas-grip[data-place="fields.${field}"]`);
const properties = (page: Page): Locator => page.locator('.properties');

async function addFields(desk: Desk): Promise<void> {
  const { page, hands, word, button } = desk;
  const parts = page.locator('.parts-types');
  await hands.press(button(word('designer.type.money'), parts));
  await desk.named(['索赔金额', 'Amount']);
  // The list of fields above the kinds has grown by one: from now on they stand still.
  await shown(page.locator('.parts-fields').getByTitle('amount', { exact: true }));
  const choice = button(word('designer.type.choice'), parts);
  if (hands === mouse) await drag(page, choice, grip(page, 'amount'));
  else await hands.press(choice);
  await desk.named(['原因', 'Cause'], (box) =>
    hands.type(box.getByLabel(word('designer.option.options')), 'lost,damaged,late,'),
  );
  await shown(grip(page, 'cause'));
  await hands.press(button(word('designer.type.lines'), parts));
  await desk.named(['物品', 'Items']);
  await hands.press(button(word('designer.newField'), properties(page)));
  const box = await desk.asked();
  await takeType(desk, box.getByRole('combobox', { name: word('designer.option.type') }), 'money');
  await desk.named(['价值', 'Worth']);
  await see(
    properties(page)
      .getByRole('button', { name: word('designer.up', { name: '价值' }) })
      .or(properties(page).getByRole('button', { name: word('designer.up', { name: 'Worth' }) })),
  ).toBeVisible();
  await desk.also('the other fields', [
    ...field('paid', { type: 'money' }, ['已赔付', 'Paid']),
    ...field('happenedOn', { type: 'date' }, ['发生日期', 'Happened on']),
    ...field('phone', { type: 'phone' }, ['电话', 'Phone']),
    ...field('hasPhotos', { type: 'boolean' }, ['有照片', 'Has photos']),
    ...field('contact', { type: 'email' }, ['邮箱', 'Email']),
    ...field('country', { type: 'country' }, ['国家', 'Country']),
    ...field('share', { type: 'percent' }, ['比例', 'Share']),
    ...field('customer', { type: 'reference', to: 'customer' }, ['客户', 'Customer']),
    ...field('note', { type: 'longText', required: "cause == 'late'" }, ['说明', 'Note']),
    {
      do: 'set',
      at: 'form.more',
      value: [
        ['paid', 'happenedOn'],
        ['phone', 'contact'],
        ['country', 'share'],
        ['customer'],
        ['hasPhotos'],
        ['note'],
      ],
    },
  ]);
}

const field = (name: string, meta: object, [zh, en]: Both): Command[] => [
  { do: 'set', at: `fields.${name}`, value: meta },
  { do: 'text', culture: 'zh-CN', key: `fields.${name}`, value: zh },
  { do: 'text', culture: 'en-US', key: `fields.${name}`, value: en },
];

/** Carried by the pointer from where it lies to the middle of another. */
export async function drag(page: Page, what: Locator, onto: Locator): Promise<void> {
  const [from, to] = [await what.boundingBox(), await onto.boundingBox()];
  if (!from || !to) throw new Error('nothing to carry, or nowhere to put it');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 4, { steps: 8 });
  await page.mouse.up();
}

/** Chooses a field where it stands: by a press, or by going there with the arrows. */
export async function chooseField({ page, hands }: Desk, name: string): Promise<void> {
  const wanted = grip(page, name);
  if (hands === mouse) {
    // What is scrolled to is drawn as it comes near, and may move away from under the pointer: then press again.
    return see(async () => {
      await wanted.click();
      await see(wanted).toHaveAttribute('aria-pressed', 'true', { timeout: 1000 });
    }).toPass();
  }
  await tabTo(page, page.locator('.canvas-grip'), 400);
  await page.keyboard.press('Home');
  const isThere = () => wanted.evaluate((node) => node === document.activeElement);
  for (let press = 0; press < 60 && !(await isThere()); press++) await page.keyboard.press('ArrowDown');
  await see(wanted).toBeFocused();
}

/** Takes a type by typing its name into a picker. */
export async function takeType({ page, hands, word }: Desk, picker: Locator, type: string): Promise<void> {
  const name = word(`designer.type.${type}`);
  await hands.type(picker, name);
  // The list follows what is typed; until it has, Enter would take what was chosen before.
  await shown(page.locator('.ant-select-item-option-active').getByText(name, { exact: true }));
  await page.keyboard.press('Enter');
}

/** One condition of a rule: the field, the comparison, and a value or another field. */
async function condition({ hands, word, button }: Desk, rule: Locator, test: [string, string, Value]): Promise<void> {
  const pick = (name: string) => rule.getByRole('combobox', { name: word(name), exact: true });
  const [name, operator, { value, other }] = test;
  await hands.choose(pick('rules.field'), name);
  await hands.choose(pick('rules.operator'), word(`rules.operator.${operator}`));
  const typed = rule.getByRole('textbox', { name: word('rules.value'), exact: true });
  if (value !== undefined && (await typed.count()) > 0) return hands.type(typed, value);
  if (other === undefined) return hands.choose(pick('rules.value'), value ?? '');
  await hands.press(button(word('rules.useField'), rule));
  await hands.choose(pick('rules.value'), other);
}
type Value = { value?: string; other?: string };

async function addRules(desk: Desk): Promise<void> {
  const { page, hands, word, button } = desk;
  const isEnglish = word('designer.add') === 'Add';
  const named = (zh: string, en: string) => (isEnglish ? en : zh);
  // A rule of a field: photos are asked about only where something was damaged.
  await chooseField(desk, 'hasPhotos');
  const visible = properties(page)
    .locator('.option-row')
    .filter({ has: page.locator('#option_visible') });
  if (hands === mouse) await visible.getByText(word('designer.is.when'), { exact: true }).click();
  else {
    await tabTo(page, visible.getByRole('radio'), 400);
    // The row of ways is a ring: the last of them lies to the left of the first.
    await page.keyboard.press('ArrowLeft');
  }
  await condition(desk, visible, [named('原因', 'Cause'), 'is', { value: 'damaged' }]);
  await see
    .poll(async () => (await desk.document()).meta.fields['hasPhotos']?.visible, often)
    .toBe("cause == 'damaged'");

  await desk.tab('rules');
  await hands.press(button(word('rules.add')));
  await desk.named(['赔付不能超过索赔金额', 'No more is paid than was claimed'], async (box) => {
    await shown(box.getByText(word('rules.invite'), { exact: true }));
    await condition(desk, box, [named('已赔付', 'Paid'), 'more', { other: named('索赔金额', 'Amount') }]);
  });
  await shown(page.locator('.rule-list li[data-open]'));
  await see.poll(async () => (await desk.document()).meta.validations?.[0]?.when, often).toBe('paid > amount');
}

async function addFlow(desk: Desk): Promise<void> {
  const { page, hands, word, button } = desk;
  await desk.tab('flow');
  await hands.press(button(word('flow.begin')));
  await hands.press(button(word('flow.addState')));
  await desk.named(['审核中', 'In review']);
  await shown(page.locator('[data-node="workflow.states.inReview"]'));
  if (hands === mouse) {
    const node = page.locator('[data-node="workflow.states.open"]');
    await node.hover();
    await drag(page, node.locator('.graph-handle'), page.locator('[data-node="workflow.states.inReview"]'));
  } else {
    await hands.press(button(word('flow.addTransition')));
    const box = await desk.asked();
    await hands.choose(box.getByRole('combobox', { name: word('flow.from') }), '待处理');
    await hands.choose(box.getByRole('combobox', { name: word('flow.to') }), '审核中');
  }
  await desk.named(['提交', 'Submit']);
  await shown(
    page.getByRole('heading', {
      name: word('flow.transitionOf', { name: word('designer.add') === 'Add' ? 'Submit' : '提交' }),
    }),
  );
  const state = (name: string, tone: string, [zh, en]: Both): Command[] => [
    { do: 'set', at: `workflow.states.${name}`, value: { tone } },
    { do: 'text', culture: 'zh-CN', key: `states.${name}`, value: zh },
    { do: 'text', culture: 'en-US', key: `states.${name}`, value: en },
  ];
  const step = (name: string, from: string, to: string, [zh, en]: Both): Command[] => [
    { do: 'set', at: `workflow.transitions.${name}`, value: { from: [from], to } },
    { do: 'text', culture: 'zh-CN', key: `actions.${name}`, value: zh },
    { do: 'text', culture: 'en-US', key: `actions.${name}`, value: en },
  ];
  await desk.also('the rest of the flow', [
    ...state('approved', 'good', ['已通过', 'Approved']),
    ...state('refused', 'bad', ['已拒绝', 'Refused']),
    ...step('approve', 'inReview', 'approved', ['通过', 'Approve']),
    ...step('refuse', 'inReview', 'refused', ['拒绝', 'Refuse']),
    ...step('withdraw', 'inReview', 'open', ['撤回', 'Withdraw']),
    ...step('reopen', 'refused', 'open', ['重新打开', 'Reopen']),
  ]);
}

async function giveRights(desk: Desk): Promise<void> {
  const { page, hands, word, button } = desk;
  await desk.tab('access');
  const roles = page.getByRole('combobox', { name: word('access.addRole') });
  const options = await roles.locator('option').allTextContents();
  const clerk = options.find((name) => /客服|clerk|制单|业务/i.test(name)) ?? options[1] ?? '';
  await hands.choose(roles, clerk);
  await hands.press(button(word('designer.addTo', { label: word('access.addRole') })));
  await hands.press(
    page.getByRole('checkbox', { name: word('access.cell', { role: clerk, code: word('access.code.add') }) }),
  );
  await see.poll(async () => (await desk.document()).meta.access['clerk'], often).toEqual({ codes: ['read', 'add'] });
  await desk.also('the other rights', [
    {
      do: 'set',
      at: 'access.clerk',
      value: { codes: ['read', 'add', 'edit', 'import', 'export', 'submit', 'withdraw', 'reopen'] },
    },
    { do: 'set', at: 'access.finance', value: { codes: ['read', 'approve', 'refuse'] } },
  ]);
}

async function arrangeList(desk: Desk): Promise<void> {
  const { page, hands, word, button } = desk;
  await desk.tab('list');
  const isEnglish = word('designer.add') === 'Add';
  const [cause, large] = isEnglish ? ['Cause', 'Large'] : ['原因', '大额'];
  // New fields and the state of a flow are columns by themselves, where they fit into a cell.
  await see
    .poll(async () => (await desk.document()).meta.list.columns, often)
    .toEqual(['name', 'amount', 'cause', 'status', 'createdAt']);
  await hands.press(button(word('designer.up', { name: cause })));
  await hands.press(page.getByRole('checkbox', { name: `${cause}: ${word('designer.use.columns')}`, exact: true }));
  await hands.press(button(word('designer.newView')));
  const amount = isEnglish ? 'Amount' : '索赔金额';
  await desk.named(['大额', 'Large'], (box) => condition(desk, box, [amount, 'more', { value: '800' }]));
  const view = page.getByRole('group', { name: large, exact: true });
  await shown(view);
  await see
    .poll(async () => (await desk.document()).meta.list.columns, often)
    .toEqual(['name', 'amount', 'status', 'createdAt']);
  await desk.also('the other views', [
    ...(['open', 'approved'] as const).flatMap((name): Command[] => [
      { do: 'set', at: `list.views.${name}`, value: { filter: `status == '${name}'` } },
      { do: 'text', culture: 'zh-CN', key: `views.${name}`, value: name === 'open' ? '待处理' : '已通过' },
      { do: 'text', culture: 'en-US', key: `views.${name}`, value: name === 'open' ? 'Open' : 'Approved' },
    ]),
    { do: 'set', at: 'list.columns', value: ['name', 'amount', 'cause', 'phone', 'status'] },
    { do: 'set', at: 'list.filters', value: ['cause', 'status'] },
  ]);
}

/** The words of choices, which begin as what was typed, and of a section that has none yet, each in its cell. */
async function giveWords(desk: Desk): Promise<void> {
  const { page, hands, word } = desk;
  await desk.tab('texts');
  const words: [string, Both][] = [
    ['options.cause.lost', ['丢失', 'Lost']],
    ['options.cause.damaged', ['破损', 'Damaged']],
    ['options.cause.late', ['延误', 'Late']],
    ['sections.more', ['更多', 'More']],
  ];
  for (const [key, [zh, en]] of words)
    for (const [culture, value] of Object.entries({ 'zh-CN': zh, 'en-US': en })) {
      const cell = page.getByLabel(word('texts.cell', { key, culture }), { exact: true });
      await hands.type(cell, value);
      await page.keyboard.press('Tab');
      await see(cell).toHaveValue(value);
    }
  // A tenant may speak other languages too; what is delivered comes in these two.
  const missing = page.locator('.text-grid td[data-missing]').locator('[lang=zh-CN], [lang=en-US]');
  await see(missing).toHaveCount(0);
}
