import type { Door } from '../../support/app-nodes.ts';
import { insist, type Log, type Served } from './persistent-client.ts';
import { seeded } from './random.ts';

/** What must stand in the database when everything has been answered. */
export interface Expected {
  readonly levels: { id: string; name: string; note: string; version: number }[];
  readonly recharges: { id: string; posted: number; version: number }[];
}

export interface People {
  readonly admin: Door;
  readonly finance: Door;
  readonly member: Door;
  readonly customer: string;
  /** The uploaded proof of payment. */
  readonly slip: string;
}

interface Answer {
  id: string;
  version: number;
}

/** One of the clients: adds and changes levels, and takes payments from their form to the ledger, until told to stop. */
export async function write(
  on: { server: Served; log: Log; people: People; isOver: () => boolean },
  number: number,
  seed: number,
): Promise<Expected> {
  const { server, log, people, isOver } = on;
  const random = seeded(seed * 1000 + number);
  const expected: Expected = { levels: [], recharges: [] };
  let calls = 0;
  const ask = async (who: Door, path: string, body: unknown): Promise<Answer> => {
    calls += 1;
    const answer = (await insist(server, log, { who, path, body, key: `fault-${number}-${calls}` })) as Answer;
    return { id: String(answer.id), version: answer.version };
  };
  while (!isOver()) {
    if (random() < 0.4) {
      const name = `Level ${number}-${calls}`;
      let { id, version } = await ask(people.admin, 'Level/add', { name });
      let note = '';
      for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
        note = `change ${calls}`;
        ({ version } = await ask(people.admin, 'Level/edit', { id, version, note }));
      }
      expected.levels.push({ id, name, note, version });
      continue;
    }
    const posted = (100 + Math.floor(random() * 100_000)) / 100;
    const { member, finance, customer, slip } = people;
    const form = { customer, amount: posted, method: 'wire', paidOn: '2026-01-05', attachment: slip };
    const added = await ask(member, 'Recharge/add', form);
    const { version } = await ask(member, 'Recharge/submit', { id: added.id, version: added.version });
    const passed = await ask(finance, 'Recharge/pass', { id: added.id, version, postedAmount: posted });
    expected.recharges.push({ id: added.id, posted, version: passed.version });
  }
  return expected;
}
