// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { useDetail, type LoadedDetail } from '../../../engine/kit/controllers/use-detail.ts';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import type { DataClient, EntityAnswer } from '../../../engine/kit/data/data-client.ts';
import { emitLive } from '../../../engine/kit/data/live-events.ts';
import { ticketAnswer } from '../../support/list-entity.ts';

const { [ticketAnswer.meta.title]: title, ...others } = ticketAnswer.meta.fields;
const renamed = {
  ...ticketAnswer,
  meta: {
    ...ticketAnswer.meta,
    title: 'heading',
    fields: { heading: { ...title, id: ticketAnswer.meta.title }, ...others },
    list: { columns: ['heading'] },
  },
} as EntityAnswer;

let answer: EntityAnswer;
let asked: ((record: Record<string, unknown>) => void)[];
let detail: LoadedDetail;
let root: Root;

const client = {
  entity: async () => answer,
  detail: () => new Promise((resolve) => asked.push(resolve as never)),
} as unknown as DataClient;

function Probe() {
  const now = useDetail('Ticket', '1');
  useLayoutEffect(() => {
    detail = now;
  });
  return null;
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  asked = [];
  answer = ticketAnswer;
  root = createRoot(document.createElement('div'));
});
afterEach(async () => act(async () => root.unmount()));

it('reloads an open record when its entity is published, and never mixes fields and values of different revisions', async () => {
  await act(async () =>
    root.render(
      <DataProvider client={client}>
        <Probe />
      </DataProvider>,
    ),
  );
  await act(async () => asked[0]?.({ id: '1', [ticketAnswer.meta.title]: 'Lost box' }));
  expect(asked).toHaveLength(1);
  expect(detail.state).toBe('ready');

  answer = renamed;
  await act(async () => emitLive({ kind: 'design' }));
  expect(asked).toHaveLength(2);
  // Before the answer comes, the value stands under the field's new name.
  expect(detail.ready?.answer.meta.title).toBe('heading');
  expect(detail.record).toMatchObject({ heading: 'Lost box' });
  await act(async () => asked[1]?.({ id: '1', heading: 'Lost box' }));
  expect(detail.ready?.answer.meta.title).toBe('heading');
  expect(detail.record).toMatchObject({ heading: 'Lost box' });
  expect(asked).toHaveLength(2);
});

it('reads a record again that changed between its reading and the first sight of it', async () => {
  // The moments of announcements stay real: what other tests of this process announced lies before these.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await act(async () =>
    root.render(
      <DataProvider client={client}>
        <Probe />
      </DataProvider>,
    ),
  );
  // The header follows the same entity, so that the server has no reason to announce this again.
  emitLive({ kind: 'record', entity: ticketAnswer.meta.entity, record: '1' });
  await act(async () => asked[0]?.({ id: '1', [ticketAnswer.meta.title]: 'Placing' }));
  await act(async () => void (await vi.advanceTimersByTimeAsync(500)));
  expect(asked).toHaveLength(2);
  await act(async () => asked[1]?.({ id: '1', [ticketAnswer.meta.title]: 'Ordered' }));
  expect(detail.record?.[ticketAnswer.meta.title]).toBe('Ordered');
});
