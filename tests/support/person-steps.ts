import type { Page } from 'playwright';
import type { journeyWords } from './journey-words.ts';

/** Signs in on the page of staff or of customers, whichever is open. */
export async function signIn(
  page: Page,
  t: ReturnType<typeof journeyWords>,
  { account, word }: { account: string; word: string },
): Promise<void> {
  await page.getByLabel(t('shell.signIn.account')).fill(account);
  await page.getByLabel(t('shell.signIn.password'), { exact: true }).fill(word);
  await page.keyboard.press('Enter');
  await page.waitForURL(/welcome/);
}

/** A box of 3 lb to New York, in the form of a single order. */
export async function typeParcel(page: Page): Promise<void> {
  const at = (place: string) => page.locator(`[data-place="${place}"] input`);
  for (const [part, text] of Object.entries({
    ...{ name: 'June Whitaker', address1: '350 5th Ave', postalCode: '10001', city: 'New York', state: 'NY' },
    ...{ phone: '+1 615 555 0148' },
  }))
    await at(`to.${part}`).fill(text);
  for (const [part, text] of Object.entries({ weight: '3', length: '12', width: '10', height: '8' }))
    await at(`boxes.0.${part}`).fill(text);
}
