import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrFail } from '../../server/provisioning/insert-or-fail.ts';
import { timerTasks } from '../../server/timers/tasks.ts';
import { password, type Answer, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

interface Review {
  id: string;
  status: string;
  account: string;
  quarter: string;
  roles: string | null;
  secondFactor: boolean;
  decidedBy: string | null;
}

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  await world.owner.query('DELETE FROM access_review');
  await world.owner.query('DELETE FROM store_order WHERE tenant_id = $1', [world.homes.south.tenant]);
});
afterAll(() => world?.close());

const codes = ({ body }: Answer): string[] => (body.issues ?? []).map(({ code }) => code);

/** The nightly task, as many days from now. */
const sweep = (days = 0) => {
  const { node } = world.test;
  const clock = () => new Date(node.context.clock().getTime() + days * 86_400_000);
  const context = { ...node.context, clock };
  const { services, newId } = context;
  return timerTasks['access-review']?.({ ...node, context, newId, hosts: [], ...(services ? { services } : {}) });
};

const reviews = async (person = admin): Promise<Review[]> =>
  ((await person.get('AccessReview/page', { pageSize: '200' })).body.data as { rows: Review[] }).rows;

const reviewOf = async (account: string, status = 'open'): Promise<Review | undefined> =>
  (await reviews()).find((each) => each.account === account && each.status === status);

let made = 0;
/** A person of the north who reads shop orders, and their review. */
async function reader(): Promise<{ account: string; role: string; review: Review }> {
  made += 1;
  const { actor, samples } = world.homes.north;
  const grants = [{ entity: 'store-order', codes: 'read', rows: 'all' }];
  const name = `reader-${made}`;
  const [role = ''] = await insertOrFail(world.test.node.context, actor, 'role', [
    { input: { name, code: name, roleType: '0', dataScopeType: '2', grants } },
  ]);
  const [account = ''] = await insertOrFail(world.test.node.context, actor, 'account', [
    { input: { account: name, password, name, org: samples.get('org/west'), roles: [role], adminType: '3' } },
  ]);
  await sweep();
  const review = await reviewOf(account);
  if (!review) throw new Error('the reader is not reviewed');
  return { account, role, review };
}

describe('the quarterly review of access to shop orders', () => {
  it('asks about exactly those who can read them, once a quarter, and only where there are some', async () => {
    const opened = await sweep();
    expect(opened).toBeGreaterThan(0);
    const found = await reviews();
    expect(found).toHaveLength(opened ?? 0);
    expect(new Set(found.map(({ account }) => account)).size).toBe(found.length);
    const asked = new Set(found.map(({ account }) => account));
    for (const { name, person, account, home, member } of world.people) {
      if (home !== 'north') continue;
      const { body } = await person.get('StoreOrder/page');
      const sees = body.success && (member === null || (body.data as { totalRows: number }).totalRows > 0);
      expect([name, asked.has(account)]).toEqual([name, sees]);
    }
    expect(await reviews(world.person('south admin').person)).toEqual([]);
    expect(await sweep()).toBe(0);
    expect(await sweep(100)).toBe(opened);
  });

  it('is for administrators', async () => {
    const { review } = await reader();
    const clerk = world.person('north clerk').person;
    expect((await clerk.get('AccessReview/page')).body.success).toBe(false);
    expect((await clerk.post('AccessReview/keep', { id: review.id })).body.success).toBe(false);
    expect((await world.person('south admin').person.post('AccessReview/keep', { id: review.id })).body.code).toBe(
      1013003,
    );
    expect((await admin.post('AccessReview/edit', { id: review.id, secondFactor: true })).body.success).toBe(false);
  });

  it('keeps an access, one or many, with who decided', async () => {
    const [first, second] = [await reader(), await reader()];
    expect((await admin.post('AccessReview/keep', { ids: [first.review.id, second.review.id] })).body.success).toBe(
      true,
    );
    expect(await reviewOf(first.account, 'kept')).toMatchObject({
      decidedBy: world.person('north admin').account,
      roles: 'reader-2',
      secondFactor: false,
    });
    expect(await sweep()).toBe(0);
  });

  it('records an access as removed only once it is', async () => {
    const { account, review } = await reader();
    const remove = () => admin.post('AccessReview/remove', { id: review.id });
    expect(codes(await remove())).toEqual(['accessReview.stillReads']);
    expect((await admin.post('sysUser/grantRole', { id: account, grantRoleIdList: [] })).body.success).toBe(true);
    expect((await remove()).body.success).toBe(true);
    expect(await reviewOf(account, 'removed')).toMatchObject({ decidedBy: world.person('north admin').account });
  });

  it('closes by itself for an account that is disabled or deleted', async () => {
    const [off, gone] = [await reader(), await reader()];
    expect((await admin.post('sysUser/changeStatus', { id: off.account, status: '1' })).body.success).toBe(true);
    await world.owner.query('UPDATE access_review SET account = NULL WHERE id = $1', [gone.review.id]);
    // The deleted account is still there, so that it is asked about again.
    expect(await sweep()).toBe(3);
    expect(await reviewOf(off.account, 'removed')).toMatchObject({ decidedBy: null });
  });
});

describe('an overdue review', () => {
  it('is brought to those who decide, by mail and bell, once a week until it is decided', async () => {
    const { review } = await reader();
    await world.owner.query(`DELETE FROM access_review WHERE id <> $1`, [review.id]);
    const decider = world.person('north admin').account;
    await world.owner.query(`UPDATE account SET email = 'decider@north.example' WHERE id = $1`, [decider]);
    const mails = () => world.test.letters.sent.filter(({ to }) => to === 'decider@north.example').length;
    const bellOf = async (person: Person) => {
      const { news } = (await person.get('NoticesList/getNotices')).body.data as { news: { path: string }[] };
      return news.filter(({ path }) => path.startsWith('/AccessReview')).length;
    };
    const earlier = await bellOf(admin);
    const told = async () => [mails(), (await bellOf(admin)) - earlier];
    await sweep(30);
    expect(await told()).toEqual([0, 0]);
    await sweep(31);
    expect(await told()).toEqual([1, 1]);
    await sweep(31);
    await sweep(37);
    expect(await told()).toEqual([1, 1]);
    await sweep(38);
    expect(await told()).toEqual([2, 2]);
    expect(await bellOf(world.person('north clerk').person)).toBe(0);
    expect((await admin.post('AccessReview/keep', { id: review.id })).body.success).toBe(true);
    await world.owner.query(`UPDATE access_review SET "dueOn" = '2100-01-01' WHERE status = 'open'`);
    await sweep(60);
    expect(await told()).toEqual([2, 2]);
    await world.owner.query(`DELETE FROM access_review`);
  });
});
