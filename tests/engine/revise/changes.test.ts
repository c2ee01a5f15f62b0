import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityMeta } from '../../../engine/core/meta/entity.ts';
import { changesBetween } from '../../../engine/core/revise/changes.ts';
import { applyCommands, type Command } from '../../../engine/core/revise/commands.ts';
import type { EntityDocument } from '../../../engine/core/revise/document.ts';
import { applyEdits } from '../../../engine/core/revise/edit.ts';
import { printDocument } from '../../../engine/core/revise/flat.ts';
import { applyOverlay, mergeDocuments, overlayOf } from '../../../engine/core/revise/overlay.ts';
import { loadCatalog } from '../../../server/catalog.ts';
import { projectRoot } from '../../support/entity-files.ts';

const catalog = loadCatalog(`${projectRoot}/schemas`);
if (!catalog.ok) throw new Error('the catalog has issues');
const documentOf = (name: string): EntityDocument => {
  const meta = catalog.value.byName.get(name)?.meta;
  if (!meta) throw new Error(`there is no ${name}`);
  // Its stored tests mention what is removed here.
  const { tests: _, ...rest } = meta;
  return { meta: rest, texts: { 'en-US': { name: meta.entity } } };
};
const recharge = documentOf('recharge');

const done = (document: EntityDocument, ...commands: Command[]): EntityDocument => {
  const outcome = applyCommands(document, commands);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value.document;
};
const shuffled = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shuffled)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, inner]) => [key, shuffled(inner)]),
        )
      : value;

/** One step each, and what it is called in a review. */
const steps: [string, Command][] = [
  ['changed field amount scale', { do: 'set', at: 'fields.amount.scale', value: 3 }],
  ['changed field amount max', { do: 'set', at: 'fields.amount.max', value: 5000 }],
  ['changed field amount above', { do: 'set', at: 'fields.amount.above', value: 1 }],
  ['changed field note required', { do: 'set', at: 'fields.note.required', value: true }],
  ['changed field note maxLength', { do: 'set', at: 'fields.note.maxLength', value: 100 }],
  ['changed field note visible', { do: 'set', at: 'fields.note.visible', value: "method == 'cash'" }],
  ['changed field paidOn readOnly', { do: 'set', at: 'fields.paidOn.readOnly', value: "status == 'passed'" }],
  ['changed field bankReference type', { do: 'set', at: 'fields.bankReference.type', value: 'email' }],
  ['changed field bankReference unique', { do: 'set', at: 'fields.bankReference.unique', value: true }],
  ['changed field method default', { do: 'set', at: 'fields.method.default', value: 'cash' }],
  ['added field method options/card', { do: 'set', at: 'fields.method.options[5]', value: 'card' }],
  ['removed field method options/cash', { do: 'remove', at: 'fields.method.options[4]' }],
  ['moved field method options/zelle', { do: 'move', at: 'fields.method.options[3]', before: 0 }],
  ['added field fee', { do: 'set', at: 'fields.fee', value: { type: 'money', scale: 2, currency: 'currency' } }],
  ['added field teller', { do: 'set', at: 'fields.teller', value: { type: 'text', maxLength: 20, required: true } }],
  ['renamed field sum name', { do: 'rename', at: 'fields.postedAmount', to: 'sum' }],
  ['renamed field payer name', { do: 'rename', at: 'fields.customer', to: 'payer' }],
  ['moved field note', { do: 'move', at: 'fields.note', before: 'rechargeNo' }],
  ['changed rule paidLater when', { do: 'set', at: 'validations[0].when', value: 'paidOn >= today' }],
  ['changed rule paidLater at', { do: 'set', at: 'validations[0].at', value: 'method' }],
  ['removed rule paidLater', { do: 'remove', at: 'validations[0]' }],
  ['added rule tooMuch', { do: 'set', at: 'validations[2]', value: { code: 'tooMuch', when: 'amount > 9000' } }],
  ['moved list columns/status', { do: 'move', at: 'list.columns[1]', before: 0 }],
  ['added list columns/note', { do: 'set', at: 'list.columns[10]', value: 'note' }],
  ['removed list columns/method', { do: 'remove', at: 'list.columns[4]' }],
  ['changed list sort', { do: 'set', at: 'list.sort', value: 'paidOn' }],
  ['added view cash', { do: 'set', at: 'list.views.cash', value: { filter: "method == 'cash'" } }],
  ['removed view drafts', { do: 'remove', at: 'list.views.drafts' }],
  ['changed view pending filter', { do: 'set', at: 'list.views.pending.filter', value: "status != 'draft'" }],
  ['moved view drafts', { do: 'move', at: 'list.views.drafts', before: 'pending' }],
  ['added section extra', { do: 'set', at: 'form.extra', value: [['remarks']] }],
  ['removed section proof', { do: 'remove', at: 'form.proof' }],
  ['moved section proof', { do: 'move', at: 'form.proof', before: 'basic' }],
  ['changed state pending tone', { do: 'set', at: 'workflow.states.pending.tone', value: 'warn' }],
  ['added state parked', { do: 'set', at: 'workflow.states.parked', value: { tone: 'warn' } }],
  ['added transition park', { do: 'set', at: 'workflow.transitions.park', value: { from: ['draft'], to: 'pending' } }],
  ['changed transition pass needs', { do: 'set', at: 'workflow.transitions.pass.needs', value: 'review' }],
  ['removed transition pass form/remarks', { do: 'remove', at: 'workflow.transitions.pass.form[1]' }],
  ['added grant 1 codes/add', { do: 'set', at: 'access.clerk.codes[2]', value: 'add' }],
  ['changed text name', { do: 'text', culture: 'en-US', key: 'name', value: 'Top-up' }],
];

