import type { Locator, Page } from 'playwright';
import type { Command, EntityDocument } from '../../engine/core/index.ts';
import { dialog, gone, often, see, shown, tabTo } from './journey.ts';
import { journeyWords } from './journey-words.ts';
import type { Culture, LiveApp, LivePage } from './live-app.ts';

/** Names in both languages, Chinese first. */
export type Both = readonly [zh: string, en: string];

/** How a person works: with the pointer, or with nothing but keys. */
export interface Hands {
  press(what: Locator): Promise<void>;
  type(into: Locator, text: string): Promise<void>;
  /** Takes an option of the browser's own list. */
  choose(list: Locator, option: string): Promise<void>;
}

export const mouse: Hands = {
  press: (what) => what.click(),
  type: (into, text) => into.fill(text),
  choose: async (list, option) => void (await list.selectOption({ label: option })),
};

export const keysOf = (page: Page): Hands => {
  const reach = async (what: Locator) => {
    await shown(what);
    await tabTo(page, what, 400);
  };
  return {
    press: async (what) => {
      await reach(what);
      const isTick = await what.evaluate((node) => node instanceof HTMLInputElement);
      await page.keyboard.press(isTick ? 'Space' : 'Enter');
    },
    type: async (into, text) => {
      await reach(into);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    choose: async (list, option) => {
      await reach(list);
      const count = await list.locator('option').count();
      const chosen = () =>
        list.evaluate((node) => (node instanceof HTMLSelectElement ? node.selectedOptions[0]?.textContent : null));
      await page.keyboard.press('Home');
      for (let at = 0; at < count && (await chosen()) !== option; at++) await page.keyboard.press('ArrowDown');
      await see.poll(chosen, often).toBe(option);
    },
  };
};

/** An entity that lies open in the designer, the words of its screen, and the hands that work on it. */
export interface Desk {
  readonly page: Page;
  readonly hands: Hands;
  readonly word: ReturnType<typeof journeyWords>;
  readonly entity: string;
  /** Goes to a tab of the entity. */
  tab(name: string): Promise<void>;
  button(name: string, within?: Page | Locator): Locator;
  /** The dialog on top, once it has come to rest. */
  asked(): Promise<Locator>;
  /** Fills in the names that a dialog asks for and closes it with its button. */
  named(names: Both, more?: (box: Locator) => Promise<void>): Promise<void>;
  /** What is repeated, through the same commands by the wire; the open page takes it over by itself. */
  also(name: string, commands: readonly Command[]): Promise<void>;
  /** The document as it stands on the server. */
  document(): Promise<EntityDocument>;
  /** Until the header says that everything is with the server. */
  saved(): Promise<void>;
  publish(reason: string, before?: (drawer: Locator) => Promise<void>): Promise<void>;
}

export function deskOf(live: LiveApp, { page }: LivePage, culture: Culture, entity: string, hands: Hands): Desk {
  const word = journeyWords(culture);
  const { person } = live.world.person('north admin');
  const read = async () => (await person.get(`schema/${entity}`)).body.data as Design;
  const button: Desk['button'] = (name, within = page) => within.getByRole('button', { name, exact: true });
  const saved = async () => {
    await shown(page.locator('.designer-saving[data-state=saved]'));
  };
  const asked = async () => {
    const box = dialog(page);
    await shown(box);
    await see(box.locator('.ant-modal')).not.toHaveClass(/-(appear|enter)/);
    return box;
  };
  return {
    page,
    hands,
    word,
    entity,
    button,
    asked,
    saved,
    tab: async (name) => {
      const tab = page.getByRole('tab', { name: word(`designer.tab.${name}`), exact: true });
      if (hands === mouse) await tab.click();
      else await arrowTo(page, tab);
      await see(tab).toHaveAttribute('aria-selected', 'true');
    },
    named: async ([zh, en], more) => {
      const box = await asked();
      const field = (culture: Culture) =>
        box.getByLabel(
          new RegExp(['name', 'label', 'message'].map((kind) => word(`designer.${kind}In.${culture}`)).join('|')),
        );
      await hands.type(field('zh-CN'), zh);
      await hands.type(field('en-US'), en);
      await more?.(box);
      if (hands === mouse) await box.locator('.ant-modal-footer .ant-btn-primary').click();
      else {
        await tabTo(page, field('en-US'));
        await page.keyboard.press('Enter');
      }
      await gone(box);
    },
    also: async (name, commands) => {
      await saved();
      const { draft } = await read();
      const said = await person.post(`schema/${entity}/commands`, { stamp: draft?.stamp ?? 0, name, commands });
      if (said.status !== 200 || !said.body.success) throw new Error(JSON.stringify(said.body));
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await shown(button(word('designer.undoOf', { name })));
    },
    document: async () => {
      const { draft, published, base } = await read();
      const document = draft?.document ?? published ?? base;
      if (!document) throw new Error(`${entity} has no document`);
      return document;
    },
    publish: async (reason, before) => {
      await saved();
      await hands.press(button(word('designer.review')));
      const drawer = page.getByRole('dialog', { name: word('review.title') });
      await shown(drawer.getByRole('textbox', { name: word('review.reason') }));
      await before?.(drawer);
      await hands.type(drawer.getByRole('textbox', { name: word('review.reason') }), reason);
      // What still stands in the way is named here, where a disabled button would only time out.
      const inTheWay = async () => {
        const missing = (await drawer.locator('#review-missing').textContent()) ?? '';
        return missing === '' ? [] : [missing, ...(await drawer.locator('.review-blocker').allTextContents())];
      };
      await see.poll(inTheWay, often).toEqual([]);
      await hands.press(button(word('review.publish'), drawer));
      await gone(drawer);
    },
  };
}

/** Along a row of tabs, of which one takes the Tab key and the arrows do the rest. */
async function arrowTo(page: Page, tab: Locator): Promise<void> {
  await tabTo(page, page.getByRole('tablist').filter({ has: tab }), 400);
  for (let press = 0; press < 12; press++) {
    if (await tab.evaluate((node) => node === document.activeElement)) return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
  }
}

interface Design {
  draft: { stamp: number; document: EntityDocument } | null;
  published: EntityDocument | null;
  base: EntityDocument | null;
}

/** Five thousand claims, as a spreadsheet writes them. */
export const claimFile = (heads: readonly string[], count: number): string =>
  [
    heads.join(','),
    ...Array.from(
      { length: count },
      (_, at) => `Claim ${at + 1},${(at % 900) + 0.5},2026-0${(at % 9) + 1}-15,555-${1000 + at}`,
    ),
  ].join('\n');
