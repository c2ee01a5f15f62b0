import { Kysely, type Generated, PostgresDialect } from 'kysely';
import pg from 'pg';
import { cut, keptAlive } from './connection.ts';
import { committedNow, createStandby } from './nodes/standby.ts';
import { trackConnections } from './watch.ts';

/** The tables that sign-in and provisioning read and write as the system role, typed. Ids are decimal text. */
export interface SystemTables {
  tenant: {
    withheld: unknown;
    planWithheld: unknown;
    tenant_id: string;
    id: string;
    name: string;
    code: string;
    kind: string;
    host: string;
    timeZone: string;
    currency: string;
    defaultLocale: string;
    logo: string | null;
    status: string;
  };
  account: {
    tenant_id: string;
    id: string;
    account: string;
    name: string;
    nickName: string | null;
    password: string;
    avatar: string | null;
    email: string | null;
    phone: string | null;
    tel: string | null;
    sex: string | null;
    birthday: string | null;
    org: string;
    roles: string[] | null;
    positions: string[] | null;
    jobNum: string | null;
    adminType: string;
    customer: string | null;
    status: string;
    orgs: string[] | null;
    mustChange: boolean | null;
    secondFactor: boolean | null;
  };
  role: {
    tenant_id: string;
    id: string;
    code: string;
    name: string;
    template: string;
    within: string | null;
    customer: string | null;
    dataScopeType: string;
    roleType: string | null;
    orgs: string[] | null;
    menus: string[] | null;
  };
  role__grants: {
    tenant_id: string;
    parent_id: string;
    entity: string;
    codes: string;
    rows: string;
    hide: string | null;
  };
  org: { tenant_id: string; id: string; name: string };
  customer: { tenant_id: string; id: string; name: string; status: string };
  session: {
    tenant_id: string;
    id: string;
    account: string;
    ip: string | null;
    browser: string | null;
    os: string | null;
    lastSeenAt: Date | string;
    expiresAt: Date | string;
    revokedAt: Date | string | null;
    station: Generated<string | null>;
    createdBy: string;
    updatedBy: string;
  };
  'lading.session_token': {
    token_hash: Buffer;
    tenant_id: string;
    session_id: string;
    account_id: string;
    member_id: string | null;
    time_zone: string;
    epoch: number;
    expires_at: Date | string;
    revoked_at: Date | null;
    replaced: Generated<boolean>;
    is_key: Generated<boolean>;
    factor_due: Generated<boolean>;
    station_id: Generated<string | null>;
    idle_minutes: Generated<number | null>;
    ends_at: Generated<Date | string | null>;
    preview_role: string | null;
    preview_of: Buffer | null;
  };
  'lading.failed_sign_in': { tenant_id: string; subject: string; failures: number; last_at: Date | string };
}

export interface SystemDatabase {
  readonly db: Kysely<SystemTables>;
  /** How many connections it has at most. */
  readonly most: number;
  readonly pool: pg.Pool;
  /** Like `pool.query`, for what takes long and changes nothing: a standby answers once it has what is committed now. */
  report<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Gives up every connection: the database does not answer on any. */
  drop(): void;
  close(): Promise<void>;
}

/** Milliseconds for one report of the system role. */
const reportDeadline = 60_000;

/** The system role's own few connections: a named actor behind its own policy, never the owner of a table. */
export function createSystemDatabase({
  standbyUrl = null,
  ...options
}: pg.PoolConfig & { max: number; standbyUrl?: string | null }): SystemDatabase {
  const pool = new pg.Pool({ connectionTimeoutMillis: 2_000, ...keptAlive, ...options });
  const open = trackConnections(pool);
  const db = new Kysely<SystemTables>({ dialect: new PostgresDialect({ pool }) });
  const standby = standbyUrl ? createStandby({ ...keptAlive, ...options, connectionString: standbyUrl }) : null;
  return {
    ...{ db, pool, most: options.max },
    async report<Row>(text: string, values: readonly unknown[]) {
      if (standby?.mayAnswer()) {
        const { rows } = await pool.query<{ mark: string }>(committedNow.text);
        const found = await standby.read(rows[0]?.mark ?? '', [{ text, values }], reportDeadline);
        if (found) return (found[0] ?? []) as Row[];
      }
      return (await pool.query(text, [...values])).rows as Row[];
    },
    drop() {
      open.cutAll(cut);
      standby?.drop();
    },
    // Kysely would leave a pool open that was never asked through it.
    close: async () => void (await Promise.all([pool.end(), standby?.close()])),
  };
}
