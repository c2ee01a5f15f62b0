import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readJson } from '../catalog.ts';
import { createCalendar } from '../domain/demo/calendar.ts';
import type { DemoFile, Seeder, SeededRecord, StorySteps } from '../domain/demo/seeder.ts';
import type { PriceFacts } from '../domain/demo/price-facts.ts';
import { payIn } from '../domain/demo/order-money.ts';
import { tellBills, type BillStory } from '../domain/demo/bills.ts';
import { tellCustomerBills } from '../domain/demo/customer-bills.ts';
import { tellPast } from '../domain/demo/past.ts';
import { tellGoods, type DemoGoods } from '../domain/demo/goods.ts';
import { createRandom } from '../domain/demo/random.ts';
import { storyAccounts, seedScenario } from '../domain/demo/scenario.ts';
import { tellWalletAtPlatform, walletReviewersSql } from '../domain/demo/wallets.ts';
import type { Network, Place, SharedWords, Words } from '../domain/demo/words.ts';
import { AppError } from '../errors.ts';
import type { FileStore, StoredObject } from '../files/file-store.ts';
import { fileFacts } from '../operations/transfer/keep-file.ts';
import { noteDemoTenant } from '../provisioning/demo-tenants.ts';
import { provisionTenant } from '../provisioning/provision.ts';
import type { Node } from '../node.ts';
import type { Actor } from '../operations/context.ts';
import { runAction } from '../operations/write/run-action.ts';
import { insertMany } from '../operations/write/insert-many.ts';
import { momentIn } from '../operations/moment.ts';
import type { Culture } from '../texts.ts';
import { priceOrders } from './price-orders.ts';
import { happenings, settle, type Happening } from './settle.ts';

export interface DemoRequest {
  /** The project folder, which contains `server/demo` and `schemas`. */
  root: string;
  files: FileStore;
  /** For every account. */
  password: string;
  tenants: number;
  /** Credentials of external accounts; absent: none. */
  login?: Seeder['login'] | undefined;
  /** Called with what the seeded past leaves to continue. */
  adopt?: Seeder['adopt'] | undefined;
  /** Number for all tenants together. */
  orders: number;
  /** Called with the name of each finished tenant. */
  onTenant?: (name: string) => void;
}

/** Accounts and host of a tenant, to print. */
export interface DemoHost {
  host: string;
  staff: readonly string[];
  members: readonly string[];
}

const timeZone = 'America/New_York';
const cultures: readonly Culture[] = ['zh-CN', 'en-US'];

type Setting = Pick<Seeder, 'words' | 'shared' | 'network' | 'prices' | 'places'> & { seed: string };

type Provisioned = Awaited<ReturnType<typeof provisionTenant>>;

/** What every tenant of the demo is made from. */
interface Demo {
  readonly node: Node;
  readonly request: DemoRequest;
  readonly platform: Provisioned;
  readonly shared: Omit<Setting, 'words' | 'seed'>;
  readonly words: ReadonlyMap<Culture, Words>;
}

/**
 * Creates a platform and tenants in an empty database: the same every day except for the dates, which count back from
 * today. All records pass the normal rules.
 */
export async function makeDemo(node: Node, request: DemoRequest): Promise<DemoHost[]> {
  const { root, password, tenants } = request;
  const platform = await provisionTenant(
    { ...node, root },
    {
      name: 'Lading',
      code: 'platform',
      host: 'localhost',
      kind: 'platform',
      adminName: 'Platform',
      email: 'platform@lading.example',
      timeZone,
      locale: 'zh-CN',
      admin: { account: 'superAdmin', password },
    },
    null,
  );
  const folder = join(root, 'server/demo');
  const read = <T>(file: string) => readJson(join(folder, file)) as T;
  const demo: Demo = {
    ...{ node, request, platform },
    shared: {
      shared: read<SharedWords>('words/shared.json'),
      network: read<Network>('network.json'),
      prices: read<PriceFacts>('prices.json'),
      places: readPlaces(read<Record<Place['country'], string[]>>('places.json')),
    },
    words: new Map(cultures.map((culture) => [culture, read<Words>(`words/${culture}.json`)])),
  };
  const goods = { node, actor: platform.actor, story: [] };
  await tellGoods({ add: (name, records) => addTold(goods, name, records) }, read<DemoGoods>('goods.json'));

  const hosts: DemoHost[] = [];
  // Two at a time: one computes while the other waits for the database.
  for (let at = 0; at < tenants; at += 2) {
    const pair = [at, at + 1].filter((each) => each < tenants);
    hosts.push(...(await Promise.all(pair.map((each) => makeTenant(demo, each)))));
  }
  await node.system.pool.query(walletReviewersSql);
  return [{ host: 'localhost', staff: ['superAdmin'], members: [] }, ...hosts];
}

