import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureOf, readBars } from '../domain/labels/labels.ts';
import { addLabels, type MadeLabel } from '../support/labels.ts';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { hosts, password, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Labels go out by one door, which counts them and shuts for those that are void. */

let world: World;
let [admin, clerk, finance, member, outsider]: Person[] = [];
beforeAll(async () => {
  world = await openWorld();
  const person = (name: string) => world.person(`north ${name}`).person;
  [admin, clerk, finance, outsider] = ['admin', 'clerk', 'finance', 'member'].map(person);
  const harbor = world.homes.north.samples.get('customer/harbor');
  member = world.people.find(({ home, member: of }) => home === 'north' && of === harbor)?.person ?? outsider;
}, 120_000);
afterAll(() => world?.close());

let made = 0;
/** A person with this right on packages and nothing else. */
async function withCodes(codes: string): Promise<Person> {
  const { actor } = world.homes.north;
  const name = `packer-${(made += 1)}`;
  const grants = [{ entity: 'package', codes, rows: 'all' }];
  const [role = ''] = await insertOrFail(world.test.node.context, actor, 'role', [
    { input: { name, code: name, roleType: '0', dataScopeType: '1', grants } },
  ]);
  await insertOrFail(world.test.node.context, actor, 'account', [
    { input: { account: name, password, name, org: idOf('org/west'), roles: [role], adminType: '3' } },
  ]);
  return world.test.signIn(hosts.north, name);
}
const idOf = (name: string) => world.homes.north.samples.get(name) ?? '';

/** A download as a browser gets it. */
async function download(person: Person | undefined, path: string, body: object) {
  const raw = await world.test.app.inject({
    ...{ method: 'POST', url: `/api/${path}?culture=en-US`, payload: body },
    headers: { host: hosts.north, authorization: `Bearer ${(person as Person).token}` },
  });
  const json = /json/.test(String(raw.headers['content-type']));
  const answer = json ? raw.json<{ issues?: { code: string }[]; message: string; code: number }>() : null;
  return {
    status: raw.statusCode,
    bytes: raw.rawPayload,
    answer,
    codes: answer?.issues?.map(({ code }) => code) ?? [],
  };
}
const textsOf = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })).text;
const printed = async (label: MadeLabel | undefined) =>
  (
    await world.owner.query<{ count: number }>('SELECT "printCount"::integer AS count FROM package WHERE id = $1', [
      label?.id,
    ])
  ).rows[0]?.count;
const setStatus = (label: MadeLabel | undefined, status: string) =>
  world.owner.query('UPDATE package SET status = $2 WHERE id = $1', [label?.id, status]);
const trail = async (label: MadeLabel | undefined, person = admin) =>
  ((await (person as Person).get('LabelPrint/list', { package: label?.id ?? '', sort: 'copy' })).body.data ?? []) as {
    copy: number;
    reason: string | null;
    how: string;
  }[];

