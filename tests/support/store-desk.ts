import { startSimulator, type Simulator } from '../../server/domain/carriers/simulator/start.ts';
import { createModules } from '../../server/domain/index.ts';
import { startStoreSimulator, type StoreSimulator } from '../../server/domain/stores/simulator/start.ts';
import type { ShopWish, SimShop } from '../../server/domain/stores/simulator/world.ts';
import type { ActingServices, Schedule } from '../../server/modules/module.ts';
import { added, moneyOf, type Money } from './money.ts';
import type { Answer, Person } from './test-app.ts';
import { openWorld, type World } from './world.ts';

type Row = Record<string, unknown>;

/** A world whose shops ask a simulator of the platforms, and whose accounts ask one of the carriers. */
export interface StoreDesk {
  world: World;
  money: Money;
  house: ActingServices;
  platforms: StoreSimulator;
  carriers: Simulator;
  /** The member of Harbor, whose customer the shops belong to. */
  harbor: Person;
  customer: string;
  sample(name: string): string;
  /** A shop at the platform and ours for it, connected. */
  open(wish: ShopWish, more?: object): Promise<{ id: string; there: SimShop }>;
  act(path: string, body: Row): Promise<Answer>;
  rows(shop: string, filters?: Record<string, string>): Promise<Row[]>;
  detail(path: string, id: string): Promise<Row>;
  /** A round of the task of that name. */
  task(name: string): Promise<number>;
  /** Pulls a shop as its task would, whether or not it is its turn. */
  pull(shop: string): Promise<void>;
  run(): Promise<void>;
  close(): Promise<void>;
}

const clients = [{ clientId: 'sample-client', clientSecret: 'sample-only' }];

/** @param open another way to a world with these modules, such as one that a browser looks at. */
export async function openStoreDesk(
  ease = Number.POSITIVE_INFINITY,
  recorded = false,
  open = (modules: ReturnType<typeof createModules>): Promise<World> => openWorld(modules, recorded),
): Promise<StoreDesk> {
  const carriers = await startSimulator({ clients });
  const platforms = await startStoreSimulator({ ease });
  const modules = createModules({
    ...{ stripe: null, apiBases: { ups: carriers.ups, fedex: carriers.fedex }, storeBases: platforms.bases },
    placing: { lease: 60_000, grace: 0, pauses: [0, 0], parallel: 16 },
    originOf: (host) => `http://${host}`,
  });
  const world = await open(modules);
  // The samples' shops stand for nothing at the simulator.
  await world.owner.query(`UPDATE shop SET status = 'disabled'`);
  await world.owner.query(`DELETE FROM store_order`);
  const money = moneyOf(world);
  const harbor = world.person('north sibling').person;
  const { services } = world.test.node.context;
  if (!services) throw new Error('a node that serves has a house');
  const customer = money.customer('harbor');
  const task = (name: string): Promise<number> => {
    const found = modules.flatMap(({ schedules: tasks = [] }) => tasks).find((each: Schedule) => each.name === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found.run({ query: services.query, services });
  };
  let made = 0;
  return {
    ...{ world, money, house: services, platforms, carriers, harbor, customer, task },
    sample: (name) => world.homes.north.samples.get(name) ?? '',
    async open(wish, more = {}) {
      const there = platforms.world.shop(wish);
      made += 1;
      const id = added(
        await harbor.post('Shop/add', {
          ...{
            customer,
            name: `${wish.name} ${made}`,
            platform: wish.platform,
            sellerId: wish.name,
            refreshToken: there.token,
          },
          ...(wish.platform === 'amazon' ? { clientCode: there.clientId } : {}),
          ...{ clientSecret: there.clientSecret, ...more },
        }),
      );
      const tested = await harbor.post('Shop/testConnection', { id });
      if (!tested.body.success) throw new Error(JSON.stringify(tested.body));
      return { id, there };
    },
    act: (path, body) => harbor.post(path, body),
    rows: async (shop, filters = {}) =>
      (await harbor.get('StoreOrder/list', { shop, sort: 'platformNo', ...filters })).body.data as Row[],
    detail: async (path, id) => (await money.admin.get(`${path}/detail`, { id })).body.data as Row,
    async pull(shop) {
      await world.owner.query(
        `UPDATE stores.cursor SET next_at = now(), until = until - interval '10 minutes' WHERE shop = $1`,
        [shop],
      );
      await task('store-pull');
    },
    run: () => world.test.runJobs(),
    async close() {
      await world.close();
      await platforms.stop();
      await carriers.stop();
    },
  };
}
