import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModules } from '../../server/domain/index.ts';
import { sendWaiting } from '../../server/domain/robots/send.ts';
import { tell } from '../../server/domain/robots/services.ts';
import { openWorld, type World } from '../support/world.ts';
import type { Person } from '../support/test-app.ts';
import { keepTrial } from '../support/tried.ts';

/* A group that counts what it is told and says "too fast" when it is more than twenty in a minute of the test's clock. */

let world: World;
let admin: Person;
let server: Server;
let host = '';
let now = Date.parse('2026-04-01T12:00:00Z');
let heard: { at: number; text: string; url: string }[] = [];
let accepted: { at: number; text: string }[] = [];
/** What the group answers beside its limit. */
let mood: 'well' | 'away' = 'well';

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const text = (JSON.parse(body) as { text: { content: string } }).text.content;
      heard.push({ at: now, text, url: request.url ?? '' });
      const inMinute = accepted.filter(({ at }) => at > now - 60_000).length;
      if (mood === 'away') response.statusCode = 503;
      const tooFast = inMinute >= 20;
      if (mood === 'well' && !tooFast) accepted.push({ at: now, text });
      response.end(JSON.stringify({ errcode: tooFast ? 45009 : 0 }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await openWorld(createModules({ stripe: null, robotHosts: [host], originOf: (of) => `http://${of}` }));
  admin = world.person('north admin').person;
  await sql('DELETE FROM robot');
}, 120_000);
afterAll(async () => {
  await world?.close();
  server?.close();
});
beforeEach(() => {
  [heard, accepted, mood] = [[], [], 'well'];
  now += 600_000;
});

const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const services = () => {
  const { services } = world.test.node.context;
  if (!services) throw new Error('no house');
  return services;
};
const send = () => sendWaiting({ services: services(), hosts: [host], now: () => now });
const waiting = async () => Number((await sql('SELECT count(*)::integer AS many FROM robots.waiting'))[0]?.many);

