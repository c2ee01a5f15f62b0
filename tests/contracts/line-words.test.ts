import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldMeta } from '../../engine/core/index.ts';
import { openWorld, type World } from '../support/world.ts';

interface Answer {
  meta: { fields: Record<string, FieldMeta> };
  texts: { options?: Record<string, Record<string, string>> };
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** The words of choices as a person's browser gets them, each as `field.value`, where there are none. */
async function rawCodes(person: string, culture: string): Promise<{ asked: number; raw: string[] }> {
  const { person: who } = world.person(person);
  const get = async <T>(path: string): Promise<T> => (await who.get(`${path}?culture=${culture}`)).body.data as T;
  const known = await get<{ path: string }[]>('meta');
  const raw: string[] = [];
  let asked = 0;
  for (const { path } of known) {
    const { meta, texts } = await get<Answer>(`meta/${path}`);
    for (const field of Object.values(meta.fields)) {
      for (const [name, line] of Object.entries(field.fields ?? {})) {
        if (line.dictionary) {
          asked += 1;
          if (!texts.options?.[name]) raw.push(`${path}.${name}`);
        }
        for (const value of line.options ?? []) {
          asked += 1;
          if (!texts.options?.[name]?.[value]) raw.push(`${path}.${name}.${value}`);
        }
      }
    }
  }
  return { asked, raw };
}

describe.each(['en-US', 'zh-CN'])('choices inside lines in %s', (culture) => {
  it.each(['north admin', 'north clerk', 'north member'])('have a word for %s, never a code', async (person) => {
    const { asked, raw } = await rawCodes(person, culture);
    expect(asked).toBeGreaterThan(5);
    expect(raw).toEqual([]);
  });
});
