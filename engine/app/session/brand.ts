import { useEffect, useState } from 'react';
import type { Brand } from '../../kit/data/session-client.ts';
import { storeLocally } from '../../kit/ui/local-storage.ts';
import { isCulture, type Culture } from '../../kit/ui/culture.ts';
import { loadBrand } from './session.ts';

const defaultBrand: Brand = { name: 'Lading', logo: null, domain: null };
let known: Promise<Brand> | null = null;

/** Asks whose host this is, and notes it for the clients of this wire. */
async function fetchBrand(): Promise<Brand> {
  try {
    const brand = await loadBrand();
    storeLocally('DOMAIN', brand.domain);
    storeLocally('LOGO_URL', brand.logo);
    return brand;
  } catch {
    return defaultBrand;
  }
}

/** The language of the tenant at this host; undefined if unknown. */
export async function tenantCulture(): Promise<Culture | undefined> {
  known ??= fetchBrand();
  const { culture } = await known;
  return isCulture(culture) ? culture : undefined;
}

/** The branding of this host's tenant, loaded once; the product's name is the fallback. */
export function useBrand(): Brand | null {
  const [brand, setBrand] = useState<Brand | null>(null);
  useEffect(() => {
    known ??= fetchBrand();
    let cancelled = false;
    void known.then((answer) => !cancelled && setBrand(answer.name ? answer : { ...answer, name: defaultBrand.name }));
    return () => {
      cancelled = true;
    };
  }, []);
  return brand;
}
