// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preparedPage, useList, type ListController } from '../../../engine/kit/controllers/use-list.ts';
import { pagingNow, takePaging, usualPaging } from '../../../engine/kit/controllers/paging.ts';
import { everythingSelected } from '../../../engine/kit/controllers/list-selection.ts';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import { prepare, takePrepared } from '../../../engine/kit/data/prepared.ts';
import { WireError, type DataClient, type ListQueryParams, type Page } from '../../../engine/kit/data/data-client.ts';
import { ticketAnswer, ticketEntity } from '../../support/list-entity.ts';

const ready = { entity: ticketEntity(), answer: ticketAnswer };

interface Asked {
  query: ListQueryParams;
  signal: AbortSignal | undefined;
  answer: (page: Partial<Page>) => void;
  refuse: (error: unknown) => void;
}

let asked: Asked[];
let list: ListController;
let address: string;
let root: Root;

const client = {
  preference: () => Promise.resolve(pagingNow()),
  savePreference: () => Promise.resolve(),
  page: (_path: string, query: ListQueryParams, signal?: AbortSignal) =>
    new Promise<Page>((resolve, reject) =>
      asked.push({
        query,
        signal,
        refuse: reject,
        answer: (page) => resolve({ pageNo: 1, pageSize: 100, totalRows: 0, capped: false, rows: [], ...page }),
      }),
    ),
} as unknown as DataClient;

function Probe() {
  const now = useList(ready);
  const { search } = useLocation();
  useLayoutEffect(() => {
    list = now;
    address = search;
  });
  return null;
}

async function open(start = '/Ticket') {
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={[start]}>
        <DataProvider client={client}>
          <Probe />
        </DataProvider>
      </MemoryRouter>,
    ),
  );
}

const rows = (...ids: number[]) => ids.map((id) => ({ id: String(id), _can: ['close'] }));

/** Asks for a block as the grid does and answers it. */
async function load(page: Partial<Page>, startRow = 0) {
  let loaded: Promise<unknown> = Promise.resolve();
  await act(async () => {
    loaded = list.load(startRow);
  });
  await act(async () => asked.at(-1)!.answer(page));
  return loaded;
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  asked = [];
  takePaging({ ...usualPaging, mode: 'endless' });
  root = createRoot(document.createElement('div'));
});
afterEach(async () => act(async () => root.unmount()));

describe('a list in pages', () => {
  beforeEach(() => takePaging(usualPaging));
  const pages = () => list.paged;

  it('asks for ten rows, and goes to the next page and back', async () => {
    await open();
    const ten = rows(...Array.from({ length: 10 }, (_, at) => at + 1));
    await expect(load({ rows: ten, totalRows: 12 })).resolves.toMatchObject({ last: 10 });
    expect(asked[0]?.query).toEqual({ pageNo: '1', pageSize: '10' });
    expect([pages(), list.shownTotal, list.total]).toEqual([{ page: 1, pages: 2, size: 10, more: true }, 10, 12]);
    await act(async () => list.toPage(2));
    expect(address).toBe('?page=2');
    await expect(load({ rows: rows(11, 12), totalRows: 12 })).resolves.toMatchObject({ last: 2 });
    expect(asked[1]?.query).toEqual({ pageNo: '2', pageSize: '10' });
    expect(pages()).toEqual({ page: 2, pages: 2, size: 10, more: false });
    expect([...list.rows.values()].map(({ id }) => id)).toEqual(['11', '12']);
  });

  it('goes one page back where the page is empty by now, and asks again', async () => {
    await open('/Ticket?page=3');
    await load({ rows: [], totalRows: 20 });
    expect(address).toBe('?page=2');
    await load({ rows: rows(11), totalRows: 11 });
    expect(asked.map(({ query }) => query.pageNo)).toEqual(['3', '2']);
    expect(list.phase).toBe('ready');
  });

  it('goes no further back than it must', async () => {
    await open('/Ticket?page=50');
    await load({ rows: [], totalRows: 11 });
    expect(address).toBe('?page=2');
  });

  it('goes back to the first page for a new query, and stays for the same one', async () => {
    await open('/Ticket?page=3');
    await act(async () => list.setSearch('x'));
    expect(address).toBe('?search=x');
    await act(async () => list.toPage(2));
    await act(async () => list.sortBy('amount', false));
    expect(address).toBe('?search=x&sort=amount');
  });

  it('keeps how many rows a page has with the person, and whether there are pages', async () => {
    await open('/Ticket?page=3&pageSize=20');
    expect(list.size).toBe(20);
    await act(async () => list.setSize(60));
    expect([address, list.size, pagingNow().pageSize]).toEqual(['', 60, 60]);
    await act(async () => list.setEndless(true));
    expect([list.paged, list.size]).toEqual([null, 100]);
  });
});

