import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expireSql } from '../../server/domain/printing/jobs-sql.ts';
import { openFrailLine, type FrailLine } from '../support/frail-line.ts';
import { addLabels } from '../support/labels.ts';
import { added } from '../support/money.ts';
import { night } from '../support/night.ts';
import { scratch, spooled, startAgent } from '../support/print-agent.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Two agents of one printer are killed and cut off in every state of a job: each label is on the spooler once, or a person is told. */

let world: World;
let line: FrailLine;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  line = await openFrailLine(await world.test.app.listen({ port: 0, host: '127.0.0.1' }));
}, 120_000);
afterAll(async () => {
  await line?.close();
  await world?.close();
});

/** Labels of the run by day, and of the whole one by night. */
const many = night ? 500 : 14;
const calls = ['PrintAgent/take', 'PrintAgent/label', 'PrintAgent/done'] as const;
const ways = ['cut', 'killOne', 'killBoth', 'freeze'] as const;
const faults = calls.flatMap((call) => ways.map((way) => ({ call, way })));

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.owner.query(text, values)).rows as T[];

describe('a printer of two agents', () => {
  it('prints each label once or reports it as uncertain, whichever process is killed or cut off at any point', async () => {
    const id = added(await admin.post('Printer/add', { name: 'Storm' }));
    await admin.post('Printer/pair', { id });
    const { pairingCode: code } = (await admin.get('Printer/detail', { id })).body.data as { pairingCode: string };
    const [folder, home] = [await scratch(), await scratch()];
    const options = { server: line.url('http://127.0.0.1'), spool: `folder:${folder}`, state: home };
    const first = startAgent({ ...options, code });
    await first.hears('ready for');
    const agents = [first, startAgent(options)];
    await agents[1]?.hears('ready for');
    const kill = async (at: number) => {
      await agents[at]?.kill('SIGKILL');
      agents[at] = startAgent(options);
    };
    const states = async () => {
      const rows = await sql<{ status: string; count: number }>(
        'SELECT status, count(*)::int AS count FROM print_job WHERE printer = $1 GROUP BY 1',
        [id],
      );
      return new Map(rows.map(({ status, count }) => [status, count]));
    };
    const open = async () => {
      const now = await states();
      return (now.get('queued') ?? 0) + (now.get('taken') ?? 0);
    };

    const labels = await addLabels(world, { count: many });
    const sent = await admin.post('Print/send', { packages: labels.map((label) => label.id), printer: id });
    expect(sent.body.success).toBe(true);
    // Every word of a job with every fault, again and again while there is enough left to print.
    let done = 0;
    for (let turn = 0; (await open()) > 4; turn += 1) {
      const { call, way } = faults[turn % faults.length] ?? { call: 'PrintAgent/take', way: 'cut' };
      let isCut = false;
      void line.cutAnswerTo(call).then(() => (isCut = true));
      await vi.waitFor(
        async () => {
          await lapse();
          expect(isCut || (await open()) === 0).toBe(true);
        },
        { timeout: 60_000, interval: 50 },
      );
      if (way === 'killOne') await kill(turn % 2);
      if (way === 'killBoth') await Promise.all([kill(0), kill(1)]);
      if (way === 'freeze') {
        line.freeze();
        // Nothing passes while the one that was cut off starts again.
        await kill(turn % 2);
        line.thaw();
      }
      done += 1;
      await vi.waitFor(
        () => expect(agents.some(({ child }) => child.exitCode === null && child.signalCode === null)).toBe(true),
        { timeout: 10_000 },
      );
    }
    await vi.waitFor(
      async () => {
        await lapse();
        expect(await open()).toBe(0);
      },
      { timeout: 60_000, interval: 200 },
    );

    const jobs = await sql<{ name: string; status: string }>('SELECT name, status FROM print_job WHERE printer = $1', [
      id,
    ]);
    const paper = new Map<string, number>();
    for (const name of await spooled(folder)) {
      const number = name.split('-')[2]?.replace('.pdf', '') ?? '';
      paper.set(number, (paper.get(number) ?? 0) + 1);
    }
    expect(jobs).toHaveLength(many);
    for (const { name, status } of jobs) {
      const printed = paper.get(name) ?? 0;
      if (status === 'spooled') expect([name, printed]).toEqual([name, 1]);
      else expect([name, status, printed <= 1]).toEqual([name, 'uncertain', true]);
    }
    const uncertain = jobs.filter(({ status }) => status === 'uncertain').length;
    expect(done).toBeGreaterThan(4);
    if (night) process.stdout.write(`${many} labels, ${done} faults: ${uncertain} uncertain, none twice\n`);
  }, 900_000);
});

/** What no agent holds any more goes by the clock: a minute after its last word. Here it is a moment. */
async function lapse(): Promise<void> {
  await sql(
    `UPDATE printing.lease l SET until = now() - interval '1 second' FROM print_job j
      WHERE j.tenant_id = l.tenant_id AND j.id = l.job AND j.status = 'taken' AND j."takenAt" < now() - interval '2 seconds'
        AND l.until < now() + interval '58 seconds'`,
  );
  await sql(expireSql, [null, null]);
}
