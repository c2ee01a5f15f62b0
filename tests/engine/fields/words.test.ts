import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import enUs from '../../../locales/en-US/errors.json' with { type: 'json' };
import zhCn from '../../../locales/zh-CN/errors.json' with { type: 'json' };

const folder = new URL('../../../engine/core/fields/', import.meta.url);
const code =
  /'((?:text|number|date|datetime|time|boolean|choice|list|lines|reference|email|phone|url|country|postalCode|address|file|color|icon|cron|pattern|json|richText)\.[a-z]\w*)'/g;
const used = new Set(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(code)].map((match) => match[1]!)),
);
const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();

describe('the words of refusals', () => {
  it('are there in both cultures for every code that a field type gives', () => {
    expect(used.size).toBeGreaterThan(40);
    expect([...used].filter((one) => !(one in enUs) || !(one in zhCn))).toEqual([]);
  });

  it('have the same codes in both cultures, in order of the alphabet', () => {
    const keys = Object.keys(enUs);
    expect(keys).toEqual(Object.keys(zhCn));
    expect(keys).toEqual([...keys].sort());
  });

  it('fill in the same parameters in both cultures', () => {
    const chinese: Record<string, string> = zhCn;
    for (const [key, words] of Object.entries(enUs))
      expect([key, placeholders(chinese[key] ?? '')]).toEqual([key, placeholders(words)]);
  });
});
