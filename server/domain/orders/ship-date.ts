/**
 * The day on which an order ships: the requested one, but not before the next working day of its origin, in the
 * origin's zone. Past the cut-off the day does not count; neither do Saturdays, Sundays and the origin's holidays.
 */
export const shipDateStatements: readonly string[] = [
  `CREATE OR REPLACE FUNCTION orders.ship_date(of_tenant bigint, given date, place bigint, at timestamptz) RETURNS date
     LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE f record; own text; moment timestamp; working date;
   BEGIN
     SELECT "timeZone" INTO own FROM tenant WHERE id = of_tenant;
     SELECT "cutOff"::text AS "cutOff", "timeZone" INTO f FROM channel_ship_from WHERE tenant_id = of_tenant AND id = place;
     BEGIN
       moment := at AT TIME ZONE coalesce(f."timeZone", own);
     EXCEPTION WHEN invalid_parameter_value THEN
       moment := at AT TIME ZONE own;
     END;
     working := moment::date;
     IF moment::time > f."cutOff"::time THEN working := working + 1; END IF;
     WHILE extract(isodow FROM working) > 5 OR EXISTS (
       SELECT FROM "channel_ship_from__holidays" h WHERE h.tenant_id = of_tenant AND h.parent_id = place AND h."day" = working) LOOP
       working := working + 1;
     END LOOP;
     RETURN greatest(working, given);
   END $$`,
  `GRANT CREATE ON SCHEMA orders TO lading_system`,
  `ALTER FUNCTION orders.ship_date(bigint, date, bigint, timestamptz) OWNER TO lading_system`,
  `REVOKE CREATE ON SCHEMA orders FROM lading_system`,
];

/** The ship date of the order `o` if it were placed now. */
export const shipDateOf = (o: string): string =>
  `orders.ship_date(${o}.tenant_id, ${o}."shipDate", CASE WHEN ${o}."senderMode" = 'channel' THEN ${o}."shipFrom" END, now())`;

/**
 * When an order placed now would ship, by $1 the requested day: from an address of one's own and, if $2, from the
 * addresses of channels.
 */
export const shipDatesSql = `SELECT orders.ship_date(lading.tenant(), $1, NULL, now())::text AS own,
  (SELECT coalesce(json_object_agg(f.channel, orders.ship_date(f.tenant_id, $1, f.id, now())), '{}')
     FROM channel_ship_from f WHERE $2 AND f.status = 'enabled') AS channels`;
