import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action, Entity } from '../../engine/core/index.ts';
import { loadCatalog } from '../../server/catalog.ts';
import { insertMany } from '../../server/operations/write/insert-many.ts';
import { hosts, openTestApp, root, type Answer, type Person, type TestApp } from '../support/test-app.ts';
import {
  addSample,
  functionWritten,
  inOrder,
  openWorld,
  sampleFiles,
  sampleRecord,
  type World,
} from '../support/world.ts';

const loaded = loadCatalog(`${root}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const flowing = loaded.value.entities.filter((entity) => entity.start !== null);
const statesOf = flowing.flatMap((entity) =>
  Object.keys(entity.states).map((state) => ({ path: entity.path, state, entity })),
);
const edges = statesOf.flatMap(({ path, state, entity }) =>
  [...entity.actions.values()]
    .filter(({ transition }) => transition !== null)
    .map((action) => ({ path, state, name: action.name, entity, action })),
);
const declared = edges.filter(({ action, state }) => action.transition?.from.includes(state));
const undeclared = edges.filter(({ action, state }) => !action.transition?.from.includes(state));

const codesOf = ({ body }: Answer): string[] => (body.issues ?? []).map(({ code }) => code);

describe('a record with a workflow', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  const home = (entity: Entity) => (entity.tenancy === 'platform' ? 'platform' : 'north');
  const boss = (entity: Entity): Person =>
    world.person(entity.tenancy === 'platform' ? 'platform superAdmin' : 'north admin').person;
  /** Steps that the system alone takes are nobody's to ask for, wherever the record stands. */
  const isNobodys = ({ access, tenancy }: Entity, code: string): boolean =>
    access[tenancy === 'platform' ? 'superAdmin' : 'admin']?.every(({ codes }) => !codes.includes(code)) ?? false;

  /** As the owner, past what keeps records that are final as they are. */
  async function withoutTriggers(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
    const client = await world.owner.connect();
    try {
      await client.query('BEGIN; SET LOCAL session_replication_role = replica');
      await work(client);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }

  /** A sample that stands in this state, as the row is now. */
  async function standing(entity: Entity, state: string): Promise<{ id: string; version: number }> {
    const sample = sampleFiles.get(entity.name)?.find((each) => (each['status'] ?? entity.start) === state);
    const id = world.homes[home(entity)].samples.get(`${entity.name}/${String(sample?.['$id'])}`);
    await withoutTriggers((client) =>
      client.query(`UPDATE "${entity.table}" SET status = $2 WHERE id = $1`, [id, state]),
    );
    const { rows } = await world.owner.query<{ id: string; version: number }>(
      `SELECT id::text, version::int FROM "${entity.table}" WHERE id = $1`,
      [id],
    );
    if (!rows[0]) throw new Error(`no sample of ${entity.name} stands at ${state}`);
    return rows[0];
  }
  const statusOf = async (entity: Entity, id: string): Promise<string> =>
    (await world.owner.query<{ status: string }>(`SELECT status FROM "${entity.table}" WHERE id = $1`, [id])).rows[0]
      ?.status ?? '';

  it.each(undeclared)('$path at $state refuses $name, which its workflow does not have there', async (edge) => {
    const { entity, state, name, action } = edge;
    const { id, version } = await standing(entity, state);
    const answer = await boss(entity).post(`${entity.path}/${name}`, { id, version, ...answers(action) });
    if (isNobodys(entity, action.needs)) {
      expect(answer.status).toBe(403);
      expect(await standing(entity, state)).toEqual({ id, version });
      return;
    }
    expect(answer.status).toBe(200);
    expect(codesOf(answer)).toEqual(['state.wrong']);
    const bulk = await boss(entity).post(`${entity.path}/${name}`, { ids: [id], ...answers(action) });
    expect(bulk.body.data).toMatchObject({ results: [{ id, ok: false, issues: [{ code: 'state.wrong' }] }] });
    expect(await standing(entity, state)).toEqual({ id, version });
  });

  it.each(declared)('$path at $state takes $name, or says which rule refuses it', async (edge) => {
    const { entity, state, name, action } = edge;
    const { id, version } = await standing(entity, state);
    const answer = await boss(entity).post(`${entity.path}/${name}`, { id, version, ...answers(action) });
    if (isNobodys(entity, action.needs)) {
      expect(answer.status).toBe(403);
      expect(await statusOf(entity, id)).toBe(state);
      return;
    }
    expect(answer.status).toBe(200);
    if (answer.body.success) {
      // Whom a call sends on is told where to, too.
      const { goTo, ...data } = answer.body.data as { goTo?: string };
      expect(goTo === undefined || (action.meta.calls ?? []).length > 0).toBe(true);
      expect(data).toEqual({ id, version: version + 1, status: action.transition?.to });
      expect(await statusOf(entity, id)).toBe(action.transition?.to);
    } else {
      expect(codesOf(answer).length).toBeGreaterThan(0);
      expect(codesOf(answer)).not.toContain('state.wrong');
      expect(await statusOf(entity, id)).toBe(state);
    }
  });

  it.each(statesOf)(
    '$path at $state is edited only if the state allows it, and never moved by an edit',
    async (each) => {
      const { entity, state } = each;
      const { id, version } = await standing(entity, state);
      const other = Object.keys(entity.states).find((name) => name !== state);
      const answer = await boss(entity).post(`${entity.path}/edit`, { id, version, status: other });
      if (isNobodys(entity, 'edit')) expect(answer.status).toBe(403);
      else if (entity.states[state]?.edit) expect(codesOf(answer)).not.toContain('state.wrong');
      else expect(codesOf(answer)).toEqual(['state.wrong']);
      expect(await statusOf(entity, id)).toBe(state);
    },
  );

  it.each(statesOf)('$path at $state is deleted only if the state allows it', async ({ entity, state }) => {
    const { id } = await standing(entity, state);
    const answer = await boss(entity).post(`${entity.path}/delete`, { id });
    if (isNobodys(entity, 'delete')) {
      expect(answer.status).toBe(403);
      expect(await statusOf(entity, id)).toBe(state);
      return;
    }
    if (entity.states[state]?.remove) {
      if (!answer.body.success) expect(codesOf(answer)).toEqual(['inUse']);
    } else {
      expect(codesOf(answer)).toEqual(['state.wrong']);
      expect(await statusOf(entity, id)).toBe(state);
    }
    expect(answer.status).toBe(200);
  });
});

/** What a person might fill into the dialog of an action. */
function answers(action: Action): Record<string, unknown> {
  return Object.fromEntries(
    [...action.form, ...action.input].map((field) => [field.name, field.type.samples(field.meta).valid[0]]),
  );
}

/** Milliseconds for every sample of the catalog, one call each. */
const wholeLoad = 120_000;

describe('a record that says where it stands when it comes in', () => {
  let test: TestApp;
  let owner: pg.Pool;
  beforeAll(async () => {
    test = await openTestApp();
    owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
  });
  afterAll(async () => {
    await owner?.end();
    await test?.close();
  });

  const tenantOf = async (host: string) => {
    const { rows } = await owner.query<{ id: string; name: string; timeZone: string }>(
      `SELECT id::text, name, "timeZone" FROM tenant WHERE host = $1`,
      [host],
    );
    return test.node.actors.system({
      ...(rows[0] ?? { id: '', name: '', timeZone: '' }),
      currency: 'USD',
      platform: false,
    });
  };
  const elsewhere = (entity: Entity, sample: Record<string, unknown>): string =>
    Object.keys(entity.states).find((state) => state !== entity.start && state !== sample['status']) ?? '';

  /** Where a record begins: at the start, or where what the entity knows of it puts it. */
  const startOf = ({ name, start }: Entity, sample: Readonly<Record<string, unknown>>): string | null => {
    if (name === 'returned-parcel' && sample['customer']) return 'toClaim';
    return name === 'main-bill-box' && sample['mainBill'] ? 'loaded' : start;
  };

  /** Loads the samples of a tenant; those with a workflow by `add`, claiming a state that is not the start. */
  async function load(host: string, add: (entity: Entity, input: Record<string, unknown>) => Promise<string>) {
    const actor = await tenantOf(host);
    const ids = new Map<string, string>();
    for (const [entity, records] of sampleFiles) {
      for (const each of records) ids.set(`${entity}/${String(each['$id'])}`, test.node.context.newId());
    }
    const moved: string[] = [];
    // What effects read stands before the records that they judge.
    const here = test.node.catalog.entities.filter(({ tenancy }) => tenancy === 'tenant');
    const first = here.toSorted((a, b) => Number(functionWritten.has(b.name)) - Number(functionWritten.has(a.name)));
    for (const entity of inOrder(first)) {
      for (const sample of sampleFiles.get(entity.name) ?? []) {
        // What the system alone writes comes by no form and no file.
        if (entity.start === null || entity.access['admin']?.every(({ codes }) => !codes.includes('add'))) {
          await addSample(test, owner, actor, entity, sample, ids);
          continue;
        }
        const { input } = sampleRecord(entity, sample, ids);
        const id = await add(entity, { ...input, status: elsewhere(entity, sample) });
        ids.set(`${entity.name}/${String(sample['$id'])}`, id);
        const { rows } = await owner.query<{ status: string }>(`SELECT status FROM "${entity.table}" WHERE id = $1`, [
          id,
        ]);
        if (rows[0]?.status !== startOf(entity, sample))
          moved.push(`${entity.path} ${String(sample['$id'])} ${rows[0]?.status}`);
      }
    }
    return moved;
  }

  it(
    'starts at the start when it is added',
    async () => {
      const admin = await test.signIn(hosts.north, 'admin');
      const { id: me } = (await admin.get('getLoginUser')).body.data as { id: string };
      const moved = await load(hosts.north, async (entity, input) => {
        // An upload is attached by the person who uploaded it.
        await owner.query(`UPDATE "file" SET "createdBy" = $1 WHERE "createdBy" <> $1`, [me]);
        const { body } = await admin.post(`${entity.path}/add`, input);
        expect([entity.path, body.issues ?? []]).toEqual([entity.path, []]);
        return (body.data as { id: string }).id;
      });
      expect(moved).toEqual([]);
    },
    wholeLoad,
  );

  it(
    'starts at the start when it is imported',
    async () => {
      const actor = await tenantOf(hosts.south);
      const moved = await load(hosts.south, async (entity, input) => {
        const { ids, refused } = await insertMany(test.node.context, actor, entity, [{ input }], {
          verb: 'import',
          key: null,
        });
        expect([entity.path, [...refused.values()]]).toEqual([entity.path, []]);
        return String(ids[0]);
      });
      expect(moved).toEqual([]);
    },
    wholeLoad,
  );
});

describe('fifty calls at once that credit one recharge', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  /** The pending recharge, the customer's balance and the transfers that name it. */
  async function stand(sample: string) {
    const { samples, tenant } = world.homes.north;
    const id = samples.get(`recharge/${sample}`) ?? '';
    const { rows } = await world.owner.query<{ transfers: string; balance: string | null; sum: string }>(
      `SELECT (SELECT count(*) FROM ledger_transfer WHERE tenant_id = $1 AND "refId" = $2) AS transfers,
              (SELECT a.balance FROM ledger_account a JOIN recharge r ON r.tenant_id = a.tenant_id AND r.customer = a.customer
                WHERE r.tenant_id = $1 AND r.id::text = $2 AND a.kind = 'available') AS balance,
              (SELECT sum(balance) FROM ledger_account WHERE tenant_id = $1)
                + coalesce((SELECT sum(amount) FROM ledger.unrolled WHERE tenant_id = $1), 0) AS sum`,
      [tenant, id],
    );
    return { id, transfers: Number(rows[0]?.transfers), balance: Number(rows[0]?.balance), sum: Number(rows[0]?.sum) };
  }
  const fifty = (id: string, headers: Record<string, string> = {}) =>
    Promise.all(
      Array.from({ length: 50 }, () =>
        world
          .person('north finance')
          .person.post('Recharge/pass', { id, postedAmount: 123.45, remarks: 'As the bank says' }, headers),
      ),
    );

  it('have one effect, and the others are answered that it was done', async () => {
    const before = await stand('pending');
    const all = await fifty(before.id);
    expect(all.filter(({ body }) => body.success)).toHaveLength(1);
    const others = all.filter(({ body }) => !body.success);
    expect(new Set(others.flatMap(codesOf))).toEqual(new Set(['state.wrong']));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    const after = await stand('pending');
    expect(after.transfers).toBe(1);
    expect(after.balance - before.balance).toBeCloseTo(123.45, 6);
    expect(after.sum).toBeCloseTo(before.sum, 6);
  });

  it('under one key have one effect and one answer', async () => {
    const before = await stand('pending-harbor');
    const all = await fifty(before.id, { 'idempotency-key': 'pass-once' });
    expect(new Set(all.map(({ raw }) => raw.body)).size).toBe(1);
    expect(all[0]?.body.success).toBe(true);
    const after = await stand('pending-harbor');
    expect(after.transfers).toBe(1);
    expect(after.balance - before.balance).toBeCloseTo(123.45, 6);
  });
});
