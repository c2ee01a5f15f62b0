import { inventAddress, inventPhone, mailOf } from './addresses.ts';
import type { Seeder, SeededRecord } from './seeder.ts';
import type { Random } from './random.ts';

/** Ids of a demo company's records, by name. */
export interface Cast {
  orgs: Map<string, string>;
  finance: string;
  /** Clerks by the branch that they sit in. */
  clerks: Record<'west' | 'east', string>;
  customers: Customer[];
}

export interface Customer {
  id: string;
  branch: 'west' | 'east';
  name: string;
  contact: string;
  phone: string;
  address: { address1: string; city: string; state: string; postalCode: string; country: string };
  /** The account that signs in for the customer; most have none. */
  member: string | null;
  /** How much of the business is theirs. */
  weight: number;
  /** Sells on to customers of its own. */
  reseller: boolean;
  enabled: boolean;
  /** Days ago that they became a customer. */
  since: number;
}

type Ids = { org: string; roles: Readonly<Record<string, string>> };

/** The company: three levels of organisations, positions, and staff. */
export async function seedCompany(pen: Seeder, { org: root, roles }: Ids): Promise<Omit<Cast, 'customers'>> {
  const { words } = pen;
  const orgs = new Map([['root', root]]);
  for (const floor of [
    words.orgs.filter((each) => each.parent === 'root'),
    words.orgs.filter((each) => each.parent !== 'root'),
  ]) {
    const ids = await pen.add(
      'org',
      floor.map(({ parent, ...org }, at) => ({ input: { ...org, parent: orgs.get(parent), sort: (at + 1) * 10 } })),
    );
    for (const [at, { code }] of floor.entries()) orgs.set(code, ids[at] ?? '');
  }
  const positions = await pen.add(
    'position',
    words.positions.map((position, at) => ({ input: { ...position, sort: (at + 1) * 10 } })),
  );
  const random = pen.random('staff');
  const seat = (account: string, org: string, role: string, position: number, at: number): SeededRecord => ({
    input: {
      account,
      password: pen.password,
      name: words.staff[account] ?? account,
      email: mailOf(account, 'staff'),
      phone: inventPhone(random),
      jobNum: `E${String(101 + at)}`,
      sex: random.pick(['1', '2']),
      adminType: '3',
      org: orgs.get(org),
      positions: [positions[position]],
      roles: [roles[role]],
    },
  });
  const [finance = '', west = '', east = ''] = await pen.add('account', [
    seat('finance', 'accounts', 'finance', 2, 0),
    seat('clerk', 'west', 'clerk', 1, 1),
    seat('clerk.east', 'east', 'clerk', 1, 2),
  ]);
  return { orgs, finance, clerks: { west, east } };
}

const branches = [
  ['west', 'west-la'],
  ['east', 'east-nj'],
  ['west', 'west-bay'],
  ['east', 'east'],
  ['west', 'west'],
] as const;

/** A customer as invented, before it has an id. */
interface Invented {
  customer: Omit<Customer, 'id' | 'reseller'>;
  record: SeededRecord;
  org: string;
}

/** The customers with their settings and their members; the first ones have more of the business. */
export async function tellCustomers(
  pen: Seeder,
  deps: Omit<Cast, 'customers'>,
  roles: Ids['roles'],
): Promise<Customer[]> {
  const told = inventCustomers(pen, deps);
  const isReseller = ({ record }: Invented) => record.input['type'] === 'reseller';
  const [firstSub, pastSubs] = [told.length - 4, told.length - 2];
  const seller = told.slice(0, firstSub).findIndex(isReseller);
  const isSub = (at: number) => seller >= 0 && at >= firstSub && at < pastSubs;
  const ids = await addFamilies(
    pen,
    told.map(({ record }, at) => ({ record, parent: isSub(at) ? seller : null })),
  );
  const settled = pen.random('settings');
  const settings = pen.add(
    'customer-config',
    ids.map((customer, at) => ({
      given: { by: deps.finance },
      input: {
        ...settingsOf(settled, pen, customer),
        // Those who sign in see what a price is made of.
        ...(at < pen.words.members.length ? { showValuationDetail: true } : {}),
        ...sellerOf(pen, deps, told[at]?.customer),
        ...(at === seller ? { distribution: true, subCustomerPattern: 'C10[0-9]{2}' } : {}),
        ...(isSub(at) ? { distributionPercent: 6 } : {}),
      },
    })),
  );
  const members = await pen.add(
    'account',
    pen.words.members.map((name, at) => ({
      input: {
        account: at === 0 ? 'member' : `member${at + 1}`,
        password: pen.password,
        name,
        email: mailOf(`member${at + 1}`, `c${1001 + at}`),
        phone: told[at]?.customer.phone,
        adminType: '4',
        customer: ids[at],
        org: deps.orgs.get(told[at]?.org ?? 'root'),
        roles: [roles['member']],
      },
    })),
  );
  await settings;
  return told.map((each, at) => ({
    ...{ ...each.customer, id: ids[at] ?? '', member: members[at] ?? null },
    reseller: isReseller(each),
  }));
}

