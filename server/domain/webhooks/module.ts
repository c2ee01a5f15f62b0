import {
  defineEffect,
  defineExternalCall,
  defineLoop,
  defineSchedule,
  issue,
  type ServerModule,
} from '../../modules/module.ts';
import { generateSecret } from './secret.ts';
import { createSender, type Answered, type Claimed } from './send.ts';
import { beginSql, pingSql, pruneSql, webhookStatements } from './webhooks-sql.ts';

const refusals: Readonly<Record<Exclude<Answered['result'], 'delivered'>, string>> = {
  ...{ refused: 'webhooks.refused', noAnswer: 'webhooks.noAnswer' },
  ...{ badAddress: 'webhooks.badAddress', noSecret: 'webhooks.noSecret' },
};

/** Webhooks: events sent to addresses of customers. `hosts`: allowed ones beside the open internet. */
export function webhooks({ hosts }: { readonly hosts: readonly string[] }): ServerModule {
  const sender = createSender(hosts);
  return {
    handlers: [
      defineEffect('webhooks.queue', async ({ transaction, record }) => {
        await transaction.query('SELECT webhooks.enqueue($1)', [record['id']]);
      }),
      defineExternalCall('webhooks.ping', async ({ services, tenant, id }) => {
        const [ping] = await services.query<Claimed>(pingSql, [tenant, id, services.newId()]);
        if (!ping) return { issues: [issue('webhooks.tooFast', '')] };
        const { result, status } = await sender.attempt(services, ping);
        return result === 'delivered' ? {} : { issues: [issue(refusals[result], 'url', { status: status ?? 0 })] };
      }),
    ],
    commands: [generateSecret],
    loops: [defineLoop('webhooks', 1_000, sender.round, sender.settled)],
    schedules: [
      defineSchedule('webhooks-prune', '25 3 * * *', async ({ query }) => {
        const [row] = await query(pruneSql, []);
        return Number(row?.['many'] ?? 0);
      }),
    ],
    ddl: [...webhookStatements, beginSql],
  };
}
