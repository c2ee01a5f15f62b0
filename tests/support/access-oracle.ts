import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { entityFiles } from './entity-files.ts';
import type { Principal } from './world.ts';

/*
 * Who may see and do what, worked out once more from the text of the schemas and the rows as they lie in the tables.
 * It shares no line with the engine: where the two differ, one of them is wrong.
 */

interface GrantText {
  codes: string[];
  rows?: string;
  hide?: string[];
  readOnly?: string[];
}

export interface SchemaText {
  entity: string;
  path: string;
  title: string;
  tenancy?: string;
  owner?: string;
  org?: string;
  appendOnly?: boolean;
  tree?: string;
  fields: Record<string, { type: string; id?: string; to?: string; fields?: Record<string, unknown> }>;
  list: { columns: string[]; search?: string[]; filters?: string[] };
  workflow?: { start: string; states: Record<string, unknown>; transitions: Record<string, { needs?: string }> };
  actions?: Record<string, { needs?: string }>;
  access: Record<string, GrantText | GrantText[]>;
}

export type RawRow = Record<string, unknown> & { tenant_id: string; id: string; org_id: string | null };

export const schemas: SchemaText[] = entityFiles.map(
  ({ file }) => JSON.parse(readFileSync(file, 'utf8')) as SchemaText,
);

export const tableOf = (schema: SchemaText): string => schema.entity.replaceAll('-', '_');

/** Every action of an entity with the code that it needs. */
export const actionsOf = (schema: SchemaText): { name: string; code: string }[] =>
  Object.entries({ ...schema.workflow?.transitions, ...schema.actions }).map(([name, { needs }]) => ({
    name,
    code: needs ?? name,
  }));

export interface Oracle {
  rows(schema: SchemaText): readonly RawRow[];
  grants(schema: SchemaText, principal: Principal): GrantText[];
  holds(schema: SchemaText, principal: Principal, code: string): boolean;
  /** Whether the row stands inside the walls of tenant and member, whatever the grants say. */
  inside(schema: SchemaText, principal: Principal, row: RawRow): boolean;
  /** Whether a grant with this code reaches the row, inside the walls. */
  reaches(schema: SchemaText, principal: Principal, code: string, row: RawRow): boolean;
  visible(schema: SchemaText, principal: Principal): RawRow[];
  /** Fields that no reading grant shows. */
  hidden(schema: SchemaText, principal: Principal): string[];
}

