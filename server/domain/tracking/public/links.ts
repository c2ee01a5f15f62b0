import type { SystemServices } from '../../../modules/module.ts';

/** A signed link: the id of a record and an HMAC of it. */
export const linkTo = (services: SystemServices, tenant: string, purpose: 'parcel' | 'follower', id: string): string =>
  `${BigInt(id).toString(36)}.${services.sign(`tracking.${purpose}`, `${tenant}:${id}`)}`;

/** The id encoded in a link of this tenant; null for an invalid link. */
export function idOfLink(
  services: SystemServices,
  tenant: string,
  purpose: 'parcel' | 'follower',
  link: string,
): string | null {
  const [, digits, told] = /^([0-9a-z]{1,13})\.([\w-]{22})$/.exec(link) ?? [];
  if (!digits || !told) return null;
  const id = [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n).toString();
  // A guess that is compared letter by letter across the network is no nearer to the mark than any other.
  return id.length <= 19 && services.isSigned(`tracking.${purpose}`, `${tenant}:${id}`, told) ? id : null;
}

/** Where the page is that everybody may open. */
export const parcelPage = '/public/track';