function inventCustomers(pen: Seeder, deps: Omit<Cast, 'customers'>): Invented[] {
  const { words, calendar } = pen;
  const random = pen.random('customers');
  const american = pen.places.filter(({ country }) => country === 'US');
  return words.customers.map(([name, shortName, contact], at) => {
    const [branch, org] = branches[at % branches.length] ?? branches[0];
    const { address1, place } = inventAddress(random, pen.shared, random.pick(american), 'commercial');
    const { city, state, postalCode, country } = place;
    const enabled = at < words.customers.length - 2;
    const since = 420 - at * 12;
    const customer = {
      ...{ branch, name: shortName, contact, phone: inventPhone(random), member: null, weight: 1 / (at + 4) },
      ...{ address: { address1, city, state, postalCode, country }, enabled, since },
    };
    const record: SeededRecord = {
      given: {
        status: enabled ? 'enabled' : 'disabled',
        at: calendar.moment(since, random.int(9, 17) * 3600),
        by: deps.clerks[branch],
      },
      input: {
        code: `C${1001 + at}`,
        name,
        shortName,
        type: random.weighted({ seller: 6, shipper: 3, reseller: 1 }),
        org: deps.orgs.get(org),
        contact,
        leader: random.chance(0.3) ? contact : null,
        phone: customer.phone,
        email: `office@c${1001 + at}.example`,
        country: 'US',
        address: `${address1}, ${city}, ${state} ${postalCode}`,
        taxNo: `${random.digits(2)}-555${random.digits(4)}`,
        remark: random.chance(0.4) ? random.pick(words.remarks) : null,
      },
    };
    return { customer, record, org };
  });
}

/** Most customers have a salesperson from their first day: the clerk of their branch. */
function sellerOf(pen: Seeder, { clerks }: Pick<Cast, 'clerks'>, customer?: Pick<Customer, 'branch' | 'since'>) {
  if (!customer || customer.since % 5 === 0) return {};
  return {
    ...{ salesperson: clerks[customer.branch], salesFrom: pen.calendar.day(customer.since) },
    ...{ commissionBase: 'margin', commissionPercent: 8 },
  };
}

/** Customers and then their own customers; `parent` is a place in the list. Answers the ids in its order. */
async function addFamilies(
  pen: Seeder,
  customers: readonly { record: SeededRecord; parent: number | null }[],
): Promise<readonly string[]> {
  const ids = new Map<SeededRecord, string>();
  const add = async (records: readonly SeededRecord[], of: readonly SeededRecord[]) => {
    if (records.length === 0) return;
    const added = await pen.add('customer', records);
    for (const [at, each] of of.entries()) ids.set(each, added[at] ?? '');
  };
  const idAt = (at: number) => customers[at] && ids.get(customers[at].record);
  const firsts = customers.flatMap(({ record, parent }) => (parent === null ? [record] : []));
  await add(firsts, firsts);
  const subs = customers.flatMap(({ record, parent }) => (parent === null ? [] : [{ record, parent }]));
  await add(
    subs.map(({ record, parent }) => ({ ...record, input: { ...record.input, parent: idAt(parent) } })),
    subs.map(({ record }) => record),
  );
  return customers.map(({ record }) => ids.get(record) ?? '');
}

function settingsOf(random: Random, pen: Seeder, customer: string): Record<string, unknown> {
  return {
    customer,
    discountPercent: random.int(0, 24) / 2,
    billProcessing: random.weighted({ reprice: 6, factor: 2, atCost: 1, reportOnly: 1 }),
    accountingPeriod: random.weighted({ week: 6, halfMonth: 2, month: 2 }),
    accountingStart: pen.calendar.day(random.int(370, 400)),
    packageLimit: random.pick([100, 200, 500]),
    billDisplayCount: random.pick([10, 20, 50]),
    minBalance: random.pick([0, 0, 100, 500]),
    riskAction: random.weighted({ block: 5, hold: 2, warn: 2, allow: 1 }),
    showValuationDetail: random.chance(0.5),
    labelFormat: random.weighted({ pdf: 6, zpl: 3, png: 1 }),
  };
}
