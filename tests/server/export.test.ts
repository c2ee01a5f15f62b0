import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Job {
  state: string;
  done: number;
  total: number;
  result: { rows: number; issues?: { code: string }[] };
  file: string;
}

describe('an export', () => {
  let world: World;
  let admin: Person;
  let member: Person;
  let memberOf: string | null;
  beforeAll(async () => {
    world = await openWorld();
    admin = world.person('north admin').person;
    const found = world.people.find((each) => each.home === 'north' && each.member !== null);
    if (!found) throw new Error('a member is needed');
    [member, memberOf] = [found.person, found.member];
  });
  afterAll(() => world?.close());

  const run = async (person: Person, path: string, body: unknown) => {
    const ordered = await person.post(`${path}/export`, body);
    expect(ordered.body).toMatchObject({ success: true });
    const { job: id } = ordered.body.data as { job: string };
    await world.test.runJobs();
    const job = (await person.get('job', { id })).body.data as Job;
    const file = job.file === null ? null : await person.raw('sysFileInfo/download', { id: job.file });
    return { id, job, file };
  };
  const table = (bytes: Buffer): string[][] => parse(bytes, { bom: true });

  it('holds what the list shows, as text, under headers as text', async () => {
    const { job, file } = await run(admin, 'Customer', {
      format: 'csv',
      columns: ['code', 'name', 'type', 'org', 'status', 'createdAt'],
      query: { status: 'enabled' },
    });
    expect(job).toMatchObject({ state: 'done', result: { rows: job.total } });
    expect(file?.headers['content-disposition']).toMatch(/filename=Customers%20\d{4}-\d\d-\d\d\.csv/);
    const [header, ...rows] = table(file?.rawPayload ?? Buffer.alloc(0));
    expect(header).toEqual(['Customer no.', 'Name', 'Type', 'Organisation', 'Status', 'Created']);
    const listed = (await admin.get('Customer/list', { status: 'enabled' })).body.data as Record<string, string>[];
    expect(rows.map(([code]) => code).toSorted()).toEqual(listed.map(({ code }) => code).toSorted());
    const first = listed.find(({ code }) => code === rows[0]?.[0]);
    expect(rows[0]).toEqual([
      first?.['code'],
      first?.['name'],
      'E-commerce seller',
      first?.['$org'],
      'Enabled',
      first?.['createdAt'],
    ]);
  });

  it('stands in the order of the list', async () => {
    const { file } = await run(admin, 'Customer', { format: 'csv', columns: ['code'], query: { sort: '-code' } });
    const [, ...rows] = table(file?.rawPayload ?? Buffer.alloc(0));
    const codes = rows.map(([code]) => code);
    expect(codes.length).toBeGreaterThan(1);
    expect(codes).toEqual(codes.toSorted().toReversed());
  });

  it('has no more columns and rows than the person may see', async () => {
    const hidden = await member.post('Order/export', {
      format: 'csv',
      columns: ['orderNo', 'internalNote', 'nothing'],
    });
    expect(hidden.body.issues).toMatchObject([
      { path: 'columns[1]', code: 'query.unknownField' },
      { path: 'columns[2]', code: 'query.unknownField' },
    ]);
    const { file } = await run(member, 'Order', { format: 'csv', columns: ['id'] });
    const { rows } = await world.owner.query<{ id: string }>('SELECT id::text FROM "order" WHERE customer = $1', [
      memberOf,
    ]);
    const ids = table(file?.rawPayload ?? Buffer.alloc(0))
      .slice(1)
      .flat();
    expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect((await admin.raw('sysFileInfo/download', { id: '1' })).json()).toMatchObject({ success: false });
  });

  it('is for those who hold the code', async () => {
    const clerk = world.people.find((each) => each.home === 'north' && each.template === 'clerk');
    expect((await clerk?.person.post('Level/export', { format: 'csv' }))?.status).toBe(403);
  });

  it('has typed cells and no formulas as a workbook, and none that run as CSV', async () => {
    const { context } = world.test.node;
    await insertOrFail(context, world.homes.north.actor, 'level', [
      { input: { name: '=cmd|calc', note: '+1 and -1' } },
      { input: { name: 'Plain, "quoted"', note: '-12.5' } },
    ]);
    const query = { 'name.in': '=cmd|calc,Plain' };
    const csv = await run(admin, 'Level', { format: 'csv', columns: ['name', 'note'] });
    const texts = table(csv.file?.rawPayload ?? Buffer.alloc(0));
    expect(texts).toContainEqual(["'=cmd|calc", "'+1 and -1"]);
    expect(texts).toContainEqual(['Plain, "quoted"', '-12.5']);
    const xlsx = await run(admin, 'Level', { format: 'xlsx', columns: ['name', 'version', 'createdAt'], query });
    const book = await readXlsx(xlsx.file?.rawPayload ?? new Uint8Array(), { readStyles: true });
    const [header, row] = book.sheets[0]?.rows ?? [];
    expect(header).toEqual(['Name', 'Version', 'Created']);
    expect(row).toEqual(['=cmd|calc', 1, expect.any(Date)]);
    expect(xlsx.file?.rawPayload.includes('<f>')).toBe(false);
  });

  it('comes in chunks that miss nothing and repeat nothing', async () => {
    const { context } = world.test.node;
    const many = Array.from({ length: 4_500 }, (_, at) => ({ input: { name: `Many ${at}` } }));
    for (let at = 0; at < many.length; at += 1_500) {
      await insertOrFail(context, world.homes.south.actor, 'level', many.slice(at, at + 1_500));
    }
    const south = world.person('south admin').person;
    const { job, file } = await run(south, 'Level', {
      format: 'csv',
      columns: ['name'],
      query: { searchValue: 'many' },
    });
    const names = table(file?.rawPayload ?? Buffer.alloc(0))
      .slice(1)
      .flat();
    expect(new Set(names).size).toBe(4_500);
    expect([names.length, job.done, job.total]).toEqual([4_500, 4_500, 4_500]);
  });

  it('leaves a line in the trail with the count and the query', async () => {
    const { id } = await run(admin, 'Level', { format: 'csv', columns: ['name'], query: { searchValue: 'plain' } });
    const { rows } = await world.owner.query<{ verb: string; changes: unknown }>(
      `SELECT verb, changes FROM lading.audit WHERE entity = 'level' AND record_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        verb: 'export',
        changes: [
          { field: 'rows', before: null, after: 1 },
          { field: 'query', before: null, after: { searchValue: 'plain' } },
        ],
      },
    ]);
  });

  it('is refused with every reason at once', async () => {
    const { body } = await admin.post('Level/export', { format: 'pdf', columns: ['nothing'] });
    expect(body.issues?.map(({ path }) => path)).toEqual(['format', 'columns[0]']);
    expect((await admin.post('Level/export', { format: 'csv', columns: [] })).body.issues).toMatchObject([
      { path: 'columns', code: 'required' },
    ]);
    expect((await admin.post('Level/export', { format: 'csv', query: { view: 'x' } })).body.issues).toMatchObject([
      { code: 'query.unknownView' },
    ]);
    expect((await admin.post('Nothing/export', {})).status).toBe(404);
  });
});
