import type { SystemServices } from '../../modules/module.ts';
import { ask } from '../../outbound/ask.ts';
import { maxFailingSeconds, nextTry } from './retry.ts';
import { signed } from './sign.ts';
import { targetOf } from './target.ts';
import { claimSql, collectSql, finishSql, noticeSql } from './webhooks-sql.ts';

/** A delivery that this node has taken for a minute. */
export interface Claimed {
  readonly tenant: string;
  readonly delivery: string;
  readonly webhook: string;
  /** With this one. */
  readonly attempts: number;
  readonly eventId: string;
  readonly body: string;
  readonly url: string;
  /** The secret before the present one is still valid. */
  readonly rotating: boolean;
}

export interface Answered {
  readonly result: 'delivered' | 'refused' | 'noAnswer' | 'badAddress' | 'noSecret';
  readonly status: number | null;
  readonly text: string | null;
}

/** Deliveries under way at once to one webhook, and on one node. */
const perWebhook = 4;
const perNode = 32;
/** Time limit of a server in milliseconds, and the stored bytes of its answer. */
const answerWithin = 10_000;
const keptBytes = 1_000;
/** Milliseconds between two looks for work while servers are waited for. */
const lookAgain = 250;
const pause = (milliseconds: number) => new Promise<void>((resume) => setTimeout(resume, milliseconds));

/** Turns what happened into deliveries and sends those that are due. `hosts`: those that the settings name. */
export function createSender(hosts: readonly string[]) {
  const running = new Set<Promise<void>>();
  let finished = 0;

  const attempt = async (services: SystemServices, claimed: Claimed): Promise<Answered> => {
    const target = targetOf(claimed.url, hosts);
    const began = Date.now();
    const answered = target ? await post(services, claimed, target) : nothing('badAddress');
    await finish(services, claimed, answered, Date.now() - began);
    return answered;
  };

  return {
    attempt,
    /** Starts new and due deliveries and answers their number, without waiting for the servers. */
    async round(services: SystemServices): Promise<number> {
      const [collected] = await services.query(collectSql, []);
      const room = perNode - running.size;
      const claimed = room > 0 ? await services.query<Claimed>(claimSql, [perWebhook, room]) : [];
      for (const each of claimed) {
        const sending: Promise<void> = attempt(services, each)
          .then(() => undefined)
          .catch((error: unknown) => services.report(each.tenant, 'webhooks', (error as Error).message))
          .finally(() => {
            running.delete(sending);
            finished += 1;
          });
        running.add(sending);
      }
      const seen = Number(collected?.['seen'] ?? 0);
      // Who is served quickly is served again at once, however long others take.
      if (seen + claimed.length === 0 && running.size > 0) await Promise.race([...running, pause(lookAgain)]);
      const done = finished;
      finished = 0;
      return seen + claimed.length + done;
    },
    /** What is under way comes to its end. */
    settled: () => Promise.all(running).then(() => undefined),
  };
}
export type Sender = ReturnType<typeof createSender>;

const nothing = (result: Answered['result']): Answered => ({ result, status: null, text: null });

async function post(
  services: SystemServices,
  { tenant, webhook, eventId, body, rotating }: Claimed,
  { url, guarded }: { readonly url: URL; readonly guarded: boolean },
): Promise<Answered> {
  const of = { tenant, entity: 'webhook', id: webhook };
  const kept = await Promise.all([
    services.secret(of, 'secret'),
    rotating ? services.secret(of, 'previousSecret') : null,
  ]);
  const secrets = kept.filter((secret) => secret !== null);
  if (secrets.length === 0) return nothing('noSecret');
  const headers = signed({ id: eventId, seconds: Math.floor(Date.now() / 1_000), body }, secrets);
  const asked = await ask({
    ...{ url: url.href, method: 'POST', body, limit: answerWithin, maxBytes: keptBytes, cut: true, guarded },
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Lading-Webhooks/1' },
  });
  if (asked.kind !== 'answer') return nothing('noAnswer');
  // What a database refuses is no part of what a server said.
  const text = asked.text.replaceAll('\u0000', '').slice(0, keptBytes);
  const ok = asked.status >= 200 && asked.status < 300;
  return { result: ok ? 'delivered' : 'refused', status: asked.status, text: text === '' ? null : text };
}

async function finish(
  services: SystemServices,
  { tenant, delivery, webhook, attempts }: Claimed,
  { result, status, text }: Answered,
  duration: number,
): Promise<void> {
  const next = result === 'delivered' ? null : nextTry(attempts, Date.now());
  const [row] = await services.query(finishSql, [tenant, delivery, result, status, text, duration, next]);
  const failing = Number(row?.['failing'] ?? 0);
  // 410 Gone: the receiver no longer exists.
  if (!row || result === 'delivered' || (failing < maxFailingSeconds && status !== 410)) return;
  const refused = await services.act({ tenant, entity: 'webhook', id: webhook }, 'disable');
  if (refused.length > 0) return;
  const [home] = await services.query('SELECT "defaultLocale" AS culture FROM tenant WHERE id = $1', [tenant]);
  const say = (key: string) => services.say(String(home?.['culture']), 'api-docs', key, { name: row['name'] });
  const content = {
    ...{ type: 'doc' },
    content: [{ type: 'paragraph', content: [{ type: 'text', text: say('webhook.offText') }] }],
  };
  await services.query(noticeSql, [tenant, webhook, say('webhook.offTitle'), JSON.stringify(content)]);
}
