import { defineCommand, defineSchedule, type SystemServices } from '../../modules/module.ts';
import { drySql, tellSql, untoldSql, watchSql } from './balance-sql.ts';

/** Once for each time that a balance falls below its threshold: a mail, a message in the bell, and the robots of staff. */
export async function tellLowBalances(services: SystemServices): Promise<number> {
  await services.query(watchSql, []);
  const rows = await services.query(untoldSql, []);
  for (const row of rows) {
    const [tenant, customer, crossing, culture] = [row['tenant'], row['customer'], row['crossing'], row['culture']].map(
      String,
    );
    const say = (key: string) => services.say(String(culture), 'members', key, { ...row, days: row['days'] ?? '' });
    const title = say('low.title');
    const text = say(row['days'] === null ? 'low.text' : 'low.textDays');
    if (row['mail'])
      await services.mail({
        ...{ tenant: String(tenant), to: String(row['mail']), title, text, template: 'balanceLow' },
        ...{ about: String(customer), culture: String(culture), key: `balance-low-${customer}-${crossing}` },
      });
    await services.query(tellSql, [
      tenant,
      customer,
      crossing,
      JSON.stringify({ title, message: text, messagetype: 2 }),
    ]);
  }
  return rows.length;
}

export const balanceWatch = defineSchedule('members-balance', '* * * * *', async ({ services }) =>
  services ? tellLowBalances(services) : 0,
);

/** Customers whose money is used up within some days, at the use of the last 14. */
export const runningDry = defineCommand({
  path: 'Members/runningDry',
  body: {
    type: 'object',
    properties: { days: { type: 'integer', minimum: 0, maximum: 90, description: 'Three where nothing is said.' } },
    examples: [{ days: 3 }],
  },
  answer: {
    type: 'object',
    required: ['rows'],
    properties: { rows: { type: 'array', items: { type: 'object' } } },
    examples: [{ rows: [{ customer: '11', name: 'Acme', currency: 'USD', balance: 120, daily: 60.5, days: 1 }] }],
  },
  needs: { entity: 'customer-config', code: 'read' },
  perMinute: 60,
  async run(call) {
    if (call.actor.type === 'member') return call.forbid();
    const orgs = await call.organisations('customer');
    return { rows: await call.services.query(drySql, [call.tenant, call.body['days'] ?? 3, orgs]) };
  },
});
