import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hosts, personOf, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let harbor: Person;
let customer: string;
beforeAll(async () => {
  world = await openWorld();
  harbor = world.person('north sibling').person;
  customer = String(world.person('north sibling').member);
}, 120_000);
afterAll(() => world?.close());
beforeEach(async () => {
  await sql('UPDATE order_rule SET status = $1', ['disabled']);
  await sql(`DELETE FROM "order" WHERE status = 'draft' AND customer = $1`, [customer]);
});

const sql = async (text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows;
const sample = (name: string) => world.homes.north.samples.get(name) ?? '';
let made = 0;
async function rule(values: object): Promise<string> {
  made += 1;
  const added = await harbor.post('OrderRule/add', {
    customer,
    name: `Rule ${made}`,
    position: made,
    match: 'all',
    ...values,
  });
  expect(added.body.issues ?? []).toEqual([]);
  return (added.body.data as { id: string }).id;
}
const wish = {
  ...{ unitType: '0', senderMode: 'channel', shipToName: 'Ann Lee', shipToAddress1: '2 Main St', shipToCity: 'Reno' },
  ...{ shipToState: 'CA', shipToPostalCode: '90001', shipToCountry: 'US' },
  boxes: [{ weight: 0.5, length: 5, width: 5, height: 5, quantity: 1 }],
};
async function draft(more: object = {}, by = harbor): Promise<string> {
  const added = await by.post('Order/add', { ...wish, customer, ...more });
  expect(added.body.issues ?? []).toEqual([]);
  return (added.body.data as { id: string }).id;
}
const detail = async (id: string) => (await harbor.get('Order/detail', { id })).body.data as Record<string, unknown>;
const marks = async (id: string) =>
  ((await detail(id))['ruleMarks'] as Record<string, string>[]).map(({ field, rule: by, value }) => [field, by, value]);

const west = () => ({ channel: sample('channel/ups-west'), service: sample('channel-service/ups-west-ground') });

describe('rules of a member', () => {
  it('fill in drafts of every source as they are made, and the order shows which rule set what', async () => {
    const conditions = [
      { fact: 'weightLb', operator: 'less', value: '1' },
      { fact: 'country', operator: 'is', value: 'US' },
    ];
    await rule({ conditions, ...west(), tags: 'light' });
    const key = (await harbor.post('ApiKey/add', { customer, name: 'Rules', scopes: ['orders:write'], perMinute: 100 }))
      .body.data as unknown as { id: string };
    const secret = (await harbor.post('ApiKey/generate', { id: key.id })).body.data as unknown as { key: string };
    const program = personOf(world.test.app, hosts.north, secret.key, false);
    const rows = ['one', 'two'].map((name) => ({ key: `rules-${name}`, order: { ...wish, customer, refNo: name } }));
    const saved = (await harbor.post('Order/saveDrafts', { rows })).body.data as unknown as {
      results: { id: string }[];
    };
    const csv = `customer,shipToName,shipToAddress1,shipToCity,shipToState,shipToPostalCode,shipToCountry,boxes[1].weight,boxes[1].length,boxes[1].width,boxes[1].height\n${customer},Ann Lee,2 Main St,Reno,CA,90001,US,0.5,5,5,5\n`;
    const imported = await harbor.send('Order/import', 'a.csv', csv);
    expect(imported.body.success).toBe(true);
    await world.test.runJobs();
    const [file] = await sql(
      `SELECT id::text FROM "order" WHERE customer = $1 AND source = 'file' ORDER BY id DESC LIMIT 1`,
      [customer],
    );
    const ids = [
      await draft(),
      await draft({}, program),
      ...saved.results.map(({ id }) => id),
      ...(file ? [String(file.id)] : []),
    ];
    for (const id of ids) {
      const order = await detail(id);
      expect([order['source'], order['channel'], order['service'], order['carrierCode'], order['tags']]).toEqual([
        ...[order['source'], ...Object.values(west()), 'UPS', 'light'],
      ]);
      expect((await marks(id)).map(([field, by]) => [field, by])).toEqual([
        ...[
          ['channel', `Rule ${made}`],
          ['service', `Rule ${made}`],
          ['tags', `Rule ${made}`],
        ],
      ]);
    }
    expect((await detail(await draft({ boxes: [{ ...wish.boxes[0], weight: 3 }] })))['channel']).toBeNull();
    const own = sample('channel/fedex-air') || null;
    if (own) expect((await detail(await draft({ channel: own })))['channel']).toBe(own);
  }, 60_000);

  it('apply again on request and in bulk, to drafts alone, and change nothing more', async () => {
    const ids = [await draft(), await draft({ refNo: 'B' })];
    await rule({ reference2: 'WEB', signatureOption: 'direct' });
    const applied = await harbor.post('Order/applyRules', { ids });
    expect(applied.body.data).toMatchObject({ results: ids.map((id) => ({ id, ok: true })) });
    for (const id of ids) expect(await detail(id)).toMatchObject({ reference2: 'WEB', signatureOption: 'direct' });
    const before = await detail(ids[0] ?? '');
    expect((await harbor.post('Order/applyRules', { id: ids[0] })).body.success).toBe(true);
    const { version: _, updatedAt: __, ...now } = await detail(ids[0] ?? '');
    expect(before).toMatchObject(now);
    const placed =
      sample('order/ordered') ||
      String((await sql(`SELECT id::text FROM "order" WHERE status = 'ordered' LIMIT 1`))[0]?.id);
    const refused = await world.person('north admin').person.post('Order/applyRules', { id: placed });
    expect(refused.body).toMatchObject({ success: false, issues: [{ code: 'noDraft' }] });
  });

  it('hold a draft until it is released', async () => {
    await rule({
      hold: 'Check the value',
      conditions: [{ fact: 'declared', operator: 'atLeast', value: '500' }],
      expression: "country != 'CA'",
    });
    const id = await draft({ boxes: [{ ...wish.boxes[0], declaredValue: 600 }] });
    const codes = async () => (await harbor.post('Order/submit', { id })).body.issues?.map(({ code }) => code);
    expect(await codes()).toContain('ruleHeld');
    expect((await harbor.post('Order/releaseHold', { id })).body.success).toBe(true);
    expect((await harbor.post('Order/applyRules', { id })).body.success).toBe(true);
    expect(await codes()).not.toContain('ruleHeld');
  });

  it('apply a preset by name', async () => {
    const preset = await harbor.post('OrderPreset/add', {
      customer,
      name: 'Small',
      unitType: '0',
      length: 10,
      width: 8,
      height: 4,
    });
    const { id: small } = preset.body.data as unknown as { id: string };
    const id = await draft();
    expect((await harbor.post('Order/applyPreset', { id, preset: small })).body.issues ?? []).toEqual([]);
    expect((await detail(id))['boxes']).toMatchObject([{ weight: 0.5, length: 10, width: 8, height: 4 }]);
    expect(await marks(id)).toEqual([['boxes', 'Small', '10 × 8 × 4']]);
    const foreign = await harbor.post('Order/applyPreset', { id, preset: sample('order-preset/small') });
    expect(foreign.body.success).toBe(false);
  });

  it('are tried over 500 drafts: what would change and why, and nothing does', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      key: `try-${at}`,
      order: { ...wish, customer, refNo: `T${at}`, shipToState: at % 5 === 0 ? 'NY' : 'CA' },
    }));
    const saved = await harbor.post('Order/saveDrafts', { rows });
    expect((saved.body.data as unknown as { results: { ok: boolean }[] }).results.every(({ ok }) => ok)).toBe(true);
    await rule({ conditions: [{ fact: 'state', operator: 'is', value: 'NY' }], reference1: 'EAST', stops: true });
    await rule({ reference1: 'WEST' });
    const { body } = await harbor.post('OrderRule/try', {});
    const tried = body.data as unknown as {
      looked: number;
      orders: { id: string; matched: string[]; changes: object[] }[];
    };
    expect([tried.looked, tried.orders.length]).toEqual([500, 500]);
    const east = tried.orders.filter(({ matched }) => matched[0] === `Rule ${made - 1}`);
    expect(east).toHaveLength(100);
    expect(east[0]?.changes).toEqual([{ field: 'reference1', before: null, after: 'EAST', rule: `Rule ${made - 1}` }]);
    const [{ many } = { many: null }] = await sql(
      `SELECT count(*)::integer AS many FROM "order" WHERE customer = $1 AND reference1 IS NOT NULL AND status = 'draft'`,
      [customer],
    );
    expect(many).toBe(0);
  }, 60_000);

  it('are the customer’s own, and refused where they mean nothing', async () => {
    const id = await rule({ reference2: 'MINE' });
    const other = world.person('north member').person;
    expect((await other.get('OrderRule/detail', { id })).body.success).toBe(false);
    expect((await world.person('north admin').person.get('OrderRule/detail', { id })).body.success).toBe(true);
    const acme = String(world.person('north member').member);
    const added = await other.post('Order/add', { ...wish, customer: acme });
    const theirs = (await other.get('Order/detail', { id: (added.body.data as { id: string }).id })).body.data;
    expect(theirs).toMatchObject({ reference2: null });
    const bad = await harbor.post('OrderRule/add', {
      ...{ customer, name: 'Bad', position: 1, match: 'all' },
      conditions: [{ fact: 'weightLb', operator: 'contains', value: 'x' }],
    });
    expect(bad.body.issues?.map(({ path, code }) => [path, code])).toEqual([
      ['conditions[0].operator', 'orderRules.operator'],
    ]);
    const cost = await harbor.post('OrderRule/add', {
      customer,
      name: 'Cost',
      position: 1,
      match: 'all',
      expression: 'predictedCost > 1',
    });
    expect(cost.body.success).toBe(false);
  });
});
