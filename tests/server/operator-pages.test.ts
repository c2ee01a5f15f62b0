import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let boss: Person;
let admin: Person;
beforeAll(async () => {
  test = await openTestApp();
  [boss, admin] = await Promise.all([test.signIn(hosts.platform, 'superAdmin'), test.signIn(hosts.north, 'admin')]);
});
afterAll(() => test?.close());

describe('the machine', () => {
  it('tells the platform what it is and how hard it works, and nobody else', async () => {
    expect((await boss.get('sysMachine/base')).body.data).toMatchObject({
      database: expect.stringMatching(/^PostgreSQL/),
    });
    const use = (await boss.get('sysMachine/use')).body.data as { cpuRate: number; ramRate: number; totalRam: number };
    expect(use.totalRam).toBeGreaterThan(0);
    for (const rate of [use.cpuRate, use.ramRate]) expect(rate >= 0 && rate <= 100).toBe(true);
    expect((await boss.get('sysMachine/network')).body.success).toBe(true);
    for (const verb of ['base', 'use', 'network']) expect((await admin.get(`sysMachine/${verb}`)).status).toBe(403);
  });
});

describe('what a schema yields', () => {
  it('is types, interface, tables and a sample, of what the reader may read', async () => {
    const { data } = (await admin.get('codeGenerate/preview', { entity: 'level' })).body;
    const texts = data as Record<string, string>;
    expect(texts['types']).toContain('export interface LevelRecord');
    expect(texts['sql']).toContain('CREATE TABLE "level"');
    expect(JSON.parse(texts['openApi'] ?? '')).toHaveProperty(['paths', '/Level/page']);
    expect(JSON.parse(texts['sample'] ?? '')).toHaveProperty('name');
    const none = await admin.get('codeGenerate/preview', { entity: 'nothing' });
    const foreign = await admin.get('codeGenerate/preview', { entity: 'timer' });
    expect([none.body.code, foreign.body.code]).toEqual([1013003, 1013003]);
    const list = (await admin.get('codeGenerate/InformationList')).body.data as { entity: string }[];
    expect(list.map(({ entity }) => entity)).not.toContain('timer');
  });
});
