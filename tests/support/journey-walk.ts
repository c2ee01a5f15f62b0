import { stripVTControlCharacters } from 'node:util';
import type { Locator, Page } from 'playwright';
import type { EntityAnswer } from '../../engine/kit/data/data-client.ts';
import { axe } from './browser.ts';
import { gone, often, see, shown } from './journey.ts';
import { editNothing, keepView, lookAtPaper, lookOnPhone, walkByKeys } from './journey-rows.ts';
import { journeyWords } from './journey-words.ts';
import type { Culture, LivePage } from './live-app.ts';
import type { Principal } from './world.ts';

/** A way through all screens of one entity, as a person goes who looks at everything and changes nothing. */
export interface Walk {
  live: LivePage;
  culture: Culture;
  /** Whether it also searches, sorts, goes by keys, keeps views, prints ...: what is the same in any language. */
  whole: boolean;
  /** Whether it opens the dialogs of actions. */
  dialogs: boolean;
  /** The shapes of list met so far; what is the same for any columns is gone through once for each. */
  shapes: Set<string>;
}

type Row = { id: string; _can?: string[] } & Record<string, unknown>;

/**
 * The entities to walk: staff take all of a tenant's, the platform what it alone has or alone adds to, members what
 * their menu names.
 */
export async function walkedEntities(walk: Walk, staff: Principal): Promise<{ entity: string; path: string }[]> {
  const { home, member } = walk.live.person;
  const readable = await ask<{ entity: string; path: string }[]>(walk, 'meta');
  if (home === 'platform') {
    const adds = async (person: Principal, path: string) => {
      const { status, body } = await person.person.get(`meta/${path}`);
      return status === 200 && body.success ? (body.data as EntityAnswer).codes.includes('add') : null;
    };
    const own = await Promise.all(
      readable.map(async ({ path }) => {
        const theirs = await adds(staff, path);
        return theirs === null || (!theirs && (await adds(walk.live.person, path)) === true);
      }),
    );
    return readable.filter((_, index) => own[index]);
  }
  if (member === null) return readable;
  const { menus } = await ask<{ menus: { path: string }[] }>(walk, 'getLoginUser');
  const named = new Set(menus.map(({ path }) => path));
  return readable.filter(({ path }) => named.has(`/${path}`));
}

/** What the walk met that should not be: a step that failed, an error of the console, a finding of axe. */
export function walkEntity(walk: Walk, path: string): Promise<string[]> {
  const { page } = walk.live;
  return steps(walk, path, async (list, note, troubles) => {
    const { answer, rows } = list;
    const examine = async (where: string) => {
      // A word of success that fades away has less contrast with every frame.
      await gone(page.locator('.ant-message-notice'));
      // The frame around it is the same on every screen: it is looked at with the screens of one step.
      const part = where === 'the detail' ? undefined : 'main';
      // What lies half under the bar at the foot of a form is scrolled to before it is pressed.
      const unfolded = await page.addStyleTag({ content: '.save-bar { position: static !important; }' });
      for (const { rule, at, help } of await axe(page, part))
        troubles.push(`axe on ${where}: ${rule} at ${at[0]}: ${help}`);
      await unfolded.evaluate((tag) => (tag as Element).remove());
    };
    await note('opening the list by the menu', () => openByMenu(list));
    await examine('the list');
    if (rows.length > 0) {
      if (walk.whole) {
        await note('searching', () => search(list));
        await note('opening a filter', () => openFilter(list));
        await note('sorting', () => sort(list));
        if (isNew(walk, answer)) {
          await note('keeping a view', () => keepView(list, `Walk ${walk.culture}`));
          await note('density', () => density(list));
        }
        await note('walking the rows by keys', () => walkByKeys(list));
        await note('an editor in a cell', async () => void (await editNothing(list)));
        await note('print', () => lookAtPaper(list));
        await note('the list on a phone', () => lookOnPhone(list));
      }
      const actions = walk.dialogs ? askedActions(answer) : [];
      for (const action of actions) await note(`the dialog of ${action}`, () => openDialog(list, action));
    }
    const first = rows.length > 0 ? await rowLinks(page).first().getAttribute('href') : null;
    const edits = first !== null && (await offersEdit(walk, path, first));
    if (answer.codes.includes('add')) {
      await note('opening the add form', () => openAdd(list));
      // The same form as the one that edits, where that will be looked at.
      if (!edits) await examine('the add form');
      // Back to the list, where the way from it to a record is walked too: no list is drawn just to be left.
      if (walk.whole) await note('leaving the add form', () => leaveForm(list));
    }
    if (first !== null) {
      await note('opening the first record', () => openFirst(list, walk.whole ? null : first));
      await examine('the detail');
      await note('the history', () => readHistory(list));
      if ((await canEdit(list)) !== edits)
        throw new Error(`the server says ${edits ? 'edit' : 'no edit'}, the page not`);
      if (edits) {
        await note('opening the edit form', () => openEdit(list));
        await examine('the edit form');
      }
    }
  });
}

