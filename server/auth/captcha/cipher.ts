import { createCipheriv, createDecipheriv } from 'node:crypto';

/**
 * The cipher of the captcha protocol: AES-128, ECB, PKCS7, a key of 16 ASCII characters, base64. It protects nothing:
 * the key is sent with the challenge.
 */
export function encrypt(plain: string, key: string): string {
  const cipher = createCipheriv('aes-128-ecb', key, null);
  return Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]).toString('base64');
}

/** The plain text, or null if it was not encrypted with this key. */
export function decrypt(secret: string, key: string): string | null {
  try {
    const decipher = createDecipheriv('aes-128-ecb', key, null);
    return Buffer.concat([decipher.update(secret, 'base64'), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
