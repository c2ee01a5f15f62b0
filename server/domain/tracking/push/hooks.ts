import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { defineWebhook, issue, type WebhookCall } from '../../../modules/module.ts';
import { inboxOf, type Inbox, type Known } from './inbox.ts';
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

/**
 * Accepts messages about our packages if the account's secret matches. A message is stored and answered at once and read by a
 * job, so that a burst waits in a table and not on connections.
 */
const deps = (of: EntityRouteDeps) =>
  defineWebhook(`tracking/${of.carrier.toLowerCase()}`, async ({ headers, body, services }) => {
    const refused = [issue('tracking.pushRefused', '')];
    const pushed = of.read(parse(body));
    if (pushed.length === 0) return refused;
    const inbox = inboxOf(services);
    let taken = false;
    for (const [place, each] of pushed.entries()) {
      const known = await verified(of, inbox, each.trackingNo, { headers, body });
      if (!known) continue;
      taken = true;
      const { events, estimatedAt } = each;
      await inbox.keep({ ...known, hash: hashOf(body, place), told: { events, estimatedAt } });
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
  inbox: Inbox,
  trackingNo: string,
  message: Pick<WebhookCall, 'headers' | 'body'>,
): Promise<Known | null> {
  for (const known of await inbox.find({ trackingNo, carrier: of.carrier }))
    if (await inbox.fits(known, (secret) => of.verify(secret, message))) return known;
  return null;
}

export const pushEndpoints = [deps(ups), deps(fedex)];
