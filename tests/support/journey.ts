import { expect } from 'playwright/test';
import type { Locator, Page } from 'playwright';

/** Playwright's looks at a page, patient enough for a busy machine. */
export const see = expect.configure({ timeout: 15_000 });

/** For polls of what changes with the next frame. */
export const often = { intervals: [30] };

/** Until it stands there: noticed with the next frame, where `see` looks again after a tenth, a third, most of a second. */
export const shown = (what: Locator): Promise<void> => what.waitFor();

/** Until nothing of it is left to be seen. */
export const gone = (what: Locator): Promise<void> =>
  what.filter({ visible: true }).first().waitFor({ state: 'hidden' });

/** Opens a picker by its label, types where it searches, and takes the option that is called so. */
export async function pick(page: Page, label: string | RegExp, option: string, search?: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  // Pressed as a person does: on the picker, whose choice so far may lie over what is typed.
  await page.locator('.ant-select').filter({ has: box }).first().click();
  if (search !== undefined) await box.first().fill(search);
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
}

/** Copies a block of cells, as a spreadsheet would, and pastes it with the keyboard where the focus is. */
export async function pasteHere(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+v');
}

/** Presses of the key between two looks at where the focus stands, each of which costs more than a press. */
const pressesPerLook = 8;

/**
 * Moves the focus by the Tab key until it stands on what is wanted, once that is there: presses before would walk what lies
 * behind a dialog that still opens. Fails when a whole round never gets there.
 */
export async function tabTo(page: Page, wanted: Locator, most = 80): Promise<void> {
  await wanted.first().waitFor({ state: 'attached' });
  for (let press = 0; press < most; press += pressesPerLook) {
    if (await wanted.evaluateAll(stopTabsAt)) return;
    for (let each = 0; each < pressesPerLook; each++) await page.keyboard.press('Tab');
  }
  if (await wanted.evaluateAll(stopTabsAt)) return;
  throw new Error(`the Tab key never reaches ${String(wanted)}`);
}

/** Runs in the page. Whether the focus stands on one of the elements; if not, the first that it comes to keeps it. */
function stopTabsAt(nodes: readonly Element[]): boolean {
  const page = window as Window & { stopTabs?: (event: KeyboardEvent) => void };
  if (page.stopTabs) removeEventListener('keydown', page.stopTabs, true);
  delete page.stopTabs;
  const stands = () => nodes.some((node) => node.contains(document.activeElement));
  if (stands()) return true;
  page.stopTabs = (event) => {
    if (event.key !== 'Tab' || !stands()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', page.stopTabs, true);
  return false;
}

/** Whether the page can be moved sideways, which no screen of a phone should be. */
export async function overflows(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The page goes on in the background, as a tab nobody looks at: what it would ask by itself from time to time, it does not. */
export async function lookAway(page: Page): Promise<void> {
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
  );
}

/** Someone looks at the page again. */
export async function lookBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** The detail screen of a record stands, with this as its heading. */
export async function detailOf(page: Page, title: string | RegExp): Promise<void> {
  await shown(page.locator('.detail-screen').getByRole('heading', { level: 1, name: title }));
}

/** Presses an action of a record: in the head of its page, or on a phone in the menu there. */
export async function pressAction(page: Page, name: string): Promise<void> {
  const actions = page.locator('.page-header-actions');
  const open = actions.getByRole('button', { name, exact: true });
  if ((page.viewportSize()?.width ?? 0) > 768) return open.click();
  const item = page.getByRole('menuitem', { name, exact: true });
  // Until the page shows the record in a state that has the action.
  await see(async () => {
    if (await open.isVisible()) return open.click({ timeout: 1_000 });
    if (!(await item.isVisible())) await actions.locator('[aria-keyshortcuts]').click({ timeout: 1_000 });
    await item.click({ timeout: 1_000 });
  }).toPass();
}

/** The confirmation or action dialog on top. */
export const dialog = (page: Page): Locator => page.locator('.ant-modal-wrap:visible').last();
