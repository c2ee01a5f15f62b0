import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasons, state } from '../../support/money.ts';
import { openPlacingDesk, type PlacingDesk } from '../../support/placing-desk.ts';
import { keepTrial } from '../../support/tried.ts';

/* Many drafts at once: a record of it that tells what became of each, grouped by cause. */

let desk: PlacingDesk;
beforeAll(async () => {
  desk = await openPlacingDesk();
}, 120_000);
afterAll(() => desk?.close());

const batchOf = async (id: string) =>
  (await desk.harbor.get('OrderBatch/detail', { id })).body.data as Record<string, unknown> & {
    causes: { group: string; code: string; text: string; count: number }[];
  };
const place = async (ids: string[]) => {
  const answer = await desk.harbor.post('Order/placeMany', { ids });
  expect(answer.body.success ? [] : [answer.body.message]).toEqual([]);
  return answer.body.data as { batch: string; job: string; count: number; skipped: number };
};

describe('a batch', () => {
  it('places its drafts, says what each cause stops, and runs the failed again once it is repaired', async () => {
    const good = [await desk.draft(1), await desk.draft(1), await desk.draft(1)];
    const unready = [await desk.draft(1, { service: null }), await desk.draft(1, { service: null })];
    const refused = await desk.draft(1, { shipToName: 'Refuse Me' });
    desk.simulator.control.fault({ kind: 'refuse', call: 'ship', body: 'Refuse Me', times: null, code: '120802' });
    const drafts = [...good, ...unready, refused];
    const { batch, job, count, skipped } = await place([...drafts, '99']);
    expect([count, skipped]).toEqual([6, 1]);
    await desk.run();
    expect((await desk.harbor.get('job', { id: job })).body.data).toMatchObject({ state: 'done', done: 6, total: 6 });
    const told = await batchOf(batch);
    expect(told).toMatchObject({ status: 'finished', count: 6, placed: 3, refused: 2, failed: 1, open: 0 });
    expect(told.causes.map(({ group, code, count: many }) => [group, code, many])).toEqual([
      ['check', 'noService', 2],
      ['carrier', 'shipToAddress', 1],
    ]);
    expect(told.causes[0]?.text).toBe('No channel service selected.');
    // What is known has words in the reader's language; the carrier's own stand beside them for staff.
    expect(told.causes[1]).toMatchObject({ cause: 'shipToAddress', repair: 'address', text: null });
    const left = (await desk.harbor.get('Order/list', { batch, status: 'draft' })).body.data as Record<
      string,
      unknown
    >[];
    expect(left.map(({ errorCode }) => errorCode)).toEqual(['check', 'check']);

    // One repair for all that share a cause, then the failed again.
    desk.simulator.control.clearFaults();
    const service = desk.world.homes.north.samples.get('channel-service/ups-west-ground');
    for (const id of unready) expect((await desk.harbor.post('Order/edit', { id, service })).body.success).toBe(true);
    await keepTrial(desk.world.owner, unready, { sale: 1, cost: 0.8 });
    expect(state(await desk.harbor.post('OrderBatch/runAgain', { id: batch }))).toBe('running');
    await desk.run();
    expect(await batchOf(batch)).toMatchObject({ status: 'finished', placed: 6, refused: 0, failed: 0, causes: [] });
    for (const id of drafts) expect(await desk.bought(id)).toBe(1);
    expect(reasons(await desk.harbor.post('OrderBatch/runAgain', { id: batch }))).toEqual([' nothingFailed']);
    await desk.verify();
  });

  it('has a number of its own, the day first', async () => {
    const numbers = [];
    for (let at = 0; at < 3; at++) {
      const { batch } = await place([await desk.draft(1)]);
      await desk.run();
      numbers.push(
        ((await desk.harbor.get('OrderBatch/detail', { id: batch })).body.data as Record<string, unknown>)['batchNo'],
      );
    }
    const days = numbers.map((number) => /^PB-\d{6}-(\d{4,})$/.exec(String(number))?.[1]);
    expect(days.map(Number)).toEqual([0, 1, 2].map((more) => Number(days[0]) + more));
  });

  it('is one however often its request is repeated, and its key is no other request’s', async () => {
    const ids = [await desk.draft(1), await desk.draft(1)];
    const key = { 'idempotency-key': 'batch-of-two-1' };
    const ask = async (body: object) => desk.harbor.post('Order/placeMany', body, key);
    const first = await ask({ ids });
    expect(first.body.data).toMatchObject({ count: 2 });
    expect((await ask({ ids })).body.data).toEqual(first.body.data);
    await desk.run();
    // Also where nothing is left to place: the answer was lost, and not the batch.
    expect((await ask({ ids })).body.data).toEqual(first.body.data);
    expect(await ask({ ids: ids.slice(1) })).toMatchObject({ status: 409, body: { code: 4091 } });
    // What was refused may be asked again with its key.
    const again = { 'idempotency-key': 'batch-of-none-1' };
    const none = () => desk.harbor.post('Order/placeMany', { ids }, again);
    expect([reasons(await none()), reasons(await none())]).toEqual([
      ['ids shipping.noDraftOrder'],
      ['ids shipping.noDraftOrder'],
    ]);
  });

  it('is one where its request comes twice at the same moment', async () => {
    const ids = [await desk.draft(1), await desk.draft(1)];
    const ask = () => desk.harbor.post('Order/placeMany', { ids }, { 'idempotency-key': 'batch-twice-1' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    await desk.run();
    expect((await batchOf(String((answers[0]?.body.data as { batch?: string } | undefined)?.batch))).placed).toBe(2);
  });

  it('waits for a node that began it, and takes over from one that ended', async () => {
    const ids = [await desk.draft(1)];
    const headers = { 'idempotency-key': 'batch-handed-over-1' };
    const ask = (body: object = { ids }) => desk.harbor.post('Order/placeMany', body, headers);
    const first = await ask();
    // The state between the claim and the answer.
    const claimed = async (ends: string) => {
      await desk.world.owner.query(
        `UPDATE lading.idempotency SET answer = NULL, holder = 1, held_until = now() + $2::interval WHERE key = $1`,
        [headers['idempotency-key'], ends],
      );
    };
    await claimed('1 hour');
    const waiting = ask();
    expect(await ask({ ids: ['1'] })).toMatchObject({ status: 409, body: { code: 4091 } });
    await desk.world.owner.query('UPDATE lading.idempotency SET held_until = NULL, answer = $2 WHERE key = $1', [
      headers['idempotency-key'],
      JSON.stringify({ answer: first.body.data }),
    ]);
    expect((await waiting).body.data).toEqual(first.body.data);
    await claimed('-1 second');
    const again = await ask();
    expect(again.body.success).toBe(true);
    expect((again.body.data as { batch: string }).batch).not.toBe((first.body.data as { batch: string }).batch);
    expect((await ask()).body.data).toEqual(again.body.data);
    await desk.run();
    expect(await desk.bought(ids[0] ?? '')).toBe(1);
  });

  it('is answered where its answer cannot be kept, and a repetition is busy instead of another batch', async () => {
    const { owner } = desk.world;
    const ids = [await desk.draft(1)];
    const ask = () => desk.harbor.post('Order/placeMany', { ids }, { 'idempotency-key': 'batch-unkept-1' });
    await owner.query(`CREATE FUNCTION lading.lose_answer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$;
      CREATE TRIGGER lose_answer BEFORE UPDATE ON lading.idempotency FOR EACH ROW
        WHEN (NEW.key = 'batch-unkept-1' AND NEW.answer IS NOT NULL) EXECUTE FUNCTION lading.lose_answer()`);
    try {
      expect((await ask()).body.data).toMatchObject({ count: 1 });
      expect((await ask()).status).toBe(503);
    } finally {
      await owner.query(`DROP TRIGGER lose_answer ON lading.idempotency; DROP FUNCTION lading.lose_answer()`);
    }
    await desk.run();
    for (const id of ids) expect(await desk.bought(id)).toBe(1);
  });

  it('needs a draft, and reaches no order of another customer', async () => {
    const placed = desk.world.homes.north.samples.get('order/ordered') ?? '';
    const foreign = desk.world.homes.north.samples.get('order/draft-multi') ?? '';
    expect(reasons(await desk.harbor.post('Order/placeMany', { ids: [placed, foreign] }))).toEqual([
      'ids shipping.noDraftOrder',
    ]);
    expect((await desk.money.finance.post('Order/placeMany', { ids: [placed] })).status).toBe(403);
  });

  it('names a carrier that is away with the time of the next attempt', async () => {
    const ids = [await desk.draft(1), await desk.draft(1)];
    desk.simulator.control.fault({ kind: 'unavailable', call: 'ship', times: null, retryAfter: 0 });
    const { batch } = await place(ids);
    await desk.run();
    for (let round = 0; round < 6 && (await batchOf(batch)).status === 'running'; round++) await desk.sweep();
    const told = await batchOf(batch);
    expect(told).toMatchObject({ status: 'finished', failed: 2, nextTryAt: expect.stringMatching(/^\d{4}-/) });
    expect(told.causes).toMatchObject([{ group: 'carrier', cause: 'away', repair: 'wait', count: 2 }]);
    desk.simulator.control.clearFaults();
  });
});
