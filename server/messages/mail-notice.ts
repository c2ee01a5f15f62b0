import type { Actor } from '../operations/context.ts';
import { noticeTenantSql, noticeMailsSql } from '../store/notice-sql.ts';
import { textOf } from '../../engine/core/index.ts';
import { post, type PostDeps } from './post.ts';

interface NoticeTenant {
  id: string;
  name: string;
  timeZone: string;
  currency: string;
  platform: boolean;
  culture: string;
}

export interface NoticeDeps extends PostDeps {
  /** The system itself in one tenant. */
  actorOf(services: NoticeTenant): Actor;
}

/** The longest text of a notice that goes by mail; the whole one is read where it stands. */
const longest = 4000;

/**
 * Sends a published notice to those of its recipients who want notices by mail, at the address that they have proven.
 * Whoever was sent it before is passed over, so that a second run sends the rest.
 */
export async function mailNotice(
  deps: NoticeDeps,
  { tenant, record }: { tenant: string; record: Readonly<Record<string, unknown>> },
): Promise<void> {
  if (record['status'] !== 'published') return;
  const notice = String(record['id']);
  const { pool } = deps.system;
  const [services] = (await pool.query<NoticeTenant>(noticeTenantSql, [tenant])).rows;
  if (!services) return;
  // What is published again in other words is another one.
  const about = `${notice}:${String(record['version'])}`;
  const { rows } = await pool.query<{ email: string; name: string }>(noticeMailsSql, [tenant, notice, about]);
  const title = String(record['title']);
  const text = textOf(record['content']).slice(0, longest);
  for (const { email, name } of rows) {
    await post(deps, deps.actorOf(services), {
      kind: 'mail',
      to: email,
      template: 'notice',
      about,
      params: { tenant: services.name, name, title, text },
      culture: services.culture,
    });
  }
}
