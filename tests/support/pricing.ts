import type { World } from './world.ts';
import { addSample } from './world.ts';

/** Records of a price list small enough to work by hand; ids by `entity/name`. */
export interface PriceList {
  id(name: string): string;
  /** One more record, or one that counts from now on. */
  add(entity: string, name: string, values: Record<string, unknown>): Promise<string>;
}

/** The ship date of the cases, in a week with a fuel surcharge. */
export const shipDate = '2026-01-14';
/** A Wednesday far ahead, for orders: a ship date that is past is moved to the next day that is none. */
export const dayAhead = '2031-01-15';

const flat = (to: string, two: string, eight: string) => ({ to, mode: 'flat', prices: { '2': two, '8': eight } });
export const sheet = (seven: [string, string], ten: [string, string]) => ({
  zones: ['2', '8'],
  rows: [flat('7', ...seven), flat('10', ...ten)],
});

/**
 * A carrier of its own with three channels, one for each way in which a level has its price: by a table, off the list, on cost.
 * Acme has all three on the level Silver, Harbor the first alone.
 */
export async function addPriceList(world: World, home: 'north' | 'south' = 'north'): Promise<PriceList> {
  const { test, owner, homes } = world;
  const { actor, samples } = homes[home];
  const ids = new Map(samples);
  const { catalog, context } = test.node;
  const add = async (name: string, key: string, values: Record<string, unknown>): Promise<string> => {
    const entity = catalog.byName.get(name);
    if (!entity) throw new Error(`no entity ${name}`);
    const id = context.newId();
    ids.set(`${name}/${key}`, id);
    await addSample(test, owner, actor, entity, { $id: key, ...values }, ids);
    return id;
  };
  await add('carrier', 'tst', { code: 'TST', name: 'Test carrier' });
  for (const [code, name] of [
    ['a', 'Table'],
    ['b', 'Off the list'],
    ['c', 'Marked up'],
  ] as const) {
    await add('channel', code, { carrier: '$carrier/tst', code: `TST-${code.toUpperCase()}`, name: `${name} channel` });
    const service = { code: 'GND', name: `${name} ground`, carrierServiceCode: '03', dimDivisor: 139, maxWeight: 150 };
    await add('channel-service', code, { channel: `$channel/${code}`, ...service });
    await add('customer-channel', `acme-${code}`, {
      ...{ customer: '$customer/acme', channel: `$channel/${code}`, level: '$level/silver', status: 'enabled' },
    });
    const table = { service: `$channel-service/${code}`, currency: 'USD', unitType: '0', from: '2026-01-01' };
    const active = { versionNo: 1, status: 'active' };
    await add('rate-table', `list-${code}`, {
      ...{ ...table, ...active, code: `TST-LIST-${code}`, name: 'Carrier list', side: 'list' },
      sheet: sheet(['10.00', '20.00'], ['14.00', '25.00']),
    });
    await add('rate-table', `cost-${code}`, {
      ...{ ...table, ...active, code: `TST-SECRET-${code}`, name: `Contract ${code}`, side: 'cost' },
      sheet: sheet(['6.00', '12.00'], ['8.00', '16.00']),
    });
  }
  await add('customer-channel', 'harbor-a', {
    ...{ customer: '$customer/harbor', channel: '$channel/a', level: '$level/silver', status: 'enabled' },
  });
  await add('rate-table', 'sale-a', {
    ...{
      code: 'TST-SILVER',
      name: 'Silver prices',
      side: 'sale',
      service: '$channel-service/a',
      level: '$level/silver',
    },
    ...{ currency: 'USD', unitType: '0', from: '2026-01-01', versionNo: 1, status: 'active' },
    sheet: sheet(['9.00', '17.37'], ['11.00', '21.00']),
  });
  const silver = { level: '$level/silver', currency: 'USD' };
  await add('channel-level', 'a', { ...silver, channel: '$channel/a', priceBasis: 'table', surchargeBasis: 'rules' });
  await add('channel-level', 'b', {
    ...{ ...silver, channel: '$channel/b', priceBasis: 'listMinus', percent: 18 },
    ...{ surchargeBasis: 'list', surchargePercent: 10 },
  });
  await add('channel-level', 'c', {
    ...{ ...silver, channel: '$channel/c', priceBasis: 'costPlus', percent: 12.5 },
    ...{ surchargeBasis: 'costFactor', surchargePercent: 5 },
  });
  await add('zone-chart', 'chart', {
    ...{
      code: 'TST-ONT',
      name: 'From Ontario',
      carrier: '$carrier/tst',
      serviceGroup: 'ground',
      country: 'US',
      origin: '917',
    },
    ...{ from: '2026-01-01', versionNo: 1, status: 'active' },
    zones: { unserved: '-', zones: { '2': ['US:900-908'], '8': ['US:100-104'], '-': ['US:969'] } },
  });
  for (const [side, amount] of [
    ['list', 5.95],
    ['cost', 4],
    ['sale', 5],
  ] as const)
    await add('surcharge-rule', `residential-${side}`, {
      ...{
        code: `TST-RES-${side.toUpperCase()}`,
        name: 'Residential delivery',
        category: '$charge-category/residential',
      },
      ...{ carrier: '$carrier/tst', side, currency: 'USD', trigger: 'residential', amountKind: 'flat', amount },
      ...{ fuelBearing: true, from: '2026-01-01', versionNo: 1, status: 'active' },
    });
  await add('fuel-surcharge', 'week', {
    ...{ carrier: '$carrier/tst', serviceGroup: 'ground', from: '2026-01-12', to: '2026-01-18', percent: 20.25 },
  });
  await add('fuel-surcharge', 'ahead', {
    ...{ carrier: '$carrier/tst', serviceGroup: 'ground', from: '2031-01-13', to: '2031-01-19', percent: 20.25 },
  });
  return { id: (name) => ids.get(name) ?? '', add };
}

