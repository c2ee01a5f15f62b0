import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  defineCommand,
  defineUpload,
  defineWork,
  issue,
  type JsonSchema,
  type WorkCall,
} from '../../modules/module.ts';
import { plainNumber } from './read/bill.ts';
import { centsText, decimalSignOf, readCents, type DecimalSign } from './read/exact.ts';
import { BadFile } from './read/refusal.ts';
import { kindOf, rowsOf } from './read/rows.ts';
import { isWorkbook } from './read/unpack.ts';

/** Rows of one table that are compared. */
const maxRows = 200_000;
/** Rows of an outcome that are shown and exported. */
const maxShown = 5_000;
const needs = { entity: 'carrier-bill', code: 'match' };

/** One table, or two that are to be compared: their headings and first rows. Nothing of them becomes a bill. */
export const uploadTables = defineUpload({
  ...{ path: 'BillTable/upload', needs, most: 2, maxBytes: 134_217_728, work: 'billing.tables' },
});

async function* rowsIn(path: string, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  const kind = await kindOf(path, () => isWorkbook(path));
  if (kind === 'archive') throw new BadFile('billing.archiveInside');
  for await (const { rows } of rowsOf(path, kind === 'workbook', signal)) yield* rows;
}

interface Table {
  readonly headings: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly count: number;
}

async function* tableIn(path: string, signal: AbortSignal): AsyncGenerator<Table> {
  let headings: readonly string[] | null = null;
  const sample: (readonly string[])[] = [];
  let count = 0;
  for await (const row of rowsIn(path, signal)) {
    if (headings === null) headings = row.map((cell) => cell.trim().slice(0, 120));
    else {
      count += 1;
      if (sample.length < 20) sample.push(row.slice(0, 600).map((cell) => cell.slice(0, 120)));
    }
  }
  yield { headings: headings ?? [], sample, count };
}

