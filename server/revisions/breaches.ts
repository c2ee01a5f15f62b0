import { applyOverlay, issue, type EntityDocument, type Issue, type Patch } from '../../engine/core/index.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import type { TenantCatalogs } from './catalogs.ts';
import { guardChanges } from './guard.ts';

/** A live revision that the designer would refuse today. */
export interface Breach {
  readonly tenant: string;
  readonly entity: string;
  readonly revision: number;
  readonly issues: readonly Issue[];
}

/** Live revisions that violate guards added later. They stay live; the tenant's administrator decides about them. */
export async function findBreaches(
  system: SystemDatabase,
  catalogs: Pick<TenantCatalogs, 'baseDocument'>,
): Promise<Breach[]> {
  const { rows } = await system.pool.query<{
    tenant: string;
    entity: string;
    revision: number;
    document: EntityDocument;
    overlay: Patch[] | null;
  }>(
    `SELECT l.tenant_id AS tenant, l.entity, l.revision, r.document, r.overlay
       FROM lading.live_schema l JOIN lading.revision r USING (tenant_id, entity, revision)
      WHERE l.state = 'live' AND l.origin = 'changed' AND l.entity NOT LIKE 'screen:%' ORDER BY l.tenant_id, l.entity`,
  );
  return rows.flatMap(({ tenant, entity, revision, document, overlay }) => {
    const base = catalogs.baseDocument(entity);
    if (!base) return [];
    const issues = guarded(base, overlay, document);
    return issues.length > 0 ? [{ tenant, entity, revision, issues }] : [];
  });
}

function guarded(base: EntityDocument, overlay: readonly Patch[] | null, document: EntityDocument): Issue[] {
  try {
    return guardChanges(base, overlay ? applyOverlay(base, overlay).document : document);
  } catch {
    // A document in an outdated schema language cannot be read: report it and continue.
    return [issue('schema.baseMoved', '')];
  }
}

/** Logs them with the tenant's failures. The start continues in any case. */
export async function reportBreaches(
  system: SystemDatabase,
  catalogs: Pick<TenantCatalogs, 'baseDocument'>,
  report: (tenant: string, where: string, what: string) => void,
): Promise<void> {
  for (const { tenant, entity, revision, issues } of await findBreaches(system, catalogs)) {
    const what = issues.map(({ code, path, params = {} }) => `${path} ${code} ${JSON.stringify(params)}`);
    report(tenant, `schema ${entity} revision ${revision}`, what.join('; '));
  }
}
