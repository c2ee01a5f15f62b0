import { modules } from '../../../server/domain/index.ts';
import { insertOrFail } from '../../../server/provisioning/insert-or-fail.ts';
import { provisionTenant } from '../../../server/provisioning/provision.ts';
import { openNode, type Node } from '../../../server/node.ts';

export const secretKey = 'bench-secret-key-bench-secret-key-bench-secret';
export const password = 'bench-password-1';
export const hostOf = (at: number): string => `tenant-${at}.localhost`;

/** One tenant as loading needs it: whose orders there are, and an order of it as the product itself has written it. */
export interface LoadedTenant {
  readonly id: string;
  readonly customers: readonly string[];
  readonly template: string;
}

export const tenantCount = 50;

/** Opens the product's own node on the database: tables, walls, functions. */
export async function openProduct(databaseUrl: string, root: string): Promise<Node> {
  const opened = await openNode({ databaseUrl, root, secretKey, modules });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  return opened.value;
}

/** Fifty tenants with customers, a channel and one order each; the first has a member beside its admin. */
export async function makeTenants(node: Node, root: string, count = tenantCount): Promise<LoadedTenant[]> {
  const tenants: LoadedTenant[] = [];
  const on = { ...node, root };
  const shared = { email: 'bench@example.com', adminName: 'Bench', timeZone: 'America/New_York' } as const;
  const platform = await provisionTenant(
    on,
    {
      ...shared,
      name: 'Platform',
      code: 'platform',
      host: 'localhost',
      kind: 'platform',
      locale: 'en-US',
      admin: { account: 'superAdmin', password },
    },
    null,
  );
  for (let at = 1; at <= count; at += 1) {
    const code = `tenant-${at}`;
    const admin = { account: 'admin', password };
    const tenant = { ...shared, name: code, code, host: hostOf(at), kind: 'tenant', locale: 'en-US', admin } as const;
    const made = await provisionTenant(on, tenant, platform.id);
    tenants.push(await furnish(node, made, at === 1));
  }
  return tenants;
}

async function furnish(
  node: Node,
  { id, actor, org, roles }: Awaited<ReturnType<typeof provisionTenant>>,
  big: boolean,
): Promise<LoadedTenant> {
  const add = (entity: string, ...inputs: Record<string, unknown>[]) =>
    insertOrFail(
      node.context,
      actor,
      entity,
      inputs.map((input) => ({ input })),
    );
  const enabled = { status: 'enabled' };
  const [carrier] = await add('carrier', { code: 'UPS', name: 'UPS', ...enabled });
  const [channel] = await add('channel', {
    carrier,
    code: 'WEST',
    name: 'West Coast',
    shipFromMode: 'channel',
    ...enabled,
  });
  const [service] = await add('channel-service', {
    channel,
    code: 'GND',
    name: 'Ground',
    carrierServiceCode: '03',
    shipToType: 'auto',
    dimDivisor: 139,
    weightRounding: 'whole',
    ...enabled,
  });
  const place = { city: 'Ontario', state: 'CA', postalCode: '91761', country: 'US', phone: '+1 909 555 0100' };
  const [shipFrom] = await add('channel-ship-from', {
    channel,
    shortName: 'Ontario Hub',
    company: 'Northgate',
    address1: '1901 South Archibald Avenue',
    ...place,
    ...enabled,
  });
  const names = Array.from({ length: big ? 100 : 20 }, (_, at) => `Customer ${at + 1}`);
  const customers = await add(
    'customer',
    ...names.map((name, at) => ({ code: `C${at + 1}`, name, type: 'seller', org, contact: 'Grace', ...enabled })),
  );
  const [customer] = customers;
  if (big) {
    const person = { account: 'member', name: 'Member', password, org, roles: [roles['member']] };
    await add('account', { ...person, adminType: '4', customer });
  }
  const [template = ''] = await add('order', { ...newOrder, customer, channel, service, shipFrom });
  return { id, customers, template };
}

/** An ordinary domestic order, as its sender types it. */
export const newOrder = {
  source: 'manual',
  refNo: 'AO-20418',
  signatureOption: 'none',
  labelSize: '4x6',
  senderMode: 'channel',
  shipToName: 'Hugo Lindqvist',
  shipToAddress1: '418 Bremen Street',
  shipToCity: 'Boston',
  shipToState: 'MA',
  shipToPostalCode: '02128',
  shipToCountry: 'US',
  shipToPhone: '+1 617 555 0162',
  shipToType: 'residential',
  unitType: '0',
  boxes: [{ weight: 3.4, length: 12, width: 9, height: 6, quantity: 1 }],
  taxPayer: 'sender',
} as const;
