import { defineExternalCall, defineSchedule, issue, type ServerModule } from '../../modules/module.ts';
import { robotStatements } from './robots-sql.ts';
import { robotOf, sendWaiting } from './send.ts';
import { tell, type Service } from './services.ts';

/** Notifications to group robots of WeCom, DingTalk and Feishu. */
export const robots = ({ hosts }: { hosts: readonly string[] }): ServerModule => ({
  handlers: [
    defineExternalCall('robots.test', async ({ services: deps, tenant, entity, id }) => {
      const [row] = await deps.query(
        `WITH told AS (INSERT INTO robots.sent (tenant_id, robot, at) VALUES ($1, $2, now()))
           SELECT r.service, r.language, (SELECT t.name FROM tenant t WHERE t.id = $1) AS tenant,
                  (SELECT count(*)::integer FROM robots.sent s WHERE s.tenant_id = $1 AND s.robot = $2 AND s.at > now() - interval '1 minute') AS before
             FROM robot r WHERE r.tenant_id = $1 AND r.id = $2`,
        [tenant, id],
      );
      if (Number(row?.['before'] ?? 0) >= 10) return { issues: [issue('robots.tooFast', '')] };
      const robot = await robotOf(deps, { tenant, id, service: row?.['service'] as Service });
      const text = deps.say(String(row?.['language']), 'boards', 'robotTest', { tenant: String(row?.['tenant']) });
      const lastResult = robot ? await tell(robot, text, { hosts, now: Date.now() }) : 'badAddress';
      const unnoted = await deps.act({ tenant, entity, id }, 'noteResult', { lastResult });
      if (unnoted.length > 0) return { issues: unnoted };
      return lastResult === 'sent' ? {} : { issues: [reasons[lastResult]] };
    }),
  ],
  schedules: [
    defineSchedule('robots-send', '* * * * *', async ({ services }) =>
      services ? sendWaiting({ services, hosts, now: () => Date.now() }) : 0,
    ),
  ],
  ddl: robotStatements,
});

const reasons = {
  tooFast: issue('robots.tooFast', ''),
  refused: issue('robots.refused', ''),
  noAnswer: issue('robots.noAnswer', ''),
  badAddress: issue('robots.badAddress', 'address'),
};