async function robot(more: object = {}): Promise<string> {
  const body = {
    ...{
      name: `Group ${now}`,
      service: 'wecom',
      address: `http://${host}/cgi-bin/webhook/send?key=k`,
      language: 'en-US',
    },
    ...{ notices: ['orderFailed'], ...more },
  };
  return String(((await admin.post('Robot/add', body)).body.data as unknown as { id: string }).id);
}
let fails = 0;
/** Orders that fail one after another, as placing lets them. */
async function fail(many: number): Promise<void> {
  const id = world.homes.north.samples.get('order/placing') ?? '';
  for (let at = 0; at < many; at += 1) {
    fails += 1;
    await keepTrial(world.owner, [id], { sale: 10, cost: 8 });
    await sql(`UPDATE "order" SET status = 'placing' WHERE id = $1`, [id]);
    await sql(`UPDATE "order" SET status = 'failed', "errorText" = $2 WHERE id = $1`, [id, `reason #${fails}.`]);
  }
}
const reasons = (texts: readonly { text: string }[]) =>
  texts.flatMap(({ text }) => [...text.matchAll(/reason #(\d+)\./g)].map(([, each]) => Number(each)));

describe('a group robot', () => {
  it('is told every event once and never more than twenty times in a minute, the rest in one digest', async () => {
    const id = await robot();
    const first = fails + 1;
    await fail(35);
    for (let round = 0; round < 8; round += 1) {
      if (round === 3) await fail(10);
      await send();
      now += 20_000;
    }
    const all = reasons(accepted);
    expect(all).toEqual(Array.from({ length: 45 }, (_, at) => first + at));
    expect(heard.length).toBe(accepted.length);
    for (const { at } of accepted)
      expect(accepted.filter((each) => each.at > at - 60_000 && each.at <= at).length).toBeLessThanOrEqual(20);
    expect(accepted[19]?.text).toMatch(/^16 notices together:\n/);
    expect(await waiting()).toBe(0);
    expect((await admin.get('Robot/detail', { id })).body.data).toMatchObject({
      lastResult: 'sent',
      address: '••••••••',
    });
    await admin.post('Robot/delete', { id });
  }, 60_000);

  it('that says too fast, or does not answer, is told later and once', async () => {
    const id = await robot({ name: 'Slow' });
    accepted = Array.from({ length: 20 }, () => ({ at: now, text: 'of somebody else' }));
    await fail(2);
    const expected = [fails - 1, fails];
    await send();
    expect(reasons(accepted)).toEqual([]);
    expect(heard).toHaveLength(1);
    await send();
    expect(heard, 'it rests').toHaveLength(1);
    now += 70_000;
    mood = 'away';
    await send();
    expect(reasons(accepted)).toEqual([]);
    mood = 'well';
    now += 120_000;
    await send();
    expect(reasons(accepted)).toEqual(expected);
    expect(await waiting()).toBe(0);
    await admin.post('Robot/delete', { id });
  }, 60_000);

  it('hears only once from two nodes at once, and nothing of kinds that it did not ask for', async () => {
    const id = await robot({ name: 'Twice' });
    const other = await robot({ name: 'Other', notices: ['alert'] });
    await fail(5);
    await Promise.all([send(), send(), send()]);
    expect(reasons(accepted).length).toBe(5);
    for (const each of [id, other]) await admin.post('Robot/delete', { id: each });
  }, 60_000);

  it('sends a test message, and names an address that is none of its service', async () => {
    const id = await robot({ name: 'Tested' });
    expect((await admin.post('Robot/test', { id })).body.success).toBe(true);
    expect(accepted.map(({ text }) => text)).toEqual([expect.stringMatching(/^A test message from /)]);
    const stray = await robot({ name: 'Stray', address: 'https://internal.example.com/hook' });
    const refused = await admin.post('Robot/test', { id: stray });
    expect(refused.body).toMatchObject({ success: false, issues: [{ code: 'robots.badAddress' }] });
    for (const each of [id, stray]) await admin.post('Robot/delete', { id: each });
  });

  it('keeps its address to itself', async () => {
    const id = await robot({ name: 'Sealed' });
    const [row] = await sql('SELECT row_to_json(r)::text AS text FROM robot r WHERE id = $1', [id]);
    expect(row?.text).not.toContain(host);
    for (const name of ['finance', 'clerk', 'member'])
      expect((await world.person(`north ${name}`).person.get('Robot/page')).status, name).toBe(403);
    await admin.post('Robot/delete', { id });
  });
});

describe('the services', () => {
  it.each([
    ['wecom', 'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1'],
    ['wecom', 'https://qyapi.weixin.qq.com:8443/x'],
    ['wecom', 'https://oapi.dingtalk.com/robot/send'],
    ['dingtalk', 'https://oapi.dingtalk.com.example.com/robot/send'],
    ['feishu', 'https://user:pass@open.feishu.cn/x'],
    ['feishu', 'https://169.254.169.254/latest'],
    ['wecom', 'https://127.0.0.1:1/'],
    ['wecom', 'nonsense'],
  ] as const)('of %s is not asked at %s', async (service, address) => {
    expect(await tell({ service, address, signature: null }, 'x', { hosts: [], now })).toBe('badAddress');
  });

  it('have signed messages where there is a secret', async () => {
    await tell({ service: 'dingtalk', address: `http://${host}/robot?access_token=1`, signature: 'SEC1' }, 'x', {
      hosts: [host],
      now,
    });
    const sign = createHmac('sha256', 'SEC1').update(`${now}\nSEC1`).digest('base64');
    const asked = new URL(heard[0]?.url ?? '', 'http://x');
    expect(asked.searchParams.get('timestamp')).toBe(String(now));
    expect(asked.searchParams.get('sign')).toBe(sign);
  });
});
