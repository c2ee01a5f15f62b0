import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, EntityDocument } from '../../engine/core/index.ts';
import { createSeal } from '../../server/secrets/secrets.ts';
import { runSocketJob } from '../../server/jobs/module-task.ts';
import type { SystemServices } from '../../server/modules/module.ts';
import { openWorld, type Principal, type World } from '../support/world.ts';

let world: World;
let admin: Principal['person'];
let services: SystemServices;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  const { services: opened } = world.test.node.context;
  if (!opened) throw new Error('the node is open');
  services = opened;
});
afterAll(() => world?.close());

const good = async <T>(answer: Promise<{ body: { success: boolean; data: unknown } }>): Promise<T> => {
  const { body } = await answer;
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data as T;
};

describe('what the system writes into a tenant’s records', () => {
  it('obeys what the tenant has published: its rules, and those of no other tenant', async () => {
    const { rows } = await good<{ rows: { id: string }[] }>(admin.get('Deduction/page', { 'status.in': 'draft' }));
    const id = rows[0]?.id ?? '';
    const of = { tenant: world.homes.north.tenant, entity: 'deduction', id };
    const { base } = await good<{ base: EntityDocument }>(admin.get('schema/deduction'));
    const rule = { code: 'notYet', when: "status == 'confirmed' && amount < 100000", at: 'amount' };
    const commands: Command[] = [{ do: 'set', at: 'validations', value: [...(base.meta.validations ?? []), rule] }];
    const { stamp } = await good<{ stamp: number }>(
      admin.post('schema/deduction/commands', { stamp: 0, name: 'own', commands }),
    );
    await good(admin.post('schema/deduction/publish', { stamp, reason: 'x', acceptProblems: true }));
    expect((await services.act(of, 'confirm')).map(({ code }) => code)).toEqual(['notYet']);
    const south = await good<{ rows: { id: string }[] }>(
      world.person('south admin').person.get('Deduction/page', { 'status.in': 'draft' }),
    );
    const elsewhere = { tenant: world.homes.south.tenant, entity: 'deduction', id: south.rows[0]?.id ?? '' };
    expect((await services.act(elsewhere, 'confirm')).map(({ code }) => code)).not.toContain('notYet');
  });
});

describe('a kept secret', () => {
  const plain = 'carrier-key-4711';
  it('is opened by the server for a call that needs it, and shown to nobody', async () => {
    const { rows } = await good<{ rows: { id: string }[] }>(admin.get('Channel/page'));
    const id = rows[0]?.id ?? '';
    const of = { tenant: world.homes.north.tenant, entity: 'channel', id };
    await good(admin.post('Channel/edit', { id, accountKey: plain }));
    expect(await services.secret(of, 'accountKey')).toBe(plain);
    expect(await services.secret({ ...of, tenant: world.homes.south.tenant }, 'accountKey')).toBeNull();
    await expect(services.secret(of, 'name')).rejects.toThrow('has no secret');
    const { rows: kept } = await world.owner.query<{ text: string }>(
      `SELECT to_json(c)::text AS text FROM channel c WHERE id = $1 UNION ALL SELECT to_json(a)::text FROM lading.audit a WHERE record_id = $1`,
      [id],
    );
    expect(kept.filter(({ text }) => text.includes(plain))).toEqual([]);
    for (const verb of ['detail', 'history', 'page'])
      expect(JSON.stringify((await admin.get(`Channel/${verb}`, { id })).body)).not.toContain(plain);
  });

  it('is not a password, and opens for its own field and key alone', async () => {
    const account = { tenant: world.homes.north.tenant, entity: 'account', id: world.person('north admin').account };
    await expect(services.secret(account, 'password')).rejects.toThrow(/^account\.password cannot be opened$/);
    const secrets = createSeal({ keys: ['one-key-one-key-one-key-one-key-one-key'] });
    const sealed = await secrets.seal('channel', 'accountKey', plain);
    expect(secrets.open('channel', 'accountKey', sealed)).toBe(plain);
    const wrong: [ReturnType<typeof createSeal>, string, string][] = [
      [secrets, 'accountSecret', sealed],
      [createSeal({ keys: ['another-key-another-key-another-key-anoth'] }), 'accountKey', sealed],
      [secrets, 'accountKey', `${sealed.slice(0, -2)}AA`],
      [secrets, 'accountKey', sealed.slice(0, 20)],
      [secrets, 'accountKey', plain],
    ];
    for (const [by, field, text] of wrong) {
      const reason = (() => {
        try {
          return by.open('channel', field, text);
        } catch (error) {
          return (error as Error).message;
        }
      })();
      expect(reason).toBe(`channel.${field} cannot be opened`);
    }
  });
});

it('a job of an entity that is gone fails and is reported, and is no work done', async () => {
  const { node, jobs } = world.test;
  const call = {
    ...{ job: 'tenants.reset-admin', entity: 'gone', action: 'x', record: '1', operation: 'gone:1:1' },
    ...{ tenant: world.homes.north.tenant, actor: { id: '0', type: 'system', member: null, org: null, roles: [] } },
  };
  await expect(runSocketJob(jobs, call, true)).rejects.toThrow('there is no gone');
  await node.logs.flush();
  const { rows } = await world.owner.query<{ what: string }>(
    `SELECT "exceptionMsg" AS what FROM exception_log WHERE "className" = 'job'`,
  );
  expect(rows.map(({ what }) => what)).toEqual(['tenants.reset-admin: there is no gone, record 1']);
});
