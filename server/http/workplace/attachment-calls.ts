import { asked, flag, id, listOf, nothing, said, shape, text, whole } from '../../operations/openapi/shapes.ts';
import { addAttachment, dropAttachment, readAttachments } from '../../operations/transfer/attachments.ts';
import type { Context } from '../../operations/context.ts';
import type { Call } from '../calls.ts';

const recordFile = shape(
  {
    ...{ id, file: id, fileName: text, size: said(whole, 'Bytes.'), internal: said(flag, 'Shown to the staff alone.') },
    ...{ at: text, by: id, name: said(text, 'Who added it.'), own: flag },
  },
  'RecordFile',
);

/** Files on records: list, add one that was uploaded, take one off. */
export const attachmentCalls: readonly Call<{ readonly context: Context }>[] = [
  {
    ...{ method: 'get', path: 'attachment', operationId: 'attachments', isText: true },
    ...{ query: asked('path', 'record'), answer: listOf(recordFile) },
    run: ({ context }, { actor, query }) => readAttachments(context, actor, query),
  },
  {
    ...{ method: 'post', path: 'attachment', operationId: 'addAttachment' },
    body: shape({ path: text, record: id, file: said(id, 'Uploaded before.'), 'internal?': flag }),
    answer: shape({ id }),
    run: ({ context }, { actor, input }) => addAttachment(context, actor, input),
  },
  {
    ...{ method: 'post', path: 'attachment/drop', operationId: 'dropAttachment' },
    ...{ body: shape({ id }), answer: nothing },
    async run({ context }, { actor, input }) {
      await dropAttachment(context, actor, input);
      return null;
    },
  },
];
