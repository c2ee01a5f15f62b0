import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog, Entity } from '../../../engine/core/index.ts';
import { joinRows } from '../../../engine/kit/controllers/detail-sections.ts';
import { addressBlock } from '../../../engine/kit/controllers/address-block.ts';
import { lineChanges } from '../../../engine/kit/screens/history/line-changes.ts';
import {
  isCopyable,
  isOfferedToCopy,
  recordSummary,
  summarised,
} from '../../../engine/kit/controllers/record-summary.ts';
import { workViews } from '../../../engine/kit/controllers/work-views.ts';
import { timeAgo } from '../../../engine/kit/ui/time-ago.tsx';
import { loadCatalog } from '../../../server/catalog.ts';
import { projectRoot } from '../../support/entity-files.ts';

let catalog: Catalog;
beforeAll(() => {
  const loaded = loadCatalog(`${projectRoot}schemas`);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.issues));
  catalog = loaded.value;
});
const entity = (name: string): Entity => catalog.byName.get(name)!;
const facts = { actor: { id: '1', type: 'staff', member: null, org: null, roles: [] } as const, now: '', today: '' };

describe('the head of a record', () => {
  it('says the declared facts that are there, the first amount apart', () => {
    const record = { id: '1', amount: 12.5, currency: 'USD', customer: '7', method: 'wire', bankReference: '' };
    const summary = recordSummary(entity('recharge'), record, { record, ...facts });
    expect(summary.amount?.name).toBe('amount');
    expect(summarised(summary)).toEqual(['amount', 'customer', 'method']);
  });

  it('is derived from the list where nothing is declared, without title, state and what is long', () => {
    const deposit = entity('deposit');
    expect(deposit.meta.detail?.summary).toBeUndefined();
    const record = Object.fromEntries(deposit.fields.map(({ name }) => [name, 'x'])) as { id: string };
    const said = summarised(recordSummary(deposit, record, { record, ...facts }));
    expect(said).not.toContain(deposit.title.name);
    expect(said).not.toContain('status');
    expect(said.length).toBeGreaterThan(2);
    expect(said.length).toBeLessThanOrEqual(6);
    expect(said.every((name) => deposit.meta.list.columns.includes(name))).toBe(true);
  });

  it('lets a computed amount and a sum of lines stand out too', () => {
    const leading = (name: string, record: { id: string }) =>
      recordSummary(entity(name), record, { record, ...facts }).amount?.name;
    expect(leading('warehouse-bill', { id: '1', total: 62.15, currency: 'USD', customer: '7' } as { id: string })).toBe(
      'total',
    );
    expect(leading('ltl-main-bill', { id: '1', invoiceTotal: 858.6, currency: 'USD' } as { id: string })).toBe(
      'invoiceTotal',
    );
  });

  it('lets numbers of the system be copied, amounts and dates not', () => {
    const order = entity('order');
    const copied = ['orderNo', 'predictedSale', 'submittedAt', 'customer'].map((name) =>
      isCopyable(order.byName.get(name)!),
    );
    expect(copied).toEqual([true, false, false, false]);
    const number = order.byName.get('orderNo')!;
    expect([isOfferedToCopy(number, 'SO-2611-000253'), isOfferedToCopy(number, 'FEDEX')]).toEqual([true, false]);
  });
});

describe('the facts of a record', () => {
  const rows = (names: string[][], partial: boolean) =>
    names.map((row) => ({ fields: row.map((name) => entity('order').byName.get(name)!), partial }));
  const named = (joined: ReturnType<typeof joinRows>) => joined.map((row) => row.map(({ name }) => name));

  it('stand beside each other where folded ones left their rows half empty', () => {
    const left = rows([['channel'], ['signatureOption', 'labelSize'], ['account']], true);
    expect(named(joinRows(left))).toEqual([['channel', 'signatureOption', 'labelSize'], ['account']]);
  });

  it('keep rows that lost nothing, and those that need all the room', () => {
    expect(named(joinRows(rows([['channel'], ['account']], false)))).toEqual([['channel'], ['account']]);
    expect(named(joinRows(rows([['channel'], ['remarks'], ['boxes']], true)))).toEqual([
      ['channel'],
      ['remarks'],
      ['boxes'],
    ]);
  });
});

