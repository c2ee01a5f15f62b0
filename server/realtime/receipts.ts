import type { Actor, Context } from '../operations/context.ts';
import { prepared } from '../store/database.ts';
import { markReadSql, receiptsSql } from '../store/notice-sql.ts';

/** Marks notices as read: one receipt, one notice, or all. Answers how many were unread. */
export async function markRead(
  context: Context,
  actor: Actor,
  what: { receipt?: string; notice?: string },
): Promise<number> {
  const statement = prepared(markReadSql(what.receipt ?? null, what.notice ?? null), actor);
  const [rows] = await context.database.write(actor.entrance, (transaction) => transaction.end(statement));
  return Number(rows?.[0]?.['marked'] ?? 0);
}

/** The recipients of a notice, for readers of the notice itself. */
export async function readReceipts(context: Context, actor: Actor, notice: string): Promise<unknown> {
  const [rows] = await context.database.read(actor.entrance, prepared(receiptsSql(notice), actor));
  return rows?.[0]?.['receipts'] ?? [];
}
