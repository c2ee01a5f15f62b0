// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import { WireError, type DataClient } from '../../../engine/kit/data/data-client.ts';
import { useAsked, type Run } from '../../../engine/modules/members/use-asked.ts';

let root: Root;
let sent: { command: string; answer(failure?: Error): void }[];
let now: { run: Run; error: unknown };

const client = {
  send: (command: string) => {
    if (command === 'Members/users') return Promise.resolve({});
    return new Promise<void>((resolve, reject) =>
      sent.push({ command, answer: (failure) => (failure ? reject(failure) : resolve()) }),
    );
  },
} as unknown as DataClient;

function Probe() {
  const asked = useAsked<object>('Members/users', {});
  useLayoutEffect(() => {
    now = asked;
  });
  return null;
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  sent = [];
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

describe('a command of a member', () => {
  it('is sent once however often it is pressed while it is on its way, and again once it was answered', async () => {
    const invite = () => act(async () => void now.run('Members/invite', { email: 'ann@acme.example' }));
    await invite();
    await invite();
    await act(async () => void now.run('Members/invite', { email: 'bo@acme.example' }));
    expect(sent).toHaveLength(2);
    await act(async () => sent[0]?.answer(new WireError(0, 0)));
    expect(now.error).toBeInstanceOf(WireError);
    await invite();
    expect(sent).toHaveLength(3);
    expect(now.error).toBeNull();
  });
});
