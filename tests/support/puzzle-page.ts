import type { Page } from 'playwright';
import { answerOf } from './captcha.ts';
import { see } from './journey.ts';
import type { TestApp } from './test-app.ts';

/** Drags the slider to where the database says the piece belongs, `off` pixels beside it. */
export async function dragPuzzle(page: Page, test: TestApp, { token, off = 0 }: { token: string; off?: number }) {
  const [place] = await answerOf(test, token);
  const slider = page.locator('.captcha input[type=range]');
  await see(slider).toBeEnabled();
  const { x, y, width, height } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const thumb = 48;
  const to = x + thumb / 2 + (((place?.x ?? 0) + off) / 262) * (width - thumb);
  await page.mouse.move(x + thumb / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(to, y + height / 2 + 3, { steps: 12 });
  await page.mouse.up();
}

/** Presses the button that opens the slider, and solves it. */
export async function pressAndSolve(page: Page, test: TestApp, { button, off = 0 }: { button: string; off?: number }) {
  const challenge = page.waitForResponse(/captcha\/get/);
  await page.getByRole('button', { name: button, exact: true }).click();
  const { repData } = (await (await challenge).json()) as { repData: { token: string } };
  await dragPuzzle(page, test, { token: repData.token, off });
}
