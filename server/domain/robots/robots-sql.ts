const definer = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public';

/** Sources of robot events: table, condition, and the columns that identify the record. */
const sources: readonly { kind: string; table: string; verb: string; when: string; number: string; text: string }[] = [
  { kind: 'alert', table: 'track_alert', verb: 'INSERT', when: `NEW.status = 'open'`, number: 'kind', text: 'text' },
  ...[
    ['orderFailed', `NEW.status = 'failed' AND OLD.status <> 'failed'`, 'errorText'],
    [
      'orderWaiting',
      `NEW.status IN ('waitingForFunds', 'held') AND OLD.status NOT IN ('waitingForFunds', 'held')`,
      'missingSum',
    ],
  ].map(([kind = '', when = '', text = '']) => ({
    ...{ kind, table: '"order"', verb: 'UPDATE', when, number: 'orderNo', text },
  })),
  {
    kind: 'rechargeApplied',
    table: 'recharge',
    verb: 'INSERT',
    when: `NEW.status = 'pending'`,
    number: 'rechargeNo',
    text: 'amount',
  },
  {
    ...{
      kind: 'billMatched',
      table: 'carrier_bill',
      verb: 'UPDATE',
      when: `NEW.status = 'matched' AND OLD.status <> 'matched'`,
    },
    ...{ number: 'number', text: 'sum' },
  },
];

const note = `CREATE OR REPLACE FUNCTION robots.note() RETURNS trigger ${definer} AS $$
   DECLARE row jsonb;
   BEGIN
     IF NOT EXISTS (SELECT FROM robot r WHERE r.tenant_id = NEW.tenant_id AND r.status = 'enabled' AND TG_ARGV[0] = ANY (r.notices)) THEN
       RETURN NULL;
     END IF;
     row := to_jsonb(NEW);
     INSERT INTO robots.waiting (tenant_id, robot, kind, params)
       SELECT NEW.tenant_id, r.id, TG_ARGV[0], jsonb_build_object('number', row ->> TG_ARGV[1], 'text', coalesce(row ->> TG_ARGV[2], row ->> 'errorDetail', ''),
           'currency', coalesce(row ->> 'currency', ''),
           'package', coalesce((SELECT p."trackingNo" FROM package p WHERE p.tenant_id = NEW.tenant_id AND p.id = (row ->> 'package')::bigint), ''),
           'customer', coalesce((SELECT c.name FROM customer c WHERE c.tenant_id = NEW.tenant_id AND c.id = (row ->> 'customer')::bigint), ''))
         FROM robot r WHERE r.tenant_id = NEW.tenant_id AND r.status = 'enabled' AND TG_ARGV[0] = ANY (r.notices);
     RETURN NULL;
   END $$`;

const tables = ['waiting', 'sent', 'lane'];

/** Events are stored by trigger and sent by a task, so that no transaction waits for a robot. */
export const robotStatements: readonly string[] = [
  `CREATE SCHEMA IF NOT EXISTS robots`,
  `GRANT USAGE ON SCHEMA robots TO lading_app, lading_system`,
  `CREATE TABLE IF NOT EXISTS robots.waiting (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant_id bigint NOT NULL, robot bigint NOT NULL, kind text NOT NULL, params jsonb NOT NULL,
     at timestamptz NOT NULL DEFAULT now(), tries integer NOT NULL DEFAULT 0)`,
  `CREATE INDEX IF NOT EXISTS waiting_robot ON robots.waiting (tenant_id, robot, id)`,
  `CREATE TABLE IF NOT EXISTS robots.sent (tenant_id bigint NOT NULL, robot bigint NOT NULL, at timestamptz NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS sent_robot ON robots.sent (tenant_id, robot, at)`,
  // Which node is sending to a robot, and its lease.
  `CREATE TABLE IF NOT EXISTS robots.lane (
     tenant_id bigint NOT NULL, robot bigint NOT NULL, busy_until timestamptz, rests_until timestamptz, PRIMARY KEY (tenant_id, robot))`,
  ...tables.flatMap((table) => [
    `ALTER TABLE robots.${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE robots.${table} FORCE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS system ON robots.${table}`,
    `CREATE POLICY system ON robots.${table} TO lading_system USING (true)`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON robots.${table} TO lading_system`,
  ]),
  note,
  `GRANT CREATE ON SCHEMA robots TO lading_system`,
  `ALTER FUNCTION robots.note() OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION robots.note() FROM PUBLIC`,
  `REVOKE CREATE ON SCHEMA robots FROM lading_system`,
  ...sources.map(
    ({
      kind,
      table,
      verb,
      when,
      number,
      text,
    }) => `CREATE OR REPLACE TRIGGER "robots_${kind}" AFTER ${verb} ON ${table} FOR EACH ROW WHEN (${when})
       EXECUTE FUNCTION robots.note('${kind}', '${number}', '${text}')`,
  ),
];
