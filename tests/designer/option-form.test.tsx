// @vitest-environment happy-dom
import i18next from 'i18next';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OptionForm } from '../../designer/panels/option-form.tsx';
import { optionsOf } from '../../designer/panels/option-schema.ts';
import type { FieldMeta } from '../../engine/core/index.ts';
import words from '../../locales/en-US/designer.json' with { type: 'json' };
import errors from '../../locales/en-US/errors.json' with { type: 'json' };

const field: FieldMeta = { type: 'text', maxLength: 20 };
const options = optionsOf(['text']).filter(({ key }) => ['minLength', 'maxLength', 'unique'].includes(key));

const roots: Root[] = [];
async function draw(onChange: (key: string, value: unknown) => void): Promise<HTMLElement> {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  roots.push(root);
  const form = (
    <OptionForm options={options} places={['fields.a']} fields={[field]} refused={() => ''} onChange={onChange} />
  );
  await act(async () => root.render(form));
  return box;
}

async function type(id: string, text: string): Promise<void> {
  const input = document.getElementById(id) as HTMLInputElement;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    input.focus();
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { designer: words, errors } },
    defaultNS: 'designer',
    fallbackNS: ['errors'],
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  });
});
afterEach(async () => {
  await act(async () => roots.splice(0).forEach((root) => root.unmount()));
  document.body.replaceChildren();
});

describe('the options of a field', () => {
  it('are those that its type takes, with what the draft says', async () => {
    const box = await draw(() => undefined);
    expect(box.querySelectorAll('.option-row')).toHaveLength(3);
    expect((document.getElementById('option_maxLength') as HTMLInputElement).value).toBe('20');
  });

  it('keep a value that the language refuses with its fault, and hand over the next that it allows', async () => {
    const changes: unknown[] = [];
    const box = await draw((...change) => changes.push(change));
    await type('option_minLength', '-1');
    expect(changes).toEqual([]);
    expect(box.querySelector('[role=alert]')?.textContent).not.toBe('');
    expect((document.getElementById('option_minLength') as HTMLInputElement).value).toBe('-1');
    await type('option_minLength', '2');
    expect(changes).toEqual([['minLength', 2]]);
    expect(box.querySelector('[role=alert]')).toBeNull();
  });
});
