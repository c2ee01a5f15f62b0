import { describe, expect, it } from 'vitest';
import { pageSizes } from '../../../engine/core/index.ts';
import { bulkActions, collectRows, collectShown, runBulk } from '../../../engine/kit/controllers/list-bulk.ts';
import { everythingSelected, emptySelection, select } from '../../../engine/kit/controllers/list-selection.ts';
import type { DataClient, ListQueryParams, WireRecord } from '../../../engine/kit/data/data-client.ts';
import { ticketAnswer, ticketEntity } from '../../support/list-entity.ts';

const entity = ticketEntity();
const row = (id: number, ...can: string[]): WireRecord => ({ id: String(id), _can: can });

describe('what a selection can be put through', () => {
  const selection = select(emptySelection, [row(1, 'close', 'delete'), row(2, 'delete'), row(3)], true);

  it('is what the schema offers for many, with how many can', () => {
    expect(bulkActions(entity, ticketAnswer, selection).map(({ name, able }) => [name, able])).toEqual([
      ['close', 1],
      ['delete', 2],
    ]);
  });

  it('leaves out what the role may not do', () => {
    expect(bulkActions(entity, { ...ticketAnswer, codes: ['read', 'reopen'] }, selection)).toEqual([]);
  });

  it('makes no promise about rows that are not here', () => {
    expect(bulkActions(entity, ticketAnswer, everythingSelected)[0]?.able).toBeNull();
  });
});

describe('all rows that match', () => {
  const pages = (total: number): Pick<DataClient, 'page'> => ({
    async page(_path: string, query: ListQueryParams) {
      const [pageNo, pageSize] = [Number(query.pageNo), Number(query.pageSize)];
      if (pageSize > Math.max(...pageSizes)) throw new Error('At most 200 rows on a page.');
      const from = (pageNo - 1) * pageSize;
      const rows = Array.from({ length: Math.max(0, Math.min(pageSize, total - from)) }, (_, index) =>
        row(from + index, ...(index % 2 ? [] : ['close'])),
      );
      return { pageNo, pageSize, totalRows: total, capped: false, rows };
    },
  });

  it('are fetched page by page, without those taken out, and those that cannot are counted', async () => {
    const selection = select(everythingSelected, [row(0)], false);
    const { able, unable, cut } = await collectRows({
      client: pages(450),
      path: 'Ticket',
      query: {},
      selection,
      name: 'close',
    });
    expect([able.length, unable, cut]).toEqual([224, 225, false]);
  });

  it('are shown to a dialog that takes more of them than a page has', async () => {
    const shown = (limit: number) =>
      collectShown({ client: pages(450), path: 'Ticket', query: {}, selection: everythingSelected, limit });
    expect((await shown(500)).map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, at) => String(at)));
    expect(await shown(40)).toHaveLength(40);
  });

  it('stop at a thousand and say so', async () => {
    const { able, unable, cut } = await collectRows({
      client: pages(5000),
      path: 'Ticket',
      query: {},
      selection: everythingSelected,
      name: 'close',
    });
    expect([able.length + unable, cut]).toEqual([1000, true]);
  });

  it('say so too when the thousandth falls inside a page', async () => {
    const selection = select(everythingSelected, [row(0)], false);
    expect(
      await collectRows({ client: pages(1200), path: 'Ticket', query: {}, selection, name: 'close' }),
    ).toMatchObject({ cut: true });
  });

  it('are not cut when there are exactly a thousand', async () => {
    expect(
      await collectRows({
        client: pages(1000),
        path: 'Ticket',
        query: {},
        selection: everythingSelected,
        name: 'close',
      }),
    ).toMatchObject({ cut: false });
  });
});

describe('a bulk action running', () => {
  it('goes on after a request that failed as a whole, and names its rows', async () => {
    const sent: number[] = [];
    const keys = new Set<string>();
    const results = await runBulk(
      {
        async actAll(_path, { ids }, key) {
          sent.push(ids.length);
          keys.add(key);
          if (sent.length === 2) throw new Error('down');
          return ids.map((id) => ({ id, ok: true }));
        },
      },
      {
        path: 'Ticket',
        action: 'close',
        rows: Array.from({ length: 250 }, (_, id) => ({ id: String(id) })),
        newKey: () => `key ${keys.size}`,
        wordsOf: () => 'down',
        onProgress: () => undefined,
      },
    );
    expect(sent).toEqual([100, 100, 50]);
    expect(keys.size).toBe(3);
    expect(results.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual(
      Array.from({ length: 100 }, (_, index) => String(100 + index)),
    );
    expect(results).toHaveLength(250);
  });

  it('names the versions that were shown, where they are known', async () => {
    const inputs: unknown[] = [];
    const run = (rows: { id: string; version?: number }[]) =>
      runBulk(
        {
          async actAll(_path, { ids, input }) {
            inputs.push(input);
            return ids.map((id) => ({ id, ok: true }));
          },
        },
        {
          ...{ path: 'Ticket', action: 'close', rows, newKey: () => 'key' },
          ...{ wordsOf: () => 'down', onProgress: () => undefined },
        },
      );
    await run([
      { id: '1', version: 3 },
      { id: '2', version: 1 },
    ]);
    await run([{ id: '1' }]);
    expect(inputs).toEqual([{ versions: { 1: 3, 2: 1 } }, {}]);
  });
});
