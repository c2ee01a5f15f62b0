import { readXlsx } from 'hucre/xlsx';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../../server/domain/demo/random.ts';
import type { Person } from '../../support/test-app.ts';
import { giveLogo } from '../../support/tenant-logo.ts';
import { openDesk, type Desk, type Row } from '../../support/sold-bills.ts';

const customers = process.env['NIGHT'] === '1' ? 300 : 10;
const [from, to] = ['2026-02-10', '2026-03-20'];

let desk: Desk;
let orders: { id: string; charges: readonly (readonly [string, number])[] }[];
beforeAll(async () => {
  desk = await openDesk();
  const categories = ['transport', 'fuel', 'residential', 'areaOfOurOwn'];
  orders = await Promise.all(
    [1, 2, 3, 4].map(async (at) => {
      const charges = categories.slice(0, at).map((category, n) => [category, 1000 * at + 37 * n] as const);
      const { order } = await desk.order({
        ...{ customer: desk.sample('customer/acme'), tracking: [`1ZA1B23403009000${at}`] },
        charges: charges.map(([category, amount]) => ({ side: 'sale', category, amount: (amount / 100).toFixed(2) })),
      });
      return { id: order, charges };
    }),
  );
}, 120_000);
afterAll(() => desk?.close());

interface Line {
  readonly kind: string;
  readonly entity: string | null;
  readonly ref: string | null;
  /** Minor units; into the balance, or out of it. */
  readonly moved: number;
  readonly at: string;
}

/** What may move a balance, with the sheet that it belongs to. */
function anyLine(random: Random, currency: string): Line & { sheet: string } {
  const at = `2026-0${1 + Math.floor(random.next() * 4)}-${10 + Math.floor(random.next() * 18)}T${10 + Math.floor(random.next() * 13)}:15:00Z`;
  const amount = 1 + Math.floor(random.next() * 90_000);
  const order = random.pick(orders);
  const whole = order.charges.reduce((sum, [, each]) => sum + each, 0);
  const line = (sheet: string, kind: string, entity: string | null, ref: string | null, moved: number) => ({
    ...{ sheet, kind, entity, ref, moved, at },
  });
  const every = [
    () => line('shipping', 'hold', 'order', order.id, -(random.chance(0.5) ? whole : amount)),
    () => line('shipping', 'release', 'order', order.id, amount),
    () => line('refunds', 'refund', 'order', order.id, whole),
    () => line('recharges', 'recharge', 'recharge', desk.sample('recharge/passed') || '77', amount),
    () => line('recharges', 'reversal', 'recharge', '77', -amount),
    () => line('deductions', 'deduction', 'deduction', '78', -amount),
    () => line('withdrawals', 'withdrawal', 'withdrawal', '79', -amount),
    () => line('laterCharges', 'billUnderpaid', 'member-bill', '80', -amount),
    () => line('laterCharges', 'release', 'member-bill-line', '81', amount),
    () => line('deposits', 'depositReturn', 'deposit', '82', amount),
    () => line('other', 'clearAccount', currency === 'USD' ? 'customer-config' : null, '83', -amount),
  ];
  return random.pick(every)();
}

/** A balance with these lines, as the ledger writes them. */
async function write(customer: string, currency: string, lines: readonly Line[]): Promise<void> {
  const id = async () => String((await desk.query('SELECT lading.new_id()::text AS id'))[0]?.['id']);
  const [account, other] = [await id(), await id()];
  await desk.query(
    `INSERT INTO ledger_account (tenant_id, id, kind, customer, currency, balance, version) VALUES ($1, $2, 'available', $3, $4, 0, $5), ($1, $6, 'frozen', $3, $4, 0, 1)`,
    [desk.tenant, account, customer, currency, lines.length, other],
  );
  await desk.query(
    `INSERT INTO ledger_transfer (tenant_id, id, "createdAt", "opKey", kind, debit, credit, amount, currency, customer, "refEntity", "refId",
         "moneyIn", "moneyOut", "balanceAfter", "debitStep", "creditStep")
       SELECT $1, lading.new_id(), x.at::timestamptz, 'statement-test:' || $2 || ':' || x.n, x.kind,
              CASE WHEN x.moved < 0 THEN $2::bigint ELSE $3::bigint END, CASE WHEN x.moved < 0 THEN $3::bigint ELSE $2::bigint END,
              abs(x.moved) / 100.0, $4, $5, x.entity, x.ref, CASE WHEN x.moved > 0 THEN x.moved / 100.0 END, CASE WHEN x.moved < 0 THEN -x.moved / 100.0 END,
              0, CASE WHEN x.moved < 0 THEN x.n END, CASE WHEN x.moved > 0 THEN x.n END
         FROM ROWS FROM (jsonb_to_recordset($6::jsonb) AS (kind text, entity text, ref text, moved numeric, at text)) WITH ORDINALITY
              AS x(kind, entity, ref, moved, at, n)`,
    [desk.tenant, account, other, currency, customer, JSON.stringify(lines)],
  );
}

