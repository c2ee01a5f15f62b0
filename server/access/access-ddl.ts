const systemFunction = (signature: string): string => `ALTER FUNCTION lading.${signature} OWNER TO lading_system`;

/**
 * Consequences of changes to accounts, roles and menus as triggers, so that every code path has them: sessions end with
 * their account, references to deleted menus and roles are removed, entries follow their root's application.
 */
export const accessDdl: readonly string[] = [
  // The preview of a role: a session that belongs to another and ends with it.
  `ALTER TABLE lading.session_token ADD COLUMN IF NOT EXISTS preview_role bigint`,
  `ALTER TABLE lading.session_token ADD COLUMN IF NOT EXISTS preview_of bytea`,
  // Ended by a later sign-in, for accounts that may have only one session.
  `ALTER TABLE lading.session_token ADD COLUMN IF NOT EXISTS replaced boolean NOT NULL DEFAULT false`,
  `CREATE INDEX IF NOT EXISTS session_token_preview ON lading.session_token (preview_of) WHERE preview_of IS NOT NULL`,
  `CREATE OR REPLACE FUNCTION lading.session_over() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
   BEGIN
     UPDATE lading.session_token SET revoked_at = NEW.revoked_at, replaced = NEW.replaced
       WHERE preview_of = NEW.token_hash AND revoked_at IS NULL;
     RETURN NULL;
   END $$`,
  systemFunction('session_over()'),
  `DROP TRIGGER IF EXISTS session_over ON lading.session_token`,
  `CREATE TRIGGER session_over AFTER UPDATE OF revoked_at ON lading.session_token
     FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL)
     EXECUTE FUNCTION lading.session_over()`,

  // Disabling an account ends its sessions; enabling it again does not restore them.
  `CREATE OR REPLACE FUNCTION lading.account_off() RETURNS trigger
     LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
   BEGIN
     UPDATE lading.session_token SET revoked_at = now()
       WHERE tenant_id = OLD.tenant_id AND account_id = OLD.id AND revoked_at IS NULL;
     UPDATE public.session s SET "revokedAt" = now()
       WHERE s.tenant_id = OLD.tenant_id AND s.account = OLD.id AND s."revokedAt" IS NULL;
     RETURN NULL;
   END $$`,
  systemFunction('account_off()'),
  `DROP TRIGGER IF EXISTS account_off ON account`,
  `CREATE TRIGGER account_off AFTER UPDATE OF status ON account
     FOR EACH ROW WHEN (OLD.status = '0' AND NEW.status <> '0') EXECUTE FUNCTION lading.account_off()`,

  // Choosing a password clears the pending password change.
  `CREATE OR REPLACE FUNCTION lading.password_chosen() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW."mustChange" := false;
     RETURN NEW;
   END $$`,
  `DROP TRIGGER IF EXISTS password_chosen ON account`,
  `CREATE TRIGGER password_chosen BEFORE UPDATE OF password ON account
     FOR EACH ROW WHEN (OLD.password IS DISTINCT FROM NEW.password AND OLD."mustChange")
     EXECUTE FUNCTION lading.password_chosen()`,

  // An entry is deleted with its descendants, and removed from all roles.
  `CREATE OR REPLACE FUNCTION lading.menu_removed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO lading.audit (tenant_id, id, entity, record_id, verb, version, by, changes)
       SELECT m.tenant_id, lading.new_id(), 'menu', m.id, 'delete', m.version + 1,
              nullif(current_setting('lading.account', true), '')::bigint,
              json_build_array(json_build_object('field', 'name', 'before', m.name, 'after', NULL))
         FROM public.menu m WHERE m.tenant_id = OLD.tenant_id AND m.parent = OLD.id;
     DELETE FROM public.menu WHERE tenant_id = OLD.tenant_id AND parent = OLD.id;
     UPDATE public.role SET "menus" = array_remove("menus", OLD.id)
       WHERE tenant_id = OLD.tenant_id AND OLD.id = ANY ("menus");
     RETURN OLD;
   END $$`,
  `DROP TRIGGER IF EXISTS menu_removed ON menu`,
  `CREATE TRIGGER menu_removed BEFORE DELETE ON menu FOR EACH ROW EXECUTE FUNCTION lading.menu_removed()`,

  // Every entry belongs to the application of its root.
  `CREATE OR REPLACE FUNCTION lading.menu_placed() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE above record;
   BEGIN
     SELECT m.application INTO above FROM public.menu m WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.parent;
     IF FOUND THEN NEW.application := above.application; END IF;
     RETURN NEW;
   END $$`,
  `DROP TRIGGER IF EXISTS menu_placed ON menu`,
  `CREATE TRIGGER menu_placed BEFORE INSERT OR UPDATE OF parent, application ON menu
     FOR EACH ROW WHEN (NEW.parent IS NOT NULL) EXECUTE FUNCTION lading.menu_placed()`,
  `CREATE OR REPLACE FUNCTION lading.menu_moved() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE public.menu SET application = NEW.application
       WHERE tenant_id = NEW.tenant_id AND parent = NEW.id AND application IS DISTINCT FROM NEW.application;
     RETURN NULL;
   END $$`,
  `DROP TRIGGER IF EXISTS menu_moved ON menu`,
  `CREATE TRIGGER menu_moved AFTER UPDATE ON menu
     FOR EACH ROW WHEN (OLD.application IS DISTINCT FROM NEW.application) EXECUTE FUNCTION lading.menu_moved()`,

  // Changing the code of a menu entry changes the rights of every role that has it.
  `DROP TRIGGER IF EXISTS rights_changed ON menu`,
  `CREATE TRIGGER rights_changed AFTER DELETE ON menu
     FOR EACH ROW EXECUTE FUNCTION lading.rights_changed()`,
  `DROP TRIGGER IF EXISTS rights_edited ON menu`,
  `CREATE TRIGGER rights_edited AFTER UPDATE ON menu
     FOR EACH ROW WHEN ((OLD.entity, OLD.permission, OLD.type, OLD.application) IS DISTINCT FROM
                        (NEW.entity, NEW.permission, NEW.type, NEW.application))
     EXECUTE FUNCTION lading.rights_changed()`,

  `CREATE OR REPLACE FUNCTION lading.role_removed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     UPDATE public.account SET roles = array_remove(roles, OLD.id)
       WHERE tenant_id = OLD.tenant_id AND OLD.id = ANY (roles);
     RETURN NULL;
   END $$`,
  `DROP TRIGGER IF EXISTS role_removed ON role`,
  `CREATE TRIGGER role_removed AFTER DELETE ON role FOR EACH ROW EXECUTE FUNCTION lading.role_removed()`,
];
