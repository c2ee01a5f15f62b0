import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNode } from '../../server/node.ts';
import { hosts, openTestApp, root, testModules, type Person, type TestApp } from '../support/test-app.ts';

describe('a node with another key', () => {
  let test: TestApp;
  let admin: Person;
  beforeAll(async () => {
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
  });
  afterAll(() => test?.close());

  it('does not start, and those that run are not locked out', async () => {
    const other = await openNode({
      ...{ databaseUrl: test.databaseUrl, root, modules: testModules },
      secretKey: 'another-secret-key-another-secret-key-another',
    });
    expect(other).toEqual({ ok: false, issues: [{ code: 'settings.otherKey', path: 'SECRET_KEY' }] });
    test.node.context.database.drop();
    test.node.system.drop();
    await expect.poll(async () => (await admin.get('Level/page')).status).toBe(200);
    expect((await test.signIn(hosts.north, 'finance')).token).not.toBe('');
  });
});
