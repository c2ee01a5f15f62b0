import { defineJob } from '../../modules/module.ts';

const factsSql = `SELECT r.customer::text AS customer, r.fee::text AS fee, r."parcelNo", r."trackingNo", r."order"::text AS "order",
    r."storageDays", r.deduction::text AS deduction, t."defaultLocale" AS culture
  FROM returned_parcel r JOIN tenant t ON t.id = r.tenant_id WHERE r.tenant_id = $1 AND r.id = $2`;

/** What a parcel's stay costs becomes a deduction of its customer, once. */
export const charge = defineJob('returns.charge', async ({ services, tenant, entity, record, operationKey }) => {
  const id = String(record['id']);
  const [of] = await services.query<Record<string, string | null>>(factsSql, [tenant, id]);
  if (!of || of['customer'] === null || Number(of['fee'] ?? 0) <= 0 || of['deduction'] !== null) return;
  const { culture, parcelNo, storageDays } = of;
  const made = await deduct(services, tenant, {
    key: operationKey,
    customer: String(of['customer']),
    amount: Number(of['fee']),
    order: of['order'] ?? null,
    trackingNo: of['trackingNo'] ?? String(parcelNo),
    description: services.say(culture ?? 'zh-CN', 'returns', 'fee', { parcel: parcelNo, days: storageDays }),
  });
  await services.act({ tenant, entity, id }, 'noteFee', { deduction: made });
});

interface Fee {
  /** The same fee is deducted once. */
  readonly key: string;
  readonly customer: string;
  readonly amount: number;
  readonly order: string | null;
  readonly trackingNo: string;
  readonly description: string;
}

/** A confirmed deduction for the fee of a return; answers its id. */
export async function deduct(
  services: Parameters<Parameters<typeof defineJob>[1]>[0]['services'],
  tenant: string,
  { key, ...fee }: Fee,
): Promise<string> {
  const system = await services.asSystem(tenant);
  const [saved] = await system.save('deduction', [{ key, values: { ...fee, reason: 'returnHandling' } }]);
  if (!saved?.ok) throw new Error(`the fee of a return was refused: ${JSON.stringify(saved?.issues)}`);
  // One that an earlier attempt confirmed is in another state already.
  const issues = await services.act({ tenant, entity: 'deduction', id: saved.id }, 'confirm');
  const [first] = issues.filter(({ code }) => code !== 'state.wrong');
  if (first) throw new Error(`the fee of a return was refused: ${first.code}`);
  return saved.id;
}
