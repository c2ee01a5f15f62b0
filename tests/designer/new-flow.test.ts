import { expect, it } from 'vitest';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import { flowCommands, stateCommands } from '../../designer/document/new-flow.ts';
import { applyCommands, type Command, type EntityDocument } from '../../engine/core/index.ts';

const note = newEntityDocument({ names: { 'en-US': 'Note' }, entity: 'note', path: 'Note' }, {}, {});
const run = (document: EntityDocument, commands: readonly Command[]): EntityDocument => {
  const outcome = applyCommands(document, commands);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value.document;
};

it('a new flow has its state in the list, as a column and a filter', () => {
  const { meta, texts } = run(note, flowCommands(note.meta, { 'en-US': 'Open', 'zh-CN': '待处理' }));
  expect(meta.workflow?.start).toBe('open');
  expect(meta.list.columns).toEqual(['name', 'status', 'createdAt']);
  expect(meta.list.filters).toEqual(['status']);
  expect(texts['en-US']?.['states']).toEqual({ open: 'Open' });
  const again = run(note, flowCommands(meta, { 'en-US': 'Open' }));
  expect(again.meta.list).toEqual(meta.list);
});

it('records in a new state can be edited until the author decides otherwise', () => {
  const begun = run(note, flowCommands(note.meta, { 'en-US': 'Open' }));
  const { meta, texts } = run(begun, stateCommands('inReview', { 'en-US': 'In review' }));
  expect(meta.workflow?.states['inReview']).toEqual({ edit: true });
  expect(texts['en-US']?.['states']).toEqual({ open: 'Open', inReview: 'In review' });
});
