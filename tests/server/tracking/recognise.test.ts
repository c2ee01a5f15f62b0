import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 120_000);
afterAll(() => world?.close());

const ask = (who: string, text: string, query = '') =>
  world.person(who).person.post(`Tracking/recognise${query}`, { text });

describe('recognising what was pasted', () => {
  it('is for everyone signed in, members too', async () => {
    for (const who of ['north admin', 'north member']) {
      const { body } = await ask(who, '1Z 5R8 939 03 5756 7127\n986578788855, 986578788855 996578788855');
      expect(body.data).toMatchObject({
        numbers: [
          { number: '1Z5R89390357567127', carrier: 'UPS', service: 'UPS Ground', valid: true },
          { number: '986578788855', carrier: 'FEDEX', valid: true },
        ],
        repeated: [{ number: '986578788855', times: 2 }],
        unknown: [{ pasted: '996578788855', reason: 'checkDigit', carrier: 'FEDEX' }],
      });
    }
  });

  it('takes 3,000 at once and refuses more with a message', async () => {
    // What is no number counts as well.
    const list = (count: number) => Array.from({ length: count }, (_, at) => `X${1_000_000 + at}`).join('\n');
    expect(((await ask('north admin', list(3_000))).body.data as { unknown: unknown[] }).unknown).toHaveLength(3_000);
    const { body } = await ask('north admin', list(3_001), '?culture=zh-CN');
    expect(body).toMatchObject({
      success: false,
      issues: [{ code: 'tracking.tooMany', path: 'text', message: '一次最多 3000 个单号，这里有 3001 个。' }],
    });
  });
});

describe('a number of ours', () => {
  const found = async (who: string, text: string) =>
    (
      (await ask(who, text)).body.data as {
        numbers: { valid: boolean; package?: { orderNo: string; state: string } }[];
      }
    ).numbers;

  it('comes with its package for those who may see it', async () => {
    expect((await found('north admin', own))[0]).toMatchObject({
      valid: true,
      carrier: 'FEDEX',
      package: { state: 'pending' },
    });
    // It belongs to another customer.
    expect((await found('north member', own))[0]?.package).toBeUndefined();
    expect((await found('south admin', own))[0]?.package).toBeDefined();
  });

  it('counts, whatever its check digit says', async () => {
    await world.owner.query(`UPDATE package SET "trackingNo" = 'LOCAL-0001' WHERE "trackingNo" = $1`, [own]);
    await world.owner.query(`UPDATE package SET "trackingNo" = 'LOCAL0001' WHERE "trackingNo" = 'LOCAL-0001'`);
    expect(await found('north admin', 'see local 0001')).toMatchObject([]);
    expect(await found('north admin', 'Local-0001')).toMatchObject([
      { valid: false, package: { trackingNo: 'LOCAL0001' } },
    ]);
    await world.owner.query(`UPDATE package SET "trackingNo" = $1 WHERE "trackingNo" = 'LOCAL0001'`, [own]);
  });
});

describe('the timeline', () => {
  it('has the events of the packages of an order with what they mean, for those who may see them', async () => {
    const { samples } = world.homes.north;
    const order = samples.get('order/ordered');
    const read = async (who: string) =>
      (await world.person(who).person.post('Tracking/timeline', { order })).body.data as {
        packages: { trackingNo: string; events: { text: string; state: string; place: string }[] }[];
      } | null;
    const [one] = (await read('north admin'))?.packages ?? [];
    expect(one?.trackingNo).toBe(own);
    expect(one?.events[0]).toMatchObject({ state: expect.any(String), place: expect.stringContaining('US') });
    expect((await read('north member'))?.packages).toEqual([]);
  });
});
const own = '774890957244';
