import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { startDemo } from '../../server/demo/start-demo.ts';
import { modules } from '../../server/domain/index.ts';
import { verifySql } from '../../server/domain/ledger/verify-sql.ts';
import { recognise } from '../../server/domain/tracking/numbers/recognise.ts';
import { createFileStore } from '../../server/files/open-file-store.ts';
import { registerRoutes } from '../../server/http/register-routes.ts';
import { openNode, type Node } from '../../server/node.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { root, secretKey } from '../support/test-app.ts';

const password = 'demo-pass-1';
const size = { orders: 240 };

interface Made {
  node: Node;
  fileStore: string;
  printed: string;
  close(): Promise<void>;
}

async function make(): Promise<Made> {
  const database: TestDatabase = await createDatabase();
  const opened = await openNode({ databaseUrl: database.url, root, secretKey, modules });
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const fileStore = mkdtempSync(join(tmpdir(), 'demo-files-'));
  const print = await startDemo(opened.value, root, { demoPassword: password, fileStore }, size);
  return {
    node: opened.value,
    fileStore,
    printed: print?.(4001) ?? '',
    close: async () => {
      await opened.value.close();
      await database.drop();
      rmSync(fileStore, { recursive: true });
    },
  };
}

describe('a first start on an empty database', () => {
  let made: Made;
  let app: FastifyInstance;
  let told: unknown[];
  beforeAll(async () => {
    made = await make();
    told = await tell(made);
    app = await buildApp({
      ...made.node,
      ...{ webDir: null, logLevel: 'silent' },
      more: registerRoutes({ ...made.node, files: createFileStore(made.fileStore) }),
    });
  });
  afterAll(async () => {
    await app?.close();
    await made?.close();
  });

  const rows = async (sql: string) => (await made.node.system.pool.query<Record<string, string>>(sql)).rows;

  const enter = async (host: string, account: string, door: 'login' | 'MembershipLogin' = 'login') => {
    const headers = { host };
    const entered = await app.inject({ method: 'POST', url: `/api/${door}`, headers, payload: { account, password } });
    const authorization = `Bearer ${entered.json<{ data: string | null }>().data}`;
    const page = async (path: string, query: Record<string, string> = {}) => {
      const url = `/api/${path}/page`;
      const answer = await app.inject({ method: 'GET', url, query, headers: { host, authorization } });
      return answer.json<{ data: { totalRows: number; rows: Record<string, unknown>[] } }>().data;
    };
    const post = async (path: string, payload: Record<string, unknown>) =>
      (await app.inject({ method: 'POST', url: `/api/${path}`, headers: { host, authorization }, payload })).json<
        Record<string, unknown>
      >();
    return { page, post };
  };

  it('prints where to go, as whom, and with which password', () => {
    for (const word of ['http://north.localhost:4001', 'superAdmin', 'finance', 'clerk', 'member2', password])
      expect(made.printed).toContain(word);
  });

  it('lets the platform see both companies', async () => {
    const { page } = await enter('localhost', 'superAdmin');
    expect((await page('sysTenant')).rows.map(({ host }) => host)).toEqual(
      expect.arrayContaining(['localhost', 'north.localhost', 'south.localhost']),
    );
  });

  it.each(['north.localhost', 'south.localhost'])('shows everyone at %s what is theirs', async (host) => {
    const admin = await enter(host, 'admin');
    const clerk = await enter(host, 'clerk');
    const finance = await enter(host, 'finance');
    const whole = (await admin.page('Order')).totalRows;
    expect([whole, (await admin.page('Customer')).totalRows]).toEqual([size.orders / 2, 25]);
    expect((await finance.page('Order')).totalRows).toBe(whole);
    const branch = (await clerk.page('Order')).totalRows;
    expect(branch).toBeGreaterThan(0);
    expect(branch).toBeLessThan(whole);
    const members = await Promise.all(['member', 'member2'].map((account) => enter(host, account, 'MembershipLogin')));
    const owners = await Promise.all(
      members.map(async ({ page }) => {
        expect((await page('Customer')).totalRows).toBe(1);
        return new Set((await page('Order', { pageSize: '100' })).rows.map(({ customer }) => customer));
      }),
    );
    expect(owners.map((seen) => seen.size)).toEqual([1, 1]);
    expect([...(owners[0] ?? [])]).not.toEqual([...(owners[1] ?? [])]);
  });

  it('has records in every state', async () => {
    const states = async (table: string) =>
      (await rows(`SELECT DISTINCT status FROM "${table}" ORDER BY 1`)).map(({ status }) => status);
    expect(await states('recharge')).toEqual(['draft', 'passed', 'pending', 'refused', 'reversed']);
    expect(await states('deposit')).toEqual(['recorded', 'returned', 'voided']);
    expect(await states('deduction')).toEqual(['confirmed', 'draft', 'reversed']);
    expect(await states('online_payment')).toEqual([
      ...['closed', 'expired', 'failed', 'held', 'paid', 'refunded', 'unpaid'],
    ]);
    expect(await states('withdrawal')).toEqual(['applied', 'paidOut', 'passed', 'refused']);
    expect(await states('invoice_request')).toEqual(['applied', 'approved', 'rejected']);
    expect(await states('order')).toEqual([
      'delivered',
      'draft',
      'ordered',
      'refundRejected',
      'refunded',
      'refunding',
      'shipped',
    ]);
  });

  it('sends to postal codes that stand in the state and city beside them', async () => {
    const { US } = JSON.parse(readFileSync(join(root, 'server/demo/places.json'), 'utf8')) as { US: string[] };
    const known = new Set(US);
    expect(new Set(US.map((line) => line.split(' ')[1])).size).toBe(51);
    const sent = await rows(
      `SELECT "shipToPostalCode" || ' ' || "shipToState" || ' ' || "shipToCity" AS place FROM "order" WHERE "shipToCountry" = 'US'`,
    );
    expect(sent.length).toBeGreaterThan(200);
    expect(sent.filter(({ place }) => !known.has(place ?? ''))).toEqual([]);
  });

  it('counts order numbers by the month in which the order was entered', async () => {
    const odd = await rows(
      `SELECT 1 FROM "order" WHERE substr("orderNo", 4, 4) <> to_char("createdAt" AT TIME ZONE 'America/New_York', 'YYMM')`,
    );
    expect(odd).toEqual([]);
  });

  it('keeps every slip as a real file of the size and hash that its record tells', async () => {
    const files = await rows(`SELECT "objectName", hash, "mediaType" FROM file`);
    // A slip of each recharge, and 14 of the wallet each; the platform has its own records of those that were submitted.
    const [recharges] = await rows('SELECT count(*)::integer AS many FROM recharge');
    expect(files).toHaveLength(Number(recharges?.['many']) + 54);
    const strange = files.filter(({ objectName = '', hash }) => {
      const bytes = readFileSync(join(made.fileStore, objectName));
      return createHash('sha256').update(bytes).digest('hex') !== hash;
    });
    expect(strange).toEqual([]);
  });

  it('posts every passed payment once, and each balance is the sum of its transfers', async () => {
    const unposted = await rows(
      `SELECT r.id FROM recharge r LEFT JOIN ledger_transfer t ON t.tenant_id = r.tenant_id AND t."refId" = r.id::text
         AND t.kind = 'recharge' AND t.amount = r."postedAmount" AND t.customer = r.customer
        WHERE (r.status IN ('passed', 'reversed')) <> (t.id IS NOT NULL)`,
    );
    expect(unposted).toEqual([]);
    // What came less what went back stands in the ledger, and every state follows from the events.
    const wronglyPaid = await rows(
      `SELECT p.id FROM online_payment p WHERE
         CASE WHEN p.status IN ('paid', 'refunded') THEN p."paidAmount" - coalesce(p."refundedAmount", 0) ELSE 0 END <>
         (SELECT coalesce(sum(coalesce(t."moneyIn", 0) - coalesce(t."moneyOut", 0)), 0) FROM ledger_transfer t
           WHERE t.tenant_id = p.tenant_id AND t."refEntity" = 'online-payment' AND t."refId" = p.id::text)
         OR (p.status IN ('paid', 'held', 'refunded', 'closed')) <> EXISTS (SELECT FROM payment_message m
           WHERE m.tenant_id = p.tenant_id AND m.payment = p.id AND m.kind = 'paid' AND m.amount = p."paidAmount")`,
    );
    expect(wronglyPaid).toEqual([]);
    const overInvoiced = await rows(
      `SELECT customer FROM invoice_request i WHERE status <> 'rejected' GROUP BY tenant_id, customer HAVING sum(amount) >
         (SELECT sum(CASE t.kind WHEN 'recharge' THEN t.amount ELSE -t.amount END) FROM ledger_transfer t
           WHERE t.tenant_id = i.tenant_id AND t.customer = i.customer AND t.kind IN ('recharge', 'withdrawal'))`,
    );
    expect(overInvoiced).toEqual([]);
    const wrong = await rows(
      `SELECT a.id FROM ledger_account a WHERE a.balance + (SELECT coalesce(sum(u.amount), 0) FROM ledger.unrolled u WHERE u.tenant_id = a.tenant_id AND u.account = a.id) <>
         (SELECT coalesce(sum(CASE WHEN t.credit = a.id THEN t.amount ELSE -t.amount END), 0)
            FROM ledger_transfer t WHERE t.tenant_id = a.tenant_id AND a.id IN (t.debit, t.credit))`,
    );
    expect(wrong).toEqual([]);
  });

  it('dates every line of the ledger as its record tells, in an order in which each balance explains the next', async () => {
    const undated = await rows(
      `SELECT t."opKey" FROM ledger_transfer t LEFT JOIN recharge r ON r.tenant_id = t.tenant_id AND r.id::text = t."refId"
        WHERE t."createdAt" > now() - interval '1 minute' OR (t.kind = 'recharge' AND t."createdAt" <> r."reviewedAt")`,
    );
    expect(undated).toEqual([]);
    const jumped = await rows(
      `SELECT account FROM (
         SELECT tenant_id, account, step, lag(step) OVER (PARTITION BY tenant_id, account ORDER BY "createdAt", id) AS before FROM (
           SELECT tenant_id, debit AS account, "debitStep" AS step, "createdAt", id FROM ledger_transfer
           UNION ALL SELECT tenant_id, credit, "creditStep", "createdAt", id FROM ledger_transfer) m WHERE step IS NOT NULL) s
        WHERE step <> before + 1`,
    );
    expect(jumped).toEqual([]);
    expect(await rows(verifySql)).toEqual([]);
  });

  it('prices what was placed, charge by charge, and the ledger has earned exactly that', async () => {
    const [placed] = await rows(`SELECT count(*)::text AS placed, count("predictedSale")::text AS priced FROM "order"
      WHERE status IN ('ordered', 'shipped', 'refunding', 'refundRejected', 'refunded')`);
    expect(Number(placed?.['priced'])).toBeGreaterThan(Number(placed?.['placed']) * 0.95);
    expect(
      await rows(`SELECT o.id FROM "order" o
        LEFT JOIN LATERAL (SELECT sum(c.amount) FILTER (WHERE c.side = 'sale') AS sale, sum(c.amount) FILTER (WHERE c.side = 'cost') AS cost
          FROM order_charge c WHERE c.tenant_id = o.tenant_id AND c."order" = o.id) c ON true
        LEFT JOIN ledger.hold h ON h.tenant_id = o.tenant_id AND h.key = o."holdKey"
        WHERE (o."predictedSale", o."predictedCost") IS DISTINCT FROM (c.sale, c.cost) OR h.amount IS DISTINCT FROM o."predictedSale"
           OR h.captured IS DISTINCT FROM CASE WHEN o.status = 'placing' THEN 0 ELSE o."predictedSale" END`),
    ).toEqual([]);
    const [revenue] = await rows(`SELECT coalesce(sum(t.amount) FILTER (WHERE t.kind = 'capture'), 0)
        - coalesce(sum(t.amount) FILTER (WHERE t.kind = 'refund' AND t.customer IS NOT NULL), 0) AS earned,
        (SELECT sum("predictedSale") FROM "order" WHERE status NOT IN ('draft', 'placing', 'refunded')) AS sold
        FROM ledger_transfer t WHERE t."refEntity" = 'order'`);
    expect(revenue?.['earned']).toBe(revenue?.['sold']);
  });

  it('has a year of bills of carriers and customers, and what was predicted and came beside each other all along', async () => {
    const years = await rows(`SELECT t.host,
        (SELECT count(DISTINCT to_char(b."billDate", 'YYYYMM'))::integer FROM carrier_bill b WHERE b.tenant_id = t.id AND b.status = 'locked') AS carriers,
        (SELECT count(DISTINCT to_char(b."periodTo", 'YYYYMM'))::integer FROM member_bill b WHERE b.tenant_id = t.id AND b.status = 'pushed') AS customers,
        (SELECT count(DISTINCT to_char(b."billDate", 'YYYYMM'))::integer FROM carrier_claim c JOIN carrier_bill b ON b.tenant_id = c.tenant_id AND b.id = c.bill
          WHERE c.tenant_id = t.id) AS claims,
        (SELECT count(DISTINCT to_char(i.day, 'YYYYMM'))::integer FROM boards.income i
          WHERE i.tenant_id = t.id AND i.cost > 0 AND i.sale > 0 AND i.actual_cost IS NOT NULL AND i.actual_sale IS NOT NULL) AS both
      FROM tenant t WHERE t.kind = 'tenant' ORDER BY 1`);
    expect(years).toHaveLength(2);
    for (const { host, claims, ...months } of years) {
      expect([host, Number(claims) >= 3]).toEqual([host, true]);
      for (const [of, many] of Object.entries(months)) expect([host, of, Number(many) >= 9]).toEqual([host, of, true]);
    }
    const early = await rows(
      `SELECT o.id FROM "order" o JOIN customer c ON c.tenant_id = o.tenant_id AND c.id = o.customer WHERE o."createdAt" < c."createdAt"`,
    );
    expect(early).toEqual([]);
  });

  it('gives what was placed its shipment and packages, with a way that carriers could have told', async () => {
    const none = async (sql: string) => expect(await rows(sql)).toEqual([]);
    await none(`SELECT o.id FROM "order" o
      LEFT JOIN LATERAL (SELECT count(*) AS many, min("trackingNo") FILTER (WHERE seq = 1) AS lead FROM package p
          WHERE p.tenant_id = o.tenant_id AND p."order" = o.id) p ON true
      LEFT JOIN shipment s ON s.tenant_id = o.tenant_id AND s."order" = o.id
     WHERE o."orderedAt" IS NOT NULL AND (s."leadTracking", s."packageCount", s.account, s."carrierCharge") IS DISTINCT FROM
         (o."leadTracking", o."boxCount", o.account, o."predictedCost") OR p.many <> coalesce(s."packageCount", 0) OR p.lead <> s."leadTracking"`);
    // Numbers once, and where a package stands follows from its events.
    await none(`SELECT "trackingNo" FROM package GROUP BY 1 HAVING count(*) > 1`);
    await none(`SELECT p.id FROM package p LEFT JOIN LATERAL (SELECT count(*) AS many, max(e.at) AS last FROM track_event e
          WHERE e.tenant_id = p.tenant_id AND e.package = p.id) e ON true
      WHERE e.many = 0 OR e.last IS DISTINCT FROM p."lastEventAt" OR e.last > now() OR p.weight IS NULL OR p.weight_g IS NULL OR p.account IS NULL OR p.service IS NULL
         OR (p."trackingStatus" = 'delivered') <> (p."deliveredAt" IS NOT NULL) OR (p.logistics = 'signed') <> (p."deliveredAt" IS NOT NULL)`);
    // Orders stand where their packages are.
    await none(`SELECT o.id, o.status FROM "order" o JOIN LATERAL (SELECT bool_and(p."deliveredAt" IS NOT NULL) AS delivered,
          bool_or(p."firstScanAt" IS NOT NULL) AS scanned, bool_or(p.status <> 'labelled') AS void FROM package p
          WHERE p.tenant_id = o.tenant_id AND p."order" = o.id) p ON true
      WHERE o."orderedAt" IS NOT NULL AND ((o.status = 'delivered') <> (p.delivered AND o.status <> 'refundRejected')
         OR (o.status = 'ordered' AND p.scanned) OR (o.status IN ('refunding', 'refunded')) <> p.void)`);
    // A day that is over is handed over.
    await none(`SELECT m.id FROM manifest m WHERE status <> 'closed' OR count <> (SELECT count(*) FROM package p
          WHERE p.tenant_id = m.tenant_id AND p.manifest = m.id)`);
    await none(`SELECT id FROM package WHERE ("firstScanAt" IS NOT NULL) <> (manifest IS NOT NULL)`);
    await none(`SELECT p.id FROM package p LEFT JOIN label_print l ON l.tenant_id = p.tenant_id AND l.package = p.id
      WHERE (l.id IS NOT NULL) <> (p."printCount" > 0)`);
    const states = (
      await rows(`SELECT "trackingStatus" AS state, count(*)::integer AS many FROM package GROUP BY 1`)
    ).map(({ state }) => state);
    expect(states).toEqual(expect.arrayContaining(['pending', 'in_transit', 'delivered', 'cancelled']));
    // Nobody stands in for the carriers here: they are not asked what they cannot know.
    await none(`SELECT package FROM tracking.work WHERE retired_at IS NULL`);
    const numbers = await rows(`SELECT "trackingNo" AS number, "carrierCode" AS carrier FROM package`);
    for (const { number = '', carrier } of numbers)
      expect(
        recognise(`${carrier} ${number}`).numbers.map((each) => each.carrier),
        number,
      ).toEqual([carrier]);
  });

  it('says of a label of the past that it is no longer kept', async () => {
    const clerk = await enter('south.localhost', 'clerk');
    const [label] = (await clerk.page('OrderBox', { status: 'labelled' })).rows;
    const checked = await clerk.post('Label/check', { packages: [label?.['id']] });
    expect(checked).toMatchObject({ data: { labels: [{ ok: false, why: 'labels.notKept' }] } });
  });

  it('gives every customer each open channel at a level that the channel has a price for', async () => {
    const [bare] = await rows(
      `SELECT count(*)::text AS count FROM customer c JOIN channel h ON h.tenant_id = c.tenant_id AND h.status = 'enabled'
        WHERE NOT EXISTS (SELECT FROM customer_channel g JOIN channel_level l
            ON l.tenant_id = g.tenant_id AND l.channel = g.channel AND l.level = g.level
         WHERE g.tenant_id = c.tenant_id AND g.customer = c.id AND g.channel = h.id)`,
    );
    expect(bare?.['count']).toBe('0');
    const [weighed] = await rows(
      `SELECT count(*)::text AS count FROM channel_service s WHERE "maxWeight" IS NULL OR "maxGirth" IS NULL`,
    );
    expect(weighed?.['count']).toBe('0');
    const subs = await rows(
      `SELECT c.code, k."subCustomerPattern" AS pattern, own."distributionPercent"::text AS percent FROM customer c
         JOIN customer_config k ON k.tenant_id = c.tenant_id AND k.customer = c.parent AND k.distribution
         JOIN customer_config own ON own.tenant_id = c.tenant_id AND own.customer = c.id`,
    );
    expect(subs.length).toBeGreaterThan(0);
    for (const { code = '', pattern = '', percent } of subs) {
      expect(code).toMatch(new RegExp(`^${pattern}$`));
      expect(Number(percent)).toBe(6);
    }
  });

  it('keeps a wallet for each company at the platform, with a year of movements', async () => {
    const platform = await enter('localhost', 'superAdmin');
    expect((await platform.page('TenantRechargeAdmin', { status: 'pending' })).totalRows).toBe(4);
    const wallets = (await platform.page('LedgerAccount', { kind: 'tenantWallet' })).rows;
    expect(wallets.map(({ $tenant }) => $tenant).toSorted()).toEqual(
      (await rows(`SELECT name FROM tenant WHERE kind = 'tenant' ORDER BY name COLLATE "C"`)).map(({ name }) => name),
    );
    for (const host of ['north.localhost', 'south.localhost']) {
      const finance = await enter(host, 'finance');
      const { rows: movements, totalRows } = await finance.page('TenantFlow');
      expect([totalRows, (await finance.page('TenantRecharge')).totalRows]).toEqual([22, 14]);
      expect(wallets.map(({ balance }) => balance)).toContain(movements[0]?.['balanceAfter']);
    }
  });

  it('leaves work to go on with: finance passes a waiting payment, and the clerk hands an order over', async () => {
    const finance = await enter('south.localhost', 'finance');
    const [payment] = (await finance.page('Recharge', { status: 'pending' })).rows;
    const passed = { id: payment?.['id'], postedAmount: payment?.['amount'] };
    expect(await finance.post('Recharge/pass', passed)).toMatchObject({ success: true, data: { status: 'passed' } });
    const clerk = await enter('south.localhost', 'clerk');
    const [order] = (await clerk.page('Order', { status: 'ordered' })).rows;
    const shipped = await clerk.post('Order/ship', { id: order?.['id'] });
    expect(shipped).toMatchObject({ success: true, data: { status: 'shipped' } });
  });

  it('invents nothing where something stands', async () => {
    const before = await rows('SELECT count(*)::text FROM "order"');
    expect(await startDemo(made.node, root, { demoPassword: password, fileStore: made.fileStore }, size)).toBeNull();
    expect(await rows('SELECT count(*)::text FROM "order"')).toEqual(before);
  });

  it('makes the same business on another database', { timeout: 120_000 }, async () => {
    const other = await make();
    const again = await tell(other);
    await other.close();
    expect(told).toHaveLength(size.orders);
    expect(again).toEqual(told);
  });
});

/** What the orders of a demo say, in the order of their numbers. */
async function tell({ node }: Made): Promise<unknown[]> {
  const { rows } = await node.system.pool.query(
    `SELECT n.code, o."orderNo", o.status, o."createdAt", o."shipToName", o."shipToPostalCode", o."leadTracking",
            o."totalWeight", c.name FROM "order" o JOIN tenant n ON n.id = o.tenant_id
       JOIN customer c ON c.tenant_id = o.tenant_id AND c.id = o.customer ORDER BY 1, 2`,
  );
  return rows as unknown[];
}
