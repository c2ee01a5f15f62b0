import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../../support/send.ts';
import { asOwner } from './cluster.ts';
import { accountSecrets, addAccount, addPackages, pushSecret, upsPush } from './pushes.ts';
import type { Server } from './process.ts';
import { newOrder, password } from './tenants.ts';

/** What the people of one run share. */
export interface Work {
  /** Changes while nodes are killed and upgraded. */
  readonly nodes: readonly Server[];
  readonly over: AbortSignal;
  kills: number;
  readonly failed: string[];
  /** Milliseconds of each answer since the last line of the table. */
  readonly times: number[];
  /** Reference numbers of orders that were answered, by host. */
  readonly written: Map<string, string[]>;
  readonly counts: {
    imports: number;
    exports: number;
    reports: number;
    publishes: number;
    pushes: number;
    labels: number;
  };
  /** Different tracking messages that were answered. */
  pushed: number;
}

/** A tenant as its administrator and one of its members enter it. */
export interface Door {
  readonly host: string;
  readonly token: string;
  readonly memberToken: string;
  /** What an order names, by id. */
  readonly references: Readonly<Record<string, string>>;
}

export async function signIn(node: Server, hosts: readonly string[]): Promise<Door[]> {
  return Promise.all(hosts.map((host) => enter(node.port, host)));
}

async function enter(port: number, host: string): Promise<Door> {
  const login = async (path: string, account: string) =>
    String((await send(port, path, { host, body: { account, password } }))?.json.data);
  const token = await login('/api/login', 'admin');
  const memberToken = await login('/api/MembershipLogin', 'member');
  const first = async (path: string, by = token) => {
    const found = (await send(port, `/api/${path}`, { host, token: by }))?.json.data as Record<string, string>[];
    return found[0] ?? {};
  };
  const channel = (await first('Channel/list?code=UPS-W'))['id'] ?? '';
  const found = {
    customer: await first('Customer/list', memberToken),
    service: await first(`ChannelService/list?channel=${channel}&code=GND`),
    shipFrom: await first(`ChannelShipFrom/list?channel=${channel}`),
  };
  const ids = Object.fromEntries(Object.entries(found).map(([name, { id = '' }]) => [name, id]));
  return { host, token, memberToken, references: { ...ids, channel } };
}

interface Answer {
  readonly data: unknown;
}

