import { randomInt } from 'node:crypto';
import { keepCodeSql, tryCodeSql, useCodeSql } from '../store/attempt-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { hashPassword, passwordFits } from '../secrets/passwords.ts';

/** Minutes that a code lives. */
export const codeMinutes = 10;
/** Guesses at one code; then it opens nothing, right or wrong. */
const maxTries = 5;

export type CodePurpose = 'register' | 'recover' | 'bind';

/** What a code stands for: whose address or account was typed, at which tenant, for what. */
export interface CodeFor {
  tenant: string;
  purpose: CodePurpose;
  subject: string;
}

/** Makes a code of six digits, which is kept as a slow hash alone, and answers it for the one message that carries it. */
export async function makeCode({ pool }: SystemDatabase, on: CodeFor, account: string | null): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const values = [on.tenant, on.purpose, on.subject, account, await hashPassword(code), codeMinutes * 60];
  await pool.query(keepCodeSql, values);
  return code;
}

/** Whether a code fits; counts the try, and leaves the code for whoever it opens something to. */
export async function codeFits({ pool }: SystemDatabase, on: CodeFor, code: string): Promise<boolean> {
  const { rows } = await pool.query<{ code_hash: string }>(tryCodeSql, [on.tenant, on.purpose, on.subject, maxTries]);
  return passwordFits(rows[0]?.code_hash ?? null, code);
}

/**
 * Spends a code: its account (null for a code that belongs to none), or undefined where it does not fit. Costs the same
 * whether there is a code or not, and counts the try in any case.
 */
export async function spendCode(
  { pool }: SystemDatabase,
  on: CodeFor,
  code: string,
): Promise<string | null | undefined> {
  const key = [on.tenant, on.purpose, on.subject];
  const { rows } = await pool.query<{ code_hash: string; account: string | null }>(tryCodeSql, [...key, maxTries]);
  const [kept] = rows;
  const fits = await passwordFits(kept?.code_hash ?? null, code);
  if (!fits || !kept) return undefined;
  const { rowCount } = await pool.query(useCodeSql, [...key, kept.code_hash]);
  return rowCount === 1 ? kept.account : undefined;
}
