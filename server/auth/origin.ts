import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';

/**
 * The origin of a sign-in attempt. Attempts are counted, queued and locked per origin, so that guessing does not lock
 * out the owner: by address, or by a device on which the account has signed in before.
 */
export interface Origin {
  readonly key: string;
  /** A known device of the account, unaffected by others' attempts on the account or address. */
  readonly known: boolean;
}

/** The part of an address that one subscriber controls: a whole IPv4 address, an IPv6 prefix. */
export function addressPrefix(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

export const originOfAddress = (ip: string): Origin => ({ key: addressPrefix(ip), known: false });

/** The owner of a device. It includes the password's hash, so that a new password invalidates all devices. */
export interface DeviceOwner {
  readonly tenant: string;
  readonly account: string;
  readonly passwordHash: string;
}

/** Cookie value for a new device: a random id, signed by us. */
export function markDevice(key: Buffer, owner: DeviceOwner): string {
  const name = randomBytes(12).toString('base64url');
  return `${name}.${proof(key, owner, name).toString('base64url')}`;
}

/** The origin of a device cookie; null if it is forged, or of another account or password. */
export function originOfDevice(key: Buffer, owner: DeviceOwner, mark: string): Origin | null {
  const [, name = '', given = ''] = /^([\w-]{16})\.([\w-]{43})$/.exec(mark) ?? [];
  const bytes = Buffer.from(given, 'base64url');
  const expected = proof(key, owner, name);
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return null;
  return { key: `device:${name}`, known: true };
}

function proof(key: Buffer, { tenant, account, passwordHash }: DeviceOwner, name: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([tenant, account, passwordHash, name]))
    .digest();
}

/** Cookie name of an account's device; several accounts may share a browser. */
export const deviceCookie = (account: string): string =>
  `lading_device_${createHash('sha256').update(account.toLowerCase()).digest('hex').slice(0, 16)}`;
