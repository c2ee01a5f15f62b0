import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newLog, post, signIn, uploadSlip } from './support/persistent-client.ts';
import { seeded } from './support/random.ts';
import { password, startRealServer, type RealServer } from './support/real-server.ts';
import { write, type Expected } from './support/writers.ts';

const kills = Number(process.env['FAULTS'] ?? '4');
const seed = Number(process.env['FAULT_SEED'] ?? '1');
const host = 'north.localhost';
const clients = 8;

describe('eight clients that write while server and Postgres are killed again and again', () => {
  let server: RealServer;
  const log = newLog();
  const expected: Expected = { levels: [], recharges: [] };

  beforeAll(
    async () => {
      server = await startRealServer();
      const [admin, finance, member] = await Promise.all(
        ['admin', 'finance', 'member'].map((account) => signIn(server, host, account, password)),
      );
      if (!admin || !finance || !member) throw new Error('nobody is there');
      const [person] = await server.ask<{ customer: string }>(
        `SELECT a.customer FROM account a JOIN tenant t ON t.id = a.tenant_id WHERE t.host = $1 AND a.account = 'member'`,
        [host],
      );
      const people = {
        admin,
        finance,
        member,
        customer: person?.customer ?? '',
        slip: await uploadSlip(server, member),
      };
      let over = false;
      const writers = Array.from({ length: clients }, (_, at) =>
        write({ server, log, people, isOver: () => over || log.strange.length > 0 }, at, seed),
      );
      // Whoever gives up has noted why in the log, where the first test finds it.
      const finished = Promise.allSettled(writers);
      const random = seeded(seed);
      for (let kill = 0; kill < kills && log.strange.length === 0; kill += 1) {
        // A moment that nothing in the server knows of: so many requests later, and so many turns into one.
        const moment = log.sent + 25 + Math.floor(random() * 60);
        await heard(() => log.sent >= moment);
        for (let turns = Math.floor(random() * 200); turns > 0; turns -= 1) await turn();
        if (random() < 0.5) await server.killServer();
        else server.killPostgres();
        await server.well();
      }
      over = true;
      for (const written of await finished) {
        if (written.status === 'rejected') continue;
        expected.levels.push(...written.value.levels);
        expected.recharges.push(...written.value.recharges);
      }
      process.stdout.write(
        `faults: ${kills} kills, seed ${seed}, ${log.answered.length} writes answered, ${log.lost} without an answer at first, ${log.done} of these had been done\n`,
      );
    },
    60_000 + kills * 20_000,
  );
  afterAll(() => server?.stop());

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

  it('answers every write in the end, and nothing but success, 503 or silence on the way', () => {
    expect(log.strange).toEqual([]);
    expect(log.answered.length).toBeGreaterThan(kills * 20);
    expect(log.lost).toBeGreaterThan(0);
  });

  it('keeps every level exactly once, as it was last answered', async () => {
    const rows = await server.ask<{ id: string; name: string; note: string | null; version: string }>(
      `SELECT l.id, l.name, l.note, l.version FROM level l JOIN tenant t ON t.id = l.tenant_id
        WHERE t.host = $1 AND l.name LIKE 'Level %-%'`,
      [host],
    );
    const found = rows.map(({ id, name, note, version }) => ({ id, name, note: note ?? '', version: Number(version) }));
    expect(sorted(found)).toEqual(sorted(expected.levels));
  });

  it('keeps every payment exactly once, passed, with its one transfer', async () => {
    const rows = await server.ask<{ id: string; posted: string; version: string; transfers: string; amount: string }>(
      `SELECT r.id, r."postedAmount" AS posted, r.version, count(f.id) AS transfers, sum(f.amount) AS amount
         FROM recharge r LEFT JOIN ledger_transfer f ON f.tenant_id = r.tenant_id AND f."refEntity" = 'recharge' AND f."refId" = r.id::text
        WHERE r.id = ANY($1) AND r.status = 'passed' GROUP BY r.id, r."postedAmount", r.version`,
      [expected.recharges.map(({ id }) => id)],
    );
    expect(rows.every(({ transfers, posted, amount }) => transfers === '1' && posted === amount)).toBe(true);
    const found = rows.map(({ id, posted, version }) => ({ id, posted: Number(posted), version: Number(version) }));
    expect(sorted(found)).toEqual(sorted(expected.recharges));
    const [all] = await server.ask<{ count: string }>(
      `SELECT count(*) FROM recharge WHERE "attachment" = (SELECT "attachment" FROM recharge WHERE id = $1)`,
      [expected.recharges[0]?.id],
    );
    expect(Number(all?.count)).toBe(expected.recharges.length);
  });

  it('leaves a ledger that balances: by account, altogether, and against the payments', async () => {
    const unbalanced = await server.ask(
      `SELECT a.id FROM ledger_account a WHERE a.balance + (SELECT coalesce(sum(u.amount), 0) FROM ledger.unrolled u WHERE u.tenant_id = a.tenant_id AND u.account = a.id) IS DISTINCT FROM (
         SELECT coalesce(sum(CASE WHEN f.credit = a.id THEN f.amount ELSE -f.amount END), 0) FROM ledger_transfer f
          WHERE f.tenant_id = a.tenant_id AND a.id IN (f.credit, f.debit))`,
    );
    const sums = await server.ask(
      `SELECT a.tenant_id FROM ledger_account a GROUP BY a.tenant_id, a.currency HAVING sum(a.balance + (SELECT coalesce(sum(u.amount), 0) FROM ledger.unrolled u WHERE u.tenant_id = a.tenant_id AND u.account = a.id)) <> 0`,
    );
    const unpaid = await server.ask(
      `SELECT r.id FROM recharge r WHERE r.status = 'passed' AND NOT EXISTS (SELECT FROM ledger_transfer f
        WHERE f.tenant_id = r.tenant_id AND f."refEntity" = 'recharge' AND f."refId" = r.id::text AND f.amount = r."postedAmount")`,
    );
    const unasked = await server.ask(
      `SELECT f.id FROM ledger_transfer f WHERE f."refEntity" = 'recharge' AND NOT EXISTS (SELECT FROM recharge r
        WHERE r.tenant_id = f.tenant_id AND r.id::text = f."refId" AND r.status IN ('passed', 'reversed'))`,
    );
    const twice = await server.ask(
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
    const [lines] = await server.ask<{ count: string; different: string }>(
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
      const reply = await post(server, asked.who, asked.path, asked.body, asked.key);
      expect((JSON.parse(reply?.text ?? 'null') as { data: unknown }).data).toEqual(asked.data);
    }
    const [lines] = await server.ask<{ count: string }>(
      `SELECT count(*) FROM lading.audit WHERE entity IN ('level', 'recharge') AND record_id = ANY($1)`,
      [[...expected.levels, ...expected.recharges].map(({ id }) => id)],
    );
    expect(Number(lines?.count)).toBe(log.answered.length);
  });
});

const sorted = <T extends { id: string }>(rows: T[]): T[] =>
  rows.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
