import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../support/pictures.ts';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import type { Answer, Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

const pdf = Buffer.from('%PDF-1.7 and more', 'latin1');
const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

const idOf = (answer: Answer): string => {
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.data as string;
};

describe('a file that someone uploads', () => {
  let world: World;
  let admin: Person;
  let member: Person;
  let otherMember: Person;
  let png: Buffer;
  beforeAll(async () => {
    png = await picture('png');
    world = await openWorld();
    admin = world.person('north admin').person;
    const members = world.people.filter(({ home, member: customer }) => home === 'north' && customer !== null);
    const [first, second] = [...new Map(members.map((each) => [each.member, each])).values()];
    if (!first || !second) throw new Error('two members of two customers are needed');
    [member, otherMember] = [first.person, second.person];
  });
  afterAll(() => world?.close());

  it('comes back byte for byte under its own name', async () => {
    const id = idOf(await admin.send('sysFileInfo/upload', '对账 单.pdf', pdf));
    const got = await admin.raw('sysFileInfo/download', { id });
    expect(got.rawPayload).toEqual(pdf);
    expect(got.headers['content-disposition']).toBe(
      `attachment; filename=${encodeURIComponent('对账 单.pdf')}; filename*=UTF-8''${encodeURIComponent('对账 单.pdf')}`,
    );
    expect(got.headers['x-content-type-options']).toBe('nosniff');
    expect(got.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  it('is what its bytes say, not what its name says', async () => {
    const id = idOf(await admin.send('sysFileInfo/upload', '../../etc/picture.png', html));
    const { body } = await admin.get('sysFileInfo/detail', { id });
    expect(body.data).toMatchObject({ fileOriginName: 'picture.png', mediaType: 'text/plain', fileSuffix: 'txt' });
  });

  it('is shown in place only when it is a picture or a document that cannot run', async () => {
    const shown = await admin.raw('sysFileInfo/preview', {
      id: idOf(await admin.send('sysFileInfo/upload', 'a.png', png)),
    });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(shown.headers['content-disposition']).toMatch(/^inline; /);
    const id = idOf(await admin.send('sysFileInfo/upload', 'a.pdf', pdf));
    const framed = await admin.raw('sysFileInfo/preview', { id });
    expect([framed.headers['content-type'], framed.rawPayload]).toEqual(['application/pdf', pdf]);
    for (const [name, bytes] of [
      ['a.html', html],
      ['a.svg', svg],
      ['a.png', svg],
    ] as const) {
      const got = await admin.raw('sysFileInfo/preview', {
        id: idOf(await admin.send('sysFileInfo/upload', name, bytes)),
      });
      expect([name, got.headers['content-type']]).toEqual([name, 'application/octet-stream']);
      expect(got.headers['content-disposition']).toMatch(/^attachment; /);
    }
  });

  it('is refused when it is empty, missing, too large, or nobody sends it', async () => {
    expect((await admin.send('sysFileInfo/upload', 'a.txt', '')).body.issues?.[0]).toMatchObject({
      code: 'file.empty',
    });
    expect((await admin.post('sysFileInfo/upload', {})).status).toBe(415);
    expect((await admin.send('sysFileInfo/upload', 'big', new Uint8Array(20_971_521))).status).toBe(413);
    expect((await admin.send('sysFileInfo/upload', 'a', 'a', { authorization: 'Bearer x' })).status).toBe(401);
  });

  it('is answered as gone when its bytes are lost, and its record is not', async () => {
    const id = idOf(await admin.send('sysFileInfo/upload', 'lost.txt', 'lost'));
    const { rows } = await world.owner.query<{ name: string }>('SELECT "objectName" AS name FROM file WHERE id = $1', [
      id,
    ]);
    await world.test.files.remove(rows[0]?.name ?? '');
    const sample = world.homes.north.samples.get('file/transfer-slip');
    for (const [call, lost] of [
      ['download', id],
      ['preview', id],
      ['download', sample ?? ''],
    ] as const) {
      const { status, body } = await admin.get(`sysFileInfo/${call}`, { id: lost });
      expect([call, status, body.code, body.message]).toEqual([
        call,
        404,
        1013009,
        'The bytes of this file are missing in the file store.',
      ]);
    }
  });

  it('is one file for one key, however often it is sent', async () => {
    const send = (text: string) => admin.send('sysFileInfo/upload', 'k.txt', text, { 'idempotency-key': 'file-1' });
    const first = idOf(await send('same'));
    expect(idOf(await send('same'))).toBe(first);
    expect((await send('other')).status).toBe(409);
    expect((await admin.raw('sysFileInfo/download', { id: first })).body).toBe('same');
  });

  it('belongs to the member who sent it, and not to another customer or tenant', async () => {
    const id = idOf(await member.send('sysFileInfo/upload', 'slip.png', png));
    expect((await member.get('sysFileInfo/page')).body.data).toMatchObject({ rows: [{ id }] });
    expect((await member.raw('sysFileInfo/download', { id })).statusCode).toBe(200);
    for (const outsider of [otherMember, world.person('south admin').person]) {
      const missing = await outsider.get('sysFileInfo/download', { id: '1' });
      const foreign = await outsider.get('sysFileInfo/download', { id });
      expect(foreign.body).toMatchObject({ success: false, code: missing.body.code });
    }
  });

  it('may be had by anyone who reads a record that points at it', async () => {
    const { actor } = world.homes.north;
    const id = idOf(await admin.send('sysFileInfo/upload', 'slip.pdf', pdf));
    const own = world.people.find(({ person }) => person === member)?.member;
    expect((await member.get('sysFileInfo/download', { id })).body.success).toBe(false);
    await insertOrFail(world.test.node.context, actor, 'recharge', [
      { input: { customer: own, amount: 10, method: 'wire', paidOn: '2026-01-05', attachment: id } },
    ]);
    expect((await member.raw('sysFileInfo/download', { id })).rawPayload).toEqual(pdf);
    expect((await otherMember.get('sysFileInfo/download', { id })).body.success).toBe(false);
  });

  it('is nobody else’s until a record points at it, whatever they may read of files', async () => {
    const finance = world.person('north finance').person;
    const id = idOf(await admin.send('sysFileInfo/upload', 'waiting.png', png));
    const seen = async (who: Person) => {
      const { rows } = (await who.get('sysFileInfo/page', { pageSize: '100' })).body.data as { rows: { id: string }[] };
      const opened = await Promise.all(
        ['download', 'preview'].map(
          async (call) => (await who.raw(`sysFileInfo/${call}`, { id })).headers['content-type'],
        ),
      );
      const { success } = (await who.get('sysFileInfo/detail', { id })).body;
      return [rows.some((row) => row.id === id), success, ...opened.map((type) => !/json/.test(String(type)))];
    };
    const customer = world.homes.north.samples.get('customer/acme');
    const slip = { customer, amount: 10, method: 'wire', paidOn: '2026-01-05', attachment: id };
    expect(await seen(admin)).toEqual([true, true, true, true]);
    expect(await seen(finance)).toEqual([false, false, false, false]);
    const deduction = { customer, amount: 1, reason: 'other', reasonText: 'x', attachment: id };
    const { issues } = (await finance.post('Deduction/add', deduction)).body;
    expect(issues).toContainEqual(expect.objectContaining({ path: 'attachment', code: 'reference.missing' }));
    expect((await admin.post('Recharge/add', slip)).body).toMatchObject({ success: true });
    expect(await seen(finance)).toEqual([true, true, true, true]);

    // A picture in a text is pointed at as well.
    const shown = idOf(await admin.send('sysFileInfo/upload', 'shown.png', png));
    const reads = async () => (await finance.get('sysFileInfo/detail', { id: shown })).body.success;
    expect(await reads()).toBe(false);
    const notice = { title: 'x', type: '1', audience: 'all', content: withPicture(shown) };
    expect((await admin.post('sysNotice/add', notice)).body).toMatchObject({ success: true });
    expect(await reads()).toBe(true);
  });

  it('must be of a kind and size that the field takes', async () => {
    const customer = world.homes.north.samples.get('customer/acme');
    const add = (attachment: string) =>
      admin.post('Recharge/add', { customer, amount: 10, method: 'wire', paidOn: '2026-01-05', attachment });
    const text = idOf(await admin.send('sysFileInfo/upload', 'slip.pdf', 'not a slip'));
    expect((await add(text)).body.issues).toMatchObject([{ path: 'attachment', code: 'file.accept' }]);
    const large = idOf(await admin.send('sysFileInfo/upload', 'l.pdf', Buffer.concat([pdf, Buffer.alloc(10_485_760)])));
    expect((await add(large)).body.issues).toMatchObject([{ path: 'attachment', code: 'file.maxSize' }]);
  });

  it('stands in a notice for those who were given it, as long as they have it, and for nobody else', async () => {
    const id = idOf(await admin.send('sysFileInfo/upload', 'ramp.png', png));
    const content = withPicture(id);
    const own = world.people.find(({ person }) => person === member)?.account;
    const fields = { title: 'The ramp', type: '1', audience: 'all', recipients: [own], content };
    const notice = (await admin.post('sysNotice/add', fields)).body.data as { id: string };
    const opens = async (who: Person) => (await who.raw('sysFileInfo/preview', { id })).headers['content-type'];
    const refused = /^application\/json/;
    expect(await opens(member)).toMatch(refused);
    await admin.post('sysNotice/publish', { id: notice.id });
    expect(await opens(member)).toBe('image/png');
    const outsiders = [otherMember, world.person('north clerk').person, world.person('south admin').person];
    for (const outsider of outsiders) expect(await opens(outsider)).toMatch(refused);
    await admin.post('sysNotice/withdraw', { id: notice.id });
    expect(await opens(member)).toMatch(refused);
  });

  it('stands in no text of someone who may not have it, nor where it is no picture', async () => {
    const add = (id: string) =>
      admin.post('sysNotice/add', { title: 'x', type: '1', audience: 'all', content: withPicture(id) });
    const foreign = idOf(await world.person('south admin').person.send('sysFileInfo/upload', 'theirs.png', png));
    expect((await add(foreign)).body.issues).toMatchObject([{ path: 'content', code: 'reference.missing' }]);
    const text = idOf(await admin.send('sysFileInfo/upload', 'words.txt', 'words'));
    expect((await add(text)).body.issues).toMatchObject([{ path: 'content', code: 'file.accept' }]);
  });

  it('is one of so many that a person may send in an hour', async () => {
    const { homes, owner } = world;
    const { body } = await admin.get('sysConfig/list', { code: 'UPLOADS_PER_HOUR' });
    const [setting] = body.data as { id: string; value: string }[];
    const limit = async (value: string) => {
      const edited = await admin.post('sysConfig/edit', { id: setting?.id, value });
      return (edited.body.issues ?? []).map(({ code }) => code);
    };
    expect(await limit('plenty')).toEqual(['notUploads']);
    await owner.query(`DELETE FROM lading.rate WHERE key LIKE 'upload:%'`);
    expect(await limit('2')).toEqual([]);
    const send = (who: Person) => who.send('sysFileInfo/upload', 'a.png', png);
    // Side by side no more of them get through than one after the other.
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(member)));
    expect(answers.filter((each) => each.body.success)).toHaveLength(2);
    const over = await send(member);
    expect(over.body).toMatchObject({ success: false, issues: [{ code: 'file.tooManyUploads', params: { most: 2 } }] });
    expect(over.body.issues?.[0]?.message).toMatch(/Try again in \d+ minutes?,/);
    for (const path of ['uploadAvatar', 'upload'])
      expect((await member.send(`sysFileInfo/${path}`, 'a.png', png)).body.success).toBe(false);
    const book = (who: Person) => who.send('AddressBook/importPreview', 'a.csv', Buffer.from('name\nAnn'));
    expect((await book(member)).body.issues).toMatchObject([{ code: 'file.tooManyUploads' }]);
    // Another person has an allowance of their own, and so has the next hour.
    expect((await send(otherMember)).body.success).toBe(true);
    await owner.query(`UPDATE lading.rate SET slot = slot - 1 WHERE key LIKE 'upload:' || $1::text || ':%'`, [
      homes.north.tenant,
    ]);
    expect((await send(member)).body.success).toBe(true);
    expect(await limit(setting?.value ?? '')).toEqual([]);
  });
});

const withPicture = (id: string) => ({
  type: 'doc',
  content: [{ type: 'image', attrs: { src: `/api/sysFileInfo/preview?id=${id}`, alt: 'The ramp' } }],
});