/** A tenant before its story: what it is called, its host, and its first account. */
interface DemoTenant {
  readonly made: Provisioned;
  readonly said: Words;
  readonly locale: Culture;
  readonly name: string;
  readonly code: string;
  readonly host: string;
  readonly first: string;
}

async function makeTenant(demo: Demo, at: number): Promise<DemoHost> {
  const { node, request, platform, shared } = demo;
  const tenant = await createTenant(demo, at);
  const { made, said, name, code, host, first } = tenant;
  const ordersBefore = (tenant: number) => Math.floor((request.orders * tenant) / request.tenants);
  const orders = ordersBefore(at + 1) - ordersBefore(at);
  const pen = createPen(node, made.actor, request, { ...shared, words: { ...said, name }, seed: code });
  const { paid, steps } = await seedScenario(pen, { org: made.org, roles: made.roles, admin: first }, { orders });
  await writeHistoryOf(node, tenant, pen);
  await runSteps(node, made.actor, steps);
  const atPlatform = createPen(node, platform.actor, request, { ...shared, words: said, seed: code });
  tellWalletAtPlatform(atPlatform, made.id, paid);
  await settle(node, platform.actor, atPlatform.story);
  request.onTenant?.(name);
  return { host, staff: ['admin', ...storyAccounts.staff], members: storyAccounts.members };
}

async function createTenant({ node, request, platform, words }: Demo, at: number): Promise<DemoTenant> {
  const code = ['north', 'south'][at] ?? `t${at + 1}`;
  const locale = cultures[at % 2] ?? 'en-US';
  const said = words.get(locale) as Words;
  const host = `${code}.localhost`;
  const name = at < 2 ? said.name : `${said.name} ${at + 1}`;
  const facts = { name, code, host, adminName: said.adminName, email: `office@${code}.example` };
  const made = await provisionTenant(
    { ...node, root: request.root },
    { ...facts, kind: 'tenant', timeZone, locale, admin: { account: 'admin', password: request.password } },
    platform.id,
  );
  await noteDemoTenant(node.system, made.id);
  node.texts.demoTenants.add(made.id);
  await node.system.pool.query("UPDATE config SET value = $2 WHERE tenant_id = $1 AND code = 'PAYMENT_DETAILS'", [
    made.id,
    [name, ...said.payment].join('\n'),
  ]);
  const { id: first } = await node.system.db
    .selectFrom('account')
    .select('id')
    .where('tenant_id', '=', made.id)
    .executeTakeFirstOrThrow();
  return { made, said, locale, name, code, host, first };
}

/** Prices and pays the orders, lets what was told happen, and bills it. */
async function writeHistoryOf(node: Node, { made, said, locale, first }: DemoTenant, pen: DemoPen): Promise<void> {
  const { happenings: spent, needed } = await priceOrders(node, made.actor, locale);
  await payIn(pen, needed, first);
  const query = async (text: string, values: readonly unknown[], name?: string) =>
    (await node.system.pool.query({ text, values: [...values], ...(name ? { name } : {}) })).rows;
  const now = node.context.clock().getTime();
  // In parallel: one computes while the other waits for the database.
  await Promise.all([
    settle(node, made.actor, [...pen.story, ...spent]),
    tellPast(pen, query, { tenant: made.id, now, admin: first }),
  ]);
  const billing: BillStory = {
    ...{ tenant: made.id, timeZone, finance: first },
    today: momentIn(timeZone, node.context.clock()).slice(0, 10),
    happen: (entity, step, records) =>
      settle(
        node,
        made.actor,
        records.flatMap(({ record, at }) => happenings(entity, record, { [step]: at })),
      ),
  };
  await tellBills(query, billing);
  await tellCustomerBills(query, { ...billing, comment: said.dispute });
}

