import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scryptSync } from 'node:crypto';
import { hashPassword } from './passwords.ts';

/** Seals secrets for storage and opens them. */
export interface Secrets {
  /** An argon2id hash for an account's password, AES-256-GCM for everything else. */
  seal(entity: string, field: string, plain: string): Promise<string>;
  /** The plain text of a sealed secret. Throws for hashes, and for secrets of another field or key. */
  open(entity: string, field: string, sealed: string): string;
  /** An HMAC of a text under the secret key. */
  sign(purpose: string, text: string): string;
}

const version = 'v1.';
const [nonceLength, tagLength] = [12, 16];
const isHashed = (entity: string, field: string): boolean => entity === 'account' && field === 'password';

export function createSeal(secretKey: string): Secrets {
  const key = createHash('sha256').update(`seal:${secretKey}`).digest();
  const signing = createHash('sha256').update(`sign:${secretKey}`).digest();
  return {
    sign: (purpose, text) =>
      createHmac('sha256', signing).update(`${purpose}\n${text}`).digest().subarray(0, 16).toString('base64url'),
    async seal(entity, field, plain) {
      if (isHashed(entity, field)) return hashPassword(plain);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(`${entity}.${field}`));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${version}${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    open(entity, field, sealed) {
      // Errors must not reveal anything about the input.
      const failure = new Error(`${entity}.${field} cannot be opened`);
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
      const tagAt = nonceLength + tagLength;
      if (isHashed(entity, field) || !sealed.startsWith(version) || bytes.length < tagAt) throw failure;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), {
          authTagLength: tagLength,
        });
        decipher.setAAD(Buffer.from(`${entity}.${field}`));
        decipher.setAuthTag(bytes.subarray(nonceLength, tagAt));
        return Buffer.concat([decipher.update(bytes.subarray(tagAt)), decipher.final()]).toString('utf8');
      } catch {
        throw failure;
      }
    },
  };
}

/** Key that signs device cookies, the same on every node of a deployment. */
export const deviceKeyOf = (secretKey: string): Buffer => createHmac('sha256', secretKey).update('device').digest();

/** Passwords of the database roles derive from the secret key, so that every node knows them. */
export const derivedPassword = (secretKey: string, role: string): string =>
  createHmac('sha256', secretKey).update(`role:${role}`).digest('base64url');

/** Fingerprint of the key; slow to compute, because its readers could try guesses. */
export const keyCheck = (secretKey: string): string => scryptSync(secretKey, 'key check', 16).toString('base64url');
