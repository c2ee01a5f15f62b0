import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, EntityMeta } from '../../../engine/core/index.ts';
import { hosts, personOf, type Person } from '../../support/test-app.ts';
import { openTwoNodes, type TwoNodes } from '../../support/two-nodes.ts';

/** How long people work while the schema goes round; 0 for one round of changes. */
const seconds = Number(process.env['SCHEMA_LOAD_SECONDS'] ?? 0);

const parcel: EntityMeta = {
  entity: 'weighing',
  path: 'Weighing',
  title: 'label',
  fields: {
    label: { type: 'text', required: true, maxLength: 40 },
    weight: { type: 'text', maxLength: 20 },
    remark: { type: 'text', maxLength: 40 },
    parts: { type: 'lines', fields: { what: { type: 'text' }, worth: { type: 'integer' } } },
  },
  list: { columns: ['label', 'weight', 'status'], filters: ['label', 'weight'], search: ['label'], sort: '-createdAt' },
  form: { basic: [['label', 'weight'], ['remark'], ['parts']] },
  workflow: {
    start: 'open',
    states: { open: { edit: true }, checked: { edit: true }, closed: { tone: 'good' } },
    transitions: { check: { from: ['open'], to: 'checked' }, close: { from: ['open', 'checked'], to: 'closed' } },
  },
  access: { clerk: { codes: ['read', 'add', 'edit', 'check', 'close'] } },
};

const parcelTexts = { 'en-US': { name: 'Weighing', plural: 'Weighings' } };

interface Change {
  readonly commands: Command[];
  readonly more?: object;
}
const set = (at: string, value: unknown): Command => ({ do: 'set', at, value }) as Command;
const changes: readonly Change[] = [
  { commands: [{ do: 'rename', at: 'fields.remark', to: 'comment' }] },
  { commands: [set('fields.weight', { type: 'integer' })] },
  { commands: [set('fields.weight', { type: 'decimal', scale: 2 })] },
  { commands: [set('fields.weight.scale', 3)] },
  { commands: [set('fields.weight', { type: 'integer' })] },
  { commands: [set('fields.weight', { type: 'text', maxLength: 30 })] },
  {
    commands: [set('fields.kind', { type: 'choice', options: ['flat', 'round'], required: true })],
    more: { backfill: { kind: 'flat' } },
  },
  { commands: [set('fields.label.unique', true)] },
  {
    commands: [
      { do: 'remove', at: 'workflow.transitions.check' },
      set('workflow.transitions.close.from', ['open']),
      set('access.clerk', [{ codes: ['read', 'add', 'edit', 'close'] }]),
      { do: 'remove', at: 'workflow.states.checked' },
    ],
    more: { mapping: { checked: 'open' } },
  },
  { commands: [set('fields.parts.fields.note', { type: 'text' })] },
];

interface Entry {
  verb: string;
  version: number;
  changes: { field: string; revision?: number }[];
}

/** What a record must hold in the end. */
interface Kept {
  id: string;
  weight: number;
  remark: string;
  worth: number;
}

