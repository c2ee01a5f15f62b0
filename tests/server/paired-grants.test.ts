import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { hosts, password, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/*
 * One role, two grants: every customer without remarks, and those of the own organisation without phones. Rows and fields
 * stay paired: a remark is there for the own organisation alone, a phone for everybody, because the first grant shows it.
 */
describe('someone whose grants show different fields of different rows', () => {
  let world: World;
  let person: Person;
  let own: string;
  let other: string;
  beforeAll(async () => {
    world = await openWorld();
    const { actor, samples } = world.homes.north;
    const { context } = world.test.node;
    const grant = (entity: string, rows: string, hide: string) => ({ entity, codes: 'read,edit', rows, hide });
    const grants = [
      grant('customer', 'all', 'remark'),
      grant('customer', 'org', 'phone'),
      grant('order', 'all', 'boxes'),
      grant('order', 'org', ''),
    ];
    const [role] = await insertOrFail(context, actor, 'role', [
      {
        input: { name: 'Paired', code: 'paired', roleType: '0', template: 'none', dataScopeType: '1', sort: 1, grants },
      },
    ]);
    const org = samples.get('org/shenzhen');
    await insertOrFail(context, actor, 'account', [
      { input: { account: 'paired', password, name: 'Paired', org, roles: [role], adminType: '3' } },
    ]);
    person = await world.test.signIn(hosts.north, 'paired');
    own = samples.get('customer/yunfan') ?? '';
    other = samples.get('customer/acme') ?? '';
  });
  afterAll(() => world?.close());

  it('sees a cell of a list only where one grant gives that row and that field', async () => {
    const { rows } = (await person.get('Customer/page', { pageSize: '200' })).body.data as {
      rows: { id: string; remark: string | null; phone: string }[];
    };
    const row = (id: string) => rows.find((each) => each.id === id);
    expect(row(own)?.remark).toMatch(/^对账人/);
    expect(row(other)).toMatchObject({ remark: null, phone: '+1 909 555 0110' });
  });

  it('sees the same cells in the record itself', async () => {
    expect((await person.get('Customer/detail', { id: own })).body.data).toMatchObject({ phone: '+86 755 5550 0166' });
    expect((await person.get('Customer/detail', { id: other })).body.data).toMatchObject({ remark: null });
  });

  it('sees the lines of a record where the grant with those lines reaches it', async () => {
    const lines = async (sample: string) => {
      const id = world.homes.north.samples.get(`order/${sample}`) ?? '';
      return ((await person.get('Order/detail', { id })).body.data as { boxes: unknown[] | null }).boxes;
    };
    expect(await lines('draft-amazon')).toHaveLength(1);
    expect(await lines('draft-multi')).toBeNull();
  });

  it('cannot find, order, group or search rows by cells that are hidden', async () => {
    // A hidden name is answered as one that does not exist: all rows, and the key named as not understood.
    const all = (await person.get('Customer/page')).body.data;
    const asNothing = async (operator: string, value: string) => {
      const ask = async (name: string) =>
        (await person.get('Customer/page', { [`${name}.${operator}`]: value })).raw.body;
      const hidden = await ask('remark');
      expect((JSON.parse(hidden) as { data: unknown }).data).toEqual(all);
      expect(hidden.replace('remark.', 'noSuchField.')).toBe(await ask('noSuchField'));
    };
    await asNothing('contains', 'tents');
    await asNothing('notEmpty', '1');
    const sorted = (await person.get('Customer/page', { sort: 'remark' })).raw.body;
    expect(sorted).toBe((await person.get('Customer/page', { sort: 'noSuchField' })).raw.body);
    expect((await person.get('Customer/aggregate', { group: 'remark' })).body.success).toBe(false);
  });

  it('finds nothing of them in the history or in the answer to a stale edit', async () => {
    const admin = world.person('north admin').person;
    const edited = await admin.post('Customer/edit', { id: other, remark: 'Pays late, watch closely' });
    expect(edited.body.success).toBe(true);
    expect((await person.get('Customer/history', { id: other })).raw.body).not.toContain('watch closely');
    const stale = await person.post('Customer/edit', { id: other, version: 1, contact: 'X' });
    expect(stale.status).toBe(409);
    expect(stale.raw.body).not.toContain('watch closely');
  });
});