describe('an address of many fields', () => {
  const section = () =>
    entity('order')
      .meta.detail!.sections!['shipTo']!.flat()
      .map((name) => entity('order').byName.get(name)!);
  const record = {
    ...{ id: '1', shipToName: 'Ann Lee', shipToAddress1: '350 5th Ave', shipToAddress2: null, shipToCity: 'New York' },
    ...{ shipToState: 'NY', shipToPostalCode: '10118', shipToCountry: 'US', shipToPhone: '+1 212' },
  };

  it('is written as on an envelope, and leaves the other fields to themselves', () => {
    const block = addressBlock(section(), record, (code) => `<${code}>`);
    expect(block?.lines).toEqual(['Ann Lee', '350 5th Ave', 'New York, NY 10118', '<US>']);
    expect([block?.fields.has('shipToCity'), block?.fields.has('shipToPhone')]).toEqual([true, false]);
  });

  it('is none where there is nothing but a country, or no street', () => {
    expect(addressBlock(section(), { id: '1', shipToCountry: 'US' }, String)).toBeNull();
    const customer = entity('customer').fields;
    expect(addressBlock(customer, { id: '1', country: 'US', address: 'x' }, String)).toBeNull();
  });
});

describe('the history of rows', () => {
  it('lists changed cells, and added and removed rows', () => {
    const lines = entity('order').byName.get('boxes')!.lines!;
    const before = [{ weight: 12.5, quantity: 1 }, { weight: 3 }, { weight: 9 }];
    const after = [{ weight: 13, quantity: '1' }, { weight: 3 }];
    const changes = lineChanges(lines, before, after).map((change) => [
      change.kind,
      change.at,
      change.kind === 'changed' ? change.fields.map(({ name }) => name) : null,
    ]);
    expect(changes).toEqual([
      ['changed', 1, ['weight']],
      ['removed', 3, null],
    ]);
    expect(lineChanges(lines, null, [{ weight: 1 }]).map(({ kind }) => kind)).toEqual(['added']);
  });
});

describe('how long ago', () => {
  const now = '2026-11-24 10:00:00';
  it.each([
    ['2026-11-24 09:59:40', 'this minute'],
    ['2026-11-24 07:10:00', '2 hours ago'],
    ['2026-11-22 10:00:00', '2 days ago'],
    ['2026-11-01 10:00:00', ''],
    ['2026-11-24 10:05:00', ''],
  ])('%s is %j', (at, words) => expect(timeAgo(at, now, 'en-US')).toBe(words));

  it('reads instants by the clock of the world', () => {
    expect(timeAgo(new Date(Date.now() - 3_700_000).toISOString(), now, 'zh-CN')).toBe('1小时前');
  });
});

describe('the tabs of a list that mean work', () => {
  const movesOf = ({ actions }: Entity) =>
    [...actions.values()].flatMap(({ transition }) =>
      transition ? [{ from: transition.from, to: transition.to, tone: 'neutral' as const }] : [],
    );
  const named = (name: string, codes: readonly string[]) =>
    workViews(entity(name), { codes: [...codes], moves: movesOf(entity(name)) }).map((view) => view.name);

  it('show states that wait for a step which this person may take', () => {
    expect(named('recharge', ['read', 'pass'])).toEqual(['pending']);
    expect(named('recharge', ['read'])).toEqual([]);
  });

  it('are none of what is on its way or over', () => {
    const tabs = named('order', entity('order').codes);
    expect(tabs).toContain('refunds');
    expect(tabs.filter((tab) => ['drafts', 'ordered', 'shipped', 'refunded'].includes(tab))).toEqual([]);
  });
});
