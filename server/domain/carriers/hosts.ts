import { isIPv4, isIPv6 } from 'node:net';
import { isPublicAddress } from '../../outbound/public-address.ts';
import type { Place } from '../wire/tokens.ts';
import type { CarrierAccount, CarrierBases } from './carrier.ts';

/** The hosts that the carriers publish for their APIs. */
const published: Readonly<Record<keyof CarrierBases, Readonly<Record<CarrierAccount['environment'], string>>>> = {
  ups: { production: 'https://onlinetools.ups.com', test: 'https://wwwcie.ups.com' },
  fedex: { production: 'https://apis.fedex.com', test: 'https://apis-sandbox.fedex.com' },
};

/** The base address of an account: its own, else the setting, else the carrier's published one. Null: none. */
export function placeOf(
  carrier: keyof CarrierBases,
  { environment, base }: Pick<CarrierAccount, 'environment' | 'base'>,
  bases: CarrierBases,
): Place | null {
  const set = bases[carrier];
  const trimmed = (address: string): string => withoutPath(address, carrier);
  const own = (address: string): Place => ({ base: trimmed(address), guarded: false });
  if (base === null) return { base: trimmed(set ?? published[carrier][environment]), guarded: false };
  if (!URL.canParse(base)) return null;
  const { protocol, hostname } = new URL(base);
  // Loopback is allowed if the settings name it too, as they do for a simulator.
  if (isLoopback(hostname)) return set && isLoopback(new URL(set).hostname) ? own(base) : null;
  return protocol === 'https:' && !isPrivateHost(hostname) ? { base: trimmed(base), guarded: true } : null;
}

/** UPS publishes its base with the `/api` of its services, which the path to its tokens lacks. */
const withoutPath = (base: string, carrier: keyof CarrierBases): string => {
  const trimmed = base.replace(/\/+$/, '');
  return carrier === 'ups' ? trimmed.replace(/\/api$/, '') : trimmed;
};
const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** A literal IP address in the URL is never resolved, so it is checked here. */
function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return (isIPv4(address) || isIPv6(address)) && !isPublicAddress(address);
}
