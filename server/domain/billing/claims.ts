import {
  defineCommand,
  defineDownload,
  defineSchedule,
  issue,
  type CommandCall,
  type JsonSchema,
} from '../../modules/module.ts';
import { claimWindows, usualWindow } from './claim-windows.ts';
import { claimSql } from './claims-sql.ts';

const id: JsonSchema = { type: 'string', pattern: '^[0-9]{1,19}$' };
const needs = { entity: 'carrier-claim', code: 'file' };

/** $1 tenant, $2 bills: those with open claims. */
const claimedSql = `SELECT DISTINCT bill::text FROM carrier_claim WHERE tenant_id = $1 AND bill = ANY ($2::bigint[]) AND status = 'open'`;

/** Lets the open claims of bills follow lines that have come since. */
export async function followLines(
  { services, tenant, actor }: Pick<CommandCall, 'services' | 'tenant' | 'actor'>,
  bills: readonly string[],
): Promise<void> {
  for (const { bill } of await services.query<{ bill: string }>(claimedSql, [tenant, bills]))
    await services.query(claimSql, [tenant, bill, actor.id, JSON.stringify(claimWindows), usualWindow, false]);
}

/** Adds the claimable differences of a bill to the claims, and corrects those that are open. */
export const raiseClaims = defineCommand({
  ...{ path: 'CarrierClaim/raise', needs, perMinute: 30 },
  body: { type: 'object', required: ['bill'], additionalProperties: false, properties: { bill: id } },
  answer: {
    type: 'object',
    properties: { raised: { type: 'integer' }, corrected: { type: 'integer' }, removed: { type: 'integer' } },
  },
  async run({ body, tenant, actor, services, refuse }) {
    const [row] = await services.query(claimSql, [
      tenant,
      body['bill'],
      actor.id,
      JSON.stringify(claimWindows),
      usualWindow,
      true,
    ]);
    if (row?.['status'] === null) return refuse(issue('billing.notMatched', 'bill'));
    const count = (name: string): number => Number(row?.[name] ?? 0);
    return { raised: count('raised'), corrected: count('corrected'), removed: count('removed') };
  },
});

const formSql = `SELECT c."carrierCode" AS carrier, a.number AS account, b.number, b."billDate"::text AS date, c."trackingNo" AS tracking, c.type,
    coalesce((SELECT string_agg(DISTINCT l.text, ', ' ORDER BY l.text) FROM carrier_bill_line l WHERE l.tenant_id = c.tenant_id AND l.bill = c.bill
      AND l."trackingNo" = c."trackingNo" AND l.category = c.category AND l.net > 0), c.category) AS charge, c.billed::text, c.amount::text, c.currency, c."caseNo" AS case
  FROM carrier_claim c JOIN carrier_bill b ON b.tenant_id = c.tenant_id AND b.id = c.bill
  JOIN express_account a ON a.tenant_id = c.tenant_id AND a.id = c.account
 WHERE c.tenant_id = lading.tenant() AND c.bill = $1 AND c.status IN ('open', 'filed') ORDER BY c."trackingNo", c.type, c.category NULLS FIRST`;

interface Claim {
  readonly carrier: string;
  readonly account: string;
  readonly number: string;
  readonly date: string;
  readonly tracking: string;
  readonly type: string;
  /** In the carrier's own words; null: all of the package. */
  readonly charge: string | null;
  readonly billed: string;
  readonly amount: string;
  readonly currency: string;
}

/** Columns in the order in which a carrier's form for disputes has them; its words are the carrier's own. */
type Form = readonly (readonly [string, (claim: Claim) => string])[];
const forms: Readonly<Record<string, Form>> = {
  UPS: [
    ['Account Number', ({ account }) => account],
    ['Invoice Number', ({ number }) => number],
    ['Invoice Date', ({ date }) => date],
    ['Tracking Number', ({ tracking }) => tracking],
    ['Dispute Reason', ({ type }) => reasons[type] ?? type],
    ['Charge', ({ charge }) => charge ?? ''],
    ['Billed Amount', ({ billed }) => billed],
    ['Disputed Amount', ({ amount }) => amount],
    ['Currency', ({ currency }) => currency],
  ],
  FEDEX: [
    ['Invoice Number', ({ number }) => number],
    ['Account Number', ({ account }) => account],
    ['Tracking ID', ({ tracking }) => tracking],
    ['Reason for Adjustment', ({ type }) => reasons[type] ?? type],
    ['Requested Adjustment', ({ amount }) => amount],
    ['Original Charge', ({ billed }) => billed],
    ['Currency', ({ currency }) => currency],
  ],
};

/** Carriers read these in English, whatever the language of the person. */
const reasons: Readonly<Record<string, string>> = {
  ...{ weight: 'Incorrect weight', dimension: 'Incorrect dimensions', belowTrigger: 'Surcharge limit not reached' },
  ...{ zone: 'Incorrect zone', residential: 'Not a residential address', addressCorrection: 'Address was correct' },
  ...{ fuel: 'Incorrect fuel surcharge', price: 'Incorrect rate', discount: 'Discount not applied' },
  ...{ option: 'Service option not requested', duplicate: 'Duplicate charge', twoBills: 'Billed on another invoice' },
  ...{ void: 'Shipment voided', neverScanned: 'Package not tendered', late: 'Late delivery' },
};

/** A cell that no spreadsheet runs as a formula. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** The claims of a bill that are open or filed, as the file that the carrier's form takes. */
export const claimForm = defineDownload({
  ...{ path: 'CarrierClaim/form', needs, perMinute: 30 },
  body: { type: 'object', required: ['bill'], additionalProperties: false, properties: { bill: id } },
  async run({ body, read, refuse }: CommandCall) {
    const claims = await read<Claim>(formSql, [body['bill']]);
    const [first] = claims;
    if (!first) return refuse(issue('billing.noClaims', 'bill'));
    const form = forms[first.carrier] ?? (forms['UPS'] as Form);
    const rows = [form.map(([heading]) => heading), ...claims.map((claim) => form.map(([, of]) => of(claim)))];
    const text = rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
    return { name: `${first.carrier}-${first.number}.csv`, mediaType: 'text/csv', content: Buffer.from(text) };
  },
});

const overSql = `SELECT c.tenant_id::text AS tenant, c.id::text FROM carrier_claim c JOIN tenant t ON t.id = c.tenant_id
  WHERE c.status = 'open' AND c."claimUntil" < (now() AT TIME ZONE t."timeZone")::date ORDER BY c.id LIMIT 1000`;

/** Claims whose last day has passed without being filed. */
export const expireClaims = defineSchedule('billing-claims-expire', '20 * * * *', async ({ query, services: deps }) => {
  if (!deps) return 0;
  const over = await query<{ tenant: string; id: string }>(overSql, []);
  for (const { tenant, id: record } of over) await deps.act({ tenant, entity: 'carrier-claim', id: record }, 'expire');
  return over.length;
});
