import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

describe('what a person keeps on the server', () => {
  let test: TestApp;
  let admin: Person;
  let other: Person;
  beforeAll(async () => {
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
    other = await test.signIn(hosts.south, 'admin');
  });
  afterAll(() => test?.close());

  const read = async (person: Person, key: string) => (await person.get('preference', { key })).body.data as unknown;

  it('is nothing before it is kept, then the last value, then nothing again', async () => {
    const key = 'list:Level.columns';
    expect(await read(admin, key)).toBeNull();
    await admin.post('preference', { key, value: { hidden: ['note'] } });
    await admin.post('preference', { key, value: ['name', 1, true] });
    expect(await read(admin, key)).toEqual(['name', 1, true]);
    await admin.post('preference', { key, value: null });
    expect(await read(admin, key)).toBeNull();
  });

  it('is theirs alone', async () => {
    await admin.post('preference', { key: 'density', value: 'compact' });
    expect(await read(other, 'density')).toBeNull();
  });

  it.each([
    ['list.Level', { columns: [null] }, 'value.columns[0]'],
    ['list.Level', 'x', 'value'],
    ['list.Level', { views: { constructor: {} } }, 'value.views.constructor'],
    ['import.Level', { headings: [], keys: [] }, 'value.headings'],
  ])('is refused under %s in a shape that no list could read: %j', async (key, value, place) => {
    expect((await admin.post('preference', { key, value })).body.issues).toMatchObject([{ path: place }]);
    expect(await read(admin, key)).toBeNull();
  });

  it('has a plain key and at most 64 KB', async () => {
    const answers = await Promise.all([
      admin.post('preference', { key: 'no such key!', value: 1 }),
      admin.post('preference', { value: 1 }),
      admin.post('preference', { key: 'big', value: 'x'.repeat(65_536) }),
    ]);
    expect(answers.map(({ body }) => body.issues?.[0]?.code)).toEqual([
      'preference.key',
      'preference.key',
      'preference.tooLarge',
    ]);
    expect((await admin.get('preference')).body.success).toBe(false);
    expect((await admin.post('preference', [1])).status).toBe(400);
  });
});
