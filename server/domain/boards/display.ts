import { defineCommand, definePublic, issue, type JsonSchema, type SystemServices } from '../../modules/module.ts';
import { reachOf } from './reach.ts';
import { wallFigures, wallSchema } from './wall.ts';

const text: JsonSchema = { type: 'string' };
const entity = 'board-display';

const purpose = 'boards.display';

/** The display id of a signed link; null for an invalid one. */
function idOfLink(services: SystemServices, tenant: string, link: string): string | null {
  const [, id, given] = /^([0-9]{1,19})[.]([\w-]{22})$/.exec(link) ?? [];
  return id && given && services.isSigned(purpose, `${tenant}:${id}`, given) ? id : null;
}

/**
 * The link for a wall screen without a session: it shows the monitor while the display is active, and nothing else. The
 * monitor covers the whole company, so only people who see all of it may create links.
 */
export const displayLink = defineCommand({
  path: 'Monitor/link',
  needs: { entity, code: 'read' },
  perMinute: 60,
  body: {
    type: 'object',
    required: ['display'],
    additionalProperties: false,
    properties: { display: { type: 'string', pattern: '^[0-9]{1,19}$' } },
  },
  answer: { type: 'object', required: ['link'], properties: { link: text } },
  async run(call) {
    const [display] = await call.list(entity, { 'id.in': String(call.body['display']), status: 'active' }, 1);
    if (!display) return call.refuse(issue('boards.displayGone', 'display'));
    if ((await reachOf(call)) !== null) return call.refuse(issue('boards.partOnly', 'display'));
    const id = String(display['id']);
    const link = `${id}.${call.services.sign(purpose, `${call.tenant}:${id}`)}`;
    return { link: `/public/monitor?t=${link}&culture=${String(display['language'])}` };
  },
});

const openSql = `SELECT name FROM board_display WHERE tenant_id = $1 AND id = $2 AND status = 'active'`;
const seenSql = `UPDATE board_display SET "lastSeenAt" = now()
  WHERE tenant_id = $1 AND id = $2 AND coalesce("lastSeenAt", '-infinity') < now() - interval '1 minute'`;

/** The monitor's figures for a screen with a link and no session. */
export const publicMonitor = definePublic({
  path: 'Monitor/public',
  body: {
    type: 'object',
    required: ['link'],
    properties: { link: { ...text, maxLength: 60, description: 'What stands behind `t=` in the link of a display.' } },
  },
  // Several screens may share an address, each polling four times a minute.
  perMinute: 120,
  answer: {
    type: 'object',
    properties: { ...wallSchema, name: text, timeZone: text },
  },
  async run({ tenant, timeZone, body, services, refuse }) {
    const id = idOfLink(services, tenant, String(body['link']));
    const [display] = id === null ? [] : await services.query(openSql, [tenant, id]);
    if (!display) return refuse(issue('boards.displayGone', 'link'));
    const [figures] = await Promise.all([
      wallFigures(services, { tenant, timeZone, orgs: null }),
      services.query(seenSql, [tenant, id]),
    ]);
    return { ...figures, name: display['name'], timeZone };
  },
});
