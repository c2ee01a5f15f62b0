import { issue } from '../../engine/core/index.ts';
import { AppError, refused } from '../errors.ts';
import {
  addCommentSql,
  commentPeopleSql,
  commentsSql,
  dropCommentSql,
  tellOfCommentSql,
} from '../store/beside-record/comment-sql.ts';
import { prepared } from '../store/database.ts';
import type { Actor, Context } from './context.ts';
import { readableRecord } from './read/read-record.ts';
import { recordId } from './record-id.ts';

const maxText = 2_000;
const maxMentions = 20;
/** So much of a comment stands in the message that tells of it. */
const toldText = 200;

type Input = Readonly<Record<string, unknown>>;

/** The comments on a record that this person may read, as JSON text: `[{id, text, internal, at, by, name, own}]`. */
export async function readComments(context: Context, actor: Actor, input: Input): Promise<string> {
  const { entity, id } = await readableRecord(context, actor, input);
  const [found] = await context.database.read(actor.entrance, prepared(commentsSql(entity.name, id), actor));
  return String(found?.[0]?.['comments'] ?? '[]');
}

/** Writes a comment on a record and tells those whom it names and those who took part; customers write none that is internal. */
export async function addComment(context: Context, actor: Actor, input: Input): Promise<{ id: string }> {
  const { entity, id: record } = await readableRecord(context, actor, input);
  const text = typeof input['text'] === 'string' ? input['text'].trim() : '';
  if (text === '') throw refused(issue('required', 'text'));
  if (text.length > maxText) throw refused(issue('text.tooLong', 'text', { max: maxText }));
  const { mentions = [] } = input;
  if (!Array.isArray(mentions) || mentions.length > maxMentions) throw new AppError('malformed');
  const id = context.newId();
  const row = {
    id,
    entity: entity.name,
    record,
    text,
    internal: !actor.member && input['internal'] !== false,
    mentions: mentions.map(recordId),
  };
  const message = text.length > toldText ? `${text.slice(0, toldText - 1)}…` : text;
  const path = `/${entity.path}/${record}?tab=comments`;
  await context.database.write(actor.entrance, async (transaction) => {
    await transaction.run(prepared(addCommentSql(row), actor));
    await transaction.run(prepared(tellOfCommentSql(id, message, path), actor));
  });
  return { id };
}

export async function dropComment(context: Context, actor: Actor, input: Input): Promise<void> {
  const id = recordId(input['id']);
  await context.database.write(actor.entrance, async (transaction) => {
    const [dropped] = await transaction.run(prepared(dropCommentSql(id), actor));
    if (!dropped?.length) throw new AppError('notFound');
  });
}

/** Those whom this person can name in a comment, as JSON text: `[{id, name}]`. */
export async function readCommentPeople(context: Context, actor: Actor, input: Input): Promise<string> {
  const search = typeof input['searchValue'] === 'string' ? input['searchValue'].slice(0, 100) : '';
  const [found] = await context.database.read(actor.entrance, prepared(commentPeopleSql(search), actor));
  return String(found?.[0]?.['people'] ?? '[]');
}
