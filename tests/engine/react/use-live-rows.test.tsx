// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pagingNow, takePaging, usualPaging } from '../../../engine/kit/controllers/paging.ts';
import { useList, type ListController } from '../../../engine/kit/controllers/use-list.ts';
import { useLiveRows } from '../../../engine/kit/controllers/use-live-rows.ts';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import type { DataClient, ListQueryParams, Page } from '../../../engine/kit/data/data-client.ts';
import { emitLive } from '../../../engine/kit/data/live-events.ts';
import { ticketAnswer, ticketEntity } from '../../support/list-entity.ts';

const ready = { entity: ticketEntity(), answer: ticketAnswer };
/** What the server holds: versions by record. */
let held: Record<string, number>;
let asked: ListQueryParams[];
let list: ListController;
let root: Root;

const client = {
  preference: () => Promise.resolve(pagingNow()),
  savePreference: () => Promise.resolve(),
  page: async (_path: string, query: ListQueryParams): Promise<Page> => {
    asked.push(query);
    const wanted = query['id.in'] ? String(query['id.in']).split(',') : Object.keys(held);
    const rows = wanted.map((id) => ({ id, version: held[id] ?? 0, _can: [] }));
    return { pageNo: 1, pageSize: 100, totalRows: rows.length, capped: false, rows };
  },
} as unknown as DataClient;

function Probe() {
  const now = useList(ready);
  useLiveRows(ready, now);
  useLayoutEffect(() => {
    list = now;
  });
  return null;
}

/** The rows are read again, as after an action that was taken here. */
async function readAgain() {
  await act(async () => list.reload());
  await act(async () => void (await list.load(0)));
}
/** Word of changes from the server, gathered to the end. */
async function told(...records: string[]) {
  for (const record of records) emitLive({ kind: 'record', entity: ready.entity.name, record });
  await act(async () => void (await vi.advanceTimersByTimeAsync(500)));
}
const again = () => asked.flatMap((query) => query['id.in'] ?? []);

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The moments of announcements stay real: what other tests of this process announced lies before these.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  takePaging({ ...usualPaging, mode: 'endless' });
  held = { '1': 1, '2': 1 };
  asked = [];
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <MemoryRouter>
        <DataProvider client={client}>
          <Probe />
        </DataProvider>
      </MemoryRouter>,
    ),
  );
  await act(async () => void (await list.load(0)));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

describe('a change event in a list', () => {
  it('asks for the row, and shows it as it is now', async () => {
    held['1'] = 2;
    await told('1');
    expect(again()).toEqual(['1']);
    expect(list.rowOf('1')?.version).toBe(2);
  });

  it('asks nothing where the list was read after the change, as after one made here', async () => {
    held['1'] = 2;
    await readAgain();
    await told('1');
    expect(again()).toEqual([]);
  });

  it('reloads if someone else has changed the row since', async () => {
    held['1'] = 2;
    await readAgain();
    held['1'] = 3;
    await told('1', '1');
    expect(again()).toEqual(['1']);
    expect(list.rowOf('1')?.version).toBe(3);
  });

  it('asks for what comes after the change that is known, and for other rows', async () => {
    held['1'] = 2;
    await readAgain();
    await told('1');
    held['1'] = 3;
    await told('1', '2');
    expect(again()).toEqual(['1,2']);
    expect(list.rowOf('1')?.version).toBe(3);
  });
});
