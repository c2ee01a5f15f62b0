import { defineJob } from '../../../modules/module.ts';

/**
 * Notifies a customer's members of a pushed bill, once per push, and records each charge for webhooks. $1 tenant, $2
 * bill, $3 title, $4 text as a document.
 */
const tellSql = `WITH b AS (
    SELECT x.* FROM member_bill x WHERE x.tenant_id = $1 AND x.id = $2 AND x.status = 'pushed'),
  once AS (
    INSERT INTO sale.told (tenant_id, bill, push) SELECT $1, b.id, b."pushCount" FROM b ON CONFLICT DO NOTHING RETURNING bill),
  heard AS (
    INSERT INTO lading.event (tenant_id, kind, entity, record_id, verb)
      SELECT $1, 'record', 'member-bill-line', r.id, 'charge' FROM once o, member_bill_line r
       WHERE r.tenant_id = $1 AND r."memberBill" = o.bill AND r.difference <> 0)
  INSERT INTO notice (tenant_id, id, title, type, audience, content, recipients, status, "publishedAt")
    SELECT $1, lading.new_id(), left($3, 120), '1', 'members', $4::jsonb, array_agg(a.id), 'published', now()
      FROM once o, b JOIN account a ON a.tenant_id = b.tenant_id AND a.customer = b.customer AND a.status = '0'
    HAVING count(*) > 0`;

export const told = defineJob('customer-bills.told', async ({ services: deps, tenant, record }) => {
  if (record['status'] !== 'pushed') return;
  const params = {
    ...{ number: record['number'], from: record['periodFrom'], to: record['periodTo'] },
    ...{ difference: record['difference'], currency: record['currency'] },
  };
  const [row] = await deps.query('SELECT "defaultLocale" AS culture FROM tenant WHERE id = $1', [tenant]);
  const say = (key: string) => deps.say(String(row?.['culture']), 'sale', key, params);
  const [title, text] = [say('sale.pushedTitle'), say('sale.pushedText')];
  const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  await deps.query(tellSql, [tenant, String(record['id']), title, JSON.stringify(content)]);
});
