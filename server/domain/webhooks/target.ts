import { isIP } from 'node:net';
import { isPublicAddress } from '../../outbound/public-address.ts';

/**
 * Where a webhook may be: by https at a name or address of the open internet (a name is resolved and checked when it is
 * connected to), or at a host that the operator's settings name, also by http.
 */
export function targetOf(address: string, named: readonly string[]): { url: URL; guarded: boolean } | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol)) return null;
  if (named.includes(url.host)) return { url, guarded: false };
  if (url.protocol !== 'https:') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) ? null : { url, guarded: true };
}
