import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseEntity } from '../../../engine/core/meta/parse-entity.ts';
import newEntity from '../../../server/scripts/new-entity.ts';
import { addMenuItem } from '../../../server/scripts/schemas/menu-file.ts';
import { projectRoot } from '../../support/entity-files.ts';
import { entityWordKeys } from '../../../engine/core/meta/word-keys.ts';

const said: string[] = [];
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-scaffold-'));
  for (const part of ['schemas', 'locales']) cpSync(projectRoot + part, join(folder, part), { recursive: true });
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(projectRoot);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  said.length = 0;
  for (const method of ['log', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((text: unknown) => void said.push(String(text)));
  }
});

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe('a new entity', () => {
  it('is a well-formed declaration with a sample, words in both languages, a menu line and a record type', async () => {
    expect(await newEntity(['returns/damage-claim'])).toBe(0);
    const parsed = parseEntity(read('schemas/returns/damage-claim/damage-claim.json'));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    expect(parsed.value).toMatchObject({ entity: 'damage-claim', path: 'DamageClaim' });
    for (const culture of ['zh-CN', 'en-US']) {
      const words = JSON.parse(read(`locales/${culture}/entities/damage-claim.json`)) as Record<string, object>;
      const keys = Object.entries(words).flatMap(([key, value]) =>
        typeof value === 'string' ? [key] : Object.keys(value).map((inner) => `${key}.${inner}`),
      );
      expect(new Set(keys)).toEqual(entityWordKeys(parsed.value).needed);
    }
    expect(JSON.parse(read('schemas/returns/damage-claim/samples.json'))).toEqual([
      { $id: 'first', name: 'Damage claim 1' },
    ]);
    expect(read('schemas/menus/business.json')).toContain('"entity": "damage-claim"');
    expect(read('schemas/generated/records.d.ts')).toContain('export interface DamageClaimRecord {');
    expect(said.join('\n')).toContain('schemas/returns/damage-claim/damage-claim.json');
  });

  it('is not made twice', async () => {
    expect(await newEntity(['money/recharge'])).toBe(1);
    expect(await newEntity(['elsewhere/recharge'])).toBe(1);
    expect(said).toHaveLength(2);
    expect(said[0]).toContain('schemas/money/recharge/recharge.json');
  });

  it.each([
    [[]],
    [['claim']],
    [['returns/damageClaim']],
    [['Returns/claim']],
    [['../x/claim']],
    [['returns/-claim']],
    [['menus/claim']],
  ])('is refused with a reason: %j', async (args) => {
    expect(await newEntity(args)).toBe(1);
    expect(said.join('')).toMatch(/Usage|holds no entities/);
  });
});

describe('a line for the menu', () => {
  const menu = `{
  "application": "business",
  "items": [
    { "code": "network", "icon": "car", "children": [{ "code": "hub", "icon": "a", "entity": "hub" }] },
    { "code": "empty", "icon": "car", "children": [] }
  ]
}
`;
  const groups = async (area: string): Promise<unknown[]> =>
    (JSON.parse(await addMenuItem(menu, area, 'claim')) as { items: unknown[] }).items;
  const line = { code: 'claim', icon: 'file', entity: 'claim' };

  it('goes into the group that is called as the area is', async () => {
    expect(await groups('network')).toMatchObject([{ children: [{ code: 'hub' }, line] }, { children: [] }]);
    expect(await groups('empty')).toMatchObject([{ children: [{ code: 'hub' }] }, { children: [line] }]);
  });

  it('comes last where there is no such group', async () => {
    expect(await groups('returns')).toMatchObject([{ code: 'network' }, { code: 'empty' }, line]);
  });
});
