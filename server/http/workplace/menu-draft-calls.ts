import type { MenuDrafts } from '../../menus/drafts/menu-drafts.ts';
import { listOf, orNull, said, shape, text, whole } from '../../operations/openapi/shapes.ts';
import type { Json } from '../../operations/openapi/open-api-parts.ts';
import type { Call } from '../calls.ts';

const fields: Json = { type: ['object', 'null'], additionalProperties: { type: ['string', 'number', 'null'] } };
const change = { id: text, before: fields, after: fields };
const stamp = said(whole, 'Grows with every change; an older one is refused with the current draft.');
const steps = listOf(shape({ name: text, changes: listOf(shape(change)) }));
const draft = shape(
  { stamp, steps, by: said(text, 'Who changed it last; empty without steps.'), at: text },
  'MenuDraft',
);
const moment = shape(
  {
    ...{ moment: said(text, 'Names it for a restore.'), at: text, by: text },
    reason: said(orNull(text), 'Null for what was written without a publish.'),
    changes: listOf(shape({ ...change, name: orNull(text) })),
  },
  'MenuMoment',
);

const get = { method: 'get' } as const;
const post = { method: 'post', bodyLimit: 4_194_304 } as const;

/** The draft of a tenant's menu. `sysMenu/add`, `edit` and `delete` write at once and stand in its history too. */
export const menuDraftCalls: readonly Call<{ readonly menuDrafts: MenuDrafts }>[] = [
  {
    ...{ ...get, path: 'menuDraft', operationId: 'menuDraft', answer: draft },
    run: ({ menuDrafts }, { actor }) => menuDrafts.read(actor),
  },
  {
    ...{ ...post, path: 'menuDraft', operationId: 'saveMenuDraft', body: shape({ stamp, steps }), answer: draft },
    run: ({ menuDrafts }, { actor, input }) => menuDrafts.save(actor, input),
  },
  {
    ...{ ...post, path: 'menuDraft/publish', operationId: 'publishMenuDraft' },
    ...{ body: shape({ stamp, reason: text }), answer: shape({ changed: whole }) },
    run: ({ menuDrafts }, { actor, input }) => menuDrafts.publish(actor, input),
  },
  {
    ...{ ...get, path: 'menuDraft/history', operationId: 'menuHistory', answer: shape({ moments: listOf(moment) }) },
    run: ({ menuDrafts }, { actor }) => menuDrafts.history(actor),
  },
  {
    ...{ ...post, path: 'menuDraft/restore', operationId: 'restoreMenu' },
    ...{ body: shape({ stamp, moment: text, 'name?': text }), answer: draft },
    run: ({ menuDrafts }, { actor, input }) => menuDrafts.restore(actor, input),
  },
];
