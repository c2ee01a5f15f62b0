import { appRole, systemRole } from '../row-security.ts';

/**
 * Row-level security of a table in `lading` whose rows belong to a record and may be `internal`: these do not exist for
 * sessions of customers. `grants` are the privileges of requests and of the system.
 */
export const besideRecordDdl = (table: string, grants: string): string[] => [
  `ALTER TABLE lading.${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE lading.${table} FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS wall ON lading.${table}`,
  `CREATE POLICY wall ON lading.${table} TO ${appRole}
     USING (tenant_id = (SELECT lading.tenant()) AND ((SELECT lading.staff()) OR NOT internal))`,
  `DROP POLICY IF EXISTS system ON lading.${table}`,
  `CREATE POLICY system ON lading.${table} TO ${systemRole} USING (true)`,
  `GRANT ${grants} ON lading.${table} TO ${appRole}, ${systemRole}`,
];

/** Hands a function to the system role, which it runs as, and lets only requests call it. */
export const requestFunctionDdl = (signature: string): string[] => [
  `ALTER FUNCTION lading.${signature} OWNER TO ${systemRole}`,
  `REVOKE ALL ON FUNCTION lading.${signature} FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.${signature} TO ${appRole}`,
];
