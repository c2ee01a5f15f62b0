/** Menu entries unlocked by goods, with everything below them; other entries belong to every plan. */
export const planMenus: Readonly<Record<string, readonly string[]>> = {
  stores: ['stores', 'member.member-stores'],
  printing: ['printing', 'member.member-printing'],
  tracking: ['tracking', 'member.member-track-numbers', 'member.member-track-alert', 'member.member-track-case'],
  returns: ['returns', 'member.member-returned-parcel', 'member.member-return-offers'],
  carrierBills: ['bills', 'claims', 'bill-rules'],
  customerBills: [
    ...['receivables', 'customer-bills', 'member.member-statement'],
    ...['member.member-member-bill', 'member.member-member-bill-line', 'member.member-final-bill'],
  ],
  freight: ['freight', 'member.member-freight'],
  consolidation: ['consolidation', 'member.member-consolidation'],
  fba: ['fba', 'member.member-fba-bill', 'member.member-fba-customer-config'],
  warehousing: ['warehousing', 'member.member-warehousing'],
  automation: ['automation', 'member.member-automation'],
};

const rows = Object.entries(planMenus).flatMap(([module, codes]) => codes.map((code) => `('${module}', '${code}')`));

/** The menu entries that a plan of these modules withholds; null modules are all. */
export const shutMenus = `CREATE OR REPLACE FUNCTION tenant_shop.shut_menus(modules text[]) RETURNS text[]
     LANGUAGE sql IMMUTABLE AS $$
   SELECT coalesce(array_agg(m.code), '{}') FROM (VALUES ${rows.join(', ')}) m (module, code)
    WHERE modules IS NOT NULL AND m.module <> ALL (modules) $$`;
