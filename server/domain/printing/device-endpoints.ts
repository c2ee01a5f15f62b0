import { randomBytes } from 'node:crypto';
import { defineDevice, issue, type Device, type DeviceCall, type JsonSchema } from '../../modules/module.ts';
import { deviceSql, doneSql, expireSql, leaseSeconds, pairSql, seenSql, takeSql } from './jobs-sql.ts';
import { handOut } from './hand-out.ts';
import { weighSql } from './station/scale-sql.ts';
import { createWaitingRoom, queuedSql } from './waiting-room.ts';

/** The oldest supported agent; older ones must update and get no jobs. */
export const oldestAgent = '1.0.0';
const maxWait = 25;

const text = (most: number): JsonSchema => ({ type: 'string', minLength: 1, maxLength: most });
const version: JsonSchema = { type: 'string', pattern: '^[0-9]{1,4}[.][0-9]{1,4}[.][0-9]{1,4}$' };
const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,18}$' };
const lease: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{20,60}$' };
const secret = (): string => randomBytes(32).toString('base64url');

export const isOlder = (given: string, than: string): boolean => {
  const [one, other] = [given, than].map((each) => each.split('.').map(Number)) as [number[], number[]];
  const at = one.findIndex((part, place) => part !== other[place]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
};

interface Known {
  readonly tenant: string;
  readonly printer: string;
  readonly name: string;
  readonly scale: boolean | null;
  readonly stale: boolean;
}

/** The printer of the request's token. */
async function known({ token, services: deps, unknown }: DeviceCall): Promise<Known> {
  if (token.length < 40 || token.length > 60) return unknown();
  const [row] = await deps.query<Known>(deviceSql, [token]);
  return row ?? unknown();
}

function demandVersion(call: DeviceCall): void {
  if (isOlder(String(call.body['version']), oldestAgent))
    call.refuse(issue('printing.agentTooOld', 'version', { version: call.body['version'], oldest: oldestAgent }));
}

const pair = defineDevice({
  path: 'PrintAgent/pair',
  body: {
    type: 'object',
    required: ['code', 'version'],
    properties: { code: text(20), version, host: { type: 'string', maxLength: 60 } },
  },
  answer: {
    type: 'object',
    required: ['token', 'printer'],
    properties: { token: { type: 'string' }, printer: { type: 'string' } },
  },
  perMinute: 20,
  async run(call) {
    const { code, version: own, host = '' } = call.body as { code: string; version: string; host?: string };
    demandVersion(call);
    const token = secret();
    const [found] = await call.services.query(pairSql, [code.trim().toUpperCase(), token, own, host, false]);
    if (!found) return call.refuse(issue('printing.wrongCode', 'code'));
    return { token, printer: found['name'] };
  },
});

const room = createWaitingRoom(queuedSql);

const take = defineDevice({
  path: 'PrintAgent/take',
  body: {
    type: 'object',
    required: ['version'],
    properties: { version, wait: { type: 'integer', minimum: 0, maximum: maxWait, default: 0 } },
  },
  answer: {
    type: 'object',
    required: ['job', 'scale'],
    properties: {
      job: {
        type: ['object', 'null'],
        properties: { job: id, lease, name: { type: 'string' }, format: { enum: ['pdf', 'zpl', 'epl'] } },
      },
      scale: { type: 'boolean' },
    },
  },
  async run(call) {
    const { services, body, signal } = call;
    const { tenant, printer, scale, stale } = await known(call);
    const tooOld = isOlder(String(body['version']), oldestAgent);
    if (stale || tooOld) await services.query(seenSql, [tenant, printer, body['version'], tooOld]);
    demandVersion(call);
    await services.query(expireSql, [tenant, printer]);
    const own = secret();
    const next = async () => (await services.query(takeSql, [tenant, printer, own, leaseSeconds]))[0];
    let job = await next();
    const until = Date.now() + Number(body['wait'] ?? 0) * 1000;
    while (!job && !signal.aborted && Date.now() < until) {
      await room.wait(services, `${tenant}:${printer}`, (until - Date.now()) / 1000, signal);
      if (!signal.aborted) job = await next();
    }
    return { job: job ? { ...job, lease: own } : null, scale: scale === true };
  },
});

const label = defineDevice({
  path: 'PrintAgent/label',
  body: { type: 'object', required: ['job', 'lease'], properties: { job: id, lease } },
  answer: {},
  async run(call) {
    const on = await known(call);
    const { job, lease: held } = call.body as { job: string; lease: string };
    return handOut(call, { ...on, job, lease: held });
  },
});

const states = { spooled: 'spooled', failed: 'failed', uncertain: 'uncertain', returned: 'queued' } as const;

const done = defineDevice({
  path: 'PrintAgent/done',
  body: {
    type: 'object',
    required: ['job', 'lease', 'state'],
    properties: {
      ...{ job: id, lease, text: { type: 'string', maxLength: 300 } },
      state: {
        enum: Object.keys(states),
        description: '`returned`: the spooler was not asked, so that the job may be taken again.',
      },
    },
  },
  answer: { type: 'object', required: ['taken'], properties: { taken: { type: 'boolean' } } },
  async run(call) {
    const { tenant, printer } = await known(call);
    const { job, lease: held, state, text: said = null } = call.body as Done;
    const code = state === 'failed' ? 'spooler' : state === 'uncertain' ? 'agentGone' : null;
    const moved = await call.services.query(doneSql, [tenant, printer, job, held, states[state], code, said]);
    return { taken: moved.length > 0 };
  },
});

type Done = {
  readonly job: string;
  readonly lease: string;
  readonly state: keyof typeof states;
  readonly text?: string;
};

const weigh = defineDevice({
  path: 'PrintAgent/weigh',
  body: {
    type: 'object',
    required: ['connected'],
    properties: {
      connected: { type: 'boolean' },
      weight: { type: ['string', 'null'], pattern: '^-?[0-9]{1,6}([.][0-9]{1,3})?$' },
      unit: { enum: [null, 'lb', 'kg', 'oz', 'g'] },
      stable: { type: 'boolean' },
    },
  },
  answer: { type: 'null' },
  async run(call) {
    const { tenant, printer } = await known(call);
    const { connected, weight = null, unit = null, stable = false } = call.body;
    const told = connected === true && weight !== null && unit !== null;
    const values = told ? [weight, unit, stable] : [null, null, false];
    await call.services.query(weighSql, [tenant, printer, connected, ...values]);
    return null;
  },
});

/** Endpoints for print agents, each limited to its own printer. */
export const printAgentEndpoints: readonly Device[] = [pair, take, label, done, weigh];
