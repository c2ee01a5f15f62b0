// @vitest-environment happy-dom
import { join } from 'node:path';
import i18next from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Catalog, Entity } from '../../../engine/core/index.ts';
import { BlockCell } from '../../../engine/kit/boards/block-cell.tsx';
import type { DataClient, EntityAnswer, WireRecord } from '../../../engine/kit/data/data-client.ts';
import { entityLabels } from '../../../engine/kit/data/entity-labels.ts';
import { FieldHostProvider, type FieldHost } from '../../../engine/kit/fields/controls/field-host.tsx';
import { DetailFacts } from '../../../engine/kit/screens/detail-facts.tsx';
import { HistoryValue } from '../../../engine/kit/screens/history/history-value.tsx';
import { StateBanner } from '../../../engine/kit/screens/state-banner.tsx';
import { EmptyState } from '../../../engine/kit/ui/empty-state.tsx';
import english from '../../../locales/en-US/engine.json' with { type: 'json' };
import chinese from '../../../locales/zh-CN/engine.json' with { type: 'json' };
import { loadCatalog } from '../../../server/catalog.ts';

let catalog: Catalog;
const roots: Root[] = [];
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const loaded = loadCatalog(join(import.meta.dirname, '../../../schemas'));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.issues));
  catalog = loaded.value;
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { engine: english }, 'zh-CN': { engine: chinese } },
    ...{ defaultNS: 'engine', keySeparator: false, nsSeparator: false },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
});
afterEach(async () => {
  act(() => roots.splice(0).forEach((root) => root.unmount()));
  document.body.replaceChildren();
  localStorage.clear();
  await i18next.changeLanguage('en-US');
});

interface Texts {
  readonly sections?: Record<string, string>;
  readonly fields?: Record<string, string>;
  readonly actions?: Record<string, string>;
  readonly banners?: Record<string, string>;
}

/** What stands around the parts of a page of a record, for someone who may read the records that it names. */
function hostOf(entity: Entity, more: Texts, titles: Record<string, string>): FieldHost {
  const refs = { 'ltl-order': { path: 'LtlOrder', title: 'orderNo', readable: true } };
  const texts = { name: 'One', plural: 'Many', fields: {}, ...more };
  const answer = { meta: entity.meta, codes: [], refs, texts, rights: { readOnly: [] } } as unknown as EntityAnswer;
  const client = {
    dropDown: async (_path: string, { id }: { id: readonly string[] }) =>
      id.map((code) => ({ code, value: titles[code] ?? code })),
  } as unknown as DataClient;
  const actor = { id: 'me', type: 'staff', member: null, org: null, roles: [] };
  return {
    ...{ entity, refs, client, words: entityLabels(answer) },
    format: { culture: 'en-US', timeZone: 'UTC' },
    facts: () => ({ actor, now: '', today: '' }),
  } as FieldHost;
}

interface Drawing {
  readonly texts?: Texts;
  readonly titles?: Record<string, string>;
}

async function draw(entity: Entity, node: ReactNode, { texts = {}, titles = {} }: Drawing = {}): Promise<HTMLElement> {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <FieldHostProvider host={hostOf(entity, texts, titles)}>{node}</FieldHostProvider>
      </MemoryRouter>,
    ),
  );
  return box;
}

const entity = (name: string): Entity => catalog.byName.get(name) ?? expect.fail(`no entity ${name}`);

const freightOrder: WireRecord = {
  ...{ id: '1', version: 1, status: 'draft', pickupFrom: '09:00:00', pickupTo: '16:30:15', unitType: '0' },
  ...{ shipToName: 'Dock 12', shipToAddress1: '55 Port Street', shipToCity: 'Newark', shipToState: 'NJ' },
  ...{ shipToPostalCode: '07114', shipToCountry: 'US', currency: 'USD', predictedSale: 12.5 },
  handlingUnits: [
    { kind: 'pallet', quantity: 2, length: 48, width: 40, height: 30, weight: 1450, description: 'Steel' },
    {
      kind: 'crate',
      quantity: 1,
      length: 48,
      width: 40,
      height: 72,
      weight: 90,
      description: 'Mats',
      nmfcItem: '87500',
    },
  ],
};

