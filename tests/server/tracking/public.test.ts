import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeEvents } from '../../../server/domain/tracking/take-events.ts';
import { hosts } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let of: { tenant: string; id: string };
let parcel: { number: string; postalCode: string; name: string; street: string };
const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const services = () => {
  const { services } = world.test.node.context;
  if (!services) throw new Error('no house');
  return services;
};
beforeAll(async () => {
  world = await openWorld();
  const { tenant, samples } = world.homes.north;
  of = { tenant, id: samples.get('package/ordered') ?? '' };
  const [row] = await sql(
    `SELECT p."trackingNo" AS number, o."shipToPostalCode" AS "postalCode", o."shipToName" AS name, o."shipToAddress1" AS street
       FROM package p JOIN "order" o ON o.tenant_id = p.tenant_id AND o.id = p."order" WHERE p.id = $1`,
    [of.id],
  );
  parcel = row as typeof parcel;
}, 120_000);
afterAll(() => world?.close());
// Every address may ask so often; a test is a minute of its own.
beforeEach(() => sql(`DELETE FROM lading.rate WHERE key LIKE 'public:%'`));

const ask = async (path: string, body: unknown, host: string = hosts.north, remoteAddress = '203.0.113.9') => {
  const answer = await world.test.app.inject({
    ...{ method: 'POST', url: `/api/Tracking/${path}?culture=en-US`, remoteAddress },
    headers: { host, 'x-wire': 'plain' },
    payload: body as object,
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    ...answer.json<{ success: boolean; data: Seen; code: number }>(),
  };
};
interface Seen {
  state: string;
  link: string;
  events: { state: string; place: string }[];
}

const tell = (type: string, code: string, text: string, hoursAgo: number) =>
  takeEvents(services(), of, {
    events: [
      {
        ...{
          at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString().slice(0, 19),
          offset: '+00:00',
          type,
          code,
          text,
        },
        ...{ city: 'Newark', state: 'NJ', postalCode: null, country: 'US' },
      },
    ],
    estimatedAt: null,
    source: 'poll',
  });

describe('the page for anyone who waits for a parcel', () => {
  it('opens by number and postal code, and by its link, and shows no name, street or money', async () => {
    const byNumber = await ask('public', { number: parcel.number, postalCode: ` ${parcel.postalCode.toLowerCase()} ` });
    expect(byNumber.success).toBe(true);
    expect(byNumber.data.events.length).toBeGreaterThan(0);
    const byLink = await ask('public', { link: byNumber.data.link });
    expect(byLink.data).toEqual(byNumber.data);
    for (const secret of [parcel.name, parcel.street, 'Shipper created', 'customer', 'cost']) {
      expect(byNumber.text.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    // The same link as the panels of staff and member copy.
    for (const who of ['north admin', 'north member']) {
      const { body } = await world.person(who).person.post('Tracking/timeline', { package: of.id });
      const [told] = (body.data as { packages: { link: string }[] }).packages;
      if (told) expect(told.link).toBe(`/public/track?t=${byNumber.data.link}`);
      else expect(who).toBe('north member');
    }
  });

  it('answers a wrong number, a wrong postal code, a wrong link and another tenant alike', async () => {
    const { link } = (await ask('public', parcel)).data;
    const other = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    const answers = [
      await ask('public', { ...parcel, number: '1Z5R89390357567127' }),
      await ask('public', { ...parcel, postalCode: '99999' }),
      await ask('public', { number: parcel.number }),
      await ask('public', {}),
      await ask('public', { link: other }),
      await ask('public', { link: `zzzzzzzzzzzzz.${link.slice(-22)}` }),
      await ask('public', { link }, hosts.south),
    ].map(({ text }) => text.replace(/"traceId":"[^"]*"/, ''));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('tracking.notFound');
    expect((await ask('public', parcel, hosts.platform)).code).toBe(1013003);
    expect((await ask('public', parcel, 'nobody.localhost')).code).toBe(1013003);
  });

  it('may be asked so often by an address, and no more', async () => {
    await ask('public', parcel);
    // As if it had asked 19 times in this minute, and in the next, should it begin just now.
    await sql(`UPDATE lading.rate SET count = 19 WHERE key LIKE 'public:%'`);
    await sql(
      `INSERT INTO lading.rate (key, slot, count, expires_at)
         SELECT key, slot + 1, 20, expires_at FROM lading.rate WHERE key LIKE 'public:%'`,
    );
    await ask('public', { ...parcel, postalCode: '00000' });
    expect((await ask('public', parcel)).status).toBe(429);
    expect((await ask('public', parcel, hosts.north, '198.51.100.7')).status).toBe(200);
  });

  it('has news mailed once per state, until the link in a mail ends it', async () => {
    const { link } = (await ask('public', parcel)).data;
    expect((await ask('follow', { link, mail: 'no address' })).success).toBe(false);
    expect((await ask('follow', { link, mail: 'Mia@Example.com' })).success).toBe(true);
    await ask('follow', { link, mail: 'mia@example.com' });
    await tell('I', 'OD', 'On FedEx vehicle for delivery', 2);
    await tell('I', 'OD', 'On FedEx vehicle for delivery', 2);
    await world.test.runJobs();
    const mails = () =>
      sql(`SELECT title, content, status FROM mail WHERE template = $1 ORDER BY id`, [`tracking:${of.id}`]);
    expect((await mails()).map(({ title, status }) => [title, status])).toEqual([
      [`${parcel.number}: Out for delivery`, 'sent'],
    ]);
    const [{ content }] = (await mails()) as [{ content: string }];
    expect(content).toContain(`http://${hosts.north}/public/track?t=${link}`);
    const stop = /stop=([^&\s]+)/.exec(content)?.[1] ?? '';
    // A link to the parcel ends nothing, and a link that ends mails shows nothing.
    expect((await ask('unfollow', { link })).success).toBe(false);
    expect((await ask('public', { link: stop })).success).toBe(false);
    expect((await ask('unfollow', { link: stop })).success).toBe(true);
    expect((await ask('unfollow', { link: stop })).success).toBe(true);
    await tell('D', 'DL', 'Delivered', 1);
    await world.test.runJobs();
    expect(await mails()).toHaveLength(1);
  });

  it('is followed by a few people and no more', async () => {
    const { link } = (await ask('public', parcel)).data;
    const all: boolean[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      await sql(`DELETE FROM lading.rate WHERE key LIKE 'public:%'`);
      all.push((await ask('follow', { link, mail: `reader${turn}@example.com` })).success);
    }
    expect(all.filter(Boolean).length).toBe(9);
  });
});