async function newCustomer(name: string): Promise<string> {
  const columns = (
    await desk.query(
      `SELECT quote_ident(column_name) AS name FROM information_schema.columns WHERE table_name = 'customer' AND is_generated = 'NEVER'`,
    )
  ).map(({ name: column }) => `n.${String(column)}`);
  const [made] = await desk.query(
    `INSERT INTO customer (${columns.map((each) => each.slice(2)).join(', ')}) SELECT ${columns.join(', ')} FROM customer c,
        jsonb_populate_record(c, jsonb_build_object('id', lading.new_id(), 'code', $2::text, 'name', $3::text)) n
      WHERE c.tenant_id = $1 AND c.id = $4 RETURNING id::text`,
    [desk.tenant, name.replaceAll(' ', '-').slice(0, 20), `${name} =1+1 <&"'`, desk.sample('customer/acme')],
  );
  return String(made?.['id']);
}

async function file(who: Person, body: object, culture: string) {
  const answer = await desk.world.test.app.inject({
    ...{ method: 'POST', url: `/api/Statement/workbook?culture=${culture}`, payload: JSON.stringify(body) },
    headers: { host: 'north.localhost', authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
  });
  return { status: answer.statusCode, type: String(answer.headers['content-type']), bytes: answer.rawPayload };
}

/** The parts of the package as the directory at its end names them. */
function partsOf(bytes: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, name, head] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    parts.set(
      bytes.toString('utf8', at + 46, at + 46 + name),
      inflateRawSync(bytes.subarray(start, start + size)).toString(),
    );
    at += 46 + name;
  }
  return parts;
}

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);

