import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { startDemo } from '../demo/start-demo.ts';
import { modules } from '../domain/index.ts';
import { openNode } from '../node.ts';
import { openDatabase } from '../open-database.ts';

/**
 * `npm run demo [-- --orders 1000000 --tenants 50]`: fills the configured database, which must be empty. Both numbers
 * are totals. Exits with 1 if it is not empty, or filled by another command.
 */
export default async function demo(args: string[] = []): Promise<number> {
  const { values } = parseArgs({ args, options: { orders: { type: 'string' }, tenants: { type: 'string' } } });
  const orders = Number(values.orders ?? 2_000);
  const tenants = Number(values.tenants ?? 2);
  const config = readConfig();
  const problems = [
    ...(config.ok ? [] : config.problems),
    ...(Number.isInteger(orders) && orders >= 0 ? [] : ['--orders: a whole number']),
    ...(Number.isInteger(tenants) && tenants >= 1 && tenants <= 1_000
      ? []
      : ['--tenants: a whole number from 1 to 1000']),
  ];
  if (!config.ok || problems.length > 0) return fail(problems);
  const settings = config.value;
  const { directUrl, secretKey } = settings;
  const root = resolve('.');
  const database = await openDatabase(settings);
  try {
    const opened = await openNode({ databaseUrl: database.url, directUrl, root, secretKey, modules });
    if (!opened.ok) return fail(opened.issues.map(({ path, code }) => `${path} ${code}`));
    const node = opened.value;
    try {
      const started = performance.now();
      const onTenant = (name: string) => console.log(`${((performance.now() - started) / 1000).toFixed(1)} s  ${name}`);
      const print = await startDemo(node, root, settings, { orders, tenants, onTenant });
      if (!print) return fail(['the database is not empty, or another command fills it']);
      database.complete();
      console.log(print(settings.port));
      return 0;
    } finally {
      await node.close();
    }
  } finally {
    await database.stop();
  }
}

function fail(problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return 1;
}