/**
 * The same screens, each drawn once and left: what another entity of the same shape is gone through for in full. Errors of
 * the console count, and a list, a record and a form that do not appear.
 */
export function glanceAtEntity(walk: Walk, path: string): Promise<string[]> {
  return steps(walk, path, async (list, note) => {
    await note('opening the list', () => openByMenu(list, false));
    const first = list.rows.length > 0 ? await rowLinks(list.page).first().getAttribute('href') : null;
    const edits = first !== null && (await offersEdit(walk, path, first));
    if (first !== null) await note('opening the first record', () => openFirst(list, first));
    if (edits) await note('opening the edit form', () => openEdit(list));
    else if (list.answer.codes.includes('add')) await note('opening the add form', () => openAdd(list));
  });
}

type Note = (step: string, work: () => Promise<void>) => Promise<void>;

/** Goes through the steps of a walk, and says at which of them it stopped. */
async function steps(
  walk: Walk,
  path: string,
  take: (list: At, note: Note, troubles: string[]) => Promise<void>,
): Promise<string[]> {
  const { page, errors } = walk.live;
  const troubles: string[] = [];
  const from = errors.length;
  let step = 'meta';
  const note: Note = async (name, work) => {
    step = name;
    await work();
  };
  try {
    const answer = await ask<EntityAnswer>(walk, `meta/${path}`, { culture: walk.culture });
    const rows = (await ask<{ rows: Row[] }>(walk, `${path}/page`, { pageNo: '1', pageSize: '50' })).rows;
    await take({ page, words: journeyWords(walk.culture), answer, rows, path }, note, troubles);
  } catch (error) {
    troubles.push(`${step}: ${plain(error)}`);
    await startAgain(page);
  }
  return [...troubles, ...errors.slice(from).map((error) => `console: ${error}`)];
}

/** Whether the list is the first of its shape: what it can do, whatever its columns are. */
function isNew({ shapes }: Walk, { meta, codes }: EntityAnswer): boolean {
  const shape = [
    ...Object.keys(meta.list),
    ...(meta.tree ? ['tree'] : []),
    ...(codes.includes('edit') ? ['edit'] : []),
  ];
  const { size } = shapes;
  return shapes.add(shape.sort().join(' ')).size > size;
}

/** After a step that failed the next entity is looked at as it is, not from where this one was left. */
async function startAgain(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(new URL('/welcome', page.url()).href);
}

const plain = (error: unknown) =>
  stripVTControlCharacters(String(error instanceof Error ? error.message : error))
    .replace(/\s+/g, ' ')
    .slice(0, 400);

/** Asks the server beside the screens, as the same person. */
export async function ask<T>({ live }: Pick<Walk, 'live'>, path: string, query: Record<string, string> = {}) {
  const { status, body } = await live.person.person.get(path, query);
  if (status !== 200 || !body.success) throw new Error(`${path}: ${status} ${body.message}`);
  return body.data as T;
}

