import { createCipheriv, createDecipheriv } from 'node:crypto';

/**
 * The cipher that clients of the captcha protocol speak: AES-128, ECB, PKCS7, the key as 16 ASCII characters, base64
 * outside. It hides nothing that matters: the key goes out with the challenge.
 */
export function encrypt(plain: string, key: string): string {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64');
}

/** The plain text, or null for what was not made with this key. */
export function decrypt(secret: string, key: string): string | null {
  try {
    const decipher = createDecipheriv('aes-128-ecb', key, null);
    return Buffer.concat([decipher.update(secret, 'base64'), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
