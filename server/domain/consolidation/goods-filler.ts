import { defineFiller } from '../../modules/module.ts';

const ownersSql = `SELECT id::text, customer::text FROM main_bill_box WHERE id = ANY ($1::bigint[])`;

/** Declared goods belong to the customer of their box. */
export const goodsFiller = defineFiller('goods-declare', async ({ records, query }) => {
  const boxes = [...new Set(records.map(({ box }) => box).filter((box) => /^\d{1,18}$/.test(String(box))))];
  if (boxes.length === 0) return records.map(() => null);
  const owners = new Map((await query(ownersSql, [boxes])).map(({ id, customer }) => [id, customer]));
  return records.map(({ box }) => (owners.has(box) ? { customer: owners.get(box) ?? null } : null));
});
