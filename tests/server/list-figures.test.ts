import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let acme: string;
beforeAll(async () => {
  world = await openWorld();
  acme = world.homes.north.samples.get('customer/acme')!;
  // A second account of the same kind, in another currency and below zero.
  await world.owner.query(
    `INSERT INTO ledger_account (tenant_id, id, kind, customer, currency, balance, version, "createdAt", "createdBy", "updatedAt", "updatedBy")
     SELECT tenant_id, 7001, kind, customer, 'EUR', -5.5, 1, now(), "createdBy", now(), "updatedBy"
       FROM ledger_account WHERE customer = $1 AND kind = 'available'`,
    [acme],
  );
}, 240_000);
afterAll(() => world?.close());

const key = 'ledger-account.available';
interface Answer {
  rows: { id: string; code: string; name: string }[];
  figures?: Record<string, { id: string; currency: string; sum: number }[]>;
}

const pageFor = async (name: string): Promise<Answer> => {
  const { body } = await world.person(name).person.get('Customer/page', { pageSize: '200' });
  expect(body).toMatchObject({ success: true });
  return body.data as Answer;
};
const shownTo = async (name: string) => {
  const { body } = await world.person(name).person.get('meta/Customer', { culture: 'en-US' });
  return (body.data as { figures: unknown }).figures;
};
const exported = async (name: string, columns?: string[]) => {
  const { person } = world.person(name);
  const ordered = await person.post('Customer/export', { format: 'csv', ...(columns ? { columns } : {}) });
  if (!ordered.body.success) return ordered.body.issues;
  const { job: id } = ordered.body.data as { job: string };
  await world.test.runJobs();
  const { file } = (await person.get('job', { id })).body.data as { file: string };
  const bytes = (await person.raw('sysFileInfo/download', { id: file })).rawPayload;
  return parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
};

describe('a figure of another entity beside the rows of a list', () => {
  it('is what the records of each row add up to, per currency, where all of them may be read', async () => {
    const { rows } = await world.owner.query<{ id: string; currency: string; sum: number }>(
      `SELECT customer::text AS id, currency, sum(balance)::float8 AS sum FROM ledger_account
        WHERE tenant_id = $1 AND kind = 'available' AND customer IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
      [world.homes.north.tenant],
    );
    expect(rows.filter(({ id }) => id === acme)).toEqual([
      { id: acme, currency: 'EUR', sum: -5.5 },
      { id: acme, currency: 'USD', sum: 7750.25 },
    ]);
    for (const name of ['north finance', 'north admin']) {
      expect(await shownTo(name)).toEqual([{ key, label: 'Available balance', scale: 2 }]);
      expect((await pageFor(name)).figures).toEqual({ [key]: rows });
    }
  });

  it('covers the rows of the page alone', async () => {
    const { body } = await world.person('north finance').person.get('Customer/page', { code: 'C1002' });
    const { figures } = body.data as Answer;
    expect(figures?.[key]).toMatchObject([{ currency: 'USD', sum: 1250.5 }]);
  });

  it('is nothing at all for those who may not read what it adds up', async () => {
    expect(await shownTo('north clerk')).toEqual([]);
    const page = await pageFor('north clerk');
    expect(page.rows.length).toBeGreaterThan(0);
    expect(page).not.toHaveProperty('figures');
    expect(await exported('north clerk', ['code', `figure.${key}`])).toMatchObject([
      { path: 'columns[1]', code: 'query.unknownField' },
    ]);
    const [first] = (await exported('north clerk')) as Record<string, string>[];
    expect(Object.keys(first ?? {})).not.toContain('Available balance');
  });

  it('is a member’s own alone, and nothing of another tenant’s', async () => {
    const members = world.people.filter(({ member, home }) => member !== null && home === 'north');
    expect(members.length).toBeGreaterThan(0);
    for (const { name, member } of members) {
      const { figures } = await pageFor(name);
      for (const { id } of figures?.[key] ?? []) expect([name, id]).toEqual([name, member]);
    }
    const ofNorth = new Set((await pageFor('north finance')).figures?.[key]?.map(({ id }) => id));
    for (const { id } of (await pageFor('south admin')).figures?.[key] ?? []) expect(ofNorth).not.toContain(id);
  });

  it('stands in exports as an amount and its currency', async () => {
    const rows = (await exported('north finance', ['code', `figure.${key}`, 'name'])) as Record<string, string>[];
    const byCode = new Map(rows.map((row) => [row['Customer no.'], row]));
    expect(Object.keys(rows[0] ?? {})).toEqual(['Customer no.', 'Available balance', 'Currency', 'Name']);
    expect(byCode.get('C1002')).toMatchObject({ 'Available balance': '1250.50', Currency: 'USD' });
    // The apostrophe keeps a spreadsheet from reading a text that begins with a sign as a formula.
    expect(byCode.get('C1001')).toMatchObject({ 'Available balance': "'-5.50 / 7750.25", Currency: 'EUR / USD' });
    expect(byCode.get('C1008')).toMatchObject({ 'Available balance': '', Currency: '' });
    const [first] = (await exported('north finance')) as Record<string, string>[];
    expect(Object.keys(first ?? {})).toContain('Available balance');
  });
});
