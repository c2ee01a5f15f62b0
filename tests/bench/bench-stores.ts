import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createModules } from '../../server/domain/index.ts';
import { startStoreSimulator } from '../../server/domain/stores/simulator/start.ts';
import { knownStoreClient } from '../../server/domain/stores/simulator/world.ts';
import type { StoreBases } from '../../server/domain/stores/store.ts';
import { createStores } from '../../server/domain/stores/stores.ts';
import { pullDue } from '../../server/domain/stores/tasks.ts';
import { openNode } from '../../server/node.ts';
import type { ActingServices } from '../../server/modules/module.ts';
import { asOwner } from './support/cluster.ts';
import { openBench, root } from './support/open-bench.ts';
import { secretKey } from './support/tenants.ts';

const goal = { seconds: 120, megabytes: 300 };

/**
 * `npm run bench:stores -- [--shops 50] [--orders 2000]`: the orders of many shops pulled and made into drafts, within the
 * limits that Amazon publishes, which the simulator counts. Answers 1 when it takes longer or more memory than its goal.
 */
export default async function benchStores(args: readonly string[]): Promise<number> {
  const said = (name: string, usual: number) => Number(args[args.indexOf(name) + 1] ?? usual) || usual;
  const [shops, orders] = [said('--shops', 50), said('--orders', 2_000)];
  if (args.includes('--simulator')) return simulate(shops, orders);
  const platforms = spawn(process.execPath, ['server/scripts/run.mjs', 'bench-stores', '--simulator', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: platforms.stdout })[Symbol.asyncIterator]();
  const { bases } = JSON.parse(String((await lines.next()).value)) as { bases: StoreBases };
  const cluster = await openBench(1_000);
  const modules = createModules({ stripe: null, storeBases: bases, originOf: (host) => `http://${host}` });
  const opened = await openNode({ databaseUrl: cluster.product, root, secretKey, modules });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const { services } = opened.value.context;
  if (!services) throw new Error('a node has a house');
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 100);
  try {
    await asOwner(cluster.product, (client) => prepare(client, services, shops));
    const stores = createStores({ bases });
    const began = performance.now();
    const pulled = await pullDue(stores, services);
    const seconds = (performance.now() - began) / 1_000;
    const [counted] = await services.query(
      `SELECT count(*)::integer AS drafts FROM store_order s JOIN "order" o ON o.tenant_id = s.tenant_id AND o.id = s."order" AND o.status = 'draft'
        WHERE s."platformNo" LIKE '%-%-%' AND s.status = 'processing'`,
      [],
    );
    platforms.stdin.end();
    const refused = String((await lines.next()).value);
    const megabytes = Math.round(most / 1_048_576);
    process.stdout.write(
      `${shops} shops, ${pulled} orders pulled, ${String(counted?.['drafts'])} drafts in ${seconds.toFixed(1)} s (goal ${goal.seconds}), ` +
        `${megabytes} MB (goal ${goal.megabytes}), ${refused} requests over a limit\n`,
    );
    const whole = pulled === shops * orders && Number(counted?.['drafts']) === shops * orders;
    return whole && seconds < goal.seconds && megabytes < goal.megabytes && refused === '0' ? 0 : 1;
  } finally {
    clearInterval(watch);
    await opened.value.close();
    await cluster.embedded.stop();
    platforms.kill();
  }
}

/** A shop of the first customer of each tenant, and the box that its goods go into. */
async function prepare(
  client: { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> },
  services: ActingServices,
  shops: number,
): Promise<void> {
  await client.query('DELETE FROM store_order');
  await client.query('DELETE FROM shop');
  await client.query('DELETE FROM ecommerce_config');
  await client.query('TRUNCATE stores.cursor, stores.draft');
  await client.query('DELETE FROM box_gauge');
  await client.query(`DELETE FROM "order" WHERE source = 'ecommerce'`);
  const { rows } = await client.query(
    `INSERT INTO shop (tenant_id, id, org_id, status, name, customer, platform, "sellerId", region, marketplace, "clientCode", "unitType",
        "mergeSame", "afterPull", "channelMode")
      SELECT t.id, lading.new_id(), c.org_id, 'connected', 'Bench', c.id, 'amazon', 'SELLER' || row_number() OVER (ORDER BY t.id), 'na',
             'ATVPDKIKX0DER', NULL, '0', false, 'draft', 'none'
        FROM tenant t JOIN LATERAL (SELECT c.id, c.org_id FROM customer c WHERE c.tenant_id = t.id ORDER BY c.id LIMIT 1) c ON true
       WHERE t.kind = 'tenant' ORDER BY t.id LIMIT $1 RETURNING tenant_id::text AS tenant, id::text AS id, customer::text AS customer, "sellerId"`,
    [shops],
  );
  for (const { tenant, id, customer, sellerId } of rows) {
    await client.query(
      `INSERT INTO box_gauge (tenant_id, id, org_id, customer, sku, "unitType", length, length_mm, width, width_mm, height, height_mm, weight,
          weight_g, "unitsPerBox", "boxesPerUnit")
        SELECT $1, lading.new_id(), org_id, id, 'SKU-1', '0', 10, 254, 8, 203, 6, 152, 2, 907, 1, 1 FROM customer WHERE tenant_id = $1 AND id = $2`,
      [tenant, customer],
    );
    const of = { tenant: String(tenant), entity: 'shop', id: String(id) };
    await services.act(of, 'noteToken', { refreshToken: `Atzr|${String(sellerId)}` });
    const config = {
      platform: 'amazon',
      clientCode: knownStoreClient.clientId,
      clientSecret: knownStoreClient.clientSecret,
    };
    const [kept] = await (
      await services.asSystem(of.tenant)
    ).save('ecommerce-config', [{ key: `bench-${of.id}`, values: config }]);
    if (!kept?.ok) throw new Error(JSON.stringify(kept));
  }
}

/** The platforms, in a process of their own; says at the end how many requests came over a limit. */
async function simulate(shops: number, orders: number): Promise<number> {
  const simulator = await startStoreSimulator({ ease: 1 });
  for (let at = 1; at <= shops; at += 1) {
    const shop = simulator.world.shop({ platform: 'amazon', name: `SELLER${at}` });
    for (let each = 0; each < orders; each += 1)
      simulator.world.order(shop, { at: new Date(Date.now() - 300_000 - each * 100_000) });
  }
  process.stdout.write(`${JSON.stringify({ bases: simulator.bases })}\n`);
  for await (const _ of process.stdin);
  process.stdout.write(`${simulator.refused()}\n`);
  await simulator.stop();
  return 0;
}
