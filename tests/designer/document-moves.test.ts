import { describe, expect, it } from 'vitest';
import {
  applyCommands,
  compileEntity,
  documentKinds,
  type Command,
  type DocumentMeta,
  type EntityDocument,
} from '../../engine/core/index.ts';
import {
  addBlockCommands,
  blockCommands,
  freeBlockName,
  moveBlockCommands,
  newDocumentCommands,
  removeBlockCommands,
  removeDocumentCommands,
  startBlock,
  tableSources,
} from '../../designer/documents/document-moves.ts';

const parcel: EntityDocument = {
  meta: {
    ...{ entity: 'parcel', path: 'Parcel', title: 'code' },
    fields: {
      code: { type: 'text' },
      shipToCity: { type: 'text' },
      price: { type: 'money', currency: 'USD' },
      photo: { type: 'image' },
      boxes: { type: 'lines', fields: { weight: { type: 'decimal' }, photo: { type: 'image' } } },
    },
    list: { columns: ['code', 'price'] },
    detail: { related: [{ entity: 'claim', by: 'parcel' }] },
    access: { clerk: { codes: ['read'] } },
  },
  texts: { 'en-US': { name: 'Parcel' }, 'zh-CN': { name: '包裹' } },
};
const claim = {
  ...{ entity: 'claim', path: 'Claim', title: 'no', name: 'Claim' },
  fields: [
    { name: 'no', type: 'text' as const },
    { name: 'parcel', type: 'reference' as const },
    { name: 'proof', type: 'file' as const },
  ],
};
const compiled = compileEntity(parcel.meta);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
const of = { entity: compiled.value, others: [claim] };
const done = (from: EntityDocument, commands: Command[]): EntityDocument => {
  const outcome = applyCommands(from, commands);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues));
  return outcome.value.document;
};
const names = { 'en-US': 'Receipt', 'zh-CN': '收据' };
const made = done(parcel, newDocumentCommands(of, { name: 'receipt', names }));
const receipt = (document: EntityDocument): DocumentMeta => document.meta.documents!['receipt']!;
const order = (document: EntityDocument) => receipt(document).blocks.map(({ block }) => block);
const open = (document: EntityDocument) => ({ name: 'receipt', document: receipt(document) });

describe('a document of an entity', () => {
  it('begins with blocks that print, named in both languages', () => {
    expect(order(made)).toEqual(['logo', 'heading', 'fields', 'table', 'pageNumber']);
    expect(made.texts['zh-CN']?.['documents']).toEqual({ receipt: '收据' });
    expect(receipt(made).blocks[3]).toMatchObject({ field: 'boxes', columns: ['weight'] });
  });

  it.each(documentKinds({}))('takes a new %s behind any block, under a name of its own', (kind) => {
    const block = startBlock(kind, freeBlockName(receipt(made), kind), of);
    const next = done(made, addBlockCommands(open(made), block!, { before: 1, culture: 'en-US', text: 'New' }));
    expect(receipt(next).blocks[1]).toEqual(block);
    expect(new Set(order(next)).size).toBe(6);
  });

  it.each([
    [0, 1, ['heading', 'logo', 'fields', 'table', 'pageNumber']],
    [4, 0, ['pageNumber', 'logo', 'heading', 'fields', 'table']],
    [1, 3, ['logo', 'fields', 'table', 'heading', 'pageNumber']],
    [0, -1, order(made)],
    [4, 5, order(made)],
  ])('moves block %i to place %i', (from, to, expected) => {
    expect(order(done(made, moveBlockCommands(open(made), from, to)))).toEqual(expected);
  });

  it('loses a block, and itself, with all words', () => {
    const block = startBlock('text', 'thanks', of)!;
    const worded = done(made, addBlockCommands(open(made), block, { before: 5, culture: 'en-US', text: 'Thanks' }));
    expect(worded.texts['en-US']?.['documentTexts']).toEqual({ receipt: { thanks: 'Thanks' } });
    expect(done(worded, removeBlockCommands(worded, 'receipt', 5)).texts['en-US']?.['documentTexts']).toEqual({
      receipt: {},
    });
    const without = done(worded, removeDocumentCommands(worded, 'receipt'));
    expect(without.meta).not.toHaveProperty('documents');
    expect(JSON.stringify(without.texts)).not.toMatch(/Thanks|Receipt|收据/);
  });

  it('adds up only what is still a column, and offers tables of sub-tables and related lists', () => {
    const summed = done(made, blockCommands(open(made), 3, { totals: ['weight'] }));
    expect(receipt(summed).blocks[3]?.totals).toEqual(['weight']);
    const [, related] = tableSources(of.entity, of.others);
    expect(related).toEqual({ key: 'claim parcel', part: { entity: 'claim', by: 'parcel' }, columns: ['no'] });
    const none = { field: undefined } as unknown as { field: string };
    const moved = done(summed, blockCommands(open(summed), 3, { ...none, ...related!.part, columns: ['no'] }));
    expect(receipt(moved).blocks[3]).toEqual({
      ...{ block: 'table', kind: 'table', entity: 'claim', by: 'parcel' },
      columns: ['no'],
    });
  });

  it('is a mail that begins with a subject and a named button, and takes what mails alone have', () => {
    const mailed = done(parcel, newDocumentCommands(of, { name: 'receipt', names, medium: 'mail' }));
    expect(order(mailed)).toEqual(['subject', 'logo', 'heading', 'fields', 'button']);
    expect(mailed.texts['zh-CN']?.['documentTexts']).toEqual({ receipt: { button: '收据' } });
    expect(documentKinds({ medium: 'mail' })).not.toContain('pageNumber');
    const led = done(mailed, blockCommands(open(mailed), 4, { url: 'https://shop.example/{code}' }));
    expect(receipt(led).blocks[4]).toEqual({ block: 'button', kind: 'button', url: 'https://shop.example/{code}' });
    const none = { url: undefined } as unknown as { url: string };
    expect(receipt(done(led, blockCommands(open(led), 4, none))).blocks[4]).not.toHaveProperty('url');
  });

  it('follows a renamed field, and lets go of a removed one', () => {
    const renamed = done(made, [{ do: 'rename', at: 'fields.price', to: 'charge' }]);
    expect(receipt(renamed).blocks[2]?.fields).toEqual(['code', 'charge']);
    const inner = done(made, [{ do: 'rename', at: 'fields.boxes.fields.weight', to: 'mass' }]);
    expect(receipt(inner).blocks[3]?.columns).toEqual(['mass']);
    expect(applyCommands(made, [{ do: 'remove', at: 'fields.price' }]).ok).toBe(false);
    const removed = done(made, [{ do: 'remove', at: 'fields.price', letGo: true }]);
    expect(receipt(removed).blocks[2]?.fields).toEqual(['code']);
  });
});
