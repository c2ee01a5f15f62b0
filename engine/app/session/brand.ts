import { useEffect, useState } from 'react';
import type { Brand } from '../../kit/data/session-client.ts';
import { storeLocally } from '../../kit/ui/local-storage.ts';
import { isCulture, type Culture } from '../../kit/ui/culture.ts';
import { loadBrand } from './session.ts';

const nobody: Brand = { name: 'Lading', logo: null, domain: null };
let known: Promise<Brand> | null = null;

/** Asks whose host this is, and notes it for the clients of this wire. */
async function askBrand(): Promise<Brand> {
  try {
    const brand = await loadBrand();
    storeLocally('DOMAIN', brand.domain);
    storeLocally('LOGO_URL', brand.logo);
    return brand;
  } catch {
    return nobody;
  }
}

/** The language of the tenant at this host; undefined where it cannot be told. */
export async function tenantCulture(): Promise<Culture | undefined> {
  known ??= askBrand();
  const { culture } = await known;
  return isCulture(culture) ? culture : undefined;
}

/** Whose portal this host is. Asked once; the product's own name stands in when it cannot be told. */
export function useBrand(): Brand | null {
  const [brand, setBrand] = useState<Brand | null>(null);
  useEffect(() => {
    known ??= askBrand();
    let gone = false;
    void known.then((answer) => !gone && setBrand(answer.name ? answer : { ...answer, name: nobody.name }));
    return () => {
      gone = true;
    };
  }, []);
  return brand;
}
