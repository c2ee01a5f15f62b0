// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import type { DataClient, JobState } from '../../../engine/kit/data/data-client.ts';
import { useRuns, type Runs } from '../../../engine/modules/sale/use-runs.ts';
import { useBillRun } from '../../../engine/modules/warehouse/use-bill-run.ts';

let root: Root;
let now: Runs;
let warehouse: ReturnType<typeof useBillRun>;
/** How each run ends, and the keys that they were ordered with. */
let ends: Pick<JobState, 'state' | 'result'>[];
let ordered: { body: object; key: string | undefined }[];

const client = {
  send: async (_command: string, body: object, key?: string) => ({ job: String(ordered.push({ body, key })) }),
  job: async (id: string) => ({ id, done: 0, total: null, file: null, ...ends[Number(id) - 1] }),
} as unknown as DataClient;

function Probe() {
  const runs = useRuns();
  const warehouseRun = useBillRun();
  useLayoutEffect(() => {
    now = runs;
    warehouse = warehouseRun;
  });
  return null;
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  [ends, ordered] = [[], []];
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <DataProvider client={client}>
        <Probe />
      </DataProvider>,
    ),
  );
});
afterEach(async () => act(async () => root.unmount()));

describe('a run of bills that fails', () => {
  it('says why, and is run again with what was asked for', async () => {
    ends = [
      { state: 'failed', result: { code: 1, message: 'You may not do this.' } },
      { state: 'failed', result: null },
      { state: 'done', result: { bills: 3 } },
    ];
    await act(async () => now.bills('2026-11-01'));
    expect(now.failure).toMatchObject({ code: 1, message: 'You may not do this.' });
    await act(async () => now.again?.());
    expect(now.failure).toBeInstanceOf(Error);
    await act(async () => now.again?.());
    expect(now).toMatchObject({ failure: null, again: null, done: { of: 'bills', many: 3 } });
    expect(ordered.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => ({ until: '2026-11-01' })));
    expect(new Set(ordered.map(({ key }) => key)).size).toBe(3);
  });

  it('is the same for bills of the warehouse', async () => {
    ends = [
      { state: 'failed', result: { code: 1, message: 'You may not do this.' } },
      { state: 'done', result: { bills: 2 } },
    ];
    await act(async () => warehouse.run({ from: '2026-10-01' }));
    expect(warehouse.failure).toMatchObject({ code: 1, message: 'You may not do this.' });
    await act(async () => warehouse.again());
    expect(warehouse).toMatchObject({ failure: null, made: { bills: 2 } });
    expect(ordered.map(({ body }) => body)).toEqual([{ from: '2026-10-01' }, { from: '2026-10-01' }]);
  });
});
