import { randomInt } from 'node:crypto';
import { keepCodeSql, tryCodeSql, useCodeSql } from '../store/attempt-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { hashPassword, passwordFits } from '../secrets/passwords.ts';

/** Lifetime of a code in minutes. */
export const codeMinutes = 10;
/** Attempts per code; afterwards it is invalid. */
const maxTries = 5;

export type CodePurpose = 'register' | 'recover' | 'bind';

/** The purpose of a code: address or account as typed, tenant, and use. */
export interface CodeFor {
  tenant: string;
  purpose: CodePurpose;
  subject: string;
}

/** Creates a six-digit code, stores only a slow hash, and answers it for the message. */
export async function makeCode({ pool }: SystemDatabase, on: CodeFor, account: string | null): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const values = [on.tenant, on.purpose, on.subject, account, await hashPassword(code), codeMinutes * 60];
  await pool.query(keepCodeSql, values);
  return code;
}

/** Checks a code and counts the attempt without spending it. */
export async function codeFits({ pool }: SystemDatabase, on: CodeFor, code: string): Promise<boolean> {
  const { rows } = await pool.query<{ code_hash: string }>(tryCodeSql, [on.tenant, on.purpose, on.subject, maxTries]);
  return passwordFits(rows[0]?.code_hash ?? null, code);
}

/**
 * Spends a code: answers its account (null if it belongs to none), or undefined if it is wrong. Takes the same time
 * whether there is a code or not, and always counts the attempt.
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
