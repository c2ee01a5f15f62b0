import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { registerRoutes } from '../../../server/http/register-routes.ts';
import { openNode, type Node } from '../../../server/node.ts';
import type { Command, DraftConflict, EntityDocument, EntityMeta } from '../../../engine/core/index.ts';
import { hosts, personOf, root, secretKey, testModules, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/** What the next release delivers of a customer. */
function release(folder: string): void {
  for (const part of ['schemas', 'locales']) cpSync(join(root, part), join(folder, part), { recursive: true });
  const edit = (file: string, change: (json: Record<string, never>) => void) => {
    const json = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, never>;
    change(json);
    writeFileSync(join(folder, file), JSON.stringify(json));
  };
  edit('schemas/customers/customer/customer.json', (json) => {
    const { fields, list, form } = json as unknown as {
      fields: Record<string, object>;
      list: { sort: string; search: string[] };
      form: { basic: string[][] };
    };
    fields['remark'] = { type: 'longText', maxLength: 300 };
    fields['loyaltyNo'] = { type: 'text', maxLength: 20 };
    list.sort = 'name';
    form.basic.push(['loyaltyNo']);
  });
  for (const [culture, word] of [
    ['en-US', 'Loyalty no.'],
    ['zh-CN', '积分卡号'],
  ] as const) {
    edit(`locales/${culture}/entities/customer.json`, (json) => {
      Object.assign(json['fields'] ?? {}, { loyaltyNo: word, leader: `${word} (leader)` });
    });
  }
}

interface Read {
  base: EntityDocument;
  draft: { stamp: number; document: EntityDocument; came: { name: string }[]; log: object[] } | null;
  conflicts: DraftConflict[];
  revision: number;
}

describe('a new release under a tenant that designs', () => {
  let world: World;
  let node: Node;
  let app: FastifyInstance;
  let before: Person;
  let admin: Person;
  const folder = mkdtempSync(join(tmpdir(), 'lading-release-'));

  const good = async (answer: Promise<{ status: number; body: { success: boolean; data: unknown } }>) => {
    const { status, body } = await answer;
    if (status !== 200 || !body.success) throw new Error(JSON.stringify(body));
    return body.data;
  };
  const run = (person: Person, stamp: number, ...commands: Command[]) =>
    person.post('schema/customer/commands', { stamp, name: 'step', commands });
  const read = async () => (await good(admin.get('schema/customer'))) as Read;

  beforeAll(async () => {
    world = await openWorld();
    before = world.person('north admin').person;
    // Published on the old base: the sort. In the draft on it: a field of one's own, a limit, a word.
    await good(run(before, 0, { do: 'set', at: 'list.sort', value: 'shortName' }));
    await good(before.post('schema/customer/publish', { stamp: 1, reason: 'by short name', acceptProblems: true }));
    await good(
      run(
        before,
        0,
        { do: 'set', at: 'fields.rating', value: { type: 'integer' } },
        { do: 'place', in: 'form', field: 'rating', section: 'basic', row: 2 },
        { do: 'set', at: 'fields.remark.maxLength', value: 400 },
        { do: 'text', culture: 'en-US', key: 'fields.leader', value: 'Boss' },
      ),
    );
    release(folder);
    const { databaseUrl } = world.test;
    const opened = await openNode({ databaseUrl, root: `${folder}/`, secretKey, modules: testModules });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    node = opened.value;
    const more = registerRoutes({ ...node, files: world.test.files, recorded: false });
    app = await buildApp({ ...node, webDir: null, logLevel: 'silent', more });
    admin = personOf(app, hosts.north, before.token);
  });
  afterAll(async () => {
    await app?.close();
    await node?.close();
    await world?.close();
    rmSync(folder, { recursive: true });
  });

  it('brings the open draft onto what is delivered now, and says where both changed the same', async () => {
    const { draft, conflicts } = await read();
    if (!draft) throw new Error('no draft');
    const { meta, texts } = draft.document;
    expect(meta.fields).toMatchObject({ rating: { type: 'integer' }, loyaltyNo: { type: 'text' } });
    expect(meta.form?.['basic']).toEqual([
      ['code', 'name', 'shortName'],
      ['type', 'org', 'parent'],
      ['rating'],
      ['loyaltyNo'],
    ]);
    expect(texts['en-US']).toMatchObject({ fields: { leader: 'Boss', loyaltyNo: 'Loyalty no.' } });
    expect(conflicts.map(({ at, holds }) => [at, holds])).toEqual([
      ['texts/en-US/fields/leader', 'mine'],
      // More than is delivered now would not be taken: it stands aside, and says why.
      ['fields/remark/maxLength', 'theirs'],
      ['list/sort', 'mine'],
    ]);
    expect(conflicts[1]).toMatchObject({
      mine: { value: 400 },
      theirs: { value: 300 },
      issues: [{ code: 'schema.baseKept' }],
    });
    expect(draft?.came.map(({ name }) => name)).toContain('loyaltyNo');
    expect([draft?.stamp, draft?.log]).toEqual([2, []]);
  });

  it('tells anyone who publishes what they saw before, with what came', async () => {
    const { status, body } = await admin.post('schema/customer/publish', {
      stamp: 1,
      reason: 'late',
      acceptProblems: true,
    });
    expect([status, body.code]).toEqual([409, 4092]);
    expect(body.data).toMatchObject({
      stamp: 2,
      conflicts: [{ at: 'texts/en-US/fields/leader' }, { at: 'fields/remark/maxLength' }],
    });
    const { changes } = body.data as { changes: { kind: string; name: string }[] };
    expect(changes.map(({ kind, name }) => `${kind} ${name}`)).toContain('added loyaltyNo');
  });

  it('publishes nothing that is undecided', async () => {
    const { body } = await admin.post('schema/customer/publish', {
      stamp: 2,
      reason: 'too soon',
      acceptProblems: true,
    });
    expect(body.issues?.map(({ code, path }) => [code, path])).toEqual([
      ['schema.conflict', 'texts.en-US.fields.leader'],
      ['schema.conflict', 'fields.remark.maxLength'],
    ]);
    const settle = (stamp: number, at: string, take: string) =>
      admin.post('schema/customer/settle', { stamp, at, take });
    const refused = await settle(2, 'fields/remark/maxLength', 'mine');
    expect(refused.body.issues).toMatchObject([{ code: 'schema.baseKept', path: 'fields.remark.maxLength' }]);
    await good(settle(2, 'fields/remark/maxLength', 'theirs'));
    await good(settle(3, 'texts/en-US/fields/leader', 'mine'));
    const { draft, conflicts } = await read();
    expect(conflicts.map(({ at }) => at)).toEqual(['list/sort']);
    expect(draft?.document.meta.fields['remark']).toMatchObject({ maxLength: 300 });
    await good(admin.post('schema/customer/publish', { stamp: 4, reason: 'on the new release', acceptProblems: true }));
    const live = (await good(admin.get('meta/Customer', { culture: 'en-US' }))) as { meta: EntityMeta; texts: object };
    expect(live.meta.fields).toMatchObject({ rating: { type: 'integer' }, loyaltyNo: { type: 'text' } });
    expect(live.texts).toMatchObject({ fields: { leader: 'Boss' } });
  });

  it('keeps what nobody decided on the list, over a publish too, until ours is confirmed', async () => {
    expect((await read()).conflicts).toMatchObject([{ at: 'list/sort', mine: { value: 'shortName' } }]);
    await good(admin.post('schema/customer/settle', { stamp: 0, at: 'list/sort', take: 'mine' }));
    expect((await read()).conflicts).toEqual([]);
    expect(
      await good(admin.post('schema/customer/publish', { stamp: 1, reason: 'ours', acceptProblems: true })),
    ).toEqual({ revision: 3 });
    expect(await read()).toMatchObject({ conflicts: [], draft: null, revision: 3 });
  });

  it('keeps a draft through a rollback by someone else, and tells the second of two publishers what the first changed', async () => {
    await good(run(admin, 0, { do: 'set', at: 'list.columns', value: ['code', 'name', 'rating'] }));
    await good(admin.post('schema/customer/rollback', { revision: 1, reason: 'back' }));
    const { draft, conflicts } = await read();
    // The field that the draft shows is no longer there: the columns stand aside.
    expect(draft?.document.meta.fields).not.toHaveProperty('rating');
    expect(conflicts).toMatchObject([
      { at: 'list/columns', holds: 'theirs', issues: [{ code: 'schema.unknownField' }] },
      // That revision did not know of the new release.
      { at: 'list/sort', mine: { value: 'shortName' } },
    ]);
    await good(admin.post('schema/customer/settle', { stamp: draft?.stamp, at: 'list/columns', take: 'theirs' }));
    await good(run(admin, Number(draft?.stamp) + 1, { do: 'set', at: 'fields.rank', value: { type: 'integer' } }));
    const stamp = Number(draft?.stamp) + 2;
    const both = await Promise.all(
      ['mine', 'mine too'].map((reason) =>
        admin.post('schema/customer/publish', { stamp, baseRevision: 4, reason, acceptProblems: true }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.data).toMatchObject({
      revision: 5,
      changes: [{ kind: 'added', name: 'rank' }],
    });
  });
});
