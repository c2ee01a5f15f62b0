import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';

/**
 * From where somebody tries to sign in. Tries are counted, queued and locked apart by it, so that strangers who guess keep
 * only themselves out: by address, or by the device on which the account has signed in before.
 */
export interface Origin {
  readonly key: string;
  /** A device of the account's own: what others have done to the account or from the address does not concern it. */
  readonly known: boolean;
}

/** An address as far as one subscriber has it to themselves: all of IPv4, the network of IPv6. */
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

/** Whose device it is. The password's hash is part of it: with a new password every device is a stranger again. */
export interface DeviceOwner {
  readonly tenant: string;
  readonly account: string;
  readonly passwordHash: string;
}

/** A new device of an account, as its browser keeps it: a random name and the proof that we gave it. */
export function markDevice(key: Buffer, owner: DeviceOwner): string {
  const name = randomBytes(12).toString('base64url');
  return `${name}.${proof(key, owner, name).toString('base64url')}`;
}

/** The origin that a mark stands for; null where it is none of ours, or of another account or password. */
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

/** The cookie of an account's device; several accounts may share a browser. */
export const deviceCookie = (account: string): string =>
  `lading_device_${createHash('sha256').update(account.toLowerCase()).digest('hex').slice(0, 16)}`;
