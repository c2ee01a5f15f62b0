import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptEcb } from '../../../engine/kit/data/aes.ts';
import { decrypt, encrypt } from '../../../server/auth/captcha/cipher.ts';

describe('the cipher of the captcha', () => {
  it('says in the browser what it says on the server, for any text and key', () => {
    for (let length = 0; length < 70; length++) {
      const key = randomBytes(12).toString('base64url');
      const text = `{"x":${length}}${'é字'.repeat(length)}`.slice(0, length);
      expect(encryptEcb(text, key)).toBe(encrypt(text, key));
      expect(decrypt(encryptEcb(text, key), key)).toBe(text);
    }
  });

  it('is read with no other key', () => {
    expect(decrypt(encryptEcb('{"x":1,"y":5}', 'a'.repeat(16)), 'b'.repeat(16))).not.toBe('{"x":1,"y":5}');
    expect(decrypt('not base64 at all', 'a'.repeat(16))).toBeNull();
  });
});