/** Three pounds in 12 x 10 x 8 inches, billed as 7 lb, from Ontario to a home in zone 8. */
export const parcel = {
  ...{ shipDate, unitType: '0' },
  from: { postalCode: '91761', state: 'CA', country: 'US' },
  to: { postalCode: '10001', state: 'NY', country: 'US', type: 'residential' },
  boxes: [{ weight: 3, length: 12, width: 10, height: 8 }],
};

/** What an order names that is sold by a price list. */
export const soldBy = ({ id }: PriceList) => ({
  ...{ channel: id('channel/a'), service: id('channel-service/a'), shipFrom: id('channel-ship-from/a') },
});

/** A price list whose channel really sells: it has an origin, an account at the simulated carrier, and fuel. */
export async function addSellingList(world: World): ReturnType<typeof addPriceList> {
  const list = await addPriceList(world);
  const dock = { company: 'Northgate Logistics', address1: '1 Main Street', city: 'Ontario', state: 'CA' };
  await list.add('channel-ship-from', 'a', {
    ...{ channel: '$channel/a', shortName: 'Test dock', ...dock, postalCode: '91761', country: 'US' },
    ...{ phone: '+1 909 555 0100', status: 'enabled' },
  });
  // The account of another carrier is no choice of a screen; what it sells here is what the simulator sells.
  await world.owner.query(
    `INSERT INTO account_channel (tenant_id, id, org_id, "createdBy", "updatedBy", account, channel, priority)
       SELECT tenant_id, lading.new_id(), org_id, "createdBy", "updatedBy", account, $1, 1 FROM account_channel WHERE id = $2`,
    [list.id('channel/a'), list.id('account-channel/ups-main-ups-west')],
  );
  await list.add('fuel-surcharge', 'now', {
    ...{ carrier: '$carrier/tst', serviceGroup: 'ground', from: '2026-01-19', to: '2030-12-31', percent: 20.25 },
  });
  return list;
}
