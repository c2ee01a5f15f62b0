// @vitest-environment happy-dom
import i18next from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  compileEntity,
  fieldTypeNames,
  type Entity,
  type FieldMeta,
  type FieldTypeName,
} from '../../../engine/core/index.ts';
import { createFormController, type FormController } from '../../../engine/kit/controllers/form-controller.ts';
import type { DataClient, EntityAnswer } from '../../../engine/kit/data/data-client.ts';
import { entityLabels } from '../../../engine/kit/data/entity-labels.ts';
import { compileForm, plainSections } from '../../../engine/kit/fields/form/compile-form.ts';
import { FieldHostProvider, type FieldHost } from '../../../engine/kit/fields/controls/field-host.tsx';
import { fieldViews } from '../../../engine/kit/fields/field-views.ts';
import { formToolsOf } from '../../../engine/kit/fields/form/form-tools-of.ts';
import { FormView } from '../../../engine/kit/fields/form/form-view.tsx';
import words from '../../../locales/en-US/engine.json' with { type: 'json' };
import errors from '../../../locales/en-US/errors.json' with { type: 'json' };
import { surroundings } from './parts.ts';

/** What each type needs beyond its name. */
const needs: Partial<Record<FieldTypeName, Partial<FieldMeta>>> = {
  choice: { options: ['a', 'b'] },
  choices: { options: ['a', 'b'] },
  reference: { to: 'sheet' },
  references: { to: 'sheet' },
  sequence: { sequence: 'S-{n:4}' },
  computed: { value: 'integer + 1', as: 'integer' },
  rollup: { over: 'lines', count: true },
  lines: { fields: { name: { type: 'text', required: true }, amount: { type: 'decimal', scale: 2 } } },
};
const fields = Object.fromEntries(fieldTypeNames.map((type) => [type, { type, ...needs[type] } as FieldMeta]));

function sheet(over: Record<string, Partial<FieldMeta>> = {}): Entity {
  const merged = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, ...over[name] }]));
  const outcome = compileEntity({
    entity: 'sheet',
    path: 'Sheet',
    title: 'text',
    fields: merged,
    list: { columns: ['text'] },
    access: {},
  });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value;
}

/** A sheet with nothing but its title and its rows. */
function table(): Entity {
  const { text, lines } = fields;
  const meta = { entity: 'sheet', path: 'Sheet', title: 'text', list: { columns: ['text'] }, access: {} };
  const outcome = compileEntity({ ...meta, fields: { text: text as FieldMeta, lines: lines as FieldMeta } });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value;
}

const texts = {
  name: 'Sheet',
  plural: 'Sheets',
  fields: Object.fromEntries(fieldTypeNames.map((type) => [type, `The ${type}`])),
  lines: { lines: { name: 'Name', amount: 'Amount' } },
};

function hostOf(entity: Entity, calls: object = {}, refs?: EntityAnswer['refs']): FieldHost {
  const answer = {
    meta: entity.meta,
    codes: [],
    refs: refs ?? { sheet: { path: 'Sheet', title: 'text', readable: true } },
    texts,
    rights: { readOnly: [] },
  } as EntityAnswer;
  const client = {
    dropDown: async () => [],
    tree: async () => [],
    download: async () => Promise.reject(new Error('none')),
    preview: async () => Promise.reject(new Error('none')),
    ...calls,
  } as unknown as DataClient;
  const actor = { id: 'me', type: 'staff', member: null, org: null, roles: [] };
  return {
    entity,
    words: entityLabels(answer),
    refs: answer.refs,
    client,
    format: { culture: 'en-US', timeZone: 'UTC' },
    facts: () => ({ actor, now: '', today: '' }),
  };
}

const roots: Root[] = [];
async function draw(node: ReactNode): Promise<HTMLElement> {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  await act(async () => root.render(<MemoryRouter>{node}</MemoryRouter>));
  return box;
}

