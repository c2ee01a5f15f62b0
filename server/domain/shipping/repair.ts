import { defineCommand, type CommandCall, type JsonSchema } from '../../modules/module.ts';
import { clearSql, stoppedSql } from './batch-sql.ts';
import { pricesIn, pricesSchema, work } from './batches.ts';

/** Maximum orders per repair, as per batch. */
const max = 3_000;
/** Readable orders are queried in chunks. */
const portion = 200;

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const ids: JsonSchema = { type: 'array', minItems: 1, maxItems: max, items: id };

/** Fields that a repair may change. */
const changeable = [
  ...['channel', 'service', 'shipFrom', 'senderMode', 'shipDate', 'signatureOption', 'labelSize', 'taxPayer'],
  ...['shipToName', 'shipToCompany', 'shipToPhone', 'shipToType', 'shipToAddress1', 'shipToAddress2', 'shipToAddress3'],
  ...['shipToCity', 'shipToState', 'shipToPostalCode', 'shipToCountry'],
];

interface Stopped {
  readonly id: string;
  readonly nextTryAt: Date | null;
  readonly group: 'check' | 'money' | 'carrier' | 'label';
  readonly cause: string | null;
  readonly code: string | null;
  readonly text: string | null;
  readonly repair: string | null;
}

/** Stopped orders that the person may read: of a batch, or all failed ones. */
async function stoppedOf(call: CommandCall, batch: string | null): Promise<readonly Stopped[]> {
  const of = batch ? 'o.batch = $2' : `o.status = 'failed' AND $2::bigint IS NULL`;
  const rows = await call.services.query<Stopped>(
    `SELECT s.*, s.id::text AS id FROM (${stoppedSql(`o.tenant_id = $1 AND ${of}`)}) s ORDER BY s.id DESC LIMIT ${max * 2}`,
    [call.tenant, batch],
  );
  const readable = await readableOf(call, [...new Set(rows.map((row) => row.id))]);
  return rows.filter((row) => readable.has(row.id));
}

async function readableOf(call: CommandCall, asked: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  for (let at = 0; at < asked.length; at += portion)
    for (const row of await call.list('order', { 'id.in': asked.slice(at, at + portion).join(',') }, portion))
      found.set(String(row['id']), row['status']);
  return found;
}

interface Cause extends Omit<Stopped, 'id' | 'nextTryAt'> {
  readonly ids: string[];
  nextTryAt: string | null;
}

/** Groups orders that the same repair can fix: known problems by cause, unknown ones by text. */
function causesOf(rows: readonly Stopped[]): Cause[] {
  const found = new Map<string, Cause>();
  for (const { id: order, nextTryAt, ...row } of rows) {
    const isUnknown = row.group === 'carrier' && (row.cause === null || row.cause === 'other');
    const key = [row.group, row.code, isUnknown ? row.text : ''].join('\n');
    const next = nextTryAt?.toISOString() ?? null;
    const known = found.get(key);
    if (!known) found.set(key, { ...row, ids: [order], nextTryAt: next });
    else {
      known.ids.push(order);
      if (next && (known.nextTryAt === null || next < known.nextTryAt)) known.nextTryAt = next;
    }
  }
  return [...found.values()].toSorted((a, b) => b.ids.length - a.ids.length);
}

const text: JsonSchema = { type: ['string', 'null'] };
const cause: JsonSchema = {
  type: 'object',
  required: ['group', 'cause', 'code', 'text', 'repair', 'ids', 'nextTryAt'],
  properties: {
    group: { enum: ['check', 'money', 'carrier', 'label'] },
    ...{ cause: text, code: text, text, repair: text, nextTryAt: text },
    ids: { type: 'array', items: id },
  },
};

/** Current causes of stopped orders, with the orders of each. */
export const orderCauses = defineCommand({
  path: 'Order/causes',
  body: { type: 'object', properties: { batch: id }, examples: [{ batch: '7001' }] },
  answer: { type: 'object', required: ['causes'], properties: { causes: { type: 'array', items: cause } } },
  ...{ perMinute: 60, needs: { entity: 'order', code: 'read' } },
  run: async (call) => ({
    causes: causesOf(await stoppedOf(call, (call.body['batch'] as string | undefined) ?? null)),
  }),
});

