import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

type Row = Record<string, unknown>;

describe('versions of prices', () => {
  let world: World;
  let finance: Person;
  let admin: Person;
  let clerk: Person;
  let service: string;
  beforeAll(async () => {
    world = await openWorld();
    finance = world.person('north finance').person;
    admin = world.person('north admin').person;
    clerk = world.person('north clerk').person;
    service = world.homes.north.samples.get('channel-service/fedex-west-ground') ?? '';
  });
  afterAll(() => world?.close());

  const sheet = (price: string) => ({ zones: ['2'], rows: [{ to: '1', mode: 'flat', prices: { '2': price } }] });
  const table = (code: string, more: Row = {}): Row => ({
    ...{ code, name: `Table ${code}`, side: 'sale', service, currency: 'USD', unitType: '0', from: '2027-03-01' },
    sheet: sheet('9.99'),
    ...more,
  });
  const add = async (record: Row, person = finance): Promise<string> => {
    const { body } = await person.post('RateTable/add', record);
    expect(body).toMatchObject({ success: true });
    return (body.data as { id: string }).id;
  };
  const act = (action: string, id: string, more: Row = {}, person = finance): Promise<Answer> =>
    person.post(`RateTable/${action}`, { id, ...more });
  const done = async (action: string, id: string, more: Row = {}, person = finance) =>
    expect((await act(action, id, more, person)).body.issues).toBeUndefined();
  const codes = async (asked: Promise<Answer>) => (await asked).body.issues?.map(({ code, path }) => `${code} ${path}`);
  const read = async (id: string, person = finance) => (await person.get('RateTable/detail', { id })).body.data as Row;
  const versions = async (code: string): Promise<Row[]> =>
    (await finance.get('RateTable/list', { code, sort: 'versionNo' })).body.data;
  const activate = async (id: string) => {
    await done('submit', id);
    await done('activate', id, {}, admin);
    await world.test.runJobs();
  };

  it('begin at one and count up by their code, on every way in', async () => {
    const first = await add(table('COUNT'));
    const second = await add(table('COUNT'), admin);
    expect(await codes(finance.post('RateTable/add', table('COUNT', { versionNo: 77 })))).toEqual([
      'field.readOnly versionNo',
    ]);
    expect(await read(first)).toMatchObject({ versionNo: 1, previous: null, status: 'draft' });
    expect(await read(second)).toMatchObject({ versionNo: 2, previous: first });
  });

  it('get their numbers from files too, one version a file', async () => {
    const line = (from: string) =>
      ['FILE', 'From a file', 'sale', service, 'USD', '0', from, JSON.stringify(sheet('4.00'))]
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(',');
    const take = async (...days: string[]) => {
      const csv = ['code,name,side,service,currency,unitType,from,sheet', ...days.map(line)].join('\n');
      const sent = await finance.send('RateTable/import', 'tables.csv', csv);
      await world.test.runJobs();
      const { job } = sent.body.data as { job: string };
      return ((await finance.get('job', { id: job })).body.data as Row)['result'];
    };
    expect(await take('2027-01-01', '2027-02-01')).toMatchObject({ added: 1, refused: 1 });
    expect(await take('2027-02-01')).toMatchObject({ added: 1, refused: 0 });
    expect((await versions('FILE')).map(({ versionNo, from }) => [versionNo, from])).toEqual([
      [1, '2027-01-01'],
      [2, '2027-02-01'],
    ]);
  });

  it('count after a second person has looked', async () => {
    const id = await add(table('LOOK'));
    expect(await codes(act('activate', id, {}, admin))).toEqual(['state.wrong status']);
    await done('submit', id);
    expect(await codes(act('activate', id))).toEqual(['rating.ownVersion ']);
    await done('activate', id, {}, admin);
    expect(await read(id)).toMatchObject({ status: 'active' });
  });

  it('go back to their author with a reason', async () => {
    const id = await add(table('BACK'));
    await done('submit', id);
    expect(await codes(act('sendBack', id, {}, admin))).toEqual(['required returnReason']);
    await done('sendBack', id, { returnReason: 'Zone 2 is too cheap' }, admin);
    expect(await read(id)).toMatchObject({ status: 'draft', returnReason: 'Zone 2 is too cheap' });
  });

  it('are never edited once they count, by no way in', async () => {
    const id = await add(table('FIXED'));
    await activate(id);
    const before = await read(id);
    const changed = { id, sheet: sheet('0.01') };
    expect(await codes(finance.post('RateTable/edit', changed))).toEqual(['state.wrong status']);
    expect(await codes(finance.post('RateTable/edit', { id, from: '2020-01-01' }))).toEqual(['state.wrong status']);
    expect(await codes(admin.post('RateTable/edit', { id, name: 'Other' }))).toEqual(['state.wrong status']);
    const removed = await finance.post('RateTable/delete', [{ id }]);
    expect(removed.body).toMatchObject({ data: { results: [{ id, ok: false }] } });
    // What an action does not ask for changes nothing, whatever is sent along.
    const more = { ...changed, name: 'Other', returnReason: 'x', from: '2027-05-01', to: '2028-01-01' };
    for (const action of ['submit', 'activate', 'sendBack', 'check', 'newVersion', 'end', 'retire'])
      await act(action, id, more, admin);
    await admin.post('RateTable/retire', { ids: [id], ...more });
    const csv = `id,code,name,side,service,currency,unitType,from,sheet\n"${id}","FIXED","Import","sale","${service}","USD","0","2027-04-01","{}"`;
    await finance.send('RateTable/import', 'tables.csv', csv);
    await world.test.runJobs();
    const after = await read(id);
    for (const field of ['sheet', 'from', 'name', 'side', 'service', 'level', 'currency', 'unitType'])
      expect(after[field]).toEqual(before[field]);
  });

  it('follow each other: a new one is a draft from another day, with a trail of its own', async () => {
    const id = await add(table('NEXT', { notes: 'As agreed', multiweight: true }));
    expect(await codes(act('newVersion', id, { from: '2027-06-01' }))).toEqual(['notYetActive ']);
    await activate(id);
    expect(await codes(act('newVersion', id))).toEqual(['required from']);
    await done('newVersion', id, { from: '2027-06-01' });
    const [first, second] = await versions('NEXT');
    expect(first).toMatchObject({ id, versionNo: 1, status: 'active' });
    expect(second).toMatchObject({ versionNo: 2, status: 'draft', from: '2027-06-01', previous: id });
    const draft = await read(String(second?.['id']));
    expect(draft).toMatchObject({ sheet: sheet('9.99'), notes: 'As agreed', multiweight: true, submittedBy: null });
    const trail = (await finance.get('RateTable/history', { id: String(draft['id']) })).body.data as Row[];
    expect(trail.map(({ verb }) => verb)).toEqual(['add']);
    expect(await codes(act('newVersion', id, { from: 'soon' }))).toEqual(['date.invalid from']);
  });

  it('take over: the older ends the day before, by a step of its own in the trail', async () => {
    const id = await add(table('OVER', { from: '2026-01-01' }));
    await activate(id);
    await done('newVersion', id, { from: '2027-07-01' });
    const second = String((await versions('OVER'))[1]?.['id']);
    await activate(second);
    expect(await read(id)).toMatchObject({ status: 'active', to: '2027-06-30' });
    expect(await read(second)).toMatchObject({ status: 'active', to: null, versionNo: 2 });
    const [last] = (await finance.get('RateTable/history', { id })).body.data as Row[];
    expect(last).toMatchObject({ verb: 'end', changes: [{ field: 'to', before: null, after: '2027-06-30' }] });
  });

  it('give the older its days back where they are retired before their first day', async () => {
    const open = await add(table('BACK', { from: '2026-01-01' }));
    const ended = await add(table('BACK-END', { from: '2026-01-01', to: '2028-12-31' }));
    for (const [id, code, to] of [
      [open, 'BACK', null],
      [ended, 'BACK-END', '2028-12-31'],
    ] as const) {
      await activate(id);
      const next = await add(table(code, { from: '2027-07-01' }));
      await activate(next);
      expect(await read(id)).toMatchObject({ status: 'active', to: '2027-06-30' });
      expect((await act('reopen', id)).status).toBe(403);
      await done('retire', next);
      await world.test.runJobs();
      expect(await read(id)).toMatchObject({ status: 'active', to });
    }
  });

  it('end the older where they end by themselves, too: what follows is another version', async () => {
    const id = await add(table('OFFER', { from: '2026-01-01' }));
    await activate(id);
    await activate(await add(table('OFFER', { from: '2027-08-01', to: '2027-08-31' })));
    expect(await read(id)).toMatchObject({ status: 'active', to: '2027-07-31' });
  });

  it('remember the day on which they were retired, whatever is done with them later', async () => {
    const id = await add(table('GONE', { from: '2026-01-01' }));
    await activate(id);
    await done('retire', id);
    const { retiredOn, updatedAt } = await read(id);
    expect(retiredOn).toBe(String(updatedAt).slice(0, 10));
    await world.owner.query(`UPDATE rate_table SET "retiredOn" = '2026-05-01' WHERE id = $1`, [id]);
    await done('newVersion', id, { from: '2027-06-01' });
    expect(await read(id)).toMatchObject({ status: 'retired', retiredOn: '2026-05-01' });
    expect(await read(String((await versions('GONE'))[1]?.['id']))).toMatchObject({ retiredOn: null, status: 'draft' });
  });

  it('never begin on one day twice', async () => {
    await activate(await add(table('SAME', { from: '2027-09-01' })));
    const other = await add(table('SAME', { from: '2027-09-01' }));
    await done('submit', other);
    expect(await codes(act('activate', other, {}, admin))).toEqual(['rating.sameDay from']);
  });

  it('never begin on one day twice when both are activated at once', async () => {
    const ids = [await add(table('RACE')), await add(table('RACE')), await add(table('RACE'))];
    for (const id of ids) await done('submit', id);
    const answers = await Promise.all(ids.map((id) => act('activate', id, {}, admin)));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  });

  it('may end sooner, never later and never in the past', async () => {
    const id = await add(table('END', { from: '2026-01-01', to: '2030-12-31' }));
    await activate(id);
    expect(await codes(act('end', id))).toBeUndefined();
    expect(await codes(act('end', id, { to: '2031-01-01' }))).toEqual(['endsLater to']);
    expect(await codes(act('end', id, { to: '2026-02-01' }))).toEqual(['endsInPast to']);
    await done('end', id, { to: '2030-06-30' });
    expect(await read(id)).toMatchObject({ to: '2030-06-30', status: 'active' });
  });

  it('show a clerk sale and list alone, and a member nothing', async () => {
    const sides = ((await clerk.get('RateTable/list')).body.data as Row[]).map(({ side }) => side);
    expect(new Set(sides)).toEqual(new Set(['list', 'sale']));
    const cost = world.homes.north.samples.get('rate-table/fedex-cost') ?? '';
    expect((await clerk.get('RateTable/detail', { id: cost })).body).toMatchObject({ success: false, data: null });
    const member = world.people.find(({ home, member: of }) => home === 'north' && of !== null);
    for (const path of [
      'RateTable',
      'FixedRate',
      'Surcharge',
      'ZoneChart',
      'FuelSurcharge',
      'AreaList',
      'FuelConcession',
    ])
      expect((await member?.person.get(`${path}/page`))?.status).toBe(403);
  });

  // The last one: anyone who is disabled is signed out.
  it('count by the word of their author alone where nobody else could look', async () => {
    const id = await add(table('ALONE'));
    await done('submit', id);
    const { tenant } = world.homes.north;
    const others = `tenant_id = $1 AND "adminType" <> '4' AND id <> $2`;
    const me = world.person('north finance').account;
    await world.owner.query(`UPDATE account SET status = '1' WHERE ${others}`, [tenant, me]);
    await done('activate', id);
    expect(await read(id)).toMatchObject({ status: 'active' });
  });
});
