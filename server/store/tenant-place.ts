import { systemRole } from './row-security.ts';

/**
 * Where a tenant is served, as this installation (a cell) knows it; a tenant without a row has always been here.
 * `leaving` and `arriving`: being moved, not served; `left`: at `address` now; `here`: came from another cell at `at`.
 * `was`: its status before the move; `wallets`: the money that comes with it.
 */
export const tenantPlaceDdl: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS lading.tenant_place (
     tenant bigint PRIMARY KEY, host text NOT NULL, state text NOT NULL CHECK (state IN ('leaving', 'left', 'arriving', 'here')),
     address text, was text, move_key text, wallets json, at timestamptz NOT NULL DEFAULT now())`,
  `CREATE INDEX IF NOT EXISTS tenant_place_host ON lading.tenant_place (host)`,
  `GRANT SELECT ON lading.tenant_place TO ${systemRole}`,
  // For work that nobody asked for at this moment: not while the tenant is being moved.
  `CREATE OR REPLACE FUNCTION lading.at_home(of_tenant bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog
     AS $$ SELECT NOT EXISTS (SELECT FROM lading.tenant_place p WHERE p.tenant = of_tenant AND p.state <> 'here') $$`,
];

export interface TenantPlace {
  readonly host: string;
  readonly state: 'leaving' | 'left' | 'arriving' | 'here';
  readonly address: string | null;
}

/** Hosts whose tenants are not served here. */
export const placesSql = `SELECT host, state, address FROM lading.tenant_place WHERE state <> 'here'`;
/** $1 tenant. */
export const placeSql = `SELECT host, state, address FROM lading.tenant_place WHERE tenant = $1 AND state <> 'here'`;