describe('a list that opens', () => {
  it('asks for what its address says, a block at a time', async () => {
    await open('/Ticket?view=open&amount.gte=5&pageSize=20');
    expect(list.phase).toBe('first');
    await load({ rows: rows(1, 2), totalRows: 22, pageSize: 20 }, 20);
    expect(asked[0]?.query).toEqual({ view: 'open', 'amount.gte': '5', pageNo: '2', pageSize: '20' });
  });

  it('takes the rows that came before it, once, and asks for them when it is read again', async () => {
    const query = { pageNo: '1', pageSize: '100' };
    const page: Page = { pageNo: 1, pageSize: 100, totalRows: 2, capped: false, rows: rows(1, 2) };
    await prepare(client, preparedPage('Ticket', query), Promise.resolve(page));
    await open();
    expect(list.early).toBe(true);
    await act(async () => void (await list.load(0)));
    expect([asked.length, list.phase, list.total]).toEqual([0, 'ready', 2]);
    await act(async () => list.reload());
    await load({ rows: rows(1), totalRows: 1 });
    expect([asked.length, list.total]).toEqual([1, 1]);
  });

  it('waits for rows that are on their way already', async () => {
    const early = preparedPage('Ticket', { pageNo: '1', pageSize: '100' });
    const page: Page = { pageNo: 1, pageSize: 100, totalRows: 2, capped: false, rows: rows(1, 2) };
    let arrive: (page: Page) => void = () => undefined;
    void prepare(client, early, new Promise<Page>((resolve) => (arrive = resolve)));
    await open();
    const loading = list.load(0);
    arrive(page);
    await act(async () => void (await loading));
    expect([asked.length, list.phase, list.total]).toEqual([0, 'ready', 2]);
    expect(takePrepared(client, early)).toBe(false);
  });

  it('leaves rows aside that answer another question', async () => {
    const page: Page = { pageNo: 1, pageSize: 100, totalRows: 2, capped: false, rows: rows(1, 2) };
    await prepare(client, preparedPage('Ticket', { pageNo: '1', pageSize: '100' }), Promise.resolve(page));
    await open('/Ticket?view=open');
    expect(list.early).toBe(false);
    await load({ rows: rows(3), totalRows: 1 });
    expect(asked[0]?.query).toMatchObject({ view: 'open' });
    takePrepared(client, preparedPage('Ticket', { pageNo: '1', pageSize: '100' }));
  });

  it('is ready with its first block and knows its end', async () => {
    await open();
    expect(await load({ rows: rows(1, 2, 3), totalRows: 3 })).toMatchObject({ last: 3 });
    expect([list.phase, list.total, list.capped]).toEqual(['ready', 3, false]);
  });

  it('does not pretend to know the end of a capped count', async () => {
    await open();
    const block = Array.from({ length: 100 }, (_, id) => id);
    expect(await load({ rows: rows(...block), totalRows: 10_001, capped: true })).toMatchObject({ last: null });
    expect(list.capped).toBe(true);
  });

  it('counts exactly on ask', async () => {
    await open();
    await load({ rows: rows(1), totalRows: 10_001, capped: true });
    let counted: Promise<void> = Promise.resolve();
    await act(async () => {
      counted = list.countExactly();
    });
    expect(asked.at(-1)?.query).toMatchObject({ count: 'exact' });
    await act(async () => {
      asked.at(-1)!.answer({ totalRows: 25_000 });
      await counted;
    });
    expect([list.total, list.capped]).toEqual([25_000, false]);
  });

  it('fails with the reason, and a reload asks again', async () => {
    await open();
    const error = new WireError(500, 500, { message: 'down' });
    const loading = list.load(0).catch((reason: unknown) => reason);
    await act(async () => asked[0]!.refuse(error));
    expect(await loading).toBe(error);
    expect([list.phase, list.error]).toEqual(['failed', error]);
    const before = list.generation;
    await act(async () => list.reload());
    expect(list.generation).toBe(before + 1);
    await load({ rows: rows(1), totalRows: 1 });
    expect(list.phase).toBe('ready');
  });
});