describe('what differs between two revisions', () => {
  it('is forty things for forty steps', () => {
    expect(steps).toHaveLength(40);
  });
  it.each(steps)('%s', (words, command) => {
    // `pass` is asked for by its grant under another code from then on.
    const more: Command[] = words.endsWith('needs')
      ? [
          { do: 'set', at: 'access.finance.codes[1]', value: 'review' },
          { do: 'remove', at: 'workflow.states.pending.awaits' },
        ]
      : [];
    const changes = changesBetween(recharge, done(recharge, command, ...more));
    const told = changes.map(({ kind, thing, name, what }) =>
      [kind, thing, thing === 'list' ? '' : name, what].filter(Boolean).join(' '),
    );
    const own = told.filter((each) => more.length === 0 || each === words);
    expect(own).toEqual([words.replace('list columns', 'list columns')]);
  });
  it('is nothing for another order of keys', () => {
    const meta = {
      ...(shuffled({
        ...recharge.meta,
        fields: {},
        form: {},
        detail: {},
        workflow: {},
        access: {},
        list: {},
      }) as EntityMeta),
    };
    const { fields, form, detail, workflow } = recharge.meta;
    const whole = { ...meta, fields, form, detail, workflow };
    const same = {
      meta: { ...whole, access: recharge.meta.access, list: recharge.meta.list } as EntityMeta,
      texts: recharge.texts,
    };
    expect(changesBetween(recharge, same)).toEqual([]);
  });
});

describe('any steps one after another', () => {
  const some = fc.array(fc.nat(steps.length - 1), { minLength: 1, maxLength: 12 });
  const run = (document: EntityDocument, picks: readonly number[]) => {
    let present = document;
    const inverse = [];
    for (const pick of picks) {
      const command = steps[pick]?.[1];
      const outcome = command && applyCommands(present, [command]);
      if (!outcome?.ok) continue;
      present = outcome.value.document;
      inverse.unshift(...outcome.value.inverse);
    }
    return { present, inverse };
  };

  it('are taken back to the byte', () => {
    fc.assert(
      fc.property(some, (picks) => {
        const { present, inverse } = run(recharge, picks);
        expect(JSON.stringify(applyEdits(present, inverse).document)).toBe(JSON.stringify(recharge));
      }),
      { numRuns: 60 },
    );
  });

  it('are an overlay that makes the same of the same base', () => {
    fc.assert(
      fc.property(some, (picks) => {
        const { present } = run(recharge, picks);
        const { document, conflicts } = applyOverlay(recharge, overlayOf(recharge, present));
        expect(conflicts).toEqual([]);
        expect(printDocument(document)).toBe(printDocument(present));
      }),
      { numRuns: 60 },
    );
  });

  it('of two people are both there where they do not meet', () => {
    fc.assert(
      fc.property(some, some, (ours, theirs) => {
        const [mine, base] = [run(recharge, ours).present, run(recharge, theirs).present];
        const { document, conflicts } = mergeDocuments(recharge, base, mine);
        // What is not in the merged document is in the list of conflicts: nothing is dropped.
        const wanted = overlayOf(recharge, mine).map(({ at }) => at);
        const kept = new Set([...overlayOf(base, document).map(({ at }) => at), ...conflicts.map(({ at }) => at)]);
        const theirsToo = new Set(overlayOf(recharge, base).map(({ at }) => at));
        expect(wanted.filter((at) => !kept.has(at) && !theirsToo.has(at))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a new release under a changed entity', () => {
  const mine = done(
    recharge,
    { do: 'set', at: 'fields.note.maxLength', value: 100 },
    { do: 'set', at: 'fields.fee', value: { type: 'decimal', scale: 2 } },
    { do: 'move', at: 'list.columns[1]', before: 0 },
  );
  const overlay = overlayOf(recharge, mine);

  it('keeps what both wanted', () => {
    const release = done(
      recharge,
      { do: 'set', at: 'fields.paidBy', value: { type: 'text' } },
      { do: 'set', at: 'list.columns[10]', value: 'note' },
    );
    const { document, conflicts } = applyOverlay(release, overlay);
    expect(conflicts).toEqual([]);
    expect(Object.keys(document.meta.fields)).toEqual(expect.arrayContaining(['fee', 'paidBy']));
    expect(document.meta.list.columns[0]).toBe('status');
    expect(document.meta.list.columns.at(-1)).toBe('note');
  });

  it('reports conflicting changes, and keeps the tenant’s', () => {
    const release = done(recharge, { do: 'set', at: 'fields.note.maxLength', value: 500 });
    const { document, conflicts } = applyOverlay(release, overlay);
    expect(document.meta.fields['note']?.maxLength).toBe(100);
    expect(conflicts).toEqual([
      { at: 'fields/note/maxLength', base: { value: 200 }, mine: { value: 100 }, theirs: { value: 500 } },
    ]);
  });

  it('reports changes that no longer apply', () => {
    const release = done(recharge, { do: 'remove', at: 'fields.note', letGo: true });
    const { document, conflicts } = applyOverlay(release, overlay);
    expect(document.meta.fields).not.toHaveProperty('note');
    expect(conflicts.map(({ at }) => at)).toContain('fields/note/maxLength');
  });

  it('reports a change to a removed part, and leaves nothing of it in the document', () => {
    const more = overlayOf(recharge, done(recharge, { do: 'set', at: 'fields.note.minLength', value: 3 }));
    const release = done(recharge, { do: 'remove', at: 'fields.note', letGo: true });
    const { document, conflicts } = applyOverlay(release, more);
    expect(conflicts).toEqual([{ at: 'fields/note/minLength', mine: { value: 3 } }]);
    expect(printDocument(document)).toBe(printDocument(release));
  });
});
