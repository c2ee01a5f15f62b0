import { demoShops, knownStoreClient } from '../stores/simulator/demo-shops.ts';
import type { Cast } from './company.ts';
import type { Lane } from './network.ts';
import type { Seeder } from './seeder.ts';

/** Two shops of the first customers, whose orders the simulators have, and one whose orders come by file. */
export async function tellShops(pen: Seeder, cast: Cast, lanes: readonly Lane[]): Promise<void> {
  const [first, second, third] = cast.customers;
  const own = demoShops.filter(({ code }) => code === pen.code);
  if (!first || !second || own.length === 0) return;
  await pen.add('ecommerce-config', [
    {
      input: {
        ...{ platform: 'amazon', applicationId: 'amzn1.sp.solution.demo', clientCode: knownStoreClient.clientId },
        ...{ clientSecret: knownStoreClient.clientSecret, intervalMinutes: 15, backDays: 5, keepDays: 60 },
      },
    },
    { input: { platform: 'shopify', applicationId: 'lading-demo', intervalMinutes: 10, backDays: 5, keepDays: 60 } },
  ]);
  const lane = lanes.find(({ carrier, services, dock }) => carrier === 'UPS' && services.length > 0 && dock);
  const channel = lane
    ? { channelMode: 'fixed', channel: lane.id, service: lane.services[0]?.id }
    : { channelMode: 'none' };
  const shops = own.map(({ platform, name, token }) => ({
    given: { status: 'connected', by: first.member ?? cast.clerks[first.branch] },
    input: {
      ...{ customer: first.id, name: platform === 'amazon' ? 'Amazon' : 'Shopify', platform, sellerId: name },
      ...{ refreshToken: token, ...channel, holdAbove: 100 },
    },
  }));
  const gauge = (sku: string, name: string, weight: number) => ({
    input: { customer: first.id, sku, name, unitType: '0', length: 8, width: 6, height: 6, weight, unitsPerBox: 1 },
  });
  await pen.add('box-gauge', [
    gauge('DEMO-MUG', 'Enamel mug', 1.2),
    gauge('DEMO-LAMP', 'Camping lamp', 2.9),
    gauge('DEMO-BAG', 'Dry bag', 1.6),
  ]);
  const byFile = { customer: (third ?? second).id, name: 'eBay', platform: 'ebay' };
  await pen.add('shop', [...shops, { given: { status: 'connected', by: cast.clerks[first.branch] }, input: byFile }]);
}
