import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id minimum: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (plain: string): Promise<string> => hash(plain, cost);

/** A hash that no password has, so that an unknown account costs the same work as a known one. */
const nobody = hashPassword(`${Math.random()}${Date.now()}`);

/** Whether the password is the account's. Takes as long when there is no account. */
export async function passwordFits(kept: string | null, plain: string): Promise<boolean> {
  const fits = await verify(kept ?? (await nobody), plain).catch(() => false);
  return fits && kept !== null;
}
