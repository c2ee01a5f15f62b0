import type { BrowserContext, Page } from 'playwright';
import type { EntityMeta, FieldMeta } from '../../../engine/core/index.ts';
import { launchBrowser } from '../../support/browser.ts';

/** One kind of input: from the event to the frame that shows what it did, in milliseconds. */
export interface InputLine {
  readonly name: string;
  readonly median: number;
  readonly p95: number;
  readonly most: number;
}

export interface Entrance {
  readonly origin: string;
  readonly token: string;
  /** Posts to the interface as who designs; answers the data. */
  readonly post: (path: string, body: object) => Promise<unknown>;
}

const times = 40;
const limits = { step: 50, key: 16, formKey: 50 };

/** What someone waits for at a large design, a long form and a wide sub-table: all on the built application. */
export async function measureInputs(entrance: Entrance): Promise<InputLine[]> {
  const [nodes, wide, table] = [designOf500(), formOf200(), tableOf20()];
  for (const meta of [nodes, wide, table]) await make(entrance, meta);
  // Frames come as soon as they are drawn: what is measured is the work, not the beat of a screen.
  const browser = await launchBrowser(['--disable-frame-rate-limit', '--disable-gpu-vsync']);
  try {
    const open = async (path: string) =>
      openMeasured(await browser.newContext(contextOf(entrance)), entrance.origin + path);
    const design = await designLines(await open(`/designer/${nodes.entity}?tab=form`));
    const form = await open(`/${wide.path}/new`);
    const typedForm = await type(form, form.getByLabel('Text 0100', { exact: false }).first());
    const lines = await open(`/${table.path}/new`);
    await fillTable(lines);
    const typedCell = await type(lines, lines.locator('[data-row="10"][data-column="column10"] input').first());
    return [
      ...design,
      line('key in a form of 200 fields', typedForm, limits.formKey),
      line('key in a sub-table of 20 x 20', typedCell, limits.formKey),
    ];
  } finally {
    await browser.close();
  }
}

async function designLines(page: Page): Promise<InputLine[]> {
  const grips = page.locator('.canvas-cell > .canvas-grip');
  await grips.nth(60).waitFor();
  const select: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const grip = grips.nth((at * 7) % 60);
    await grip.scrollIntoViewIfNeeded();
    select.push(...(await taken(page, ['pointerdown', 'click'], () => grip.click({ position: { x: 8, y: 8 } }))));
  }
  const drag: number[] = [];
  const drop: number[] = [];
  for (let round = 0; round < times / 8; round += 1) {
    const from = await boxOf(page, grips.nth(8 + round));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let step = 1; step <= 8; step += 1)
      drag.push(...(await taken(page, ['pointermove'], () => page.mouse.move(from.x + step, from.y + step * 24))));
    drop.push(...(await taken(page, ['pointerup'], () => page.mouse.up())));
  }
  const keys: number[] = [];
  const grip = grips.nth(10);
  await grip.click({ position: { x: 8, y: 8 } });
  for (let at = 0; at < times / 2; at += 1)
    keys.push(
      ...(await taken(page, ['keydown'], () => page.keyboard.press(at % 2 ? 'Alt+ArrowUp' : 'Alt+ArrowDown'), 'Arrow')),
    );
  const undo: number[] = [];
  for (let at = 0; at < times / 2; at += 1)
    undo.push(
      ...(await taken(
        page,
        ['keydown'],
        () => page.keyboard.press(at < times / 4 ? 'Control+z' : 'Control+Shift+z'),
        'z',
      )),
    );
  await grip.click({ position: { x: 8, y: 8 } });
  const label = page.locator('.properties input[type=text], .properties input:not([type])').first();
  const typed = await type(page, label);
  return [
    line('select, 500 nodes', select, limits.step),
    line('drag step, 500 nodes', drag, limits.step),
    line('drop, 500 nodes', drop, limits.step),
    line('move by key, 500 nodes', keys, limits.step),
    line('undo and redo, 500 nodes', undo, limits.step),
    line('key in a label, 500 nodes', typed, limits.key),
  ];
}

async function boxOf(page: Page, part: ReturnType<Page['locator']>): Promise<{ x: number; y: number }> {
  await part.scrollIntoViewIfNeeded();
  const box = await part.boundingBox();
  if (!box) throw new Error(`nothing to take hold of at ${page.url()}`);
  return { x: box.x + 8, y: box.y + 8 };
}

/** Keys one after another, each as soon as the one before has been drawn. */
async function type(page: Page, input: ReturnType<Page['locator']>): Promise<number[]> {
  await input.click();
  const keys = 'abcdefghijklmnopqrst'.repeat(times / 20);
  const found: number[] = [];
  for (const key of keys) found.push(...(await taken(page, ['keydown'], () => page.keyboard.press(key))));
  return found;
}

/** How long each of these events of an act took to be seen. */
async function taken(page: Page, kinds: readonly string[], act: () => Promise<unknown>, key = ''): Promise<number[]> {
  await page.evaluate(() => ((window as unknown as Measured).taken = []));
  await act();
  const wait = await page.waitForFunction(
    ([wanted, part]) => {
      const seen = (window as unknown as Measured).taken.filter(
        (one) => wanted.includes(one.kind) && one.key.includes(part),
      );
      return wanted.every((kind) => seen.some((one) => one.kind === kind))
        ? seen.map(({ milliseconds }) => milliseconds)
        : null;
    },
    [kinds, key] as const,
    { polling: 5 },
  );
  return (await wait.jsonValue()) ?? [];
}

