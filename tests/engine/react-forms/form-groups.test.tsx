// @vitest-environment happy-dom
import i18next from 'i18next';
import { act, useMemo } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { useStore } from 'zustand';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { compileEntity, type Entity, type SectionLayout } from '../../../engine/core/index.ts';
import { createFormController, type FormController } from '../../../engine/kit/controllers/form-controller.ts';
import type { DataClient, EntityAnswer } from '../../../engine/kit/data/data-client.ts';
import { entityLabels } from '../../../engine/kit/data/entity-labels.ts';
import { compileForm } from '../../../engine/kit/fields/form/compile-form.ts';
import { ErrorSummary } from '../../../engine/kit/fields/form/error-summary.tsx';
import { FieldHostProvider, type FieldHost } from '../../../engine/kit/fields/controls/field-host.tsx';
import type { FormTools } from '../../../engine/kit/fields/controls/form-tools.tsx';
import { formToolsOf } from '../../../engine/kit/fields/form/form-tools-of.ts';
import { FormView } from '../../../engine/kit/fields/form/form-view.tsx';
import words from '../../../locales/en-US/engine.json' with { type: 'json' };
import errors from '../../../locales/en-US/errors.json' with { type: 'json' };
import { surroundings } from './parts.ts';

const sections = { basic: [['first']], more: [['second']], notes: [['third']] };

function entityOf(kind: SectionLayout): Entity {
  const outcome = compileEntity({
    entity: 'sheet',
    path: 'Sheet',
    title: 'first',
    fields: {
      first: { type: 'text' },
      second: { type: 'text', required: true },
      third: { type: 'text', required: true },
    },
    list: { columns: ['first'] },
    form: sections,
    formLayout: { more: kind, notes: kind },
    access: {},
  });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value;
}

function hostOf(entity: Entity): FieldHost {
  const texts = {
    name: 'Sheet',
    plural: 'Sheets',
    fields: { first: 'First', second: 'Second', third: 'Third' },
    sections: { basic: 'Basics', more: 'More', notes: 'Notes' },
  };
  const answer = { meta: entity.meta, codes: [], refs: {}, texts, rights: { readOnly: [] } } as unknown as EntityAnswer;
  const actor = { id: 'me', type: 'staff', member: null, org: null, roles: [] };
  return {
    entity,
    words: entityLabels(answer),
    refs: answer.refs,
    client: {} as DataClient,
    format: { culture: 'en-US', timeZone: 'UTC' },
    facts: () => ({ actor, now: '', today: '' }),
  };
}

function Sheet({ host, controller, tools }: { host: FieldHost; controller: FormController; tools: FormTools }) {
  const { issues, attempts } = useStore(controller.store);
  const { form, formLayout } = host.entity.meta;
  const schema = useMemo(() => compileForm(form ?? {}, host.entity.byName, formLayout), [host, form, formLayout]);
  return (
    <FieldHostProvider host={host}>
      <ErrorSummary issues={issues} tools={tools} attempts={attempts} />
      <FormView form={controller.form} schema={schema} tools={tools} issues={issues} />
    </FieldHostProvider>
  );
}

const roots: Root[] = [];
async function draw(kind: SectionLayout) {
  const entity = entityOf(kind);
  const host = hostOf(entity);
  const controller = createFormController(surroundings({ entity, record: {} }).deps);
  const tools = formToolsOf({ id: 'f', host, run: controller });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  const schema = <Sheet host={host} controller={controller} tools={tools} />;
  await act(async () => root.render(<MemoryRouter>{schema}</MemoryRouter>));
  await act(async () => void (await import('../../../engine/kit/fields/form/form-group.tsx')));
  await vi.waitFor(() => expect(box.querySelector('.form-group')).not.toBeNull());
  return { box, controller };
}

const input = (name: string) => document.getElementById(`f-${name}`);
const press = (element: Element | null | undefined) =>
  act(async () => (element as HTMLElement).dispatchEvent(new MouseEvent('click', { bubbles: true })));
const button = (box: HTMLElement, label: string) =>
  [...box.querySelectorAll('button')].find(({ textContent }) => textContent === label);

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

describe('sections that share panes', () => {
  it('leaves other sections as cards and names the panes by their sections', async () => {
    const { box } = await draw('tab');
    expect(box.querySelectorAll('.form-section')).toHaveLength(2);
    expect([...box.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)).toEqual(['More', 'Notes']);
  });

  it('draws the fields of every tab, counts faults on its head and opens it from the error summary', async () => {
    const { box, controller } = await draw('tab');
    expect(input('third')).not.toBeNull();
    await act(async () => void (await controller.submit()));
    const tabs = [...box.querySelectorAll('[role=tab]')];
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['More1 to fix', 'Notes1 to fix']);
    expect(tabs[1]?.getAttribute('aria-selected')).toBe('false');
    await press([...box.querySelectorAll('.error-summary button')][1]);
    expect(box.querySelectorAll('[role=tab]')[1]?.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(input('third'));
  });

  it('opens a panel from the error summary and leaves the others open', async () => {
    const { box, controller } = await draw('collapse');
    const open = () =>
      [...box.querySelectorAll('.ant-collapse-header')].map((head) => head.getAttribute('aria-expanded'));
    expect(open()).toEqual(['true', 'false']);
    await act(async () => void (await controller.submit()));
    await press([...box.querySelectorAll('.error-summary button')][1]);
    expect(open()).toEqual(['true', 'true']);
  });

  it('leads to the next step only when nothing in the shown one is wrong, and keeps what was typed', async () => {
    const { box, controller } = await draw('step');
    expect(input('third')).toBeNull();
    await press(button(box, 'Next'));
    expect(input('third')).toBeNull();
    expect(input('second')?.getAttribute('aria-invalid')).toBe('true');
    await act(async () => controller.patch({ second: 'typed' }));
    await press(button(box, 'Next'));
    expect(input('third')).not.toBeNull();
    expect(box.textContent).toContain('Step 2 of 2');
    await press(button(box, 'Back'));
    expect((input('second') as HTMLInputElement).value).toBe('typed');
  });

  it('opens the step of a fault from the error summary', async () => {
    const { box, controller } = await draw('step');
    await act(async () => void (await controller.submit()));
    await press([...box.querySelectorAll('.error-summary button')][1]);
    expect(document.activeElement).toBe(input('third'));
  });
});
