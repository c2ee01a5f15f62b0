import type { Locator, Page } from 'playwright';
import type { Entity, Field } from '../../engine/core/index.ts';
import { detailOf, dialog, gone, see, shown } from './journey.ts';
import { sentence } from './journey-words.ts';
import type { Culture } from './live-app.ts';
import { speaking, type Speaking } from './money-journey.ts';

/** What is typed into a field: text, an option by its code or its words, a tick, a file, or rows of a table. */
export type Typed = string | true | { readonly name: string; readonly bytes: Buffer } | Rows;

type Rows = readonly Readonly<Record<string, string>>[];
const isRows = (value: Typed): value is Rows => Array.isArray(value);

/** Where a person works: the page, the address of their tenant, the language, and the entities as they are declared. */
export interface Place {
  readonly page: Page;
  readonly origin: string;
  readonly culture: Culture;
  readonly entities: ReadonlyMap<string, Entity>;
}

/** Fills in generated forms and presses actions of generated screens as a person does. */
export class FormHands {
  constructor(readonly place: Place) {}

  get page(): Page {
    return this.place.page;
  }

  words(entity: string): Speaking {
    return speaking(this.place.culture, entity);
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.place.origin + path);
  }

  /** Adds a record by its form, and waits for its page. */
  async add(name: string, values: Readonly<Record<string, Typed>>, title: string | RegExp): Promise<void> {
    const { page } = this;
    const entity = this.entity(name);
    await this.go(`/${entity.path}/new`);
    const form = page.locator('form.form-body');
    await shown(form);
    await this.fill(name, form, values);
    const { word } = this.words(name);
    const saved = [word('form.save'), word('form.saveDraft')].map((text) =>
      page.getByRole('button', { name: text, exact: true }),
    );
    const [one, other] = saved as [Locator, Locator];
    await one.or(other).first().click();
    await detailOf(page, title);
  }

  /** Fills in the fields in the order of the values. */
  async fill(name: string, form: Locator, values: Readonly<Record<string, Typed>>): Promise<void> {
    const entity = this.entity(name);
    for (const [key, value] of Object.entries(values)) {
      const field = entity.fields.find((each) => each.name === key);
      if (!field) throw new Error(`${name} has no ${key}`);
      const item = form.locator(`.form-item[data-field="${key}"]`);
      await this.bringToSight(item);
      if (isRows(value)) await this.rows(name, field, value);
      else await this.put(name, field, { item, value });
    }
  }

  /** Presses an action on the page of a record, answers its dialog if it has one, and waits for the state it leads to. */
  async act(name: string, action: string, answers: Readonly<Record<string, Typed>> = {}): Promise<void> {
    const { page } = this;
    const words = this.words(name);
    const to = this.entity(name).meta.workflow?.transitions[action]?.to ?? 'no state';
    const named = [words.actions[action], words.buttons?.[action]].filter((text) => text !== undefined);
    const buttons = named.map((text) =>
      page.locator('.page-header').getByRole('button', { name: new RegExp(`^${sentence(text).source}$`) }),
    );
    await buttons
      .reduce((all, each) => all.or(each))
      .first()
      .click();
    const reached = page.locator('.page-header').getByText(words.states[to] ?? 'no words', { exact: true });
    const box = dialog(page);
    await shown(box.or(reached).first());
    if (await box.isVisible()) {
      await this.fill(name, box, answers);
      await box.locator('.ant-modal-footer button').last().click();
      await gone(box);
    }
    await words.isIn(page, to);
  }

  private entity(name: string): Entity {
    const entity = this.place.entities.get(name);
    if (!entity) throw new Error(`no entity ${name}`);
    return entity;
  }

  /** A field may be on a tab of its form that is not open. */
  private async bringToSight(item: Locator): Promise<void> {
    await item.waitFor({ state: 'attached' }).catch(() => undefined);
    const tabs = this.page.locator('form.form-body').getByRole('tab');
    for (let at = 0; at < (await tabs.count()) && !(await item.isVisible()); at += 1) await tabs.nth(at).click();
    await shown(item);
  }

  private async put(
    name: string,
    { name: key, meta }: Field,
    { item, value }: { item: Locator; value: Exclude<Typed, Rows> },
  ): Promise<void> {
    if (value === true) return item.getByRole('checkbox').or(item.getByRole('switch')).first().click();
    if (typeof value === 'object') {
      const chooser = this.page.waitForEvent('filechooser');
      await item.getByRole('button').first().click();
      await (await chooser).setFiles({ name: value.name, mimeType: 'application/pdf', buffer: value.bytes });
      await see(item).toContainText(value.name);
      return gone(item.getByRole('progressbar'));
    }
    const word = this.words(name).options?.[key]?.[value] ?? value;
    const radio = item.locator('.field-radios').getByText(word, { exact: true });
    const select = item.locator('.ant-select').first();
    if ((await radio.count()) > 0) return radio.click();
    if ((await select.count()) > 0) return this.choose(select, meta.type === 'country' ? null : word, value);
    const box = item.locator('input, textarea').first();
    await box.fill(value);
    // Enter takes what was typed, and closes the calendar.
    if (meta.type === 'date') await box.press('Enter');
  }

  /** Takes an option of a picker by its words, or the first one found for what is typed. */
  private async choose(select: Locator, word: string | null, typed = word): Promise<void> {
    await select.click();
    const search = select.locator('input').first();
    if (await search.isEditable()) await search.fill(typed ?? '');
    const open = this.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
    const options = open.locator('.ant-select-item-option');
    await (word === null ? options : options.filter({ hasText: word })).first().click();
    // A picker of many stays open.
    if (await open.first().isVisible()) await search.press('Tab');
  }

  private async rows(name: string, field: Field, rows: Rows): Promise<void> {
    const words = this.words(name);
    for (const [at, row] of rows.entries()) {
      const add = words.word('lines.addTo', { field: words.fields[field.name] ?? 'no words' });
      await this.page.getByRole('button', { name: add }).click();
      for (const [column, value] of Object.entries(row)) {
        const label = words.word('lines.cell', {
          column: words.lines?.[field.name]?.[column] ?? 'no words',
          row: at + 1,
        });
        const text = this.page.getByRole('textbox', { name: label });
        const choice = this.page.getByRole('combobox', { name: label });
        await shown(text.or(choice).first());
        if ((await text.count()) > 0) await text.fill(value);
        else {
          const word = words.options?.[column]?.[value] ?? value;
          await this.choose(this.page.locator('.ant-select').filter({ has: choice }).first(), word);
        }
      }
    }
  }
}
