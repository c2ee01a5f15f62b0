import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

interface Line {
  id: string;
  title: string;
  path: string;
  noticeTime: string;
  appCode: string | null;
}
type Bell = { pendingNotice: Line[]; news: Line[]; notices: Line[] };

const person = (name: string) => world.person(`north ${name}`).person;
const dataOf = <T>({ body }: Answer): T => body.data as T;
const bellOf = async (name: string) => dataOf<Bell>(await person(name).get('NoticesList/getNotices'));
const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words.' }] }] };

async function publish(fields: Record<string, unknown>): Promise<string> {
  const added = await person('admin').post('sysNotice/add', { type: '1', audience: 'all', content, ...fields });
  const { id } = dataOf<{ id: string }>(added);
  const published = await person('admin').post('sysNotice/changeStatus', { id, status: 1 });
  expect(published.body).toMatchObject({ success: true, data: { status: 'published' } });
  return id;
}
const titles = async (name: string) => (await bellOf(name)).notices.map(({ title }) => title);

describe('a published notice', () => {
  it('rings the bell of its audience and of nobody else', async () => {
    await publish({ title: 'For staff', audience: 'staff' });
    await publish({ title: 'For members', audience: 'members' });
    await publish({ title: 'For finance', recipients: [world.person('north finance').account] });
    expect(await titles('clerk')).toContain('For staff');
    expect(await titles('clerk')).not.toContain('For members');
    expect(await titles('member')).toContain('For members');
    expect(await titles('member')).not.toContain('For staff');
    expect(await titles('finance')).toContain('For finance');
    expect(await titles('clerk')).not.toContain('For finance');
    const south = dataOf<Bell>(await world.person('south admin').person.get('NoticesList/getNotices'));
    expect(south.notices.filter(({ title }) => title.startsWith('For'))).toEqual([]);
  });

  it('is read by the person who opened it', async () => {
    const id = await publish({ title: 'Open me', type: '2' });
    const [first] = (await bellOf('member')).notices;
    expect(first).toMatchObject({
      title: 'Open me',
      message: 'Pinned',
      path: expect.stringMatching(/^\/sysNoticeReceived\/\d+$/),
    });
    const opened = await person('member').get('sysNoticeReceived/detail', { id: first?.id ?? '' });
    expect(opened.body.data).toMatchObject({ title: 'Open me', readStatus: '1', readTime: expect.any(String) });
    expect(await titles('member')).not.toContain('Open me');
    expect(await titles('sibling')).toContain('Open me');
    const detail = await person('admin').get('sysNotice/detail', { id });
    const { noticeUserReadInfoList: receipts } = dataOf<{ noticeUserReadInfoList: { userId: string }[] }>(detail);
    const of = (name: string) => receipts.find(({ userId }) => userId === world.person(`north ${name}`).account);
    expect(of('member')).toMatchObject({ readStatus: 1 });
    expect(of('sibling')).toMatchObject({ readStatus: 0, readTime: null });
    // Anyone who looked at it as its author has read it too.
    expect(await titles('admin')).not.toContain('Open me');
  });

  it('can be read all at once', async () => {
    await publish({ title: 'One of many' });
    expect(dataOf(await person('clerk').post('NoticesList/readAll', {}))).toMatchObject({ marked: expect.any(Number) });
    expect(await titles('clerk')).toEqual([]);
    expect(await titles('finance')).toContain('One of many');
  });

  it('cannot be opened by anyone who was not given it', async () => {
    const [line] = (await bellOf('finance')).notices;
    const answer = await person('clerk').get('sysNoticeReceived/detail', { id: line?.id ?? '' });
    expect(answer.body).toMatchObject({ success: false, code: 1013003 });
    expect((await person('clerk').get('sysNotice/page')).status).toBe(403);
  });

  it('is gone from every bell when it is withdrawn, and may then be deleted', async () => {
    const id = await publish({ title: 'Mistake' });
    const admin = person('admin');
    expect((await admin.post('sysNotice/delete', { id })).body).toMatchObject({ success: false });
    expect((await admin.post('sysNotice/edit', { id, title: 'Other' })).body).toMatchObject({ success: false });
    await admin.post('sysNotice/changeStatus', { id, status: 2 });
    expect(await titles('member')).not.toContain('Mistake');
    expect((await admin.post('sysNotice/changeStatus', { id, status: 3 })).body).toMatchObject({ success: true });
    const refused = await admin.post('sysNotice/changeStatus', { id, status: 9 });
    expect(refused.body).toMatchObject({ success: false, issues: [{ path: 'status', code: 'choice.invalid' }] });
  });

  it('goes by mail to those who want it there, at a proven address, once each time it is published', async () => {
    const wanted = { notices: { mail: true } };
    for (const name of ['finance', 'clerk', 'member']) {
      const { account } = world.person(`north ${name}`);
      await world.owner.query('UPDATE account SET email = $2 WHERE id = $1', [account, `${name}@mail.example`]);
      if (name === 'clerk') continue;
      await world.owner.query(
        `INSERT INTO lading.bound_address (tenant_id, account_id, way, address) SELECT tenant_id, id, 'email', email FROM account WHERE id = $1`,
        [account],
      );
    }
    for (const name of ['finance', 'clerk'])
      await person(name).post('preference', { key: 'notifications', value: wanted });
    const sent = () =>
      world.test.letters.sent
        .filter(({ title }) => title === 'By mail')
        .map(({ to, text }) => [to, text.includes('Words.')]);
    const id = await publish({ title: 'By mail' });
    await world.test.runJobs();
    expect(sent()).toEqual([['finance@mail.example', true]]);
    for (const status of [2, 0, 1]) await person('admin').post('sysNotice/changeStatus', { id, status });
    await world.test.runJobs();
    expect(sent()).toHaveLength(2);
  });

  it('is listed to its people as the wire has it', async () => {
    await publish({ title: 'On the wire' });
    const received = dataOf<{ rows: Record<string, unknown>[] }>(await person('sibling').get('sysNotice/received'));
    expect(received.rows[0]).toMatchObject({ title: 'On the wire', readStatus: '0' });
    expect(received.rows[0]).not.toHaveProperty('account');
    const unread = dataOf<{ rows: { key: string; value: string; noticeData: Line[] }[] }>(
      await person('sibling').get('sysNotice/unread'),
    );
    expect(unread.rows.map(({ key, value }) => [key, value])).toEqual([
      ['1', 'Normal'],
      ['2', 'Pinned'],
    ]);
    expect(unread.rows[0]?.noticeData.map(({ title }) => title)).toContain('On the wire');
  });
});

