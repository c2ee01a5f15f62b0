/** Maximum length of a reference line on carriers' labels. */
const most = 35;

const words: readonly (readonly [string, string])[] = [
  ['orderNo', 'o."orderNo"'],
  ['refNo', 'o."refNo"'],
  ['shopNo', 'o."ecommerceOrderNo"'],
  ['note', 'o.remarks'],
  ['batch', '(SELECT b."batchNo" FROM order_batch b WHERE b.tenant_id = own AND b.id = o.batch)'],
  [
    'items',
    `(SELECT string_agg(concat_ws(' x ', i.description, i.quantity), ', ' ORDER BY i.seq) FROM "order__items" i
        WHERE i.tenant_id = own AND i.parent_id = o.id)`,
  ],
];

const filled = words.reduce(
  (text, [word, value]) => `replace(${text}, '{${word}}', coalesce(${value}, ''))`,
  'template',
);

/** An order's reference line from its customer's template, truncated for carriers; null if empty. */
export const referenceSql = `CREATE OR REPLACE FUNCTION shipping.reference(own bigint, o "order", template text) RETURNS text
   LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
     SELECT nullif(btrim(left(btrim(regexp_replace(${filled}, '\\s+', ' ', 'g')), ${most})), '') $$`;
