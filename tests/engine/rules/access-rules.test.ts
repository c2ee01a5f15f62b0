import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grant } from '../../../engine/core/compile/catalog.ts';
import { can, codesOf, grantsFor } from '../../../engine/core/rules/can.ts';
import { unwritable, visibleFields } from '../../../engine/core/rules/visible-fields.ts';
import { box } from './box.ts';

const grant = (codes: string[], more: Partial<Grant> = {}): Grant => ({
  codes,
  rows: 'all',
  hide: [],
  readOnly: [],
  ...more,
});
const seen = (...rights: Grant[]) => new Map(visibleFields(box, rights).map((each) => [each.field.name, each]));

describe('rights on an entity', () => {
  it('carry the codes of all grants, in the order of the entity', () => {
    const rights = [grant(['pack', 'read']), grant(['edit'])];
    expect(codesOf(box, rights)).toEqual(['read', 'edit', 'pack']);
    expect([can(rights, 'edit'), can(rights, 'delete'), can([], 'read')]).toEqual([true, false, false]);
    expect(grantsFor(rights, 'edit')).toEqual([rights[1]]);
  });

  it('show nothing without a grant that reads, whatever else it carries', () => {
    expect(seen(grant(['edit', 'pack'])).size).toBe(0);
    expect(seen().size).toBe(0);
  });

  it('show a field by the grants that do not hide it, and those alone', () => {
    const narrow = grant(['read'], { rows: 'self' });
    const wide = grant(['read'], { rows: 'org', hide: ['weight'] });
    const fields = seen(narrow, wide);
    expect(fields.get('weight')).toMatchObject({ shownBy: [narrow], everywhere: false });
    expect(fields.get('name')).toMatchObject({ shownBy: [narrow, wide], everywhere: true });
  });

  it('show a field in every row when one grant that shows it reaches all rows', () => {
    const all = grant(['read']);
    const less = grant(['read'], { rows: 'org', hide: ['weight'] });
    expect(seen(all, less).get('weight')).toMatchObject({ everywhere: true });
  });

  it('never show a field that every reading grant hides, and never lose one by a grant more', () => {
    const names = box.fields.map(({ name }) => name);
    const anyGrant = fc
      .record({
        codes: fc.subarray(['read', 'edit', 'pack']),
        rows: fc.constantFrom('all', 'org', 'self'),
        hide: fc.subarray(names),
      })
      .map(({ codes, ...more }) => grant(codes, more));
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 4 }), anyGrant, (rights, another) => {
        const before = seen(...rights);
        for (const name of names) {
          const shown = rights.some(({ codes, hide }) => codes.includes('read') && !hide.includes(name));
          expect(before.has(name)).toBe(shown);
        }
        const after = seen(...rights, another);
        for (const name of before.keys()) expect(after.has(name)).toBe(true);
      }),
    );
  });

  it('let a field be written when one grant with that code neither hides nor locks it', () => {
    const rights = [
      grant(['edit'], { hide: ['weight'], readOnly: ['seal'] }),
      grant(['edit'], { readOnly: ['weight'] }),
      grant(['read']),
    ];
    const locked = unwritable(box, rights, 'edit');
    expect(locked.has('weight')).toBe(true);
    expect(locked.has('seal')).toBe(false);
    expect(locked.has('id')).toBe(true);
    expect(unwritable(box, rights, 'add').size).toBe(box.fields.length);
  });
});