async function drawForm(
  entity: Entity,
  record: Record<string, unknown> = {},
  ...seen: [calls?: object, refs?: EntityAnswer['refs']]
): Promise<{ box: HTMLElement; controller: FormController }> {
  const host = hostOf(entity, ...seen);
  const controller = createFormController(surroundings({ entity, record }).deps);
  const names = new Map(controller.typed.map((field) => [field.name, field]));
  const schema = compileForm(plainSections([...names.keys()]), names);
  const tools = formToolsOf({ id: 'f', host, run: controller });
  const box = await draw(
    <FieldHostProvider host={host}>
      <FormView form={controller.form} schema={schema} tools={tools} issues={[]} />
    </FieldHostProvider>,
  );
  return { box, controller };
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { engine: words, errors } },
    defaultNS: 'engine',
    fallbackNS: ['errors'],
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
});
afterEach(async () => {
  await act(async () => roots.splice(0).forEach((root) => root.unmount()));
  document.body.replaceChildren();
});

describe('a choice from a dictionary without entries', () => {
  const entity = sheet({ choice: { type: 'choice', options: undefined, dictionary: 'colours' } as Partial<FieldMeta> });
  it.each([
    ['never came to this browser', null, words['dictionary.signInAgain']],
    ['is none of those that came', { value: [], expire: null }, words['dictionary.missing']],
  ])('says so where the dictionary %s', async (_, kept, said) => {
    localStorage.removeItem('pro__DICT_TYPE_TREE_DATA');
    if (kept) localStorage.setItem('pro__DICT_TYPE_TREE_DATA', JSON.stringify(kept));
    const { box } = await drawForm(entity);
    const select =
      box.querySelector<HTMLElement>('[role=combobox]#f-choice') ??
      box.querySelector<HTMLElement>('.field-select input');
    await act(async () => void select?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
    expect(document.body.textContent).toContain(said);
    localStorage.removeItem('pro__DICT_TYPE_TREE_DATA');
  });
});

describe('every field type', () => {
  const entity = sheet();
  it.each(fieldTypeNames)('%s is read as text, and as a dash when it is empty', async (type) => {
    const field = entity.byName.get(type);
    if (!field) throw new Error(type);
    const { Read } = fieldViews[type];
    const [sample] = field.type.samples(field.meta).valid;
    const box = await draw(
      <FieldHostProvider host={hostOf(entity)}>
        <div id="full">
          <Read field={field} value={sample} record={{}} />
        </div>
        <div id="empty">
          <Read field={field} value={null} record={{}} />
        </div>
      </FieldHostProvider>,
    );
    expect(box.querySelector('#empty')?.textContent).toContain('empty');
    expect(box.querySelector('#full')?.textContent).not.toContain('empty');
  });

  it('has a control whose label points at it', async () => {
    const { box } = await drawForm(entity);
    const items = [...box.querySelectorAll<HTMLElement>('.form-item')];
    expect(items.map((item) => item.dataset['field'])).toEqual(
      fieldTypeNames.filter((type) => fieldViews[type].Edit !== null),
    );
    for (const item of items) {
      const label = item.querySelector('.form-item-label');
      const control = document.getElementById(`f-${item.dataset['field']}`);
      expect(control, item.dataset['field']).not.toBeNull();
      const pointed =
        label?.getAttribute('for') === control?.id || control?.getAttribute('aria-labelledby') === label?.id;
      expect(pointed, item.dataset['field']).toBe(true);
    }
  });
});

describe('a field in a form', () => {
  it('is said to be required, and its fault is announced and belongs to it', async () => {
    const { box, controller } = await drawForm(sheet({ text: { required: true, maxLength: 3 } }));
    const input = document.getElementById('f-text');
    expect(input?.getAttribute('aria-required')).toBe('true');
    await act(async () => void (await controller.submit()));
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    const fault = document.getElementById(input?.getAttribute('aria-describedby') ?? '');
    expect(fault?.querySelector('[role=alert]')?.textContent).toBe(errors.required);
    await act(async () => controller.patch({ text: 'ok' }));
    expect(box.querySelector('[role=alert]')).toBeNull();
  });

  it('gives way to what it reads when it may not be written', async () => {
    const { box } = await drawForm(sheet({ text: { readOnly: 'boolean == true' } }), {
      boolean: true,
      text: 'fixed text',
    });
    expect(document.getElementById('f-text')).toBeNull();
    expect(box.querySelector('[data-field=text] .form-item-read')?.textContent).toBe('fixed text');
  });
});

describe('a text that holds the code of a record', () => {
  const entity = sheet({ text: { codeOf: 'sheet', pattern: '[a-z]+' } });
  const input = () => document.getElementById('f-text');

  it('is picked by name, and what is stored is the code', async () => {
    const asked: unknown[] = [];
    const dropDown = async (path: string, query: object) => {
      asked.push([path, query]);
      return [{ code: 'fuel', value: 'Fuel surcharge', subtitle: 'fuel' }];
    };
    const { box, controller } = await drawForm(entity, { text: 'area', $text: 'Delivery area' }, { dropDown });
    expect(box.querySelector('[data-field=text] .field-select')?.textContent).toContain('Delivery area');
    await act(async () => void input()?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
    await vi.waitFor(() => expect(document.querySelector('.ant-select-item-option')).not.toBeNull());
    expect(asked[0]).toMatchObject(['Sheet', { from: 'sheet', field: 'text' }]);
    await act(async () => document.querySelector<HTMLElement>('.ant-select-item-option')?.click());
    expect(controller.values()).toMatchObject({ text: 'fuel', $text: 'Fuel surcharge' });
  });

  it('is picked in a row of a sub-table too, where a pasted code is shown by its name', async () => {
    const asked: object[] = [];
    const dropDown = async (_path: string, query: object) => {
      asked.push(query);
      return [{ code: 'fuel', value: 'Fuel surcharge' }];
    };
    const name = { type: 'text', codeOf: 'sheet' } as const;
    const lines = { fields: { name, amount: { type: 'decimal', scale: 2 } } } as Partial<FieldMeta>;
    const { box, controller } = await drawForm(
      sheet({ lines }),
      { lines: [{ name: 'area', $name: 'Delivery area' }] },
      { dropDown },
    );
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => 'fuel\t2\nfuel\t3' },
    });
    await act(async () => void document.getElementById('f-lines-0-name')?.dispatchEvent(event));
    expect(controller.values()['lines']).toEqual([
      { name: 'fuel', amount: 2 },
      { name: 'fuel', amount: 3 },
    ]);
    const shown = () => [...box.querySelectorAll('#f-lines .field-select')].map((each) => each.textContent);
    await vi.waitFor(() => expect(shown()).toEqual(['Fuel surcharge', 'Fuel surcharge']));
    expect(asked[0]).toEqual({ from: 'sheet', field: 'lines.name', searchValue: 'fuel' });
  });

  it('is typed by those who may not read such records', async () => {
    const refs = { sheet: { path: 'Sheet', title: 'text', readable: false } };
    const { box } = await drawForm(entity, { text: 'area' }, {}, refs);
    expect(box.querySelector('[data-field=text] .field-select')).toBeNull();
    expect((input() as HTMLInputElement).value).toBe('area');
  });
});

