import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEntity } from '../../../engine/core/meta/parse-entity.ts';
import { printEntity } from '../../../engine/core/meta/print-entity.ts';
import { arbitraryEntity } from '../../support/arbitrary-entity.ts';

describe('an entity that is printed and parsed', () => {
  it('is the same entity, and prints to the same bytes', () => {
    fc.assert(
      fc.property(arbitraryEntity, (meta) => {
        const text = printEntity(meta);
        const parsed = parseEntity(text);
        expect(parsed).toEqual({ ok: true, value: meta });
        expect(parsed.ok && printEntity(parsed.value)).toBe(text);
        expect(text.endsWith('}\n')).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the canonical text', () => {
  it('has the sections in their order, one field, state, transition and grant a line', () => {
    const parsed = parseEntity(
      JSON.stringify({
        access: { clerk: { rows: 'org', codes: ['read'] }, member: [{ codes: ['read'] }, { codes: ['add'] }] },
        workflow: {
          transitions: { close: { to: 'closed', from: ['open'] } },
          states: { open: {}, closed: {} },
          start: 'open',
        },
        list: { columns: ['name', 'size'] },
        fields: { size: { required: true, type: 'integer' }, name: { type: 'text' } },
        title: 'name',
        path: 'Box',
        entity: 'box',
      }),
    );
    expect(parsed.ok && printEntity(parsed.value)).toBe(`{
  "entity": "box",
  "path": "Box",
  "title": "name",
  "fields": {
    "size": { "type": "integer", "required": true },
    "name": { "type": "text" }
  },
  "list": { "columns": ["name", "size"] },
  "workflow": {
    "start": "open",
    "states": {
      "open": {},
      "closed": {}
    },
    "transitions": {
      "close": { "from": ["open"], "to": "closed" }
    }
  },
  "access": {
    "clerk": { "codes": ["read"], "rows": "org" },
    "member": [{ "codes": ["read"] }, { "codes": ["add"] }]
  }
}
`);
  });

  it('breaks what is longer than 120 columns, and fills long lists', () => {
    const columns = Array.from({ length: 40 }, (_, index) => `column${index}`);
    const guard = { code: 'tooMuch', when: `a > ${'1'.repeat(66)}` };
    const text = printEntity({
      entity: 'wide',
      path: 'Wide',
      title: 'column0',
      fields: { column0: { type: 'text' } },
      list: { columns },
      actions: { go: { guard: [guard] } },
      access: {},
    });
    expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]);
    expect(text).toContain(`    "go": {\n      "guard": [\n        { "code": "tooMuch"`);
    expect(text).toContain(`    "columns": [\n      "column0", "column1", "column2",`);
  });
});
