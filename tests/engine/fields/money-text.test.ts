import { describe, expect, it } from 'vitest';
import { moneyText } from '../../../engine/core/index.ts';
import { figuresIn } from '../../../engine/modules/boards/figures.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');
const shown = (amount: string | number, currency: string, culture = 'en-US') =>
  plain(moneyText(amount, { currency, culture }));

describe('an amount with its currency', () => {
  it('has the two decimals of what is charged, also in currencies that know none or three', () => {
    expect(shown(1234.5, 'USD')).toBe('$1,234.50');
    expect(shown(1234.56, 'JPY')).toBe('¥1,234.56');
    expect(shown(0.49, 'KRW')).toBe('₩0.49');
    expect(shown(1.23, 'KWD')).toBe('KWD 1.23');
    expect(shown(-5.34, 'JPY', 'zh-CN')).toBe('-JP¥5.34');
  });

  it('keeps every digit of a decimal text', () => {
    expect(shown('90071992547409.93', 'JPY')).toBe('¥90,071,992,547,409.93');
  });

  it('is shown so on boards', () => {
    expect(plain(figuresIn('en-US', 'UTC').money('1234.56', 'JPY'))).toBe('¥1,234.56');
  });
});
