import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { hashPassword } from './passwords.ts';

/** Turns secrets into what is kept: an argon2id hash for an account's password, AES-256-GCM for everything else. */
export function createSeal(secretKey: string): (entity: string, field: string, plain: string) => Promise<string> {
  const key = createHash('sha256').update(`seal:${secretKey}`).digest();
  return async (entity, field, plain) => {
    if (entity === 'account' && field === 'password') return hashPassword(plain);
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(Buffer.from(`${entity}.${field}`));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  };
}

/** Passwords of the database roles follow from the secret key, so that every node of a deployment knows them. */
export const derivedPassword = (secretKey: string, role: string): string =>
  createHmac('sha256', secretKey).update(`role:${role}`).digest('base64url');
