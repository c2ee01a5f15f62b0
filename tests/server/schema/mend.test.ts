import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityMeta } from '../../../engine/core/index.ts';
import { openWorld, type World } from '../../support/world.ts';

const slip: EntityMeta = {
  ...{ entity: 'slip', path: 'Slip', title: 'label' },
  fields: {
    label: { type: 'text' },
    amount: { type: 'text' },
    kind: { type: 'choice', options: ['small', 'large', 'odd'] },
  },
  list: { columns: ['label', 'status'] },
  // Nobody may edit a record in the only state that there is.
  workflow: { start: 'sealed', states: { sealed: { tone: 'good' } }, transitions: {} },
  access: { clerk: { codes: ['read', 'add'] } },
};

describe('records that nobody may edit', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  it('get what is given for a value that the new schema cannot say, and no others do', async () => {
    const admin = world.person('north admin').person;
    const good = async (answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>) => {
      const { status, body } = await answer;
      if (status !== 200 || !body.success) throw new Error(JSON.stringify(body).slice(0, 2000));
      return body.data as Record<string, unknown>;
    };
    const name = { name: 'Slip', plural: 'Slips', options: { kind: { small: 'S', large: 'L', odd: 'O' } } };
    await good(admin.post('schema/create', { document: { meta: slip, texts: { 'en-US': name, 'zh-CN': name } } }));
    await good(admin.post('schema/slip/publish', { stamp: 1, reason: 'new', acceptProblems: true }));
    await good(admin.post('Slip/add', { label: 'a', amount: 'about nine', kind: 'odd' }));
    await good(admin.post('Slip/add', { label: 'b', amount: '5', kind: 'large' }));
    await good(admin.post('Slip/add', { label: 'c' }));
    const commands = [
      { do: 'set', at: 'fields.amount', value: { type: 'integer' } },
      { do: 'set', at: 'fields.kind.options', value: ['small', 'large'] },
    ];
    await good(admin.post('schema/slip/commands', { stamp: 0, name: 'change', commands }));
    const { blockers } = await good(admin.get('schema/slip/plan'));
    expect(blockers).toMatchObject([
      { code: 'schema.lossy', count: 1, needs: 'backfill' },
      { code: 'schema.outside', count: 1, needs: 'backfill' },
    ]);
    const backfill = { amount: 9, kind: 'small' };
    await good(admin.post('schema/slip/publish', { stamp: 1, reason: 'change', acceptProblems: true, backfill }));
    const { rows } = await good(admin.get('Slip/page', { sort: 'label' }));
    expect(rows).toMatchObject([
      { label: 'a', amount: 9, kind: 'small' },
      { label: 'b', amount: 5, kind: 'large' },
      { label: 'c', amount: null, kind: null },
    ]);
  });
});
