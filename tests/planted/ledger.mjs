import { bug } from './bug.mjs';

/** Bugs of the ledger: floors, keys, effects, reversals, walls, batches, sums by the hour, holds, races and the proof. */
const post = 'server/domain/ledger/post-sql.ts';
const book = 'server/domain/ledger/book-sql.ts';
const limit = 'server/domain/ledger/limit-sql.ts';
const turnover = 'server/domain/ledger/turnover.ts';
const holds = 'server/domain/ledger/hold-sql.ts';
const proof = 'server/domain/ledger/verify-sql.ts';
const walls = 'server/domain/ledger/statements.ts';
const wire = 'server/domain/ledger/posting.ts';
const holdWire = 'server/domain/ledger/holds.ts';
const effects = 'server/domain/ledger/hold-effects.ts';
const tests = (name) => `tests/domain/ledger/${name}.test.ts`;
const [posting, batches, holding, verify, races] = ['posting', 'batches', 'holds', 'verify', 'races'].map(tests);
const hours = 'tests/server/money/turnover.test.ts';
const projected = 'server/store/projection-sql.ts';
const kept = 'server/operations/read/kept-sums.ts';

export const ledger = [
  // Floors.
  bug('forget the floor', book, 'a.balance - l.amount >= f.floor', 'true', posting),
  bug('floor before the charge', book, 'a.balance - l.amount >= f.floor', 'a.balance >= f.floor', posting),
  bug(
    'nothing may be spent to the last cent',
    book,
    'a.balance - l.amount >= f.floor',
    'a.balance - l.amount > f.floor',
    posting,
  ),
  bug('overdraft raises the floor', limit, `"minBalance", 0) - coalesce`, `"minBalance", 0) + coalesce`, posting),
  bug('minimum balance is ignored', limit, `coalesce(c."minBalance", 0) -`, '0 -', posting),
  bug('overdraft is ignored', limit, ` - coalesce(c."overDraftAmount", 0)`, '', posting),
  bug(
    'waiting for staff lets it pass',
    book,
    `f.action IN ('warn', 'allow')`,
    `f.action IN ('warn', 'allow', 'hold')`,
    posting,
  ),
  bug('a warning refuses', book, `f.action IN ('warn', 'allow')`, `f.action IN ('allow')`, posting),
  bug('deposits pass the floor', book, '(l.debit IN (${booked}) AND (l.past_floor', '((l.past_floor', posting),
  bug('nothing passes the floor', book, 'l.past_floor OR f.action', 'f.action', posting),
  bug(
    'a warned line is not marked',
    book,
    `WHEN f.action = 'warn' THEN 'warned'`,
    `WHEN f.action = 'warn' THEN NULL`,
    posting,
  ),
  bug('members hear the floor', limit, 'CASE WHEN lading.staff() THEN floor::text END', 'floor::text', posting),
  bug('the default is to allow', limit, `"riskAction", 'block')`, `"riskAction", 'allow')`, posting),
  // Keys.
  bug('a known key is not looked up', book, `"opKey" = l.key;`, `"opKey" = l.key AND false;`, posting),
  bug(
    'another amount is the same',
    book,
    `(known.debit, known.credit, known.amount, known.kind`,
    `(known.debit, known.credit, l.amount, known.kind`,
    posting,
  ),
  bug('another kind is the same', book, 'known.amount, known.kind,', 'known.amount, l.kind,', posting),
  bug(
    'another record is the same',
    book,
    'known."refEntity", known."refId", known',
    'known."refEntity", l.record, known',
    posting,
  ),
  bug(
    'fewer legs are the same',
    book,
    `AND NOT EXISTS (SELECT FROM ledger_transfer WHERE tenant_id = own AND "opKey" = l.next)`,
    '',
    posting,
  ),
  bug('more legs are the same', book, 'IF repeats NOT IN (0, at - started) THEN', 'IF false THEN', posting),
  bug('keys are no longer numbered', wire, 'number === 1 ? key : `${key}#${number}`', 'key', posting),
  // Effects.
  bug(
    'the debit is taken twice',
    book,
    'balance = a.balance - l.amount,',
    'balance = a.balance - l.amount * 2,',
    posting,
  ),
  bug(
    'the credit is given twice',
    book,
    'balance = a.balance + l.amount,',
    'balance = a.balance + l.amount * 2,',
    posting,
  ),
  bug('the house gives nothing', book, '(debit_id, -l.amount, l.debit_holder), ', '', posting),
  bug('customers are rolled up too', book, 'WHERE moved.holder IS NULL', '', posting),
  bug(
    'refused legs leave what came before',
    book,
    `IF done.refusal IS NOT NULL THEN RAISE EXCEPTION 'refused' USING ERRCODE = 'LD420', DETAIL = done.refusal::text; END IF;`,
    `IF done.refusal IS NOT NULL THEN RETURN json_build_object(of_link, done.refusal); END IF;`,
    posting,
  ),
  bug('parts of a cent are taken', book, ' AND l.amount = round(l.amount, 2)', '', posting),
  bug('what is no number is taken', book, 'l.amount > 0 AND l.amount < 10000000000000', 'l.amount > 0', posting),
  bug(
    'steps stand still',
    book,
    `balance = a.balance - l.amount, version = a.version + 1`,
    `balance = a.balance - l.amount, version = a.version`,
    posting,
  ),
  // Reversals.
  bug('reversed again and again', book, 'AND reverses = l.reverses)', 'AND false)', posting),
  bug(
    'a reversal books the same way',
    post,
    `'debit', line.credit_kind, 'debit_holder', line.credit_holder`,
    `'debit', line.debit_kind, 'debit_holder', line.debit_holder`,
    posting,
  ),
  bug(
    'a reversal stops at the floor',
    post,
    `'past_floor', true, 'reverses'`,
    `'past_floor', false, 'reverses'`,
    posting,
  ),
  bug('a reversal is reversed', post, `line.kind = 'reversal' OR `, '', posting),
  bug('only the first leg is reversed', post, `line_key := of_key || '#' || (number + 1);`, `EXIT;`, posting),
  // Walls.
  bug(
    'keys of all tenants are one',
    book,
    `WHERE tenant_id = own AND "opKey" = l.key`,
    `WHERE "opKey" = l.key`,
    posting,
  ),
  bug(
    'accounts of all tenants are one',
    post,
    `WHERE tenant_id = lading.tenant() AND kind = of_kind AND currency = of_currency AND customer IS NULL`,
    `WHERE kind = of_kind AND currency = of_currency AND customer IS NULL`,
    posting,
  ),
  bug(
    'a member spends the money of others',
    book,
    'IF foreign_money THEN RAISE insufficient_privilege; END IF;',
    '',
    posting,
  ),
  bug('a member reverses', post, 'IF lading.staff() IS NOT TRUE THEN', 'IF false THEN', posting),
  bug('frozen money is posted to', book, `'frozen' IN (l.debit, l.credit) OR `, '', posting),
  bug(
    'requests may write lines',
    walls,
    'REVOKE INSERT, UPDATE, DELETE ON ledger_account, ledger_transfer FROM lading_app',
    'SELECT 1',
    posting,
  ),
  bug('requests may call what is inside', walls, '...open.map((name)', '...[...open, ...inner].map((name)', posting),
  bug(
    'the roll-up adds up what it leaves',
    post,
    'DELETE FROM ledger.unrolled RETURNING tenant_id, account, amount',
    'SELECT tenant_id, account, amount FROM ledger.unrolled',
    posting,
  ),
  // Batches.
  bug('a batch forgets the floor', book, 'a.balance + m.lowest >= m.floor', 'true', batches),
  bug(
    'a batch looks at its floor once, when all is over',
    book,
    'min(ran) FILTER (WHERE taking AND NOT past) AS lowest',
    'sum(delta) AS lowest',
    batches,
  ),
  bug('a batch takes what is wrong', book, ' AND (${isWrong} OR ${isForeign}) IS NOT TRUE', '', batches),
  bug('a batch stands or falls as one', wire, 'link: String(at)', `link: '0'`, batches),
  bug('a batch marks nothing', book, `WHEN e.past THEN 'charged'`, 'WHEN e.past THEN NULL', batches),
  bug('a batch counts its steps anew', book, 't.last + e.step AS step', 'e.step AS step', batches),
  bug(
    'a taken key stops a whole batch',
    book,
    `EXCEPTION WHEN unique_violation OR SQLSTATE 'LD421' THEN`,
    `EXCEPTION WHEN SQLSTATE 'LD421' THEN`,
    batches,
  ),
  bug(
    'accounts of the ledger go',
    walls,
    'BEFORE DELETE ON ledger_account',
    'BEFORE UPDATE OF id ON ledger_account',
    batches,
  ),
  // Sums by the hour.
  bug('an hour keeps its last sum', turnover, 'lines = t.lines + excluded.lines', 'lines = excluded.lines', batches),
  bug('a dated line counts in both hours', turnover, 'pg_backend_pid(), -1,', 'pg_backend_pid(), 0,', hours),
  bug('an hour that is cut counts whole', projected, `isWhole(bounds, 'p.hour'),`, `holds(bounds, 'p.hour'),`, hours),
  bug('members are answered from the sums of everybody', kept, 'actor.member || ', '', hours),
  // Holds.
  bug('a hold may be overspent', holds, ' AND captured + released + sum <= amount', '', holding),
  bug('the row of a hold holds nothing', holds, ', CHECK (captured + released <= amount))', ')', holding),
  bug('what is captured is not noted', holds, `CASE WHEN of_kind <> 'release' THEN sum ELSE 0 END`, '0', holding),
  bug('what is released is not noted', holds, `CASE WHEN of_kind = 'release' THEN sum ELSE 0 END`, '0', holding),
  bug('no cost is booked', holds, 'IF of_cost > 0 THEN\n', 'IF false THEN\n', holding),
  bug(
    'a repeated part is noted twice',
    holds,
    'IF known IS NOT NULL THEN RETURN ledger.book(legs); END IF;',
    '',
    holding,
  ),
  bug('everybody frees every hold', holds, 'AND (lading.staff() OR customer = lading.member()) FOR', 'FOR', holding),
  bug(
    'everybody sees every hold',
    walls,
    'AND ((SELECT lading.staff()) OR customer = (SELECT lading.member()))',
    '',
    holding,
  ),
  bug(
    'a release goes to the house',
    holdWire,
    `'release', 'available', null`,
    `'release', 'revenueFee', null`,
    holding,
  ),
  bug(
    'an order without a price is held',
    effects,
    'if (!isAbove(amount)) return { patch: { holdKey: null } };',
    '',
    holding,
  ),
  bug(
    'a released order keeps its hold',
    effects,
    'issues.length > 0 ? { issues } : { patch: { holdKey: null } };',
    '{ issues };',
    holding,
  ),
  // Races.
  bug('accounts are not locked', book, 'ORDER BY id FOR NO KEY UPDATE;', 'ORDER BY id;', races),
  bug(
    'accounts are locked in any order',
    book,
    'ORDER BY id FOR NO KEY UPDATE;',
    `ORDER BY random() FOR NO KEY UPDATE;`,
    races,
  ),
  bug(
    'accounts of a batch are locked in any order',
    book,
    'ORDER BY id FOR NO KEY UPDATE)',
    `ORDER BY random() FOR NO KEY UPDATE)`,
    races,
  ),
  // Not here, because nothing can see them: a hold without its lock, and a balance read and then written. The condition in
  // the statement holds the one, the locked account the other.
  bug('the credit forgets what was there', book, 'balance = a.balance + l.amount,', 'balance = l.amount,', posting),
  bug('a hold is not written down', holds, 'IF refusal IS NULL THEN\n', 'IF false THEN\n', holding),
  // The proof itself.
  bug('balances are not proven', proof, 'x.stands <> coalesce(m.sum, 0)`', 'false`', verify),
  bug('conservation is not proven', proof, 'x.sum <> 0', 'false', verify),
  bug('chains are not proven', proof, 'x.after <> x.before + x.amount OR ', '', verify),
  bug('frozen money is not proven', proof, `x.kind = 'frozen' AND x.stands <> coalesce(h.sum, 0)`, 'false', verify),
  bug(
    'hours are not proven',
    proof,
    'WHERE (x.lines, x.sums) IS DISTINCT FROM (y.lines, y.sums)',
    'WHERE false',
    verify,
  ),
  bug('floors are not proven', proof, 'x.stands < f.floor', 'false', verify),
  bug(
    'a balance is told of a list that leaves lines out',
    'server/operations/read/balances.ts',
    'others.every((filter) => of.includes(filter.field) && isOne(filter)) &&',
    '',
    'tests/server/money/statement.test.ts',
    'leaves lines out',
  ),
  bug(
    'what stands before a list leaves out its first end',
    'server/store/balance-sql.ts',
    "pieces('NOT (', join(isIn(lower), ' AND ', 'true'), ')')",
    "pieces('true')",
    'tests/server/money/statement.test.ts',
    'what stood before the listed lines',
  ),
];
