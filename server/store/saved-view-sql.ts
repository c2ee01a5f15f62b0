import { actorId, param, pieces, slot, type SqlFragment } from './sql.ts';
import { appRole, systemRole } from './row-security.ts';

/** With whom a view is shared: no one, the same organisation or customer, or the holders of a role. */
export type Sharing = 'mine' | 'team' | 'role';

export interface SavedViewRow {
  id: string;
  path: string;
  name: string;
  share: Sharing;
  /** The role it is shared with, or null. */
  role: string | null;
  pinned: boolean;
  preferred: boolean;
  /** The list's settings as JSON text. */
  state: string;
}

/** A team: a customer's accounts, or the staff of one organisation. */
const team = slot(
  ({ facts }) => (facts.member ? `member:${facts.member}` : facts.org ? `org:${facts.org}` : null),
  'text',
);
const roles = slot((asker) => asker.roleIds, 'bigint[]');

const own = pieces('account_id = ', actorId);
const seen = (): SqlFragment =>
  pieces(
    'tenant_id = lading.tenant() AND (',
    own,
    ` OR (share = 'team' AND team = `,
    team,
    `) OR (share = 'role' AND role_id = ANY(`,
    roles,
    ')))',
  );
/** A view may be changed by its author and by managers of roles. */
const changeable = (id: string, manager: boolean): SqlFragment =>
  pieces(
    'tenant_id = lading.tenant() AND id = ',
    param(id, 'bigint'),
    ' AND (',
    own,
    manager ? ' OR ' : '',
    manager ? `share <> 'mine'` : '',
    ')',
  );

/** The views of a list visible to this person, their own first. */
export const savedViewsSql = (path: string, manager: boolean): SqlFragment =>
  pieces(
    `SELECT coalesce(json_agg(json_build_object('id', id::text, 'name', name, 'share', share, 'role', role_id::text,
            'pinned', pinned, 'preferred', preferred, 'state', state, 'own', `,
    own,
    `, 'mayChange', `,
    own,
    manager ? ` OR share <> 'mine'` : '',
    `) ORDER BY (`,
    own,
    `) DESC, lower(name), id), '[]')::text AS views FROM lading.saved_view WHERE `,
    manager ? pieces('(', seen(), ` OR (tenant_id = lading.tenant() AND share = 'role'))`) : seen(),
    ' AND path = ',
    param(path, 'text'),
  );

export const addSavedViewSql = (view: SavedViewRow): SqlFragment =>
  pieces(
    `INSERT INTO lading.saved_view (tenant_id, id, account_id, path, name, share, team, role_id, pinned, preferred, state)
     VALUES (lading.tenant(), `,
    param(view.id, 'bigint'),
    ', ',
    actorId,
    ', ',
    param(view.path, 'text'),
    ', ',
    param(view.name, 'text'),
    ', ',
    param(view.share, 'text'),
    ', ',
    team,
    ', ',
    param(view.role, 'bigint'),
    ', ',
    param(view.pinned, 'boolean'),
    ', ',
    param(view.preferred, 'boolean'),
    ', ',
    param(view.state, 'json'),
    ')',
  );

/** Answers the id if the view exists and this person may change it. */
export const changeSavedViewSql = (view: SavedViewRow, manager: boolean): SqlFragment =>
  pieces(
    'UPDATE lading.saved_view SET name = ',
    param(view.name, 'text'),
    ', share = ',
    param(view.share, 'text'),
    ', team = CASE WHEN ',
    own,
    ' THEN ',
    team,
    ' ELSE team END, role_id = ',
    param(view.role, 'bigint'),
    ', pinned = ',
    param(view.pinned, 'boolean'),
    ', preferred = ',
    param(view.preferred, 'boolean'),
    ', state = ',
    param(view.state, 'json'),
    ' WHERE ',
    changeable(view.id, manager),
    ' AND path = ',
    param(view.path, 'text'),
    ' RETURNING id::text AS id',
  );

/** A list has one default view per person and one per role. */
export const yieldPreferenceSql = (view: SavedViewRow): SqlFragment =>
  pieces(
    'UPDATE lading.saved_view SET preferred = false WHERE tenant_id = lading.tenant() AND preferred AND path = ',
    param(view.path, 'text'),
    ' AND id <> ',
    param(view.id, 'bigint'),
    ' AND share = ',
    param(view.share, 'text'),
    ' AND ',
    view.share === 'role' ? pieces('role_id = ', param(view.role, 'bigint')) : own,
  );

export const dropSavedViewSql = (id: string, manager: boolean): SqlFragment =>
  pieces('DELETE FROM lading.saved_view WHERE ', changeable(id, manager), ' RETURNING id::text AS id');

/** Answers a row if this tenant has the role. */
export const roleThereSql = (role: string): SqlFragment =>
  pieces('SELECT id::text AS id FROM role WHERE tenant_id = lading.tenant() AND id = ', param(role, 'bigint'));

export const countSavedViewsSql = (): SqlFragment =>
  pieces('SELECT count(*)::integer AS count FROM lading.saved_view WHERE tenant_id = lading.tenant() AND ', own);

export const savedViewDdl: string[] = [
  `CREATE TABLE IF NOT EXISTS lading.saved_view (
     tenant_id bigint NOT NULL, id bigint NOT NULL, account_id bigint NOT NULL, path text NOT NULL, name text NOT NULL,
     share text NOT NULL CHECK (share IN ('mine', 'team', 'role')), team text, role_id bigint,
     pinned boolean NOT NULL, preferred boolean NOT NULL, state json NOT NULL, PRIMARY KEY (tenant_id, id))`,
  `CREATE INDEX IF NOT EXISTS saved_view_path ON lading.saved_view (tenant_id, path)`,
  `ALTER TABLE lading.saved_view ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE lading.saved_view FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS wall ON lading.saved_view`,
  `CREATE POLICY wall ON lading.saved_view TO ${appRole} USING (tenant_id = (SELECT lading.tenant()))`,
  `DROP POLICY IF EXISTS system ON lading.saved_view`,
  `CREATE POLICY system ON lading.saved_view TO ${systemRole} USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON lading.saved_view TO ${appRole}, ${systemRole}`,
];
