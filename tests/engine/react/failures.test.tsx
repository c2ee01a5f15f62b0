// @vitest-environment happy-dom
import { createForm } from '@formily/core';
import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WireError } from '../../../engine/kit/data/data-client.ts';
import {
  failedAction,
  failedLine,
  failedToLoad,
  toDisplayError,
  type Failed,
} from '../../../engine/kit/data/display-error.ts';
import { ActionBody } from '../../../engine/kit/fields/form/action-body.tsx';
import { FieldHostProvider, type FieldHost } from '../../../engine/kit/fields/controls/field-host.tsx';
import type { FormTools } from '../../../engine/kit/fields/controls/form-tools.tsx';
import { RefusalNotice } from '../../../engine/kit/layouts/refusal-notice.tsx';
import { loadUser, signOut } from '../../../engine/app/session/session.ts';
import { storeLocally, readStored } from '../../../engine/kit/ui/local-storage.ts';
import chinese from '../../../locales/zh-CN/engine.json' with { type: 'json' };
import english from '../../../locales/en-US/engine.json' with { type: 'json' };

/* What the specification says of failures (section 8), in both languages. */

const kinds: readonly (readonly [Failed, string, string])[] = [
  ['operation', 'Operation failed', '操作失败'],
  ['deletion', 'Deletion failed', '删除失败'],
  ['save', 'Save failed', '保存失败'],
  ['export', 'Export failed', '导出失败'],
  ['download', 'Download error', '下载出错'],
  ['upload', 'Upload failed', '上传失败'],
  ['lock', 'Lock failed', '锁定失败'],
];
const refusal = new WireError(200, 1015002, { message: 'The bill is closed.' });

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { engine: english }, 'zh-CN': { engine: chinese } },
    ...{ defaultNS: 'engine', keySeparator: false, nsSeparator: false },
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
});
afterEach(async () => {
  await i18next.changeLanguage('en-US');
  vi.unstubAllGlobals();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.clear();
});

describe('what failed', () => {
  it.each(kinds)('of %s comes before the message of the server', async (what, en, zh) => {
    for (const [culture, words] of [
      ['en-US', en],
      ['zh-CN', zh],
    ] as const) {
      await i18next.changeLanguage(culture);
      expect(failedLine(what, refusal)).toMatch(new RegExp(`^${words}.{1,2}The bill is closed\\.$`));
      expect(failedToLoad(what, refusal)).toMatchObject({
        title: words,
        message: 'The bill is closed.',
        code: '1015002',
      });
    }
  });

  it.each([
    ['delete', 'Deletion failed'],
    ['lock', 'Lock failed'],
    ['settle', 'Operation failed'],
  ])('is said in the dialog of %s', async (action, words) => {
    const box = document.body.appendChild(document.createElement('div'));
    const root = createRoot(box);
    const body = (
      <ActionBody
        {...{ question: () => null, evidence: null, form: createForm(), schema: null, issues: [], attempts: 1 }}
        {...{
          ready: 1,
          total: 1,
          refused: [],
          results: null,
          tools: { field: () => undefined } as unknown as FormTools,
        }}
        what={failedAction(action)}
        refusal={{ status: 200, code: 1015002, message: 'The bill is closed.', traceId: 'x1' }}
      />
    );
    const host = { words: { field: String } } as unknown as FieldHost;
    await act(async () => root.render(<FieldHostProvider host={host}>{body}</FieldHostProvider>));
    expect(box.querySelector('[role=alert]')?.textContent).toContain(`${words}: The bill is closed.`);
    await act(async () => root.unmount());
    box.remove();
  });
});

describe('a server that is not reached', () => {
  it.each([0, 502, 503, 504])('by status %s says that what was entered is kept, and what to do', async (status) => {
    const error = new WireError(status, status);
    for (const [culture, kept] of [
      ['en-US', 'What you entered is still here'],
      ['zh-CN', '已填写的内容仍然保留'],
    ] as const) {
      await i18next.changeLanguage(culture);
      expect(toDisplayError(error).title).toBe(i18next.t('ui.offline'));
      expect(toDisplayError(error).message).toContain(kept);
    }
  });

  it('by a proxy is no refusal of the form', async () => {
    const box = document.body.appendChild(document.createElement('div'));
    const root = createRoot(box);
    const refusal = { status: 502, code: 502, message: '', traceId: '' };
    await act(async () => root.render(<RefusalNotice refusal={refusal} attempts={1} what="save" />));
    expect(box.textContent).toContain(i18next.t('form.offline'));
    expect(box.textContent).toContain(i18next.t('form.offlineNote'));
    await act(async () => root.unmount());
    box.remove();
  });
});

describe('who is signed in', () => {
  it('is stored by id next to the token, and deleted with it', async () => {
    const answer = (data: unknown) => Response.json({ success: true, code: 200, message: '', data });
    vi.stubGlobal('fetch', async (url: string) =>
      answer(url.includes('getLoginUser') ? { id: '4711', apps: [] } : null),
    );
    storeLocally('Access-Token', 'a'.repeat(40));
    await loadUser();
    expect(readStored('USER_ID')).toBe('4711');
    await signOut();
    expect(readStored('USER_ID')).toBeNull();
  });
});
