import { Readable } from 'node:stream';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, DocumentMeta } from '../../engine/core/index.ts';
import type { Person } from '../support/test-app.ts';
import { openWorld, type World } from '../support/world.ts';

/* Mails that a tenant designs from blocks: written with the sender's own rights, sent like any mail that a person wrote. */

const welcome: DocumentMeta = {
  medium: 'mail',
  blocks: [
    { block: 'subject', kind: 'subject' },
    { block: 'logo', kind: 'logo' },
    { block: 'heading', kind: 'heading' },
    { block: 'intro', kind: 'text' },
    { block: 'facts', kind: 'fields', fields: ['code', 'name', 'taxNo'] },
    { block: 'users', kind: 'table', entity: 'order', by: 'customer', columns: ['refNo', 'status'] },
    { block: 'page', kind: 'button' },
    { block: 'shop', kind: 'button', url: 'https://shop.example/find?name={name}' },
  ],
};
const words = {
  'en-US': { name: 'Welcome', subject: 'Hello {name}', intro: 'Dear {contact}, welcome.', page: 'Open', shop: 'Shop' },
  'zh-CN': { name: '欢迎信', subject: '您好 {name}', intro: '{contact}，欢迎您。', page: '打开', shop: '商城' },
};
const hostile = `<script>alert(1)</script>" onload='x' <img src="cid:logo"> & Ltd`;
/** As it stands in HTML, where it says nothing but itself. */
const harmless =
  '&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&#39;x&#39; &lt;img src=&quot;cid:logo&quot;&gt; &amp; Ltd';

let world: World;
let admin: Person;
let id: string;
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  id = world.homes.north.samples.get('customer/acme') ?? '';
  await publish([
    { do: 'set', at: 'documents.welcome', value: welcome },
    { do: 'set', at: 'documents.card', value: { blocks: [{ block: 'facts', kind: 'fields', fields: ['name'] }] } },
    ...Object.entries(words).flatMap(([culture, { name, ...texts }]): Command[] => [
      { do: 'text', culture, key: 'documents.welcome', value: name },
      { do: 'text', culture, key: 'documents.card', value: 'Card' },
      ...Object.entries(texts).map(([block, value]): Command => ({
        ...{ do: 'text', culture, key: `documentTexts.welcome.${block}`, value },
      })),
    ]),
  ]);
}, 180_000);
afterAll(() => world?.close());

interface Plan {
  sentences: { message: string }[];
}

async function publish(commands: Command[]) {
  const draft = await admin.post('schema/customer/commands', { stamp: 0, name: 'mails', commands });
  if (!draft.body.success) throw new Error(JSON.stringify(draft.body));
  const { stamp } = draft.body.data as { stamp: number };
  const planned = await admin.get('schema/customer/plan', { culture: 'en-US' });
  const said = (planned.body.data as Plan).sentences.map(({ message }) => message);
  expect(said).toContain('New mail: “Welcome”. People who may send mail can send it from a record.');
  expect(said).toContain('New document: “Card”. Readers of a record can print it.');
  const done = await admin.post('schema/customer/publish', { stamp, reason: 'mail', acceptProblems: true });
  if (!done.body.success) throw new Error(JSON.stringify(done.body));
}

const order = (more: object = {}) => ({ id, document: 'welcome', language: 'en-US', to: 'a@example.com', ...more });
const send = (more: object = {}, person = admin, key?: string) =>
  person.post('Customer/mailDocument', order(more), key === undefined ? {} : { 'idempotency-key': key });
const preview = async (more: Record<string, string> = {}, person = admin) =>
  person.get('Customer/mailPreview', { id, document: 'welcome', language: 'en-US', ...more });
const previewed = async (more: Record<string, string> = {}) =>
  (await preview(more)).body.data as { subject: string; html: string };

