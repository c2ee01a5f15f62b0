import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../server/domain/carriers/simulator/start.ts';
import { createModules } from '../../server/domain/index.ts';
import { openWorld, type World } from '../support/world.ts';

/* An address check that asks the carrier of a channel besides; the simulator answers for it. */

let simulator: Simulator;
let world: World;
beforeAll(async () => {
  simulator = await startSimulator({ clients: [{ clientId: 'sample-client', clientSecret: 'sample-only' }] });
  const { ups, fedex } = simulator;
  world = await openWorld(
    createModules({ stripe: null, apiBases: { ups, fedex }, originOf: (host) => `http://${host}` }),
  );
}, 120_000);
afterAll(async () => {
  await world?.close();
  await simulator?.stop();
});

const chino = { address1: '4100 Fillmore Street', city: 'Chino', state: 'CA', postalCode: '91710', country: 'US' };
async function check(addresses: object[], more: object = {}) {
  const channel = world.homes.north.samples.get('channel/ups-west');
  const { person } = world.person('north member');
  const { body } = await person.post('Address/check', { addresses, channel, ...more });
  if (!body.success) return (body.issues ?? []).map(({ code }: { code: string }) => code);
  const { results } = body.data as { results: { state: string; issues: { code: string }[]; residential?: boolean }[] };
  return results.map(({ state, issues }) => [state, ...issues.map(({ code }) => code)].join(' '));
}

describe('a check that asks the carrier', () => {
  it('takes its word for the place, and ours for the lines', async () => {
    const found = await check([chino, { ...chino, address1: '1 Nowhere Street' }, { ...chino, address1: 'PO Box 12' }]);
    expect(found[0]).toMatch(/^(verified|corrected)/);
    expect(found[1]).toContain('addresses.carrierDoubts');
    expect(found[2]).toContain('addresses.postBox');
  });

  it('keeps its word on an order where it is asked, through placing, until the address is another', async () => {
    const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
    const { person } = world.person('north sibling');
    const recipient = {
      ...{ shipToName: 'Ann Lee', shipToAddress1: chino.address1, shipToCity: 'Chino', shipToState: 'CA' },
      ...{ shipToPostalCode: '91710', shipToCountry: 'US', shipToType: 'unknown' },
    };
    const order = {
      ...{
        customer: sample('customer/harbor'),
        channel: sample('channel/ups-west'),
        unitType: '0',
        senderMode: 'channel',
      },
      ...{ service: sample('channel-service/ups-west-ground'), shipFrom: sample('channel-ship-from/ups-west') },
      boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 1 }],
    };
    const made = await person.post('Order/add', { ...order, ...recipient });
    const { id } = made.body.data as { id: string };
    const kept = async () => (await person.get('Order/detail', { id })).body.data as Record<string, unknown>;
    expect((await person.post('Order/askCarrier', { id })).body.success).toBe(true);
    expect(await kept()).toMatchObject({
      ...{ addressSource: 'carrier', addressCheck: expect.stringMatching(/^(verified|corrected)$/) as string },
      addressCheckedAt: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect((await person.post('Order/edit', { id, shipToAddress1: '1 Nowhere Street' })).body.success).toBe(true);
    expect(await kept()).toMatchObject({ addressCheck: 'none', addressSource: null });
    expect((await person.post('Order/askCarrier', { id })).body.success).toBe(true);
    expect(await kept()).toMatchObject({ addressCheck: 'doubtful', addressSource: 'carrier' });
    // Who blocks what does not fit is not sent on by the postal data where the carrier doubts.
    const policy = `UPDATE customer_config SET "addressPolicy" = $2 WHERE customer = $1`;
    await world.owner.query(policy, [sample('customer/harbor'), 'block']);
    const held = await person.post('Order/submit', { id });
    expect((held.body.issues ?? []).map(({ code }) => code)).toContain('addresses.blocked');
    await world.owner.query(policy, [sample('customer/harbor'), 'warn']);
    // Staff confirm it, by name.
    const { person: admin } = world.person('north admin');
    expect((await admin.post('Order/confirmAddress', { id })).body.success).toBe(true);
    const confirmed = (await admin.get('Order/detail', { id })).body.data as Record<string, unknown>;
    expect(confirmed).toMatchObject({
      addressCheck: 'overridden',
      addressCheckedBy: expect.stringMatching(/^\d+$/) as string,
    });
  });

  it('asks about few at once, and of channels that the reader has', async () => {
    expect(await check(Array.from({ length: 21 }, () => chino))).toEqual(['addresses.tooMany']);
    expect(await check([chino], { channel: '1' })).toEqual(['reference.missing']);
  });
});
