import type { SystemServices } from '../../modules/module.ts';
import type { OtherLayouts } from './read/read-bill.ts';
import { mappedLayout, type Mapping } from './read/mapped.ts';

const mappingsSql = `SELECT m.name, m."carrierCode" AS carrier, m."accountNumber" AS account, m.currency, m."headingRow"::integer, m."decimalSign",
    m."dayOrder", m.reversed,
    (SELECT coalesce(json_agg(json_build_object('field', c.field, 'heading', c.heading) ORDER BY c.seq), '[]')
       FROM bill_mapping__columns c WHERE c.tenant_id = m.tenant_id AND c.parent_id = m.id) AS columns,
    (SELECT coalesce(json_agg(json_build_object('heading', k.heading, 'equals', k.equals) ORDER BY k.seq), '[]')
       FROM bill_mapping__skip k WHERE k.tenant_id = m.tenant_id AND k.parent_id = m.id) AS skip
  FROM bill_mapping m WHERE m.tenant_id = $1 ORDER BY m.name`;

/** The layouts that a tenant has described; the first one whose headings a file has reads it. */
export async function loadMappings(services: SystemServices, tenant: string): Promise<OtherLayouts> {
  const mappings = await services.query<Mapping>(mappingsSql, [tenant]);
  return (rows, lines) => {
    for (const mapping of mappings) {
      const layout = mappedLayout(mapping, rows, lines);
      if (layout) return layout;
    }
    return null;
  };
}
