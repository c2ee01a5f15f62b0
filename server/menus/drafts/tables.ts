import { systemRole } from '../../store/row-security.ts';

/** The menu draft of each tenant, and who published one and why. Accessed as the system role only. */
export const menuDraftDdl: readonly string[] = [
  // The stamp only grows, also when the draft is discarded, so that an outdated save is always found out.
  `CREATE TABLE IF NOT EXISTS lading.menu_draft (
     tenant_id bigint PRIMARY KEY, stamp integer NOT NULL, steps json NOT NULL, by bigint NOT NULL,
     at timestamptz NOT NULL DEFAULT now())`,
  // `at` is the time of the transaction, which its audit entries have too.
  `CREATE TABLE IF NOT EXISTS lading.menu_publication (
     tenant_id bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(), by bigint NOT NULL, reason text NOT NULL,
     PRIMARY KEY (tenant_id, at, by))`,
  ...['menu_draft', 'menu_publication'].flatMap((table) => [
    `ALTER TABLE lading.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE lading.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON lading.${table}`,
    `CREATE POLICY system ON lading.${table} TO ${systemRole} USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.${table} TO ${systemRole}`,
  ]),
];
