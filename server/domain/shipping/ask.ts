import type { EffectCall } from '../../modules/module.ts';

/** Calls a function of the schema `shipping` with the record's id and further values. */
export async function ask({ transaction, record }: EffectCall, call: string, ...values: unknown[]): Promise<unknown> {
  const [row] = await transaction.query(`SELECT shipping.${call} AS found`, [record['id'], ...values]);
  return row?.['found'];
}
