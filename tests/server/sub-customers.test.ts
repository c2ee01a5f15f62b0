import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { added, reasons } from '../support/money.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
});
afterAll(() => world?.close());

const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
const add = (code: string, parent: string) => {
  const own = { name: `Customer ${code}`, contact: 'Somebody', org: sample('org/shenzhen') };
  return admin.post('Customer/add', { code, parent, ...own });
};
const settings = (customer: string, more: Readonly<Record<string, unknown>>) =>
  admin.post('MemberConfig/add', { customer, accountingStart: '2026-01-05', ...more });

describe('a customer of a customer', () => {
  it('has a number as the settings of its parent say, which are asked on every way in', async () => {
    const jieda = sample('customer/jieda');
    expect(reasons(await add('XX0002', jieda))).toEqual(['code network.subCustomerNumber']);
    expect(reasons(await add('JD00021', jieda))).toEqual(['code network.subCustomerNumber']);
    const id = added(await add('JD0002', jieda));
    const found = (await admin.get('Customer/detail', { id })).body.data as Record<string, unknown>;
    expect(found).toMatchObject({ parent: jieda, parentCode: 'C1006' });
    const csv = `code,name,contact,org,parent\nJD0003,Third,Somebody,NG-SZ,C1006\nXX0003,Fourth,Somebody,NG-SZ,C1006\n`;
    const sent = await admin.send('Customer/import', 'customers.csv', csv);
    expect(sent.body.success ? '' : sent.body.message).toBe('');
    await world.test.runJobs();
    const codes = (await admin.get('Customer/list', { parent: jieda })).body.data as { code: string }[];
    expect(codes.map(({ code }) => code)).toEqual(['JD0002', 'JD0003']);
  });

  it('stands below a customer with distribution alone, and below none of its own kind', async () => {
    expect(reasons(await add('SUB-1', sample('customer/acme')))).toEqual(['parent network.noDistribution']);
    const id = added(await add('JD0005', sample('customer/jieda')));
    expect(reasons(await add('JD0009', id))).toEqual(['parent reference.missing']);
    const moved = await admin.post('Customer/edit', { id, parent: sample('customer/acme') });
    expect(reasons(moved)).toEqual(['parent field.readOnly']);
  });

  it('pays a percent on top, which nobody else does, and distributes nothing itself', async () => {
    const id = added(await add('JD0004', sample('customer/jieda')));
    expect(reasons(await settings(id, { distribution: true }))).toEqual(['distribution subDistributes']);
    added(await settings(id, { distributionPercent: 7.5 }));
    const acme = sample('customer-config/acme');
    const asked = await admin.post('MemberConfig/edit', { id: acme, distributionPercent: 3 });
    expect(reasons(asked)).toEqual(['distributionPercent noParent']);
  });
});
