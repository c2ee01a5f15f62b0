/**
 * Checks enforced by the database, so that they hold for every code path. The message is the error code
 * (`errors.json`), the column is the field; `translateError` reads both.
 */
const refuse = (code: string, column = ''): string =>
  `RAISE EXCEPTION '${code}' USING ERRCODE = 'LD411', COLUMN = '${column}'`;

/** Lock class per tenant: serialises changes of the default application. */
const defaultLockClass = 7_221_003;

export const tenantPolicyDdl: readonly string[] = [
  `CREATE OR REPLACE FUNCTION lading.config_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
   BEGIN
     IF OLD."sysFlag" = 'Y' AND current_user <> 'lading_system' THEN ${refuse('config.systemStays')}; END IF;
     RETURN OLD;
   END $$`,
  `CREATE OR REPLACE FUNCTION lading.application_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
   BEGIN
     IF EXISTS (SELECT FROM public.menu m WHERE m.tenant_id = OLD.tenant_id AND m.application = OLD.code)
       THEN ${refuse('application.hasMenus')}; END IF;
     RETURN OLD;
   END $$`,
  `CREATE OR REPLACE FUNCTION lading.one_default() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock(${defaultLockClass}, hashint8(NEW.tenant_id));
     IF EXISTS (SELECT FROM public.application a
                 WHERE a.tenant_id = NEW.tenant_id AND a.active = 'Y' AND a.id <> NEW.id)
       THEN ${refuse('application.oneDefault', 'active')}; END IF;
     RETURN NEW;
   END $$`,
  ...trigger('config', 'config_stays', 'BEFORE DELETE'),
  ...trigger('application', 'application_stays', 'BEFORE DELETE'),
  ...trigger('application', 'one_default', 'BEFORE INSERT OR UPDATE', `WHEN (NEW.active = 'Y') `),
];

function trigger(table: string, name: string, at: string, when = ''): string[] {
  return [
    `DROP TRIGGER IF EXISTS ${name} ON public.${table}`,
    `CREATE TRIGGER ${name} ${at} ON public.${table} FOR EACH ROW ${when}EXECUTE FUNCTION lading.${name}()`,
  ];
}
