import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id minimum: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (plain: string): Promise<string> => hash(plain, cost);

/** A hash without a password, so that unknown accounts take as long as known ones. */
const decoy = hashPassword(`${Math.random()}${Date.now()}`);

/** Whether the password matches. Takes equally long without an account. */
export async function passwordFits(kept: string | null, plain: string): Promise<boolean> {
  const fits = await verify(kept ?? (await decoy), plain).catch(() => false);
  return fits && kept !== null;
}
