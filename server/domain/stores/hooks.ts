import { createHmac, timingSafeEqual } from 'node:crypto';
import { defineWebhook, issue, type WebhookCall } from '../../modules/module.ts';
import { loadShop } from './accounts.ts';

const shopsSql = `SELECT tenant_id::text AS tenant, id::text AS id FROM shop
  WHERE platform = 'shopify' AND status = 'connected' AND lower("sellerId") IN ($1, $1 || '.myshopify.com') LIMIT 20`;

const header = (headers: WebhookCall['headers'], name: string): string => String(headers[name] ?? '');

/**
 * Shopify's webhook only triggers a pull, so late, repeated or lost messages do no harm. Its signature is verified with
 * the application's secret.
 */
export const shopifyEndpoint = defineWebhook('stores/shopify', async ({ headers, body, services: deps }) => {
  const name = header(headers, 'x-shopify-shop-domain')
    .toLowerCase()
    .replace(/\.myshopify\.com$/, '');
  const signature = Buffer.from(header(headers, 'x-shopify-hmac-sha256'), 'base64');
  for (const { tenant, id } of await deps.query(shopsSql, [name])) {
    const of = { tenant: String(tenant), entity: 'shop', id: String(id) };
    const shop = await loadShop(deps, of.tenant, of.id);
    if (!shop?.clientSecret) continue;
    const digest = createHmac('sha256', shop.clientSecret).update(body).digest();
    if (signature.length !== digest.length || !timingSafeEqual(signature, digest)) continue;
    // Several messages cause one pull, shortly after the last.
    await deps.enqueue(
      'stores.pull',
      { ...of, action: '' },
      { key: `store-hook:${of.id}`, at: new Date(Date.now() + 130_000) },
    );
    return [];
  }
  return [issue('stores.hookRefused', '')];
});