export const tableStatements: readonly string[] = [
  // Which files are tables, and whose: no other file of the tenant is read as one.
  `CREATE TABLE IF NOT EXISTS billing.given_table (
     tenant_id bigint NOT NULL, file bigint NOT NULL, account bigint NOT NULL, PRIMARY KEY (tenant_id, file))`,
  `ALTER TABLE billing.given_table ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE billing.given_table FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON billing.given_table`,
  `CREATE POLICY system ON billing.given_table TO lading_system USING (true)`,
  `GRANT SELECT, INSERT, DELETE ON billing.given_table TO lading_system`,
];
const keepSql = `INSERT INTO billing.given_table (tenant_id, file, account) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
const ownSql = `SELECT FROM billing.given_table WHERE tenant_id = $1 AND account = $2 AND file = ANY ($3::bigint[])`;

export const readTables = defineWork('billing.tables', async (call) => {
  const tables = [];
  const refused: { file: string; message: string }[] = [];
  for (const file of call.files) {
    try {
      for await (const table of call.local(file, (path) => tableIn(path, call.signal))) {
        const content = await call.open(file);
        const kept = { tenant: call.tenant, customer: null, name: file.name, content };
        const id = await call.services.files.keep(kept);
        await call.services.query(keepSql, [call.tenant, id, call.actor.id]);
        tables.push({ ...table, name: file.name, file: id });
      }
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      refused.push({ file: file.name, message: call.explain(issue(error.code, '', { ...error.params })) });
    }
  }
  return { tables, refused };
});

const column: JsonSchema = { type: 'integer', minimum: 0, maximum: 599 };
const file: JsonSchema = { type: 'string', pattern: '^[0-9]{1,19}$' };

/** Compares a table with another one, or with what our bills say of its tracking numbers. */
export const compareTables = defineCommand({
  ...{ path: 'BillTable/compare', needs, perMinute: 20 },
  body: {
    ...{ type: 'object', required: ['left', 'keys', 'values'], additionalProperties: false },
    properties: {
      left: file,
      right: { type: ['string', 'null'], pattern: '^[0-9]{1,19}$' },
      keys: {
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: { type: 'array', minItems: 2, maxItems: 2, items: column },
      },
      values: { type: 'array', maxItems: 20, items: { type: 'array', minItems: 2, maxItems: 2, items: column } },
      tolerance: { type: 'string', pattern: '^[0-9]{1,6}([.][0-9]{1,2})?$' },
    },
  },
  answer: { type: 'object', properties: { job: { type: 'string' } } },
  async run({ body, order, services, tenant, actor, refuse }) {
    const files = [...new Set([body['left'], body['right']].filter((id) => typeof id === 'string'))];
    const own = await services.query(ownSql, [tenant, actor.id, files]);
    if (own.length < files.length) return refuse(issue('billing.noTable', 'left'));
    return { job: await order('billing.compare-tables', body) };
  },
});

type Request = {
  readonly left: string;
  readonly right?: string | null;
  readonly keys: readonly (readonly [number, number])[];
  readonly values: readonly (readonly [number, number])[];
  readonly tolerance?: string;
};

interface Side {
  readonly headings: readonly string[];
  /** Rows by their key; several rows of one key are added up. */
  readonly rows: Map<string, { cells: string[]; cents: (bigint | null)[] }>;
}

async function sideOf(
  call: WorkCall,
  fileId: string,
  keys: readonly number[],
  values: readonly number[],
): Promise<Side> {
  const folder = await mkdtemp(join(tmpdir(), 'tables-'));
  try {
    const path = join(folder, 'table');
    await pipeline(await call.services.files.stream(call.tenant, fileId), createWriteStream(path));
    const rows: Side['rows'] = new Map();
    let headings: readonly string[] = [];
    let decimal: DecimalSign | null = null;
    let count = -1;
    for await (const row of rowsIn(path, call.signal)) {
      count += 1;
      if (count === 0) {
        headings = row;
        continue;
      }
      if (count > maxRows) call.refuse(issue('billing.tooManyLines', 'left', { max: maxRows }));
      const cells = values.map((at) => (row[at] ?? '').trim());
      decimal ??= decimalSignOf(cells);
      const key = keys.map((at) => plainNumber(row[at] ?? '')).join(' ');
      const cents = cells.map((cell) => (cell === '' ? 0n : readCents(cell, decimal ?? '.')));
      const known = rows.get(key);
      if (!known) rows.set(key, { cells, cents });
      else known.cents = known.cents.map((sum, at) => addUp(sum, cents[at] ?? null));
    }
    return { headings, rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const addUp = (sum: bigint | null, more: bigint | null): bigint | null =>
  sum === null || more === null ? null : sum + more;

const ourSql = `SELECT l."trackingNo" AS tracking, sum(l.net)::text AS net FROM carrier_bill_line l
    JOIN carrier_bill b ON b.tenant_id = l.tenant_id AND b.id = l.bill AND b.status <> 'discarded'
  WHERE l.tenant_id = $1 AND l."trackingNo" = ANY ($2::text[]) GROUP BY 1`;

async function ourSide({ services, tenant, say }: WorkCall, wanted: readonly string[], values: number): Promise<Side> {
  const rows: Side['rows'] = new Map();
  for (let at = 0; at < wanted.length; at += 5_000) {
    for (const { tracking, net } of await services.query(ourSql, [tenant, wanted.slice(at, at + 5_000)])) {
      const cents = readCents(String(net), '.');
      rows.set(plainNumber(String(tracking)), {
        cells: [String(net)],
        cents: Array.from({ length: values }, () => cents),
      });
    }
  }
  return { headings: [say('billing.tables.ours')], rows };
}

interface Difference {
  readonly key: string;
  readonly kind: 'differs' | 'onlyLeft' | 'onlyRight';
  readonly values: readonly {
    readonly left: string | null;
    readonly right: string | null;
    readonly difference: number | null;
  }[];
}

export const runCompare = defineWork('billing.compare-tables', async (call) => {
  const { left, right, keys, values, tolerance = '0' } = call.request as Request;
  const one = await sideOf(
    call,
    left,
    keys.map(([at]) => at),
    values.map(([at]) => at),
  );
  const other = right
    ? await sideOf(
        call,
        right,
        keys.map(([, at]) => at),
        values.map(([, at]) => at),
      )
    : await ourSide(call, [...one.rows.keys()], values.length);
  const within = readCents(tolerance, '.') ?? 0n;
  const rows: Difference[] = [];
  let same = 0;
  for (const key of new Set([...one.rows.keys(), ...other.rows.keys()])) {
    const [a, b] = [one.rows.get(key), other.rows.get(key)];
    const cells = values.map((_, at) => valueOf(a, b, at));
    const far = values.some((_, at) => differs(a, b, { at, within }));
    if (a && b && !far) same += 1;
    else rows.push({ key, kind: a ? (b ? 'differs' : 'onlyLeft') : 'onlyRight', values: cells });
  }
  const names = values.map(([at]) => one.headings[at] ?? String(at + 1));
  const shown = rows.slice(0, maxShown);
  const counts = { same, differs: 0, onlyLeft: 0, onlyRight: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  return { counts, names, rows: shown.slice(0, 500), file: await call.file(bookOf(call, names, shown), 'xlsx') };
});

type Row = { cells: string[]; cents: (bigint | null)[] } | undefined;

function valueOf(a: Row, b: Row, at: number): Difference['values'][number] {
  const [left, right] = [a?.cents[at] ?? null, b?.cents[at] ?? null];
  const text = (row: Row, cents: bigint | null) =>
    row ? (cents === null ? (row.cells[at] ?? '') : centsText(cents)) : null;
  const difference = left === null || right === null ? null : Number(right - left) / 100;
  return { left: text(a, left), right: text(b, right), difference };
}

/** Amounts by their difference, other cells by their text. */
function differs(a: Row, b: Row, { at, within }: { at: number; within: bigint }): boolean {
  if (!a || !b) return true;
  const [left, right] = [a.cents[at] ?? null, b.cents[at] ?? null];
  if (left === null || right === null) return (a.cells[at] ?? '').toUpperCase() !== (b.cells[at] ?? '').toUpperCase();
  const off = left > right ? left - right : right - left;
  return off > within;
}

function bookOf({ say }: WorkCall, names: readonly string[], rows: readonly Difference[]) {
  const columns = [
    { header: say('billing.tables.key'), share: 3 },
    { header: say('billing.tables.kind'), share: 2 },
    ...names.flatMap((name) => [
      { header: `${name} 1`, share: 2 },
      { header: `${name} 2`, share: 2 },
      { header: say('billing.tables.difference'), share: 2, number: true },
    ]),
  ];
  const lines = rows.map(({ key, kind, values }) => [
    ...[key, say(`billing.tables.${kind}`)],
    ...values.flatMap(({ left, right, difference }) => [left, right, difference]),
  ]);
  const title = say('billing.tables.title');
  return { title, facts: [], tables: [{ title, note: '', columns, lines }] };
}