describe('people who work on two nodes while the schema goes round', () => {
  let nodes: TwoNodes;
  let admin: Person;
  let clerks: Person[];
  beforeAll(async () => {
    nodes = await openTwoNodes();
    admin = nodes.world.person('north admin').person;
    const { token } = nodes.world.person('north clerk').person;
    clerks = [0, 1, 0, 1].map((node) => personOf(nodes.apps[node as 0 | 1], hosts.north, token));
    await good(admin.post('schema/create', { document: { meta: parcel, texts: parcelTexts } }));
    await good(admin.post('schema/weighing/publish', { stamp: 1, reason: 'new', acceptProblems: true }));
  });
  afterAll(() => nodes?.close());

  const good = async (answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>) => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data as Record<string, unknown>;
  };
  const publish = async ({ commands, more = {} }: Change) => {
    await good(admin.post('schema/weighing/commands', { stamp: 0, name: 'step', commands }));
    return good(admin.post('schema/weighing/publish', { stamp: 1, reason: 'step', acceptProblems: true, ...more }));
  };

  it(
    'are refused nothing and lose nothing',
    async () => {
      const kept = new Map<string, Kept>();
      const failures: string[] = [];
      const until = { done: false };
      const count = { requests: 0 };
      const ask = async (
        what: string,
        answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>,
      ) => {
        const { status, body } = await answer;
        count.requests += 1;
        if (status === 200 && body.success) return body.data as Record<string, unknown>;
        failures.push(`${what}: ${status} ${JSON.stringify(body)}`);
        return null;
      };
      const pause = () => new Promise((resolve) => setImmediate(resolve));
      // Under both names that the remark has, and with what is asked for only for a while.
      const values = (n: number) => ({
        ...{ weight: String(n), remark: `remark ${n}`, comment: `remark ${n}`, kind: 'round' },
        parts: [{ what: 'lid', worth: n }],
      });
      const write = async (clerk: Person, who: number) => {
        let last: { id: string; label: string } | null = null;
        for (let n = 1; !until.done; n += 1) {
          const held = { weight: n, remark: `remark ${n}`, worth: n };
          if (last && n % 3 > 0) {
            const { id, label } = last;
            if (await ask('edit', clerk.post('Weighing/edit', { id, ...values(n) }))) kept.set(label, { id, ...held });
          } else {
            const label = `${who}-${n}`;
            const added = await ask('add', clerk.post('Weighing/add', { label, ...values(n) }));
            if (added) kept.set(label, { id: String(added['id']), ...held });
            if (added) last = { id: String(added['id']), label };
          }
          await pause();
        }
      };
      const look = async (clerk: Person) => {
        for (let n = 0; !until.done; n += 1) {
          await ask('page', clerk.get('Weighing/page', { pageSize: '5', sort: '-weight,label' }));
          const [first] = kept.values();
          if (first) await ask('detail', clerk.get('Weighing/detail', { id: first.id }));
          await ask('search', clerk.get('Weighing/page', { searchValue: '1-', 'label.contains': '2' }));
          await pause();
        }
      };
      const working = [
        ...clerks.map((clerk, who) => write(clerk, who)),
        ...clerks.slice(2).map((clerk) => look(clerk)),
      ];
      const started = performance.now();
      let rounds = 0;
      const meet = async () => {
        const enough = count.requests + 40;
        while (count.requests < enough && failures.length === 0) await pause();
      };
      try {
        do {
          for (const change of changes) {
            await publish(change);
            // Everybody meets each revision on every connection, or as good as.
            await meet();
          }
          await good(admin.post('schema/weighing/rollback', { revision: 1, reason: 'back' }));
          await meet();
          rounds += 1;
        } while (performance.now() - started < seconds * 1000 && failures.length === 0);
      } finally {
        until.done = true;
        await Promise.all(working);
      }
      if (seconds > 0)
        console.log(`${rounds} rounds, ${count.requests} requests, ${kept.size} records, ${failures.length} failed`);

      expect(failures).toEqual([]);
      for (const [label, { id, ...held }] of kept) {
        const record = await good(admin.get('Weighing/detail', { id }));
        const [part] = record['parts'] as { worth: number }[];
        const found = { weight: Number(record['weight']), remark: record['remark'], worth: part?.worth };
        expect({ label, ...found }).toEqual({ label, ...held });
      }
      // Anyone who follows a record by its trail meets each of its versions once, under the names of now.
      for (const { id } of [...kept.values()].slice(0, 20)) {
        const { version } = await good(admin.get('Weighing/detail', { id }));
        const trail = (await good(admin.get('Weighing/history', { id }))) as unknown as Entry[];
        const versions = trail.map((entry) => entry.version);
        const last = Array.from({ length: trail.length }, (_, at) => Number(version) - at);
        expect({ id, versions }).toEqual({ id, versions: last });
        const fields = new Set(trail.flatMap(({ changes }) => changes.map(({ field }) => field)));
        expect([...fields]).not.toContain('comment');
        const written = trail.filter(({ verb }) => verb === 'publish').flatMap(({ changes }) => changes);
        for (const { revision } of written) expect(revision).toBeGreaterThan(1);
      }
      const [first] = kept.values();
      const trail = (await good(admin.get('Weighing/history', { id: first?.id ?? '' }))) as unknown as Entry[];
      const told = trail.filter(({ verb }) => verb === 'publish').flatMap(({ changes }) => changes);
      // It was there from the first change on, and saw its weight become a number and a text again.
      expect(told.map(({ field }) => field)).toContain('weight');
    },
    120_000 + seconds * 2000,
  );

  it('find numbers of another type as they saw them', async () => {
    const fields: EntityMeta['fields'] = {
      label: { type: 'text' },
      ...{ length: { type: 'decimal' }, price: { type: 'money', currency: 'USD' }, share: { type: 'decimal' } },
    };
    const meta: EntityMeta = {
      ...{ entity: 'measured', path: 'Measured', title: 'label', fields },
      list: { columns: ['label'] },
      access: { clerk: { codes: ['read', 'add'] } },
    };
    await good(admin.post('schema/create', { document: { meta, texts: parcelTexts } }));
    await good(admin.post('schema/measured/publish', { stamp: 1, reason: 'new', acceptProblems: true }));
    const given = { label: 'a', length: 300, price: 2.5, share: 420 };
    const { id } = await good(admin.post('Measured/add', given));
    const commands = [set('fields.length', { type: 'integer' }), set('fields.price', { type: 'text' })];
    const change = { stamp: 0, name: 'types', commands: [...commands, set('fields.share', { type: 'text' })] };
    await good(admin.post('schema/measured/commands', change));
    await good(admin.post('schema/measured/publish', { stamp: 1, reason: 'types', acceptProblems: true }));
    const { length, price, share } = await good(admin.get('Measured/detail', { id: String(id) }));
    expect({ length, price, share }).toEqual({ length: 300, price: '2.50', share: '420' });
    await good(admin.post('schema/measured/rollback', { revision: 1, reason: 'back' }));
    expect(await good(admin.get('Measured/detail', { id: String(id) }))).toMatchObject(given);
  });

  it('is met by the very next request, on either node', async () => {
    const others = [admin, personOf(nodes.apps[1], hosts.north, admin.token)];
    const met = async () => {
      const answers = await Promise.all(others.map((person) => good(person.get('meta/Measured'))));
      return answers.map(({ meta }) => (meta as EntityMeta).fields['length']?.type);
    };
    for (let round = 0; round < 5; round += 1) {
      const commands = [set('fields.length', { type: 'integer' })];
      await good(admin.post('schema/measured/commands', { stamp: 0, name: 'type', commands }));
      await good(admin.post('schema/measured/publish', { stamp: 1, reason: 'type', acceptProblems: true }));
      expect(await met()).toEqual(['integer', 'integer']);
      await good(admin.post('schema/measured/rollback', { revision: 1, reason: 'back' }));
      expect(await met()).toEqual(['decimal', 'decimal']);
    }
  });
});