describe('labels in one file', () => {
  it('come in the order that they are asked for, and are counted with a trail', async () => {
    const labels = await addLabels(world, { count: 3 });
    const asked = [labels[2], labels[0], labels[1]].map((label) => label?.id ?? '');
    const { bytes, status } = await download(admin, 'Label/merge', { packages: asked, order: 'asGiven' });
    expect(status).toBe(200);
    // Boxes of one order stay together, by their numbers.
    expect(await textsOf(bytes)).toEqual(labels.map(({ trackingNo }) => trackingNo));
    expect(await Promise.all(labels.map(printed))).toEqual([1, 1, 1]);
    expect(await trail(labels[0])).toMatchObject([{ copy: 1, how: 'print', reason: null }]);
  });

  it.each(['asGiven', 'orderNo', 'item', 'channel', 'shipTo', 'orderedAt'] as const)(
    'sorted by %s have their bars and their names in the index in just this order',
    async (by) => {
      const names = ['shipped', 'ordered', 'delivered', 'ordered-customs'];
      const made: (MadeLabel & { of: string; bars: number })[] = [];
      for (const name of names) {
        const labels = await addLabels(world, { count: 2, format: 'png', order: name, bars: made.length + 1 });
        for (const label of labels) made.push({ ...label, of: idOf(`order/${name}`), bars: made.length + 1 });
      }
      // What each order is sorted by, asked for apart from what is tested.
      const { rows } = await world.owner.query<Record<'id' | 'orderNo' | typeof by, string>>(
        `SELECT o.id::text, o."orderNo", '' AS "asGiven", coalesce(c.name, '') AS channel, coalesce(o."orderedAt", o."createdAt")::text AS "orderedAt",
                concat_ws(' ', coalesce(o."shipToCountry", ''), coalesce(o."shipToState", ''), coalesce(o."shipToPostalCode", '')) AS "shipTo",
                coalesce((SELECT i.description || ' x ' || i.quantity FROM "order__items" i WHERE i.parent_id = o.id ORDER BY i.seq LIMIT 1), '') AS item
           FROM "order" o LEFT JOIN channel c ON c.id = o.channel WHERE o.id = ANY ($1::bigint[])`,
        [names.map((name) => idOf(`order/${name}`))],
      );
      const facts = new Map(rows.map((row) => [row.id, row]));
      const words = new Intl.Collator('en', { numeric: true });
      const keyOf = ({ of }: { of: string }) => facts.get(of)?.[by] ?? '';
      const expected = made.toSorted((one, other) => words.compare(keyOf(one), keyOf(other)));

      const { bytes } = await download(admin, 'Label/merge', { packages: made.map(({ id }) => id), order: by });
      const document = await getDocumentProxy(new Uint8Array(bytes));
      const bars: number[] = [];
      for (let page = 1; page <= document.numPages; page += 1) {
        const { data, width } = await pictureOf(document, page);
        bars.push(readBars(data, width));
      }
      expect(bars).toEqual(expected.map((label) => label.bars));
      const index = (await document.getOutline()).map(({ title }) => title);
      expect(index).toEqual(
        expected.map(
          ({ of, trackingNo }, at) => `${at + 1}/${made.length} · ${facts.get(of)?.orderNo} · ${trackingNo}`,
        ),
      );
    },
  );

  it('are filtered and counted by how often they were printed', async () => {
    const [never, once, again] = await addLabels(world, { count: 3 });
    await download(admin, 'Label/merge', { packages: [once?.id, again?.id] });
    await download(admin, 'Label/merge', { packages: [again?.id], reason: 'torn' });
    const own = [never, once, again].map((label) => label?.id).join(',');
    const shown = async (query: Record<string, string>) => {
      const { rows, totalRows } = (await (admin as Person).get('OrderBox/page', { 'id.in': own, ...query })).body
        .data as {
        rows: { id: string; printCount: number }[];
        totalRows: number;
      };
      expect(totalRows).toBe(rows.length);
      return rows.map(({ id, printCount }) => [id, printCount]);
    };
    expect(await shown({ view: 'notPrinted' })).toEqual([[never?.id, 0]]);
    expect(await shown({ printCount: '1' })).toEqual([[once?.id, 1]]);
    expect(await shown({ view: 'reprinted' })).toEqual([[again?.id, 2]]);
    const { body } = await (admin as Person).get('OrderBox/aggregate', { 'id.in': own, group: 'printCount' });
    expect((body.data as { printCount: number; count: number }[]).map(({ count }) => count)).toEqual([1, 1, 1]);
  });

  it('ask for a reason the second time, and keep it', async () => {
    const [label] = await addLabels(world);
    const body = { packages: [label?.id] };
    expect((await download(admin, 'Label/merge', body)).status).toBe(200);
    expect((await download(admin, 'Label/merge', body)).codes).toEqual(['labels.reasonNeeded']);
    expect((await download(admin, 'Label/merge', { ...body, reason: '  ' })).codes).toEqual(['labels.reasonNeeded']);
    expect(await printed(label)).toBe(1);
    expect((await download(admin, 'Label/download', { package: label?.id, reason: 'torn' })).status).toBe(200);
    expect(await printed(label)).toBe(2);
    expect(await trail(label)).toMatchObject([{ copy: 1 }, { copy: 2, reason: 'torn', how: 'download' }]);
  });

  it('count once for one run, however often its answer is asked for', async () => {
    const [label] = await addLabels(world);
    const body = { packages: [label?.id], run: 'run-0001-of-test' };
    expect((await download(admin, 'Label/merge', body)).status).toBe(200);
    expect((await download(admin, 'Label/merge', body)).status).toBe(200);
    expect(await printed(label)).toBe(1);
    // The run is of who began it.
    expect((await download(clerk, 'Label/merge', body)).codes).not.toEqual([]);
  });

  it('are printed once where two people print at the same time', async () => {
    const [label] = await addLabels(world);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => download(admin, 'Label/merge', { packages: [label?.id] })),
    );
    expect(answers.filter(({ status, answer }) => status === 200 && !answer)).toHaveLength(1);
    expect(await printed(label)).toBe(1);
  });

  it('are those of the printer language alone where one is asked for', async () => {
    const [zpl] = await addLabels(world, { format: 'zpl' });
    const [pdf] = await addLabels(world);
    const packages = [zpl?.id, pdf?.id];
    expect((await download(admin, 'Label/merge', { packages, format: 'zpl' })).codes).toEqual(['labels.otherFormat']);
    const merged = await download(admin, 'Label/merge', { packages, format: 'zpl', skip: true });
    expect(merged.bytes.toString()).toBe(`^XA^FD${zpl?.trackingNo}^XZ\n`);
    expect([await printed(zpl), await printed(pdf)]).toEqual([1, 0]);
  });

  it('have sheets before each order in the words of the reader', async () => {
    const [label] = await addLabels(world, { format: 'gif' });
    const { bytes } = await download(admin, 'Label/merge', {
      packages: [label?.id],
      separators: 'order',
      size: 'letter',
    });
    expect((await textsOf(bytes))[0]).toContain('Labels 1 to 1 of 1');
  });

  it('come in an archive as they are', async () => {
    const [label] = await addLabels(world, { format: 'zpl' });
    const { bytes, status } = await download(admin, 'Label/zip', { packages: [label?.id] });
    expect(status).toBe(200);
    expect(bytes.includes(Buffer.from(`^XA^FD${label?.trackingNo}^XZ`))).toBe(true);
  });

  it('say that there is no available waybill where none can be printed', async () => {
    const body = { orders: [world.homes.north.samples.get('order/draft-bare')] };
    const { answer, codes } = await download(admin, 'Label/merge', body);
    expect([codes[0], answer?.message]).toEqual(['labels.noWaybill', expect.stringContaining('No available waybill')]);
  });
});

