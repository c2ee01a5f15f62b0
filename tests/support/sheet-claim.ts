import type { Page } from 'playwright';
import { keysOf } from './designer-desk.ts';
import { gone, pasteHere, see, shown } from './journey.ts';
import { journeyWords } from './journey-words.ts';
import type { Culture } from './live-app.ts';

/** An insurance claim from a pasted sheet, with nothing but keys; each step begins where the one before ended. */
export class SheetClaim {
  private readonly word: ReturnType<typeof journeyWords>;
  private readonly keys: ReturnType<typeof keysOf>;

  constructor(
    private readonly page: Page,
    culture: Culture,
  ) {
    this.word = journeyWords(culture);
    this.keys = keysOf(page);
  }

  /** Finds the designer by the palette, begins with a sheet, and pastes claims of two customers; the amount of one cannot be read. */
  async paste(one: string, two: string): Promise<void> {
    const { page, word } = this;
    const claim = (at: number) =>
      [
        ...[`Claim ${at}`, at % 2 ? one : two, `$${at},000.50`, at % 3 ? 'lost' : 'late'],
        ...[`03/0${(at % 9) + 1}/2026`, 'yes', '=1+1'],
      ].join('\t');
    const text = [
      'Claim\tCustomer\tAmount\tCause\tHappened on\tHas photos\t',
      ...[1, 2, 3, 4, 5, 6, 7].map(claim),
      `Claim 8\t${one}\tmuch\tlost\t03/08/2026\tno\tx`,
      ...Array.from({ length: 20 }, (_, at) => claim(at + 9)),
    ].join('\n');
    await shown(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('ControlOrMeta+k');
    await see(page.getByRole('combobox', { name: word('shell.palette.title') })).toBeFocused();
    await page.keyboard.type('Form designer');
    await see(page.locator('.palette [aria-selected=true]')).toContainText('Form designer');
    await page.keyboard.press('Enter');
    await page.waitForURL(/designer/);
    await this.keys.press(page.getByRole('link', { name: word('sheet.start') }));
    await see(page.locator('#sheet-text')).toBeFocused();
    await pasteHere(page, text);
    // What is guessed is shown; what only the author knows is asked.
    const types = {
      Customer: 'reference',
      Amount: 'money',
      Cause: 'choice',
      'Has photos': 'boolean',
      'Column 7': 'text',
    };
    for (const [name, type] of Object.entries(types))
      await see(page.getByLabel(word('sheet.typeOf', { name }), { exact: true })).toHaveValue(type);
  }

  /** Which part of a date is the day cannot be guessed, so it is asked before anything is made. */
  async nameIt(): Promise<void> {
    const { page, word, keys } = this;
    await keys.type(page.getByLabel(word('sheet.name')), 'Insurance claim');
    await keys.press(this.button('sheet.make'));
    await see(page.locator('p.panel-trouble')).toContainText('Happened on');
    await keys.choose(page.getByLabel(word('sheet.orderOf', { name: 'Happened on' })), word('sheet.dayFirst'));
  }

  async make(): Promise<void> {
    const { page, word, keys } = this;
    await keys.press(this.button('sheet.make'));
    await page.waitForURL(/designer\/insurance-claim/);
    await shown(page.getByText(word('sheet.waiting_other', { count: 28 })));
  }

  /** The other language is a to-do with what fills it in; no problem has to be signed for. */
  async publish(): Promise<void> {
    const { page, word, keys } = this;
    await keys.press(this.button('designer.review'));
    const drawer = page.getByRole('dialog', { name: word('review.title') });
    await shown(drawer.getByText(word('review.plan.tables_one', { count: 1 })));
    await keys.press(drawer.getByRole('button', { name: /from the other language/ }));
    await gone(drawer.locator('.review-blocker'));
    await keys.type(drawer.getByRole('textbox', { name: word('review.reason') }), 'A first list');
    await keys.press(drawer.getByRole('button', { name: word('review.publish'), exact: true }));
    await gone(drawer);
  }

  /** One row is refused with its reason, and corrected in place. */
  async mendRow(): Promise<void> {
    const { page, word, keys } = this;
    const rows = page.locator('.waiting-rows');
    await rows.and(page.locator('[data-state=refused]')).waitFor({ timeout: 90_000 });
    await see(rows).toContainText('27 added, 1 row was refused');
    await keys.type(page.getByLabel(word('sheet.cell', { name: 'Amount', count: 1 }), { exact: true }), '8');
    await keys.press(this.button('sheet.again'));
    await rows.and(page.locator('[data-state=done]')).waitFor({ timeout: 90_000 });
  }

  /** From its own list back to the designer, at the list. */
  async changeFromList(): Promise<void> {
    const { page, word, keys } = this;
    await keys.press(page.getByRole('link', { name: word('sheet.list') }));
    await keys.press(page.getByRole('button', { name: word('design.change') }));
    await page.waitForURL(/designer\/insurance-claim\?tab=list/);
  }

  private button(name: string) {
    return this.page.getByRole('button', { name: this.word(name), exact: true });
  }
}
