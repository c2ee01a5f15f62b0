const definer = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$';

const fileColumns = [
  ...[
    'originName',
    'suffix',
    'mediaType',
    'size',
    'sizeKb',
    'fileSizeInfo',
    'fileLocation',
    'fileBucket',
    'objectName',
  ],
  ...['filePath', 'hash'],
].map((name) => `"${name}"`);

/** Columns of a recharge that the tenant writes. */
const typed = [
  'rechargeNo',
  'amount',
  'currency',
  'method',
  'paidOn',
  'bankReference',
  'note',
  'submittedAt',
  'status',
].map((name) => `"${name}"`);
/** Columns that the platform writes: copied from the tenant's half only if the system itself writes both. */
const judgement = ['postedAmount', 'remarks', 'reviewedAt', 'reverseReason', 'reversedAt'].map((name) => `"${name}"`);

/** Notes a change of state by the system. All but the entity's name are expressions. */
const trail = (tenant: string, entity: string, verb: string, version: string, before: string): string =>
  `INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
     VALUES (${tenant}, lading.new_id(), '${entity}', NEW.id, ${verb}, ${version}, NULL,
       json_build_array(json_build_object('field', 'status', 'before', ${before}, 'after', NEW.status)))`;

/**
 * A tenant's recharge has two halves with one id: the tenant's record and the platform's review, each within its own
 * tenant. Submitting creates the review with a copy of the slip; withdrawing it withdraws the review. A review locked
 * by someone is answered with "busy" to avoid deadlocks. Whatever workflow a tenant configures, a decided review is
 * never reopened or changed.
 */
const sent = `CREATE OR REPLACE FUNCTION ledger.recharge_sent() RETURNS trigger ${definer}
   DECLARE home bigint; slip bigint; reviewed bigint; was text;
   BEGIN
     IF TG_OP = 'UPDATE' THEN was := OLD.status; END IF;
     IF was = NEW.status OR (TG_OP = 'INSERT' AND NEW.status = 'draft') THEN RETURN NULL; END IF;
     IF TG_OP = 'UPDATE' AND NEW.status NOT IN ('draft', 'pending') THEN
       -- What the platform decides comes through the other trigger, one level further down.
       IF session_user ~ '^lading_app' AND pg_trigger_depth() = 1 AND NEW.status IN ('passed', 'refused', 'reversed') THEN
         RAISE EXCEPTION 'wallet.reviewed' USING ERRCODE = 'LD411', COLUMN = '';
       END IF;
       RETURN NULL;
     END IF;
     IF TG_OP = 'UPDATE' AND NEW.status = 'pending' AND was <> 'draft' THEN
       RAISE EXCEPTION 'wallet.reviewed' USING ERRCODE = 'LD411', COLUMN = '';
     END IF;
     SELECT t.tenant_id INTO home FROM tenant t WHERE t.id = NEW.tenant_id AND t.tenant_id <> t.id;
     IF NOT FOUND THEN RAISE EXCEPTION 'wallet.none' USING ERRCODE = 'LD411', COLUMN = ''; END IF;

     IF NEW.status = 'draft' THEN
       PERFORM 1 FROM tenant_recharge_review WHERE tenant_id = home AND id = NEW.id FOR UPDATE NOWAIT;
       UPDATE tenant_recharge_review SET status = 'withdrawn', version = version + 1, "updatedAt" = now(), "updatedBy" = NEW."updatedBy"
        WHERE tenant_id = home AND id = NEW.id AND status = 'pending' RETURNING version INTO reviewed;
       IF NOT FOUND THEN RAISE EXCEPTION 'wallet.reviewed' USING ERRCODE = 'LD411', COLUMN = ''; END IF;
     ELSE
       INSERT INTO file (tenant_id, id, "createdBy", ${fileColumns.join(', ')})
         SELECT home, f.id, f."createdBy", ${fileColumns.map((column) => `f.${column}`).join(', ')}
           FROM file f WHERE f.tenant_id = NEW.tenant_id AND f.id = NEW.attachment ON CONFLICT DO NOTHING;
       SELECT kept.id INTO slip FROM file f JOIN file kept ON kept.tenant_id = home AND kept."objectName" = f."objectName"
        WHERE f.tenant_id = NEW.tenant_id AND f.id = NEW.attachment;
       INSERT INTO tenant_recharge_review AS r (tenant_id, id, "createdAt", "createdBy", "updatedBy", tenant, attachment, submitter, ${[...typed, ...judgement].join(', ')})
         VALUES (home, NEW.id, coalesce(NEW."submittedAt", now()), NEW."submittedBy", NEW."submittedBy", NEW.tenant_id, slip,
           (SELECT a.name FROM account a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW."submittedBy"),
           ${typed.map((column) => `NEW.${column}`).join(', ')},
           ${judgement.map((column) => `CASE WHEN TG_OP = 'INSERT' THEN NEW.${column} END`).join(', ')})
         ON CONFLICT (tenant_id, id) DO UPDATE SET version = r.version + 1, "updatedAt" = now(), "createdBy" = excluded."createdBy",
           "updatedBy" = excluded."updatedBy", attachment = excluded.attachment, submitter = excluded.submitter,
           ${typed.map((column) => `${column} = excluded.${column}`).join(', ')}
         WHERE r.status = 'withdrawn'
         RETURNING r.version INTO reviewed;
       IF NOT FOUND THEN RAISE EXCEPTION 'wallet.reviewed' USING ERRCODE = 'LD411', COLUMN = ''; END IF;
     END IF;
     ${trail('home', 'tenant-recharge-review', `CASE WHEN reviewed = 1 THEN 'add' ELSE 'edit' END`, 'reviewed', 'was')};
     RETURN NULL;
   END $$`;

