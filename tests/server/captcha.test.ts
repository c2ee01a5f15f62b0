import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encrypt } from '../../server/auth/captcha/cipher.ts';
import { answerOf, callCaptcha, solvePuzzle } from '../support/captcha.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let owner: pg.Pool;
beforeAll(async () => {
  test = await openTestApp();
  owner = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
});
afterAll(async () => {
  await owner?.end();
  await test?.close();
});

/** As if nobody had failed yet. */
const forgive = () => owner.query(`DELETE FROM lading.rate WHERE key LIKE 'captcha:%'`);

/** What was counted so far counts in the next window as well: attempts are counted by the clock, and a test may meet its turn. */
const countOn = () =>
  owner.query(
    `INSERT INTO lading.rate (key, slot, count, expires_at)
     SELECT key, max(slot) + later, sum(count), max(expires_at) FROM lading.rate, generate_series(0, 1) later
      WHERE key LIKE 'captcha:%' GROUP BY key, later
     ON CONFLICT (key, slot) DO UPDATE SET count = excluded.count`,
  );

describe('the slider', () => {
  it('comes as pictures that the server drew, without the envelope', async () => {
    const { repCode, repData, success, error } = await callCaptcha(test, 'get', { captchaType: 'blockPuzzle' });
    expect({ repCode, success, error }).toEqual({ repCode: '0000', success: true, error: false });
    const { originalImageBase64, jigsawImageBase64, secretKey } = repData as Record<string, string>;
    expect(secretKey).toMatch(/^[\x21-\x7e]{16}$/);
    const size = async (base64 = '') => {
      const { width, height, format } = await sharp(Buffer.from(base64, 'base64')).metadata();
      return { width, height, format };
    };
    expect(await size(originalImageBase64)).toEqual({ width: 310, height: 155, format: 'png' });
    expect(await size(jigsawImageBase64)).toEqual({ width: 48, height: 155, format: 'png' });
    expect(JSON.stringify(repData)).not.toContain('answer');
  });

  it.each([0, 5, -5])('takes a hand that is %i pixels off', async (off) => {
    expect((await solvePuzzle(test, off)).repCode).toBe('0000');
  });

  it('refuses a hand that is six pixels off, and never looks at the same challenge again', async () => {
    const { repCode, request } = await solvePuzzle(test, 6);
    expect(repCode).toBe('6111');
    expect((await callCaptcha(test, 'check', request)).repCode).toBe('6110');
    await forgive();
  });

  it('looks once at a right answer, too', async () => {
    const { repCode, request } = await solvePuzzle(test);
    expect(repCode).toBe('0000');
    expect((await callCaptcha(test, 'check', request)).repCode).toBe('6110');
  });

  it('is over after two minutes', async () => {
    const { repData } = await callCaptcha(test, 'get', { captchaType: 'blockPuzzle' });
    const { token, secretKey } = repData as Record<string, string>;
    const [place] = await answerOf(test, token ?? '');
    await owner.query(`UPDATE lading.captcha SET expires_at = expires_at - interval '120 seconds'`);
    const pointJson = encrypt(JSON.stringify({ x: place?.x, y: 5 }), secretKey ?? '');
    expect(await callCaptcha(test, 'check', { captchaType: 'blockPuzzle', token, pointJson })).toMatchObject({
      repCode: '6110',
      success: false,
      repMsg: expect.stringMatching(/expired/),
    });
  });

  it.each([
    ['no such kind', 'get', { captchaType: 'riddle' }, '0011'],
    ['nothing at all', 'check', {}, '0011'],
    ['a token that is none', 'check', { captchaType: 'blockPuzzle', token: 'x', pointJson: 'x' }, '6110'],
    ['a token as a list', 'check', { captchaType: 'blockPuzzle', token: ['x'], pointJson: 'x' }, '0011'],
    ['an endless answer', 'check', { captchaType: 'blockPuzzle', token: 'x', pointJson: 'x'.repeat(3000) }, '6206'],
  ] as const)('refuses %s', async (_, verb, body, code) => {
    expect((await callCaptcha(test, verb, body)).repCode).toBe(code);
  });

  /** How long it took until someone had solved one, in seconds. */
  const solvedIn = async (account: string): Promise<number> => {
    const started = performance.now();
    expect((await solvePuzzle(test, 0, account)).repCode).toBe('0000');
    return (performance.now() - started) / 1000;
  };

  it('slows down a caller after five misses, and refuses nothing', async () => {
    const codes: string[] = [];
    for (let round = 0; round < 5; round++) codes.push((await solvePuzzle(test, 40, 'guessed')).repCode);
    expect(codes).toEqual(Array(5).fill('6111'));
    await countOn();
    // Asked and answered: each a second later.
    expect(await solvedIn('guessed')).toBeGreaterThan(1.9);
    await forgive();
  });

  it('is as quick as ever to another account behind the same address', async () => {
    for (let round = 0; round < 5; round++) await solvePuzzle(test, 40, 'guessed');
    await owner.query(`UPDATE lading.rate SET count = 1000 WHERE key ~ '^captcha:wrong:.*:'`);
    await countOn();
    const both = await Promise.all([solvedIn('Guessed'), solvedIn('neighbour')]);
    expect(both[0]).toBeGreaterThan(7.9);
    expect(both[1]).toBeLessThan(both[0] - 4);
    await forgive();
  }, 30_000);

  it.each([
    ['so many wrong answers came from one address', 'captcha:wrong:%', 60],
    ['so many pictures were asked for from one address', 'captcha:get:%', 120],
  ])('is slow, and still there, where %s', async (_, key, times) => {
    await solvePuzzle(test, 40, 'somebody');
    await owner.query(`UPDATE lading.rate SET count = $2 WHERE key LIKE $1 AND key !~ ':.*:.*:'`, [key, times]);
    await countOn();
    expect(await solvedIn('neighbour')).toBeGreaterThan(0.9);
    await forgive();
  });
});

describe('the letters, which older clients ask for', () => {
  it('are clicked in the order told, each at most 25 pixels off', async () => {
    const ask = async (move: (point: { x: number; y: number }) => { x: number; y: number }, turn = false) => {
      const { repData } = await callCaptcha(test, 'get', { captchaType: 'clickWord' });
      const { token, secretKey, wordList } = repData as { token: string; secretKey: string; wordList: string[] };
      expect(wordList).toHaveLength(3);
      const points = (await answerOf(test, token)).map(move);
      const pointJson = encrypt(JSON.stringify(turn ? points.toReversed() : points), secretKey);
      return (await callCaptcha(test, 'check', { captchaType: 'clickWord', token, pointJson })).repCode;
    };
    expect(await ask(({ x, y }) => ({ x: x + 24, y: y - 24 }))).toBe('0000');
    expect(await ask(({ x, y }) => ({ x: x + 26, y }))).toBe('6111');
    expect(await ask((point) => point, true)).toBe('6111');
    await forgive();
  });
});
