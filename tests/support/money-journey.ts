import type { Locator, Page } from 'playwright';
import { dialog, pressAction, see, shown } from './journey.ts';
import { entityTexts, journeyWords } from './journey-words.ts';
import type { Culture } from './live-app.ts';
import { oneOf } from './night.ts';

/**
 * Who reads what: the member and the staff never read the same language, so that each side of a journey is walked in
 * both once it has been walked twice, which is done in the night; a run of a day takes one of the two, `turn`, and another
 * file the other.
 */
export const roundsOf = (turn: 0 | 1): readonly Round[] => oneOf(rounds, turn);

interface Round {
  readonly member: Culture;
  readonly staff: Culture;
}
const rounds: readonly [Round, Round] = [
  { member: 'zh-CN', staff: 'en-US' },
  { member: 'en-US', staff: 'zh-CN' },
];

export const button = (on: Page | Locator, name: string): Locator => on.getByRole('button', { name, exact: true });
export const headerBalance = (page: Page): Locator => page.locator('.balance-line strong');

/** What the header says, once it says something. */
export async function amountOf(page: Page): Promise<number> {
  await see(headerBalance(page)).toHaveText(/\d/);
  return numberOf(await headerBalance(page).innerText());
}

/** An amount as every screen writes it, and back. */
export const text = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const numberOf = (words: string): number => Number(words.replaceAll(',', ''));

export type Speaking = ReturnType<typeof entityTexts> & {
  /** Of the screens themselves. */
  word: ReturnType<typeof journeyWords>;
  /** Of a field, by which its control is found. */
  label(field: string): RegExp;
  save(page: Page): Promise<void>;
  /** Of a record that another step is meant to follow. */
  saveDraft(page: Page): Promise<void>;
  /** Presses a transition, fills its dialog in, and confirms. */
  run(page: Page, action: string, fill?: (box: Locator) => Promise<void>): Promise<void>;
  isIn(page: Page, status: string): Promise<void>;
};

/** A screen of one entity in one language: its fields, buttons and states as the person reads them. */
export function speaking(culture: Culture, entity: string): Speaking {
  const words = entityTexts(culture, entity);
  const word = journeyWords(culture);
  return {
    ...words,
    word,
    label: (field) => new RegExp(`^${words.fields[field]?.replace('.', '\\.')}`),
    save: (page) => button(page, word('form.save')).click(),
    saveDraft: (page) => button(page, word('form.saveDraft')).click(),
    async run(page, action, fill) {
      const name = words.actions[action] ?? '';
      await pressAction(page, name);
      const box = dialog(page);
      await shown(box);
      await fill?.(box);
      await box.locator('.ant-modal-footer button').last().click();
    },
    isIn: (page, status) => see(page.locator('.page-header')).toContainText(words.states[status] ?? `no ${status}`),
  };
}
