import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedgerNodes, type LedgerNode } from '../../support/ledger-nodes.ts';
import { createMoneyModel, type Call, type Owner } from './support/money-model.ts';
import type { MoneyCall } from './support/money-calls.ts';
import { openLedgerHouse, type LedgerHouse } from './support/ledger-house.ts';
import { operation, type Operation } from './support/money-operations.ts';

/** `npm run test:night` takes a million. */
const operations = Number(process.env['LEDGER_OPERATIONS'] ?? 20_000);
const seed = Number(process.env['LEDGER_SEED'] ?? 20_261_122);
const together = 1_000;
/** After so many batches every balance is held against the answers. */
const compared = Math.ceil(operations / together / 20);
/** Calls that are under way at once, over both processes. */
const lanes = 16;

let services: LedgerHouse;
let nodes: readonly LedgerNode[];
const owners: Owner[] = [];
/** Customers whose limits change while they are charged. */
const shifting: string[] = [];
beforeAll(async () => {
  services = await openLedgerHouse();
  nodes = await openLedgerNodes(services.test.databaseUrl);
  const limits = [
    undefined,
    { minBalance: 50 },
    { overDraftAmount: 100 },
    { overDraftAmount: 20, minBalance: 5, riskAction: 'hold' },
    { riskAction: 'warn' },
    { riskAction: 'allow', overDraftAmount: 10 },
  ];
  for (const tenant of Object.values(services.tenants)) {
    for (let at = 0; at < 24; at += 1)
      owners.push({ tenant, customer: await services.customer(tenant, limits[at % limits.length]) });
    const moving = await services.customer(tenant, {});
    shifting.push(moving);
    owners.push({ tenant, customer: moving });
  }
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.close()));
  await services?.close();
});

describe(`${operations} random movements of money from two server processes`, () => {
  it(
    'leave what their answers say, and nothing else',
    async () => {
      const model = createMoneyModel(owners);
      let runs = 0;
      const batch = fc.array(operation, { minLength: together, maxLength: together, size: 'max' });
      const run = async (given: readonly Operation[]) => {
        const queue = [...given];
        await Promise.all(Array.from({ length: lanes }, (_, lane) => walk(queue, nodes[lane % 2]!, model)));
        expect(model.strange).toEqual([]);
        runs += 1;
        if (runs % compared === 0) expect(await balances()).toEqual(model.balances());
      };
      await fc.assert(fc.asyncProperty(batch, run), {
        ...{ numRuns: Math.ceil(operations / together), seed, endOnFailure: true },
      });
      expect(await services.proofs()).toEqual({ verify: [], audit: [] });
      // Every kind of refusal has been met, or the walk was too tame to prove anything.
      expect([...model.refused.keys()].toSorted()).toEqual(
        [
          'alreadyReversed',
          'belowFloor',
          'holdSpent',
          'keyReused',
          'noHold',
          'noOperation',
          'notEnough',
          'notReversible',
          'onHold',
        ].map((code) => `ledger.${code}`),
      );
      expect(model.applied.size).toBeGreaterThan(operations / 3);
    },
    30_000 + operations * 4,
  );

  it('come from two processes that are neither each other nor this one', () => {
    expect(new Set([process.pid, ...nodes.map(({ pid }) => pid)]).size).toBe(3);
  });

  it(
    'leave nothing of one tenant in the other',
    async () => {
      const { rows } = await services.owner.query(
        `SELECT t.id FROM ledger_transfer t JOIN customer c ON c.id = t.customer WHERE c.tenant_id <> t.tenant_id
       UNION ALL SELECT t.id FROM ledger_transfer t JOIN ledger_account a ON a.id IN (t.debit, t.credit) WHERE a.tenant_id <> t.tenant_id`,
      );
      expect(rows).toEqual([]);
      // Or nothing would be proven: both tenants have used the same keys.
      const { rows: shared } = await services.owner.query<{ count: number }>(
        `SELECT count(*)::int FROM (SELECT "opKey" FROM ledger_transfer GROUP BY 1 HAVING count(DISTINCT tenant_id) > 1) x`,
      );
      expect(shared[0]?.count).toBeGreaterThan(operations / 10);
    },
    20_000 + operations / 10,
  );
});

async function walk(queue: Operation[], node: LedgerNode, model: ReturnType<typeof createMoneyModel>): Promise<void> {
  for (let given = queue.pop(); given; given = queue.pop()) {
    if (given.what === 'rollUp') await node.ask({ tenant: '', call: { ask: 'rollUp' } });
    if (given.what === 'limit') {
      const customer = shifting[given.who % shifting.length] ?? '';
      await services.limit(customer, { overDraftAmount: given.cents / 100 });
    }
    if (given.what === 'batch') await bookTogether(queue.splice(-(2 + (given.of % 30))), node, model);
    const call = model.next(given);
    if (call) await take(call, node, model);
  }
}

async function take(call: Call, node: LedgerNode, model: ReturnType<typeof createMoneyModel>): Promise<void> {
  const stood = model.stands(call);
  const issues = await ask(call.tenant, call.asked, node, model);
  if (issues) model.answered(call, issues, stood);
}

/** What is posted among these goes together, tenant by tenant; the rest goes alone. */
async function bookTogether(
  operations: readonly Operation[],
  node: LedgerNode,
  model: ReturnType<typeof createMoneyModel>,
): Promise<void> {
  const calls = operations.flatMap((operation) => model.next(operation) ?? []);
  for (const tenant of Object.values(services.tenants)) {
    const posted = calls.filter((call) => call.tenant === tenant && call.legs);
    const stood = posted.map((call) => model.stands(call));
    const operations = posted.map(({ legs }) => legs ?? []);
    const issues = posted.length > 0 ? await ask(tenant, { ask: 'each', operations }, node, model) : null;
    for (const [at, call] of posted.entries()) {
      const own = issues?.filter(({ path }) => path === String(at));
      if (own) model.answered(call, own, stood[at] === true);
    }
  }
  for (const call of calls.filter(({ legs }) => !legs)) await take(call, node, model);
}

function ask(tenant: string, call: MoneyCall, node: LedgerNode, model: ReturnType<typeof createMoneyModel>) {
  return node.ask({ tenant, call }).catch((error: Error) => {
    model.strange.push(`${JSON.stringify(call)}: ${error.message}`);
    return null;
  });
}

async function balances(): Promise<Map<string, number>> {
  const { rows } = await services.owner.query<{ account: string; cents: string }>(
    `SELECT a.tenant_id || ' ' || a.kind || ' ' || coalesce(a.customer::text, '-') AS account,
            ((a.balance + coalesce((SELECT sum(u.amount) FROM ledger.unrolled u WHERE u.tenant_id = a.tenant_id AND u.account = a.id), 0)) * 100)::bigint AS cents
       FROM ledger_account a`,
  );
  const known = rows.map(({ account, cents }) => [account, Number(cents)] as const).filter(([, cents]) => cents !== 0);
  return new Map(known.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