interface Measured {
  taken: { kind: string; key: string; milliseconds: number }[];
}

async function openMeasured(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const measured = window as unknown as Measured;
    measured.taken = [];
    const note = (event: Event) => {
      const from = event.timeStamp;
      const { type: kind } = event;
      const key = event instanceof KeyboardEvent ? event.key : '';
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => measured.taken.push({ kind, key, milliseconds: performance.now() - from });
        port2.postMessage(null);
      });
    };
    for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'click', 'keydown'])
      addEventListener(kind, note, true);
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  return page;
}

const contextOf = ({ origin, token }: Entrance) => ({
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce' as const,
  storageState: {
    cookies: [],
    origins: [
      {
        origin,
        localStorage: Object.entries({ CULTURE: 'en-US', 'Access-Token': token }).map(([name, value]) => ({
          name: `pro__${name}`,
          value: JSON.stringify({ value, expire: null }),
        })),
      },
    ],
  },
});

function line(name: string, values: readonly number[], most: number): InputLine {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity;
  return { name, median: at(0.5), p95: at(0.95), most };
}

/** Makes an entity of the tenant's own and puts it to use. */
async function make({ post }: Entrance, meta: EntityMeta): Promise<void> {
  const name = meta.entity;
  await post('schema/create', {
    document: { meta, texts: { 'en-US': textsOf(meta), 'zh-CN': { name, plural: name } } },
  });
  await post(`schema/${name}/publish`, { stamp: 1, reason: 'bench', acceptProblems: true });
}

const textsOf = ({ entity, fields }: EntityMeta) => ({
  name: entity,
  plural: entity,
  fields: Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      name.replace(/^(.)(\D*)/, (_, head: string, rest: string) => `${head.toUpperCase()}${rest} `),
    ]),
  ),
});

const mixed: readonly FieldMeta[] = [
  { type: 'text', maxLength: 60 },
  { type: 'decimal', scale: 2 },
  { type: 'integer', min: 0 },
  { type: 'date' },
  { type: 'choice', options: ['low', 'middle', 'high'] },
  { type: 'boolean' },
];
const numbered = (name: string, at: number): string => `${name}${String(at).padStart(4, '0')}`;
const many = (name: string, count: number, meta: (at: number) => FieldMeta): Record<string, FieldMeta> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [numbered(name, at), meta(at)]));

function entityOf(entity: string, path: string, fields: Record<string, FieldMeta>, columns: number): EntityMeta {
  const names = Object.keys(fields);
  const rows = Array.from({ length: Math.ceil(names.length / columns) }, (_, row) =>
    names.slice(row * columns, (row + 1) * columns),
  );
  const sections = Array.from({ length: Math.ceil(rows.length / 10) }, (_, at) => [
    `part${at}`,
    rows.slice(at * 10, at * 10 + 10),
  ]);
  return {
    entity,
    path,
    title: names[0] ?? '',
    fields,
    validations: names
      .slice(1, 21)
      .map((name, at) => ({ code: numbered('rule', at), when: `${name} == null && ${names[0]} == 'x'`, at: name })),
    list: { columns: names.slice(0, 5) },
    form: Object.fromEntries(sections) as EntityMeta['form'],
    access: {},
  } as EntityMeta;
}

/** 185 fields and 15 sub-tables of 21 columns: 500 places that may be said something of, as many as a tenant may have. */
const designOf500 = (): EntityMeta =>
  entityOf(
    'bench-nodes',
    'BenchNodes',
    {
      ...many('text', 185, (at) => mixed[at % mixed.length] ?? { type: 'text' }),
      ...many('table', 15, () => ({
        type: 'lines',
        fields: many('column', 21, (at) => mixed[at % mixed.length] ?? { type: 'text' }),
      })),
    },
    2,
  );

const formOf200 = (): EntityMeta =>
  entityOf(
    'bench-wide',
    'BenchWide',
    many('text', 200, (at) => (at % 2 === 0 ? { type: 'text', maxLength: 60 } : conditional(at))),
    2,
  );

/** Every tenth of these is seen or asked for by what another says. */
const conditional = (at: number): FieldMeta => ({
  ...(mixed[at % mixed.length] ?? { type: 'text' }),
  ...(at % 20 === 5 ? { visible: `text0000 != 'hide'` } : at % 20 === 15 ? { required: `text0000 == 'ask'` } : {}),
});

const tableOf20 = (): EntityMeta =>
  entityOf(
    'bench-table',
    'BenchTable',
    {
      label: { type: 'text', maxLength: 40 },
      rows: {
        type: 'lines',
        fields: Object.fromEntries(
          Array.from({ length: 20 }, (_, at) => [`column${at}`, { type: 'text', maxLength: 40 }]),
        ),
      },
    },
    1,
  );

/** Twenty rows of twenty cells, as they come from a spreadsheet. */
async function fillTable(page: Page): Promise<void> {
  await page.locator('.lines-add').click();
  const first = page.locator('[data-row="0"][data-column="column0"] input').first();
  await first.waitFor();
  const text = Array.from({ length: 20 }, (_, row) =>
    Array.from({ length: 20 }, (__, column) => `cell ${row} ${column}`).join('\t'),
  ).join('\n');
  await first.evaluate((input, block) => {
    const data = new DataTransfer();
    data.setData('text/plain', block);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await page.locator('[data-row="19"][data-column="column19"] input').first().waitFor();
}
