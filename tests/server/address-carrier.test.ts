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

  it('asks about few at once, and of channels that the reader has', async () => {
    expect(await check(Array.from({ length: 21 }, () => chino))).toEqual(['addresses.tooMany']);
    expect(await check([chino], { channel: '1' })).toEqual(['reference.missing']);
  });
});
