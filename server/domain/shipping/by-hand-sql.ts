const definer = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public`;

/** Minutes after a carrier call in which it may still be running, so that its outcome is unknown. */
const running = 10;

/**
 * Ends a placing whose outcome the carrier does not tell. With a number the label exists, and `take_labels` follows;
 * without one nothing was made. Answers null, or the code of a refusal.
 */
const endDoubt = `CREATE OR REPLACE FUNCTION shipping.end_doubt(of_order bigint, typed text) RETURNS json ${definer} AS $$
   DECLARE own bigint := lading.tenant(); p shipping.placing;
   BEGIN
     IF NOT lading.staff() THEN RAISE insufficient_privilege; END IF;
     SELECT * INTO p FROM shipping.placing WHERE tenant_id = own AND "order" = of_order AND state <> 'ended' FOR UPDATE;
     IF p.state IS DISTINCT FROM 'asking' THEN RETURN json_build_object('code', 'shipping.notInDoubt'); END IF;
     IF p.leased_until > now() OR p.asked_at > now() - interval '${running} minutes' THEN
       RETURN json_build_object('code', 'shipping.stillAsked', 'minutes', ${running});
     END IF;
     IF typed IS NULL THEN
       UPDATE shipping.placing SET state = 'ended', leased_until = NULL, doubt_at = now() WHERE tenant_id = own AND key = p.key;
       RETURN NULL;
     END IF;
     IF EXISTS (SELECT FROM package k WHERE k.tenant_id = own AND k."trackingNo" = typed AND k."order" <> of_order
                   AND k."createdAt" > now() - interval '180 days') THEN
       RETURN json_build_object('code', 'shipping.numberTaken');
     END IF;
     -- The numbers of further packages are not known here, so a later query must not void what it finds.
     UPDATE shipping.placing SET state = 'ready', leased_until = NULL, doubt_at = NULL,
            account = (SELECT a.id FROM express_account a WHERE a.tenant_id = own AND a.id = p.account)
      WHERE tenant_id = own AND key = p.key;
     RETURN NULL;
   END $$`;

/** The label format of an uploaded file; null: it is no label. */
const labelFormat = `CREATE OR REPLACE FUNCTION shipping.label_format(upload bigint) RETURNS text ${definer} AS $$
   BEGIN
     RETURN (SELECT CASE f."mediaType" WHEN 'application/pdf' THEN 'pdf' WHEN 'image/png' THEN 'png' END
               FROM file f WHERE f.tenant_id = lading.tenant() AND f.id = upload);
   END $$`;

/** Gives an uploaded label to the first package of an order. Answers its format, or null if it is no label. */
const attachUpload = `CREATE OR REPLACE FUNCTION shipping.attach_upload(of_order bigint, upload bigint) RETURNS text ${definer} AS $$
   DECLARE format text := shipping.label_format(upload);
   BEGIN
     IF format IS NULL THEN RETURN NULL; END IF;
     UPDATE package SET "labelFile" = upload, "labelFormat" = format
      WHERE tenant_id = lading.tenant() AND "order" = of_order AND seq = 1 AND status = 'labelled' AND "labelFile" IS NULL;
     RETURN format;
   END $$`;

/** A draft that was made to replace an order, for another attempt; null: there is none. */
const openCopy = `CREATE OR REPLACE FUNCTION shipping.open_copy(of_order bigint) RETURNS bigint ${definer} AS $$
   DECLARE copy bigint;
   BEGIN
     UPDATE "order" SET "errorCode" = NULL, "errorText" = NULL, "errorDetail" = NULL, "errorAt" = NULL
      WHERE tenant_id = lading.tenant() AND replaces = of_order AND status = 'draft' RETURNING id INTO copy;
     RETURN copy;
   END $$`;

/** Links a copy to the order that it replaces, with the result of its address check. */
const linkCopy = `CREATE OR REPLACE FUNCTION shipping.link_copy(of_order bigint, copy bigint) RETURNS void ${definer} AS $$
   BEGIN
     UPDATE "order" n SET replaces = o.id, "addressCheck" = o."addressCheck", "addressCheckedAt" = o."addressCheckedAt", "addressSource" = o."addressSource",
            "addressCheckedBy" = o."addressCheckedBy"
       FROM "order" o WHERE n.tenant_id = lading.tenant() AND n.id = copy AND n.status = 'draft' AND o.tenant_id = n.tenant_id AND o.id = of_order;
   END $$`;

export const byHandFunctions = [
  'end_doubt(bigint, text)',
  'label_format(bigint)',
  'attach_upload(bigint, bigint)',
  'open_copy(bigint)',
  'link_copy(bigint, bigint)',
];
export const byHandStatements = [endDoubt, labelFormat, attachUpload, openCopy, linkCopy];
