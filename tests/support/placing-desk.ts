import { expect } from 'vitest';
import { startSimulator, type Simulator } from '../../server/domain/carriers/simulator/start.ts';
import { createModules } from '../../server/domain/index.ts';
import { verifySql, type Difference } from '../../server/domain/ledger/verify-sql.ts';
import type { Timing } from '../../server/domain/shipping/placings.ts';
import type { Schedule } from '../../server/modules/module.ts';
import { added, moneyOf, state, type Money } from './money.ts';
import type { Person } from './test-app.ts';
import { keepTrial } from './tried.ts';
import { openWorld, type World } from './world.ts';

/** The credentials that the sample accounts have. */
const clients = [{ clientId: 'sample-client', clientSecret: 'sample-only' }];

/** Short times for tests, so that retries follow at once. */
const quick: Timing = { lease: 60_000, grace: 0, pauses: [0, 0], parallel: 16 };

/** A world whose accounts ask a simulator, and what tests of placing ask of it. */
export interface PlacingDesk {
  world: World;
  money: Money;
  simulator: Simulator;
  modules: ReturnType<typeof createModules>;
  /** The member of Harbor, who pays before and waits where the balance does not reach. */
  harbor: Person;
  customer: string;
  /** A draft of Harbor by UPS, tried at this price and at four fifths of it as cost. */
  draft(price?: number, more?: object): Promise<string>;
  submit(id: string): Promise<string>;
  detail(id: string): Promise<Record<string, unknown>>;
  /** Cents of Harbor, and of the tenant where it is about an order's sale and cost. */
  purse(): Promise<{ available: number; frozen: number }>;
  run(): Promise<void>;
  /** A run in which what the carrier made is never stored. */
  runAndLose(): Promise<void>;
  /** One round of the task that takes up what stands still. */
  sweep(): Promise<number>;
  /** Throws where the ledger does not prove every balance and every order. */
  verify(): Promise<void>;
  recharge(amount: number): Promise<void>;
  /** What the carrier made under the key that an order was placed with. */
  bought(id: string): Promise<number>;
  packages(id: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** @param open another way to a world with these modules, such as one that a browser looks at; webhookHosts where webhooks may be. */
export async function openPlacingDesk(
  timing: Partial<Timing> = {},
  open: (modules: PlacingDesk['modules']) => Promise<World> = (own) => openWorld(own),
  webhookHosts: readonly string[] = [],
): Promise<PlacingDesk> {
  const simulator = await startSimulator({ clients });
  const { ups, fedex } = simulator;
  const modules = createModules({
    ...{ stripe: null, apiBases: { ups, fedex }, placing: { ...quick, ...timing } },
    webhookHosts,
    originOf: (host) => `http://${host}`,
  });
  const world = await open(modules);
  const money = moneyOf(world);
  const harbor = world.person('north sibling').person;
  const customer = money.customer('harbor');
  const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
  const { node, runJobs } = world.test;
  const { services } = node.context;
  if (!services) throw new Error('a node that serves has a house');
  // The carrier and the modules live at the same time, also where the carrier's clock is set forward.
  Object.assign(services, { clock: () => simulator.control.now() });
  const task = (name: string): Promise<number> => {
    const found = modules.flatMap(({ schedules: tasks = [] }) => tasks).find((each: Schedule) => each.name === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found.run({ query: services.query, services });
  };
  const differences = async () =>
    ((await services.query(verifySql, [])) as unknown as Difference[]).map((each) => JSON.stringify(each));
  const known = new Set(await differences());
  const detail = async (id: string) =>
    (await money.admin.get('Order/detail', { id })).body.data as Record<string, unknown>;
  return {
    ...{ world, money, simulator, modules, harbor, customer, detail },
    async draft(price = 40.25, more = {}) {
      const id = added(
        await harbor.post('Order/add', {
          ...{ customer, channel: sample('channel/ups-west'), service: sample('channel-service/ups-west-ground') },
          ...{ shipFrom: sample('channel-ship-from/ups-west'), unitType: '0', senderMode: 'channel' },
          ...{ shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'New York', shipToState: 'NY' },
          ...{ shipToPostalCode: '10001', shipToCountry: 'US', shipToType: 'residential' },
          boxes: [{ weight: 3, length: 12, width: 10, height: 8, quantity: 2 }],
          ...more,
        }),
      );
      await keepTrial(world.owner, [id], { sale: price, cost: Math.round(price * 80) / 100 });
      return id;
    },
    submit: async (id) => state(await harbor.post('Order/submit', { id })),
    purse: async () => ({
      available: await money.balance('available', customer),
      frozen: await money.balance('frozen', customer),
    }),
    run: () => runJobs(),
    async runAndLose() {
      await world.owner.query(
        `CREATE OR REPLACE FUNCTION test.lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'lost'; END $$;
         CREATE TRIGGER lose BEFORE UPDATE ON shipping.placing FOR EACH ROW WHEN (NEW.state = 'made') EXECUTE FUNCTION test.lose()`,
      );
      await runJobs();
      await world.owner.query('DROP TRIGGER lose ON shipping.placing');
    },
    sweep: () => task('shipping-sweep'),
    // Samples tell of money that never moved; what differs beside them does not.
    verify: async () => expect((await differences()).filter((each) => !known.has(each))).toEqual([]),
    recharge: (amount) => rechargeBy({ harbor, money, customer }, amount),
    async bought(id) {
      const { rows } = await world.owner.query<{ key: string }>(`SELECT key FROM shipping.placing WHERE "order" = $1`, [
        id,
      ]);
      return rows.reduce((sum, { key }) => sum + simulator.control.bought(key).length, 0);
    },
    packages: async (id) =>
      (await money.admin.get('OrderBox/list', { order: id, sort: 'seq' })).body.data as Record<string, unknown>[],
    async close() {
      await world.close();
      await simulator.stop();
    },
  };
}

/** A recharge that the member asks for and finance passes. */
export async function rechargeBy(
  { harbor, money, customer }: Pick<PlacingDesk, 'harbor' | 'money' | 'customer'>,
  amount: number,
): Promise<void> {
  const attachment = (await harbor.send('sysFileInfo/upload', 'slip.pdf', '%PDF-1.4\n%%EOF\n')).body.data as string;
  const wish = { customer, amount, method: 'wire', paidOn: '2025-06-02', attachment };
  const id = added(await harbor.post('Recharge/add', wish));
  expect(state(await harbor.post('Recharge/submit', { id }))).toBe('pending');
  expect(state(await money.finance.post('Recharge/pass', { id, postedAmount: amount }))).toBe('passed');
}
