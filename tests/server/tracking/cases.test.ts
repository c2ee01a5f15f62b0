import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyOf, reasons, state, type Money } from '../../support/money.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let money: Money;
let of: { package: string; customer: string };
beforeAll(async () => {
  world = await openWorld();
  money = moneyOf(world);
  const { samples } = world.homes.north;
  of = { package: samples.get('package/refunding') ?? '', customer: money.customer('acme') };
});
afterAll(() => world?.close());

const person = (name: string) => world.person(name).person;
const admin = () => person('north admin');
const detail = async (who: string, id: string) =>
  (await person(who).get('TrackCase/detail', { id })).body.data as Record<string, unknown> | null;
const open = async (more: object = {}) => {
  const { body } = await admin().post('Tracking/openCase', {
    ...{ package: of.package, kind: 'lost', description: 'Never arrived', ...more },
  });
  return (body.data as { id: string } | null)?.id ?? '';
};
const propose = (who: string, id: string, proposedAmount: number) =>
  person(who).post('TrackCase/propose', { id, proposedAmount, proposalNote: 'As the carrier pays' });

describe('a case', () => {
  it('knows its parcel and its deadline, goes to the carrier and back, and is read by its customer without staff notes', async () => {
    const id = await open();
    const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    expect(await detail('north admin', id)).toMatchObject({
      ...{
        status: 'open',
        kind: 'lost',
        customer: of.customer,
        carrierCode: 'UPS',
        nextParty: 'us',
        deadline: inDays(55),
      },
    });
    expect(reasons(await admin().post('TrackCase/submit', { id }))).toEqual(['carrierRef required']);
    expect(state(await admin().post('TrackCase/submit', { id, carrierRef: 'C-1' }))).toBe('submitted');
    await admin().post('TrackCase/comment', { id, comments: 'UPS is searching', staffNotes: 'They lose one a week' });
    const seen = await detail('north member', id);
    expect(seen).toMatchObject({ comments: 'UPS is searching', nextParty: 'carrier', carrierRef: 'C-1' });
    for (const hidden of ['staffNotes', 'assignee', 'proposedAmount', 'proposedBy', 'approvedBy'])
      expect(seen).not.toHaveProperty(hidden);
    expect(await detail('north sibling', id)).toBeNull();
    expect(await detail('south admin', id)).toBeNull();
    expect((await person('north member').post('TrackCase/close', { id, outcome: 'x' })).status).toBe(403);
    expect(state(await admin().post('TrackCase/answer', { id, outcome: 'Found' }))).toBe('answered');
    expect(state(await admin().post('TrackCase/close', { id, outcome: 'Found' }))).toBe('closed');
  });

  it('is opened from an alert of the parcel, and about no parcel of another customer', async () => {
    const { samples } = world.homes.north;
    const alert = samples.get('track-alert/never') ?? '';
    const id = await open({ package: undefined, alert });
    expect(await detail('north admin', id)).toMatchObject({ alert, package: of.package });
    const other = await admin().post('TrackCase/add', {
      ...{ kind: 'trace', customer: money.customer('harbor'), package: of.package, description: 'x' },
    });
    expect(other.body.success).toBe(false);
  });

  it('pays a compensation once, which another person approves above the limit', async () => {
    const id = await open();
    const balance = () => money.balance('available', of.customer);
    const before = await balance();
    expect((await propose('north admin', id, 80.55)).body.success).toBe(true);
    expect(reasons(await admin().post('TrackCase/close', { id, outcome: 'x' }))).toEqual([' proposalOpen']);
    expect(reasons(await admin().post('TrackCase/approve', { id }))).toEqual([' tracking.secondPerson']);
    expect(await balance()).toBe(before);
    expect(await detail('north member', id)).toMatchObject({ compensation: 'proposed', paidAmount: null });
    expect((await person('north clerk').post('TrackCase/approve', { id })).status).toBe(403);
    expect((await money.finance.post('TrackCase/approve', { id })).body.success).toBe(true);
    expect((await balance()) - before).toBe(8_055);
    expect(await money.lines(id)).toEqual(['adjustment writeOff>available 80.55']);
    expect(await detail('north member', id)).toMatchObject({ compensation: 'paid', paidAmount: 80.55 });
    expect((await money.finance.post('TrackCase/approve', { id })).body.success).toBe(false);
    expect((await propose('north admin', id, 10)).body.success).toBe(false);
    expect(await money.lines(id)).toHaveLength(1);
    // Within the limit one person is enough; a tenant says what the limit is.
    const small = await open();
    await propose('north admin', small, 50);
    expect((await admin().post('TrackCase/approve', { id: small })).body.success).toBe(true);
    await world.owner.query(
      `INSERT INTO config (tenant_id, id, name, code, value) VALUES ($1, 77, 'Limit', 'CASE_APPROVAL_LIMIT', '0')`,
      [world.homes.north.tenant],
    );
    const strict = await open();
    await propose('north admin', strict, 0.01);
    expect((await admin().post('TrackCase/approve', { id: strict })).body.success).toBe(false);
    expect((await admin().post('TrackCase/decline', { id: strict })).body.success).toBe(true);
    expect(state(await admin().post('TrackCase/close', { id: strict, outcome: 'Nothing' }))).toBe('closed');
  });
});
