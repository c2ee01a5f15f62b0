// @vitest-environment happy-dom
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { TabList } from '../../designer/tab-list.tsx';

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await i18next.use(initReactI18next).init({ lng: 'en-US', ns: ['designer'], resources: {} });
});

it('goes one tab further with every arrow, also where the choice is drawn later than the keys come', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => act(() => root.unmount()));
  const chosen: string[] = [];
  act(() =>
    root.render(<TabList names={['form', 'list', 'rules']} chosen="form" onChoose={(name) => chosen.push(name)} />),
  );
  const tabs = [...host.querySelectorAll('button')];
  tabs[0]?.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])
    act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  expect(chosen).toEqual(['list', 'rules', 'form', 'rules']);
  expect(document.activeElement).toBe(tabs[2]);
});
