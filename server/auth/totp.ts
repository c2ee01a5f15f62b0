import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds of a step, digits of a code, and steps of drift either way (RFC 6238 with SHA-1, as authenticator apps use it). */
const period = 30;
const digits = 6;
const drift = 1;

/** The alphabet of RFC 4648, in which apps take a key. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Random bytes as base32 text; of a length that needs no padding, so a multiple of five. */
export function randomBase32(bytes: number): string {
  const bits = [...randomBytes(bytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}

/** A new key of 160 bits, the length of the hash. */
export const newTotpKey = (): string => randomBase32(20);

/** The step of a moment. */
export const stepAt = (moment: Date): number => Math.floor(moment.getTime() / 1000 / period);

/** The code of a step. */
export function totpCode(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** The step whose code this is, of those around a moment; null if it is none of theirs. */
export function stepOfCode(key: string, code: string, moment: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const present = stepAt(moment);
  const fits = (step: number) => timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(code));
  return Array.from({ length: 2 * drift + 1 }, (_, at) => present - drift + at).find(fits) ?? null;
}

/** The address that an app reads from the picture. */
export function totpUri(key: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}`;
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
