import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Principal, type World } from '../support/world.ts';

interface Comment {
  id: string;
  text: string;
  internal: boolean;
  name: string;
  own: boolean;
}

describe('comments on a record', () => {
  let world: World;
  let admin: Principal['person'];
  let clerk: Principal['person'];
  let finance: Principal['person'];
  let south: Principal['person'];
  let member: Principal['person'];
  let record: string;
  const path = 'Recharge';
  beforeAll(async () => {
    world = await openWorld();
    const person = (name: string) => world.person(name).person;
    [admin, clerk, finance] = [person('north admin'), person('north clerk'), person('north finance')];
    [south, member] = [person('south admin'), person('north member')];
    const { data } = (await member.get('Recharge/page')).body as unknown as { data: { rows: { id: string }[] } };
    record = data.rows[0]!.id;
  });
  afterAll(() => world?.close());

  const seen = async (by: typeof admin) => (await by.get('comment', { path, record })).body.data as Comment[];
  const write = (by: typeof admin, text: string, more: object = {}) =>
    by.post('comment', { path, record, text, ...more });
  const news = async (by: typeof admin) =>
    ((await by.get('NoticesList/getNotices')).body.data as { news: { message: string; path: string }[] }).news;
  const idOf = async (by: typeof admin) => ((await by.get('getLoginUser')).body.data as { id: string }).id;

  it('of the staff are internal unless meant for the customer, whose own never are', async () => {
    expect((await write(admin, ' Only for us ')).body.success).toBe(true);
    expect((await write(admin, 'Please send the slip', { internal: false })).body.success).toBe(true);
    expect((await write(member, 'Here it is', { internal: true })).body.success).toBe(true);
    expect((await seen(admin)).map(({ text, internal, own }) => [text, internal, own])).toEqual([
      ['Only for us', true, true],
      ['Please send the slip', false, true],
      ['Here it is', false, false],
    ]);
    expect((await seen(member)).map(({ text }) => text)).toEqual(['Please send the slip', 'Here it is']);
  });

  it('tell those whom they name, and those who took part', async () => {
    await write(admin, 'Can you look?', { mentions: [await idOf(finance), await idOf(member), await idOf(south)] });
    const told = { message: 'Can you look?', path: `/${path}/${record}?tab=comments` };
    expect((await news(finance))[0]).toMatchObject(told);
    // An internal comment tells no customer, and no comment tells another tenant or its own author.
    expect((await news(member)).some(({ message }) => message === told.message)).toBe(false);
    expect((await news(south)).some(({ message }) => message === told.message)).toBe(false);
    expect((await news(admin)).some(({ message }) => message === told.message)).toBe(false);
    await write(admin, 'Thank you', { internal: false });
    expect((await news(member))[0]).toMatchObject({ message: 'Thank you' });
  });

  it('are for those who may read the record, and taken back by their author alone', async () => {
    const before = await seen(admin);
    expect((await write(south, 'Hello')).body.code).toBe(1013003);
    expect((await south.get('comment', { path, record })).body.code).toBe(1013003);
    expect((await admin.get('comment', { path: 'Nothing', record })).body.code).toBe(1013003);
    const [first] = before;
    const others = await Promise.all([clerk, member, south].map((by) => by.post('comment/drop', { id: first!.id })));
    expect(others.map(({ body }) => body.code)).toEqual([1013003, 1013003, 1013003]);
    await admin.post('comment/drop', { id: first!.id });
    expect((await seen(admin)).map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id));
  });

  it('have words, and not too many', async () => {
    const refused = await Promise.all([write(admin, '  '), write(admin, 'x'.repeat(2_001)), write(admin, '', {})]);
    expect(refused.map(({ body }) => body.success)).toEqual([false, false, false]);
    expect((await write(admin, 'x', { mentions: 'all' })).body.success).toBe(false);
    expect((await write(admin, 'x', { mentions: ['1 or 1=1'] })).body.success).toBe(false);
  });

  it('name colleagues: the staff among themselves, customers within their company', async () => {
    const people = async (by: typeof admin, searchValue = '') =>
      ((await by.get('comment/people', { searchValue })).body.data as { id: string }[]).map(({ id }) => id);
    const staff = await people(admin);
    expect(staff).toContain(await idOf(finance));
    expect(staff).not.toContain(await idOf(member));
    expect(staff).not.toContain(await idOf(admin));
    expect(await people(member)).not.toContain(await idOf(finance));
    expect(await people(admin, '%')).toEqual([]);
  });
});
