import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listQuery, type Command, type EntityMeta } from '../../../engine/core/index.ts';
import { pageSql } from '../../../server/store/list-sql.ts';
import { openWorld, type World } from '../../support/world.ts';

const note: EntityMeta = {
  ...{ entity: 'note', path: 'Note', title: 'label' },
  fields: { label: { type: 'text' }, body: { type: 'text' }, kind: { type: 'text' }, due: { type: 'date' } },
  list: { columns: ['label', 'kind'], filters: ['kind'], search: ['label', 'body'], sort: '-due' },
  access: { clerk: { codes: ['read', 'add'] } },
};
const set = (at: string, value: unknown): Command => ({ do: 'set', at, value }) as Command;

/** As many rows as it takes for the planner to look for a better way than reading all of them. */
const many = 3000;

describe('what a tenant adds is found by indexes', () => {
  let world: World;
  let admin: ReturnType<World['person']>['person'];
  beforeAll(async () => {
    world = await openWorld();
    admin = world.person('north admin').person;
    await good(admin.post('schema/create', { document: { meta: note, texts: { 'en-US': { name: 'Note' } } } }));
    await good(admin.post('schema/note/publish', { stamp: 1, reason: 'new', acceptProblems: true }));
    const table = await tableOf('note');
    await world.owner.query(
      `INSERT INTO ${table} (tenant_id, id, label) SELECT tenant_id, n, 'row ' || n FROM lading.live_schema,
         generate_series(1, ${many}) n WHERE own_table = '${table}'`,
    );
    await world.owner.query(`VACUUM ANALYZE ${table}`);
    await good(admin.post('Note/add', { label: 'First', body: 'Grüße', kind: 'a' }));
  });
  afterAll(() => world?.close());

  const good = async (answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>) => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body).slice(0, 2000));
    return body.data as Record<string, unknown>;
  };
  const tableOf = async (entity: string) => {
    const { rows } = await world.owner.query<{ name: string }>(
      'SELECT own_table AS name FROM lading.live_schema WHERE entity = $1',
      [entity],
    );
    return rows[0]?.name ?? '';
  };
  const change = async (entity: string, ...commands: Command[]) => {
    await good(admin.post(`schema/${entity}/commands`, { stamp: 0, name: 'change', commands }));
    return good(admin.post(`schema/${entity}/publish`, { stamp: 1, reason: 'change', acceptProblems: true }));
  };
  /** How the first statement of a page is carried out behind the walls, were the table large. */
  const planOf = async (path: string, query: Record<string, string>, without = 'enable_seqscan') => {
    const { actors, context } = world.test.node;
    const actor = await actors.byToken(admin.token, true);
    const entity = actor?.catalog.byPath.get(path.toLowerCase());
    if (!actor || !entity) throw new Error(`no entity at ${path}`);
    const lens = actor.lensOn(entity);
    const read = listQuery(entity, lens.everywhere, query);
    if (!read.ok) throw new Error(JSON.stringify(read.issues));
    const { text, values } = pageSql(entity, lens, read.value, false)[0].statement(actor);
    const [, told = []] = await context.database.read(
      actor.entrance,
      { text: `SELECT set_config('${without}', 'off', true), set_config('enable_seqscan', 'off', true)`, values: [] },
      { text: `EXPLAIN ${text}`, values },
    );
    return told.map((row) => String(Object.values(row)[0])).join('\n');
  };

  /** Many rows like one of the tenant's, each with these values of its own. */
  const multiply = async (table: string, values: string) => {
    const { rows } = await world.owner.query<{ name: string }>(
      `SELECT quote_ident(column_name) AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = '${table}' AND is_generated = 'NEVER'`,
    );
    const columns = rows.map(({ name }) => name).join(', ');
    await world.owner.query(
      `INSERT INTO "${table}" (${columns}) SELECT ${columns.replace(/(^|, )/g, '$1made.')}
         FROM (SELECT c.* FROM "${table}" c JOIN tenant t ON t.id = c.tenant_id WHERE t.host LIKE 'north%' LIMIT 1) c,
              generate_series(1, ${many}) n,
              jsonb_populate_record(NULL::"${table}", to_jsonb(c) || jsonb_build_object('id', n, ${values})) made`,
    );
    await world.owner.query(`VACUUM ANALYZE "${table}"`);
  };

  it('a search of an entity of its own, whichever of its fields one sees', async () => {
    expect(await planOf('Note', { searchValue: 'grüße' }, 'enable_indexscan')).toMatch(
      /Bitmap Index Scan on own_\d+_ix/,
    );
    expect(await good(admin.get('Note/page', { searchValue: 'GRÜSSE' }))).toMatchObject({ totalRows: 0 });
    expect(await good(admin.get('Note/page', { searchValue: 'GRÜßE' }))).toMatchObject({ totalRows: 1 });
    await change('note', set('list.search', ['label', 'kind']));
    expect(await planOf('Note', { searchValue: 'first' }, 'enable_indexscan')).toMatch(
      /Bitmap Index Scan on own_\d+_ix/,
    );
    expect(await good(admin.get('Note/page', { searchValue: 'grüße' }))).toMatchObject({ totalRows: 0 });
  });

  it('a list, a filter and an order of an entity of its own', async () => {
    expect(await planOf('Note', {}, 'enable_sort')).toMatch(/Index (Only )?Scan.* using own_\d+_ix/);
    expect(await planOf('Note', { kind: 'a' }, 'enable_sort')).toMatch(/Index Cond: .*kind = 'a'/);
  });

  it('a search, a filter and an order by a field that it added to a delivered entity', async () => {
    const base = world.test.node.catalog.byName.get('channel')?.meta.list;
    await change(
      'channel',
      set('fields.depot', { type: 'text', maxLength: 40 }),
      set('fields.opened', { type: 'date' }),
      set('list.search', [...(base?.search ?? []), 'depot']),
      set('list.filters', [...(base?.filters ?? []), 'depot']),
      set('list.sort', '-opened'),
    );
    await multiply('channel', `'code', 'C' || n, 'name', 'N ' || n`);
    const path = world.test.node.catalog.byName.get('channel')?.path ?? '';
    const searched = await planOf(path, { searchValue: 'east' }, 'enable_indexscan');
    expect(searched).toMatch(/BitmapOr/);
    expect(searched).toMatch(/Bitmap Index Scan on x_channel_ix/);
    expect(await planOf(path, { depot: 'east' })).toMatch(/Index Cond: .*x\d+ = 'east'/);
    expect(await planOf(path, {}, 'enable_sort')).toMatch(/Index (Only )?Scan.* using x_channel_ix/);
  }, 60_000);

  it('also what was published before there were such indexes, with its next revision', async () => {
    const names = async () => {
      const { rows } = await world.owner.query<{ name: string }>(
        `SELECT indexname AS name FROM pg_indexes WHERE indexdef LIKE '%gin_trgm_ops%' AND tablename LIKE 'own\\_%'`,
      );
      return rows.map(({ name }) => name);
    };
    const [made = ''] = await names();
    await world.owner.query(`DROP INDEX "${made}"`);
    await change('note', set('fields.more', { type: 'text' }));
    expect(await names()).toContain(made);
  });

  it('a number by its end alone, and a filter of a searched field', async () => {
    await multiply('order', `'orderNo', 'SO-2611-' || lpad((n * 1237 % 9999991)::text, 7, '0')`);
    const number = 'SO-2611-0439235';
    const queries: Record<string, string>[] = [
      { searchValue: number },
      { orderNo: number },
      { 'orderNo.contains': number },
      { 'orderNo.startsWith': number },
      { 'orderNo.in': number },
    ];
    for (const query of queries) {
      const plan = await planOf('Order', query, 'enable_indexscan');
      expect(plan, JSON.stringify(query)).toMatch(/Index Cond: .*_search ~~ '%0439235%'/);
      expect(plan, JSON.stringify(query)).not.toMatch(/Index Cond: .*so-2611/);
    }
  }, 60_000);
});
