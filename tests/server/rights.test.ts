import { describe, expect, it } from 'vitest';
import type { Entity } from '../../engine/core/index.ts';
import { loadCatalog } from '../../server/catalog.ts';
import { rightsOf, type HeldRole, type Person } from '../../server/access/rights.ts';
import { rowsFor } from '../../server/store/predicates.ts';
import { projectRoot } from '../support/entity-files.ts';

const catalog = loadCatalog(`${projectRoot}/schemas`);
if (!catalog.ok) throw new Error('the catalog has issues');
const { byName } = catalog.value;

const asker = { tenant: '1', facts: { id: '7', type: 'staff', member: null, org: null, roles: [] }, roleIds: [] };
const staff: Person = { platform: false, member: false, closed: [] };
const entity = (name: string): Entity => byName.get(name) ?? expect.fail(name);
const role = (template: string, dataScopeType = '1', own: Partial<HeldRole> = {}): HeldRole => ({
  ...{ id: '1', code: template, template, dataScopeType, grants: [] },
  ...own,
});
const codesOn = (name: string, held: HeldRole, person = staff) =>
  rightsOf(entity(name), [held], person).flatMap(({ codes }) => codes);
const rowsOn = (name: string, held: HeldRole) => rightsOf(entity(name), [held], staff).map(({ rows }) => rows);

describe('the rights of a role', () => {
  it.each([
    ['1', 'all'],
    ['2', 'orgAndBelow'],
    ['3', 'org'],
    ['4', 'self'],
    ['5', 'custom'],
    ['9', 'self'],
  ])('with data scope %s reach the rows that the scope says, where a template narrows them: %s', (scope, rows) => {
    expect(rowsOn('customer', role('clerk', scope))).toEqual([rows]);
  });

  it('on what nobody narrows reach all rows, whatever the scope', () => {
    expect(rowsOn('customer', role('admin', '4'))).toEqual(['all']);
  });

  it('by lines of its own are what the lines say, whatever the scope', () => {
    const grants = [{ entity: 'customer', codes: 'read, edit', rows: 'org', hide: 'phone, remark' }];
    expect(rightsOf(entity('customer'), [role('none', '4', { grants })], staff)).toEqual([
      { codes: ['read', 'edit'], rows: 'org', hide: ['phone', 'remark'], readOnly: [] },
    ]);
  });

  it('by its menu reach the rows of the scope, where rows belong to someone', () => {
    const menuCodes = [{ entity: 'customer', code: 'read' }];
    expect(rowsOn('customer', role('none', '3', { menuCodes }))).toEqual(['org']);
    expect(codesOn('customer', role('none', '3', { menuCodes: [{ entity: 'customer', code: 'fly' }] }))).toEqual([]);
  });

  it('hold nothing of the platform outside of it', () => {
    expect(codesOn('tenant', role('superAdmin'))).toEqual([]);
    expect(codesOn('tenant', role('superAdmin'), { ...staff, platform: true })).toContain('edit');
  });

  it('hold nothing for a member but of what belongs to members', () => {
    const grants = ['menu', 'address-book'].map((name) => ({ entity: name, codes: 'read', rows: 'all', hide: null }));
    const member = { ...staff, member: true };
    expect(codesOn('menu', role('none', '1', { grants }), member)).toEqual([]);
    expect(codesOn('address-book', role('none', '1', { grants }), member)).toEqual(['read']);
  });

  it('hold nothing of what the platform has closed to the tenant', () => {
    const held = role('admin');
    expect(codesOn('customer', held, { ...staff, closed: ['customer:edit'] })).not.toContain('edit');
    expect(codesOn('customer', held, { ...staff, closed: ['customer:edit'] })).toContain('read');
    expect(codesOn('customer', held, { ...staff, closed: ['customer:read'] })).toEqual([]);
  });

  it('reach with a code the rows of the grants that carry it, and no others', () => {
    const grant = (codes: string, rows: string) => ({ entity: 'customer', codes, rows, hide: null });
    const held = role('none', '1', { grants: [grant('read', 'all'), grant('edit', 'self'), grant('edit', 'none')] });
    const rights = rightsOf(entity('customer'), [held], staff);
    const rows = (code: string) => rowsFor(entity('customer'), rights, code)?.statement(asker).text ?? null;
    expect(rows('read')).toBe('true');
    expect(rows('edit')).toBe('(t."createdBy" = $1::bigint) OR (false)');
    expect(rows('delete')).toBeNull();
  });
});
