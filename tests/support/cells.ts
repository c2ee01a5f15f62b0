import pg from 'pg';
import { verifySql, type Difference } from '../../server/domain/ledger/verify-sql.ts';
import { provisionTenant } from '../../server/provisioning/provision.ts';
import { createDatabase, type Template } from './postgres.ts';
import { appOn, hosts, password, root, type TestApp } from './test-app.ts';

/** An installation with a platform and nobody else: where a tenant may move. */
export const platformOnly: Template = {
  name: 'platform_only',
  prepare: async (url) => {
    const test = await appOn(url);
    const admin = { account: 'superAdmin', password };
    const shared = { adminName: 'Ada', timeZone: 'America/New_York', locale: 'en-US' as const, email: 'p@example.com' };
    const platform = { ...shared, name: 'Platform', code: 'platform', host: hosts.platform, kind: 'platform' as const };
    await provisionTenant({ ...test.node, root }, { ...platform, admin }, null);
    await test.close();
  },
};

export interface OtherCell {
  readonly test: TestApp;
  readonly owner: pg.Pool;
  close(): Promise<void>;
}

export async function openOtherCell(): Promise<OtherCell> {
  const database = await createDatabase(platformOnly);
  const test = await appOn(database.url);
  const owner = new pg.Pool({ connectionString: database.url, max: 2 });
  return {
    test,
    owner,
    close: async () => {
      await owner.end();
      await test.close();
      await database.drop();
    },
  };
}

/** What `npm run ledger:verify` finds, one line for each. */
export async function findings(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<Difference>(verifySql);
  return rows.map(
    ({ check, tenant, subject, stands, proven }) => `${check} ${tenant}/${subject}: ${stands} <> ${proven}`,
  );
}
