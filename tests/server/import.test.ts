import { parse } from 'csv-parse/sync';
import { writeXlsx } from 'hucre/xlsx';
import { appendFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legacyWorkbook } from '../support/legacy-workbook.ts';
import { picture } from '../support/pictures.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Job {
  state: string;
  done: number;
  total: number;
  result: { added: number; refused: number; errorFile: string | null; issues?: { path: string; code: string }[] };
  file: string | null;
}

const csv = (...rows: string[][]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');

describe('an import', () => {
  let world: World;
  let admin: Person;
  beforeAll(async () => {
    world = await openWorld();
    admin = world.person('north admin').person;
  });
  afterAll(() => world?.close());

  const order = async (path: string, bytes: string | Uint8Array, person = admin) => {
    const ordered = await person.send(`${path}/import`, 'rows.csv', bytes);
    expect(ordered.body).toMatchObject({ success: true });
    return (ordered.body.data as { job: string }).job;
  };
  const jobOf = async (id: string, person = admin) => (await person.get('job', { id })).body.data as Job;
  const run = async (path: string, bytes: string | Uint8Array, person = admin) => {
    const id = await order(path, bytes, person);
    await world.test.runJobs();
    return jobOf(id, person);
  };
  const errorsOf = async (job: Job): Promise<string[][]> =>
    parse((await admin.raw('sysFileInfo/download', { id: job.file ?? '' })).rawPayload, { bom: true });
  const found = async (path: string, query: Record<string, string>) =>
    (await admin.get(`${path}/list`, query)).body.data as Record<string, unknown>[];

  it('adds the rows that are good and gives the others back with their reasons', async () => {
    const job = await run(
      'AddressBook',
      csv(
        ['Customer', 'name', '用途', 'address1', 'city', 'state', 'postalCode', 'phone'],
        ['Acme Outdoor Supply LLC', 'Mira Stone', 'ship to', '1 Pier Road', 'Boston', 'MA', '02128', ''],
        ['C1001', 'Otto Reyes', 'shipFrom', '2 Pier Road', 'Boston', 'MA', '02128', ''],
        ['No Such Customer', 'Ivy Chan', '', '3 Pier Road', 'Boston', 'Mass', '2128', 'x'],
      ),
    );
    expect(job).toMatchObject({ state: 'done', done: 3, total: 3, result: { added: 2, refused: 1 } });
    const added = await found('AddressBook', { 'address1.contains': 'Pier Road' });
    const acme = world.homes.north.samples.get('customer/acme');
    expect(added.map(({ name, customer, kind, country }) => [name, customer, kind, country])).toEqual([
      ['Mira Stone', acme, 'shipTo', 'US'],
      ['Otto Reyes', acme, 'shipFrom', 'US'],
    ]);
    const [header, row, ...more] = await errorsOf(job);
    expect(header?.at(-1)).toBe('Reasons for refusal');
    expect(row?.slice(0, 2)).toEqual(['No Such Customer', 'Ivy Chan']);
    expect(row?.at(-1)).toMatch(/Phone: .*; Customer: There is no record “No Such Customer”/);
    expect(row?.at(-1)).toMatch(/State: /);
    expect(more).toEqual([]);
  });

  it('refuses a name that two records have, and takes the id of either', async () => {
    const { tenant } = world.homes.north;
    const { rows } = await world.owner.query<{ id: string; name: string }>(
      `SELECT id::text, name FROM customer WHERE tenant_id = $1 ORDER BY id LIMIT 2`,
      [tenant],
    );
    const ids = rows.map(({ id }) => id);
    const rename = (names: readonly string[]) =>
      world.owner.query(
        `UPDATE customer c SET name = n.name FROM unnest($2::bigint[], $3::text[]) n(id, name) WHERE c.tenant_id = $1 AND c.id = n.id`,
        [tenant, ids, names],
      );
    await rename(['Twin Traders', 'Twin Traders']);
    const address = ['Twin', 'shipTo', '8 Twin Road', 'Boston', 'MA', '02128', ''];
    const job = await run(
      'AddressBook',
      csv(
        ['Customer', 'name', '用途', 'address1', 'city', 'state', 'postalCode', 'phone'],
        ['Twin Traders', ...address],
        [ids[1] ?? '', ...address],
      ),
    );
    await rename(rows.map(({ name }) => name));
    expect(job).toMatchObject({ state: 'done', result: { added: 1, refused: 1 } });
    expect((await found('AddressBook', { 'address1.contains': 'Twin Road' })).map(({ customer }) => customer)).toEqual([
      ids[1],
    ]);
    const [, row] = await errorsOf(job);
    expect(row?.at(-1)).toMatch(/Customer: “Twin Traders” names more than one record/);
  });

  it('takes of two services of a name the one of the channel that the row names', async () => {
    const { tenant, samples } = world.homes.north;
    const channel = samples.get('channel/ups-west') ?? '';
    const own = samples.get('channel-service/ups-west-ground') ?? '';
    const { rows } = await world.owner.query<{ id: string; name: string; channel: string }>(
      `SELECT s.id::text, s.name, c.name AS channel FROM channel_service s JOIN channel c ON c.tenant_id = s.tenant_id AND c.id = s.channel
        WHERE s.tenant_id = $1 AND s.channel <> $2 AND s.status = 'enabled' AND c.status = 'enabled' ORDER BY s.id LIMIT 1`,
      [tenant, channel],
    );
    const [other] = rows;
    const { name } = (await found('ChannelService', { id: own }))[0] ?? {};
    const rename = (to: unknown) =>
      world.owner.query('UPDATE channel_service SET name = $3 WHERE tenant_id = $1 AND id = $2', [
        tenant,
        other?.id,
        to,
      ]);
    await rename(name);
    const address = ['Ann Lee', '9 Elm St', 'Reno', 'NV', '89501', '1', '2', '3', '4'];
    const job = await run(
      'Order',
      csv(
        [
          'customer',
          'refNo',
          'channel',
          'service',
          'shipToName',
          'shipToAddress1',
          'shipToCity',
          'shipToState',
          'shipToPostalCode',
        ].concat(['boxes[1].weight', 'boxes[1].length', 'boxes[1].width', 'boxes[1].height']),
        ['C1001', 'TWIN-1', channel, String(name), ...address],
        ['C1001', 'TWIN-2', String(other?.channel), String(name), ...address],
        ['C1001', 'TWIN-3', '', String(name), ...address],
      ),
    );
    await rename(other?.name);
    expect(await errorsOf(job)).toHaveLength(2);
    expect((await errorsOf(job))[1]?.at(-1)).toMatch(/^Service: .* names more than one record/);
    expect((await found('Order', { refNo: 'TWIN-1' })).map(({ service }) => service)).toEqual([own]);
    expect((await found('Order', { refNo: 'TWIN-2' })).map(({ service }) => service)).toEqual([other?.id]);
  });

  it('judges what a name may mean by the record that will be written, in whichever order the columns stand', async () => {
    const { tenant } = world.homes.north;
    const member = world.people.find((each) => each.home === 'north' && each.member !== null);
    if (!member) throw new Error('a member is needed');
    const { rows: columns } = await world.owner.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = 'rate_rule'::regclass AND attnum > 0
          AND NOT attisdropped AND attgenerated = '' AND attname NOT IN ('id', 'code', 'name', 'status', 'customer')`,
    );
    const same = columns.map(({ name }) => name).join(', ');
    const { rows } = await world.owner.query<{ id: string }>(
      `INSERT INTO rate_rule (id, code, name, status, customer, ${same})
         SELECT lading.new_id(), 'TWIN' || g, 'Twin', 'enabled', CASE WHEN g = 1 THEN $2::bigint END, ${same}
           FROM (SELECT * FROM rate_rule WHERE tenant_id = $1 LIMIT 1) r, generate_series(1, 2) g RETURNING id::text`,
      [tenant, member.member],
    );
    expect(rows).toHaveLength(2);
    const { rows: customers } = await world.owner.query<{ id: string; name: string; status: string }>(
      `SELECT id::text, name, status FROM customer WHERE tenant_id = $1 AND status = 'enabled' ORDER BY (id = $2) DESC, id LIMIT 2`,
      [tenant, member.member],
    );
    const keep = (as: readonly { id: string; name: string; status: string }[]) =>
      world.owner.query(
        `UPDATE customer c SET name = n.name, status = n.status
           FROM unnest($2::bigint[], $3::text[], $4::text[]) n(id, name, status) WHERE c.tenant_id = $1 AND c.id = n.id`,
        [tenant, as.map(({ id }) => id), as.map(({ name }) => name), as.map(({ status }) => status)],
      );
    const [own, other] = customers.map(({ id }) => id);
    const headings = ['shipToName', 'shipToAddress1', 'shipToCity', 'shipToState', 'shipToPostalCode'].concat(
      ['weight', 'length', 'width', 'height'].map((side) => `boxes[1].${side}`),
    );
    const address = ['Ann Lee', '9 Elm St', 'Reno', 'NV', '89501', '1', '2', '3', '4'];
    const linesOf = (heads: string[], ...lines: string[][]) =>
      csv([...heads, ...headings], ...lines.map((line) => [...line, ...address]));
    await keep(customers.map(({ id }) => ({ id, name: 'Twin Traders', status: id === own ? 'enabled' : 'disabled' })));
    const names = await run('Order', linesOf(['rateRule', 'customer'], ['Twin', 'Twin Traders']));
    await keep(customers);
    const ids = await run('Order', linesOf(['rateRule', 'customer'], ['Twin', own ?? ''], ['Twin', other ?? '']));
    const theirs = await run('Order', linesOf(['rateRule'], ['Twin']), member.person);
    await world.owner.query('DELETE FROM "order" WHERE tenant_id = $1 AND "rateRule" = ANY($2::bigint[])', [
      tenant,
      rows.map(({ id }) => id),
    ]);
    await world.owner.query('DELETE FROM rate_rule WHERE tenant_id = $1 AND id = ANY($2::bigint[])', [
      tenant,
      rows.map(({ id }) => id),
    ]);
    expect([names, ids, theirs].map(({ result }) => [result.added, result.refused])).toEqual([
      [0, 1],
      [1, 1],
      [0, 1],
    ]);
    expect((await errorsOf(names))[1]?.at(-1)).toMatch(/“Twin” names more than one record/);
  });

  it('reads lines from columns of their own and from JSON', async () => {
    const address = {
      shipToName: 'Ann Lee',
      shipToAddress1: '9 Elm St',
      shipToCity: 'Reno',
      shipToState: 'NV',
      shipToPostalCode: '89501',
    };
    const box = (at: number) => ['weight', 'length', 'width', 'height'].map((side) => `boxes[${at}].${side}`);
    const columns = await run(
      'Order',
      csv(
        ['customer', 'refNo', ...Object.keys(address), ...box(1), ...box(2)],
        ['C1001', 'LINES-1', ...Object.values(address), '2', '3', '4', '5', '6', '7', '8', '9'],
        ['C1001', 'LINES-2', ...Object.values(address), '2', '3', '4', 'high', '', '', '', ''],
      ),
    );
    expect(columns.result).toMatchObject({ added: 1, refused: 1 });
    expect((await errorsOf(columns))[1]?.at(-1)).toMatch(/^Boxes\[0\]\.height: /);
    const json = await run(
      'Order',
      csv(
        ['customer', 'refNo', ...Object.keys(address), 'boxes'],
        [
          'C1001',
          'LINES-3',
          ...Object.values(address),
          '[{"weight":"1.5","length":1,"width":1,"height":1,"quantity":3}]',
        ],
      ),
    );
    expect(json.result).toMatchObject({ added: 1, refused: 0, errorFile: null });
    expect(await found('Order', { refNo: 'LINES-1' })).toMatchObject([
      { boxCount: 2, totalWeight: 8, status: 'draft' },
    ]);
    expect(await found('Order', { refNo: 'LINES-3' })).toMatchObject([{ boxCount: 3, totalWeight: 4.5 }]);
  });

  it('takes back what an export gave', async () => {
    const columns = [
      'id',
      'name',
      'kind',
      'customer',
      'address1',
      'city',
      'state',
      'postalCode',
      'country',
      'createdAt',
    ];
    const ordered = await admin.post('AddressBook/export', { format: 'xlsx', columns });
    const { job } = ordered.body.data as { job: string };
    await world.test.runJobs();
    const exported = await jobOf(job);
    const file = await admin.raw('sysFileInfo/download', { id: exported.file ?? '' });
    const again = await run('AddressBook', file.rawPayload);
    expect(again.result).toMatchObject({ added: exported.done, refused: 0 });
  });

  it('reads a workbook with dates, numbers and choices as cells', async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: 'Sheet',
          rows: [
            ['customer', 'amount', 'method', 'paidOn', 'attachment'],
            ['C1001', 12.5, 'Wire transfer', new Date('2026-01-05T00:00:00Z'), '7'],
          ],
        },
      ],
    });
    const job = await run('Recharge', book);
    expect((await errorsOf(job))[1]).toEqual([
      'C1001',
      '12.5',
      'Wire transfer',
      '2026-01-05',
      '7',
      expect.stringMatching(/^Proof of payment: The record that this points at/) as string,
    ]);
  });

  it('refuses a value that is taken, in the table, in the file, or where the person cannot see it', async () => {
    await admin.post('Level/add', { name: 'Taken' });
    const job = await run('Level', csv(['name'], ['Fresh'], ['Taken'], ['Twice'], ['Twice'], ['Last']));
    expect(job.result).toMatchObject({ added: 3, refused: 2 });
    expect((await errorsOf(job)).slice(1).map(([name]) => name)).toEqual(['Taken', 'Twice']);
  });

  it('goes on after the last batch when it is stopped, and adds every row once', async () => {
    const names = Array.from({ length: 2_300 }, (_, at) => (at % 100 === 7 ? ['x'] : [`Resumed ${at}`]));
    const id = await order('Level', csv(['name'], ...names));
    const stop = new AbortController();
    const { files } = world.test;
    // Stops in the middle of the first attempt, when some batches are in and others are not.
    const watch = async () => {
      while (!stop.signal.aborted) {
        const { done, state } = await jobOf(id);
        if (done > 0 || state === 'done') stop.abort(new Error('the node stops'));
      }
    };
    await Promise.all([world.test.runJobs(stop.signal), watch()]);
    const broken = await jobOf(id);
    expect(broken.state).toBe('running');
    expect(broken.done).toBeGreaterThan(0);
    expect(broken.done).toBeLessThan(2_300);
    // What a killed node had written of refused rows beyond its last commit does not count.
    await appendFile(await files.draft(`${id}-refused`), 'torn,"row');
    await world.owner.query(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = $1`, [`import:${id}`]);
    await world.test.runJobs();
    const job = await jobOf(id);
    expect(job).toMatchObject({ state: 'done', done: 2_300, result: { added: 2_277, refused: 23 } });
    const { rows } = await world.owner.query<{ count: string; names: string }>(
      `SELECT count(*), count(DISTINCT name) AS names FROM level WHERE name LIKE 'Resumed %'`,
    );
    expect(rows[0]).toEqual({ count: '2277', names: '2277' });
    expect((await errorsOf(job)).slice(1)).toHaveLength(23);
  });

  it.each([
    ['GB18030', Buffer.from('6e616d650ab2e2cad4b5c8bcb60a', 'hex'), '测试等级'],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffname\n北岸等级', 'utf16le'), '北岸等级'],
    ['Windows-1252', Buffer.from('name\nQuébec élevé', 'latin1'), 'Québec élevé'],
    ['Excel 97 to 2003', legacyWorkbook([{ name: 'A', rows: [['name'], ['Legacy 旧版']] }]), 'Legacy 旧版'],
  ])('reads a file as %s saves it', async (_, bytes, name) => {
    expect(await run('Level', bytes)).toMatchObject({ state: 'done', result: { added: 1, refused: 0 } });
    expect(await found('Level', { name })).toMatchObject([{ name }]);
  });

  it('says what is wrong with the whole file', async () => {
    const problem = async (bytes: string | Uint8Array) =>
      (await run('Level', bytes)).result.issues?.map(({ code }) => code);
    expect(await problem(csv(['name', 'colour', 'name'], ['a', 'b', 'c']))).toEqual([
      'import.unknownColumn',
      'import.columnTwice',
    ]);
    expect(await problem(csv(['name']))).toEqual(['import.noRows']);
    expect(await problem('name\n"never closed')).toEqual(['import.unreadable']);
    expect(await problem(await picture('png'))).toEqual(['import.kind']);
    expect(await problem(Buffer.from('PK\x03\x04 xl/ and nothing'))).toEqual(['import.unreadable']);
    const book = [{ name: 'A', rows: [['name'], ['a']] }];
    expect(await problem(legacyWorkbook(book, true))).toEqual(['import.protected']);
    expect(await problem(legacyWorkbook(book).subarray(0, 600))).toEqual(['import.unreadable']);
    expect(await problem(Buffer.from('7f454c460201', 'hex'))).toEqual(['import.kind']);
  });

  it('refuses a workbook that unpacks to too much, whatever its directory says', async () => {
    const honest = zip('xl/sharedStrings.xml', Buffer.alloc(80_000_000), 80_000_000);
    const lying = zip('xl/sharedStrings.xml', Buffer.alloc(80_000_000), 1_000);
    expect((await run('Level', honest)).result.issues).toMatchObject([{ code: 'import.tooLarge' }]);
    expect((await run('Level', lying)).result.issues).toMatchObject([{ code: 'import.tooLarge' }]);
  });

  it('needs both codes, and gives a member records of their own', async () => {
    const clerk = world.people.find((each) => each.home === 'north' && each.template === 'clerk');
    expect((await clerk?.person.send('Level/import', 'a.csv', 'name\na'))?.status).toBe(403);
    const member = world.people.find((each) => each.home === 'north' && each.member !== null);
    if (!member) throw new Error('a member is needed');
    const foreign = [...new Set(world.people.map((each) => each.member))].find(
      (each) => each && each !== member.member,
    );
    const row = ['Nia Okafor', '5 Quay', 'Boston', 'MA', '02128'];
    const header = ['customer', 'name', 'address1', 'city', 'state', 'postalCode'];
    const job = await run('AddressBook', csv(header, ['', ...row], [String(foreign), ...row]), member.person);
    expect(job.result).toMatchObject({ added: 1, refused: 1 });
    expect(await found('AddressBook', { name: 'Nia Okafor' })).toMatchObject([{ customer: member.member }]);
  });

  it('is one import for one key', async () => {
    const send = (text: string) => admin.send('Level/import', 'k.csv', text, { 'idempotency-key': 'import-1' });
    const first = await send('name\nKeyed');
    expect((await send('name\nKeyed')).body.data).toEqual(first.body.data);
    expect((await send('name\nOther')).status).toBe(409);
  });
});

/** An archive of one entry whose directory declares the given size. */
function zip(name: string, bytes: Buffer, declared: number): Buffer {
  const packed = deflateRawSync(bytes);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(declared, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(declared, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
}