/** Runs what is still to happen to records of the story, as it would be run today. */
async function runSteps(node: Node, actor: Actor, stories: readonly StorySteps[]): Promise<void> {
  for (const { entity: name, record, steps } of stories) {
    const entity = node.catalog.byName.get(name);
    for (const [action, input] of steps) {
      const step = entity?.actions.get(action);
      if (!entity || !step) throw new Error(`${name} has no ${action}`);
      const request = { actor, entity, key: null, fingerprint: '' };
      await runAction(node.context, request, step, { ...input, id: record });
    }
  }
}

interface DemoPen extends Seeder {
  /** Events of the written records, once all are known. */
  story: Happening[];
}

function createPen(node: Node, actor: Actor, request: DemoRequest, { seed, ...setting }: Setting): DemoPen {
  const store = request.files;
  const story: Happening[] = [];
  const add: Seeder['add'] = (name, records, asOf) => addTold({ node, actor, story }, name, records, asOf);
  return {
    ...setting,
    code: seed,
    story,
    add,
    happened: (entity, record, through, input) => story.push(...happenings(entity, record, through, input)),
    keep: async (files) => {
      const kept = await Promise.all(
        files.map(async (file) => demoFile(file, await store.save(Readable.from([file.bytes])), store.place)),
      );
      return add('file', kept);
    },
    random: (of) => createRandom(`${seed} ${of}`),
    calendar: createCalendar(momentIn(actor.timeZone, node.context.clock()).slice(0, 10)),
    password: request.password,
    login: request.login,
    adopt: request.adopt,
  };
}

/** Writes a batch in one transaction and answers its ids. Its events go to `story`. */
async function addTold(
  { node, actor, story }: { readonly node: Node; readonly actor: Actor; readonly story: Happening[] },
  name: string,
  records: readonly SeededRecord[],
  asOf?: string,
): Promise<string[]> {
  const entity = node.catalog.byName.get(name);
  if (!entity) throw new Error(`no entity ${name}`);
  // 16:00 UTC is the same calendar day from Alaska to Japan.
  const context = asOf ? { ...node.context, clock: () => new Date(`${asOf}T16:00:00Z`) } : node.context;
  const { ids, refused } = await insertMany(context, actor, entity, records, { verb: 'add', key: null });
  const [first] = refused;
  if (first) {
    const issues = first[1].map((found) => ({ ...found, path: `${name}[${first[0]}].${found.path}` }));
    throw new AppError('refused', { issues });
  }
  for (const [at, { through = {}, input, given }] of records.entries()) {
    story.push(...happenings(name, { ...input, ...given?.locked, id: ids[at] }, through));
  }
  return ids.map(String);
}

function demoFile({ name, customer, by, at }: DemoFile, stored: StoredObject, place: FileStore['place']): SeededRecord {
  return { input: {}, given: { by, at, locked: { ...fileFacts(name, stored, place), customer } } };
}

/** Parses `90210 CA Beverly Hills`: postal code, state and city. */
function readPlaces(lines: Readonly<Record<Place['country'], string[]>>): Place[] {
  const american = lines.US.map((line) => ({ ...split(/^(\S+) (\S+) (.+)$/, line), country: 'US' as const }));
  const canadian = lines.CA.map((line) => ({ ...split(/^(\S+ \S+) (\S+) (.+)$/, line), country: 'CA' as const }));
  return [...american, ...canadian];
}

function split(shape: RegExp, line: string): { postalCode: string; state: string; city: string } {
  const [, postalCode = '', state = '', city = ''] = shape.exec(line) ?? [];
  return { postalCode, state, city };
}