/** Copies the platform's decision to the tenant's record in the same transaction. */
const judged = `CREATE OR REPLACE FUNCTION ledger.recharge_judged() RETURNS trigger ${definer}
   DECLARE told bigint;
   BEGIN
     UPDATE tenant_recharge SET status = NEW.status, "postedAmount" = NEW."postedAmount", remarks = NEW.remarks,
            "reviewedAt" = NEW."reviewedAt", "reverseReason" = NEW."reverseReason", "reversedAt" = NEW."reversedAt",
            version = version + 1, "updatedAt" = now(), "updatedBy" = NULL
      WHERE tenant_id = NEW.tenant AND id = NEW.id RETURNING version INTO told;
     IF FOUND THEN
       ${trail('NEW.tenant', 'tenant-recharge', `'edit'`, 'told', 'OLD.status')};
     END IF;
     RETURN NULL;
   END $$`;

/** Adds a movement to the tenant's list for every wallet line, with the balance after it. */
const flowed = `CREATE OR REPLACE FUNCTION ledger.tell_flow() RETURNS trigger ${definer}
   BEGIN
     INSERT INTO tenant_flow (tenant_id, id, kind, reference, "moneyIn", "moneyOut", "balanceAfter", currency, note, "createdAt")
       VALUES (NEW.tenant, NEW.id, NEW.kind,
         coalesce((SELECT r."rechargeNo" FROM tenant_recharge_review r WHERE r.tenant_id = NEW.tenant_id AND r.tenant = NEW.tenant
            AND NEW."refEntity" = 'tenant-recharge-review' AND r.id::text = NEW."refId"),
           (SELECT g."orderNo" FROM goods_order g WHERE g.tenant_id = NEW.tenant_id AND g.tenant = NEW.tenant
            AND NEW."refEntity" = 'goods-order' AND g.id::text = NEW."refId")),
         NEW."moneyIn", NEW."moneyOut", NEW."balanceAfter", NEW.currency, NEW.note, NEW."createdAt");
     RETURN NULL;
   END $$`;

const functions = ['ledger.recharge_sent()', 'ledger.recharge_judged()', 'ledger.tell_flow()'];

export const walletStatements: readonly string[] = [
  `GRANT CREATE ON SCHEMA ledger TO lading_system`,
  sent,
  judged,
  flowed,
  ...functions.flatMap((name) => [
    `ALTER FUNCTION ${name} OWNER TO lading_system`,
    `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`,
  ]),
  `REVOKE CREATE ON SCHEMA ledger FROM lading_system`,
  `CREATE OR REPLACE TRIGGER recharge_sent AFTER INSERT OR UPDATE ON tenant_recharge FOR EACH ROW
     EXECUTE FUNCTION ledger.recharge_sent()`,
  `CREATE OR REPLACE TRIGGER recharge_judged AFTER UPDATE ON tenant_recharge_review FOR EACH ROW
     WHEN (OLD.status <> NEW.status AND NEW.status IN ('passed', 'refused', 'reversed')) EXECUTE FUNCTION ledger.recharge_judged()`,
  `CREATE OR REPLACE TRIGGER tell_flow AFTER INSERT ON ledger_transfer FOR EACH ROW WHEN (NEW.tenant IS NOT NULL)
     EXECUTE FUNCTION ledger.tell_flow()`,
  // Movements are only written by this trigger.
  `REVOKE INSERT, UPDATE, DELETE ON tenant_flow FROM lading_app`,
];
