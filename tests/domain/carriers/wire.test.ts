import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createCarriers, type CarrierSettings } from '../../../server/domain/carriers/carriers.ts';
import type { CarrierResult } from '../../../server/domain/carriers/carrier.ts';
import { breaks, drops, listen, says, send, sleeps, type Answer } from '../../support/carriers/listener.ts';
import { accountOf, orderOf, packageOf } from '../../support/carriers/orders.ts';

const account = accountOf('UPS');
const order = orderOf({ packages: [packageOf(1)] });
const shipped = {
  ShipmentResponse: {
    ShipmentResults: { ShipmentIdentificationNumber: '1Z1', PackageResults: [{ TrackingNumber: '1Z1' }] },
  },
};
const tracked = { trackResponse: { shipment: [{ package: [{ trackingNumber: '1Z1' }] }] } };
const errors = (code: string, message: string) => ({ response: { errors: [{ code, message }] } });
const open = async (more: Partial<CarrierSettings> = {}) => {
  const server = await listen();
  return { server, ups: createCarriers({ bases: server.bases, ...more }).of('UPS') };
};
const told = (result: CarrierResult<unknown>) => (result.ok ? 'ok' : `${result.kind} ${result.code}`);

describe('a token', () => {
  it('is asked for once by many, and kept until shortly before its end', async () => {
    let now = new Date('2026-03-02T12:00:00Z');
    const { server, ups } = await open({ now: () => now });
    server.on('GET', '1Z1', tracked);
    const track = () => ups.track(account, ['1Z1']);
    await Promise.all(Array.from({ length: 12 }, track));
    expect([server.tokens, server.heard.length]).toEqual([1, 12]);
    now = new Date(now.getTime() + 14_200_000);
    await track();
    expect(server.tokens).toBe(1);
    now = new Date(now.getTime() + 200_000);
    await track();
    expect(server.tokens).toBe(2);
    expect(server.heard.at(-1)?.headers.authorization).toBe('Bearer token-2');
  });

  it('is another one for other credentials, another account and another place', async () => {
    const { server, ups } = await open();
    server.on('GET', '1Z1', tracked);
    for (const more of [{}, { clientSecret: 'new' }, { number: 'B2C345' }, { environment: 'production' as const }, {}])
      await ups.track({ ...account, ...more }, ['1Z1']);
    expect(server.tokens).toBe(3);
  });

  it('that is refused is taken again once, by however many it was refused', async () => {
    const { server, ups } = await open();
    const refusing: Answer = ({ headers }, response) =>
      headers.authorization === 'Bearer token-1'
        ? send(response, 401, errors('250002', 'Invalid Authentication Information.'))
        : send(response, 200, shipped);
    server.on('POST', '/ship', refusing);
    const results = await Promise.all(Array.from({ length: 5 }, () => ups.ship(account, order)));
    expect(results.map(told)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(server.tokens).toBe(2);
    server.on('POST', '/ship', says(401, errors('250002', 'Invalid Authentication Information.')));
    expect(told(await ups.ship(account, order))).toBe('credentials 250002');
    expect(server.tokens).toBe(3);
  });

  it('that is not given is a failure in which nothing happened', async () => {
    const kinds: [Answer, string][] = [
      [says(401), 'credentials carriers.token.refused'],
      [says(500), 'unavailable carriers.token.busy'],
      [drops, 'unavailable carriers.token.noAnswer'],
      [says(200, { hello: 'there' }), 'unavailable carriers.token.badAnswer'],
    ];
    for (const [answer, kind] of kinds) {
      const { server, ups } = await open();
      server.on('POST', '/oauth/token', answer);
      expect(told(await ups.ship(account, order))).toBe(kind);
      expect(server.heard).toEqual([]);
    }
  });

  it('is refused once for a whole batch with wrong credentials', async () => {
    const { server, ups } = await open();
    let asked = 0;
    server.on('POST', '/oauth/token', (_heard, response) => {
      asked += 1;
      send(response, 401, {});
    });
    for (let times = 0; times < 20; times += 1) await ups.ship(account, order);
    expect(asked).toBe(1);
    await ups.ship({ ...account, clientSecret: 'the right one' }, order);
    expect(asked).toBe(2);
  });
});

describe('what happens to a purchase', () => {
  const kinds: [string, Answer, string][] = [
    ['is refused', says(400, errors('120124', 'Invalid postal code')), 'refused 120124'],
    ['is refused without words', says(413, 'too large'), 'refused http.413'],
    ['is forbidden', says(403, errors('250003', 'Blocked Merchant')), 'credentials 250003'],
    ['comes too often', says(429, errors('10429', 'Too Many Requests'), { 'retry-after': '7' }), 'limited 10429'],
    ['ends with an error of the carrier', says(500, errors('10500', 'Oops')), 'lost 10500'],
    ['ends with an error of a gateway', says(504, 'timeout'), 'lost http.504'],
    ['is sent elsewhere', says(302, {}, { location: 'http://127.0.0.1:9/' }), 'lost http.302'],
    ['is dropped', drops, 'lost carriers.brokenAnswer'],
    ['breaks off in its answer', breaks, 'lost carriers.brokenAnswer'],
    ['is answered by a page', (_heard, response) => void response.end('<html>'), 'lost carriers.notUnderstood'],
    ['is answered by half a sentence', (_heard, response) => void response.end('{"a":'), 'lost carriers.notUnderstood'],
  ];
  it.each(kinds)('that %s is told, and it is sent once', async (_what, answer, kind) => {
    const { server, ups } = await open();
    server.on('POST', '/ship', answer);
    const result = await ups.ship(account, order);
    expect(told(result)).toBe(kind);
    expect(server.heard).toHaveLength(1);
  });

  it('to a closed port certainly did not happen', async () => {
    const nowhere = { ups: 'http://127.0.0.1:9', fedex: null };
    const { server } = await open();
    server.on('POST', '/ship', shipped);
    const ups = createCarriers({ bases: nowhere }).of('UPS');
    expect(told(await ups.ship(account, order))).toBe('unavailable carriers.token.noAnswer');
    expect(told(await createCarriers({ bases: null }).of('UPS').ship(account, order))).toBe(
      'unavailable carriers.notOffered',
    );
    expect(told(await ups.ship({ ...account, clientSecret: '' }, order))).toBe('credentials carriers.noCredentials');
  });

  it('that has errors beside what was made was made', async () => {
    const { server, ups } = await open();
    server.on('POST', '/ship', { ...shipped, ...errors('1', 'a warning') }, { ...errors('1', 'a refusal') });
    expect(told(await ups.ship(account, order))).toBe('ok');
    expect(told(await ups.ship(account, order))).toBe('refused 1');
    const fedex = createCarriers({ bases: server.bases }).of('FEDEX');
    const output = { transactionShipments: [{ pieceResponses: [{ trackingNumber: '794' }] }] };
    server.on('POST', '/ship/v1/shipments', { output, errors: [{ code: 'A', message: 'a warning' }] });
    expect(told(await fedex.ship(accountOf('FEDEX'), order))).toBe('ok');
  });

  it('that cannot be put into words was not sent', async () => {
    const { server, ups } = await open();
    server.on('POST', '/ship', shipped);
    expect(told(await ups.ship(account, { ...order, key: 'LDG\u2028-\u4e00' }))).toBe(
      'unavailable carriers.noConnection',
    );
    expect(server.heard).toEqual([]);
  });

  it('leaves no secret in texts of the carrier', async () => {
    const { server, ups } = await open();
    const parrot: Answer = ({ headers }, response) =>
      send(response, 400, errors('1', `${headers.authorization} ${account.clientSecret} ${account.clientId}`));
    server.on('POST', '/ship', parrot);
    const result = await ups.ship(account, order);
    expect(JSON.stringify(result)).not.toMatch(/token-1|open sesame|lading-client/);
  });
});

describe('a question', () => {
  it('is asked again where its answer broke, and only then', async () => {
    const { server, ups } = await open();
    server.on('GET', '1Z1', drops, tracked);
    expect(told(await ups.track(account, ['1Z1']))).toBe('ok');
    server.on('GET', '1Z1', says(503), tracked);
    expect(told(await ups.track(account, ['1Z1']))).toBe('ok');
    server.on('GET', '1Z1', says(400, errors('1', 'no')), tracked);
    expect(await ups.track(account, ['1Z1'])).toMatchObject({ value: [{ error: '1' }] });
    server.on('GET', '1Z1', says(503));
    expect(told(await ups.track(account, ['1Z1']))).toBe('unavailable http.503');
    expect(server.heard).toHaveLength(7);
  });

  it('asks for many a few at a time, and stops once the carrier cannot be asked', async () => {
    const { server, ups } = await open({ limits: { wait: 200 } });
    const numbers = Array.from({ length: 60 }, (_, place) => `1Z${place}`);
    server.on('GET', '', ({ path }, response) => {
      const package_ = [{ trackingNumber: path.split('/').at(-1) }];
      send(response, 200, { trackResponse: { shipment: [{ package: package_ }] } });
    });
    const all = await ups.track(account, numbers);
    expect(all.ok && all.value.map(({ trackingNo }) => trackingNo)).toEqual(numbers);
    server.heard.splice(0);
    server.on('GET', '', says(429));
    expect(told(await ups.track(account, numbers))).toBe('limited http.429');
    expect(server.heard.length).toBeLessThanOrEqual(6);
  });

  it('that a person waits for ends before the client gives up', async () => {
    const { server, ups } = await open();
    server.on('POST', '/Rate', sleeps);
    const began = performance.now();
    expect(told(await ups.rate(account, order))).toBe('unavailable carriers.noAnswer');
    expect(performance.now() - began).toBeLessThan(6_000);
  });

  it('is understood where its answer comes packed, unasked', async () => {
    const { server, ups } = await open();
    server.on('GET', '1Z1', (_heard, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(tracked)));
    });
    expect(told(await ups.track(account, ['1Z1']))).toBe('ok');
    const bomb = gzipSync('x'.repeat(20_000_000));
    server.on('GET', '1Z1', (_heard, response) => void response.end(bomb));
    expect(told(await ups.track(account, ['1Z1']))).toBe('unavailable carriers.brokenAnswer');
  });

  it('is not answered with more than can be read', async () => {
    const { server, ups } = await open();
    server.on('GET', '1Z1', { trackResponse: 'x'.repeat(5_000_000) });
    expect(told(await ups.track(account, ['1Z1']))).toBe('unavailable carriers.tooLong');
  });
});

