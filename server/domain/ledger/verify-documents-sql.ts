import { customerBillChecks } from './verify-bills-sql.ts';

/** The postings that a money document must have in each state: suffix of the line's key, and amount. */
interface Documents {
  readonly entity: string;
  readonly table: string;
  /** Prefix of the keys of its lines. */
  readonly key: string;
  readonly lines: readonly {
    readonly ending: string;
    readonly states: readonly string[];
    readonly amount: string;
    /** A further condition if the state is not enough. */
    readonly when?: string;
  }[];
}

const documents: readonly Documents[] = [
  ...['recharge', 'tenant-recharge'].map((key) => ({
    entity: key === 'recharge' ? 'recharge' : 'tenant-recharge-review',
    table: key === 'recharge' ? 'recharge' : 'tenant_recharge_review',
    key,
    lines: [
      { ending: '', states: ['passed', 'reversed'], amount: '"postedAmount"' },
      { ending: ':reverse', states: ['reversed'], amount: '"postedAmount"' },
    ],
  })),
  {
    ...{ entity: 'deduction', table: 'deduction', key: 'deduction' },
    lines: [
      { ending: '', states: ['confirmed', 'reversed'], amount: 'amount' },
      { ending: ':reverse', states: ['reversed'], amount: 'amount' },
    ],
  },
  {
    ...{ entity: 'track-case', table: 'track_case', key: 'track-case' },
    lines: [
      {
        ...{ ending: '', states: ['open', 'submitted', 'answered', 'closed'], amount: '"paidAmount"' },
        when: `compensation = 'paid'`,
      },
    ],
  },
  {
    ...{ entity: 'deposit', table: 'deposit', key: 'deposit' },
    lines: [
      { ending: '', states: ['recorded', 'returned', 'voided'], amount: 'amount' },
      { ending: ':return', states: ['returned'], amount: 'amount' },
      { ending: ':void', states: ['voided'], amount: 'amount' },
    ],
  },
  {
    ...{ entity: 'withdrawal', table: 'withdrawal', key: 'withdrawal' },
    lines: [
      { ending: '', states: ['applied', 'passed', 'paidOut', 'refused'], amount: 'amount' },
      { ending: ':pay', states: ['paidOut'], amount: 'amount' },
      { ending: ':refuse', states: ['refused'], amount: 'amount' },
    ],
  },
  {
    ...{ entity: 'online-payment', table: 'online_payment', key: 'online-payment' },
    lines: [{ ending: '', states: ['paid', 'refunded'], amount: '"paidAmount"' }],
  },
  {
    // The platform's rows: a tenant's copies name no tenant.
    ...{ entity: 'goods-order', table: 'goods_order', key: 'goods-order' },
    lines: [
      {
        ...{ ending: '', states: ['paid', 'active', 'refunded', 'expired'], amount: 'amount' },
        when: 'tenant IS NOT NULL AND amount > 0',
      },
      {
        ...{ ending: ':refund', states: ['refunded'], amount: '"refundAmount"' },
        when: 'tenant IS NOT NULL AND "refundAmount" > 0',
      },
    ],
  },
];

/** Whether a tenant has been moved to another installation, and its rows with it. */
export const hasLeft = (tenant: string): string =>
  `EXISTS (SELECT FROM lading.tenant_place p WHERE p.tenant = ${tenant} AND p.state = 'left')`;
/** Documents that came with a tenant were booked where it was before; nothing of them is booked here. */
const cameBooked = (table: string, key: string): string =>
  `EXISTS (SELECT FROM lading.tenant_place p WHERE p.tenant = ${table}.tenant AND p.state IN ('arriving', 'here')
      AND ${table}."createdAt" <= p.at) AND NOT EXISTS (SELECT FROM ledger_transfer b WHERE b.tenant_id = ${table}.tenant_id AND b."opKey" = ${key})`;
const ofPlatform = ['tenant_recharge_review', 'goods_order'];

const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

const expected = documents.flatMap(({ entity, table, key, lines }) =>
  lines.map(
    ({ ending, states, amount, when = 'true' }) =>
      `SELECT tenant_id, '${key}:' || id || '${ending}' AS key, '${entity} ' || id || ' ' || status AS document,
              ${amount} AS amount, currency FROM ${table} WHERE status IN (${list(states)}) AND (${when})
          ${ofPlatform.includes(table) ? `AND NOT (${cameBooked(table, `'${key}:' || ${table}.id || '${ending}'`)})` : ''}`,
  ),
);

/** Entities whose lines all come from steps of their records; invoice requests have none. */
const booking = [...documents.map(({ entity }) => entity), 'invoice-request', 'tenant-recharge'];