describe('a sub-table', () => {
  const rows = (controller: FormController) => controller.values()['lines'];
  const paste = async (target: Element | null, text: string) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    await act(async () => void target?.dispatchEvent(event));
  };

  it('takes a block from a spreadsheet into the cells, and adds the rows it needs', async () => {
    const { controller } = await drawForm(table(), { lines: [{ name: 'a' }] });
    await paste(document.getElementById('f-lines-0-name'), 'x\t1.50\ny\t1,200\n');
    expect(rows(controller)).toEqual([
      { name: 'x', amount: 1.5 },
      { name: 'y', amount: 1200 },
    ]);
    expect(document.querySelector('#f-lines tfoot')?.textContent).toContain('1,201.5');
  });

  it('adds a row by Enter in the last one', async () => {
    const { controller } = await drawForm(table(), { lines: [{ name: 'a' }] });
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    await act(async () => void document.getElementById('f-lines-0-name')?.dispatchEvent(enter));
    expect(rows(controller)).toEqual([{ name: 'a' }, {}]);
  });

  it('names row and column of each cell, and shows a fault in its cell', async () => {
    const { controller } = await drawForm(table(), { lines: [{ name: 'a' }, { amount: 1 }] });
    await act(async () => void (await controller.submit()));
    const cell = document.getElementById('f-lines-1-name');
    expect(cell?.getAttribute('aria-label')).toBe('Name, row 2');
    expect(cell?.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById('f-lines-0-name')?.getAttribute('aria-invalid')).toBeNull();
  });

  it('shows twenty rows at a time', async () => {
    const { box } = await drawForm(table(), { lines: Array.from({ length: 45 }, (_, at) => ({ name: `n${at}` })) });
    expect(box.querySelectorAll('#f-lines tbody tr')).toHaveLength(20);
    expect(box.querySelector('.ant-pagination')).not.toBeNull();
  });
});
