import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  defineCommand,
  defineDownload,
  defineJob,
  defineUpload,
  defineWork,
  issue,
  type ServerModule,
} from '../../server/modules/module.ts';
import { testModules, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* What a business module may do beside the requests of people: files, ordered work, jobs of its own. */

const ran: string[] = [];
let stops = 0;
const body = { type: 'object', properties: { text: { type: 'string', maxLength: 100 } } };
const module: ServerModule = {
  handlers: [
    defineJob('trials.note', async ({ record, operationKey }) => {
      ran.push(`${String(record['name'])} ${operationKey}`);
    }),
  ],
  works: [
    defineWork('trials.count', async ({ files, open, progress, resume, request, can, services, tenant }) => {
      await progress({ done: 0, total: files.length });
      if (request['stop'] === true && stops++ === 0) {
        await progress({ done: 1, resume: { at: 1 } });
        throw new Error('the node stops');
      }
      const sizes = await Promise.all(files.map(async (file) => (await text(await open(file))).length));
      const content = Buffer.from(sizes.join(' '));
      const kept = await services.files.keep({ tenant, customer: null, name: 'sizes.txt', content });
      return {
        sizes,
        resume,
        kept,
        mayRead: can('level', 'read'),
        read: (await services.files.read(tenant, kept)).toString(),
      };
    }),
  ],
  uploads: [
    defineUpload({
      ...{ path: 'Trials/upload', needs: { entity: 'level', code: 'add' } },
      ...{ most: 3, maxBytes: 1_000, work: 'trials.count' },
    }),
  ],
  commands: [
    defineCommand({
      ...{ path: 'Trials/count', body, answer: {}, perMinute: 60 },
      run: async ({ order }) => ({ job: await order('trials.count', { stop: true }) }),
    }),
  ],
  downloads: [
    defineDownload({
      ...{ path: 'Trials/file', body, perMinute: 60 },
      async run({ body: { text: said }, refuse }) {
        if (said === undefined) refuse(issue('required', 'text'));
        return { name: 'a "b" 号.txt', mediaType: 'text/plain', content: Readable.from([Buffer.from(String(said))]) };
      },
    }),
  ],
};

let world: World;
let [admin, member]: Person[] = [];
beforeAll(async () => {
  world = await openWorld([...testModules, module]);
  [admin, member] = ['admin', 'member'].map((name) => world.person(`north ${name}`).person);
}, 120_000);
afterAll(() => world?.close());

async function upload(person: Person | undefined, files: readonly string[], headers = {}) {
  const form = new FormData();
  for (const [at, content] of files.entries()) form.append('files', new File([content], `${at}.txt`));
  const sent = new Response(form);
  const raw = await world.test.app.inject({
    ...{ method: 'POST', url: '/api/Trials/upload?culture=en-US', payload: Buffer.from(await sent.arrayBuffer()) },
    headers: {
      ...{ host: 'north.localhost', authorization: `Bearer ${(person as Person).token}`, ...headers },
      'content-type': sent.headers.get('content-type') ?? '',
    },
  });
  return { status: raw.statusCode, body: raw.json<{ data: { job: string }; success: boolean; issues?: object[] }>() };
}
const jobOf = async (id: string) => (await (admin as Person).get('job', { id })).body.data as Record<string, unknown>;
async function objects(): Promise<number> {
  let count = 0;
  for await (const _ of world.test.files.list()) count += 1;
  return count;
}

describe('files handed in for work', () => {
  it('become a job whose result is what the work returned', async () => {
    const { body: answered } = await upload(admin, ['four', 'sixsix']);
    await world.test.runJobs();
    const job = await jobOf(answered.data.job);
    expect(job).toMatchObject({ state: 'done', total: 2, result: { sizes: [4, 6], read: '4 6', mayRead: true } });
  });

  it('are taken once under one key', async () => {
    const headers = { 'idempotency-key': 'trial-1' };
    const first = await upload(admin, ['same'], headers);
    const before = await objects();
    const second = await upload(admin, ['same'], headers);
    expect([second.body.data.job, await objects()]).toEqual([first.body.data.job, before]);
  });

  it.each([
    ['none at all', [], 200],
    ['an empty one', ['full', ''], 200],
    ['one that is too large', ['x'.repeat(1_001)], 413],
    ['too many', ['1', '2', '3', '4'], 413],
  ])('are refused and leave nothing: %s', async (_, files, status) => {
    const before = await objects();
    const refused = await upload(admin, files);
    expect([refused.status, refused.body.success, await objects()]).toEqual([status, false, before]);
  });

  it('are refused to who lacks the right, and leave nothing', async () => {
    const before = await objects();
    expect([(await upload(member, ['mine'])).status, await objects()]).toEqual([403, before]);
  });
});

describe('work', () => {
  it('resumes after a stop with what it noted, and is hidden from other people', async () => {
    const { data } = (await (admin as Person).post('Trials/count', {})).body as { data: { job: string } };
    await expect.poll(() => world.test.runJobs().then(() => stops)).toBe(1);
    expect(await jobOf(data.job)).toMatchObject({ state: 'running', done: 1, result: null });
    await world.test.node.system.pool.query(
      'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts > 0',
    );
    await world.test.runJobs();
    expect(await jobOf(data.job)).toMatchObject({ state: 'done', result: { resume: { at: 1 } } });
    expect((await (member as Person).get('job', { id: data.job })).body.success).toBe(false);
  });
});

describe('a download', () => {
  it('answers bytes under a name that is safe', async () => {
    const { token } = admin as Person;
    const raw = await world.test.app.inject({
      ...{ method: 'POST', url: '/api/Trials/file', payload: { text: 'hello' } },
      headers: { host: 'north.localhost', authorization: `Bearer ${token}` },
    });
    expect([raw.statusCode, raw.body, raw.headers['content-disposition']]).toEqual([
      ...[
        200,
        'hello',
        `attachment; filename=a%20%22b%22%20%E5%8F%B7.txt; filename*=UTF-8''a%20%22b%22%20%E5%8F%B7.txt`,
      ],
    ]);
  });

  it('refuses as everything does', async () => {
    const { body: refused } = await (admin as Person).post('Trials/file', {});
    expect([refused.success, refused.issues]).toMatchObject([false, [{ path: 'text', code: 'required' }]]);
  });
});

describe('a job of a module', () => {
  it('runs for its record, once for a key', async () => {
    const { services } = world.test.node.context;
    const { rows } = await world.test.node.system.pool.query<{ tenant: string; id: string; name: string }>(
      'SELECT tenant_id::text AS tenant, id::text, name FROM level ORDER BY id LIMIT 1',
    );
    const [level] = rows;
    if (!services || !level) throw new Error('no level');
    const of = { tenant: level.tenant, entity: 'level', id: level.id };
    for (let times = 0; times < 2; times++) await services.enqueue('trials.note', of, { key: 'note-1' });
    await world.test.runJobs();
    expect(ran).toEqual([`${level.name} note-1`]);
  });
});
