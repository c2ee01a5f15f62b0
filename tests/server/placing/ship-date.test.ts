import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

/* The day on which an order ships, by the cut-off, the calendar and the zone of the place that it ships from. */

let world: World;
let place = '';
beforeAll(async () => {
  world = await openWorld();
  place = world.homes.north.samples.get('channel-ship-from/ups-west') ?? '';
  const edited = await world.person('north clerk').person.post('ChannelShipFrom/edit', {
    ...{ id: place, cutOff: '16:00', timeZone: 'America/Los_Angeles' },
    holidays: [{ day: '2026-11-26' }],
  });
  if (!edited.body.success) throw new Error(edited.body.message);
});
afterAll(() => world?.close());

const on = async (at: string, given: string | null = null, from: string | null = place) => {
  const { rows } = await world.owner.query<{ day: string }>('SELECT orders.ship_date($1, $2, $3, $4)::text AS day', [
    world.homes.north.tenant,
    given,
    from,
    at,
  ]);
  return rows[0]?.day;
};

describe('the ship date', () => {
  it('is today up to the cut-off of the place, and the next working day a minute later', async () => {
    expect(await on('2026-11-23T16:00:00-08:00')).toBe('2026-11-23');
    expect(await on('2026-11-23T16:01:00-08:00')).toBe('2026-11-24');
    // In New York it is tomorrow already; at the place it is not.
    expect(await on('2026-11-24T01:30:00-05:00', null, null)).toBe('2026-11-24');
    expect(await on('2026-11-24T01:30:00-05:00')).toBe('2026-11-24');
    expect(await on('2026-11-24T00:30:00-05:00')).toBe('2026-11-24');
    expect(await on('2026-11-23T15:30:00-08:00')).toBe('2026-11-23');
  });

  it('passes over weekends and holidays', async () => {
    expect(await on('2026-11-27T16:01:00-08:00')).toBe('2026-11-30');
    expect(await on('2026-11-25T16:01:00-08:00')).toBe('2026-11-27');
    expect(await on('2026-11-28T09:00:00-08:00')).toBe('2026-11-30');
  });

  it('is the day that was asked for where it is still to come, and moved where it is past', async () => {
    expect(await on('2026-11-23T09:00:00-08:00', '2026-12-01')).toBe('2026-12-01');
    expect(await on('2026-11-23T09:00:00-08:00', '2026-11-20')).toBe('2026-11-23');
    expect(await on('2026-11-23T17:00:00-08:00', '2026-11-23')).toBe('2026-11-24');
  });
});