describe('the facts of a record', () => {
  it('keep an address whole where the head names a part of it', async () => {
    const said = new Set(['shipToState', 'shipToCity']);
    const box = await draw(entity('ltl-order'), <DetailFacts record={freightOrder} said={said} />);
    const lines = [...box.querySelectorAll('address span')].map(({ textContent }) => textContent);
    expect(lines).toContain('Newark, NJ 07114');
  });

  it('show a time of day to the minute, unless it has seconds', async () => {
    const box = await draw(entity('ltl-order'), <DetailFacts record={freightOrder} />);
    const text = (name: string) => box.querySelector(`[data-field="${name}"] dd`)?.textContent;
    expect([text('pickupFrom'), text('pickupTo')]).toEqual(['09:00', '16:30:15']);
  });

  it('leave out a currency that stands behind its amounts, and show one without amounts', async () => {
    const shown = async (record: WireRecord) =>
      (await draw(entity('main-bill-box'), <DetailFacts record={record} />)).querySelector('[data-field="currency"]');
    const box = { id: '1', version: 1, boxNo: 'HKG-1', currency: 'USD' };
    expect(await shown({ ...box, declaredValue: 270 })).toBeNull();
    expect(await shown(box)).not.toBeNull();
  });

  it('are said again where the head says them all, so that their tab is not empty', async () => {
    const record = { id: '1', version: 1, warehouseCode: 'ONT8', basis: 'kg', price: 1.2, currency: 'USD' };
    const said = new Set(['warehouseCode', 'basis', 'price']);
    const box = await draw(entity('fba-customer-config'), <DetailFacts record={record} said={said} />);
    expect(box.querySelector('[data-field="basis"]')).not.toBeNull();
    const partly = await draw(
      entity('fba-customer-config'),
      <DetailFacts record={{ ...record, from: '2026-01-01' }} said={said} />,
    );
    expect(
      [...partly.querySelectorAll('.detail-main [data-field]')].map((each) => each.getAttribute('data-field')),
    ).toEqual(['from']);
  });

  it('say the words of a heading once', async () => {
    const record = { id: '1', version: 1, costs: [{ kind: 'fuel', amount: 3, currency: 'USD' }] };
    const texts = { sections: { spread: 'Costs' }, fields: { costs: 'Costs' } };
    const box = await draw(entity('main-bill'), <DetailFacts record={record} />, { texts });
    expect(box.querySelector('[data-field="costs"] dt')?.className).toBe('sr-only');
  });
});

describe('a picture of what is empty', () => {
  it('has a plus only where something can be added', async () => {
    const add = <button type="button">Add</button>;
    const plus = async (node: ReactNode) => (await draw(entity('main-bill'), node)).querySelector('.empty-state-add');
    expect(await plus(<EmptyState kind="nothing" title="None" />)).toBeNull();
    expect(await plus(<EmptyState kind="nothing" title="None" actions={add} />)).not.toBeNull();
  });
});

describe('a cell in the rows of a board', () => {
  it('says values as a list does: units, states by their words, records as links, and what is missing', async () => {
    const charge = { id: '7', version: 1, amount: 12.5, currency: 'USD', status: 'pending' };
    const record = { ...charge, customer: '9', $customer: 'Acme' };
    const of = async (name: string, linked = false) => {
      const field = entity('recharge').byName.get(name) ?? expect.fail(`no field ${name}`);
      return draw(entity('recharge'), <BlockCell {...{ field, record, linked }} />);
    };
    expect((await of('amount')).textContent).toBe('12.50 USD');
    expect((await of('status')).querySelector('.tag')).not.toBeNull();
    expect((await of('method')).querySelector('.read-nothing')).not.toBeNull();
    expect((await of('customer', true)).querySelector('a')).toBeNull();
    expect((await of('customer')).textContent).toBe('Acme');
  });
});

describe('the rows of a record', () => {
  it('name their units for cards, and which cells are empty', async () => {
    const box = await draw(entity('ltl-order'), <DetailFacts record={freightOrder} />);
    const [first] = box.querySelectorAll('.lines-table tbody tr');
    const weight = first?.querySelector('td[data-type="weight"]');
    expect(weight?.getAttribute('data-label')).toContain('(lb)');
    expect([...(first?.querySelectorAll('td[data-empty]') ?? [])]).toHaveLength(1);
  });

  it('show a currency behind each amount and sum, without a column for it', async () => {
    const record = (second: string) => ({
      ...{ id: '1', version: 1 },
      costs: [
        { kind: 'freight', amount: 318.25, currency: 'USD' },
        { kind: 'customs', amount: 95, currency: second },
      ],
    });
    const foot = async (second: string) => {
      const box = await draw(entity('main-bill'), <DetailFacts record={record(second)} />);
      expect(box.querySelectorAll('.lines-table thead th')).toHaveLength(3);
      expect(box.querySelector('.lines-table tbody')?.textContent).toContain(`95.00 ${second}`);
      return box.querySelector('.lines-table tfoot')?.textContent;
    };
    expect(await foot('USD')).toContain('413.25 USD');
    expect(await foot('CNY')).toBeUndefined();
  });

  it('name records by their titles in the history', async () => {
    const field = entity('ltl-main-bill').byName.get('invoiceLines')!;
    const after = [{ order: '77', charge: 'fuel', amount: 151.2 }];
    const record = { id: '1', version: 1, currency: 'USD' };
    const titles = { '77': 'LT-2611-00003' };
    const line = <HistoryValue {...{ field, after, record }} before={null} />;
    const box = await draw(entity('ltl-main-bill'), line, { titles });
    expect(box.textContent).toContain('LT-2611-00003');
    expect(box.textContent).toContain('151.20 USD');
  });
});

describe('what is above a record', () => {
  const actions = { quote: 'Quote', resolve: 'Resolved' };

  it.each([
    ['en-US', 'Next step: Quote'],
    ['zh-CN', '下一步：Quote'],
  ])('leads to the next step in %s', async (culture, words) => {
    await i18next.changeLanguage(culture);
    const flow = entity('ltl-order');
    const box = await draw(flow, <StateBanner entity={flow} status="draft" />, { texts: { actions } });
    expect(box.querySelector('.ant-alert-info')?.textContent).toBe(words);
  });

  it('is a warning where the state has words of its own', async () => {
    const flow = entity('ltl-order');
    const texts = { actions, banners: { exception: 'Something went wrong.' } };
    const box = await draw(flow, <StateBanner entity={flow} status="exception" />, { texts });
    expect(box.querySelector('.ant-alert-warning')?.textContent).toBe('Something went wrong.');
  });
});
