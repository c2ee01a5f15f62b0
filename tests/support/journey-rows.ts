import type { Page } from 'playwright';
import type { EntityAnswer } from '../../engine/kit/data/data-client.ts';
import { gone, often, overflows, see, shown } from './journey.ts';
import type { journeyWords } from './journey-words.ts';

/** A list that stands open with rows in it. */
export interface OpenList {
  page: Page;
  words: ReturnType<typeof journeyWords>;
  answer: EntityAnswer;
  path: string;
}

/** Into the rows by one key, down and up, and out of an editor without a change. */
export async function walkByKeys({ page }: OpenList): Promise<void> {
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('j');
  const focused = page.locator('.ag-cell:focus');
  await shown(focused);
  const row = () => focused.evaluate((cell) => cell.closest('.ag-row')?.getAttribute('row-index'));
  const first = await row();
  const hasSecond = (await page.locator('.ag-row[row-index="1"]').count()) > 0;
  await page.keyboard.press('j');
  if (hasSecond) await see.poll(row, often).not.toBe(first);
  await page.keyboard.press('k');
  await see.poll(row, often).toBe(first);
  await page.keyboard.press('.');
  const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden) [role=menu]');
  await shown(menu);
  await page.keyboard.press('Escape');
  await gone(menu);
}

/** Opens an editor over the first cell that may be written, and leaves it as it was; says whether there was one. */
export async function editNothing({ page, answer }: OpenList): Promise<boolean> {
  if (!answer.codes.includes('edit')) return false;
  const cells = page.locator('.ag-row[row-index="0"] .ag-cell:not([col-id^="$"])');
  const editor = page.locator('.cell-editor');
  for (const id of await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('col-id') ?? ''))) {
    const cell = page.locator(`.ag-row[row-index="0"] .ag-cell[col-id="${id}"]`);
    if (!(await cell.isVisible())) continue;
    await cell.focus();
    await page.keyboard.press('F2');
    if ((await page.locator('.list-body[data-editing="true"]').count()) === 0) continue;
    await shown(editor);
    // Keys go to the editor once it has the focus.
    await shown(page.locator('.cell-editor:focus-within'));
    await page.keyboard.press('Escape');
    await gone(editor);
    return true;
  }
  return false;
}

/** Keeps a view, finds it as a tab, and lets it go. */
export async function keepView({ page, words }: OpenList, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: words('view.menu'), exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: words('view.saveAs'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words('view.newTitle') });
  await dialog.getByLabel(words('view.name'), { exact: true }).fill(name);
  await dialog.getByRole('button', { name: words('view.save'), exact: true }).click();
  await page.waitForURL(/[?&]saved=\d+/);
  const tab = page.locator('.list-views').getByRole('button', { name });
  await see(tab).toHaveAttribute('aria-pressed', 'true');
  await gone(dialog);
  await menu.click();
  await page.getByRole('menuitem', { name: words('view.drop'), exact: true }).click();
  const question = page.getByRole('dialog').last();
  await see(question).not.toHaveClass(/-(appear|enter)/);
  await question.getByRole('button', { name: words('view.drop'), exact: true }).click();
  await gone(tab);
  await page.waitForURL((url) => !url.searchParams.has('saved'));
  await shown(page.locator('.list-body[data-phase="ready"]'));
  // Arranged again, every column that can be sorted by still says so to who cannot see it.
  await gone(page.locator('.ag-header-cell:not([aria-sort]):has(button.column-head)'));
}

/** What would come out of a printer: the rows as a table with its head, and nothing around it. */
export async function lookAtPaper({ page }: OpenList): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await shown(page.locator('.print-sheet thead th').first());
  await shown(page.locator('.print-sheet tbody tr').first());
  await gone(page.locator('.ag-row').first());
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await gone(page.locator('.print-sheet'));
  await page.emulateMedia({ media: 'screen' });
}

/** The same list on a phone: cards, targets for a thumb, actions in a sheet, and nothing to push sideways. */
export async function lookOnPhone({ page }: OpenList): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.locator('.list-card:not(.is-bone)').first();
  await shown(card);
  const button = card.locator('button[aria-haspopup="dialog"]');
  const box = await button.boundingBox();
  if (!box || box.width < 44 || box.height < 44) throw new Error(`a target of ${box?.width} x ${box?.height}`);
  if ((await overflows(page)) > 0) throw new Error('the list of a phone can be pushed sideways');
  await button.click();
  const sheet = page.locator('.action-sheet');
  await shown(sheet.getByRole('button').first());
  await page.keyboard.press('Escape');
  await gone(sheet);
  if (size) await page.setViewportSize(size);
  await shown(page.locator('.ag-row').first());
}
