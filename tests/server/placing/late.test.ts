import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';

/* A carrier that answers when another worker has long come to another end: its label is void, and nobody pays for it. */

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk({ lease: 2_000, pauses: [] });
}, 120_000);
afterAll(() => desk?.close());

const status = async (id: string) => (await desk.detail(id))['status'];
const asked = () => desk.simulator.control.calls().filter(({ call }) => call === 'ship').length;

/** How long a busy machine may take until what is waited for has come. */
const timeout = 30_000;

/** Starts a worker whose carrier answers only when `answer` is called, longer than its lease lasts. */
async function startLate(): Promise<{ answer(): Promise<void> }> {
  const before = asked();
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  desk.simulator.control.fault({ kind: 'slow', call: 'ship', until });
  const first = desk.run();
  await expect.poll(asked, { timeout }).toBe(before + 1);
  return { answer: () => (release(), first) };
}

/** Sweeps until the second worker has brought the order to another end. */
async function overtaken(id: string): Promise<void> {
  await expect.poll(async () => (await desk.sweep(), await status(id)), { timeout }).not.toBe('placing');
}

describe('a label that comes too late', () => {
  it('is void when its order has failed meanwhile, also where its worker is gone', async () => {
    const id = await desk.draft();
    await desk.submit(id);
    const late = await startLate();
    await overtaken(id);
    await late.answer();
    expect(await status(id)).toBe('failed');
    expect(await desk.bought(id)).toBe(0);
    expect(await desk.purse()).toMatchObject({ frozen: 0 });

    // The worker that would have given it back has died: the next sweep finds the label.
    const { rows } = await desk.world.owner.query<{ key: string }>(
      'SELECT key FROM shipping.placing WHERE "order" = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    await desk.world.owner.query(
      `UPDATE shipping.placing SET doubt_at = now() - interval '1 hour' WHERE "order" = $1`,
      [id],
    );
    await desk.sweep();
    expect(await desk.bought(id)).toBe(0);
    await desk.verify();
  });

  it('is void when its order was placed again meanwhile, whose own label stays', async () => {
    const id = await desk.draft();
    await desk.submit(id);
    const late = await startLate();
    await overtaken(id);
    expect(await status(id)).toBe('failed');
    expect((await desk.harbor.post('Order/retry', { id })).body.success).toBe(true);
    await desk.sweep();
    await late.answer();
    expect(await status(id)).toBe('ordered');
    expect(await desk.bought(id)).toBe(1);
    expect(await desk.packages(id)).toHaveLength(2);
    await desk.verify();
  });
});
