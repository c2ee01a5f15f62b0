import { defineCommand, defineFiller, issue, type SavedRow } from '../../modules/module.ts';

/**
 * What a returned parcel says of itself, for records of the warehouse: it arrived on the day on which it came back, or was put
 * to stock where it has stayed, because the days before are charged as a return. $1 ids.
 */
const parcel = `CREATE OR REPLACE FUNCTION warehouse.parcels(ids bigint[]) RETURNS TABLE (id text, customer text, number text, "unitType" text,
      weight text, "arrivedOn" text, "leftOn" text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   SELECT p.id::text, p.customer::text, coalesce(p."trackingNo", p."parcelNo"), p."unitType", p.weight::text,
          (CASE WHEN p."endedAt" IS NOT NULL AND p.choice = 'keep' THEN p."endedAt" ELSE p."arrivedAt" END AT TIME ZONE t."timeZone")::date::text,
          (CASE WHEN p.choice = 'keep' THEN NULL ELSE p."endedAt" END AT TIME ZONE t."timeZone")::date::text
     FROM returned_parcel p JOIN tenant t ON t.id = p.tenant_id
    WHERE p.tenant_id = lading.tenant() AND lading.staff() AND p.id = ANY (ids) $$`;

/** A parcel that is sent again or destroyed leaves the warehouse that day. */
const leave = `CREATE OR REPLACE FUNCTION warehouse.parcel_left() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, public AS $$
   BEGIN
     IF NEW.status IN ('processed', 'disposed') AND OLD.status NOT IN ('processed', 'disposed') AND NEW.choice IS DISTINCT FROM 'keep' THEN
       UPDATE warehouse_record r SET "leftOn" = greatest(r."arrivedOn", (now() AT TIME ZONE t."timeZone")::date), version = r.version + 1, "updatedAt" = now()
         FROM tenant t WHERE t.id = NEW.tenant_id AND r.tenant_id = NEW.tenant_id AND r."returnedParcel" = NEW.id AND r."leftOn" IS NULL;
     END IF;
     RETURN NULL;
   END $$`;

/** What is billed stays, because its bill is counted from it. */
const keepBilled = `CREATE OR REPLACE FUNCTION warehouse.keep_billed() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   BEGIN
     IF lading.tenant() IS NULL THEN RETURN OLD; END IF;
     RAISE EXCEPTION 'warehouse.billed' USING ERRCODE = 'LD411', COLUMN = '', DETAIL = json_build_object('day', OLD."billedTo",
       'bill', (SELECT e ->> 'no' FROM jsonb_array_elements(OLD.billing -> 'bills') e ORDER BY e ->> 'to' DESC LIMIT 1))::text;
   END $$`;

export const warehouseStatements: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS warehouse',
  'GRANT USAGE ON SCHEMA warehouse TO lading_app, lading_system',
  'GRANT CREATE ON SCHEMA warehouse TO lading_system',
  ...[parcel, leave, keepBilled],
  ...['parcels(bigint[])', 'parcel_left()'].flatMap((name) => [
    `ALTER FUNCTION warehouse.${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION warehouse.${name} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION warehouse.${name} TO lading_app`,
  ]),
  'REVOKE CREATE ON SCHEMA warehouse FROM lading_system',
  `CREATE OR REPLACE TRIGGER warehouse_parcel_left AFTER UPDATE OF status ON returned_parcel FOR EACH ROW EXECUTE FUNCTION warehouse.parcel_left()`,
  `CREATE OR REPLACE TRIGGER keep_billed BEFORE DELETE ON warehouse_record FOR EACH ROW WHEN (OLD."billedTo" IS NOT NULL)
     EXECUTE FUNCTION warehouse.keep_billed()`,
];

const parcelsSql = 'SELECT * FROM warehouse.parcels($1::bigint[])';

/** A record of a returned parcel belongs to the parcel's customer and takes its facts as defaults. */
export const fillRecords = defineFiller('warehouse-record', async ({ records, query }) => {
  const ids = records.map((record) => record['returnedParcel']).filter((id) => typeof id === 'string');
  if (ids.length === 0) return records.map(() => null);
  const found = new Map((await query(parcelsSql, [ids])).map((row) => [row['id'], row]));
  return records.map((record) => {
    const of = found.get(record['returnedParcel']);
    if (!of) return null;
    const { customer, number, unitType, weight, arrivedOn, leftOn } = of;
    const said = {
      reference: number,
      arrivedOn,
      leftOn,
      ...(weight === null ? {} : { weight: Number(weight), unitType }),
    };
    const missing = Object.entries(said).filter(([name, value]) => value !== null && (record[name] ?? null) === null);
    return { ...Object.fromEntries(missing), ...(customer === null ? {} : { customer }) };
  });
});

const id = { type: 'string', pattern: '^[0-9]{1,18}$' };

/** Takes returned parcels over into a warehouse, each once. */
export const takeOver = defineCommand({
  path: 'WarehouseRecord/takeOver',
  body: {
    type: 'object',
    required: ['parcels', 'warehouse'],
    additionalProperties: false,
    properties: { parcels: { type: 'array', minItems: 1, maxItems: 500, items: id }, warehouse: id },
    examples: [{ parcels: ['7001'], warehouse: '3001' }],
  },
  answer: {
    type: 'object',
    required: ['added', 'already', 'refused'],
    properties: { added: { type: 'integer' }, already: { type: 'integer' }, refused: { type: 'integer' } },
    examples: [{ added: 1, already: 0, refused: 0 }],
  },
  needs: { entity: 'warehouse-record', code: 'add' },
  perMinute: 60,
  async run(call) {
    const asked = [...new Set(call.body['parcels'] as readonly string[])];
    const [warehouse] = await call.list('warehouse', { id: String(call.body['warehouse']) }, 1);
    if (!warehouse) return call.refuse(issue('reference.missing', 'warehouse'));
    const parcels = await call.list('returned-parcel', { 'id.in': asked.join(',') }, asked.length);
    const known = await call.list('warehouse-record', { 'returnedParcel.in': asked.join(',') }, asked.length);
    const taken = new Set(known.map((record) => record['returnedParcel']));
    const fresh = parcels.filter((row) => typeof row['customer'] === 'string' && !taken.has(row['id']));
    const rows = fresh.map((row): SavedRow => ({
      key: `returned-parcel-${String(row['id'])}`,
      values: {
        ...{ kind: 'inbound', warehouse: warehouse['id'], returnedParcel: row['id'], customer: row['customer'] },
        ...{ pieces: 1, arrivedOn: null },
      },
    }));
    const saved = await call.save('warehouse-record', rows);
    const added = saved.filter(({ ok }) => ok).length;
    return { added, already: taken.size, refused: asked.length - taken.size - added };
  },
});
