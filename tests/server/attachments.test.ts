import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Principal, type World } from '../support/world.ts';

interface Attached {
  id: string;
  file: string;
  fileName: string;
  internal: boolean;
  own: boolean;
}

const pdf = '%PDF-1.4\n%%EOF\n';

describe('files on a record', () => {
  let world: World;
  let admin: Principal['person'];
  let clerk: Principal['person'];
  let finance: Principal['person'];
  let south: Principal['person'];
  let member: Principal['person'];
  let sibling: Principal['person'];
  let record: string;
  const path = 'Recharge';
  beforeAll(async () => {
    world = await openWorld();
    const person = (name: string) => world.person(name).person;
    [admin, clerk, finance] = [person('north admin'), person('north clerk'), person('north finance')];
    [south, member, sibling] = [person('south admin'), person('north member'), person('north sibling')];
    const { data } = (await member.get('Recharge/page')).body as unknown as { data: { rows: { id: string }[] } };
    record = data.rows[0]!.id;
  });
  afterAll(() => world?.close());

  const upload = async (by: typeof admin, name = 'paper.pdf', bytes: string | Buffer = pdf) =>
    (await by.send('sysFileInfo/upload', name, bytes)).body.data as string;
  const add = (by: typeof admin, file: string, more: object = {}) =>
    by.post('attachment', { path, record, file, ...more });
  const seen = async (by: typeof admin) => (await by.get('attachment', { path, record })).body.data as Attached[];
  const opens = async (by: typeof admin, id: string) => (await by.raw('sysFileInfo/download', { id })).body === pdf;

  it('of the staff are internal unless meant for the customer, whose own never are, and open for just these people', async () => {
    const [ours, theirs, own] = [
      await upload(admin),
      await upload(admin, 'shared.pdf'),
      await upload(member, 'own.pdf'),
    ];
    expect((await add(admin, ours)).body.success).toBe(true);
    expect((await add(admin, theirs, { internal: false })).body.success).toBe(true);
    expect((await add(member, own, { internal: true })).body.success).toBe(true);
    expect((await seen(finance)).map(({ fileName, internal }) => [fileName, internal])).toEqual([
      ['paper.pdf', true],
      ['shared.pdf', false],
      ['own.pdf', false],
    ]);
    expect((await seen(member)).map(({ fileName, own: isOwn }) => [fileName, isOwn])).toEqual([
      ['shared.pdf', false],
      ['own.pdf', true],
    ]);
    expect([await opens(finance, ours), await opens(finance, own)]).toEqual([true, true]);
    expect([await opens(member, theirs), await opens(member, own)]).toEqual([true, true]);
    expect([await opens(member, ours), await opens(sibling, theirs), await opens(south, theirs)]).toEqual([
      ...[false, false, false],
    ]);
  });

  it('are put there by those who may read the record, who uploaded the file themselves', async () => {
    const strange = await upload(admin, 'secret.pdf');
    // A known id gives nobody what is not theirs.
    expect((await add(clerk, strange)).body.code).toBe(1013003);
    expect((await add(member, strange)).body.code).toBe(1013003);
    expect(await opens(clerk, strange)).toBe(false);
    expect((await add(sibling, await upload(sibling))).body.code).toBe(1013003);
    expect((await add(south, await upload(south))).body.code).toBe(1013003);
    expect((await south.get('attachment', { path, record })).body.code).toBe(1013003);
    expect((await admin.get('attachment', { path: 'Nothing', record })).body.code).toBe(1013003);
  });

  it('are pictures and papers of some size, and not too many', async () => {
    const program = await upload(admin, 'run.pdf', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]));
    const refused = (await add(admin, program)).body;
    expect(refused.issues?.map(({ path: at, code }) => [at, code])).toEqual([['file', 'file.accept']]);
    const file = await upload(admin, 'again.pdf');
    const [one, two] = [await add(admin, file), await add(admin, file, { internal: false })];
    expect(one.body.data).toEqual(two.body.data);
    const { length } = await seen(admin);
    for (let at = length; at < 50; at += 1) expect((await add(admin, await upload(admin))).body.success).toBe(true);
    const over = (await add(admin, await upload(admin))).body;
    expect(over.issues?.map(({ code }) => code)).toEqual(['attachment.tooMany']);
  });

  it('are removed by the person who added them or by people who may delete such records, and open no more', async () => {
    const before = await seen(admin);
    const shared = before.find(({ fileName }) => fileName === 'shared.pdf');
    const own = before.find(({ fileName }) => fileName === 'own.pdf');
    const strangers = [clerk, member, sibling, south].map((by) => by.post('attachment/drop', { id: shared?.id }));
    expect((await Promise.all(strangers)).map(({ body }) => body.success)).toEqual([false, false, false, false]);
    expect((await member.post('attachment/drop', { id: own?.id })).body.success).toBe(true);
    expect((await admin.post('attachment/drop', { id: shared?.id })).body.success).toBe(true);
    expect(await opens(member, shared?.file ?? '')).toBe(false);
    expect((await seen(admin)).map(({ id }) => id)).toEqual(
      before.filter((each) => each !== shared && each !== own).map(({ id }) => id),
    );
  });
});
