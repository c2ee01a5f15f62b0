import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, EntityMeta } from '../../../engine/core/index.ts';
import { hosts, personOf, type Person } from '../../support/test-app.ts';
import { openTwoNodes, type TwoNodes } from '../../support/two-nodes.ts';

const parcel: EntityMeta = {
  entity: 'weighing',
  path: 'Weighing',
  title: 'label',
  fields: {
    label: { type: 'text', required: true, maxLength: 40 },
    weight: { type: 'text', maxLength: 20 },
    remark: { type: 'text', maxLength: 40, default: 'none' },
  },
  list: { columns: ['label', 'weight', 'remark'], filters: ['label'] },
  form: { basic: [['label', 'weight'], ['remark']] },
  access: { clerk: { codes: ['read', 'add', 'edit'] } },
};

describe('a schema that changes under writers on two nodes', () => {
  let nodes: TwoNodes;
  let admin: Person;
  let writers: Person[];
  beforeAll(async () => {
    nodes = await openTwoNodes();
    admin = nodes.world.person('north admin').person;
    const { token } = nodes.world.person('north clerk').person;
    writers = [0, 1, 0, 1].map((node) => personOf(nodes.apps[node as 0 | 1], hosts.north, token));
    await good(
      admin.post('schema/create', {
        document: { meta: parcel, texts: { 'en-US': { name: 'Weighing', plural: 'Weighings' } } },
      }),
    );
    await good(admin.post('schema/weighing/publish', { stamp: 1, reason: 'new', acceptProblems: true }));
  });
  afterAll(() => nodes?.close());

  const good = async (answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>) => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data as Record<string, unknown>;
  };
  const publish = async (...commands: Command[]) => {
    await good(admin.post('schema/weighing/commands', { stamp: 0, name: 'step', commands }));
    return good(admin.post('schema/weighing/publish', { stamp: 1, reason: 'step', acceptProblems: true }));
  };

  it('refuses no write, loses no row and is never without its wall', async () => {
    const written = new Map<string, string>();
    const failures: string[] = [];
    const bare: string[] = [];
    const until = { done: false };
    const write = async (person: Person, who: number) => {
      for (let n = 0; !until.done; n += 1) {
        const label = `${who}-${n}`;
        // No zero at the end: what is typed as a number is shown without it when it is a text again.
        const weight = `${n % 90}.${String(10 + (n % 80)).replace(/0$/, '5')}`;
        const { status, body } = await person.post('Weighing/add', { label, weight });
        if (status === 200 && body.success) written.set(label, weight);
        else failures.push(`${label}: ${JSON.stringify(body)}`);
      }
    };
    const look = async (person: Person) => {
      while (!until.done) {
        const { status, body } = await person.get('Weighing/page', { pageSize: '5' });
        if (status !== 200 || !body.success) failures.push(`page: ${JSON.stringify(body)}`);
      }
    };
    const watch = async () => {
      while (!until.done) {
        const { rows } = await nodes.world.owner.query<{ table: string; walls: number; forced: boolean }>(
          `SELECT c.relname AS table, (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS walls,
                  c.relforcerowsecurity AS forced FROM pg_class c WHERE c.relname LIKE 'own\\_%' AND c.relkind = 'r'`,
        );
        bare.push(...rows.filter(({ walls, forced }) => walls < 2 || !forced).map(({ table }) => table));
      }
    };
    const working = [...writers.map((person, who) => write(person, who)), ...writers.slice(2).map(look), watch()];
    await publish({ do: 'rename', at: 'fields.remark', to: 'comment' });
    await publish({ do: 'set', at: 'fields.weight', value: { type: 'decimal', scale: 2 } });
    await publish({ do: 'set', at: 'fields.label.unique', value: true });
    await good(admin.post('schema/weighing/rollback', { revision: 1, reason: 'back' }));
    const before = written.size;
    // Once more in the old shape: what comes after the way back counts as well.
    while (written.size < before + 20 && failures.length === 0) await new Promise((resolve) => setImmediate(resolve));
    until.done = true;
    await Promise.all(working);

    expect(failures).toEqual([]);
    expect(bare).toEqual([]);
    const { rows } = await nodes.world.owner.query<{ label: string; weight: string; remark: string }>(
      `SELECT label, weight, remark FROM ${await table()}`,
    );
    expect(new Map(rows.map(({ label, weight }) => [label, weight]))).toEqual(written);
    expect(new Set(rows.map(({ remark }) => remark))).toEqual(new Set(['none']));
    expect(written.size).toBeGreaterThan(100);
  }, 120_000);

  const table = async () => {
    const { rows } = await nodes.world.owner.query<{ own_table: string }>(
      `SELECT own_table FROM lading.live_schema WHERE entity = 'weighing'`,
    );
    return rows[0]?.own_table ?? '';
  };

  it('is published by one of two people, and the other is told', async () => {
    await good(
      admin.post('schema/weighing/commands', {
        stamp: 0,
        name: 'a',
        commands: [{ do: 'set', at: 'fields.one', value: { type: 'date' } }],
      }),
    );
    const answers = await Promise.all([
      admin.post('schema/weighing/publish', { stamp: 1, reason: 'mine', acceptProblems: true }),
      personOf(nodes.apps[1], hosts.north, admin.token).post('schema/weighing/publish', {
        stamp: 1,
        reason: 'mine too',
        acceptProblems: true,
      }),
    ]);
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    const { revisions } = await good(admin.get('schema/weighing/history'));
    expect(revisions).toHaveLength(6);
  });
});
