import pg from 'pg';
import { encrypt } from '../../server/auth/captcha/cipher.ts';
import type { TestApp } from './test-app.ts';

interface Challenge {
  token: string;
  secretKey: string;
}

/** Where a challenge wants to be clicked or pushed to; only the database knows. */
export async function answerOf(test: Pick<TestApp, 'databaseUrl'>, token: string): Promise<{ x: number; y: number }[]> {
  const client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: { x: number; y: number }[] }>(
      'SELECT answer FROM lading.captcha WHERE token = $1',
      [token],
    );
    return rows[0]?.answer ?? [];
  } finally {
    await client.end();
  }
}

/** Calls the captcha of a host as a client does. */
export async function callCaptcha(test: TestApp, verb: 'get' | 'check', payload: Record<string, unknown>) {
  const answer = await test.app.inject({ method: 'POST', url: `/api/captcha/${verb}?culture=en-US`, payload });
  return answer.json<{ repCode: string; repMsg: string | null; repData: never; success: boolean; error: boolean }>();
}

/** Solves a puzzle as a person does, `off` pixels beside its place; answers the code and what a door takes. */
export async function solvePuzzle(test: TestApp, off = 0, account?: string) {
  const { repData } = await callCaptcha(test, 'get', { captchaType: 'blockPuzzle', account });
  const { token, secretKey } = repData as Challenge;
  const [place] = await answerOf(test, token);
  const point = JSON.stringify({ x: (place?.x ?? 0) + off, y: 5 });
  const request = { captchaType: 'blockPuzzle', account, token, pointJson: encrypt(point, secretKey) };
  const checked = await callCaptcha(test, 'check', request);
  return { repCode: checked.repCode, request, verification: encrypt(`${token}---${point}`, secretKey) };
}
