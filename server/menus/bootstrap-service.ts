import { createHash, randomBytes } from 'node:crypto';
import { issue, embeddable } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import type { Actor, Context } from '../operations/context.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { issueTicketSql, useTicketSql } from '../store/ticket-sql.ts';
import type { Culture, Texts } from '../texts.ts';
import { loginUser } from './login-user.ts';

/** Seconds in which the embedded page's server must redeem a ticket. */
const ticketSeconds = 60;

type Node = Awaited<ReturnType<typeof loginUser>>['menus'][number];

/**
 * The identity behind a ticket. It contains no token: the embedded page learns who is viewing, but cannot act for them.
 */
export interface TicketHolder {
  audience: string;
  account: { id: string; account: string; name: string };
  member: string | null;
  tenant: { id: string; name: string; code: string };
}

/** Calls of the shell after sign-in: another application's menu, and addresses of embedded pages. */
export interface BootstrapService {
  /** The menu of one application as this person sees it; refused if it is empty. */
  change(actor: Actor, culture: Culture, application: unknown): Promise<Node[]>;
  /** The address of a menu entry's frame, with a fresh ticket if the link contains `token=`. */
  embed(actor: Actor, culture: Culture, menu: unknown): Promise<{ url: string }>;
  /** Redeems a ticket; the refusal is the same for forged, used and expired ones and ended sessions. */
  exchange(ticket: unknown): Promise<TicketHolder>;
}

export function createBootstrapService(on: {
  context: Context;
  system: SystemDatabase;
  texts: Texts;
  embedHosts: readonly string[];
}): BootstrapService {
  const { context, system, texts, embedHosts } = on;
  const menusOf = async (actor: Actor, culture: Culture) =>
    (await loginUser(context, system, actor, culture, texts)).menus;
  return {
    async change(actor, culture, application) {
      const menus = (await menusOf(actor, culture)).filter((node) => node.application === application);
      if (menus.length === 0) throw refused(issue('menu.application', 'application'));
      return menus;
    },

    async embed(actor, culture, menu) {
      const node = (await menusOf(actor, culture)).find(({ id }) => id === String(menu));
      const url = node?.component === 'Iframe' ? embeddable(node.meta.link ?? undefined, embedHosts) : null;
      if (!node) throw new AppError('notFound');
      if (!url) throw refused(issue('embed.host', 'menu'));
      if (!marker.test(url.href) || !('tokenHash' in actor.entrance)) return { url: url.href };
      const ticket = randomBytes(32).toString('base64url');
      const { tokenHash } = actor.entrance;
      const values = [hash(ticket), actor.tenant, actor.facts.id, tokenHash, url.host, ticketSeconds];
      await system.pool.query(issueTicketSql, values);
      return { url: url.href.replace(marker, `$1${ticket}`) };
    },

    async exchange(ticket) {
      const given = typeof ticket === 'string' && /^[\w-]{43}$/.test(ticket) ? ticket : '';
      const { rows } = await system.pool.query<Record<string, string> & { member: string | null }>(useTicketSql, [
        hash(given),
      ]);
      const [found] = rows;
      if (!found) throw refused(issue('ticket.invalid', 'ticket'));
      return {
        audience: found['audience'] ?? '',
        account: { id: found['account_id'] ?? '', account: found['account'] ?? '', name: found['name'] ?? '' },
        member: found.member,
        tenant: { id: found['tenant_id'] ?? '', name: found['tenant'] ?? '', code: found['tenant_code'] ?? '' },
      };
    },
  };
}

/** An empty `token=` in the query or fragment: the placeholder for a ticket. */
const marker = /([?&#/]token=)(?=&|#|$)/;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
