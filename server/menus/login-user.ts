import { screenKey } from '../../engine/core/index.ts';
import type { Actor, Context } from '../operations/context.ts';
import { nameFor, readerOf } from '../operations/read/delivered-names.ts';
import { prepared } from '../store/database.ts';
import { menusSql } from '../store/menu-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { disabledApplications, readApplications } from './applications.ts';
import type { Culture, Texts } from '../texts.ts';
import { callCodes } from '../access/call-codes.ts';
import { permissionCodes } from '../access/rights.ts';
import { canUsePage } from './page-needs.ts';
import { postsOf } from './posts.ts';

interface MenuRow {
  id: string;
  pid: string;
  code: string;
  name: string;
  application: string;
  type: string;
  icon: string | null;
  router: string | null;
  component: string | null;
  entity: string | null;
  openType: string;
  link: string | null;
  redirect: string | null;
  visible: string;
}

/** The person's account with the names of its organisation and customer. */
const readAccount = (system: SystemDatabase, actor: Actor) =>
  system.db
    .selectFrom('account')
    .leftJoin('org', (join) =>
      join.onRef('org.tenant_id', '=', 'account.tenant_id').onRef('org.id', '=', 'account.org'),
    )
    .leftJoin('customer', (join) =>
      join.onRef('customer.tenant_id', '=', 'account.tenant_id').onRef('customer.id', '=', 'account.customer'),
    )
    .select(['account.account', 'account.nickName', 'account.avatar', 'account.sex', 'account.email', 'account.phone'])
    .select(['account.tel', 'account.birthday', 'account.adminType', 'account.jobNum', 'account.org'])
    .select(['org.name as orgName', 'customer.name as customerName'])
    .where('account.tenant_id', '=', actor.tenant)
    .where('account.id', '=', actor.facts.id)
    .executeTakeFirstOrThrow();

/** The signed-in user: person, tenant, permissions, and the menus of all their applications. */
export async function loginUser(
  context: Context,
  system: SystemDatabase,
  actor: Actor,
  culture: Culture,
  texts: Texts,
) {
  const [rows = []] = await context.database.read(actor.entrance, prepared(menusSql(), actor));
  const person = await readAccount(system, actor);
  const disabled = await disabledApplications(system, actor.tenant);
  const entries = await withBoardTitles(system, actor.tenant, culture, rows as unknown as MenuRow[]);
  const menus = nodes(context, actor, entries, culture, texts).filter(({ application }) => !disabled.has(application));
  return {
    id: actor.facts.id,
    account: person.account,
    name: actor.name,
    nickName: person.nickName,
    avatar: person.avatar,
    birthday: person.birthday,
    sex: person.sex,
    email: person.email,
    phone: person.phone,
    tel: person.tel,
    adminType: person.adminType,
    // Rules in forms may use them, so the browser needs them too.
    roleCodes: actor.facts.roles,
    permissions: [
      ...new Set([
        ...permissionCodes(actor.catalog, (entity) => actor.rightsOn(entity)),
        ...callCodes(actor.catalog, (entity) => actor.rightsOn(entity), actor.member),
      ]),
    ],
    menus,
    apps: await readApplications(
      system,
      actor.tenant,
      [...new Set(menus.map((node) => node.application))],
      culture,
      texts,
    ),
    loginEmpInfo: {
      jobNum: person.jobNum,
      orgId: person.org,
      orgName: nameFor(readerOf(actor, texts, culture), 'org', person.orgName),
      ...(await postsOf(system, actor)),
    },
    tenant: { name: actor.tenantName, timeZone: actor.timeZone, currency: actor.currency },
    mustChangePassword: actor.mustChange === true,
    mustEnrolFactor: actor.factorDue === true,
    preview: actor.preview ? { role: actor.preview.name, until: actor.preview.until } : null,
    member: actor.facts.member ? { id: actor.facts.member, name: person.customerName } : null,
  };
}

