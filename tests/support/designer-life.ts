import type { Page } from 'playwright';
import { chooseField, takeType } from './designer-claim.ts';
import { mouse, type Both, type Desk } from './designer-desk.ts';
import { dialog, gone, pick, see, shown, tabTo } from './journey.ts';
import type { journeyWords } from './journey-words.ts';

/** Someone who works with what was designed: an open page and the words of its language. */
export interface Worker {
  readonly page: Page;
  readonly word: ReturnType<typeof journeyWords>;
  /** The words of the entity and its parts in that language. */
  say(names: Both): string;
}

/** The draft as each role would have it; a role without rights is told so. */
export async function previewAs(desk: Desk, roles: readonly { name: string; sees: boolean }[]): Promise<void> {
  const { page, hands, word, button } = desk;
  await hands.press(button(word('designer.preview')));
  const preview = page.getByRole('dialog', { name: word('designer.preview') });
  const frame = preview.frameLocator('iframe');
  for (const { name, sees } of roles) {
    await option(desk, word('designer.previewRole'), name);
    await shown(sees ? frame.locator('form.form-body') : frame.getByText(word('ui.forbidden')));
  }
  await page.keyboard.press('Escape');
  await gone(preview);
}

/** Takes an option of a list that opens, by the pointer or by typing the way to it. */
async function option({ page, hands }: Desk, label: string, name: string): Promise<void> {
  if (hands === mouse) return pick(page, label, name);
  const box = page.getByRole('combobox', { name: label });
  // Within the usual round: the keyboard does not leave the preview for what lies behind it.
  await tabTo(page, box);
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await page.keyboard.press('Enter');
  await shown(list);
  const active = list.locator('.ant-select-item-option-active');
  const count = await list.locator('.ant-select-item-option').count();
  for (let at = 0; at <= count && (await active.textContent()) !== name; at++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await gone(list);
}

/** A claim is typed into the new screens; the rule over two fields speaks, is heeded, and the claim goes on its way. */
export async function useClaims({ page, word, say }: Worker, names: Both, title: string): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  await page
    .getByRole('link', { name: say(names) })
    .first()
    .click();
  await press(word('list.new', { name: say(names) }));
  const form = page.locator('form.form-body');
  const type = async (field: Both, text: string) => {
    await form
      .getByRole('textbox', { name: new RegExp(`^${say(field)}`) })
      .first()
      .click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await type(['名称', 'Name'], title);
  await type(['索赔金额', 'Amount'], '100');
  await type(['已赔付', 'Paid'], '130');
  await type(['电话', 'Phone'], '+1 555 0100');
  await page
    .locator('form.form-body')
    .getByRole('radio', { name: say(['破损', 'Damaged']) })
    .check();
  // What is asked about damage alone is there now.
  await shown(form.getByText(say(['有照片', 'Has photos'])));
  await press(word('form.save'));
  await shown(page.getByText(say(['赔付不能超过索赔金额', 'No more is paid than was claimed'])).first());
  await type(['已赔付', 'Paid'], '80');
  await type(['说明', 'Note'], 'Fell from the van');
  await press(word('form.save'));
  await see(page.locator('.detail-screen h1')).toHaveText(title);
  await press(say(['提交', 'Submit']));
  await shown(
    page
      .locator('.detail-screen')
      .getByText(say(['审核中', 'In review']))
      .first(),
  );
}

/** Brings in a file through the import screen, to its end. */
export async function importFile({ page, word, say }: Worker, names: Both, file: string, count: number): Promise<void> {
  await page
    .getByRole('link', { name: say(names) })
    .first()
    .click();
  await page
    .getByRole('button', { name: word('import.open'), exact: true })
    .first()
    .click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'claims.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await dialog(page)
    .getByRole('button', { name: word('import.start'), exact: true })
    .click();
  const done = dialog(page).locator('.import-done');
  await done.waitFor({ timeout: 90_000 });
  await see(done).toContainText(word('import.added', { count: count.toLocaleString('en-US') }));
  await dialog(page)
    .getByRole('button', { name: word('ui.close'), exact: true })
    .last()
    .click();
  await gone(done);
}

/** The type of a field becomes another one. */
export async function changeType(desk: Desk, field: string, type: string): Promise<void> {
  const { page, word } = desk;
  await desk.tab('form');
  await chooseField(desk, field);
  const name = word('designer.option.type');
  await takeType(desk, page.locator('.properties').getByRole('combobox', { name, exact: true }), type);
  await see.poll(async () => (await desk.document()).meta.fields[field]?.type).toBe(type);
}

/** What programs call a field becomes another name; its records keep what they hold. */
export async function rename(desk: Desk, field: string, to: string): Promise<void> {
  const { page, hands, word } = desk;
  await chooseField(desk, field);
  const line = page.locator('.properties').getByLabel(word('designer.codeName'), { exact: true });
  await see(line).toHaveValue(field);
  await hands.press(page.locator('.properties summary').filter({ hasText: word('designer.advanced') }));
  await hands.type(line, to);
  await page.keyboard.press('Enter');
  await see.poll(async () => Object.keys((await desk.document()).meta.fields).includes(to)).toBe(true);
}

/** A new field that every record must have. */
export async function addRequired(desk: Desk, names: Both, code: string): Promise<void> {
  const { page, hands, word, button } = desk;
  await hands.press(button(word('designer.type.text'), page.locator('.parts-types')));
  await desk.named(names);
  const row = page.locator('.properties .option-row').filter({ has: page.locator('#option_required') });
  await see(page.locator('.properties').getByLabel(word('designer.codeName'), { exact: true })).toHaveValue(code);
  if (hands === mouse) await row.getByText(word('designer.is.always'), { exact: true }).click();
  else {
    await tabTo(page, row.getByRole('radio'), 400);
    await page.keyboard.press('ArrowLeft');
  }
  await see.poll(async () => (await desk.document()).meta.fields[code]?.required).toBe(true);
}

/** Everybody has an earlier revision again, from the history. */
export async function rollBack(desk: Desk, revision: number, reason: string): Promise<void> {
  const { page, hands, word, button } = desk;
  await desk.saved();
  await hands.press(button(word('designer.history')));
  const drawer = page.getByRole('dialog', { name: word('review.history') });
  const row = drawer
    .locator('.revision-list > li')
    .filter({ has: page.getByText(word('designer.revision', { revision }), { exact: true }) });
  await hands.press(button(word('review.rollBack'), row));
  await hands.type(row.getByRole('textbox', { name: word('review.rollBackReason') }), reason);
  await hands.press(button(word('review.rollBackNow', { revision }), row));
  await shown(drawer.getByText(reason));
  await gone(row.getByRole('textbox'));
  await page.keyboard.press('Escape');
  await gone(drawer);
}
