import {
  bookFormats,
  defineCommand,
  issue,
  type Book,
  type CommandCall,
  type JsonSchema,
} from '../../modules/module.ts';
import { categoryName, reasonOf } from './explain.ts';
import { NoPrice } from './kernel/parcel.ts';
import { salePrices, type Payer } from './price-service.ts';
import { listOf, type ServiceList } from './price-tables.ts';
import { payerOn, termsOf, whose } from './quote.ts';
import { unitOf } from './snapshot/compile.ts';
import type { ServiceRow } from './snapshot/load-sql.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { snapshotsOf } from './snapshot/snapshots.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,19}$' };
const text: JsonSchema = { type: 'string' };

const body: JsonSchema = {
  type: 'object',
  properties: {
    customer: { ...id, description: 'Whose prices; a member asks for their own alone.' },
    level: { ...id, description: 'In place of a customer, for staff: what customers of this level pay.' },
    shipDate: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'Today where nothing is said.' },
    format: { enum: bookFormats, description: 'A file of all of it in place of the tables.' },
  },
  examples: [{ customer: '1001', shipDate: '2026-01-12' }],
};

const named: JsonSchema = { type: 'object', required: ['id', 'name'], properties: { id, name: text } };
const cell: JsonSchema = {
  type: ['object', 'null'],
  properties: { amount: { type: ['number', 'null'] }, text },
};
const table: JsonSchema = {
  type: 'object',
  properties: {
    kind: { enum: ['table', 'multiweight'] },
    zones: { type: 'array', items: text },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...{ to: text, above: { type: 'boolean' }, cells: { type: 'array', items: cell } },
          packaging: { enum: ['letter', 'pak'], description: 'A row for this packaging alone.' },
        },
      },
    },
  },
};

const answer: JsonSchema = {
  type: 'object',
  properties: {
    shipDate: text,
    services: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...{ channel: named, service: named, currency: text, unit: text },
          reason: { ...text, description: 'Why the service has no prices.' },
          tables: { type: 'array', items: table },
          fixed: {
            type: 'array',
            items: { type: 'object', properties: { name: text, weight: text, amount: { type: 'number' } } },
          },
          surcharges: {
            type: 'array',
            items: { type: 'object', properties: { category: text, name: text, amount: text } },
          },
          fuel: { type: ['string', 'null'], description: 'Percent on the day.' },
          least: { type: ['string', 'null'], description: 'The least that transport costs.' },
          share: { type: ['string', 'null'], description: 'Percent on the finished price.' },
        },
      },
    },
    file: {
      type: 'object',
      properties: { name: text, mediaType: text, content: { ...text, description: 'base64' } },
    },
  },
  examples: [{ shipDate: '2026-01-12', services: [] }],
};

interface Listed {
  readonly channel: { readonly id: string; readonly name: string };
  readonly service: { readonly id: string; readonly name: string };
  readonly currency?: string;
  readonly unit: string;
  readonly reason?: string;
  readonly tables: ServiceList['tables'];
  readonly fixed: readonly { readonly name: string; readonly weight: string; readonly amount: number }[];
  readonly surcharges: readonly { readonly category: string; readonly name: string; readonly amount: string }[];
  readonly fuel: string | null;
  readonly least: string | null;
  readonly share: string | null;
}

/** Sale prices of a customer or a level for each service; never cost. */
export const priceList = defineCommand({
  ...{ path: 'Rate/priceList', body, answer, perMinute: 60 },
  async run(call) {
    const asked = call.body as { customer?: string; level?: string; shipDate?: string; format?: 'xlsx' | 'pdf' };
    const customer =
      asked.level === undefined || asked.customer !== undefined ? await demanded(call, asked.customer) : null;
    const level = customer === null ? await levelOf(call, asked.level) : null;
    const terms = await termsOf(call, customer);
    // What a price is made of is not everybody's to see, and a list would tell.
    if (call.actor.member !== null && terms.customer?.showValuationDetail !== true) return call.forbid();
    const shipDate = asked.shipDate ?? terms.today;
    if (Number.isNaN(Date.parse(shipDate))) return call.refuse(issue('date.invalid', 'shipDate'));
    const snapshot = await snapshotsOf(call.services).of(call, terms.state);
    const payerFor = ({ channel }: ServiceRow): Payer | null => {
      if (!level) return payerOn(terms, channel);
      const offered = snapshot.levelOf(channel, level.id) !== undefined;
      return offered ? { customer: '', level: level.id, discount: 0, distribution: 0 } : null;
    };
    const services = listAll(call, snapshot, { payerFor, shipDate });
    if (!asked.format) return { shipDate, services };
    const whoseName = terms.customer?.name ?? level?.name ?? '';
    return { file: await call.file(bookOf(call, { services, shipDate, whose: whoseName }), asked.format) };
  },
});

interface Wanted {
  /** Null: not offered to them. */
  payerFor(service: ServiceRow): Payer | null;
  readonly shipDate: string;
}

/** Sale prices of each open service. */
const listAll = (call: CommandCall, snapshot: Snapshot, { payerFor, shipDate }: Wanted): Listed[] =>
  [...snapshot.services.values()]
    .filter(({ status, channelStatus }) => status === 'enabled' && channelStatus === 'enabled')
    .flatMap((service) => {
      const payer = payerFor(service);
      return payer ? [listed(call, snapshot, { service, payer, shipDate })] : [];
    });

