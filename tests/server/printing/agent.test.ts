import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { added, state } from '../../support/money.ts';
import { addLabels } from '../../support/labels.ts';
import { scratch, spooled, startAgent } from '../../support/print-agent.ts';
import { hosts, type Person } from '../../support/test-app.ts';
import { openWorld, type World } from '../../support/world.ts';

/* Labels reach a printer elsewhere once, or a person is told that nobody knows. */

let world: World;
let admin: Person;
let server: string;
const night = Boolean(process.env['NIGHT']);
beforeAll(async () => {
  world = await openWorld();
  admin = world.person('north admin').person;
  server = await world.test.app.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(() => world?.close());

let made = 0;
type Job = {
  id: string;
  name: string;
  status: string;
  cause: string;
  errorCode: string | null;
  spooledAt: string | null;
};
const jobs = async (query: Record<string, string>, person = admin): Promise<Job[]> =>
  ((await person.get('PrintJob/list', { sort: 'createdAt', ...query })).body.data ?? []) as Job[];
async function printer(more: object = {}): Promise<{ id: string; code: string }> {
  const id = added(await admin.post('Printer/add', { name: `Printer ${(made += 1)}`, ...more }));
  expect((await admin.post('Printer/pair', { id })).body.success).toBe(true);
  const { pairingCode } = (await admin.get('Printer/detail', { id })).body.data as { pairingCode: string };
  return { id, code: pairingCode };
}
const send = async (packages: readonly { id: string }[], more: object = {}) =>
  admin.post('Print/send', { packages: packages.map(({ id }) => id), ...more });
const codesOf = ({ body }: Awaited<ReturnType<typeof send>>) => body.issues?.map(({ code }) => code) ?? [];
/** Five hundred labels take their time. */
const patience = night ? 300_000 : 20_000;
const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: patience, interval: 50 });

/** Computers that have paired: each has an address of its own, because pairing is limited by address. */
let computers = 0;

/** Calls an endpoint of the agent as a program with a token does. */
async function door(path: string, body: object, token = '') {
  const answer = await world.test.app.inject({
    ...{ method: 'POST', url: `/api/PrintAgent/${path}`, payload: body },
    remoteAddress: path === 'pair' ? `10.0.0.${(computers += 1)}` : '127.0.0.1',
    headers: { host: hosts.north, authorization: `Bearer ${token}` },
  });
  const isJson = /json/.test(String(answer.headers['content-type']));
  const { data = null, issues = [] } = isJson ? answer.json<{ data?: never; issues?: { code: string }[] }>() : {};
  return {
    status: answer.statusCode,
    data: data as never,
    codes: issues.map(({ code }) => code),
    bytes: answer.rawPayload,
  };
}
async function paired(more: object = {}) {
  const { id, code } = await printer(more);
  const { data } = await door('pair', { code, version: '1.0.0' });
  return { id, token: (data as { token: string }).token };
}
const take = async (token: string) =>
  (
    (await door('take', { version: '1.0.0' }, token)).data as {
      job: { job: string; lease: string; name: string } | null;
    }
  ).job;

