import { defineCommand, issue, type CommandCall, type JsonSchema } from '../../modules/module.ts';

type Row = Readonly<Record<string, unknown>>;

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const record: JsonSchema = { type: ['object', 'null'] };

const totalsSql = `SELECT count(*)::integer AS count, coalesce(sum("weightKg"), 0)::double precision AS weight,
    count(*) FILTER (WHERE "weighedAt" IS NULL)::integer AS unweighed, count(*) FILTER (WHERE customer IS NULL)::integer AS unknown
  FROM main_bill_box WHERE tenant_id = $1 AND "mainBill" = $2`;

/** What a scanned number is of ours: a labelled package, or an order. $1 tenant, $2 number. */
const knownSql = `SELECT p.customer::text, p."order"::text, p.id::text AS package, p."unitType", coalesce(p."measuredWeight", p.weight)::text AS weight,
    p.length::text, p.width::text, p.height::text, p."declaredValue"::text
    FROM package p WHERE p.tenant_id = $1 AND p."trackingNo" = $2 AND p.status = 'labelled'
  UNION ALL
  SELECT o.customer::text, o.id::text, NULL, o."unitType", NULL, NULL, NULL, NULL, NULL
    FROM "order" o WHERE o.tenant_id = $1 AND o."orderNo" = $2 LIMIT 1`;

const numbers = ['weight', 'length', 'width', 'height', 'declaredValue'];

/** The number that is on the label, without what other keyboards make of it. */
export const boxNoOf = (text: string): string => text.trim().toUpperCase().replace(/\s+/g, '');

interface Scan {
  readonly outcome: 'bill' | 'added' | 'unknown' | 'waiting' | 'twice' | 'elsewhere' | 'gone' | 'totals';
  readonly bill: Row;
  readonly box: Row | null;
}

async function boxOf(call: CommandCall, boxNo: string): Promise<Row | null> {
  return (await call.list('main-bill-box', { boxNo }, 1))[0] ?? null;
}

/** The place of a box that is loaded already. */
function placeOf(box: Row, bill: Row): Scan {
  const { status } = box;
  if (status === 'waiting') return { outcome: 'waiting', bill, box };
  if (status === 'departed' || status === 'arrived') return { outcome: 'gone', bill, box };
  return { outcome: box['mainBill'] === bill['id'] ? 'twice' : 'elsewhere', bill, box };
}

/** Adds a new box with the facts of its package or order, else with its number alone. */
async function takeBox(call: CommandCall, boxNo: string, bill: Row): Promise<Scan> {
  const [known] = await call.read(knownSql, [call.tenant, boxNo]);
  const facts = Object.entries(known ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, numbers.includes(name) ? Number(value) : value]],
  );
  // A person who may not see the order or its customer adds the number alone; someone else assigns the customer.
  for (const values of known ? [Object.fromEntries(facts), {}] : [{}]) {
    const [saved] = await call.save('main-bill-box', [
      { key: call.services.newId(), values: { ...values, boxNo, mainBill: bill['id'] } },
    ]);
    const issues = saved?.ok === false ? saved.issues : [];
    if (issues.some(({ code }) => code === 'unique')) {
      const other = await boxOf(call, boxNo);
      if (other) return placeOf(other, bill);
    }
    if (saved?.ok) {
      const box = await boxOf(call, boxNo);
      return { outcome: box?.['customer'] ? 'added' : 'unknown', bill, box };
    }
    if (!issues.every(({ code }) => code.startsWith('reference.'))) call.refuse(...issues);
  }
  return call.refuse(issue('consolidation.notTaken', 'text'));
}

async function scanned(call: CommandCall): Promise<Scan> {
  const { mainBill, text } = call.body as { mainBill?: string; text?: string };
  const boxNo = boxNoOf(text ?? '');
  const [named] = boxNo === '' ? [] : await call.list('main-bill', { number: boxNo, status: 'open' }, 1);
  if (named) return { outcome: 'bill', bill: named, box: null };
  if (mainBill === undefined) return call.refuse(issue('consolidation.noBill', 'text'));
  const [bill] = await call.list('main-bill', { id: mainBill }, 1);
  if (!bill) return call.refuse(issue('reference.missing', 'mainBill'));
  if (boxNo === '') return { outcome: 'totals', bill, box: null };
  if (bill['status'] !== 'open')
    return call.refuse(issue('consolidation.billClosed', 'mainBill', { number: bill['number'] }));
  const box = await boxOf(call, boxNo);
  return box ? placeOf(box, bill) : takeBox(call, boxNo, bill);
}

/** What is scanned while a main bill is loaded: the number of the bill itself, or of a box. */
export const scan = defineCommand({
  path: 'MainBill/scan',
  body: {
    type: 'object',
    properties: {
      mainBill: { ...id, description: 'The main bill that is being loaded; absent until its number is scanned.' },
      text: { type: 'string', maxLength: 100, description: 'Absent: only the totals are asked for.' },
    },
    examples: [{ mainBill: '7001', text: 'ACM-0003' }],
  },
  answer: {
    type: 'object',
    required: ['outcome', 'bill', 'box', 'totals'],
    properties: {
      outcome: {
        type: 'string',
        enum: ['bill', 'added', 'unknown', 'waiting', 'twice', 'elsewhere', 'gone', 'totals'],
        description: '`waiting`: the box is here and on no main bill; `MainBillBox/load` puts it onto one.',
      },
      bill: { type: 'object' },
      box: record,
      totals: { type: 'object' },
    },
    examples: [
      {
        outcome: 'added',
        bill: { id: '7001', number: '176-40112236', status: 'open' },
        box: { id: '8001', boxNo: 'ACM-0003', status: 'loaded' },
        totals: { count: 3, weight: 34.5, unweighed: 1, unknown: 0 },
      },
    ],
  },
  needs: { entity: 'main-bill-box', code: 'load' },
  perMinute: 240,
  async run(call) {
    const { outcome, bill, box } = await scanned(call);
    const [totals] = await call.read(totalsSql, [call.tenant, bill['id']]);
    return { outcome, bill, box, totals };
  },
});