describe('a void label', () => {
  it.each(['voidRequested', 'voided'])('is handed out by no door once it is %s', async (status) => {
    const [label, other] = await addLabels(world, { count: 2 });
    await setStatus(label, status);
    const code = status === 'voided' ? 'labels.void' : 'labels.voidRequested';
    const packages = [label?.id];
    for (const [path, body] of [
      ['Label/merge', { packages }],
      ['Label/zip', { packages }],
      ['Label/download', { package: label?.id }],
    ] as const) {
      expect((await download(admin, path, body)).codes).toEqual(['labels.noWaybill', code]);
    }
    const both = await download(admin, 'Label/merge', { packages: [label?.id, other?.id] });
    expect(both.codes).toEqual([code]);
    const merged = await download(admin, 'Label/merge', { packages: [label?.id, other?.id], skip: true });
    expect(await textsOf(merged.bytes)).toEqual([other?.trackingNo]);
    expect(await printed(label)).toBe(0);
  });

  it('stays found by its number', async () => {
    const [label] = await addLabels(world);
    await setStatus(label, 'voided');
    const page = await (admin as Person).get('OrderBox/list', { searchValue: label?.trackingNo ?? '' });
    expect(page.body.data).toMatchObject([{ id: label?.id, status: 'voided' }]);
  });

  it('is refused by the statement that hands labels out, whatever was looked at before', async () => {
    const { takeSql } = await import('../../server/domain/labels/printing/print-sql.ts');
    const [label, other] = await addLabels(world, { count: 2 });
    await setStatus(label, 'voidRequested');
    const { services } = world.test.node.context;
    const values = [world.homes.north.tenant, [label?.id, other?.id], 'print', null, null, '0'];
    expect(await services?.query(takeSql, values)).toEqual([]);
    expect([await printed(label), await printed(other)]).toEqual([0, 0]);
  });

  it.each(['sysFileInfo/download', 'sysFileInfo/preview'])(
    'and every other label is no file by its id: %s',
    async (path) => {
      const [label] = await addLabels(world);
      for (const person of [admin, finance, clerk, member]) {
        const raw = await (person as Person).raw(path, { id: label?.file ?? '' });
        expect(raw.body).not.toContain('%PDF');
        expect(raw.json<{ success: boolean }>().success).toBe(false);
      }
      await setStatus(label, 'voided');
      expect((await (admin as Person).raw(path, { id: label?.file ?? '' })).body).not.toContain('%PDF');
    },
  );

  it('is no file for who uploaded it either', async () => {
    const [label] = await addLabels(world);
    const sent = await (admin as Person).send('sysFileInfo/upload', 'label.pdf', '%PDF-1.4 mine');
    const file = String(sent.body.data);
    expect((await (admin as Person).raw('sysFileInfo/download', { id: file })).body).toContain('%PDF');
    await world.owner.query('UPDATE package SET "labelFile" = $2 WHERE id = $1', [label?.id, file]);
    expect((await (admin as Person).raw('sysFileInfo/download', { id: file })).body).not.toContain('%PDF');
  });
});

