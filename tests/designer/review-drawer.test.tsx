// @vitest-environment happy-dom
import { App } from 'antd';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PublishPlan, SchemaApi } from '../../designer/document/api.ts';
import { createDraft } from '../../designer/document/draft.ts';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import ReviewDrawer from '../../designer/review/review-drawer.tsx';
import type { DesignerStore } from '../../designer/document/state.ts';
import { DesignerProvider } from '../../designer/store.ts';
import { WireError } from '../../engine/kit/data/data-client.ts';
import words from '../../locales/en-US/designer.json' with { type: 'json' };
import engine from '../../locales/en-US/engine.json' with { type: 'json' };

const document_ = newEntityDocument(
  { names: { 'en-US': 'Note', 'zh-CN': 'Note' }, entity: 'note', path: 'Note' },
  {},
  {},
);
const problem = (path: string) => ({
  ...{ code: 'lint.missingText', path, params: {}, message: path, count: 1, records: [], accepts: true },
});
const planWith = (...paths: string[]): PublishPlan =>
  ({
    ...{
      changes: [{ kind: 'added', thing: 'field', name: 'a', path: 'fields.a' }],
      lint: [],
      steps: [],
      permissions: [],
    },
    ...{ blockers: paths.map(problem), problems: paths.map(problem), users: [], settles: false },
  }) as unknown as PublishPlan;

/** Answers of the server, one for each plan that is asked for; and what was published in the end. */
function openDraft(...plans: (PublishPlan | Error)[]) {
  const published: { reason: string; acceptProblems?: boolean }[] = [];
  const answer = {
    ...{ entity: 'note', origin: 'own' as const, base: null, published: null, revision: 0, others: [], roles: [] },
    draft: { document: document_, stamp: 1, baseRevision: 0, by: 'a', at: '', log: [] },
    ...{ sockets: { effects: [], jobs: [], values: [] }, conflicts: [], people: [] },
  };
  const api = {
    read: async () => answer,
    plan: async () => {
      const next = plans.shift();
      if (!next || next instanceof Error) throw next ?? new WireError(503, 503, { message: 'busy' });
      return next;
    },
    publish: async (_: string, request: (typeof published)[number]) => {
      published.push(request);
      if (published.length === 1) throw new WireError(503, 503, { message: 'busy' });
      return { revision: 1 };
    },
  } as unknown as SchemaApi;
  const store = createDraft({
    ...{
      api,
      entity: 'note',
      answer,
      culture: 'en-US',
      newKey: () => 'key',
      waiting: [],
      saveWaiting: () => undefined,
    },
    ...{ lint: () => [], whenIdle: () => undefined },
  });
  return { store, published };
}

const roots: Root[] = [];
async function draw(store: DesignerStore): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  roots.push(root);
  const drawer = (
    <MemoryRouter>
      <App>
        <DesignerProvider value={store}>
          <ReviewDrawer onClose={() => undefined} />
        </DesignerProvider>
      </App>
    </MemoryRouter>
  );
  await act(async () => root.render(drawer));
}
const reason = () => document.querySelector('.review-publish textarea') as HTMLTextAreaElement;
const tick = () => document.querySelector('.review-publish input[type=checkbox]') as HTMLInputElement;
const button = () => document.querySelector('.review-publish .is-primary') as HTMLButtonElement;
const missing = () => document.getElementById('review-missing')?.textContent;
async function type(text: string): Promise<void> {
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(reason(), text);
    reason().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const press = (what: HTMLElement) => act(async () => what.click());

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { designer: words, engine } },
    ...{ defaultNS: 'designer', fallbackNS: ['engine'], keySeparator: false, nsSeparator: false },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
});
afterEach(async () => {
  await act(async () => roots.splice(0).forEach((root) => root.unmount()));
  document.body.replaceChildren();
});

describe('what is typed in a review', () => {
  it('survives a failed reload of the plan', async () => {
    const { store, published } = openDraft(planWith('a'), new WireError(503, 503, { message: 'busy' }), planWith('a'));
    await draw(store);
    await type('for the autumn');
    await press(tick());
    expect(missing()).toBe('');
    await press(button());
    // Refused, and so is the plan that was asked for after it.
    expect(published).toHaveLength(1);
    expect(reason().value).toBe('for the autumn');
    expect(missing()).toBe('');
    await press(button());
    expect(published.at(-1)).toMatchObject({ reason: 'for the autumn', acceptProblems: true });
  });

  it('signs for the problems that were seen, and not for those of a later plan', async () => {
    const { store } = openDraft(planWith('a'), planWith('a', 'b'));
    await draw(store);
    await type('for the autumn');
    await press(tick());
    await press(button());
    expect(tick().checked).toBe(false);
    expect(missing()).toBe(words['review.unsigned']);
    expect(reason().value).toBe('for the autumn');
  });
});
