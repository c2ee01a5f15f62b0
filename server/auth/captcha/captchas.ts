import { createHash, randomBytes } from 'node:crypto';
import { burnCaptchaSql, keepCaptchaSql, takeCaptchaSql, verifyCaptchaSql } from '../../store/attempt-sql.ts';
import type { SystemDatabase } from '../../store/system-database.ts';
import { AppError } from '../../errors.ts';
import { count } from '../../access/limits.ts';
import { addressPrefix } from '../origin.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import { decrypt, encrypt } from './cipher.ts';
import { drawPuzzle } from './draw-puzzle.ts';
import { drawWords } from './draw-words.ts';

/** Answer codes of the captcha protocol, which does not use the envelope. */
export type CaptchaCode = '0000' | '0011' | '6110' | '6111' | '6201' | '6206';
export interface CaptchaAnswer {
  code: CaptchaCode;
  data: Record<string, unknown> | null;
}

export interface Captchas {
  /** A new challenge. Frequent requests or wrong answers are delayed, but never refused because of what others did. */
  get(kind: unknown, client: CaptchaClient): Promise<CaptchaAnswer>;
  /** Checks a challenge once, right or wrong; a right answer gives a verification to use at sign-in. */
  check(body: Readonly<Record<string, unknown>>, client: CaptchaClient): Promise<CaptchaAnswer>;
  /** Redeems a verification; true once, before it expires, if the challenge was solved. */
  burn(verification: unknown): Promise<boolean>;
  /** A verification for the next step of a sign-in whose captcha was solved. */
  another(): Promise<string>;
}

/** The address, and the account concerned or the client's own identifier. */
export interface CaptchaClient {
  ip: string;
  about: string;
}

const kinds = ['blockPuzzle', 'clickWord'];
const challengeSeconds = 120;
const verificationSeconds = 180;
/** Tolerance in pixels of the reference picture. */
const tolerance = { blockPuzzle: 5, clickWord: 25 };
/** The constant height that clients send for the puzzle, which only moves sideways. */
const puzzleY = 5;
/**
 * Requests per address and period without delay: challenges and wrong answers, per account and in total. Each further
 * multiple adds delay, up to the clients' timeout.
 */
const free = {
  asked: { seconds: 60, times: 120 },
  wrong: { seconds: 360, account: 5, address: 60 },
};
const wait = { step: 1_000, longest: 4_000 };
/** Pictures are drawn one at a time per address, with this queue limit. */
const maxQueue = 100;

interface Point {
  x: number;
  y: number;
}

export function createCaptchas(system: SystemDatabase): Captchas {
  const { pool } = system;
  const inTurn = createKeyedMutex(maxQueue);
  const wrong = async ({ ip, about }: CaptchaClient, by: number) => {
    const from = addressPrefix(ip);
    const account = digest(about.toLowerCase()).toString('base64url');
    const { seconds } = free.wrong;
    const [mine, all] = await Promise.all([
      count(system, `captcha:wrong:${from}:${account}`, seconds, by),
      count(system, `captcha:wrong:${from}`, seconds, by),
    ]);
    return { mine, all };
  };
  /** Delays an answer according to its address's request count; delays of different clients are independent. */
  const slowDown = async (client: CaptchaClient, asked: number) => {
    const { mine, all } = await wrong(client, 0);
    const steps = [mine / free.wrong.account, all / free.wrong.address, asked / free.asked.times].map(Math.floor);
    const milliseconds = Math.min(wait.longest, wait.step * steps.reduce((sum, each) => sum + each, 0));
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  };

  return {
    async get(kind, client) {
      if (!kinds.includes(String(kind))) return refuse('0011');
      const from = addressPrefix(client.ip);
      await slowDown(client, (await count(system, `captcha:get:${from}`, free.asked.seconds)) - 1);
      const token = randomBytes(16).toString('hex');
      const secretKey = randomBytes(12).toString('base64url');
      const draw = (): Promise<Drawn> => (kind === 'blockPuzzle' ? puzzle() : words());
      const drawn = await inTurn(from, draw).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      if (!drawn) return refuse('6201');
      const answer = JSON.stringify(drawn.answer);
      await pool.query(keepCaptchaSql, [token, kind, secretKey, answer, challengeSeconds]);
      return { code: '0000', data: { captchaType: kind, token, secretKey, ...drawn.shown, result: false } };
    },

    async check(body, client) {
      const { captchaType: kind, token, pointJson } = body;
      if (typeof token !== 'string' || typeof pointJson !== 'string' || !kinds.includes(String(kind)))
        return refuse('0011');
      if (token.length > 100 || pointJson.length > 2_000) return refuse('6206');
      await slowDown(client, 0);
      const { rows } = await pool.query<{ secret_key: string; answer: Point[] }>(takeCaptchaSql, [token, kind]);
      const [challenge] = rows;
      if (!challenge) return refuse('6110');
      const plain = decrypt(pointJson, challenge.secret_key);
      if (plain === null || !fits(plain, challenge.answer, kind as keyof typeof tolerance)) {
        await wrong(client, 1);
        return refuse('6111');
      }
      const verification = encrypt(`${token}---${plain}`, challenge.secret_key);
      await pool.query(verifyCaptchaSql, [token, digest(verification), verificationSeconds]);
      return { code: '0000', data: { captchaType: kind, token, result: true } };
    },

    burn: (verification) => burn(pool, verification),
    another: () => solved(pool),
  };
}

async function burn(pool: SystemDatabase['pool'], verification: unknown): Promise<boolean> {
  if (typeof verification !== 'string' || verification === '' || verification.length > 4_000) return false;
  const { rowCount } = await pool.query(burnCaptchaSql, [digest(verification)]);
  return rowCount === 1;
}

/** The verification of a challenge that counts as solved. */
async function solved(pool: SystemDatabase['pool']): Promise<string> {
  const [token, verification] = [randomBytes(16).toString('hex'), randomBytes(24).toString('base64url')];
  await pool.query(keepCaptchaSql, [token, 'solved', '', '[]', challengeSeconds]);
  await pool.query(verifyCaptchaSql, [token, digest(verification), verificationSeconds]);
  return verification;
}

const refuse = (code: CaptchaCode): CaptchaAnswer => ({ code, data: null });
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

interface Drawn {
  readonly answer: readonly Point[];
  readonly shown: Readonly<Record<string, unknown>>;
}

async function puzzle(): Promise<Drawn> {
  const { picture, piece, x } = await drawPuzzle();
  return { answer: [{ x, y: puzzleY }], shown: { originalImageBase64: picture, jigsawImageBase64: piece } };
}

async function words(): Promise<Drawn> {
  const { picture, words: wordList, points } = await drawWords();
  return { answer: points, shown: { originalImageBase64: picture, wordList } };
}

/** Whether the points match; of the puzzle only the horizontal position counts. */
function fits(text: string, answer: readonly Point[], kind: keyof typeof tolerance): boolean {
  const points = readPoints(text);
  if (points?.length !== answer.length) return false;
  return answer.every(({ x, y }, at) => {
    const point = points[at] ?? { x: Number.NaN, y: Number.NaN };
    const upright = kind === 'blockPuzzle' ? point.y === y : Math.abs(point.y - y) <= tolerance[kind];
    return Math.abs(point.x - x) <= tolerance[kind] && upright;
  });
}

function readPoints(text: string): Point[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const list = Array.isArray(parsed) ? parsed : [parsed];
    const points = list.map((each: unknown) => {
      const { x, y } = (each ?? {}) as Record<string, unknown>;
      return { x: Number(x), y: Number(y) };
    });
    return points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? points : null;
  } catch {
    return null;
  }
}
