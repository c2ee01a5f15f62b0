import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, EntityDocument, EntityMeta } from '../../../engine/core/index.ts';
import { openWorld, type Principal, type World } from '../../support/world.ts';

const weighing: EntityMeta = {
  entity: 'weighing',
  path: 'Weighing',
  title: 'label',
  fields: {
    label: { type: 'text', required: true, maxLength: 40 },
    weight: { type: 'text', maxLength: 20 },
    items: { type: 'lines', fields: { what: { type: 'text', required: true } } },
  },
  list: { columns: ['label', 'weight'], filters: ['label'] },
  form: { basic: [['label', 'weight'], ['items']] },
  access: { clerk: { codes: ['read', 'add', 'edit'] } },
};
const rows = 20_000;

interface Job {
  state: string;
  done: number;
  total: number;
  result: { message?: string; revision?: number; issues?: { code: string }[] } | null;
}

describe('a change that is too large for one moment', () => {
  let world: World;
  let admin: Principal['person'];
  let clerk: Principal['person'];
  let table = '';
  const good = async <T = Record<string, unknown>>(
    answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>,
  ) => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data as T;
  };
  const run = (stamp: number, ...commands: Command[]) =>
    admin.post('schema/weighing/commands', { stamp, name: 'step', commands });
  const publish = (stamp: number) =>
    admin.post('schema/weighing/publish', { stamp, reason: 'step', acceptProblems: true });
  const jobOf = (id: string) => good<Job>(admin.get('job', { id }));
  const columns = async () => {
    const { rows: found } = await world.owner.query<{ name: string }>(
      'SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped',
      [table],
    );
    return found.map(({ name }) => name);
  };

  beforeAll(async () => {
    world = await openWorld();
    [admin, clerk] = [world.person('north admin').person, world.person('north clerk').person];
    const texts = { 'en-US': { name: 'Weighing', plural: 'Weighings' } };
    await good(admin.post('schema/create', { document: { meta: weighing, texts } }));
    await good(publish(1));
    const { rows: live } = await world.owner.query<{ own_table: string }>(
      `SELECT own_table FROM lading.live_schema WHERE entity = 'weighing'`,
    );
    table = live[0]?.own_table ?? '';
    await world.owner.query(
      `INSERT INTO ${table} (tenant_id, id, label, weight) SELECT $1, n, 'row ' || n, (n % 90) || '.5' FROM generate_series(1, ${rows}) n`,
      [world.homes.north.tenant],
    );
  });
  afterAll(() => world?.close());

  it('leaves the old revision as it was where a step fails half-way, and says why', async () => {
    await world.owner.query(`
      CREATE FUNCTION test.broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$;
      CREATE TRIGGER broken BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (NEW.label = 'row 15000') EXECUTE FUNCTION test.broken()`);
    await good(run(0, { do: 'set', at: 'fields.weight', value: { type: 'decimal', scale: 2 } }));
    const { job } = await good<{ job: string }>(publish(1));
    await world.test.runJobs();
    const { state, result } = await jobOf(job);
    expect([state, result?.issues?.[0]?.code]).toEqual(['failed', 'schema.stepFailed']);
    expect(result?.message).toContain('the disk is full');
    expect(await columns()).not.toContain('weight__next');
    const added = await good(clerk.post('Weighing/add', { label: 'in the old shape', weight: 'heavy' }));
    const record = { id: String(added['id']) };
    expect(await good(clerk.get('Weighing/detail', record))).toMatchObject({ weight: 'heavy' });
    await good(clerk.post('Weighing/edit', { ...record, version: 1, weight: '7.25' }));
    await world.owner.query(`DROP TRIGGER broken ON ${table}`);
  });

  it('is a job with progress, in short transactions, while people write; the draft goes on', async () => {
    // Whatever is filled in, there is a new row behind it: who fills those as well is not done before they are 200.
    await world.owner.query(`
      CREATE FUNCTION test.grow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO ${table} (tenant_id, id, label, weight)
          SELECT ${world.homes.north.tenant}, max(id) + 1, 'grown', '2.5' FROM ${table} HAVING count(*) FILTER (WHERE label = 'grown') < 200;
        RETURN NULL;
      END $$;
      CREATE TRIGGER grow AFTER UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION test.grow()`);
    const { job } = await good<{ job: string }>(publish(1));
    expect((await publish(1)).body.issues).toMatchObject([{ code: 'schema.publishing' }]);
    expect(await good(admin.get('schema/weighing'))).toMatchObject({ publishing: { job } });
    await good(run(1, { do: 'set', at: 'fields.note', value: { type: 'text' } }));
    const failures: string[] = [];
    const until = { done: false };
    let written = 0;
    const write = async () => {
      for (let n = 0; !until.done; n += 1) {
        const { status, body } = await clerk.post('Weighing/add', { label: `new ${n}`, weight: '1.5' });
        if (status === 200 && body.success) written += 1;
        else failures.push(JSON.stringify(body));
      }
    };
    const writing = write();
    await world.test.runJobs();
    until.done = true;
    await writing;
    expect(failures).toEqual([]);
    expect(written).toBeGreaterThan(0);
    const ended = await jobOf(job);
    expect(ended).toMatchObject({ state: 'done', result: { revision: 2 } });
    expect(ended.done).toBe(ended.total);
    expect(ended.total).toBeGreaterThan(rows);
    const { rows: sums } = await world.owner.query(
      `SELECT sum(weight) FILTER (WHERE label LIKE 'row %') AS sum, count(*) FILTER (WHERE weight IS NULL)::int AS empty,
              count(*) FILTER (WHERE label = 'grown')::int AS grown,
              count(DISTINCT xmin::text) FILTER (WHERE label LIKE 'row %')::int AS transactions FROM ${table}`,
    );
    const sum = Array.from({ length: rows }, (_, at) => ((at + 1) % 90) + 0.5).reduce((one, other) => one + other);
    // Eleven lots, and the statement of the switch, which leaves so many rows as they are.
    expect(sums[0]).toEqual({ sum: sum.toFixed(2), empty: 0, transactions: 10, grown: 12 });
    await world.owner.query(`DROP TRIGGER grow ON ${table}`);
    const { draft } = await good<{ draft: { document: EntityDocument } }>(admin.get('schema/weighing'));
    expect(draft.document.meta.fields).toMatchObject({ weight: { type: 'decimal' }, note: { type: 'text' } });
    const { changes } = await good<{ changes: object[] }>(admin.get('schema/weighing/plan'));
    expect(changes).toMatchObject([{ kind: 'added', name: 'note' }]);
    await good(admin.post('schema/weighing/discard', {}));
  }, 60_000);

  it('keeps what a removed sub-table holds until it comes back', async () => {
    const added = await good(clerk.post('Weighing/add', { label: 'boxed', items: [{ what: 'Lamp' }] }));
    await good(run(0, { do: 'remove', at: 'fields.items', letGo: true }));
    await good(publish(1));
    const gone = await good(clerk.get('Weighing/detail', { id: String(added['id']) }));
    expect(gone).not.toHaveProperty('items');
    await good(admin.post('schema/weighing/rollback', { revision: 2, reason: 'back' }));
    expect(await good(clerk.get('Weighing/detail', { id: String(added['id']) }))).toMatchObject({
      items: [{ what: 'Lamp' }],
    });
  });
});
