import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, DocumentMeta } from '../../engine/core/index.ts';
import { hosts, type Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Documents that a tenant designs from blocks: published like any schema, printed with the reader's own rights. */

const statement: DocumentMeta = {
  paper: 'A5',
  blocks: [
    { block: 'logo', kind: 'logo' },
    { block: 'heading', kind: 'heading' },
    { block: 'intro', kind: 'text' },
    { block: 'address', kind: 'address', fields: ['customer'] },
    { block: 'facts', kind: 'fields', fields: ['number', 'settleState', 'cost'] },
    {
      ...{ block: 'rows', kind: 'table', entity: 'member-bill-line', by: 'memberBill' },
      ...{ columns: ['trackingNo', 'difference', 'cost'], totals: ['difference', 'cost'] },
    },
    { block: 'due', kind: 'amount', field: 'due' },
    { block: 'terms', kind: 'terms' },
    { block: 'pages', kind: 'pageNumber' },
  ],
};
const words = {
  'en-US': {
    name: 'Statement',
    intro: 'Dear {customer}, our cost was [{cost}]. {nothing}',
    terms: 'Payable in 14 days.',
  },
  'zh-CN': { name: '对账单', intro: '尊敬的{customer}：鑫淼物流感谢您。', terms: '请于十四天内付款。' },
};

let world: World;
let admin: Person;
let id: string;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  id = world.homes.north.samples.get('member-bill/pushed') ?? '';
  await world.owner.query(`UPDATE member_bill SET cost = 77.31, due = 1234.5 WHERE id = $1`, [id]);
  await publish('member-bill', [
    { do: 'set', at: 'documents.statement', value: statement },
    ...Object.entries(words).flatMap(([culture, { name, intro, terms }]): Command[] => [
      { do: 'text', culture, key: 'documents.statement', value: name },
      { do: 'text', culture, key: 'documentTexts.statement.intro', value: intro },
      { do: 'text', culture, key: 'documentTexts.statement.terms', value: terms },
    ]),
  ]);
}, 180_000);
afterAll(() => world?.close());

async function publish(entity: string, commands: Command[]) {
  const draft = await admin.post(`schema/${entity}/commands`, { stamp: 0, name: 'documents', commands });
  if (!draft.body.success) throw new Error(JSON.stringify(draft.body));
  const { stamp } = draft.body.data as { stamp: number };
  const done = await admin.post(`schema/${entity}/publish`, { stamp, reason: 'paper', acceptProblems: true });
  if (!done.body.success) throw new Error(JSON.stringify(done.body));
}

async function print(person: Person, query: Record<string, string> = {}, path = 'MemberBill') {
  const asked = new URLSearchParams({ id, document: 'statement', language: 'en-US', ...query });
  const raw = await world.test.app.inject({
    ...{ method: 'GET', url: `/api/${path}/printDocument?${asked}` },
    headers: { host: hosts.north, authorization: `Bearer ${person.token}`, 'x-wire': 'plain' },
  });
  if (raw.headers['content-type'] !== 'application/pdf')
    return { status: raw.json<{ code: number }>().code, text: '', width: 0 };
  const pdf = await getDocumentProxy(new Uint8Array(raw.rawPayload));
  const { text } = await extractText(pdf, { mergePages: true });
  const page = await pdf.getPage(1);
  return { status: raw.statusCode, text, width: Math.round(page.view[2] ?? 0) };
}

/** The envelope's code of what is not there for this person. */
const notFound = 1013003;

