import { expect } from 'vitest';
import type { Answer, Person } from './test-app.ts';
import type { World } from './world.ts';

/** What tests of money ask of a world: balances and lines as finance reads them, and the state and reasons of answers. */
export interface Money {
  finance: Person;
  admin: Person;
  clerk: Person;
  member: Person;
  customer(name: string): string;
  /** In cents, so that sums are exact. */
  balance(kind: string, customer: string | null, currency?: string): Promise<number>;
  /** `kind debit>credit amount` of every line that a record caused, in their order. */
  lines(record: string): Promise<string[]>;
}

export function moneyOf(world: World): Money {
  const person = (name: string) => world.person(`north ${name}`).person;
  return {
    finance: person('finance'),
    admin: person('admin'),
    clerk: person('clerk'),
    member: person('member'),
    customer: (name) => world.homes.north.samples.get(`customer/${name}`) ?? '',
    async balance(kind, customer, currency = 'USD') {
      const { rows } = await world.owner.query<{ cents: string }>(
        `SELECT coalesce(sum(CASE WHEN t.credit = a.id THEN t.amount ELSE -t.amount END) * 100, 0)::bigint AS cents
           FROM ledger_account a JOIN ledger_transfer t ON t.tenant_id = a.tenant_id AND a.id IN (t.debit, t.credit)
          WHERE a.tenant_id = $1 AND a.kind = $2 AND a.customer IS NOT DISTINCT FROM $3 AND a.currency = $4`,
        [world.homes.north.tenant, kind, customer, currency],
      );
      return Number(rows[0]?.cents);
    },
    async lines(record) {
      const { rows } = await world.owner.query<{ line: string }>(
        `SELECT t.kind || ' ' || d.kind || '>' || c.kind || ' ' || t.amount::numeric(14, 2) AS line FROM ledger_transfer t
           JOIN ledger_account d ON d.tenant_id = t.tenant_id AND d.id = t.debit
           JOIN ledger_account c ON c.tenant_id = t.tenant_id AND c.id = t.credit WHERE t."refId" = $1 ORDER BY t.id`,
        [record],
      );
      return rows.map(({ line }) => line);
    },
  };
}

/** The id of what was added. */
export function added({ body }: Answer): string {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return (body.data as { id: string }).id;
}

/** `path code` of every reason against it. */
export const reasons = ({ body }: Answer): string[] => (body.issues ?? []).map(({ path, code }) => `${path} ${code}`);

/** The state after a transition that went well. */
export function state({ body }: Answer): string {
  expect(body.success ? [] : [body.message, body.issues]).toEqual([]);
  return (body.data as { status: string }).status;
}
