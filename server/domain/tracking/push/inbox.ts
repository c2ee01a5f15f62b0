import type { SystemServices } from '../../../modules/module.ts';
import type { Told } from '../take-events.ts';
import { batched } from './batched.ts';
import { readSoon } from './read-pushed.ts';

/** A package whose number was named, and the account that its carrier may speak for. */
export interface Known {
  readonly tenant: string;
  readonly id: string;
  readonly account: string;
}

interface Message extends Known {
  readonly hash: string;
  readonly told: Told;
}

export interface Inbox {
  /** The packages of a number, the newest first. */
  find(named: { readonly trackingNo: string; readonly carrier: string }): Promise<readonly Known[]>;
  /** Whether the check passes with the account's secret for messages. */
  fits(known: Known, verify: (secret: string) => boolean): Promise<boolean>;
  /** Once however often it comes; on disk when this is done. */
  keep(message: Message): Promise<void>;
}

const knownSql = `SELECT w.place::int AS place, p.tenant_id::text AS tenant, p.id::text AS id, p.account::text AS account
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY w(number, carrier, place)
 CROSS JOIN LATERAL (SELECT p.tenant_id, p.id, p.account FROM package p
   WHERE p."trackingNo" = w.number AND p."carrierCode" = w.carrier AND p.account IS NOT NULL
     AND (p.status <> 'voided' OR EXISTS (SELECT FROM "order" o
       WHERE o.tenant_id = p.tenant_id AND o.id = p."order" AND o."returnOf" IS NOT NULL))
   ORDER BY p.id DESC LIMIT 10) p
 ORDER BY w.place, p.id DESC`;

const keepSql = `INSERT INTO tracking.pushed (tenant_id, hash, package, tracked)
  SELECT m.tenant, m.hash, m.id, m.told FROM jsonb_to_recordset($1::jsonb) AS m(tenant bigint, hash text, id bigint, told jsonb)
  ON CONFLICT DO NOTHING RETURNING tenant_id::text AS tenant, package::text AS id`;

/** Milliseconds for which a secret that fitted is not read again. */
const remembered = 10_000;

const inboxes = new WeakMap<SystemServices, Inbox>();

/** Where messages of carriers come in on this node. */
export function inboxOf(services: SystemServices): Inbox {
  const found = inboxes.get(services) ?? openInbox(services);
  inboxes.set(services, found);
  return found;
}

function openInbox(services: SystemServices): Inbox {
  const secrets = new Map<string, { secret: string; until: number }>();
  return {
    find: batched(async (named) => {
      const rows = await services.query(knownSql, [
        named.map(({ trackingNo }) => trackingNo),
        named.map(({ carrier }) => carrier),
      ]);
      const found = named.map((): Known[] => []);
      for (const { place, tenant, id, account } of rows)
        found[Number(place) - 1]?.push({ tenant: String(tenant), id: String(id), account: String(account) });
      return found;
    }),
    async fits({ tenant, account }, verify) {
      const key = `${tenant}:${account}`;
      const known = secrets.get(key);
      if (known && known.until > Date.now() && verify(known.secret)) return true;
      const secret = await services.secret({ tenant, entity: 'express-account', id: account }, 'pushSecret');
      if (!secret || !verify(secret)) return false;
      if (secrets.size >= 1_000) secrets.clear();
      secrets.set(key, { secret, until: Date.now() + remembered });
      return true;
    },
    keep: batched(async (messages: readonly Message[]) => {
      const kept = await services.query(keepSql, [
        JSON.stringify(messages.map(({ tenant, hash, id, told }) => ({ tenant, hash, id, told }))),
      ]);
      const fresh = new Map(kept.map(({ tenant, id }) => [String(tenant), String(id)]));
      for (const [tenant, id] of fresh) await readSoon(services, { tenant, id });
      return messages.map(() => undefined);
    }),
  };
}
