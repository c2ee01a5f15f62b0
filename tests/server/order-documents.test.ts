import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Documents of orders in the reader's language, with every character of their people and goods. */

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
}, 120_000);
afterAll(() => world?.close());

const idOf = (name: string) => world.homes.north.samples.get(`order/${name}`) ?? '';
async function read(path: string, body: object, culture = 'en-US', person = admin) {
  const raw = await world.test.app.inject({
    ...{ method: 'POST', url: `/api/${path}?culture=${culture}`, payload: body },
    headers: { host: hosts.north, authorization: `Bearer ${person.token}` },
  });
  if (raw.headers['content-type'] !== 'application/pdf') return JSON.stringify(raw.json());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw.rawPayload)), { mergePages: true });
  return text;
}

describe('documents of an order', () => {
  it.each([
    ['Order/packingList', 'en-US', 'Packing list'],
    ['Order/packingList', 'zh-CN', '装箱单'],
    ['Order/commercialInvoice', 'en-US', 'Commercial invoice'],
    ['Order/commercialInvoice', 'zh-CN', '商业发票'],
  ])('are %s in %s', async (path, culture, title) => {
    await world.owner.query(`UPDATE "order" SET "shipToName" = '王小明 Zoë' WHERE id = $1`, [idOf('ordered-customs')]);
    const text = await read(path, { id: idOf('ordered-customs') }, culture);
    expect(text).toContain(title);
    expect(text).toContain('王小明');
  });

  it('say so where there is nothing to declare', async () => {
    expect(await read('Order/commercialInvoice', { id: idOf('ordered') })).toContain('labels.noGoods');
  });

  it('list what is to be picked for many orders, of one customer alone', async () => {
    const ids = [idOf('ordered-customs'), idOf('draft-multi')];
    expect(await read('Order/pickList', { ids })).toContain('Pick list');
    const { rows } = await world.owner.query<{ customer: string }>('SELECT customer::text FROM "order" WHERE id = $1', [
      idOf('ordered-customs'),
    ]);
    const outsider = world.people.find(
      ({ home, member }) => home === 'north' && member !== null && member !== rows[0]?.customer,
    );
    const refused = await read('Order/packingList', { id: idOf('ordered-customs') }, 'en-US', outsider?.person);
    expect(refused).toContain('reference.missing');
  });
});
