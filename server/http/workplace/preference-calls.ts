import type { Context } from '../../operations/context.ts';
import { anything, asked, nothing, shape, text } from '../../operations/openapi/shapes.ts';
import { keepPreference, readPreference } from '../../operations/read/preferences.ts';
import type { Call } from '../calls.ts';

/** A person's stored preferences: column settings, density. */
export const preferenceCalls: readonly Call<{ readonly context: Context }>[] = [
  {
    ...{ method: 'get', path: 'preference', operationId: 'readPreference', isText: true },
    ...{ query: asked('key'), answer: anything },
    run: ({ context }, { actor, query }) => readPreference(context, actor, query['key']),
  },
  {
    ...{ method: 'post', path: 'preference', operationId: 'keepPreference' },
    ...{ body: shape({ key: text, 'value?': anything }), answer: nothing },
    async run({ context }, { actor, input }) {
      await keepPreference(context, actor, input['key'], input['value']);
      return null;
    },
  },
];
