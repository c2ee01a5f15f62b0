import type { ActingServices } from '../../modules/module.ts';
import type { Platform, Region, ShopAccount } from './store.ts';

const shopSql = `SELECT s.platform, s."sellerId", s.region, s.marketplace, s."clientCode", c.id::text AS config, c."clientCode" AS app
  FROM shop s LEFT JOIN ecommerce_config c ON c.tenant_id = s.tenant_id AND c.platform = s.platform
  WHERE s.tenant_id = $1 AND s.id = $2`;

/** A shop with its secrets decrypted; missing ones come from the tenant's application. */
export async function loadShop(deps: ActingServices, tenant: string, id: string): Promise<ShopAccount | null> {
  const [row] = await deps.query(shopSql, [tenant, id]);
  if (!row) return null;
  const of = { tenant, entity: 'shop', id };
  const [token, own] = await Promise.all([deps.secret(of, 'refreshToken'), deps.secret(of, 'clientSecret')]);
  const { config, app, platform, sellerId, region, marketplace, clientCode } = row;
  const ofConfig = { tenant, entity: 'ecommerce-config', id: String(config) };
  const secret = own ?? (config === null ? null : await deps.secret(ofConfig, 'clientSecret'));
  return {
    ...{ tenant, id, platform: platform as Platform, sellerId: String(sellerId ?? '') },
    ...{ region: (region ?? 'na') as Region, marketplace: String(marketplace ?? '') },
    ...{ clientId: String(clientCode ?? app ?? ''), clientSecret: secret ?? '', token: token ?? '' },
  };
}