describe('a published document', () => {
  it('prints every block in the language asked for, on its own paper', async () => {
    const { text, width } = await print(admin);
    expect(width).toBe(420);
    expect(text).toContain('Statement');
    expect(text).toContain('our cost was [77.31].');
    expect(text).not.toContain('nothing');
    expect(text).toMatch(/USD 1,234\.50/);
    expect(text).toContain('Payable in 14 days.');
    expect(text).toMatch(/Page 1 of 1/);
  });

  it('prints Chinese with its own glyphs, labels and texts', async () => {
    const { text } = await print(admin, { language: 'zh-CN' });
    expect(text).toContain('对账单');
    expect(text).toContain('鑫淼物流感谢您。');
    expect(text).toContain('请于十四天内付款。');
    expect(text).not.toContain('?');
    expect(text).not.toContain('Settlement');
  });

  it('prints the rows of a related list with their exact total', async () => {
    const { rows } = await world.owner.query<{ sum: string; count: string }>(
      `SELECT to_char(sum(difference), 'FM999990.00') AS sum, count(*)::text FROM member_bill_line WHERE "memberBill" = $1`,
      [id],
    );
    expect(Number(rows[0]?.count)).toBeGreaterThan(0);
    expect((await print(admin)).text).toContain(`USD ${rows[0]?.sum}`);
  });

  it('prints nothing of a field that is hidden from the reader: no value, no label, no column', async () => {
    const { rows } = await world.owner.query<{ customer: string }>(
      'SELECT customer::text FROM member_bill WHERE id = $1',
      [id],
    );
    const member = world.people.find(({ home, member: of }) => home === 'north' && of === rows[0]?.customer)?.person;
    const { status, text } = await print(member!);
    expect(status).toBe(200);
    expect(text).toContain('our cost was [].');
    expect(text).not.toContain('77.31');
    expect(text.match(/cost/gi)).toHaveLength(1);
  });

  it('refuses records that the reader may not read, unknown documents, and people without a session', async () => {
    const { rows } = await world.owner.query<{ customer: string }>(
      'SELECT customer::text FROM member_bill WHERE id = $1',
      [id],
    );
    const outsider = world.people.find(
      ({ home, member }) => home === 'north' && member !== null && member !== rows[0]?.customer,
    );
    expect((await print(outsider!.person)).status).toBe(notFound);
    expect((await print(admin, { document: 'invoice' })).status).toBe(notFound);
    expect((await print(admin, { document: 'constructor' })).status).toBe(notFound);
    expect((await print({ ...admin, token: 'none' } as Person)).status).toBe(401);
    expect((await print(world.person('south admin').person)).status).not.toBe(200);
  });

  it('is named to readers of the record, without its blocks and texts', async () => {
    const clerk = world.person('north clerk').person;
    const { meta, texts } = (await clerk.get('meta/MemberBill', { culture: 'en-US' })).body.data as {
      meta: { documents: unknown };
      texts: Record<string, unknown>;
    };
    expect(meta.documents).toEqual({ statement: { paper: 'A5', blocks: [] } });
    expect(texts['documents']).toEqual({ statement: 'Statement' });
    expect(texts['documentTexts']).toBeUndefined();
  });
});

describe('a document of a sub-table', () => {
  it('prints its lines with their total', async () => {
    const order = world.homes.north.samples.get('order/ordered-customs') ?? '';
    await publish('order', [
      {
        ...{ do: 'set', at: 'documents.goods' },
        value: {
          blocks: [
            {
              block: 'table',
              kind: 'table',
              field: 'items',
              columns: ['description', 'quantity'],
              totals: ['quantity'],
            },
          ],
        },
      },
    ]);
    const asked = { id: order, document: 'goods' };
    const { text, width } = await print(admin, asked, 'Order');
    expect(width).toBe(595);
    expect(text).toMatch(/Description/i);
    for (const said of ['Nitrile examination gloves', 'Digital thermometer', '24']) expect(text).toContain(said);
  });
});

describe('the preview of a draft', () => {
  const preview = (person: Person, document: unknown, more: object = {}) =>
    person.post('schema/member-bill/document', { id, document, name: 'Draft', language: 'zh-CN', words: {}, ...more });
  const blocks = [{ block: 'text', kind: 'text' }];

  it('draws what is not published yet with a real record', async () => {
    const { body } = await preview(admin, { blocks }, { words: { text: '您好 {number}' } });
    const { pages, width } = body.data as { pages: { text?: string }[][]; width: number };
    const { rows } = await world.owner.query<{ number: string }>('SELECT number FROM member_bill WHERE id = $1', [id]);
    expect(pages.flat().map(({ text }) => text)).toEqual([`您好 ${rows[0]?.number}`]);
    expect(width).toBeCloseTo(595.28);
  });

  it('is for administrators, and says what is wrong with a draft', async () => {
    expect((await preview(world.person('north clerk').person, { blocks })).status).toBe(403);
    const broken = await preview(admin, { blocks: [{ block: 'text', kind: 'poem' }] });
    expect(broken.body).toMatchObject({ issues: [{ code: 'schema.option', path: 'document.blocks[0].kind' }] });
  });
});

it('refuses to publish blocks that name what is not there', async () => {
  const bad = (block: object) =>
    admin.post('schema/customer/commands', {
      ...{ stamp: 0, name: 'bad' },
      commands: [{ do: 'set', at: 'documents.bad', value: { blocks: [{ block: 'b', ...block }] } }],
    });
  const code = async (block: object) =>
    ((await bad(block)).body as { issues?: { code: string }[] }).issues?.map((found) => found.code);
  expect(await code({ kind: 'fields', fields: ['nowhere'] })).toContain('schema.unknownField');
  expect(await code({ kind: 'amount' })).toContain('schema.missing');
  expect(await code({ kind: 'table', columns: ['a'] })).toContain('schema.missing');
  expect(await code({ kind: 'logo', fields: [] })).toContain('schema.unknownKey');
});
