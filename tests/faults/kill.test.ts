import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { wireLegs, type Side } from '../../server/domain/ledger/posting.ts';
import { verifySql } from '../../server/domain/ledger/verify-sql.ts';
import { loadCatalog } from '../../server/catalog.ts';
import { moneySteps, payer, prepare, type MoneyStep } from '../support/money-steps.ts';
import { doorOf } from '../support/payment-steps.ts';
import { openStripeServer, type SignedEvent, type StripeServer } from '../support/stripe-server.ts';
import { hosts, root } from '../support/test-app.ts';
import { openFaultHouse, type FaultHouse } from './support/fault-house.ts';
import { insist, newLog, post, upload } from './support/persistent-client.ts';
import { seeded } from './support/random.ts';
import { strikesOf, type NamedPoint, type Strike } from './support/strikes.ts';
import { write, type Expected } from './support/writers.ts';

/** As few as strike every place of a money path at servers and at Postgres; `npm run test:night` takes a thousand. */
const kills = Number(process.env['FAULTS'] ?? '20');
const seed = Number(process.env['FAULT_SEED'] ?? '1');
const clients = 2;

const loaded = loadCatalog(`${root}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const catalog = loaded.value;
const strikes = strikesOf(kills, moneySteps(catalog), seed);
const audit = readFileSync(new URL('../support/ledger-audit.sql', import.meta.url), 'utf8');

let services: FaultHouse;
let stripe: StripeServer;
/** What the writers beside it met, and what the struck steps met. */
const log = newLog();
const struck = newLog();
const expected: Expected = { levels: [], recharges: [] };
let over = false;
let finished: Promise<PromiseSettledResult<Expected>[]>;

beforeAll(async () => {
  stripe = await openStripeServer();
  services = await openFaultHouse({ stripe: stripe.settings });
  planted = new Set((await services.ask(verifySql)).map((row) => JSON.stringify(row)));
  const member = services.door('north sibling');
  const slip = await upload(services, member, 'sysFileInfo/upload', {
    ...{ name: 'slip.pdf', type: 'application/pdf', text: '%PDF-1.7 slip' },
  });
  const people = {
    ...{ admin: services.door('north admin'), finance: services.door('north finance'), member },
    customer: services.samples.get('customer/harbor') ?? '',
    slip: String((JSON.parse(slip?.text ?? '{}') as { data?: string }).data),
  };
  const on = { server: services, log, people, isOver: () => over || log.strange.length > 0 };
  // Anyone who gives up has noted why in the log, where a test finds it.
  finished = Promise.allSettled(Array.from({ length: clients }, (_, at) => write(on, at, seed)));
});
afterAll(async () => {
  over = true;
  await finished;
  await services?.stop();
  await stripe?.close();
});

/** Documents of the samples come with a state and without lines; what they differ in from the start is no loss. */
let planted: ReadonlySet<string>;
const verified = async (): Promise<unknown[]> =>
  (await services.ask(verifySql)).filter((row) => !planted.has(JSON.stringify(row)));

let keys = 0;
const newKey = (): string => `struck-${(keys += 1)}-`;
const ask = (who: string, path: string, body: unknown): Promise<unknown> =>
  insist(services, struck, { who: services.door(who), path, body, key: newKey() });

const send = ({ headers, body }: SignedEvent) =>
  services.send({ method: 'POST', path: `/api/${doorOf}`, host: hosts.north, headers, body });

/** As the gateway does: what was not taken comes again. */
async function deliver(event: SignedEvent): Promise<void> {
  for (;;) {
    const reply = await send(event);
    if (reply?.status === 200) return;
    if (reply && reply.status < 500) throw new Error(reply.text);
    await services.well();
  }
}

const readyFor = (step: MoneyStep) =>
  prepare(catalog, step, services.samples, ask, step.told ? 123.45 : 12.34, { stripe, deliver });

/** Brings the payer's balance, and the tenant's wallet at the platform, to exactly five thousand. */
async function fund(): Promise<void> {
  const { north, platform } = services.tenants;
  const customer = services.samples.get(payer.slice(1)) ?? '';
  await fill(north, customer, { kind: 'available', customer });
  await fill(platform, north, { kind: 'tenantWallet', tenant: north });
}

async function fill(tenant: string, holder: string, own: Side): Promise<void> {
  const [row] = await services.ask<{ gap: string }>(
    `SELECT 5000 - coalesce(sum(balance), 0) AS gap FROM ledger_account
      WHERE tenant_id = $1 AND coalesce(customer, tenant) = $2 AND kind = $3 AND currency = 'USD'`,
    [tenant, holder, own.kind],
  );
  const gap = Number(row?.gap);
  if (gap === 0) return;
  const bank: Side = { kind: 'bankClearing' };
  const sides = gap > 0 ? { debit: bank, credit: own } : { debit: own, credit: bank };
  const leg = { key: newKey(), kind: 'adjustment', currency: 'USD', amount: Math.abs(gap), pastFloor: true };
  await services.ask(
    `WITH entered AS MATERIALIZED (SELECT set_config('lading.tenant', $1, true), set_config('lading.member', '', true))
     SELECT ledger.post($2::json) FROM entered`,
    [tenant, JSON.stringify(wireLegs([{ ...leg, ...sides, ref: { entity: 'test', id: '1' } }]))],
  );
}

/** `kind debit>credit amount` of the lines that name a record, after the first so many. */
async function linesOf(record: string, after = 0): Promise<string[]> {
  const rows = await services.ask<{ line: string }>(
    `SELECT t.kind || ' ' || d.kind || '>' || c.kind || ' ' || t.amount::numeric(14, 2) AS line FROM ledger_transfer t
       JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
       JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit WHERE t."refId" = $1 ORDER BY t.id`,
    [record],
  );
  return rows.map(({ line }) => line).slice(after);
}

const idOf = (answer: unknown): string => String((answer as { id: string }).id);

/** Takes a step that nobody disturbs; the lines it leaves, which every step of its kind must leave. */
const undisturbed = new Map<string, string[]>();
async function linesAlone(step: MoneyStep): Promise<string[]> {
  const known = undisturbed.get(step.name);
  if (known) return known;
  await fund();
  const ready = await readyFor(step);
  const before = ready.id === null ? 0 : (await linesOf(ready.id)).length;
  const answer = ready.message ? await deliver(ready.message()) : await ask(ready.who, ready.path, ready.body);
  const lines = await linesOf(ready.id ?? idOf(answer), before);
  undisturbed.set(step.name, lines);
  return lines;
}

const isKept = async (key: string): Promise<boolean> =>
  (await services.ask('SELECT FROM lading.idempotency WHERE key = $1 AND answer IS NOT NULL', [key])).length > 0;

async function strikeAt(step: MoneyStep, at: NamedPoint, victim: 'server' | 'postgres'): Promise<void> {
  const alone = await linesAlone(step);
  await fund();
  const ready = await readyFor(step);
  const before = ready.id === null ? 0 : (await linesOf(ready.id)).length;
  const key = newKey();
  const asked = { who: services.door(ready.who), path: ready.path, body: ready.body, key };
  const reached = services.proxy.trap({ statement: at.statement(step.entity.table), when: at.when, key });
  const first = post(services, asked.who, asked.path, asked.body, key);
  const early = await Promise.race([reached, first]);
  expect(early ?? null, 'the request ended before it came to the point').toBeNull();
  await services.kill(victim);
  services.proxy.clear();
  // Nobody knows what became of it, or the server says that it cannot tell.
  expect([undefined, 503]).toContain((await first)?.status);
  await services.well();
  expect(await isKept(key)).toBe(at.kept);
  const answer = await insist(services, struck, asked);
  const lines = await linesOf(ready.id ?? idOf(answer), before);
  expect(lines).toEqual(alone);
  const again = await post(services, asked.who, asked.path, asked.body, key);
  expect((JSON.parse(again?.text ?? 'null') as { data: unknown }).data).toEqual(answer);
  expect(await linesOf(ready.id ?? idOf(answer), before)).toEqual(lines);
}

async function strikeMessage(step: MoneyStep, at: NamedPoint, victim: 'server' | 'postgres'): Promise<void> {
  const alone = await linesAlone(step);
  await fund();
  const { id, message } = await readyFor(step);
  if (!message || id === null) throw new Error(`${step.name} is not told`);
  const before = (await linesOf(id)).length;
  const told = message();
  const eventId = (JSON.parse(told.body) as { id: string }).id;
  const factsKept = async () =>
    (await services.ask('SELECT FROM payment_message WHERE "eventId" = $1', [eventId])).length;
  // The payment's own number marks whatever is done about it.
  const reached = services.proxy.trap({ statement: at.statement(step.entity.table), when: at.when, key: id });
  const first = send(told);
  const early = await Promise.race([reached, first]);
  expect(early ?? null, 'the message was taken before it came to the point').toBeNull();
  await services.kill(victim);
  services.proxy.clear();
  // Whatever is not a success, the gateway sends again.
  expect((await first)?.status).not.toBe(200);
  await services.well();
  expect(await factsKept()).toBe(at.name === 'before the message is kept' ? 0 : 1);
  expect(await linesOf(id, before)).toEqual(at.kept ? alone : []);
  for (let times = 0; times < 2; times += 1) {
    await deliver(told);
    expect(await linesOf(id, before)).toEqual(alone);
    expect(await factsKept()).toBe(1);
  }
}

async function strikeImport(at: NamedPoint): Promise<void> {
  const reference = newKey();
  const rows = Array.from({ length: 20 }, (_, row) => [
    'C1001',
    String(row + 1),
    'USD',
    'wire',
    '2026-01-05',
    `${reference}${row}`,
  ]);
  const head = ['customer', 'amount', 'currency', 'method', 'receivedOn', 'bankReference'];
  const text = [head, ...rows].map((row) => row.join(',')).join('\n');
  const reached = services.proxy.trap({ statement: at.statement('deposit'), when: at.when, key: null });
  const file = { name: 'deposits.csv', type: 'text/csv', text };
  const ordered = await upload(services, services.door('north finance'), 'MemberDeposit/import', file, newKey());
  const job = (JSON.parse(ordered?.text ?? '{}') as { data: { job: string } }).data.job;
  await reached;
  await services.kill('server');
  services.proxy.clear();
  await vi.waitFor(
    async () => {
      const [row] = await services.ask<{ state: string; done: string }>(
        'SELECT state, done FROM lading.job WHERE id = $1',
        [job],
      );
      expect(row).toEqual({ state: 'done', done: '20' });
    },
    { timeout: 60_000, interval: 50 },
  );
  const [all] = await services.ask<{ deposits: string; lines: string; sum: string }>(
    `SELECT count(DISTINCT d.id) AS deposits, count(t.id) AS lines, sum(t.amount)::numeric(14, 2) AS sum FROM deposit d
       LEFT JOIN ledger_transfer t ON t.tenant_id = d.tenant_id AND t."refEntity" = 'deposit' AND t."refId" = d.id::text
      WHERE d."bankReference" LIKE $1`,
    [`${reference}%`],
  );
  expect(all).toEqual({ deposits: '20', lines: '20', sum: '210.00' });
}

/** Resolves once the condition holds; looked at whenever a request leaves or an answer comes. */
const heard = (condition: () => boolean): Promise<void> =>
  new Promise((done) => {
    const look = () => {
      if (!condition() && log.strange.length === 0) return;
      log.heard = () => undefined;
      done();
    };
    log.heard = look;
    look();
  });

async function strikeBlindly({ after, turns, victim }: Extract<Strike, { kind: 'random' }>): Promise<void> {
  const moment = log.sent + after;
  await heard(() => log.sent >= moment);
  for (let left = turns; left > 0; left -= 1) await turn();
  await services.kill(victim);
  await services.well();
}

describe(`${kills} kills in the middle of money, while two clients write`, () => {
  it('strike at servers and at Postgres, at every place of a money path and at any moment', () => {
    const kinds = strikes.map((strike) => `${strike.kind} ${strike.victim}`);
    expect(new Set(kinds)).toEqual(
      new Set([
        'import server',
        'message server',
        'message postgres',
        'named server',
        'named postgres',
        'random server',
        'random postgres',
      ]),
    );
    const names = strikes.flatMap((strike) => (strike.kind === 'named' ? [strike.at.name] : []));
    expect(new Set(names).size).toBe(7);
  });

  it.each(strikes.map((strike) => [strike.name, strike] as const))('%s', { timeout: 60_000 }, async (_, strike) => {
    if (strike.kind === 'random') await strikeBlindly(strike);
    else if (strike.kind === 'import') await strikeImport(strike.at);
    else await (strike.kind === 'message' ? strikeMessage : strikeAt)(strike.step, strike.at, strike.victim);
    expect([log.strange, struck.strange]).toEqual([[], []]);
    expect(await verified()).toEqual([]);
    expect(await services.ask(audit)).toEqual([]);
  });
});

describe('what the two clients wrote meanwhile', () => {
  beforeAll(async () => {
    over = true;
    for (const written of await finished) {
      if (written.status === 'rejected') continue;
      expected.levels.push(...written.value.levels);
      expected.recharges.push(...written.value.recharges);
    }
    process.stdout.write(
      `faults: ${kills} kills, seed ${seed}, ${log.answered.length} writes answered, ${log.lost} without an answer at first, ${log.done} of these had been done\n`,
    );
  });

  it('answers every write in the end, and nothing but success, 503 or silence on the way', () => {
    expect(log.strange).toEqual([]);
    expect(log.answered.length).toBeGreaterThan(kills * 3);
    expect(log.lost).toBeGreaterThan(0);
  });

  it('keeps every level exactly once, as it was last answered', async () => {
    const rows = await services.ask<{ id: string; name: string; note: string | null; version: string }>(
      `SELECT l.id, l.name, l.note, l.version FROM level l JOIN tenant t ON t.id = l.tenant_id
        WHERE t.host = $1 AND l.name LIKE 'Level %-%'`,
      ['north.localhost'],
    );
    const found = rows.map(({ id, name, note, version }) => ({ id, name, note: note ?? '', version: Number(version) }));
    expect(sorted(found)).toEqual(sorted(expected.levels));
  });

  it('keeps every payment exactly once, passed, with its one transfer', async () => {
    const rows = await services.ask<{ id: string; posted: string; version: string; transfers: string; amount: string }>(
      `SELECT r.id, r."postedAmount" AS posted, r.version, count(f.id) AS transfers, sum(f.amount) AS amount
         FROM recharge r LEFT JOIN ledger_transfer f ON f.tenant_id = r.tenant_id AND f."refEntity" = 'recharge' AND f."refId" = r.id::text
        WHERE r.id = ANY($1) AND r.status = 'passed' GROUP BY r.id, r."postedAmount", r.version`,
      [expected.recharges.map(({ id }) => id)],
    );
    expect(rows.every(({ transfers, posted, amount }) => transfers === '1' && posted === amount)).toBe(true);
    const found = rows.map(({ id, posted, version }) => ({ id, posted: Number(posted), version: Number(version) }));
    expect(sorted(found)).toEqual(sorted(expected.recharges));
    const [all] = await services.ask<{ count: string }>(
      `SELECT count(*) FROM recharge WHERE "attachment" = (SELECT "attachment" FROM recharge WHERE id = $1)`,
      [expected.recharges[0]?.id],
    );
    expect(Number(all?.count)).toBe(expected.recharges.length);
  });

  it('leaves a ledger that balances: by account, altogether, and against the payments', async () => {
    const unbalanced = await services.ask(
      `SELECT a.id FROM ledger_account a WHERE a.balance + (SELECT coalesce(sum(u.amount), 0) FROM ledger.unrolled u WHERE u.tenant_id = a.tenant_id AND u.account = a.id) IS DISTINCT FROM (
         SELECT coalesce(sum(CASE WHEN f.credit = a.id THEN f.amount ELSE -f.amount END), 0) FROM ledger_transfer f
          WHERE f.tenant_id = a.tenant_id AND a.id IN (f.credit, f.debit))`,
    );
    const sums = await services.ask(
      `SELECT a.tenant_id FROM ledger_account a GROUP BY a.tenant_id, a.currency HAVING sum(a.balance + (SELECT coalesce(sum(u.amount), 0) FROM ledger.unrolled u WHERE u.tenant_id = a.tenant_id AND u.account = a.id)) <> 0`,
    );
    const unpaid = await services.ask(
      `SELECT r.id FROM recharge r WHERE r.status = 'passed' AND r.tenant_id = $1 AND NOT r.id::text = ANY ($2)
          AND NOT EXISTS (SELECT FROM ledger_transfer f WHERE f.tenant_id = r.tenant_id AND f."refEntity" = 'recharge'
            AND f."refId" = r.id::text AND f.amount = r."postedAmount")`,
      [services.tenants.north, [...services.samples.values()]],
    );
    const unasked = await services.ask(
      `SELECT f.id FROM ledger_transfer f WHERE f."refEntity" = 'recharge' AND NOT EXISTS (SELECT FROM recharge r
        WHERE r.tenant_id = f.tenant_id AND r.id::text = f."refId" AND r.status IN ('passed', 'reversed'))`,
    );
    const twice = await services.ask(
      `SELECT "opKey" FROM ledger_transfer GROUP BY tenant_id, "opKey" HAVING count(*) > 1`,
    );
    expect({ unbalanced, sums, unpaid, unasked, twice }).toEqual({
      unbalanced: [],
      sums: [],
      unpaid: [],
      unasked: [],
      twice: [],
    });
  });

  it('has one line of the trail for every answered write, and none twice', async () => {
    const [lines] = await services.ask<{ count: string; different: string }>(
      `SELECT count(*), count(DISTINCT (entity, record_id, version)) AS different FROM lading.audit
        WHERE entity IN ('level', 'recharge') AND record_id = ANY($1)`,
      [[...expected.levels, ...expected.recharges].map(({ id }) => id)],
    );
    expect(lines).toEqual({ count: String(log.answered.length), different: String(log.answered.length) });
  });

  it('gives the first answer again to every key, and does nothing', async () => {
    const random = seeded(seed + 1);
    const again = Array.from({ length: 40 }, () => log.answered[Math.floor(random() * log.answered.length)]);
    for (const asked of again) {
      if (!asked) continue;
      const reply = await post(services, asked.who, asked.path, asked.body, asked.key);
      expect((JSON.parse(reply?.text ?? 'null') as { data: unknown }).data).toEqual(asked.data);
    }
    const [lines] = await services.ask<{ count: string }>(
      `SELECT count(*) FROM lading.audit WHERE entity IN ('level', 'recharge') AND record_id = ANY($1)`,
      [[...expected.levels, ...expected.recharges].map(({ id }) => id)],
    );
    expect(Number(lines?.count)).toBe(log.answered.length);
  });
});

const sorted = <T extends { id: string }>(rows: T[]): T[] =>
  rows.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
