// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import { WireError, type DataClient } from '../../../engine/kit/data/data-client.ts';
import { useReport } from '../../../engine/modules/billing/report.tsx';
import { useTables } from '../../../engine/modules/billing/tables.ts';

let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  root = createRoot(document.createElement('div'));
});
afterEach(async () => act(async () => root.unmount()));

/** Draws a hook with this client, and keeps what it answered last. */
function drawn<Answer>(client: Partial<DataClient>, use: (from: string) => Answer) {
  const last: { now?: Answer } = {};
  function Probe({ from }: { from: string }) {
    const now = use(from);
    useLayoutEffect(() => {
      last.now = now;
    });
    return null;
  }
  const draw = (from: string) =>
    act(async () =>
      root.render(
        <DataProvider client={client as DataClient}>
          <Probe from={from} />
        </DataProvider>,
      ),
    );
  return { last, draw };
}

describe('a report', () => {
  it('never shows the figures of another period, neither while it waits nor when it failed', async () => {
    const asked: { resolve(sum: number): void; reject(error: Error): void }[] = [];
    const client = { send: () => new Promise((resolve, reject) => asked.push({ resolve, reject })) };
    const { last, draw } = drawn(client as never, (from) => useReport<number>('CarrierBill/expected', { from }));
    await draw('2026-01-01');
    await act(async () => asked[0]?.resolve(4711));
    expect(last.now).toMatchObject({ found: 4711, error: null });
    await draw('2026-02-01');
    expect(last.now?.found).toBeNull();
    const broken = new WireError(0, 0);
    await act(async () => asked[1]?.reject(broken));
    expect(last.now).toMatchObject({ found: null, error: broken });
    await act(async () => last.now?.again());
    expect(last.now?.error).toBeNull();
    await act(async () => asked[2]?.resolve(12));
    expect(last.now).toMatchObject({ found: 12, error: null });
  });
});

describe('tables that are handed in', () => {
  it('are refused with the reason when the work on them failed, and the page stands', async () => {
    const client = {
      handIn: async () => ({ job: '7' }),
      job: async () => ({ state: 'failed', result: { code: 1_015_001, message: 'The file is gone.' } }),
    };
    const { last, draw } = drawn(client as never, () => useTables());
    await draw('');
    await act(async () => last.now?.hand([new File(['a,b'], 'a.csv')]));
    expect(last.now).toMatchObject({ tables: [], refused: [], busy: false });
    expect(last.now?.failure).toMatchObject({ message: 'The file is gone.' });
  });
});
