// @vitest-environment happy-dom
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { SchemaApi } from '../../designer/document/api.ts';
import { createDraft } from '../../designer/document/draft.ts';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import { Properties } from '../../designer/panels/properties.tsx';
import { DesignerProvider } from '../../designer/store.ts';
import words from '../../locales/en-US/designer.json' with { type: 'json' };

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { designer: words } },
    ...{ defaultNS: 'designer', keySeparator: false, nsSeparator: false },
  });
});

function openNote() {
  const names = { 'en-US': 'Note', 'zh-CN': 'Note' };
  const document = newEntityDocument({ names, entity: 'note', path: 'Note' }, {}, {});
  const answer = {
    ...{ entity: 'note', origin: 'own' as const, base: null, published: null, revision: 0, others: [], roles: [] },
    draft: { document, stamp: 1, baseRevision: 0, by: 'a', at: '', log: [] },
    ...{ sockets: { effects: [], jobs: [], values: [] }, conflicts: [], people: [] },
  };
  return createDraft({
    ...{ api: {} as SchemaApi, entity: 'note', answer, culture: 'en-US', newKey: () => 'key', waiting: [] },
    ...{ saveWaiting: () => undefined, lint: () => [], whenIdle: () => undefined },
  });
}

it('takes no key or press meant for what was chosen last while it still shows what was chosen before', async () => {
  const store = openNote();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => flushSync(() => root.unmount()));
  store.getState().select(['form.basic']);
  flushSync(() =>
    root.render(
      <DesignerProvider value={store}>
        <Properties />
      </DesignerProvider>,
    ),
  );
  const panel = document.querySelector<HTMLElement>('.properties')!;
  const shown = panel.textContent;
  expect(panel.inert).toBe(false);

  flushSync(() => store.getState().select([]));
  expect(panel.textContent).toBe(shown);
  expect(panel.inert).toBe(true);
  await vi.waitUntil(() => !panel.inert);
  expect(panel.textContent).not.toBe(shown);
});