/** The whole price list as a file has it. */
export const priceBook = (call: CommandCall, snapshot: Snapshot, wanted: Wanted & { readonly whose: string }): Book =>
  bookOf(call, { ...wanted, services: listAll(call, snapshot, wanted) });

async function demanded(call: CommandCall, customer: string | undefined): Promise<string> {
  return (await whose(call, customer)) ?? call.refuse(issue('required', 'customer'));
}

async function levelOf(call: CommandCall, level: string | undefined): Promise<{ id: string; name: string }> {
  if (call.actor.member !== null || !call.can('channel-level', 'read')) return call.forbid();
  const [found] = await call.list('level', { id: level ?? '' }, 1);
  return found
    ? { id: String(found['id']), name: String(found['name']) }
    : call.refuse(issue('reference.missing', 'level'));
}

function listed(
  call: CommandCall,
  snapshot: Snapshot,
  { service, payer, shipDate }: { service: ServiceRow; payer: Payer; shipDate: string },
): Listed {
  const unit = unitOf(service.unitType);
  const head = {
    channel: { id: service.channel, name: service.channelName },
    service: { id: service.id, name: service.name },
    unit: call.say(`rating.unit.${unit}`),
  };
  try {
    const prices = salePrices(snapshot, service, payer, shipDate);
    const { tables, fixed, surcharges, fuel, least, share } = listOf(prices, shipDate, head.unit);
    const nameOf = (rule: string): string => snapshot.nameOf(rule) ?? '';
    return {
      ...{ ...head, currency: prices.currency, tables, fuel, least, share },
      fixed: fixed.map(({ rule, ...rest }) => ({ name: nameOf(rule) || head.service.name, ...rest })),
      surcharges: surcharges.map(({ rule, category, text: amount }) => {
        const kind = categoryName(category, call);
        return { category: kind, name: nameOf(rule) || kind, amount };
      }),
    };
  } catch (error) {
    if (!(error instanceof NoPrice)) throw error;
    const { message } = reasonOf(error.reason, unit, call);
    const none = { tables: [], fixed: [], surcharges: [], fuel: null, least: null, share: null };
    return { ...head, reason: message, ...none };
  }
}

function bookOf(
  { say, tenantName }: CommandCall,
  { services, shipDate, whose: name }: { services: readonly Listed[]; shipDate: string; whose: string },
): Book {
  const open = services.filter(({ reason }) => reason === undefined);
  return {
    title: say('rating.list.file', { name, shipDate }),
    facts: [
      [say('rating.list.issuer'), tenantName],
      [say('rating.list.for'), name],
      [say('rating.list.on'), shipDate],
    ],
    tables: open.flatMap((each) => tablesOf(say, each)),
  };
}

type Tables = Book['tables'];

/** The tables of a service: its prices, fixed amounts and surcharges. */
function tablesOf(say: CommandCall['say'], each: Listed): Tables {
  const title = `${each.service.name} · ${each.channel.name}`;
  const note = [
    say('rating.list.in', { currency: each.currency ?? '', unit: each.unit }),
    each.fuel === null ? '' : say('rating.list.fuel', { percent: each.fuel }),
    each.least === null ? '' : say('rating.list.least', { amount: each.least }),
    each.share === null ? '' : say('rating.list.share', { percent: each.share }),
  ]
    .filter(Boolean)
    .join(' ');
  const named = { title, note, say, each };
  return [...priceTables(named), ...fixedTable(named), ...surchargeTable(named)];
}

interface TablesOf {
  readonly title: string;
  readonly note: string;
  readonly say: CommandCall['say'];
  readonly each: Listed;
}

const priceTables = ({ title, note, say, each }: TablesOf): Tables =>
  each.tables.map(({ kind, zones, rows }) => ({
    ...{ title: kind === 'table' ? title : `${title} · ${say('rating.list.multiweight')}`, note },
    columns: [
      { header: say('rating.list.upTo', { unit: each.unit }), share: 1.4 },
      ...zones.map((zone) => ({ header: zone, share: 1, number: true })),
    ],
    lines: rows.map(({ to, above, packaging, cells }) => [
      packaging ? say(`rating.list.${packaging}`, { to }) : above ? `> ${to}` : to,
      ...cells.map((one) => (one === null ? null : (one.amount ?? one.text))),
    ]),
  }));

const fixedTable = ({ title, say, each }: TablesOf): Tables =>
  each.fixed.length > 0
    ? [
        {
          ...{ title: `${title} · ${say('rating.list.fixed')}`, note: '' },
          columns: [
            { header: say('rating.list.name'), share: 4 },
            { header: say('rating.list.upTo', { unit: each.unit }), share: 2 },
            { header: say('rating.list.amount'), share: 2, number: true },
          ],
          lines: each.fixed.map(({ name: of, weight, amount }) => [of, weight, amount]),
        },
      ]
    : [];

const surchargeTable = ({ title, say, each }: TablesOf): Tables =>
  each.surcharges.length > 0
    ? [
        {
          ...{ title: `${title} · ${say('rating.list.surcharges')}`, note: '' },
          columns: [
            { header: say('rating.list.category'), share: 2 },
            { header: say('rating.list.name'), share: 3 },
            { header: say('rating.list.amount'), share: 5 },
          ],
          lines: each.surcharges.map(({ category, name: of, amount }) => [category, of, amount]),
        },
      ]
    : [];
