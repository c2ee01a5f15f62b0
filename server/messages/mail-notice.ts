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
  /** The system actor of a tenant. */
  actorOf(services: NoticeTenant): Actor;
}

/** Maximum text of a mailed notice; the full text is in the application. */
const longest = 4000;

/**
 * Mails a published notice to recipients who want notices by mail, at their proven address. Skips those who were sent
 * it already, so that a repeated run sends the rest.
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
  // A changed and republished notice is mailed again.
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
