import { knownStoreClient, type OrderWish, type StoreWorld } from './world.ts';

export { knownStoreClient };

/** The demo's shops: names and tokens match its records. */
export const demoShops = [
  { platform: 'amazon', name: 'A2NORTHDEMO1', token: 'Atzr|demo-amazon', code: 'north' },
  { platform: 'shopify', name: 'north-demo', token: 'shpat_demo_north', code: 'north' },
  { platform: 'amazon', name: 'A2SOUTHDEMO1', token: 'Atzr|demo-south', code: 'south' },
  { platform: 'shopify', name: 'south-demo', token: 'shpat_demo_south', code: 'south' },
] as const;

const buyers: readonly OrderWish['to'][] = [
  { name: 'Nora Fields', line1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' },
  { name: 'Owen Blake', line1: '233 S Wacker Dr', city: 'Chicago', state: 'IL', zip: '60606' },
  { name: 'Ruth Meyer', line1: '400 Broad St', city: 'Seattle', state: 'WA', zip: '98109' },
  { name: 'Carl Jensen', line1: '1600 Smith St', city: 'Houston', state: 'TX', zip: '77002' },
];
const goods = [
  { sku: 'DEMO-MUG', title: 'Enamel mug', price: '14.90', grams: 420 },
  { sku: 'DEMO-LAMP', title: 'Camping lamp', price: '39.00', grams: 1_150 },
  { sku: 'DEMO-BAG', title: 'Dry bag, 20 litres', price: '24.50', grams: 610 },
];

/** Orders of the last days, some of them on hold or unusable. */
export function openDemoShops(world: StoreWorld, now = Date.now()): void {
  for (const wish of demoShops) {
    const shop = world.shop(wish);
    for (let hour = 0; hour < 16; hour += 1) {
      const state = ([7, 11, 13] as const).includes(hour as 7)
        ? (['pending', 'platformLabel', 'scheduled'] as const)[hour % 3]
        : 'open';
      const to =
        hour === 5
          ? { ...buyers[1], name: '', line1: '' }
          : hour === 9
            ? { ...buyers[2], zip: '10001' }
            : buyers[hour % 4];
      const item = goods[hour % goods.length] ?? goods[0];
      const light = { ...item, grams: hour === 3 ? null : (item?.grams ?? null) };
      world.order(shop, {
        ...{ at: new Date(now - (20 + hour * 5) * 3_600_000), state: state ?? 'open', to: to ?? {} },
        items: [{ ...light, sku: light.sku ?? 'DEMO-MUG', quantity: 1 + (hour % 3) }],
      });
    }
  }
}
