// @vitest-environment happy-dom
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { bufferKeys } from '../../../engine/app/shell/palette/buffered-keys.ts';
import { CommandPalette } from '../../../engine/app/shell/palette/command-palette.tsx';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import type { DataClient } from '../../../engine/kit/data/data-client.ts';
import type { LoginUser } from '../../../engine/kit/data/session-client.ts';
import { ViewerProvider } from '../../../engine/kit/data/viewer.ts';

const client = { search: async () => [] } as unknown as DataClient;
const user = { id: '1', permissions: [], menus: [], apps: [] } as unknown as LoginUser;

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: {}, keySeparator: false });
});

it('keeps what was typed while it opened, also where the next key comes before it is drawn again', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  bufferKeys();
  for (const key of 'SO-2611-0') window.dispatchEvent(new KeyboardEvent('keydown', { key }));
  flushSync(() =>
    root.render(
      <MemoryRouter>
        <DataProvider client={client}>
          <ViewerProvider user={user}>
            <CommandPalette mode="all" />
          </ViewerProvider>
        </DataProvider>
      </MemoryRouter>,
    ),
  );
  const input = document.querySelector('input')!;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  setValue.call(input, `${input.value}3`);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitUntil(() => input.value.endsWith('3'));
  expect(input.value).toBe('SO-2611-03');
});