/** Asks one node, and the next one where it does not answer, as a balancer does. A failure is noted; null then. */
function askerOf(work: Work, { host, token }: Pick<Door, 'host' | 'token'>, who: number) {
  return async (path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer | null> => {
    const key = randomUUID();
    for (let tries = 0; !work.over.aborted; tries += 1) {
      const { kills } = work;
      const started = performance.now();
      const to = work.nodes[(who + tries) % work.nodes.length]?.port ?? 0;
      const reply = await send(to, path, {
        ...{ host, token },
        ...(body ? { body, key } : {}),
        ...(headers ? { headers } : {}),
      });
      if (reply?.status === 200 && reply.json.success === true) {
        work.times.push(performance.now() - started);
        return { data: reply.json.data };
      }
      // A node that was killed is away until it has started again, and one that is replaced says that it is going.
      const isAway = reply === null || reply.status === 0 || (reply.status === 503 && work.kills >= kills);
      if (!isAway) {
        work.failed.push(`${path} ${reply.status} ${JSON.stringify(reply.json).slice(0, 300)}`);
        return null;
      }
      await pause(50);
    }
    return null;
  };
}

const note = ({ written }: Work, { host }: Door, ...refs: readonly string[]): void => {
  written.set(host, [...(written.get(host) ?? []), ...refs]);
};

/** Works all the time: the list, a new order, its record, its change, a deduction. */
export async function clerk(work: Work, door: Door, who: number): Promise<void> {
  const ask = askerOf(work, door, who);
  for (let turn = 0; !work.over.aborted; turn += 1) {
    await ask('/api/Order/page?pageNo=1&pageSize=20&sort=-createdAt');
    const refNo = `S-${who}-${turn}`;
    const added = await ask('/api/Order/add', { ...newOrder, ...door.references, refNo });
    if (!added) continue;
    note(work, door, refNo);
    const { id, version } = added.data as { id: string; version: number };
    await ask(`/api/Order/detail?id=${id}`);
    await ask('/api/Order/edit', { id, version, remarks: `Call before ${turn % 24}:00` });
    const { customer } = door.references;
    const description = 'Soak';
    await ask('/api/Deduction/add', { customer, amount: 0.01, reason: 'other', description, trackingNo: refNo });
  }
}

/** A customer who asks for prices, orders, and buys a label, again and again, and looks at what became of it. */
export async function member(work: Work, door: Door, who: number): Promise<void> {
  const ask = askerOf(work, { ...door, token: door.memberToken }, who);
  for (let turn = 0; !work.over.aborted; turn += 1) {
    await ask('/api/Order/page?pageNo=1&pageSize=20&sort=-createdAt');
    await ask('/api/Rate/quote', {
      ...{ unitType: '0', from: { postalCode: '90001', state: 'CA', country: 'US' } },
      to: { postalCode: '02128', state: 'MA', country: 'US', type: 'residential' },
      boxes: newOrder.boxes,
    });
    const refNo = `S-member${who}-${turn}`;
    const added = await ask('/api/Order/add', { ...newOrder, ...door.references, refNo });
    if (!added) continue;
    note(work, door, refNo);
    const { id } = added.data as { id: string };
    await ask('/api/Order/trial', { ids: [id] });
    if ((await ask('/api/Order/submit', { id })) && (await isPlaced(work, ask, id))) work.counts.labels += 1;
    await ask(`/api/OrderBox/list?order=${id}`);
    // The rate limit allows no more price checks per minute.
    await pause(1_500, undefined, { signal: work.over }).catch(() => undefined);
  }
}

/** Whether the order has its label in the end; what else became of it is noted. */
async function isPlaced(work: Work, ask: ReturnType<typeof askerOf>, id: string): Promise<boolean> {
  while (!work.over.aborted) {
    const status = ((await ask(`/api/Order/detail?id=${id}`))?.data as { status?: string } | undefined)?.status;
    if (status === 'ordered') return true;
    if (status !== 'placing') {
      work.failed.push(`an order is ${status} instead of placed`);
      return false;
    }
    await pause(250);
  }
  return false;
}

/** Counts the orders of the tenant again and again, where reports are read; what was answered before must be in it. */
export async function reporter(work: Work, door: Door, who: number): Promise<void> {
  const ask = askerOf(work, door, who);
  for (let turn = 0; !work.over.aborted; turn += 1) {
    const least = work.written.get(door.host)?.length ?? 0;
    const answer = await ask('/api/Order/aggregate');
    const count = Number((answer?.data as { count: number }[] | undefined)?.[0]?.count);
    if (answer && count < least) work.failed.push(`${door.host}: ${count} of ${least} orders in a report`);
    await ask('/api/Operations/figures', { period: 'week' });
    work.counts.reports += 2;
    if (turn % 40 === 0) await exportOrders(work, door, who);
    await pause(500, undefined, { signal: work.over }).catch(() => undefined);
  }
}

async function exportOrders(work: Work, door: Door, who: number): Promise<void> {
  const least = work.written.get(door.host)?.length ?? 0;
  const ask = askerOf(work, door, who);
  const ordered = await ask('/api/Order/export', { format: 'csv', columns: ['refNo'] });
  const job = ordered && (await jobEnd(work, door, who, String((ordered.data as { job: string }).job)));
  if (!job) return;
  const rows = Number((job.result as { rows?: number } | null)?.rows);
  if (!(rows >= least)) work.failed.push(`${door.host}: an export of ${rows} rows, ${least} were written`);
  work.counts.exports += 1;
}

interface Job {
  readonly state: string;
  readonly result: unknown;
}

async function jobEnd(work: Work, door: Door, who: number, id: string): Promise<Job | null> {
  const ask = askerOf(work, door, who);
  for (;;) {
    const job = (await ask(`/api/job?id=${id}`))?.data as Job | undefined;
    if (!job) return null;
    if (job.state === 'done') return job;
    if (job.state === 'failed') {
      work.failed.push(`job ${JSON.stringify(job).slice(0, 300)}`);
      return null;
    }
    await pause(250);
  }
}

/** Imports a hundred orders from a file every half a minute. */
export async function importer(work: Work, door: Door, who: number): Promise<void> {
  for (let turn = 0; !work.over.aborted; turn += 1) {
    const refs = Array.from({ length: 100 }, (_, at) => `S-file${turn}-${at}`);
    const job = await upload(work, door, who, csvOf(door, refs));
    const ended = job ? await jobEnd(work, door, who, job) : null;
    if (ended) {
      const { added } = ended.result as { added: number };
      if (added !== refs.length) work.failed.push(`an import added ${added} of ${refs.length} orders`);
      note(work, door, ...refs);
      work.counts.imports += 1;
    }
    await pause(30_000, undefined, { signal: work.over }).catch(() => undefined);
  }
}

/** The job of an import. The file is sent again under its key where a node goes away. */
async function upload(work: Work, { token }: Pick<Door, 'token'>, who: number, csv: string): Promise<string | null> {
  const key = randomUUID();
  for (let tries = 0; !work.over.aborted; tries += 1) {
    const form = new FormData();
    form.set('file', new Blob([csv], { type: 'text/csv' }), 'orders.csv');
    const port = work.nodes[(who + tries) % work.nodes.length]?.port ?? 0;
    const url = `http://127.0.0.1:${port}/api/Order/import?culture=en-US`;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
    const sent = await fetch(url, { method: 'POST', body: form, headers }).catch(() => null);
    const answer = (await sent?.json().catch(() => null)) as { success: boolean; data: { job: string } } | null;
    if (answer?.success) return answer.data.job;
    if (answer && sent?.status !== 503) {
      work.failed.push(`import ${sent?.status} ${JSON.stringify(answer).slice(0, 300)}`);
      return null;
    }
    await pause(50);
  }
  return null;
}

function csvOf({ references }: Door, refs: readonly string[]): string {
  const { boxes, refNo: _, ...order } = newOrder;
  const [box] = boxes;
  const fixed: Record<string, unknown> = { ...references, ...order };
  const columns = [...Object.keys(fixed), ...Object.keys(box).map((name) => `boxes[1].${name}`), 'refNo'];
  const line = (ref: string) => [...Object.values(fixed), ...Object.values(box), ref].join(',');
  return `${columns.join(',')}\n${refs.map(line).join('\n')}\n`;
}

/** Packages that the pushed messages are about. */
const pushedPackages = 200;

/** A carrier that pushes twenty messages at once, some four times a second; one in ten comes twice. */
export async function pusher(
  work: Work,
  door: Door,
  { product, who }: { product: string; who: number },
): Promise<void> {
  const ask = askerOf(work, door, who);
  await ask('/api/Order/add', { ...newOrder, ...door.references, refNo: 'P-0' });
  const account = await asOwner(product, (client) => addAccount(client, door.host));
  await ask('/api/ExpressAccount/edit', { ...account, ...accountSecrets });
  await asOwner(product, (client) => addPackages(client, pushedPackages, door.host));
  const push = async (at: number) => {
    const send = () => ask('/api/tracking/ups', upsPush(at, pushedPackages), { credential: pushSecret });
    const answers = await Promise.all(at % 10 === 0 ? [send(), send()] : [send()]);
    work.counts.pushes += answers.filter((each) => each !== null).length;
    if (answers.some((each) => each !== null)) work.pushed += 1;
  };
  for (let at = 0; !work.over.aborted; at += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, more) => push(at + more)));
    await pause(250, undefined, { signal: work.over }).catch(() => undefined);
  }
}

