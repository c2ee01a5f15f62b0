import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../../modules/module.ts';
import { groupsSql } from './manifest-sql.ts';

/** Maximum labels examined, oldest days first. */
const most = 3_000;
const shown = 200;

interface Row {
  readonly id: string;
  readonly account: string | null;
  readonly accountName: string | null;
  readonly carrierCode: string | null;
  readonly shipDate: string | null;
  readonly place: string;
  readonly trackingNo: string;
  readonly orderNo: string;
  readonly order: string;
  /** Hours since the label was made. */
  readonly age: number;
  /** Whether the day is over at the label's origin. */
  readonly late: boolean;
}

interface Group extends Pick<Row, 'account' | 'accountName' | 'carrierCode' | 'shipDate' | 'place' | 'late'> {
  count: number;
}

async function rowsOf(call: CommandCall, filters: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  const listed = await call.list('package', { status: 'labelled', sort: 'shipDate', ...filters }, most);
  const ids = listed.map((row) => String(row['id']));
  return ids.length === 0 ? [] : await call.read<Row>(groupsSql, [ids, call.timeZone]);
}

/** Labels without a manifest, grouped by account, place and day. */
async function groupsOf(call: CommandCall): Promise<readonly Group[]> {
  const groups = new Map<string, Group>();
  for (const row of await rowsOf(call, { 'manifest.empty': 'true' })) {
    const { account, accountName, carrierCode, shipDate, place, late } = row;
    const key = JSON.stringify([account, shipDate, place]);
    const group = groups.get(key) ?? { account, accountName, carrierCode, shipDate, place, late, count: 0 };
    groups.set(key, { ...group, late: group.late || late, count: group.count + 1 });
  }
  return [...groups.values()].toSorted((one, other) => String(one.shipDate).localeCompare(String(other.shipDate)));
}

const text: JsonSchema = { type: ['string', 'null'] };

/** Labels still to be handed over, and those handed over but not scanned. */
export const endOfDay = defineCommand({
  path: 'Label/handover',
  body: {
    type: 'object',
    properties: {
      hours: { type: 'integer', minimum: 1, maximum: 720, description: 'A first scan is expected by then.' },
    },
    examples: [{ hours: 24 }],
  },
  answer: {
    type: 'object',
    required: ['groups', 'unscanned', 'unscannedCount'],
    properties: {
      groups: {
        type: 'array',
        items: {
          type: 'object',
          required: ['shipDate', 'place', 'count', 'late'],
          properties: {
            ...{ account: text, accountName: text, carrierCode: text, shipDate: text, place: { type: 'string' } },
            ...{
              count: { type: 'integer' },
              late: { type: 'boolean', description: 'The cut-off of the place has passed.' },
            },
          },
        },
      },
      unscanned: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'trackingNo', 'orderNo', 'age'],
          properties: {
            ...{ id: { type: 'string' }, trackingNo: { type: 'string' }, orderNo: { type: 'string' }, order: text },
            ...{
              carrierCode: text,
              shipDate: text,
              age: { type: 'integer', description: 'Hours since the label was made.' },
            },
          },
        },
      },
      unscannedCount: { type: 'integer' },
    },
  },
  needs: { entity: 'manifest', code: 'read' },
  perMinute: 120,
  async run(call) {
    const { hours = 24 } = call.body as { hours?: number };
    const [groups, rows] = await Promise.all([groupsOf(call), rowsOf(call, { 'firstScanAt.empty': 'true' })]);
    const unscanned = rows.filter(({ age }) => age >= hours).toSorted((one, other) => other.age - one.age);
    return {
      groups,
      unscanned: unscanned.slice(0, shown).map(({ id, trackingNo, orderNo, order, carrierCode, shipDate, age }) => ({
        ...{ id, trackingNo, orderNo, order, carrierCode, shipDate, age },
      })),
      unscannedCount: unscanned.length,
    };
  },
});

/** Opens a manifest for each account, place and day up to a given one, with all its labels. */
export const prepareManifests = defineCommand({
  path: 'Manifest/prepare',
  body: {
    type: 'object',
    properties: {
      account: { type: 'string', pattern: '^[0-9]{1,18}$' },
      shipFrom: { type: 'string', maxLength: 200, description: 'One place alone.' },
      shipDate: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'One day alone.' },
      upTo: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'The last ship date.' },
    },
    examples: [{ upTo: '2026-01-12' }],
  },
  answer: {
    type: 'object',
    required: ['manifests', 'taken'],
    properties: {
      manifests: { type: 'array', items: { type: 'string', description: 'Manifests that took labels.' } },
      taken: { type: 'integer' },
    },
  },
  needs: { entity: 'manifest', code: 'add' },
  perMinute: 30,
  async run(call) {
    const {
      account,
      shipFrom,
      shipDate: day,
      upTo,
    } = call.body as Partial<Record<'account' | 'shipFrom' | 'shipDate' | 'upTo', string>>;
    const wanted = (await groupsOf(call)).filter(
      (group) =>
        group.account !== null &&
        group.shipDate !== null &&
        (account === undefined || group.account === account) &&
        (shipFrom === undefined || group.place === shipFrom) &&
        (day === undefined || group.shipDate === day) &&
        (upTo === undefined || group.shipDate <= upTo),
    );
    if (wanted.length === 0) call.refuse(issue('labels.nothingForManifest', 'upTo'));
    const open = await call.list('manifest', { status: 'open' });
    const manifests: string[] = [];
    for (const { account: of, shipDate, place } of wanted) {
      const same = open.find(
        (row) => row['account'] === of && row['shipDate'] === shipDate && row['shipFrom'] === place,
      );
      const id = same ? String(same['id']) : await added(call, { account: of, shipDate, shipFrom: place });
      // A concurrent request may have taken the last labels: filling an empty manifest is refused.
      const issues = await call.services.act({ tenant: call.tenant, entity: 'manifest', id }, 'fill');
      if (issues.length === 0) manifests.push(id);
    }
    return { manifests, taken: wanted.reduce((sum, { count }) => sum + count, 0) };
  },
});

async function added(call: CommandCall, values: Readonly<Record<string, unknown>>): Promise<string> {
  const [outcome] = await call.save('manifest', [{ key: call.services.newId(), values }]);
  if (!outcome || !outcome.ok) return call.refuse(...(outcome?.issues ?? []));
  return outcome.id;
}
