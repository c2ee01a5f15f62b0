import { copyFunctions, copyStatements } from './copy-sql.ts';
import { planFunctions, planStatements } from './plan-sql.ts';
import { openFunctions, termFunctions, termStatements } from './term-sql.ts';

const tables = ['usage', 'counted', 'told'];

/** Rules of the shop that hold for every way in. Requests read none of its tables and call two of its functions. */
export const tenantShopStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS tenant_shop`,
  `GRANT USAGE ON SCHEMA tenant_shop TO lading_app, lading_system`,
  `GRANT CREATE ON SCHEMA tenant_shop TO lading_system`,
  `CREATE TABLE IF NOT EXISTS tenant_shop.told (tenant_id bigint NOT NULL, about text NOT NULL, PRIMARY KEY (tenant_id, about))`,
  ...planStatements,
  ...termStatements,
  ...copyStatements,
  ...tables.flatMap((table) => [
    `ALTER TABLE tenant_shop.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE tenant_shop.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON tenant_shop.${table}`,
    `CREATE POLICY system ON tenant_shop.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_shop.${table} TO lading_system`,
  ]),
  ...[...planFunctions, ...termFunctions, ...copyFunctions].flatMap((name) => [
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]),
  ...openFunctions.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO lading_app`),
  `REVOKE CREATE ON SCHEMA tenant_shop FROM lading_system`,
];