/**
 * Translates menu entries of a tenant's own dashboards: as long as nobody renamed the entry, it shows the dashboard's
 * title.
 */
async function withBoardTitles(
  { pool }: SystemDatabase,
  tenant: string,
  culture: Culture,
  rows: readonly MenuRow[],
): Promise<readonly MenuRow[]> {
  const boards = rows.filter(({ component, code }) => component === 'board' && code.startsWith('board-'));
  if (boards.length === 0) return rows;
  const { rows: found } = await pool.query<{ screen: string; titles: Record<string, string | null> }>(
    `SELECT l.entity AS screen, (SELECT json_object_agg(culture, words->>'title') FROM jsonb_each(r.document::jsonb->'texts') t(culture, words)) AS titles
       FROM lading.live_schema l JOIN lading.revision r USING (tenant_id, entity, revision)
      WHERE l.tenant_id = $1 AND l.entity = ANY ($2)`,
    [tenant, boards.map(({ code }) => screenKey(code.slice('board-'.length)))],
  );
  const titles = new Map(found.map((each) => [each.screen, each.titles ?? {}]));
  return rows.map((row) => {
    const known = boards.includes(row) ? titles.get(screenKey(row.code.slice('board-'.length))) : undefined;
    const own = known?.[culture];
    return own && Object.values(known).includes(row.name) ? { ...row, name: own } : row;
  });
}

/** Flat menu nodes, without screens of unreadable entities, pages that would only refuse, and empty groups. */
function nodes(context: Context, actor: Actor, rows: readonly MenuRow[], culture: Culture, texts: Texts) {
  const open = rows.filter((row) => {
    if (row.type === '2' || actor.member !== (row.application === 'member')) return false;
    if (actor.withheld?.has(row.code)) return false;
    // Directories follow their content.
    if (row.type !== '0' && actor.menus && !actor.menus.has(row.id)) return false;
    if (!canUsePage(actor, row.component)) return false;
    if (!row.entity) return true;
    const entity = actor.catalog.byName.get(row.entity);
    return entity !== undefined && actor.rightsOn(entity).some((grant) => grant.codes.includes('read'));
  });
  const used = open.filter((row) => row.type !== '0' || hasLeaf(open, row.id));
  const parents = new Set(used.map(({ pid }) => pid));
  const shownBelow = new Set(used.flatMap(({ pid, visible }) => (visible === 'Y' ? [pid] : [])));
  return used.map((row) => {
    const entity = row.entity ? actor.catalog.byName.get(row.entity) : undefined;
    const title =
      texts.menu(culture, row.code) ??
      // A page in several applications has a name per application first.
      (row.component ? texts.menu(culture, row.code.slice(row.code.indexOf('.') + 1)) : undefined) ??
      (entity && !row.component ? texts.entity(culture, entity).plural : row.name);
    return {
      id: row.id,
      pid: row.pid,
      name: row.code,
      path: row.openType === '3' ? (row.link ?? '') : entity && !row.component ? `/${entity.path}` : (row.router ?? ''),
      component: componentOf(row, entity !== undefined),
      redirect: row.openType === '3' ? row.link : row.redirect,
      application: row.application,
      entity: row.entity,
      meta: {
        title,
        icon: row.icon,
        show: row.visible === 'Y',
        hideChildren: parents.has(row.id) && !shownBelow.has(row.id),
        target: row.openType === '3' ? '_blank' : null,
        link: row.link,
      },
    };
  });
}

/** The component of a menu entry: a frame for an inner link, none for an outer one, the entity's screens, or a page. */
function componentOf({ openType, component, type }: MenuRow, hasEntity: boolean): string {
  if (openType === '2') return 'Iframe';
  return component ?? (hasEntity ? 'entity' : type === '0' ? 'PageView' : '');
}

function hasLeaf(rows: readonly MenuRow[], id: string): boolean {
  return rows.some((row) => row.pid === id && (row.type !== '0' || hasLeaf(rows, row.id)));
}
