/**
 * Rows of customer bills for services other than parcels: freight, consolidations, deliveries to warehouses, storage. A source and
 * its part have one row at most: the same again changes nothing, another amount replaces it until a bill has it.
 */
const charge = `CREATE OR REPLACE FUNCTION sale.charge_service(of_lines json) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant(); l record; known member_bill_line;
   BEGIN
     IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     FOR l IN SELECT * FROM json_to_recordset(of_lines) AS x (entity text, id text, part text, customer bigint, category text,
                amount numeric, cost numeric, currency text, day date, "trackingNo" text, note text, notes jsonb, person bigint) ORDER BY x.entity, x.id, x.part LOOP
       PERFORM pg_advisory_xact_lock(hashtextextended('sale.service|' || own || '|' || l.entity || '|' || l.id || '|' || l.part, 7022));
       SELECT * INTO known FROM member_bill_line r
        WHERE r.tenant_id = own AND r."sourceEntity" = l.entity AND r."sourceId" = l.id AND r."sourcePart" = l.part FOR UPDATE;
       IF FOUND AND (known.customer, known.currency, known.new, known.category) = (l.customer, l.currency, l.amount, l.category)
          AND (known.status <> 'open' OR known.cost IS NOT DISTINCT FROM l.cost) THEN CONTINUE; END IF;
       IF FOUND AND known.status <> 'open' THEN RETURN json_build_object('code', 'onBill', 'part', l.part); END IF;
       DELETE FROM member_bill_line r WHERE r.tenant_id = own AND r.id = known.id;
       INSERT INTO member_bill_line (tenant_id, id, org_id, "createdBy", "updatedBy", status, kind, customer, "trackingNo", category, currency,
           old, new, difference, reason, cost, "billedOn", note, notes, "sourceEntity", "sourceId", "sourcePart")
         SELECT own, lading.new_id(), c.org_id, l.person, l.person, 'open', 'service', c.id, left(l."trackingNo", 40), l.category, l.currency,
                0, l.amount, l.amount, 'service', l.cost, l.day, left(l.note, 200), (SELECT jsonb_object_agg(n.key, left(n.value, 200)) FROM jsonb_each_text(l.notes) n), l.entity, l.id, l.part
           FROM customer c WHERE c.tenant_id = own AND c.id = l.customer;
       IF NOT FOUND THEN RETURN json_build_object('code', 'noCustomer', 'part', l.part); END IF;
     END LOOP;
     RETURN NULL;
   END $$`;

/** Takes the rows of a source back while none of them is on a bill; null on success. */
const drop = `CREATE OR REPLACE FUNCTION sale.drop_service(of_entity text, of_id text) RETURNS json
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   DECLARE own bigint := lading.tenant();
   BEGIN
     IF own IS NULL OR NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     PERFORM FROM member_bill_line r WHERE r.tenant_id = own AND r."sourceEntity" = of_entity AND r."sourceId" = of_id FOR UPDATE;
     IF EXISTS (SELECT FROM member_bill_line r WHERE r.tenant_id = own AND r."sourceEntity" = of_entity AND r."sourceId" = of_id AND r.status <> 'open') THEN
       RETURN json_build_object('code', 'onBill');
     END IF;
     DELETE FROM member_bill_line r WHERE r.tenant_id = own AND r."sourceEntity" = of_entity AND r."sourceId" = of_id;
     RETURN NULL;
   END $$`;

const names = ['sale.charge_service(json)', 'sale.drop_service(text, text)'];

export const serviceStatements: readonly string[] = [
  `GRANT CREATE ON SCHEMA sale TO lading_system`,
  charge,
  drop,
  ...names.flatMap((name) => [
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
    `GRANT EXECUTE ON FUNCTION ${name} TO lading_app`,
  ]),
  `REVOKE CREATE ON SCHEMA sale FROM lading_system`,
];
