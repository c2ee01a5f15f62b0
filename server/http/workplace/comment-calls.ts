import { addComment, dropComment, readCommentPeople, readComments } from '../../operations/comments.ts';
import type { Context } from '../../operations/context.ts';
import { parameters } from '../../operations/openapi/open-api-parts.ts';
import { asked, flag, id, listOf, nothing, said, shape, text } from '../../operations/openapi/shapes.ts';
import type { Call } from '../calls.ts';

const comment = shape(
  {
    ...{ id, text, internal: said(flag, 'Shown to the staff alone.') },
    ...{ at: text, by: id, name: said(text, 'Who wrote it.'), own: flag },
  },
  'RecordComment',
);

/** Comments on records: read, write, take back; and the people whom a comment can name. */
export const commentCalls: readonly Call<{ readonly context: Context }>[] = [
  {
    ...{ method: 'get', path: 'comment', operationId: 'comments', isText: true },
    ...{ query: asked('path', 'record'), answer: listOf(comment) },
    run: ({ context }, { actor, query }) => readComments(context, actor, query),
  },
  {
    ...{ method: 'get', path: 'comment/people', operationId: 'commentPeople', isText: true },
    ...{ query: parameters('searchValue'), answer: listOf(shape({ id, name: text })) },
    run: ({ context }, { actor, query }) => readCommentPeople(context, actor, query),
  },
  {
    ...{ method: 'post', path: 'comment', operationId: 'addComment' },
    body: shape({ path: text, record: id, text, 'internal?': flag, 'mentions?': listOf(id) }),
    answer: shape({ id }),
    run: ({ context }, { actor, input }) => addComment(context, actor, input),
  },
  {
    ...{ method: 'post', path: 'comment/drop', operationId: 'dropComment' },
    ...{ body: shape({ id }), answer: nothing },
    async run({ context }, { actor, input }) {
      await dropComment(context, actor, input);
      return null;
    },
  },
];