describe('the statement of a customer as a workbook', () => {
  it(`adds up for ${customers} customers: sheets to their line, opening and movements to closing, no currency to another`, async () => {
    const random = createRandom('statements');
    for (let at = 0; at < customers; at += 1) {
      const customer = await newCustomer(`Statement ${at}`);
      const currencies = random.chance(0.3) ? ['USD', 'CAD'] : ['USD'];
      const culture = at % 2 === 0 ? 'en-US' : 'zh-CN';
      const words = (await import(`../../../locales/${culture}/modules/receivables.json`)).default as Record<
        string,
        string
      >;
      const written = new Map<string, readonly (Line & { sheet: string })[]>();
      for (const currency of currencies) {
        const lines = Array.from({ length: Math.floor(random.next() * 60) }, () => anyLine(random, currency));
        written.set(currency, lines);
        await write(customer, currency, lines);
      }
      const { bytes, status } = await file(desk.finance, { customer, from, to }, culture);
      expect(status).toBe(200);
      const { sheets } = await readXlsx(bytes);
      const summary = sheets[0]?.rows ?? [];
      for (const [currency, lines] of written) {
        // Days are those of the tenant, which is seven or eight hours behind; no line is near midnight.
        const within = (line: Line) => line.at.slice(0, 10) >= from && line.at.slice(0, 10) <= to;
        const sum = (all: readonly Line[]) => all.reduce((total, { moved }) => total + moved, 0);
        const begins = summary.findIndex(([, value]) => value === currency);
        const block = summary.slice(begins + 1, begins + 11);
        const figure = (label: string) => cents(block.find(([text]) => String(text).endsWith(label))?.[1]);
        const before = lines.filter((line) => line.at.slice(0, 10) < from);
        expect([at, figure(words['receivables.statement.opening']!)]).toEqual([at, sum(before)]);
        expect(figure(words['receivables.statement.closing']!)).toBe(sum([...before, ...lines.filter(within)]));
        expect(block.slice(0, -1).reduce((total, [, amount]) => total + cents(amount), 0)).toBe(
          cents(block.at(-1)?.[1]),
        );
        for (const kind of [
          'shipping',
          'laterCharges',
          'deductions',
          'withdrawals',
          'other',
          'recharges',
          'refunds',
          'deposits',
        ]) {
          const title = words[`receivables.kind.${kind}`]!;
          const sheet = sheets.find(({ name }) => name === (currencies.length > 1 ? `${currency} ${title}` : title));
          const rows = sheet?.rows ?? [];
          const own = lines.filter((line) => line.sheet === kind && within(line));
          expect([at, kind, rows.length]).toEqual([at, kind, own.length + 2]);
          expect([at, kind, cents(rows.at(-1)?.at(-1))]).toEqual([at, kind, sum(own)]);
          expect(figure(title)).toBe(sum(own));
          const first = rows[0]!.indexOf(words['receivables.column.charge.transport']!);
          for (const row of first < 0 ? [] : rows.slice(1))
            expect(row.slice(first, -1).reduce<number>((total, amount) => total + cents(amount), 0)).toBe(
              cents(row.at(-1)),
            );
        }
      }
    }
  }, 600_000);

  it('is a package that every reader of workbooks takes: all parts named, no formula, short names', async () => {
    const customer = await newCustomer('Package');
    await write(customer, 'USD', [
      { kind: 'hold', entity: 'order', ref: orders[0]!.id, moved: -1000, at: '2026-03-02T12:00:00Z' },
    ]);
    for (const culture of ['en-US', 'zh-CN']) {
      const { bytes, type } = await file(desk.finance, { customer, from, to }, culture);
      expect(type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
      const parts = partsOf(bytes);
      expect([...parts.keys()][0]).toBe('[Content_Types].xml');
      const types = parts.get('[Content_Types].xml') ?? '';
      const related = parts.get('xl/_rels/workbook.xml.rels') ?? '';
      for (const [name, text] of parts) {
        if (name.endsWith('.xml') && name !== '[Content_Types].xml') expect(types).toContain(`PartName="/${name}"`);
        if (name.startsWith('xl/worksheets/')) expect(related).toContain(`Target="${name.slice(3)}"`);
        expect(text).not.toMatch(/<f>|<f /);
        // Elements are closed in the order in which they were opened.
        const open: string[] = [];
        for (const [, close, tag, alone] of text.matchAll(/<(\/?)([A-Za-z][\w:]*)[^>]*?(\/?)>/g)) {
          if (close) expect(open.pop()).toBe(tag);
          else if (!alone) open.push(tag!);
        }
        expect(open).toEqual([]);
      }
      const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(
        ([, name]) => name!,
      );
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(9);
      for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
      // The name of the customer begins no formula and breaks no element.
      const told = (await readXlsx(bytes)).sheets[0]?.rows.flat().find((cell) => String(cell).startsWith('Package'));
      expect(told).toBe(`Package =1+1 <&"' (Package)`);
    }
  });

  it('shows the logo of the company on its summary, undistorted, and a damaged one not at all', async () => {
    const customer = await newCustomer('Logo');
    const read = async () => (await file(desk.finance, { customer, from, to }, 'en-US')).bytes;
    const plain = await read();
    expect([...partsOf(plain).keys()].filter((name) => /media|drawing/.test(name))).toEqual([]);
    const logo = await giveLogo(desk, { type: 'png', width: 300, height: 100 });
    const bytes = await read();
    const { sheets } = await readXlsx(bytes);
    expect(sheets.map(({ rows }) => rows)).toEqual((await readXlsx(plain)).sheets.map(({ rows }) => rows));
    const [picture, ...others] = sheets.flatMap((sheet) => sheet.images ?? []);
    expect([Buffer.from(picture!.data).equals(logo), others, sheets[0]?.images?.length]).toEqual([true, [], 1]);
    const parts = partsOf(bytes);
    // Three rows high, in units of which an inch has 914,400.
    expect(parts.get('xl/drawings/drawing1.xml')).toContain('<xdr:ext cx="1714500" cy="571500"/>');
    const types = parts.get('[Content_Types].xml');
    expect(types).toContain('Extension="png"');
    expect(types).toContain('PartName="/xl/drawings/drawing1.xml"');
    await desk.query(`UPDATE tenant SET logo = NULL WHERE id = $1`, [desk.tenant]);
    expect(await read()).toEqual(plain);
    await giveLogo(desk, { type: 'png', damaged: true });
    expect(await read()).toEqual(plain);
  });

  it('is what the member reads of the own account, and nobody of another', async () => {
    const acme = desk.sample('customer/acme');
    const own = await desk.member.post('Statement/summary', { from, to });
    expect(own.body).toMatchObject({ success: true });
    const named = await desk.member.post('Statement/summary', { from, to, customer: await newCustomer('Foreign') });
    expect(named.body.data).toEqual(own.body.data);
    const { bytes } = await file(desk.member, { from, to }, 'en-US');
    const text = [...partsOf(bytes).values()].join(' ').toLowerCase();
    expect(text).not.toMatch(/cost|margin/);
    const south = desk.world.person('south finance').person;
    expect((await south.post('Statement/summary', { from, to, customer: acme })).body).toMatchObject({
      success: false,
    });
    const turned = await desk.finance.post('Statement/summary', { customer: acme, from: to, to: from });
    expect((turned.body.issues as Row[] | undefined)?.map(({ code }) => code)).toEqual(['receivables.periodTurned']);
  });
});