describe('to-dos', () => {
  it('are the records that wait for what this person may do with them', async () => {
    const waitingFor = async (name: string, path: string, ...states: string[]) => {
      const answers = await Promise.all(states.map((status) => person(name).get(`${path}/page`, { status })));
      return answers.flatMap((answer) =>
        answer.body.success ? dataOf<{ rows: { id: string }[] }>(answer).rows.map(({ id }) => id) : [],
      );
    };
    const waiting = (path: string, ...states: string[]) => waitingFor('finance', path, ...states);
    const waitingGoods = async (name: string) => [
      ...(await waitingFor(name, 'MainBill', 'closed', 'departed', 'arrived')),
      ...(await waitingFor(name, 'FbaBill', 'draft', 'generated')),
      ...(await waitingFor(name, 'LtlMainBill', 'printed')),
      ...(await waitingFor(name, 'LtlOrder', 'booked', 'exception')),
      ...(await waitingFor(name, 'WarehouseBill', 'generated')),
    ];
    const ofReturns = ['unidentified', 'toClaim', 'claimed', 'expired', 'toDispose'];
    const ids = [
      ...(await waiting('Recharge', 'pending')),
      ...(await waiting('Deduction', 'draft')),
      ...(await waiting('InvoiceRequest', 'applied')),
      ...(await waiting('Withdrawal', 'applied', 'passed')),
      ...(await waiting('OnlinePayOrder', 'held')),
      ...(await waiting('CarrierBill', 'matched')),
      ...(await waiting('CarrierClaim', 'open')),
      ...(await waiting('MemberBill', 'generated')),
      ...(await waiting('Commission', 'open')),
      ...(await waiting('PriceNotice', 'offered')),
      ...(await waiting('ReturnedParcel', ...ofReturns)),
      ...(await waiting('MemberBillAdjustment', 'draft')),
      ...(await waiting('MemberBillLine', 'disputed')),
      ...(await waiting('MeasureDifference', 'held')),
      ...(await waiting('TrackCase', 'open', 'answered')),
      ...(await waiting('PrintJob', 'failed', 'uncertain')),
      ...(await waiting('Order', 'held')),
      ...(await waiting('TrackAlert', 'open')),
      ...(await waitingGoods('finance')),
      ...(
        await Promise.all(
          ['RateTable', 'FixedRate', 'ZoneChart', 'AreaList', 'Surcharge'].map((path) => waiting(path, 'review')),
        )
      ).flat(),
    ];
    const { pendingNotice } = await bellOf('finance');
    expect(pendingNotice.length).toBeGreaterThan(0);
    // Where a click leads is a page of that application: its menu has to be there.
    expect(new Set(pendingNotice.map(({ appCode }) => appCode))).toEqual(new Set(['business']));
    expect(pendingNotice.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
    const forMember = await waitingFor('member', 'ReturnedParcel', 'toClaim');
    expect((await bellOf('member')).pendingNotice.map(({ id }) => id)).toEqual(forMember);
    const forClerk = [
      ...(await waitingFor('clerk', 'TrackAlert', 'open')),
      ...(await waitingFor('clerk', 'Order', 'held')),
      ...(await waitingFor('clerk', 'ReturnedParcel', ...ofReturns)),
      ...(await waitingFor('clerk', 'TrackCase', 'open', 'answered')),
      ...(await waitingFor('clerk', 'PrintJob', 'failed', 'uncertain')),
      ...(await waitingGoods('clerk')),
    ];
    expect((await bellOf('clerk')).pendingNotice.map(({ id }) => id).filter((id) => !forClerk.includes(id))).toEqual(
      [],
    );
  });
});
