import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scryptSync } from 'node:crypto';
import { AppError } from '../errors.ts';
import { hashPassword } from './passwords.ts';

/** Seals secrets for storage and opens them. */
export interface Secrets {
  /** An argon2id hash for an account's password, AES-256-GCM for everything else. */
  seal(entity: string, field: string, plain: string): Promise<string>;
  /** The plain text of a sealed secret. Throws for hashes, and for secrets of another field or key. */
  open(entity: string, field: string, sealed: string): string;
  /** An HMAC of a text under the secret key. */
  sign(purpose: string, text: string): string;
  /** Whether a signature is this text's, under the secret key or the one before it. */
  isSigned(purpose: string, text: string, signature: string): boolean;
}

/** The keys of a node. */
export interface SecretKeys {
  /** The key that signs; first of all keys that open and verify. */
  readonly keys: readonly [string, ...string[]];
  /** Fingerprint of the key that seals now; it changes while the node runs. Null: the first one seals. */
  readonly sealing?: () => Promise<string | null>;
}

const version = 'v1.';
const [nonceLength, tagLength] = [12, 16];
const isHashed = (entity: string, field: string): boolean => entity === 'account' && field === 'password';

export function createSeal({ keys, sealing = async () => null }: SecretKeys): Secrets {
  const made = keys.map((each) => ({
    check: keys.length > 1 ? keyCheck(each) : null,
    seal: createHash('sha256').update(`seal:${each}`).digest(),
    sign: createHash('sha256').update(`sign:${each}`).digest(),
  }));
  const [first] = made as [(typeof made)[number]];
  const sealingKey = async () => {
    if (made.length === 1) return first.seal;
    const check = await sealing();
    const known = check === null ? first : made.find((each) => each.check === check);
    // What it sealed with a retired key could not be opened again.
    if (!known) throw new AppError('busy');
    return known.seal;
  };
  const signature = (key: Buffer, purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest().subarray(0, 16).toString('base64url');
  return {
    sign: (purpose, text) => signature(first.sign, purpose, text),
    isSigned: (purpose, text, given) => made.some(({ sign }) => signature(sign, purpose, text) === given),
    async seal(entity, field, plain) {
      if (isHashed(entity, field)) return hashPassword(plain);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', await sealingKey(), nonce);
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
      for (const { seal } of made) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', seal, bytes.subarray(0, nonceLength), {
            authTagLength: tagLength,
          });
          decipher.setAAD(Buffer.from(`${entity}.${field}`));
          decipher.setAuthTag(bytes.subarray(nonceLength, tagAt));
          return Buffer.concat([decipher.update(bytes.subarray(tagAt)), decipher.final()]).toString('utf8');
        } catch {
          // Sealed with another key, or changed.
        }
      }
      throw failure;
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

/** What the database knows of a key: the passwords of its roles, and its fingerprint. */
export const keyFacts = (secretKey: string): { app: string; system: string; check: string } => ({
  app: derivedPassword(secretKey, 'lading_app'),
  system: derivedPassword(secretKey, 'lading_system'),
  check: keyCheck(secretKey),
});