describe('a published mail', () => {
  it('is sent with subject, text and HTML in the language asked for, and stands in the list of mails', async () => {
    const sent = await send({ to: 'first@example.com' });
    expect(sent.body.success).toBe(true);
    await world.test.runJobs();
    const letter = await world.test.letters.next('first@example.com');
    const { rows } = await world.owner.query<{ name: string; contact: string; code: string }>(
      'SELECT name, contact, code FROM customer WHERE id = $1',
      [id],
    );
    const { name, contact, code } = rows[0]!;
    expect(letter.title).toBe(`Hello ${name}`);
    expect(letter.text).toContain(`Dear ${contact}, welcome.`);
    expect(letter.html).toContain(`Dear ${contact}, welcome.`);
    expect(letter.html).toContain(`>${code}</td>`);
    expect(letter.html).toContain(`href="https://north.localhost/Customer/${id}"`);
    expect(letter.html).toContain(`href="https://shop.example/find?name=${encodeURIComponent(name)}"`);
    expect(letter.text).toContain(`Open: https://north.localhost/Customer/${id}`);
    expect(letter.files).toEqual([]);
    const { id: mail } = sent.body.data as { id: string };
    const { body } = await admin.get('sysEmail/detail', { id: mail });
    expect(body.data).toMatchObject({
      to: 'first@example.com',
      title: `Hello ${name}`,
      status: 'sent',
      template: null,
    });
  });

  it('speaks Chinese, labels included', async () => {
    const { subject, html } = await previewed({ language: 'zh-CN' });
    expect(subject).toMatch(/^您好/);
    expect(html).toContain('欢迎您。');
    expect(html).toContain('lang="zh-CN"');
    expect(html).not.toContain('Code');
  });

  it('lists related records', async () => {
    const { rows } = await world.owner.query<{ refNo: string }>(
      `SELECT "refNo" FROM "order" WHERE customer = $1 AND "refNo" IS NOT NULL`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(0);
    const { html } = await previewed();
    for (const { refNo } of rows) expect(html).toContain(`>${refNo}</td>`);
  });

  it('is one mail when the same request comes twice', async () => {
    const first = await send({ to: 'twice@example.com' }, admin, 'mail-once');
    const second = await send({ to: 'twice@example.com' }, admin, 'mail-once');
    expect(second.body.data).toEqual(first.body.data);
    await world.test.runJobs();
    expect(world.test.letters.sent.filter(({ to }) => to === 'twice@example.com')).toHaveLength(1);
  });

  it('is refused above the limit of the tenant, with a message, and sent again once the limit is raised', async () => {
    const limit = async (value: string) => {
      const { body } = await admin.get('sysConfig/list', { code: 'MAILS_PER_HOUR' });
      const [setting] = body.data as { id: string; value: string }[];
      const edited = await admin.post('sysConfig/edit', { id: setting?.id, value });
      return (edited.body.issues ?? []).map(({ code }) => code);
    };
    expect(await limit('many')).toEqual(['notMails']);
    expect(await limit('0')).toEqual([]);
    const refused = await send({ to: 'limit@example.com' });
    expect(refused.body).toMatchObject({ success: false, issues: [{ code: 'mail.tooMany', params: { most: 0 } }] });
    expect(refused.body.issues?.[0]?.message).toContain('MAILS_PER_HOUR');
    await world.test.runJobs();
    expect(world.test.letters.sent.filter(({ to }) => to === 'limit@example.com')).toEqual([]);
    expect(await limit('200')).toEqual([]);
    expect((await send({ to: 'limit@example.com' })).body.success).toBe(true);
  });

  it('brings a document of the record as a PDF, and the logo within', async () => {
    const logo = await giveLogo();
    expect((await previewed()).html).toContain(`src="data:image/png;base64,${logo.toString('base64')}"`);
    await send({ to: 'attached@example.com', attach: 'card' });
    await world.test.runJobs();
    const { files = [], html } = await world.test.letters.next('attached@example.com');
    expect(html).toContain('src="cid:logo"');
    expect(files.map(({ name, mediaType, shownAs }) => [name.replace(/ .*\./, '.'), mediaType, shownAs])).toEqual([
      ['Card.pdf', 'application/pdf', undefined],
      ['logo.png', 'image/png', 'logo'],
    ]);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(files[0]!.bytes)), { mergePages: true });
    const { rows } = await world.owner.query<{ name: string }>('SELECT name FROM customer WHERE id = $1', [id]);
    expect(text).toContain(rows[0]!.name);
    expect(files[1]?.bytes.equals(logo)).toBe(true);
  });
});