/** Designs and publishes an entity every two minutes, while the others work. */
export async function designer(work: Work, door: Door, who: number): Promise<void> {
  const ask = askerOf(work, door, who);
  for (let turn = 1; !work.over.aborted; turn += 1) {
    const entity = `soak-note-${turn}`;
    await ask('/api/schema/create', { document: noteNamed(entity, `SoakNote${turn}`) });
    const stands = await ask(`/api/schema/${entity}`);
    const draft = (stands?.data as { draft: { stamp: number } | null } | undefined)?.draft;
    const publish = { stamp: draft?.stamp, reason: 'soak', acceptProblems: true };
    if (draft && (await ask(`/api/schema/${entity}/publish`, publish))) work.counts.publishes += 1;
    await ask(`/api/SoakNote${turn}/add`, { text: 'used at once' });
    await pause(120_000, undefined, { signal: work.over }).catch(() => undefined);
  }
}

function noteNamed(entity: string, path: string): object {
  const names = { name: path, plural: path, fields: { text: 'Text' } };
  return {
    meta: {
      ...{ entity, path, title: 'text', fields: { text: { type: 'text', required: true, maxLength: 40 } } },
      ...{ list: { columns: ['text'], sort: '-createdAt' }, form: { basic: [['text']] } },
      access: { clerk: { codes: ['read', 'add'] } },
    },
    texts: { 'en-US': names, 'zh-CN': names },
  };
}
