import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModules } from '../../../server/domain/index.ts';
import { wireLegs, type Side } from '../../../server/domain/ledger/posting.ts';
import { verifySql } from '../../../server/domain/ledger/verify-sql.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { buildNodes, postTo, startAppNode, type AppNode, type Reply } from '../../support/app-nodes.ts';
import { moneySteps, payer, prepare, type MoneyStep, type Ready } from '../../support/money-steps.ts';
import { doorOf, type Payments } from '../../support/payment-steps.ts';
import { openStripeServer, type SignedEvent } from '../../support/stripe-server.ts';
import { hosts, root, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

const loaded = loadCatalog(`${root}schemas`);
if (!loaded.ok) throw new Error('the schemas do not compile');
const catalog = loaded.value;
const steps = moneySteps(catalog);
const [asked, told] = [steps.filter((step) => !step.told), steps.filter((step) => step.told)];
const copies = 20;
const audit = readFileSync(new URL('../../support/ledger-audit.sql', import.meta.url), 'utf8');

let world: World;
let nodes: readonly AppNode[];
let payments: Payments;
beforeAll(async () => {
  buildNodes();
  const stripe = await openStripeServer();
  payments = { stripe, deliver };
  world = await openWorld(createModules({ stripe: stripe.settings, originOf: (host) => `http://${host}` }));
  // Twenty must be waiting before they are let go; on a busy machine that takes as long as it takes.
  await world.owner.query(
    `DO $$ BEGIN EXECUTE format('ALTER ROLE lading_app IN DATABASE %I SET lock_timeout = 0', current_database());
       EXECUTE format('ALTER ROLE lading_app IN DATABASE %I SET statement_timeout = 0', current_database());
       EXECUTE format('ALTER ROLE lading_app IN DATABASE %I SET idle_in_transaction_session_timeout = 0', current_database()); END $$`,
  );
  const { databaseUrl } = world.test;
  const started = () => startAppNode(databaseUrl, { stripe: stripe.settings, writers: 36 });
  nodes = await Promise.all([started(), started()]);
  // The samples were written past the ledger; what is proven is what it does itself.
  await world.owner.query(
    'TRUNCATE ledger_transfer, ledger_account, ledger.unrolled, ledger.turnover, ledger.hold, tenant_flow',
  );
  await world.owner.query(
    `UPDATE customer_config SET "minBalance" = 0, "overDraftAmount" = 0, "riskAction" = 'block', "updatedAt" = now() - interval '1 hour'`,
  );
  samples = new Set((await verified()).map((row) => JSON.stringify(row)));
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await world?.close();
  await payments?.stripe.close();
});

/** What both proofs find, but for the samples that never booked anything. */
let samples: Set<string>;
const verified = async (): Promise<unknown[]> => (await world.owner.query(verifySql)).rows as unknown[];
const proofs = async (): Promise<unknown[]> => [
  ...(await verified()).filter((row) => !samples.has(JSON.stringify(row))),
  ...(await world.owner.query(audit)).rows,
];

let keys = 0;
const newKey = () => `race-${(keys += 1)}`;
const personOf = (who: string) => world.person(who).person;
const ready = (step: MoneyStep, amount: number) => {
  const { samples, tenant } = world.homes.north;
  return prepare(catalog, step, new Map([...samples, ['tenant/own', tenant]]), ask, amount, payments);
};

async function ask(who: string, path: string, body: unknown): Promise<unknown> {
  const answer = await personOf(who).post(path, body);
  if (!answer.body.success) throw new Error(`${path} as ${who}: ${answer.raw.body}`);
  return answer.body.data;
}

async function deliver({ headers, body }: SignedEvent): Promise<void> {
  const answer = await world.test.app.inject({ method: 'POST', url: `/api/${doorOf}`, headers, payload: body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/** Asks the ledger itself, as staff of the tenant; the first row. */
async function ledger<T extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
  home: keyof typeof hosts = 'north',
): Promise<T> {
  const client = await world.owner.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('lading.tenant', $1, true), set_config('lading.member', '', true)`, [
      world.homes[home].tenant,
    ]);
    const { rows } = await client.query<T>(text, values);
    await client.query('COMMIT');
    return rows[0] as T;
  } finally {
    client.release();
  }
}

const payerId = () => world.homes.north.samples.get(payer.slice(1)) ?? '';

/** Brings the payer's balance, and the tenant's wallet at the platform, to exactly so much, by the ledger itself. */
async function fund(amount: number): Promise<void> {
  const { tenant } = world.homes.north;
  await fill('north', { kind: 'available', customer: payerId() }, payerId(), amount);
  await fill('platform', { kind: 'tenantWallet', tenant }, tenant, amount);
}

async function fill(home: keyof typeof hosts, own: Side, holder: string, amount: number): Promise<void> {
  const { balance } = await ledger<{ balance: string }>(
    `SELECT coalesce(sum(balance), 0) AS balance FROM ledger_account
      WHERE tenant_id = lading.tenant() AND kind = $2 AND coalesce(customer, tenant) = $1 AND currency = 'USD'`,
    [holder, own.kind],
    home,
  );
  const gap = Math.round((amount - Number(balance)) * 100) / 100;
  if (gap === 0) return;
  const bank: Side = { kind: 'bankClearing' };
  const leg = { key: newKey(), kind: 'adjustment', currency: 'USD', amount: Math.abs(gap), pastFloor: true };
  const sides = gap > 0 ? { debit: bank, credit: own } : { debit: own, credit: bank };
  const legs = JSON.stringify(wireLegs([{ ...leg, ...sides, ref: { entity: 'test', id: '1' } }]));
  await ledger('SELECT ledger.post($1::json)', [legs], home);
}

const lineCount = async (): Promise<string[]> =>
  (await world.owner.query<{ id: string }>(`SELECT id::text FROM ledger_transfer`)).rows.map(({ id }) => id);

/** `kind debit>credit amount` of every line that is not among those known. */
async function newLines(known: readonly string[]): Promise<string[]> {
  const { rows } = await world.owner.query<{ line: string }>(
    `SELECT t.kind || ' ' || d.kind || '>' || c.kind || ' ' || t.amount::numeric(14, 2) AS line FROM ledger_transfer t
       JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
       JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit WHERE NOT (t.id::text = ANY ($1)) ORDER BY 1`,
    [known],
  );
  return rows.map(({ line }) => line);
}

const factsOf = async (id: string): Promise<number> =>
  (await world.owner.query('SELECT FROM payment_message WHERE payment = $1', [id])).rowCount ?? 0;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly success: boolean;
  readonly codes: readonly string[];
}

const entered = new Map<string, Promise<Person[]>>();

/** One person in twenty sessions: what one session asks for at once would wait for itself. */
function sessionsOf(who: string): Promise<Person[]> {
  const { home } = world.person(who);
  const account = who.split(' ').at(-1) ?? '';
  const signIn = () => world.test.signIn(hosts[home], account, world.person(who).member !== null);
  const known = entered.get(who) ?? Promise.all(Array.from({ length: copies }, signIn));
  entered.set(who, known);
  return known;
}

/** Twenty of one step from two processes, all waiting for the same table, let go at one moment. */
async function race(step: MoneyStep, { path, body, who }: Ready, key: () => string): Promise<Answer[]> {
  const host = hosts[world.person(who).home];
  const sessions = await sessionsOf(who);
  return letGo(`LOCK TABLE "${step.entity.table}" IN EXCLUSIVE MODE`, (at) =>
    postTo(nodes[at % 2]!, { host, token: sessions[at]?.token ?? '' }, path, body, key()),
  );
}

/** Twenty messages, or a request by each of twenty sessions that the gateway answers: all wait for the payment alone. */
const raceTold = (id: string, send: (node: AppNode, at: number) => Promise<Reply>): Promise<Answer[]> =>
  // Anyone who only names the payment goes past this lock, so every fact is kept before anybody settles by it.
  letGo(`SELECT FROM online_payment WHERE id = ${id} FOR NO KEY UPDATE`, (at) => send(nodes[at % 2]!, at));

const sendMessage = (node: AppNode, { headers, body }: SignedEvent): Promise<Reply> =>
  node.send({ method: 'POST', path: `/api/${doorOf}`, host: hosts.north, headers, body });

async function letGo(lock: string, send: (at: number) => Promise<Reply>): Promise<Answer[]> {
  const gate = await world.owner.connect();
  try {
    await gate.query('BEGIN');
    await gate.query(lock);
    const running = Array.from({ length: copies }, (_, at) => send(at));
    // Nobody is heard of before the gate opens; if someone is, there is no race, and the answers tell why.
    const heard: unknown[] = [];
    void Promise.race(running).then((reply) => heard.push(reply));
    for (let waiting = 0; waiting < copies && heard.length === 0;) {
      // Not on the gate's own connection: a transaction sees one state of all activity.
      const { rows } = await world.owner.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      waiting = rows[0]?.count ?? 0;
    }
    const early = heard.length;
    await gate.query('COMMIT');
    const answers = (await Promise.all(running)).map(readAnswer);
    expect(early, JSON.stringify(answers)).toBe(0);
    return answers;
  } finally {
    // After a commit there is nothing to take back; after a failure nobody may go on waiting.
    await gate.query('ROLLBACK');
    gate.release();
  }
}

function readAnswer(reply: Awaited<ReturnType<typeof postTo>>): Answer {
  const { status = 0, text = '{}' } = reply ?? {};
  const { success = false, issues = [] } = JSON.parse(text) as { success?: boolean; issues?: { code: string }[] };
  return { status, text, success, codes: issues.map(({ code }) => code) };
}

/** What one such step does, alone: the lines it leaves. */
async function alone(step: MoneyStep, amount: number): Promise<string[]> {
  await fund(5_000);
  const { path, body, who, message } = await ready(step, amount);
  const known = await lineCount();
  await (message ? deliver(message()) : ask(who, path, body));
  return newLines(known);
}

describe('twenty at once, from two server processes', () => {
  it('are tried of everything that moves money', () => {
    expect(asked.length).toBeGreaterThan(12);
    expect(told.map(({ name }) => name.split('/')[1])).toEqual([
      ...['pay from unpaid', 'pay from held', 'pay from failed', 'pay from expired', 'refund from paid', 'refundPart'],
    ]);
  });

  it.each(asked)('take $name once under one key, and all hear the same', async (step) => {
    const once = await alone(step, 12.34);
    await fund(5_000);
    const prepared = await ready(step, 12.34);
    const known = await lineCount();
    const key = newKey();
    const answers = await race(step, prepared, () => key);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, success: true });
    expect(await newLines(known)).toEqual(once);
  });

  it.each(asked)('take $name under a key each as often as it may be', async (step) => {
    const once = await alone(step, 12.34);
    await fund(5_000);
    const prepared = await ready(step, 12.34);
    const known = await lineCount();
    const answers = await race(step, prepared, newKey);
    const done = answers.filter(({ success }) => success).length;
    // A record takes a step once; records are added, and wallets charged, as often as it is asked for.
    expect(done).toBe(step.action === null || step.name === 'sysTenant/charge' ? copies : 1);
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect(answers.filter(({ success, codes, status }) => !success && status === 200 && codes.length === 0)).toEqual(
      [],
    );
    expect(await newLines(known)).toEqual(
      Array.from({ length: done }, () => once)
        .flat()
        .toSorted(),
    );
  });

  it.each(told.flatMap((step) => ['one message', 'messages of their own', 'questions'].map((by) => ({ ...step, by }))))(
    'take $name once by $by',
    async ({ by, ...step }) => {
      const once = await alone(step, 123.45);
      expect(once).toHaveLength(1);
      await fund(5_000);
      const { id, message, who } = await ready(step, 123.45);
      if (!message || id === null) throw new Error('nothing is told');
      const [known, first, sessions] = [await lineCount(), message(), await sessionsOf(who)];
      const before = await factsOf(id);
      const answers = await raceTold(id, (node, at) => {
        if (by !== 'questions') return sendMessage(node, by === 'one message' ? first : message());
        const door = { host: hosts.north, token: sessions[at]?.token ?? '' };
        return postTo(node, door, `${step.entity.path}/query`, { id }, newKey());
      });
      expect(answers.filter(({ success }) => !success)).toEqual([]);
      expect(await newLines(known)).toEqual(once);
      // Every message is kept, once; the same answer is the same fact.
      if (by !== 'questions') expect((await factsOf(id)) - before).toBe(by === 'one message' ? 1 : copies);
    },
  );

  it.each([
    [
      'Withdrawal/add',
      'ledger.belowFloor',
      'hold available>frozen',
      `SELECT ledger.locked_balance($1, 'USD') - floor AS most FROM ledger.limit_of('available', $1, 'USD')`,
    ],
    [
      'InvoiceRequest/add',
      'ledger.overInvoiced',
      null,
      `SELECT ledger.short_of_credit($1, 'USD', 999999999, 0) AS most`,
    ],
  ])('never take by %s what one of them has taken', async (name, refusal, line, whatIsLeft) => {
    const step = steps.find((each) => each.name === name);
    if (!step) throw new Error(`${name} is no step of money`);
    await fund(5_000);
    const most = Number((await ledger<{ most: string }>(whatIsLeft, [payerId()])).most);
    const prepared = await ready(step, most);
    const known = await lineCount();
    const answers = await race(step, prepared, newKey);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ codes }) => codes))).toEqual(new Set([refusal]));
    expect(await newLines(known)).toEqual(line === null ? [] : [`${line} ${most.toFixed(2)}`]);
  });

  it('leave a ledger in which neither proof finds anything', async () => {
    expect(await proofs()).toEqual([]);
  });
});