/**
 * Applies one repair to all orders of a cause: the same change in each as the person under all rules, then resubmits a
 * batch's orders. A change that voids the price needs `Order/trial` before the resubmission, because nothing is placed at
 * a price that nobody saw: then send the changes, the trial and the batch in this order. Failures after the label are
 * printed or pushed again; nothing is bought.
 */
export const repairOrders = defineCommand({
  path: 'Order/repair',
  body: {
    type: 'object',
    required: ['ids'],
    properties: {
      ...{ ids, batch: id, prices: pricesSchema },
      changes: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(changeable.map((name) => [name, text])),
      },
    },
    examples: [
      { ids: ['5001', '5002'], changes: { shipToPostalCode: '10001' } },
      { batch: '7001', ids: ['5001', '5002'] },
    ],
  },
  answer: {
    type: 'object',
    required: ['changed', 'running', 'again', 'refused', 'job'],
    properties: {
      ...{ changed: { type: 'integer' }, running: { type: 'integer' }, again: { type: 'integer' }, job: text },
      refused: { type: 'array', items: { type: 'object', properties: { id, message: { type: 'string' } } } },
    },
  },
  ...{ perMinute: 30, once: true, needs: { entity: 'order', code: 'submit' } },
  async run(call) {
    const asked = [...new Set(call.body['ids'] as string[])];
    const status = await readableOf(call, asked);
    const own = asked.filter((order) => status.has(order));
    const open = own.filter((order) => ['draft', 'failed'].includes(String(status.get(order))));
    const { changed, refused } = await change(call, open);
    const left = new Set(refused.map((each) => each.id));
    const running = open.filter((order) => !left.has(order));
    const again = await afterLabel(
      call,
      own.filter((order) => !open.includes(order)),
    );
    const batch = call.body['batch'] as string | undefined;
    if (!batch || running.length === 0) return { changed, running: 0, again, refused, job: null };
    if ((await call.list('order-batch', { id: batch }, 1)).length === 0) return call.forbid();
    await call.services.query(clearSql, [call.tenant, batch, running]);
    return {
      changed,
      running: running.length,
      again,
      refused,
      job: await call.order(work, { batch, ...pricesIn(call.body) }),
    };
  },
});

/** Makes the same change in each order, as the person. */
async function change(call: CommandCall, orders: readonly string[]) {
  const changes = Object.entries((call.body['changes'] ?? {}) as Record<string, unknown>);
  if (changes.length === 0 || orders.length === 0) return { changed: 0, refused: [] };
  if (!call.can('order', 'edit')) call.forbid();
  const values = Object.fromEntries(changes);
  const saved = await call.save(
    'order',
    orders.map((order) => ({ key: call.services.newId(), id: order, values })),
  );
  const refused = saved.flatMap((outcome, at) =>
    outcome.ok ? [] : [{ id: orders[at] ?? '', message: outcome.issues.map((each) => call.explain(each)).join('; ') }],
  );
  return { changed: orders.length - refused.length, refused };
}

const jobsSql = `SELECT j.id::text AS id, 'print-job' AS entity, 'resend' AS step FROM print_job j
    WHERE j.tenant_id = $1 AND j."order" = ANY ($2::bigint[]) AND j.status IN ('failed', 'uncertain')
  UNION ALL SELECT s.id::text, 'store-order', 'pushAgain' FROM store_order s
    WHERE s.tenant_id = $1 AND s."order" = ANY ($2::bigint[]) AND s.push IN ('refused', 'asks')`;

/** Repeats failed prints and pushes of numbers to shops, where the person may. */
async function afterLabel(call: CommandCall, orders: readonly string[]): Promise<number> {
  if (orders.length === 0) return 0;
  let many = 0;
  for (const row of await call.services.query(jobsSql, [call.tenant, orders])) {
    const [entity, step] = [String(row['entity']), String(row['step'])];
    if (!call.can(entity, step)) continue;
    // A label that may be on paper already needs a reason to be printed again.
    const input = entity === 'print-job' ? { reason: call.say('shipping.printAgain') } : {};
    const issues = await call.services.act({ tenant: call.tenant, entity, id: String(row['id']) }, step, input);
    if (issues.length === 0) many += 1;
  }
  return many;
}