describe('hostile values', () => {
  it('stay text in HTML, in one line of a subject, and within the address of a button', async () => {
    const other = world.homes.north.samples.get('customer/harbor') ?? '';
    await world.owner.query('UPDATE customer SET name = $2, contact = $3, "taxNo" = $4 WHERE id = $1', [
      ...[other, hostile, 'A\r\nBcc: all@example.com', 'javascript:alert(1)'],
    ]);
    const { subject, html } = await previewed({ id: other });
    expect(html).toContain(harmless);
    expect(html).not.toMatch(/<script|<img src="cid:logo"> &/);
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(subject).toBe(`Hello ${hostile}`);
    const shop = `https://shop.example/find?name=${encodeURIComponent(hostile)}`.replaceAll("'", '&#39;');
    expect(html).toContain(`href="${shop}"`);
    expect(html.match(/href="(?!https:)/g)).toBeNull();

    await world.owner.query('UPDATE customer SET name = $2 WHERE id = $1', [other, 'A\r\nBcc: all@example.com']);
    expect((await previewed({ id: other })).subject).toBe('Hello A Bcc: all@example.com');
  });
});

describe('sending', () => {
  it('needs the rights of the mail list, and the right to read the record', async () => {
    const clerk = world.person('north clerk').person;
    expect((await send({}, clerk)).status).toBe(403);
    expect((await preview({}, clerk)).status).toBe(403);
    expect((await send({}, world.person('south admin').person)).body.success).toBe(false);
    expect((await send({ id: '1' })).body.success).toBe(false);
    const before = world.test.letters.sent.length;
    await world.test.runJobs();
    expect(world.test.letters.sent).toHaveLength(before);
  });

  it('refuses what is no address, no mail, or no document, and keeps nothing of it', async () => {
    const count = async () =>
      (
        await world.owner.query<{ count: string }>(
          'SELECT (SELECT count(*) FROM mail) + (SELECT count(*) FROM file) AS count',
        )
      ).rows[0]?.count ?? '';
    const before = await count();
    for (const to of ['', 'nobody', 'a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com', 7, null])
      expect((await send({ to, attach: 'card' })).body, String(to)).toMatchObject({
        success: false,
        issues: [{ path: 'to' }],
      });
    for (const document of ['card', 'constructor', 'nothing', null])
      expect((await send({ document })).body.success, String(document)).toBe(false);
    for (const attach of ['welcome', 'nothing', 5]) expect((await send({ attach })).body.success).toBe(false);
    expect(await count()).toBe(before);
    const printed = await admin.get('Customer/printDocument', { id, document: 'welcome', language: 'en-US' });
    expect(printed.body.success).toBe(false);
  });
});

it('is previewed as a draft by designers, and refused where its blocks do not fit', async () => {
  const drawn = (person: Person, document: unknown) =>
    person.post('schema/customer/document', {
      ...{ id, document, name: 'Draft', language: 'en-US' },
      words: { text: 'For {name}', subject: '' },
    });
  const blocks = [
    { block: 'subject', kind: 'subject' },
    { block: 'text', kind: 'text' },
  ];
  const { body } = await drawn(admin, { medium: 'mail', blocks });
  expect(body.data).toMatchObject({ subject: 'Draft', html: expect.stringContaining('For ') });
  expect((await drawn(world.person('north clerk').person, { medium: 'mail', blocks })).status).toBe(403);

  const codes = async (document: unknown) => {
    const commands = [{ do: 'set', at: 'documents.bad', value: document }];
    const answer = await admin.post('schema/order/commands', { stamp: 0, name: 'bad', commands });
    return ((answer.body as { issues?: { code: string }[] }).issues ?? []).map(({ code }) => code);
  };
  expect(await codes({ blocks: [{ block: 'a', kind: 'button' }] })).toContain('schema.option');
  expect(await codes({ medium: 'mail', blocks: [{ block: 'a', kind: 'pageNumber' }] })).toContain('schema.option');
  expect(await codes({ medium: 'mail', paper: 'A4', blocks: [] })).toContain('schema.unknownKey');
  const subjects = ['a', 'b'].map((block) => ({ block, kind: 'subject' }));
  expect(await codes({ medium: 'mail', blocks: subjects })).toContain('schema.twice');
  for (const url of ['javascript:alert(1)', 'http://x.example/', 'https://{name}/', 'https://x.example/"><b>'])
    expect(await codes({ medium: 'mail', blocks: [{ block: 'a', kind: 'button', url }] }), url).toContain(
      'schema.name',
    );
});

/** The logo of a tenant is a file of the platform. */
async function giveLogo(): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c4320a' } })
    .png()
    .toBuffer();
  const { objectName, hash } = await world.test.files.save(Readable.from([bytes]));
  await world.owner.query(
    `WITH f AS (INSERT INTO file (tenant_id, id, "originName", "mediaType", size, "sizeKb", "objectName", hash)
         SELECT tenant_id, lading.new_id(), 'logo.png', 'image/png', $3, 1, $2, $4 FROM tenant WHERE host = $1 RETURNING id)
     UPDATE tenant SET logo = f.id FROM f WHERE tenant.host = $1`,
    ['north.localhost', objectName, bytes.length, hash],
  );
  return bytes;
}