describe('rights', () => {
  it('to print are needed, and a member prints their own labels alone', async () => {
    const [label] = await addLabels(world);
    expect((await download(finance, 'Label/merge', { packages: [label?.id] })).status).toBe(403);
    const foreign = world.people.find(
      ({ home, member: of }) => home === 'north' && of !== null && of !== harbor(),
    )?.person;
    expect((await download(foreign, 'Label/merge', { packages: [label?.id] })).codes).toEqual(['labels.noWaybill']);
    const seen = await (foreign as Person).post('Label/check', { packages: [label?.id] });
    expect(seen.body.data).toMatchObject({ labels: [] });
  });

  it('to print again are rights of their own, and say so', async () => {
    const [label, fresh] = await addLabels(world, { count: 2 });
    expect((await download(admin, 'Label/merge', { packages: [label?.id] })).status).toBe(200);
    const packer = await withCodes('read,print');
    const body = { packages: [label?.id, fresh?.id], reason: 'torn' };
    expect((await download(packer, 'Label/merge', body)).codes).toEqual(['labels.mayNotReprint']);
    const check = (await packer.post('Label/check', { packages: body.packages })).body.data as {
      labels: { id: string; ok: boolean; why: string | null }[];
    };
    expect(check.labels).toMatchObject([
      { id: label?.id, ok: false, why: 'labels.mayNotReprint' },
      { id: fresh?.id, ok: true },
    ]);
    expect(await textsOf((await download(packer, 'Label/merge', { ...body, skip: true })).bytes)).toEqual([
      fresh?.trackingNo,
    ]);
    expect(await printed(label)).toBe(1);
    const reader = await withCodes('read');
    expect((await download(reader, 'Label/zip', { packages: [fresh?.id] })).status).toBe(403);
  });
});

const harbor = () => world.homes.north.samples.get('customer/harbor');