describe('a block further down that fails', () => {
  it('leaves the rows that are there and says that some are missing', async () => {
    await open();
    const block = Array.from({ length: 100 }, (_, id) => id);
    await load({ rows: rows(...block), totalRows: 300 });
    let loading: Promise<unknown> = Promise.resolve();
    await act(async () => {
      loading = list.load(100).catch((reason: unknown) => reason);
    });
    await act(async () => asked[1]!.refuse(new WireError(0, 0)));
    await loading;
    expect([list.phase, list.gaps, list.rows.size]).toEqual(['ready', true, 100]);
  });
});

describe('a list that is narrowed', () => {
  it('puts the condition in the address, keeps the old total and gives up older requests', async () => {
    await open();
    await load({ rows: rows(1, 2), totalRows: 2 });
    const slow = list.load(100).catch((reason: unknown) => reason);
    await act(async () => list.setFilter('colour', { field: 'colour', operator: 'in', value: 'red' }));
    expect(address).toBe('?colour.in=red');
    expect([list.phase, list.total]).toEqual(['busy', 2]);
    expect(asked.filter(({ signal }) => signal?.aborted === false)).toEqual([]);
    await act(async () => asked.forEach(({ refuse }) => refuse(new DOMException('', 'AbortError'))));
    await slow;
    await load({ rows: rows(2), totalRows: 1 });
    expect([list.phase, list.total]).toEqual(['ready', 1]);
  });

  it('lets no late answer of the question before overwrite the new one', async () => {
    await open();
    const late = list.load(0);
    await act(async () => list.setSearch('acme'));
    await load({ rows: rows(7), totalRows: 1 });
    await act(async () => {
      asked[0]!.answer({ rows: rows(1, 2, 3), totalRows: 3 });
      await late;
    });
    expect(list.total).toBe(1);
    expect([...list.rows.values()].map(({ id }) => id)).toEqual(['7']);
  });

  it('spares requests for blocks that no longer exist', async () => {
    await open();
    await act(async () => list.setSearch('rare'));
    await load({ rows: rows(1), totalRows: 1 });
    const count = asked.length;
    expect(await list.load(200)).toEqual({ rows: [], last: 1 });
    expect(asked).toHaveLength(count);
  });

  it('forgets the selection, and sorting does not', async () => {
    await open();
    await act(async () => list.setSelection(everythingSelected));
    await act(async () => list.sortBy('amount', false));
    expect(list.selection.all).toBe(true);
    await act(async () => list.setView('open'));
    expect(list.selection).toMatchObject({ all: false });
    expect(address).toBe('?view=open&sort=amount');
  });
});

describe('rows being picked', () => {
  const picked = () => (list.selection.all ? [] : [...list.selection.picked.keys()]);

  it('come one by one, and with Shift everything between', async () => {
    await open();
    await load({ rows: rows(10, 11, 12, 13, 14), totalRows: 5 });
    await act(async () => list.pick(1, false));
    await act(async () => list.pick(3, true));
    expect(picked()).toEqual(['11', '12', '13']);
    await act(async () => list.pick(2, false));
    expect(picked()).toEqual(['11', '13']);
  });
});
