import { defineJob, definePublic, issue, type SystemServices, type JsonSchema } from '../../../modules/module.ts';
import { idOfLink, linkTo, parcelPage } from './links.ts';

/** Who is mailed about a parcel, and the state that they know. */
export const followStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS tracking.follower (
     tenant_id bigint NOT NULL, id bigint NOT NULL, package bigint NOT NULL, mail text NOT NULL, culture text NOT NULL,
     told text NOT NULL, stopped_at timestamptz, at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, package, mail))`,
  `ALTER TABLE tracking.follower ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE tracking.follower FORCE ROW LEVEL SECURITY`,
  `DROP POLICY IF EXISTS system ON tracking.follower`,
  `CREATE POLICY system ON tracking.follower TO lading_system USING (true)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON tracking.follower TO lading_system`,
];

/** A parcel is waited for by a few people and not by a mailing list. */
const maxFollowers = 10;
/** States that followers are mailed about. */
const toldOf: ReadonlySet<string> = new Set([
  ...(['picked_up', 'in_transit', 'out_for_delivery', 'delivered', 'ready_for_pickup', 'on_hold'] as const),
  ...(['delivery_delayed', 'delivery_failed', 'return_to_sender'] as const),
]);

/** Counted under the parcel's own lock, so that many at once are no more than are allowed. */
const followSql = `WITH of AS (
    SELECT p.tenant_id, p.id, p."trackingStatus" FROM package p
     WHERE p.tenant_id = $1 AND p.id = $2 AND p.status <> 'voided' FOR UPDATE)
  INSERT INTO tracking.follower (tenant_id, id, package, mail, culture, told)
    SELECT of.tenant_id, $3, of.id, $4, $5, of."trackingStatus" FROM of
     WHERE (SELECT count(*) FROM tracking.follower f WHERE f.tenant_id = $1 AND f.package = $2 AND f.mail <> $4) < $6
  ON CONFLICT (tenant_id, package, mail)
    DO UPDATE SET stopped_at = NULL, culture = EXCLUDED.culture,
      told = CASE WHEN tracking.follower.stopped_at IS NULL THEN tracking.follower.told ELSE EXCLUDED.told END
  RETURNING id`;

const text: JsonSchema = { type: 'string' };
const nothing: JsonSchema = { type: 'null' };
const link: JsonSchema = { ...text, maxLength: 60 };

/** Subscribes an address to mails about a parcel. */
export const followParcel = definePublic({
  path: 'Tracking/follow',
  body: {
    type: 'object',
    required: ['link', 'mail'],
    properties: { link, mail: { ...text, maxLength: 100, pattern: '^[^@\\s<>,;"]+@[^@\\s<>,;"]+\\.[A-Za-z]{2,}$' } },
    examples: [{ link: '1njchs.Jd0zJ0OZ2mEFo5bBQpAu9w', mail: 'someone@example.com' }],
  },
  answer: nothing,
  perMinute: 5,
  async run({ tenant, body, culture, services, refuse }) {
    const id = idOfLink(services, tenant, 'parcel', String(body['link']));
    if (id === null) return refuse(issue('tracking.notFound', ''));
    const mail = String(body['mail']).toLowerCase();
    const kept = await services.query(followSql, [tenant, id, services.newId(), mail, culture, maxFollowers]);
    if (kept.length === 0) return refuse(issue('tracking.tooManyFollowers', 'mail'));
    return null;
  },
});

/** Ends these mails; calling it again changes nothing. */
export const stopFollowing = definePublic({
  path: 'Tracking/unfollow',
  body: {
    type: 'object',
    required: ['link'],
    properties: { link },
    examples: [{ link: '1njchs.Jd0zJ0OZ2mEFo5bBQpAu9w' }],
  },
  answer: nothing,
  perMinute: 20,
  async run({ tenant, body, services, refuse }) {
    const id = idOfLink(services, tenant, 'follower', String(body['link']));
    if (id === null) return refuse(issue('tracking.notFound', ''));
    await services.query(
      `UPDATE tracking.follower SET stopped_at = coalesce(stopped_at, now()) WHERE tenant_id = $1 AND id = $2`,
      [tenant, id],
    );
    return null;
  },
});

const waitingSql = `SELECT DISTINCT p.id::text AS id, p."trackingStatus" AS state FROM tracking.follower f
    JOIN package p ON p.tenant_id = f.tenant_id AND p.id = f.package
  WHERE f.tenant_id = $1 AND f.package = ANY ($2::bigint[]) AND f.stopped_at IS NULL AND f.told <> p."trackingStatus"`;

/** Enqueues mails about those parcels that have followers; the job determines what is new. */
export async function newsFor(
  services: SystemServices,
  tenant: string,
  packages: readonly { readonly id: string }[],
): Promise<void> {
  const waiting = await services.query(waitingSql, [tenant, packages.map(({ id }) => id)]);
  for (const { id, state } of waiting) {
    if (!toldOf.has(String(state))) continue;
    const of = { tenant, entity: 'package', id: String(id), action: '' };
    await services.enqueue('tracking.tell-followers', of, { key: `followers:${String(id)}` });
  }
}

const followersSql = `SELECT f.id::text AS id, f.mail, f.culture, t.name, t.host,
    (SELECT count(*) FROM track_event e WHERE e.tenant_id = f.tenant_id AND e.package = f.package AND e.ahead IS NOT TRUE)::int AS events
  FROM tracking.follower f JOIN tenant t ON t.id = f.tenant_id
 WHERE f.tenant_id = $1 AND f.package = $2 AND f.stopped_at IS NULL AND f.told <> $3 ORDER BY f.id`;

/** Mails a parcel's new state to followers who were sent another one. Running it again sends nothing twice. */
export const tellFollowers = (originOf: (host: string) => string) =>
  defineJob('tracking.tell-followers', async ({ tenant, record, services: deps }) => {
    const [id, state, number] = ['id', 'trackingStatus', 'trackingNo'].map((name) => String(record[name])) as [
      string,
      string,
      string,
    ];
    if (!toldOf.has(state)) return;
    for (const row of await deps.query(followersSql, [tenant, id, state])) {
      const [follower, culture] = [String(row['id']), String(row['culture'])];
      const page = `${originOf(String(row['host']))}${parcelPage}`;
      const params = {
        ...{ number, tenant: row['name'], state: deps.say(culture, 'tracking', `state.${state}`) },
        page: `${page}?t=${linkTo(deps, tenant, 'parcel', id)}&culture=${culture}`,
        stop: `${page}?stop=${linkTo(deps, tenant, 'follower', follower)}&culture=${culture}`,
      };
      await deps.mail({
        ...{ tenant, to: String(row['mail']), culture, template: 'tracking', about: id },
        title: deps.say(culture, 'tracking', 'mail.title', params),
        text: deps.say(culture, 'tracking', 'mail.text', params),
        key: `tracking:${follower}:${state}:${String(row['events'])}`,
      });
      await deps.query(`UPDATE tracking.follower SET told = $3 WHERE tenant_id = $1 AND id = $2`, [
        ...[tenant, follower, state],
      ]);
    }
  });