describe('a carrier that is down', () => {
  it('is spared after five failures in a row, and tried once when its pause is over', async () => {
    let now = new Date('2026-03-02T12:00:00Z');
    const { server, ups } = await open({ now: () => now });
    server.on('POST', '/ship', says(500));
    for (let times = 0; times < 5; times += 1) expect(told(await ups.ship(account, order))).toBe('lost http.500');
    const rested = await ups.ship(account, order);
    expect(rested).toMatchObject({
      kind: 'unavailable',
      code: 'carriers.resting',
      retryAt: new Date('2026-03-02T12:00:10Z'),
    });
    expect(server.heard).toHaveLength(5);
    // Another environment is another server.
    expect(told(await ups.ship({ ...account, environment: 'production' }, order))).toBe('lost http.500');
    now = new Date(now.getTime() + 11_000);
    const both = await Promise.all([ups.ship(account, order), ups.ship(account, order)]);
    expect(both.map(told).toSorted()).toEqual(['lost http.500', 'unavailable carriers.resting']);
    expect(await ups.ship(account, order)).toMatchObject({ retryAt: new Date('2026-03-02T12:00:31Z') });
    now = new Date(now.getTime() + 21_000);
    server.on('POST', '/ship', shipped);
    expect(told(await ups.ship(account, order))).toBe('ok');
    expect(told(await ups.ship(account, order))).toBe('ok');
  });

  it('is not one that refuses', async () => {
    const { server, ups } = await open();
    server.on('POST', '/ship', says(400, errors('1', 'no')));
    for (let times = 0; times < 12; times += 1) await ups.ship(account, order);
    expect(server.heard).toHaveLength(12);
  });
});

