import { createHash } from 'node:crypto';
import { within } from '../access/limits.ts';
import { AppError } from '../errors.ts';
import type { Context } from '../operations/context.ts';
import { spendRecoverySql, spendStepSql } from '../store/account-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { randomBase32, stepOfCode } from './totp.ts';

/** Whose factor: an account of a tenant. */
export interface FactorOf {
  readonly tenant: string;
  readonly account: string;
}

/** Dependencies of checks of a second factor. */
export interface FactorDeps {
  readonly context: Context;
  readonly system: SystemDatabase;
}

/** Most codes of one account that are checked, from all addresses together, so that a stolen password is not enough. */
const tries = { seconds: 3_600, most: 30 };

const recoveryCount = 10;
/** 80 bits: out of reach of guessing, so that a fast hash keeps them. */
const recoveryBytes = 10;

/** Recovery codes for people, and their hashes for the database. */
export function newRecoveryCodes(account: string): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from({ length: recoveryCount }, () => randomBase32(recoveryBytes));
  const codes = plain.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
  return { codes, hashes: plain.map((code) => recoveryHash(account, code)) };
}

const recoveryHash = (account: string, code: string): Buffer =>
  createHash('sha256').update(`${account}\n${code}`).digest();

/** The key of an account's factor, proposed or in use; null without one. */
export const factorKey = async ({ context }: FactorDeps, { tenant, account }: FactorOf): Promise<string | null> =>
  (await context.services?.secret({ tenant, entity: 'account', id: account }, 'factorKey')) ?? null;

/** Counts a try. Throws `tooMany` after too many of an account within an hour. */
export async function countFactorTry(system: SystemDatabase, { tenant, account }: FactorOf): Promise<void> {
  if (!(await within(system, [[`factor:${tenant}:${account}`, tries]]))) throw new AppError('tooMany');
}

/** Spends a code of the app, or a recovery code, of an account with a factor; false if it is wrong or was used. */
export async function spendFactor(on: FactorDeps, of: FactorOf, typed: string): Promise<boolean> {
  await countFactorTry(on.system, of);
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  const { pool } = on.system;
  if (/^[A-Z2-7]{16}$/.test(code)) {
    const { rowCount } = await pool.query(spendRecoverySql, [of.tenant, of.account, recoveryHash(of.account, code)]);
    return rowCount === 1;
  }
  const key = await factorKey(on, of);
  const step = key === null ? null : stepOfCode(key, code, on.context.clock());
  if (step === null) return false;
  const { rowCount } = await pool.query(spendStepSql, [of.tenant, of.account, step]);
  return rowCount === 1;
}
