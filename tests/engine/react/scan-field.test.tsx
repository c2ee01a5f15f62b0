// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedStationProvider } from '../../../engine/kit/data/shared-station.ts';
import { ScanField } from '../../../engine/kit/screens/scan-field.tsx';

const badge = `LDB${'A2'.repeat(8)}`;
const lines: string[] = [];
const badges: string[] = [];
let root: Root;

function open(shared: boolean): HTMLInputElement {
  const field = <ScanField label="Number" enter="Enter" onScan={(line) => lines.push(line)} />;
  const station = { place: '1', onBadge: (text: string) => void badges.push(text) };
  act(() => root.render(shared ? <SharedStationProvider station={station}>{field}</SharedStationProvider> : field));
  return document.querySelector('input') ?? expect.fail('no field');
}

/** Types a line and ends it with a key, as a scanner does. Answers whether the key was taken. */
function scan(field: HTMLInputElement, text: string, key: 'Enter' | 'Tab'): boolean {
  const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    put?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  act(() => {
    field.dispatchEvent(event);
    if (key === 'Enter') field.form?.requestSubmit();
  });
  return event.defaultPrevented;
}

describe('the field of a scanner', () => {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.useFakeTimers();
    root = createRoot(document.body.appendChild(document.createElement('div')));
  });
  afterEach(() => {
    act(() => root.unmount());
    document.body.replaceChildren();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    lines.length = badges.length = 0;
  });

  it('takes a line that ends with Enter or Tab, trimmed and of at most a hundred characters', () => {
    const field = open(false);
    scan(field, ' 1Z999AA10123456784 ', 'Enter');
    expect(scan(field, 'BOX-1', 'Tab')).toBe(true);
    scan(field, 'x'.repeat(300), 'Tab');
    expect(lines).toEqual(['1Z999AA10123456784', 'BOX-1', 'x'.repeat(100)]);
    expect(field.value).toBe('');
  });

  it('takes no empty line, and lets Tab go on from it', () => {
    const field = open(false);
    scan(field, '  ', 'Enter');
    expect(scan(field, '', 'Tab')).toBe(false);
    expect(lines).toEqual([]);
  });

  it('gets the focus back when nothing else has it', () => {
    const field = open(false);
    expect(document.activeElement).toBe(field);
    field.blur();
    act(() => vi.advanceTimersByTime(600));
    expect(document.activeElement).toBe(field);
  });

  it('gives a badge to the shared station, and elsewhere to the page', () => {
    scan(open(true), badge, 'Enter');
    expect([badges, lines]).toEqual([[badge], []]);
    scan(open(false), badge, 'Enter');
    expect(lines).toEqual([badge]);
  });
});
