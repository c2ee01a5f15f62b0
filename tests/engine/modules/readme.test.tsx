// @vitest-environment happy-dom
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DataProvider } from '../../../engine/kit/data/client.ts';
import { WireError, type DataClient } from '../../../engine/kit/data/data-client.ts';
import english from '../../../locales/en-US/engine.json' with { type: 'json' };
import { readBlocks, writeBlocks } from '../../support/readme-blocks.ts';

/* The page that engine/modules/README.md builds from nothing, as it is written there. */

let folder: string;
let Page: ComponentType;
let root: Root;
let box: HTMLElement;

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // Where a document is simulated, only files of the project are loaded.
  mkdirSync('dist', { recursive: true });
  folder = mkdtempSync(join(process.cwd(), 'dist', 'readme-'));
  writeBlocks(readBlocks('engine/modules/README.md'), folder);
  const { fx } = (await import(join(folder, 'engine/modules/fx/module.ts'))) as {
    fx: { pages: Record<string, () => Promise<{ default: ComponentType }>> };
  };
  Page = (await fx.pages['rates']?.())?.default ?? (() => null);
  const words = readBlocks('server/domain/README.md').get('locales/en-US/modules/fx.json') ?? '{}';
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { engine: english, 'modules/fx': JSON.parse(words) as Record<string, string> } },
    ...{ defaultNS: 'engine', keySeparator: false, nsSeparator: false },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(async () => act(async () => root.unmount()));

const draw = (read: () => Promise<unknown>) =>
  act(async () =>
    root.render(
      <MemoryRouter>
        <DataProvider client={{ read } as unknown as DataClient}>
          <Page />
        </DataProvider>
      </MemoryRouter>,
    ),
  );

it('shows the rates', async () => {
  await draw(async () => [
    { name: 'Bank', currency: 'EUR', rate: 1.0842 },
    { name: 'Desk', currency: 'CAD', rate: null },
  ]);
  expect(box.textContent).toContain('Bank (EUR)1.0842');
  expect(box.textContent).toContain('Desk (CAD)not read yet');
});

it('says that there are none, and asks again after a failure', async () => {
  await draw(async () => []);
  expect(box.textContent).toContain('No sources yet.');
  await act(async () => root.unmount());
  root = createRoot(box);
  let calls = 0;
  await draw(async () => {
    calls += 1;
    if (calls === 1) throw new WireError(503, 503, { message: 'The server is busy.' });
    return [{ name: 'Bank', currency: 'EUR', rate: 1 }];
  });
  const retry = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again');
  await act(async () => retry?.click());
  expect(box.textContent).toContain('Bank (EUR)1');
});