export async function openOracle(owner: Pool): Promise<Oracle> {
  const lying = new Map<string, RawRow[]>();
  for (const schema of schemas) {
    const { rows } = await owner.query<{ row: string }>(
      `SELECT (to_jsonb(t) || jsonb_build_object('tenant_id', t.tenant_id::text, 'id', t.id::text))::text AS row
         FROM "${tableOf(schema)}" t ORDER BY t.id`,
    );
    lying.set(
      schema.entity,
      rows.map(({ row }) => JSON.parse(row.replace(longNumbers, '$1"$2"')) as RawRow),
    );
  }
  const pointedAt = await idsBeside(owner, 'file');
  const { rows: orgs } = await owner.query<{ tenant: string; id: string; parent: string | null }>(
    'SELECT tenant_id::text AS tenant, id::text, parent::text FROM org',
  );
  const parentOf = new Map(orgs.map(({ id, parent }) => [id, parent]));
  const isBelow = (org: string | null | undefined, top: string): boolean =>
    org !== null && org !== undefined && (org === top || isBelow(parentOf.get(org), top));

  const grants = (schema: SchemaText, { template, member, home, only }: Principal): GrantText[] => {
    if (schema.tenancy === 'platform' && home !== 'platform') return [];
    if (member !== null && schema.owner === undefined) return [];
    const named = schema.access[template];
    if (named && only) {
      const held = only[schema.entity] ?? [];
      return [named].flat().map((grant) => ({ ...grant, codes: grant.codes.filter((code) => held.includes(code)) }));
    }
    if (named) return [named].flat();
    return ['admin', 'superAdmin'].includes(template) ? [{ codes: ['*'] }] : [];
  };
  const withCode = (schema: SchemaText, principal: Principal, code: string) =>
    grants(schema, principal).filter(({ codes }) => codes.includes('*') || codes.includes(code));
  const inside = (schema: SchemaText, { tenant, member }: Principal, row: RawRow): boolean => {
    if (row.tenant_id !== tenant) return false;
    if (member === null || schema.owner === 'shared') return true;
    if (schema.owner === undefined) return false;
    return String(schema.owner === 'id' ? row.id : row[columnOf(schema, schema.owner)]) === member;
  };
  const inScope = (schema: SchemaText, principal: Principal, row: RawRow, scope: string): boolean => {
    const org = schema.org ? row[columnOf(schema, schema.org)] : row.org_id;
    const text = org === null || org === undefined ? null : String(org);
    if (scope === 'all') return true;
    if (scope === 'org') return text === principal.org;
    if (scope === 'orgAndBelow') return isBelow(text, principal.org);
    if (scope === 'self') return String(row['createdBy']) === principal.account;
    return scope.split('&&').every((part) => {
      const [, mine = ''] = /^\s*(\w+) == actor\.id\s*$/.exec(part) ?? [];
      if (mine) return String(row[columnOf(schema, mine)]) === principal.account;
      const [, place = ''] = /^\s*(\w+) == actor\.org\s*$/.exec(part) ?? [];
      if (place) return String(row[columnOf(schema, place)]) === principal.org;
      // Shared by all members, or one member's own.
      const [, owned = ''] = /^\s*\((\w+) == null \|\| \1 == actor\.member\)\s*$/.exec(part) ?? [];
      if (owned) {
        const owner = row[columnOf(schema, owned)];
        return owner === null || owner === undefined || String(owner) === principal.member;
      }
      const [, field = '', sign, value] = /^\s*(\w+) (==|!=) '(\w+)'\s*$/.exec(part) ?? [];
      if (!field) throw new Error(`the oracle cannot read the scope ${scope} of ${schema.entity}`);
      const cell = row[columnOf(schema, field)];
      return cell !== null && cell !== undefined && (cell === value) === (sign === '==');
    });
  };
  // An upload that nothing points at yet is its owner's alone, whatever grants reach; the platform looks after all of its own.
  const isWaiting = (schema: SchemaText, { home, account }: Principal, row: RawRow): boolean =>
    schema.entity === 'file' && home !== 'platform' && !pointedAt.has(row.id) && String(row['createdBy']) !== account;
  const reaches: Oracle['reaches'] = (schema, principal, code, row) =>
    inside(schema, principal, row) &&
    !isWaiting(schema, principal, row) &&
    withCode(schema, principal, code).some(({ rows = 'all' }) => inScope(schema, principal, row, rows));
  return {
    rows: (schema) => lying.get(schema.entity) ?? [],
    grants,
    holds: (schema, principal, code) => withCode(schema, principal, code).length > 0,
    inside,
    reaches,
    visible: (schema, principal) =>
      (lying.get(schema.entity) ?? []).filter((row) => reaches(schema, principal, 'read', row)),
    hidden: (schema, principal) => {
      const reading = withCode(schema, principal, 'read');
      return Object.keys(schema.fields).filter((name) => reading.every(({ hide = [] }) => hide.includes(name)));
    },
  };
}

/** Every id that stands in a row of any table but this one. */
async function idsBeside(owner: Pool, table: string): Promise<Set<string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> $1`,
    [table],
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
    for (const { row } of rows) for (const [id] of row.matchAll(/\d{16,}/g)) found.add(id);
  }
  return found;
}

/** Ids are longer than a double; as text they stay whole. */
const longNumbers = /([[:,] ?)(\d{16,})(?=[,\]}])/g;

export const columnOf = (schema: SchemaText, field: string): string => schema.fields[field]?.id ?? field;
