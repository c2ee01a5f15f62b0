// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import type { DataClient } from '../../../engine/kit/data/data-client.ts';
import { noEntry } from '../../../engine/modules/order-entry/entry.ts';
import { usePlacing } from '../../../engine/modules/order-entry/use-placing.ts';

it('an order that is being saved stays so while the page makes a choice by itself', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let answer: (record: { id: string; version: number }) => void = () => undefined;
  const client = { add: () => new Promise((done) => (answer = done)) } as unknown as DataClient;
  let now!: ReturnType<typeof usePlacing>;
  const nothing = () => undefined;
  function Probe() {
    const placing = usePlacing({
      ...{ entry: noEntry, shipFrom: null, action: 'submit' },
      ...{ change: nothing, onSaved: nothing, onPlaced: nothing },
    });
    useLayoutEffect(() => {
      now = placing;
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <DataProvider client={client}>
        <Probe />
      </DataProvider>,
    ),
  );
  let saved: Promise<void> | undefined;
  await act(async () => {
    saved = now.saveDraft();
  });
  await act(async () => now.clear());
  expect(now.placing.step).toBe('saving');
  await act(async () => {
    answer({ id: '1', version: 1 });
    await saved;
  });
  expect(now.placing).toMatchObject({ step: 'idle', saved: true });
  await act(async () => now.clear());
  expect(now.placing.saved).toBe(false);
  await act(async () => root.unmount());
});