interface At {
  page: Page;
  words: ReturnType<typeof journeyWords>;
  answer: EntityAnswer;
  rows: Row[];
  path: string;
}

/** The link of the menu, in whichever group it stands; a page of another application, or of no menu, is opened by its address. */
async function openByMenu({ page, path, rows, answer }: At, searched = true): Promise<void> {
  const menu = page.locator('.frame-side nav');
  await shown(menu.getByRole('link').first());
  const link = menu.locator(`a[href="/${path}"]`);
  if (searched && (await reveal(menu, link))) await link.click();
  else await openByAddress(page, path);
  await shown(page.getByRole('heading', { level: 1, name: answer.texts.plural, exact: true }));
  // What stands as a tree is walked as a table.
  if (answer.meta.tree) await page.locator('.tree-switch button').last().click();
  await settled(page);
  if (rows.length > 0) await shown(rowLinks(page).first());
  else await shown(page.locator('.list-cover'));
}

async function reveal(menu: Locator, link: Locator): Promise<boolean> {
  const shut = menu.locator('button[aria-expanded="false"]');
  while (!(await link.isVisible()) && (await shut.count()) > 0) await shut.first().click();
  return link.isVisible();
}

/** As a link inside the page would: another application's menu comes along. */
async function openByAddress(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/${path}`);
}

/** Until the newest question has its answer. */
export async function settled(page: Page): Promise<void> {
  await shown(page.locator('.list-body[data-phase="ready"]'));
}

export const rowLinks = (page: Page): Locator => page.locator('.ag-row a');

async function search({ page, words, answer, rows }: At): Promise<void> {
  if (!answer.meta.list.search?.length) return;
  const text = rows.flatMap((row) => answer.meta.list.search?.map((name) => row[name]) ?? []).find(isText) ?? '';
  const box = page.getByRole('searchbox', { name: words('list.search') });
  await box.fill(text);
  await box.press('Enter');
  await page.waitForURL(/[?&](search|q|searchValue)=/);
  await settled(page);
  if (text) await shown(rowLinks(page).first());
  await page
    .getByRole('button', { name: words('list.clear'), exact: true })
    .first()
    .click();
  await see(box).toHaveValue('');
  await settled(page);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim().length > 1;

async function openFilter({ page, words, answer }: At): Promise<void> {
  const bar = page.getByRole('search', { name: words('list.filters', { name: answer.texts.plural }) });
  const chip = bar.locator('.chip-body').first();
  if ((await chip.count()) === 0) return;
  await chip.click();
  await shown(page.locator('form.filter-editor'));
  await page.keyboard.press('Escape');
  await gone(page.locator('form.filter-editor'));
}

/** Up, down, and back to how the list stood. */
async function sort({ page }: At): Promise<void> {
  const column = page.locator('.ag-header-cell[aria-sort="none"]').filter({ has: page.locator('button.column-head') });
  const id = await column.evaluateAll(([first]) => first?.getAttribute('col-id'));
  if (id == null) return;
  const head = page.locator(`.ag-header-cell[col-id="${id}"]`);
  for (const order of ['ascending', 'descending', 'none']) {
    await head.locator('button.column-head').click();
    await see(head).toHaveAttribute('aria-sort', order);
    await settled(page);
  }
  await page.waitForURL((url) => !url.searchParams.has('sort'));
}

async function density({ page, words }: At): Promise<void> {
  await page.getByRole('button', { name: words('list.display'), exact: true }).click();
  const panel = page.getByRole('dialog', { name: words('list.display') });
  const height = () =>
    page
      .locator('.ag-row')
      .first()
      .evaluate((row) => row.clientHeight);
  const option = (name: string) => panel.getByText(words(`list.density.${name}`), { exact: true });
  await option('compact').click();
  const compact = await stable(height);
  await option('comfortable').click();
  await see.poll(height, often).toBeGreaterThan(compact);
  await option('middle').click();
  await see.poll(height, often).toBeGreaterThan(compact);
  await page.keyboard.press('Escape');
  if (await panel.isVisible()) await page.getByRole('button', { name: words('list.display'), exact: true }).click();
  await gone(panel);
}

/** A measure that two looks agree on. */
async function stable(measure: () => Promise<number>): Promise<number> {
  let before = -1;
  await see
    .poll(async () => {
      const now = await measure();
      const same = now === before;
      before = now;
      return same;
    }, often)
    .toBe(true);
  return before;
}

/** Actions that ask something before they act; the others would change the record. */
function askedActions({ meta, codes }: EntityAnswer): string[] {
  const actions = Object.entries({ ...meta.workflow?.transitions, ...meta.actions });
  const asked = actions.filter(
    ([, action]) => action.confirm || action.form?.length || Object.keys(action.input ?? {}).length,
  );
  return [...asked.map(([name]) => name), ...(codes.includes('delete') ? ['delete'] : [])];
}

async function openDialog({ page, words, answer, rows }: At, action: string): Promise<void> {
  const record = rows.find((row) => row._can?.includes(action));
  if (!record) return;
  const cell = page.locator(`.ag-row[row-id="${record.id}"]`);
  if ((await cell.count()) === 0) return;
  await cell.locator('button[aria-haspopup="menu"]').click();
  const name = answer.texts.actions?.[action] ?? words(`action.${action}`);
  await page.getByRole('menuitem', { name, exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  await shown(dialog.locator('.ant-modal-footer button').first());
  // One that is still growing may take no click on a busy machine.
  await see(dialog).not.toHaveClass(/-(appear|enter)/);
  await dialog.getByRole('button', { name: words('ui.cancel'), exact: true }).click();
  await gone(dialog);
}

/** Whether a record may be edited, as the server has it: of a log it may be newer than the rows. */
async function offersEdit(walk: Walk, path: string, href: string): Promise<boolean> {
  const id = href.split('/').at(-1) ?? '';
  return (await ask<Row>(walk, `${path}/detail`, { id }))._can?.includes('edit') === true;
}

/** By the link of the row that stands first, or by an address. */
async function openFirst({ page, path }: At, address: string | null): Promise<void> {
  const link = rowLinks(page).first();
  const to = address ?? (await link.getAttribute('href')) ?? '';
  if (!to.startsWith(`/${path}/`)) throw new Error(`a row of ${path} leads to ${to}`);
  if (address === null) await link.click();
  else await openByAddress(page, address.slice(1));
  await page.waitForURL(new RegExp(`${to}$`, 'i'));
  await shown(page.locator('.detail-screen h1'));
  await shown(page.locator('.detail-screen .detail-tabs'));
}

async function readHistory({ page, words }: At): Promise<void> {
  await page.getByRole('tab', { name: words('detail.history'), exact: true }).click();
  await shown(page.locator('.history').first());
}

async function canEdit({ page, words }: At): Promise<boolean> {
  return page.getByRole('button', { name: words('action.edit'), exact: true }).isVisible();
}

async function openEdit({ page, words }: At): Promise<void> {
  await page.getByRole('button', { name: words('action.edit'), exact: true }).click();
  await shown(page.locator('form.form-body'));
  await shown(page.getByRole('button', { name: new RegExp(`^(${words('form.save')}|${words('form.saveDraft')})$`) }));
}

async function openAdd({ page, words, answer, path }: At): Promise<void> {
  const link = page.locator(`.frame-side nav a[href="/${path}"]`);
  if (await link.isVisible()) await link.click();
  else await openByAddress(page, path);
  await page
    .getByRole('button', { name: words('list.new', { name: answer.texts.name }), exact: true })
    .first()
    .click();
  await page.waitForURL(new RegExp(`/${path}/new$`, 'i'));
  await shown(page.locator('form.form-body'));
}

async function leaveForm({ page, words }: At): Promise<void> {
  await page.getByRole('button', { name: words('form.cancel'), exact: true }).click();
  await settled(page);
}
