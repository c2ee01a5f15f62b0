import { issue, type EffectTransaction, type Issue } from '../../modules/module.ts';

/** What a customer owes for something that is no parcel. It joins the customer's next bill and is posted when that is pushed. */
export interface ServiceLine {
  /** The record that it is owed for, and what of it: one line per part. */
  readonly entity: string;
  readonly id: string;
  readonly part: string;
  readonly customer: string;
  readonly category: 'freight' | 'consolidation' | 'fba' | 'warehouse';
  /** Decimal strings with at most two decimals; a credit is negative. */
  readonly amount: string;
  readonly cost: string | null;
  readonly currency: string;
  /** The day that puts it into a billing period. */
  readonly day: string;
  readonly trackingNo: string | null;
  /** What the customer reads on the bill: a text without a language, or in that of the tenant. */
  readonly note: string;
  /** The same by culture, where it has words. */
  readonly notes?: Readonly<Record<string, string>>;
  /** The person, or null for the system. */
  readonly person: string | null;
}

/**
 * Adds lines, all or none, inside the step that causes them. The same line again changes nothing; another amount replaces
 * it as long as no bill has it. Issues: `sale.onBill`, `sale.noCustomer`.
 */
export async function chargeServices(on: EffectTransaction, lines: readonly ServiceLine[]): Promise<Issue[]> {
  if (lines.length === 0) return [];
  const [row] = await on.query('SELECT sale.charge_service($1::json) AS refusal', [JSON.stringify(lines)]);
  return refusal(row?.['refusal']);
}

/** Takes the lines of a record back. Issue: `sale.onBill`, once a bill has one of them. */
export async function dropServices(on: EffectTransaction, entity: string, id: string): Promise<Issue[]> {
  const [row] = await on.query('SELECT sale.drop_service($1, $2) AS refusal', [entity, id]);
  return refusal(row?.['refusal']);
}

function refusal(found: unknown): Issue[] {
  if (!found) return [];
  const { code, ...params } = found as { readonly code: string };
  return [issue(`sale.${code}`, '', params)];
}
