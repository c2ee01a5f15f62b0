import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { defineWebhook, defineJob, issue, type WebhookCall, type SystemServices } from '../../../modules/module.ts';
import { takeEvents, type Told } from '../take-events.ts';
import { readFedexPush, readUpsPush, type Pushed } from './read-push.ts';

interface EntityRouteDeps {
  readonly carrier: string;
  read(body: unknown): readonly Pushed[];
  /** Whether the message is signed with this account's secret. */
  verify(secret: string, call: Pick<WebhookCall, 'headers' | 'body'>): boolean;
}

const header = (headers: WebhookCall['headers'], name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};
/** Compared by their digests, which are equally long. */
const same = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};

const ups: EntityRouteDeps = {
  ...{ carrier: 'UPS', read: readUpsPush },
  verify: (secret, { headers }) => same(header(headers, 'credential'), secret),
};
const fedex: EntityRouteDeps = {
  ...{ carrier: 'FEDEX', read: readFedexPush },
  verify(secret, { headers, body }) {
    const signature = header(headers, 'fdx-signature').replace(/^sha256=/i, '');
    const digest = createHmac('sha256', secret).update(body).digest();
    return same(signature, digest.toString('base64')) || same(signature.toLowerCase(), digest.toString('hex'));
  },
};

interface Known {
  readonly tenant: string;
  readonly id: string;
  readonly account: string;
}

const knownSql = `SELECT p.tenant_id::text AS tenant, p.id::text AS id, p.account::text AS account FROM package p
  WHERE p."trackingNo" = $1 AND p."carrierCode" = $2 AND p.account IS NOT NULL AND p.status <> 'voided'
  ORDER BY p.id DESC LIMIT 10`;

/**
 * Takes messages about packages of ours whose account has a secret that fits. A message is kept and answered at once; what
 * it says is read by a job, so that a thousand at a time wait in a table and not in front of the door.
 */
const deps = (of: EntityRouteDeps) =>
  defineWebhook(`tracking/${of.carrier.toLowerCase()}`, async ({ headers, body, services }) => {
    const refused = [issue('tracking.pushRefused', '')];
    const pushed = of.read(parse(body));
    if (pushed.length === 0) return refused;
    let taken = false;
    for (const [place, each] of pushed.entries()) {
      const known = await verified(of, services, each.trackingNo, { headers, body });
      if (!known) continue;
      taken = true;
      await keep(services, known, { ...each, hash: hashOf(body, place) });
    }
    return taken ? [] : refused;
  });

const hashOf = (body: Buffer, place: number): string =>
  `${createHash('sha256').update(body).digest('base64url')}.${place}`;

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

async function verified(
  of: EntityRouteDeps,
  services: SystemServices,
  trackingNo: string,
  message: Pick<WebhookCall, 'headers' | 'body'>,
): Promise<Known | null> {
  for (const known of (await services.query(knownSql, [trackingNo, of.carrier])) as unknown as Known[]) {
    const account = { tenant: known.tenant, entity: 'express-account', id: known.account };
    const secret = await services.secret(account, 'pushSecret');
    if (secret && of.verify(secret, message)) return known;
  }
  return null;
}

async function keep(
  services: SystemServices,
  of: Known,
  { hash, events, estimatedAt }: Pushed & { hash: string },
): Promise<void> {
  const kept = await services.query(
    `INSERT INTO tracking.pushed (tenant_id, hash, package, tracked) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING hash`,
    [of.tenant, hash, of.id, JSON.stringify({ events, estimatedAt })],
  );
  if (kept.length > 0) await takeSoon(services, of);
}

/** Many messages of one package are one job. */
export const takeSoon = (services: SystemServices, { tenant, id }: Pick<Known, 'tenant' | 'id'>): Promise<void> =>
  services.enqueue('tracking.take-pushed', { tenant, entity: 'package', id, action: '' }, { key: `pushed:${id}` });

export const takePushed = defineJob('tracking.take-pushed', async ({ tenant, record, services }) => {
  const id = String(record['id']);
  const waiting = await services.query(
    `SELECT hash, tracked FROM tracking.pushed WHERE tenant_id = $1 AND package = $2 AND taken_at IS NULL ORDER BY at`,
    [tenant, id],
  );
  if (waiting.length === 0) return;
  const told = waiting.map(({ tracked }) => tracked as Told);
  const events = told.flatMap((each) => each.events);
  const estimatedAt = told.findLast((each) => each.estimatedAt !== null)?.estimatedAt ?? null;
  const fresh = await takeEvents(services, { tenant, id }, { events, estimatedAt, source: 'push' });
  await services.query(`UPDATE tracking.pushed SET taken_at = now() WHERE tenant_id = $1 AND hash = ANY ($2::text[])`, [
    ...[tenant, waiting.map(({ hash }) => hash)],
  ]);
  if (fresh > 0)
    await services.query(
      `UPDATE tracking.work SET news_at = now(), retired_at = NULL WHERE tenant_id = $1 AND package = $2`,
      [...[tenant, id]],
    );
});

/** What was kept and whose job was lost with its node is taken up; what has been read is kept for a month. */
export async function sweepPushed(services: SystemServices): Promise<void> {
  const waiting = await services.query(
    `SELECT DISTINCT tenant_id::text AS tenant, package::text AS id FROM tracking.pushed
      WHERE taken_at IS NULL AND at < now() - interval '2 minutes' LIMIT 500`,
    [],
  );
  for (const { tenant, id } of waiting) await takeSoon(services, { tenant: String(tenant), id: String(id) });
  await services.query(`DELETE FROM tracking.pushed WHERE taken_at < now() - interval '30 days'`, []);
}

export const pushEndpoints = [deps(ups), deps(fedex)];