/** CTEs `document` and `line`: the postings that documents' states require, and those that exist. */
export const documentTables = `expected AS (${expected.join('\n    UNION ALL ')}),
  booked AS (
    SELECT tenant_id, "opKey" AS key, concat_ws(' ', "refEntity", "refId") AS document, amount, currency FROM ledger_transfer
     WHERE "refEntity" IN (${list(booking)}) AND NOT ("refEntity" = 'online-payment' AND kind = 'refund'))`;

const words = (of: string): string => `coalesce(${of}.amount || ' ' || ${of}.currency, 'nothing')`;

/** Missing, unexpected and wrong postings, named by the document or the line's key. */
export const documentChecks: readonly string[] = [
  `SELECT 'document' AS check, coalesce(x.tenant_id, y.tenant_id)::text AS tenant,
          concat(coalesce(x.document, y.document), ' (', coalesce(x.key, y.key), ')') AS subject, ${words('y')} AS stands, ${words('x')} AS proven
     FROM expected x FULL JOIN booked y ON y.tenant_id = x.tenant_id AND y.key = x.key
    WHERE (x.amount, x.currency) IS DISTINCT FROM (y.amount, y.currency)`,
  `SELECT 'refunds', coalesce(x.tenant_id, y.tenant_id)::text, 'online-payment ' || coalesce(x.id::text, y.id),
          coalesce(y.sum, 0)::text, coalesce(x."refundedAmount", 0)::text
     FROM (SELECT * FROM online_payment WHERE status IN ('paid', 'refunded')) x
     FULL JOIN (SELECT tenant_id, "refId" AS id, sum(amount) FROM ledger_transfer
                 WHERE "refEntity" = 'online-payment' AND kind = 'refund' GROUP BY 1, 2) y ON y.tenant_id = x.tenant_id AND y.id = x.id::text
    WHERE coalesce(x."refundedAmount", 0) <> coalesce(y.sum, 0)`,
  // Money is held exactly for orders being placed; placed orders have captured all of it; refunded or cancelled ones
  // have returned all of it once.
  `SELECT 'order', coalesce(o.tenant_id, h.tenant_id)::text, concat_ws(' ', 'order', coalesce(o.id::text, h.record), o.status),
          concat_ws(' ', coalesce(h.amount::text, 'nothing'), h.captured, h.released, r.amount), coalesce(o."predictedSale"::text, 'nothing')
     FROM (SELECT * FROM "order" WHERE "holdKey" IS NOT NULL) o
     FULL JOIN (SELECT * FROM ledger.hold WHERE entity = 'order' AND released < amount) h ON h.tenant_id = o.tenant_id AND h.key = o."holdKey"
     LEFT JOIN ledger_transfer r ON r.tenant_id = o.tenant_id AND r."opKey" = 'order-refund:' || o.id
    WHERE CASE WHEN o.status = 'placing' THEN (h.amount, h.captured, h.released) = (o."predictedSale", 0, 0) AND r.id IS NULL
               -- A return label is set aside for, and charged when it is scanned.
               WHEN o."returnOf" IS NOT NULL AND o.status IN ('ordered', 'refunding', 'refundRejected')
                 THEN (h.captured, h.released) = (0, 0) AND r.id IS NULL
               WHEN o.status IN ('ordered', 'shipped', 'delivered', 'refunding', 'refundRejected') THEN h.captured = h.amount AND r.id IS NULL
               WHEN o.status IN ('refunded', 'cancelled') THEN h.captured = h.amount AND r.amount = h.captured
               ELSE false END IS NOT TRUE`,
  // Money is held exactly for booked freight, and captured exactly for what was picked up.
  `SELECT 'freight', coalesce(o.tenant_id, h.tenant_id)::text, concat_ws(' ', 'ltl-order', coalesce(o.id::text, h.record), o.status),
          concat_ws(' ', coalesce(h.amount::text, 'nothing'), h.captured, h.released), coalesce(o."predictedSale"::text, 'nothing')
     FROM (SELECT * FROM ltl_order WHERE "holdKey" IS NOT NULL) o
     FULL JOIN (SELECT * FROM ledger.hold WHERE entity = 'ltl-order' AND released < amount) h ON h.tenant_id = o.tenant_id AND h.key = o."holdKey"
    WHERE CASE WHEN o.status = 'booked' THEN (h.amount, h.captured, h.released) = (o."predictedSale", 0, 0)
               WHEN o.status IN ('pickedUp', 'inTransit', 'exception', 'delivered') THEN (h.amount, h.captured) = (o."predictedSale", h.amount)
               ELSE false END IS NOT TRUE`,
  // A fee belongs to an existing tenant and is paid from that tenant's wallet.
  `SELECT 'tenantFee', x.tenant_id::text, x."opKey", coalesce(x."refId", 'nothing'), coalesce(t.id::text, 'nothing')
     FROM ledger_transfer x LEFT JOIN tenant t ON t.id = x.tenant
    WHERE x.kind = 'tenantFee' AND (x."refEntity", x."refId") IS DISTINCT FROM ('tenant', t.id::text)`,
  // The total of a locked carrier bill is posted for its carrier, and nothing for other bills.
  `SELECT 'carrierBill', coalesce(x.tenant_id, y.tenant_id)::text, 'carrier-bill ' || coalesce(x.id::text, y.id), coalesce(y.sum, 0)::text,
          coalesce(x.sum, 0)::text
     FROM (SELECT * FROM carrier_bill WHERE status = 'locked') x
     FULL JOIN (SELECT t.tenant_id, t."refId" AS id, sum(CASE WHEN c.kind = 'carrierPayable' THEN t.amount ELSE 0 END)
                       - sum(CASE WHEN d.kind = 'carrierPayable' THEN t.amount ELSE 0 END) AS sum
                  FROM ledger_transfer t JOIN account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
                  JOIN account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
                 WHERE t."refEntity" = 'carrier-bill' GROUP BY 1, 2) y ON y.tenant_id = x.tenant_id AND y.id = x.id::text
    WHERE coalesce(x.sum, 0) <> coalesce(y.sum, 0)`,
  // Every bill line belongs to a customer or the company, or is unmatched.
  `SELECT 'billLines', x.tenant_id::text, 'carrier-bill ' || x.id, coalesce(y.sum, 0)::text, x.sum::text
     FROM carrier_bill x LEFT JOIN (SELECT tenant_id, bill, sum(net) FROM carrier_bill_line GROUP BY 1, 2) y
       ON y.tenant_id = x.tenant_id AND y.bill = x.id
    WHERE x.status IN ('parsed', 'matched', 'locking', 'locked') AND x.sum <> coalesce(y.sum, 0)`,
  // The files of a divided bill are all of it.
  `SELECT 'billFiles', x.tenant_id::text, 'carrier-bill ' || x.id, concat_ws(' ', y.many, y.sum), concat_ws(' ', x."lineCount", x.sum)
     FROM carrier_bill x JOIN (SELECT tenant_id, parent_id, sum("lineCount") AS many, sum(sum) AS sum FROM carrier_bill__files GROUP BY 1, 2) y
       ON y.tenant_id = x.tenant_id AND y.parent_id = x.id
    WHERE (y.many, y.sum) IS DISTINCT FROM (x."lineCount"::numeric, x.sum)`,
  // The shares of a locked bill (customers, company, unmatched) equal those of its lines, and each has an owner.
  `SELECT 'billShares', x.tenant_id::text, 'carrier-bill ' || x.id, concat_ws(' ', y.matched, y.unmatched, y.account, y.lost),
          concat_ws(' ', x."matchedSum", x."unmatchedSum", x."accountSum", 0)
     FROM carrier_bill x JOIN (SELECT tenant_id, bill, coalesce(sum(net) FILTER (WHERE "matchState" = 'matched'), 0) AS matched,
              coalesce(sum(net) FILTER (WHERE "matchState" = 'unmatched'), 0) AS unmatched,
              coalesce(sum(net) FILTER (WHERE "matchState" = 'account'), 0) AS account,
              count(*) FILTER (WHERE ("matchState" = 'matched') <> (customer IS NOT NULL)) AS lost
         FROM carrier_bill_line GROUP BY 1, 2) y ON y.tenant_id = x.tenant_id AND y.bill = x.id
    WHERE x.status = 'locked' AND (x."matchedSum", x."unmatchedSum", x."accountSum", 0) IS DISTINCT FROM (y.matched, y.unmatched, y.account, y.lost)`,
  ...customerBillChecks,
  // Both halves of a tenant's recharge agree.
  `SELECT 'walletReview', coalesce(x.tenant_id, y.tenant)::text, 'tenant-recharge ' || coalesce(x.id, y.id),
          concat_ws(' ', x.status, x.amount, x."postedAmount"), concat_ws(' ', y.status, y.amount, y."postedAmount")
     FROM tenant_recharge x FULL JOIN tenant_recharge_review y ON y.tenant = x.tenant_id AND y.id = x.id
    WHERE NOT ${hasLeft('coalesce(x.tenant_id, y.tenant)')}
      AND CASE WHEN x.status = 'draft' THEN coalesce(y.status, 'withdrawn') <> 'withdrawn'
               WHEN x.id IS NULL THEN y.status <> 'withdrawn'
               ELSE (x.status, x.amount, x.currency, x."postedAmount") IS DISTINCT FROM (y.status, y.amount, y.currency, y."postedAmount") END`,
];
