import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

describe('an administrator of a tenant', () => {
  let test: TestApp;
  let admin: Person;
  beforeAll(async () => {
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
  });
  afterAll(() => test.close());

  it('finds the root organisation of the own tenant and no other', async () => {
    const { body } = await admin.get('sysOrg/page');
    expect(body.data).toMatchObject({ totalRows: 1, rows: [{ name: 'north', code: 'root' }] });
  });

  it('adds, changes and deletes a level, and the trail tells it', async () => {
    const added = await admin.post('Level/add', { name: 'Gold' });
    expect(added.body).toMatchObject({ success: true, data: { version: 1 } });
    const { id } = added.body.data as { id: string };
    expect((await admin.post('Level/edit', { id, version: 1, name: 'Golden' })).body.data).toMatchObject({
      version: 2,
    });
    expect((await admin.get('Level/detail', { id })).body.data).toMatchObject({ name: 'Golden' });
    const stale = await admin.post('Level/edit', { id, version: 1, name: 'Silver' });
    expect(stale.status).toBe(409);
    expect(stale.body.data).toMatchObject({ current: { name: 'Golden' }, version: 2 });
    const trail = (await admin.get('Level/history', { id })).body.data as { verb: string; changes: unknown[] }[];
    expect(trail.map(({ verb }) => verb)).toEqual(['edit', 'add']);
    expect(trail[0]?.changes).toEqual([{ field: 'name', before: 'Gold', after: 'Golden' }]);
    expect((await admin.post('Level/delete', { id })).body.success).toBe(true);
    expect((await admin.get('Level/detail', { id })).body.success).toBe(false);
  });

  it('is given every error at once', async () => {
    const { body, status } = await admin.post('Customer/add', { code: 'C1' });
    expect(status).toBe(200);
    expect(body.issues?.map(({ path, code }) => `${path} ${code}`)).toContain('name required');
  });

  it('gets one record for one key, however often it is sent', async () => {
    const send = () => admin.post('Level/add', { name: 'Keyed' }, { 'idempotency-key': 'k-1' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    const other = await admin.post('Level/add', { name: 'Other' }, { 'idempotency-key': 'k-1' });
    expect(other.status).toBe(409);
  });
});