/** A printer that listens; what came to it, and how it is made to fail. */
async function rawPrinter(answer: 'take' | 'break' = 'take') {
  const got: Buffer[] = [];
  const listener: Server = createServer((socket) => {
    const parts: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      parts.push(bytes);
      if (answer === 'break') socket.resetAndDestroy();
    });
    socket.on('end', () => {
      got.push(Buffer.concat(parts));
      socket.end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  return { got, target: `raw:127.0.0.1:${(listener.address() as { port: number }).port}` };
}

describe('a print agent', () => {
  it(
    'pairs once, keeps its token to itself, and puts each label on its spooler once, byte by byte',
    async () => {
      const { id, code } = await printer();
      const [folder, home] = [await scratch(), await scratch()];
      const agent = startAgent({ server, code, spool: `folder:${folder}`, state: home });
      await agent.hears('ready for');
      expect(statSync(join(home, 'token.json')).mode & 0o777).toBe(0o600);
      expect((await admin.get('Printer/detail', { id })).body.data).toMatchObject({
        ...{ status: 'paired', online: true, agentVersion: '1.0.0', pairingCode: null },
      });
      expect((await door('pair', { code, version: '1.0.0' })).codes).toEqual(['printing.wrongCode']);
      const labels = await addLabels(world, { count: night ? 500 : 12 });
      const answer = await send(labels, { printer: id, run: 'twelve-labels' });
      expect((answer.body.data as { jobs: Job[] }).jobs.map(({ name }) => name)).toEqual(
        labels.map(({ trackingNo }) => trackingNo),
      );
      await until(async () => expect(await jobs({ printer: id, status: 'spooled' })).toHaveLength(labels.length));
      const names = await spooled(folder);
      expect(names.map((name) => name.split('-')[2]?.replace('.pdf', ''))).toEqual(
        labels.map(({ trackingNo }) => trackingNo),
      );
      const { services } = world.test.node.context;
      const kept = await services?.files.read(world.homes.north.tenant, labels[0]?.file ?? '');
      expect((await readFile(join(folder, names[0] ?? ''))).equals(kept ?? Buffer.alloc(0))).toBe(true);
      const [first] = await jobs({ printer: id });
      expect(first).toMatchObject({
        status: 'spooled',
        spooledAt: expect.any(String),
        takenAt: expect.any(String),
        position: `1/${labels.length}`,
      });
      expect((await admin.get('OrderBox/detail', { id: labels[0]?.id ?? '' })).body.data).toMatchObject({
        printCount: 1,
      });
      // The same run again is the same print, and another one asks for a reason.
      expect((await send(labels, { printer: id, run: 'twelve-labels' })).body.success).toBe(true);
      expect(codesOf(await send(labels, { printer: id }))).toEqual(['labels.reasonNeeded']);
      expect(await agent.kill()).toBe(0);
      // A second start needs no code.
      await startAgent({ server, spool: `folder:${folder}`, state: home }).hears('ready for');
    },
    patience,
  );

  it('speaks to a printer that listens, and tells a person where nobody knows what became of the label', async () => {
    const good = await printer({ language: 'zpl' });
    const takes = await rawPrinter();
    await startAgent({ server, code: good.code, spool: takes.target, state: await scratch() }).hears('ready for');
    const [label] = await addLabels(world, { format: 'zpl' });
    expect((await send([label as never], { printer: good.id })).body.success).toBe(true);
    await until(async () => expect(await jobs({ printer: good.id, status: 'spooled' })).toHaveLength(1));
    expect(takes.got.map(String)).toEqual([`^XA^FD${label?.trackingNo}^XZ`]);

    const bad = await printer({ language: 'zpl', offsetX: 2 });
    const breaks = await rawPrinter('break');
    await startAgent({ server, code: bad.code, spool: breaks.target, state: await scratch() }).hears('ready for');
    const [lost] = await addLabels(world, { format: 'zpl' });
    await send([lost as never], { printer: bad.id });
    await until(async () => expect(await jobs({ printer: bad.id, status: 'uncertain' })).toHaveLength(1));
    const [job] = await jobs({ printer: bad.id });
    // A person has looked: it is not on paper.
    expect(state(await admin.post('PrintJob/resend', { id: job?.id, reason: 'nothing came out' }))).toBe('queued');
    await until(async () => expect(await jobs({ printer: bad.id, status: 'uncertain' })).toHaveLength(1));
    expect(state(await admin.post('PrintJob/printed', { id: job?.id }))).toBe('spooled');
    expect(codesOf(await admin.post('PrintJob/clear', { id: job?.id }))).toEqual(['state.wrong']);
  });

  it('is killed in the middle: its label is uncertain and does not come out by itself a second time', async () => {
    const { id, code } = await printer();
    // A spooler that takes the label and never says so: CUPS that hangs.
    const [bin, home] = [await scratch(), await scratch()];
    const { writeFile } = await import('node:fs/promises');
    await writeFile(
      join(bin, 'lp'),
      `#!/bin/sh\ncat >> ${bin}/paper\necho started >> ${bin}/started\nexec sleep 600\n`,
      {
        mode: 0o755,
      },
    );
    const environment = { PATH: `${bin}:${process.env['PATH']}` };
    const agent = startAgent({ server, code, spool: 'lp:labels', state: home }, environment);
    await agent.hears('ready for');
    const labels = await addLabels(world, { count: 2 });
    await send(labels, { printer: id });
    await until(async () => expect(await spooled(bin)).toContain('started'));
    await agent.kill('SIGKILL');
    await writeFile(join(bin, 'lp'), `#!/bin/sh\ncat > /dev/null\necho more >> ${bin}/second\n`, { mode: 0o755 });
    await startAgent({ server, spool: 'lp:labels', state: home }, environment).hears('ready for');
    await until(async () =>
      expect((await jobs({ printer: id })).map(({ status }) => status)).toEqual(['uncertain', 'spooled']),
    );
    expect(await readFile(join(bin, 'second'), 'utf8')).toBe('more\n');
    expect((await jobs({ printer: id }))[0]).toMatchObject({ errorCode: 'agentGone' });
  });

  it('shares a printer with another: every label comes out once', async () => {
    const { id, code } = await printer();
    const [folder, home] = [await scratch(), await scratch()];
    const one = startAgent({ server, code, spool: `folder:${folder}`, state: home });
    await one.hears('ready for');
    const two = startAgent({ server, spool: `folder:${folder}`, state: home });
    await two.hears('ready for');
    const labels = await addLabels(world, { count: 20 });
    await send(labels, { printer: id });
    await until(async () => expect(await jobs({ printer: id, status: 'spooled' })).toHaveLength(20));
    const names = (await spooled(folder)).map((name) => name.split('-')[2]?.replace('.pdf', ''));
    expect(names).toEqual(labels.map(({ trackingNo }) => trackingNo));
    expect([one, two].every((agent) => /: spooled/.test(agent.said()))).toBe(true);
  });

  it('is told when it is too old', async () => {
    const { id, code } = await printer();
    const home = await scratch();
    const agent = startAgent({ server, code, spool: `folder:${home}/out`, state: home });
    await agent.hears('ready for');
    await agent.kill();
    const old = startAgent({ server, spool: `folder:${home}/out`, state: home }, { PRINT_AGENT_VERSION: '0.9.9' });
    expect(await old.ended).toBe(2);
    expect(old.said()).toContain('0.9.9 is too old: at least 1.0.0 is needed');
    expect((await admin.get('Printer/detail', { id })).body.data).toMatchObject({
      agentOld: true,
      agentVersion: '0.9.9',
    });
  });
});

describe('the token of a printer', () => {
  it('opens its own jobs while it holds them, and nothing else', async () => {
    const [own, other] = [await paired(), await paired()];
    const [label, second] = await addLabels(world, { count: 2 });
    await send([label as never], { printer: own.id });
    await send([second as never], { printer: other.id });
    const job = await take(own.token);
    expect(job?.name).toBe(label?.trackingNo);
    const asked = { job: job?.job, lease: job?.lease };
    expect((await door('label', asked, other.token)).codes).toEqual(['printing.notYours']);
    expect((await door('label', { ...asked, lease: 'x'.repeat(43) }, own.token)).codes).toEqual(['printing.notYours']);
    expect((await door('done', { ...asked, state: 'spooled' }, other.token)).data).toEqual({ taken: false });
    expect((await door('label', asked, 'x'.repeat(43))).status).toBe(401);
    expect((await door('label', asked)).status).toBe(401);
    expect((await door('label', asked, admin.token)).status).toBe(401);
    for (const path of ['OrderBox/list', 'PrintJob/list', 'Printer/list', 'sysFileInfo/download', 'getLoginUser']) {
      const answer = await world.test.app.inject({
        url: `/api/${path}?id=${label?.file}`,
        headers: { host: hosts.north, authorization: `Bearer ${own.token}` },
      });
      expect([path, answer.statusCode]).toEqual([path, 401]);
    }
    expect((await door('label', asked, own.token)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await door('done', { ...asked, state: 'spooled' }, own.token)).data).toEqual({ taken: true });
    expect((await door('label', asked, own.token)).codes).toEqual(['printing.notYours']);
    // Taken away, it opens nothing.
    expect(state(await admin.post('Printer/unpair', { id: own.id }))).toBe('unpaired');
    expect((await door('take', { version: '1.0.0' }, own.token)).status).toBe(401);
  });

  it('lets a job go back while no byte was handed out, and leaves it to a person after that', async () => {
    const { id, token } = await paired();
    const labels = await addLabels(world, { count: 2 });
    await send(labels, { printer: id });
    const lapse = () =>
      world.owner.query(`UPDATE printing.lease SET until = now() - interval '1 second' WHERE printer = $1`, [id]);
    const first = await take(token);
    await lapse();
    const again = await take(token);
    expect(again?.job).toBe(first?.job);
    expect((await door('label', { job: first?.job, lease: first?.lease }, token)).codes).toEqual(['printing.notYours']);
    await door('label', { job: again?.job, lease: again?.lease }, token);
    await lapse();
    expect((await take(token))?.name).toBe(labels[1]?.trackingNo);
    expect((await jobs({ printer: id })).map(({ status }) => status)).toEqual(['uncertain', 'taken']);
    // The agent comes back and knows: nobody has decided meanwhile.
    expect((await door('done', { job: again?.job, lease: again?.lease, state: 'spooled' }, token)).data).toEqual({
      taken: true,
    });
    expect((await jobs({ printer: id }))[0]?.status).toBe('spooled');
  });
});

describe('a label that a printer may not have', () => {
  it('is refused with words: another size, other dots, another language', async () => {
    const [size, dots, language] = [
      await paired({ labelSize: '4x8' }),
      await paired({ dpi: 300 }),
      await paired({ language: 'zpl' }),
    ];
    const [pdf, png] = [...(await addLabels(world)), ...(await addLabels(world, { format: 'png' }))];
    for (const [on, label, errorCode, errorText] of [
      [size, pdf, 'otherSize', '4x6 / 4x8'],
      [dots, png, 'otherDpi', '203 / 300 dpi'],
      [language, pdf, 'otherFormat', 'PDF / ZPL'],
    ] as const) {
      await send([label as never], { printer: on.id });
      expect(await jobs({ printer: on.id })).toMatchObject([{ status: 'failed', errorCode, errorText }]);
      expect(await take(on.token)).toBeNull();
    }
    const [job] = await jobs({ printer: size.id });
    expect(codesOf(await admin.post('PrintJob/resend', { id: job?.id }))).toEqual(['printing.otherSize']);
    // The right stock is in, and the job goes on.
    await admin.post('Printer/edit', { id: size.id, labelSize: '4x6' });
    expect(state(await admin.post('PrintJob/resend', { id: job?.id }))).toBe('queued');
    expect((await take(size.token))?.job).toBe(job?.id);
  });

  it('is void: it never leaves, also when it was queued before', async () => {
    const { id, token } = await paired();
    const [label] = await addLabels(world);
    await send([label as never], { printer: id });
    await world.owner.query(`UPDATE package SET status = 'voided' WHERE id = $1`, [label?.id]);
    const job = await take(token);
    const answer = await door('label', { job: job?.job, lease: job?.lease }, token);
    expect(answer.codes).toEqual(['printing.void']);
    expect(await jobs({ printer: id })).toMatchObject([{ status: 'failed', errorCode: 'void' }]);
    expect(codesOf(await send([label as never], { printer: id }))).toEqual(['labels.void']);
  });

  it('is a customer of another printer', async () => {
    const acme = world.homes.north.samples.get('customer/acme');
    const { id } = await paired({ customer: acme });
    expect(codesOf(await send(await addLabels(world), { printer: id }))).toEqual(['printing.otherCustomer']);
    const outsider = world.person('north member').person;
    expect((await outsider.get('Printer/list', {})).body.data).toMatchObject([{ id }]);
    expect((await world.person('north sibling').person.get('Printer/list', {})).body.data).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  });
});

describe('what is printed by itself', () => {
  it('goes to the printer whose mapping says most, and only where someone wished it', async () => {
    const [all, mine] = [await paired(), await paired()];
    const harbor = world.homes.north.samples.get('customer/harbor');
    const general = added(await admin.post('PrinterMapping/add', { printer: all.id, onPlace: true }));
    await addLabels(world);
    expect(await jobs({ printer: all.id })).toMatchObject([{ status: 'queued', cause: 'place' }]);
    const special = added(
      await admin.post('PrinterMapping/add', { printer: mine.id, customer: harbor, labelSize: '4x6', onPlace: true }),
    );
    await addLabels(world);
    expect(await jobs({ printer: mine.id })).toHaveLength(1);
    // Without the wish it is where a person sends it.
    await admin.post('PrinterMapping/edit', { id: special, onPlace: false });
    await admin.post('PrinterMapping/disable', { id: general });
    const labels = await addLabels(world, { count: 2 });
    expect(await jobs({ printer: mine.id })).toHaveLength(1);
    expect((await send(labels, { separators: true, order: 'channel' })).body.success).toBe(true);
    expect((await jobs({ printer: mine.id })).map(({ cause }) => cause)).toEqual([
      'place',
      'separator',
      'person',
      'person',
    ]);
    expect(codesOf(await send(labels, {}))).toEqual(['printing.alreadyQueued', 'printing.alreadyQueued']);
  });

  it('is sent once by a request that comes twice at once, with its sheets, or not at all', async () => {
    const { id } = await paired();
    const labels = await addLabels(world, { count: 3 });
    const run = { printer: id, run: 'twice-at-once', separators: true };
    const answers = await Promise.all([1, 2, 3].map(() => send(labels, run)));
    expect(answers.map(({ body }) => body.success)).toEqual([true, true, true]);
    expect((await jobs({ printer: id })).map(({ name }) => name)).toEqual([
      '1/3',
      ...labels.map(({ trackingNo }) => trackingNo),
    ]);
    // The second label cannot be written: neither the sheet nor the first one leaves.
    const more = await addLabels(world, { count: 2 });
    await world.owner.query(
      `CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`,
    );
    await world.owner.query(`CREATE TRIGGER refuse BEFORE INSERT ON print_job FOR EACH ROW
      WHEN (NEW.position = '2/2') EXECUTE FUNCTION public.refuse()`);
    expect((await send(more, { printer: id, run: 'half', separators: true })).body.success).toBe(false);
    await world.owner.query('DROP TRIGGER refuse ON print_job; DROP FUNCTION public.refuse()');
    expect(await jobs({ printer: id })).toHaveLength(4);
  });

  it('is a test page with a ruler and a bar code, as PDF and as commands', async () => {
    for (const [language, head] of [
      ['pdf', '%PDF-'],
      ['zpl', '^XA^MNY'],
      ['epl', '\nN\nLO'],
    ] as const) {
      const { id, token } = await paired({ language, mediaGap: 'gap' });
      expect((await admin.post('Printer/testPage', { id })).body.success).toBe(true);
      const job = await take(token);
      const { bytes } = await door('label', { job: job?.job, lease: job?.lease }, token);
      expect(bytes.toString('latin1').slice(0, head.length)).toBe(head);
      await door('done', { job: job?.job, lease: job?.lease, state: 'spooled' }, token);
    }
  });
});
