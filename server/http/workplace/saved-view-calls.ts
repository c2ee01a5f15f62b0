import type { Context } from '../../operations/context.ts';
import {
  anything,
  asked,
  flag,
  id,
  listOf,
  nothing,
  oneOf,
  orNull,
  said,
  shape,
  text,
  whole,
} from '../../operations/openapi/shapes.ts';
import { dropSavedView, keepSavedView, readSavedViews } from '../../operations/read/saved-views.ts';
import type { Call } from '../calls.ts';

const share = oneOf('mine', 'team', 'role');
const savedView = shape(
  {
    ...{ id, name: text, share, role: orNull(id) },
    pinned: said(flag, 'A tab of its own, with a count.'),
    preferred: said(flag, 'The list opens with it: for its author, or for the holders of its role.'),
    state: said(anything, 'Null where what was kept cannot be read.'),
    'withheld?': said(whole, 'How many fields it names that this person may not see.'),
    ...{ own: flag, mayChange: flag },
  },
  'SavedView',
);

/** Saved views of lists: name, store and share. */
export const savedViewCalls: readonly Call<{ readonly context: Context }>[] = [
  {
    ...{ method: 'get', path: 'savedView', operationId: 'savedViews', isText: true },
    ...{ query: asked('path'), answer: listOf(savedView) },
    run: ({ context }, { actor, query }) => readSavedViews(context, actor, query['path']),
  },
  {
    ...{ method: 'post', path: 'savedView', operationId: 'keepSavedView' },
    body: shape({
      'id?': said(id, 'Without one it is a new view.'),
      ...{ path: text, name: text, 'share?': share, 'role?': orNull(id), 'pinned?': flag, 'preferred?': flag },
      state: anything,
    }),
    answer: shape({ id }),
    run: ({ context }, { actor, input }) => keepSavedView(context, actor, input),
  },
  {
    ...{ method: 'post', path: 'savedView/drop', operationId: 'dropSavedView' },
    ...{ body: shape({ id }), answer: nothing },
    async run({ context }, { actor, input }) {
      await dropSavedView(context, actor, input['id']);
      return null;
    },
  },
];
