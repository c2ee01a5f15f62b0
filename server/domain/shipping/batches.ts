import {
  defineCommand,
  defineJob,
  defineWork,
  issue,
  type SystemServices,
  type Issue,
  type JsonSchema,
} from '../../modules/module.ts';
import { beginSql, clearSql, countSql, openSql, standSql } from './batch-sql.ts';
import { noteRefusal } from './note-refusal.ts';

/** Maximum orders per batch. */
const most = 3_000;
/** Readable orders are queried in chunks. */
const portion = 200;
/** Orders submitted in parallel, each in its own transaction. */
const together = 6;

/** Prices by order, as a person has seen them. */
export type Prices = Readonly<Record<string, number>>;
export const pricesSchema: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'number' },
  description: 'Prices by order, as they were shown to who places: an order that costs more now is refused.',
};

const body: JsonSchema = {
  type: 'object',
  required: ['ids'],
  properties: {
    ids: { type: 'array', minItems: 1, maxItems: most, items: { type: 'string', pattern: '^[0-9]{1,18}$' } },
    prices: pricesSchema,
  },
  examples: [{ ids: ['5001', '5002'] }, { ids: ['5001'], prices: { 5001: 12.4 } }],
};

const answer: JsonSchema = {
  type: 'object',
  required: ['batch', 'job', 'count', 'skipped'],
  properties: {
    batch: { type: 'string' },
    job: { type: 'string' },
    count: { type: 'integer' },
    skipped: { type: 'integer' },
  },
};

export const work = 'shipping.place-batch';

/**
 * Submits many drafts as a batch with a progress page (`Order/place` is the transition in which staff type a number).
 */
export const placeMany = defineCommand({
  ...{ path: 'Order/placeMany', body, answer, perMinute: 30, once: true },
  needs: { entity: 'order', code: 'submit' },
  async run(call) {
    const { tenant, services, actor } = call;
    const ids = [...new Set(call.body['ids'] as string[])];
    const rows: Readonly<Record<string, unknown>>[] = [];
    for (let at = 0; at < ids.length; at += portion) {
      const some = ids.slice(at, at + portion);
      rows.push(...(await call.list('order', { 'id.in': some.join(',') }, portion)));
    }
    const fitting = rows.filter(({ status }) => status === 'draft' || status === 'failed');
    if (fitting.length === 0) return call.refuse(issue('shipping.noDraftOrder', 'ids'));
    const batch = services.newId();
    await services.query(beginSql, [tenant, batch, actor.id, fitting.map(({ id }) => id)]);
    const job = await call.order(work, { batch, ...pricesIn(call.body) });
    return { batch, job, count: fitting.length, skipped: ids.length - fitting.length };
  },
});

export const pricesIn = ({ prices }: Readonly<Record<string, unknown>>): { prices?: Prices } =>
  prices === undefined ? {} : { prices: prices as Prices };

/** Submits an order, but not at a price above the one that was shown: a trial may change it at any moment. */
async function submitOne(
  { services, tenant }: { services: SystemServices; tenant: string },
  id: string,
  shown: number | undefined,
): Promise<readonly Issue[]> {
  const [order] = await services.query(standSql, [tenant, id]);
  if (shown !== undefined && Number(order?.['price'] ?? 0) > shown) return [issue('shipping.dearer', 'service')];
  const of = { tenant, entity: 'order', id };
  const input = shown === undefined ? {} : { version: order?.['version'] };
  const issues = await services.act(of, order?.['status'] === 'failed' ? 'retry' : 'submit', input);
  return issues.some(({ code }) => code === 'error.stale') ? submitOne({ services, tenant }, id, shown) : issues;
}

interface Run {
  readonly services: SystemServices;
  readonly tenant: string;
  readonly batch: string;
  readonly prices?: Prices;
}

/** Submits the orders of a batch one by one: checks, price and money. Labels are made by the placings. */
async function submitAll(
  on: Run,
  explain: (found: Issue) => string,
  told: (done: number, total: number) => Promise<void>,
): Promise<void> {
  const { services, tenant, batch, prices = {} } = on;
  const rows = [...(await services.query(openSql, [tenant, batch]))];
  const total = rows.length;
  let done = 0;
  const one = async (): Promise<void> => {
    const row = rows.shift();
    if (!row) return;
    const id = String(row['id']);
    const issues = await submitOne(on, id, prices[id]);
    await noteRefusal(services, { tenant, id }, { issues, explain: (each) => explain(forCustomer(each)) });
    done += 1;
    if (done % 25 === 0) {
      await told(done, total);
      await followBatch(services, tenant, batch, false);
    }
    return one();
  };
  await Promise.all(Array.from({ length: together }, one));
  await told(total, total);
  await followBatch(services, tenant, batch, true);
}

/** Hides the balance's floor, which only the system may see, from customers. */
const forCustomer = (found: Issue): Issue => {
  const { floor: _floor, ...params } = found.params ?? {};
  return { ...found, params };
};

export const placeBatch = defineWork(work, async (call) => {
  const { services, tenant, request } = call;
  const batch = String(request['batch']);
  const run = { services, tenant, batch, ...pricesIn(request) };
  await submitAll(run, call.explain, (done, total) => call.progress({ done, total }));
  return { batch };
});

/** Submits refused and failed orders again; errors are in the language of their causes. */
export const runAgain = defineJob('shipping.run-again', async ({ services: deps, tenant, record }) => {
  const batch = String(record['id']);
  const known = await deps.query(
    `SELECT code, text FROM "order_batch__causes" WHERE tenant_id = $1 AND parent_id = $2`,
    [tenant, batch],
  );
  const words = new Map(known.map(({ code, text }) => [String(code), String(text)]));
  await deps.query(clearSql, [tenant, batch, null]);
  const explain = ({ code }: Issue) => words.get(code) ?? code;
  await submitAll({ services: deps, tenant, batch }, explain, async () => undefined);
});

const looked = new Map<string, number>();
/** Minimum milliseconds between counts of a running batch. */
const pause = 1_000;

/** Recounts a batch and groups its problems by cause; finishes it when nothing is pending. */
export async function followBatch(
  services: SystemServices,
  tenant: string,
  batch: string,
  atOnce: boolean,
): Promise<void> {
  const now = Date.now();
  if (!atOnce && now - (looked.get(batch) ?? 0) < pause) return;
  looked.set(batch, now);
  if (looked.size > 1_000) looked.delete([...looked.keys()][0] ?? '');
  await services.query(countSql, [tenant, batch]);
}