describe('the limits of an account', () => {
  /** Answers on demand, and knows how many wait. */
  const held = () => {
    const waiting: (() => void)[] = [];
    const answer: Answer = (_heard, response) => void waiting.push(() => send(response, 200, shipped));
    const until = async (many: number) => {
      await expect.poll(() => waiting.length).toBe(many);
    };
    return { answer, until, waiting, release: () => waiting.splice(0).forEach((go) => go()) };
  };

  it('let so many through at once, and the others after them', async () => {
    const { server, ups } = await open({ limits: { atOnce: 3, perSecond: 1_000 } });
    const gate = held();
    server.on('POST', '/ship', gate.answer);
    server.on('GET', '1Z1', tracked);
    const all = Promise.all(Array.from({ length: 5 }, () => ups.ship(account, order)));
    await gate.until(3);
    expect(server.heard).toHaveLength(3);
    // A look-up does not wait behind a batch.
    expect(told(await ups.track(account, ['1Z1']))).toBe('ok');
    gate.release();
    await gate.until(2);
    gate.release();
    expect((await all).map(told)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  });

  it('send back who would wait too long, with a time, and count each account by itself', async () => {
    const { server, ups } = await open({ limits: { atOnce: 1, perSecond: 1_000, wait: 50 } });
    const gate = held();
    server.on('POST', '/ship', gate.answer);
    const first = ups.ship(account, order);
    await gate.until(1);
    const second = await ups.ship(account, order);
    expect(second).toMatchObject({ kind: 'limited', code: 'carriers.tooMany', retryAt: expect.any(Date) });
    const other = ups.ship({ ...account, number: 'B2C345' }, order);
    await gate.until(2);
    gate.release();
    expect([told(await first), told(await other)]).toEqual(['ok', 'ok']);
    const third = ups.ship(account, order);
    await gate.until(1);
    gate.release();
    expect(told(await third)).toBe('ok');
  });

  it('spread requests over the second', async () => {
    const { server, ups } = await open({ limits: { atOnce: 50, perSecond: 50 } });
    server.on('POST', '/ship', shipped);
    const began = performance.now();
    await Promise.all(Array.from({ length: 11 }, () => ups.ship(account, order)));
    expect(performance.now() - began).toBeGreaterThan(190);
  });

  it('wait until the moment that the carrier names, and ask it nothing until then', async () => {
    let now = new Date('2026-03-02T12:00:00Z');
    const { server, ups } = await open({ now: () => now });
    server.on('POST', '/ship', says(429, errors('10429', 'Too Many'), { 'retry-after': '20' }), shipped);
    const until = new Date('2026-03-02T12:00:20Z');
    expect(await ups.ship(account, order)).toMatchObject({ kind: 'limited', retryAt: until });
    expect(await ups.ship(account, order)).toMatchObject({ kind: 'limited', code: 'carriers.tooMany', retryAt: until });
    expect(server.heard).toHaveLength(1);
    now = new Date(until.getTime() + 1);
    expect(told(await ups.ship(account, order))).toBe('ok');
  });
});

describe('a carrier without an API', () => {
  it('leaves the order to people: nothing is asked, and nothing was made', async () => {
    const manual = createCarriers({ bases: { ups: null, fedex: null } }).of('USPS');
    expect(manual.code).toBe('USPS');
    expect(await manual.ship(account, order)).toMatchObject({
      ok: false,
      kind: 'unsupported',
      code: 'carriers.manual',
    });
    expect(await manual.find(account, order)).toEqual({ ok: true, value: null });
    expect(await manual.track(account, ['1'])).toMatchObject({ kind: 'unsupported' });
  });
});
