import { documentChecks, documentTables, hasLeft } from './verify-documents-sql.ts';

/** An invariant that does not hold; verification answers one row for each. */
export interface Difference {
  readonly check: string;
  readonly tenant: string;
  /** The account, line or hold. */
  readonly subject: string;
  readonly stands: string;
  readonly proven: string;
}

const text = (value: string): string => `coalesce((${value})::text, 'nothing')`;

function check(
  name: string,
  row: { subject: string; tenant?: string; stands: string; proven: string; of: string },
): string {
  return `SELECT '${name}' AS check, (${row.tenant ?? 'x.tenant_id'})::text AS tenant, ${text(row.subject)} AS subject, ${text(row.stands)} AS stands,
                 ${text(row.proven)} AS proven FROM ${row.of}`;
}

const checks = [
  check('balance', {
    subject: 'x.id',
    stands: 'x.stands',
    proven: 'coalesce(m.sum, 0)',
    of: `account x LEFT JOIN (SELECT tenant_id, account, sum(amount) FROM movement GROUP BY 1, 2) m
           ON m.tenant_id = x.tenant_id AND m.account = x.id WHERE x.stands <> coalesce(m.sum, 0)`,
  }),
  check('conservation', {
    subject: 'x.currency',
    stands: 'x.sum',
    proven: '0',
    of: `(SELECT tenant_id, currency, sum(stands) FROM account GROUP BY 1, 2) x WHERE x.sum <> 0`,
  }),
  check('currency', {
    subject: 'x.id',
    stands: 'x.currency',
    proven: 'a.currency',
    of: `ledger_transfer x JOIN account a ON a.tenant_id = x.tenant_id AND a.id IN (x.debit, x.credit) AND a.currency <> x.currency`,
  }),
  // Every movement of a customer's account leads to the balance after it, without gaps.
  check('chain', {
    subject: `x.account || ' step ' || x.step`,
    stands: 'x.after',
    proven: 'x.before + x.amount',
    of: `(SELECT m.*, lag(m.after) OVER w AS before, lag(m.step) OVER w AS last FROM movement m WHERE m.step IS NOT NULL
           WINDOW w AS (PARTITION BY m.tenant_id, m.account ORDER BY m.step)) x
         WHERE x.last IS NOT NULL AND (x.after <> x.before + x.amount OR x.step <> x.last + 1)`,
  }),
  check('lastStep', {
    subject: 'x.id',
    stands: `x.version || ': ' || x.balance`,
    proven: `m.step || ': ' || m.after`,
    of: `account x JOIN (SELECT DISTINCT ON (tenant_id, account) tenant_id, account, step, after FROM movement
           WHERE step IS NOT NULL ORDER BY tenant_id, account, step DESC) m ON m.tenant_id = x.tenant_id AND m.account = x.id
         WHERE (x.version, x.balance) <> (m.step, m.after)`,
  }),
  check('side', {
    subject: 'x.account',
    stands: 'x.step',
    proven: `NULL::text`,
    of: `movement x JOIN account a ON a.tenant_id = x.tenant_id AND a.id = x.account
         WHERE coalesce(a.customer, a.tenant) IS NULL AND x.step IS NOT NULL`,
  }),
  check('belowNought', {
    subject: 'x.id',
    stands: 'x.stands',
    proven: '0',
    of: `account x WHERE x.kind IN ('frozen', 'deposit') AND x.stands < 0`,
  }),
  // Below the floor although the last debit respected it and the limits have not changed since. Ten seconds of
  // tolerance for concurrent changes: no request's transaction lives longer.
  check('floor', {
    subject: 'x.id',
    stands: 'x.stands',
    proven: 'f.floor',
    of: `account x
         LEFT JOIN customer_config c ON c.tenant_id = x.tenant_id AND c.customer = x.customer
         CROSS JOIN LATERAL (SELECT CASE WHEN x.currency = (SELECT currency FROM tenant WHERE id = x.tenant_id)
           THEN coalesce(c."minBalance", 0) - coalesce(c."overDraftAmount", 0) ELSE 0 END AS floor) f
         JOIN LATERAL (SELECT t."pastFloor", t."createdAt" FROM ledger_transfer t
           WHERE t.tenant_id = x.tenant_id AND t.debit = x.id AND t."debitStep" IS NOT NULL ORDER BY t."debitStep" DESC LIMIT 1) t ON true
         WHERE x.kind = 'available' AND x.stands < f.floor AND t."pastFloor" IS NULL
           AND coalesce(c."updatedAt" + interval '10 seconds' < t."createdAt", true)`,
  }),
  check('frozen', {
    subject: 'x.id',
    stands: 'x.stands',
    proven: 'coalesce(h.sum, 0)',
    of: `account x LEFT JOIN (SELECT tenant_id, customer, currency, sum(amount - captured - released) FROM ledger.hold GROUP BY 1, 2, 3) h
           ON h.tenant_id = x.tenant_id AND h.customer = x.customer AND h.currency = x.currency
         WHERE x.kind = 'frozen' AND x.stands <> coalesce(h.sum, 0)`,
  }),
  check('holdLines', {
    subject: `x.customer || ' ' || x.currency`,
    stands: `x.held || ' ' || x.captured || ' ' || x.released`,
    proven: `m.held || ' ' || m.captured || ' ' || m.released`,
    of: `(SELECT tenant_id, customer, currency, sum(amount) AS held, sum(captured) AS captured, sum(released) AS released
            FROM ledger.hold GROUP BY 1, 2, 3) x
         LEFT JOIN (SELECT t.tenant_id, t.customer, t.currency,
             coalesce(sum(t.amount) FILTER (WHERE c.kind = 'frozen'), 0) AS held,
             coalesce(sum(t.amount) FILTER (WHERE d.kind = 'frozen' AND t.kind IN ('capture', 'withdrawal')), 0) AS captured,
             coalesce(sum(t.amount) FILTER (WHERE d.kind = 'frozen' AND t.kind = 'release'), 0) AS released
            FROM ledger_transfer t
            JOIN account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
            JOIN account c ON c.tenant_id = t.tenant_id AND c.id = t.credit
           WHERE 'frozen' IN (d.kind, c.kind) GROUP BY 1, 2, 3) m USING (tenant_id, customer, currency)
         WHERE (x.held, x.captured, x.released) IS DISTINCT FROM (m.held, m.captured, m.released)`,
  }),
  check('reversal', {
    subject: 'x."opKey"',
    stands: `x.debit || ' ' || x.credit || ' ' || x.amount`,
    proven: `o.credit || ' ' || o.debit || ' ' || o.amount`,
    of: `ledger_transfer x JOIN ledger_transfer o ON o.tenant_id = x.tenant_id AND o.id = x.reverses
         WHERE (x.debit, x.credit, x.amount, x.currency) <> (o.credit, o.debit, o.amount, o.currency)`,
  }),
  // The wallet movements that a tenant sees equal the platform's ledger.
  check('flow', {
    subject: 'x."opKey"',
    stands: `f."moneyIn" || ' ' || f."moneyOut" || ' ' || f."balanceAfter"`,
    proven: `x."moneyIn" || ' ' || x."moneyOut" || ' ' || x."balanceAfter"`,
    of: `ledger_transfer x LEFT JOIN tenant_flow f ON f.tenant_id = x.tenant AND f.id = x.id
         WHERE x.tenant IS NOT NULL AND NOT ${hasLeft('x.tenant')}
           AND (f."moneyIn", f."moneyOut", f."balanceAfter", f.currency) IS DISTINCT FROM (x."moneyIn", x."moneyOut", x."balanceAfter", x.currency)`,
  }),
  // The hourly sums equal the lines.
  check('turnover', {
    subject: `coalesce(x.hour, y.hour) || ' ' || coalesce(x.kind, y.kind) || ' ' || coalesce(x.currency, y.currency) || ' ' || coalesce(x.ref, y.ref)`,
    tenant: 'coalesce(x.tenant_id, y.tenant_id)',
    stands: `x.lines || ': ' || x.sums::text`,
    proven: `y.lines || ': ' || y.sums::text`,
    of: `(SELECT tenant_id, hour, kind, currency, "refEntity" AS ref, sum(lines) AS lines,
             ARRAY[sum(amount), coalesce(sum("moneyIn"), 0), coalesce(sum("moneyOut"), 0)] AS sums
            FROM ledger.turnover GROUP BY 1, 2, 3, 4, 5 HAVING sum(lines) <> 0 OR sum(amount) <> 0) x
         FULL JOIN (SELECT tenant_id, date_bin('1 hour', "createdAt", timestamptz '2000-01-01 00:00Z') AS hour, kind, currency,
             coalesce("refEntity", '') AS ref, count(*) AS lines,
             ARRAY[sum(amount), coalesce(sum("moneyIn"), 0), coalesce(sum("moneyOut"), 0)] AS sums
            FROM ledger_transfer GROUP BY 1, 2, 3, 4, 5) y
           ON (y.tenant_id, y.hour, y.kind, y.currency, y.ref) = (x.tenant_id, x.hour, x.kind, x.currency, x.ref)
         WHERE (x.lines, x.sums) IS DISTINCT FROM (y.lines, y.sums)`,
  }),
  check('operation', {
    subject: 'x."opKey"',
    stands: 'x.count',
    proven: '1',
    of: `(SELECT tenant_id, "opKey", count(*) FROM ledger_transfer GROUP BY 1, 2) x WHERE x.count > 1`,
  }),
];

/** One statement, so that it sees one snapshot of a ledger in use. */
export const verifySql = `WITH account AS (
    SELECT a.*, a.balance + coalesce(u.sum, 0) AS stands FROM ledger_account a
      LEFT JOIN (SELECT tenant_id, account, sum(amount) FROM ledger.unrolled GROUP BY 1, 2) u ON u.tenant_id = a.tenant_id AND u.account = a.id),
  movement AS (
    SELECT tenant_id, debit AS account, -amount AS amount, "debitStep" AS step, "debitBalance" AS after FROM ledger_transfer
    UNION ALL SELECT tenant_id, credit, amount, "creditStep", "creditBalance" FROM ledger_transfer),
  ${documentTables}
  ${[...checks, ...documentChecks].join('\n  UNION ALL ')}
  ORDER BY 1, 2, 3`;
