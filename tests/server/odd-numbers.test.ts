import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeeper } from '../../server/http/json-body.ts';
import { fromMinorUnits } from '../../server/domain/payments/minor-units.ts';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

describe('a request that nobody means', () => {
  let test: TestApp;
  let admin: Person;
  beforeAll(async () => {
    test = await openTestApp();
    admin = await test.signIn(hosts.north, 'admin');
  });
  afterAll(() => test?.close());

  const nested = (depth: number) => '{"value":'.padEnd(9 + depth, '[').padEnd(9 + 2 * depth, ']') + '}';

  it.each(['Order/add', 'preference', 'Order/delete', 'savedView', 'schema/create', 'login'])(
    'is refused where its body is nested too deep: %s',
    async (path) => {
      const answer = await test.app.inject({
        ...{ method: 'POST', url: `/api/${path}`, payload: nested(6_000) },
        headers: { authorization: `Bearer ${admin.token}`, host: hosts.north, 'content-type': 'application/json' },
      });
      expect(answer.statusCode).toBe(400);
      expect(JSON.parse(answer.payload)).toMatchObject({ success: false, code: 1015002 });
    },
  );

  it('is deep by its brackets and not by those in its texts', () => {
    expect(isDeeper('[[["\\"[[[["]]]', 3)).toBe(false);
    expect(isDeeper('[[[{}]]]', 3)).toBe(true);
    expect(isDeeper(`[${'[],'.repeat(500)}0]`, 2)).toBe(false);
  });

  it.each(['3000000000', '0', '-1', '1e3', 'NaN'])('finds no revision %s', async (n) => {
    expect((await admin.get(`schema/order/revisions/${n}`)).status).toBe(404);
  });
});

describe('an amount of a gateway', () => {
  it.each([1e30, 0.5, -1, Number.NaN, 10 ** 14])('%s is none', (minor) => {
    expect(() => fromMinorUnits(minor, 'USD')).toThrow('is no amount');
  });

  it('is whole coins', () => {
    expect([fromMinorUnits(12_550, 'USD'), fromMinorUnits(5, 'JPY'), fromMinorUnits(0, 'USD')]).toEqual([
      ...['125.50', '5', '0.00'],
    ]);
    expect(() => fromMinorUnits(5, 'usdollars')).toThrow('is no amount');
  });
});
