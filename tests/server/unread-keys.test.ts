import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

it('keys that name no field are named in the answer, in rows too; what the server gave comes back without a word', async () => {
  const { person } = world.person('north admin');
  const { rows } = (await person.get('Order/page', { 'status.in': 'draft' })).body.data as { rows: { id: string }[] };
  const { data } = (await person.get('Order/detail', { id: rows[0]?.id ?? '' })).body;
  const { boxes, ...order } = data as { boxes: object[] } & Record<string, unknown>;
  const ignored = async (body: object) =>
    ((await person.post('Order/edit', body)).body as unknown as { success: boolean; ignored?: string[] }).ignored;
  expect(await ignored({ ...order, boxes })).toBeUndefined();
  const odd = { id: order['id'], hieght: 3, boxes: boxes.map((box) => ({ ...box, unitType: '0' })) };
  expect(await ignored(odd)).toEqual(['hieght', ...boxes.map((_, at) => `boxes[${at}].unitType`)]);
});
