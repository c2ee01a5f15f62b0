import type { RowQuery } from '../../modules/module.ts';
import { valueOf, type CheckedBox } from './check-boxes.ts';
import { scaled, type LoadedBox, type Sale } from './charges.ts';

/** Boxes of a main bill with their goods, by number. $1 tenant, $2 main bill. */
const boxesSql = `SELECT b.id::text, b."boxNo", b.customer::text, b."weightKg"::text AS kg, b.volume::text, b."chargeableKg"::text AS chargeable,
    b."weighedAt" IS NOT NULL AS weighed, b.pieces::integer, b."declaredValue"::text AS declared, b.currency,
    coalesce((SELECT json_agg(json_build_object('hsCode', g."hsCode", 'origin', g.origin, 'quantity', g.quantity, 'amount', g.amount::text,
        'currency', g.currency) ORDER BY g.id) FROM goods_declare g WHERE g.tenant_id = b.tenant_id AND g.box = b.id), '[]') AS goods
  FROM main_bill_box b WHERE b.tenant_id = $1 AND b."mainBill" = $2 ORDER BY b."boxNo"`;

interface Row {
  readonly id: string;
  readonly boxNo: string;
  readonly customer: string | null;
  readonly kg: string | null;
  readonly volume: string | null;
  readonly chargeable: string | null;
  readonly weighed: boolean;
  readonly pieces: number | null;
  readonly declared: string | null;
  readonly currency: string;
  readonly goods: CheckedBox['goods'];
}

export const rowsOf = async (query: RowQuery, tenant: string, mainBill: string) =>
  await query<Row>(boxesSql, [tenant, mainBill]);

export const checkedOf = ({ declared, ...row }: Row): CheckedBox => ({ ...row, declaredValue: declared });

/** Unknown measures count as zero; the value of a box is its declared value, else that of its goods. */
export const loadedOf = (row: Row): LoadedBox => ({
  ...{ id: row.id, boxNo: row.boxNo, customer: row.customer ?? '', currency: row.currency },
  grams: scaled(row.kg ?? '0', 3),
  cubicCentimetres: scaled(row.volume ?? '0', 6),
  valueCents: row.declared === null ? valueOf(row.goods) : scaled(row.declared, 2),
  chargeableGrams: scaled(row.chargeable ?? '0', 3),
});

/** Customers' own consolidation prices; others use the main bill's. $1 tenant, $2 customers. */
const agreedSql = `SELECT customer::text, "consolidationMode" AS mode, "consolidationMarkup"::text AS markup, "consolidationPrice"::text AS price,
    "consolidationMinimum"::text AS minimum, "limitCurrency" AS currency
  FROM customer_config WHERE tenant_id = $1 AND customer = ANY ($2::bigint[]) AND "consolidationMode" IN ('markup', 'perKg')`;

/** How each customer of a main bill is charged. */
export async function salesOf(
  query: RowQuery,
  tenant: string,
  { currency, bill, customers }: { currency: string; bill: Readonly<Record<string, unknown>>; customers: string[] },
): Promise<(customer: string) => Sale> {
  const rows = await query<Agreed>(agreedSql, [tenant, customers]);
  const agreed = new Map(rows.map((row) => [row.customer, row]));
  const text = (value: unknown) => (value === null || value === undefined ? '0' : String(value));
  const usual: Sale =
    bill['saleMode'] === 'perKg'
      ? {
          ...{ mode: 'perKg', price: text(bill['pricePerKg']), minimum: text(bill['minCharge']) },
          currency: String(bill['priceCurrency']),
        }
      : { mode: 'markup', percent: text(bill['markupPercent']) };
  return (customer) => {
    const own = agreed.get(customer);
    if (!own) return usual;
    return own.mode === 'markup'
      ? { mode: 'markup', percent: own.markup ?? '0' }
      : {
          ...{ mode: 'perKg', price: own.price ?? '0', minimum: own.minimum ?? '0' },
          currency: own.currency ?? currency,
        };
  };
}

interface Agreed {
  readonly customer: string;
  readonly mode: 'markup' | 'perKg';
  readonly markup: string | null;
  readonly price: string | null;
  readonly minimum: string | null;
  readonly currency: string | null;
}
