import { afterAll, beforeAll, expect, it } from 'vitest';
import { examplesAt } from '../../../engine/modules/api-docs/examples.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { hosts, personOf, type Answer } from '../../support/test-app.ts';

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk();
}, 120_000);
afterAll(() => desk?.close());

/** The path and the body of an example of the page, with the ids of this tenant in their places. */
function read(name: string, ids: Readonly<Record<string, string>>): [string, Record<string, unknown>] {
  const text = examplesAt('').find((each) => each.name === name)?.text ?? '';
  const [, path = ''] = /'\/api\/([^']+)'/.exec(text) ?? [];
  const [, body = ''] = /-d '(.+)'$/.exec(text) ?? [];
  const filled = body.replaceAll(/"([A-Z_]{4,})"/g, (whole, place: string) => {
    const id = ids[place];
    return id === undefined ? whole : JSON.stringify(id);
  });
  return [path, JSON.parse(filled) as Record<string, unknown>];
}

it('leads from a key to a label, as the page of the API says', async () => {
  const { world, harbor, customer } = desk;
  const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
  const scopes = ['rates:read', 'orders:read', 'orders:write', 'labels:read'];
  const made = (await harbor.post('ApiKey/add', { customer, name: 'Shop', scopes, perMinute: 100 })).body.data;
  const { id: keyId } = made as { id: string };
  const { key } = (await harbor.post('ApiKey/generate', { id: keyId })).body.data as { key: string };
  const program = personOf(world.test.app, hosts.north, key, false);
  const fine = ({ status, body }: Answer) => expect([status, body.issues ?? [], body.success]).toEqual([200, [], true]);

  const quote = await program.post(...read('quote', {}));
  fine(quote);
  expect(quote.raw.body).not.toContain('"cost"');

  const ids = {
    ...{ CUSTOMER: customer, CHANNEL: sample('channel/ups-west'), SERVICE: sample('channel-service/ups-west-ground') },
    SHIP_FROM: sample('channel-ship-from/ups-west'),
  };
  const order = await program.post(...read('order', ids));
  fine(order);
  const { id } = order.body.data as { id: string };
  await world.owner.query('UPDATE "order" SET "predictedSale" = 20, "predictedCost" = 15 WHERE id = $1', [id]);
  await desk.recharge(100);
  fine(await program.post(...read('place', { ORDER: id })));
  await desk.run();
  const placed = (await program.get('Order/detail', { id })).body.data as Record<string, unknown>;
  expect([placed['status'], placed['source']]).toEqual(['ordered', 'api']);

  const [path, payload] = read('label', { ORDER: id });
  const headers = { host: hosts.north, authorization: `Bearer ${key}` };
  const label = await world.test.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload });
  expect([label.statusCode, label.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(label.rawPayload.subarray(0, 4).toString()).toBe('%PDF');
});
