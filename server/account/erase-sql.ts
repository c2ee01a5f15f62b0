/**
 * Deletes what names a person, on their request: in their account, its history, sessions, messages, logs and settings. The
 * account's number stays, so that documents of money keep their authors; nothing leads from it to a person any more.
 */
const eraseFunction = `CREATE OR REPLACE FUNCTION lading.erase_person(whom bigint) RETURNS void
   LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
 DECLARE home bigint := lading.tenant(); old public.account;
 BEGIN
   IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
   SELECT * INTO STRICT old FROM public.account WHERE tenant_id = home AND id = whom FOR UPDATE;
   UPDATE public.account SET account = 'deleted-' || whom, name = '-', "nickName" = NULL, password = '', avatar = NULL,
          sex = NULL, birthday = NULL, email = NULL, phone = NULL, tel = NULL, "jobNum" = NULL, company = NULL,
          roles = NULL, positions = NULL, orgs = NULL, "factorKey" = NULL, "secondFactor" = false
    WHERE tenant_id = home AND id = whom;
   DELETE FROM public.account__posts WHERE tenant_id = home AND parent_id = whom;
   DELETE FROM lading.audit WHERE tenant_id = home AND entity = 'account' AND record_id = whom;
   DELETE FROM lading.session_token WHERE tenant_id = home AND account_id = whom;
   DELETE FROM public.session WHERE tenant_id = home AND account = whom;
   DELETE FROM public.received_notice WHERE tenant_id = home AND account = whom;
   DELETE FROM lading.preference WHERE tenant_id = home AND account_id = whom;
   DELETE FROM lading.saved_view WHERE tenant_id = home AND account_id = whom;
   DELETE FROM lading.bound_address WHERE tenant_id = home AND account_id = whom;
   DELETE FROM lading.second_factor WHERE tenant_id = home AND account_id = whom;
   DELETE FROM lading.station_key WHERE tenant_id = home AND account_id = whom;
   DELETE FROM lading.one_time_code WHERE tenant_id = home AND account_id = whom;
   DELETE FROM lading.ticket WHERE tenant_id = home AND account_id = whom;
   DELETE FROM public.mail WHERE tenant_id = home AND lower("to") = lower(old.email);
   DELETE FROM public.sms WHERE tenant_id = home AND "phoneNumbers" = old.phone;
   UPDATE public.visit_log SET account = 'deleted-' || whom, name = NULL, ip = NULL, browser = NULL, os = NULL
    WHERE tenant_id = home AND lower(account) = lower(old.account);
   UPDATE public.operation_log SET account = 'deleted-' || whom, name = NULL, ip = NULL, browser = NULL, os = NULL, param = NULL
    WHERE tenant_id = home AND lower(account) = lower(old.account);
   -- Calls that changed the account carried its values.
   UPDATE public.operation_log SET param = NULL
    WHERE tenant_id = home AND param IS NOT NULL AND EXISTS (
      SELECT FROM unnest(ARRAY[whom::text, to_json(old.account)::text, to_json(old.name)::text, to_json(old."nickName")::text,
        to_json(old.email)::text, to_json(old.phone)::text, to_json(old.tel)::text]) value WHERE position(value IN param) > 0);
   UPDATE public.exception_log SET account = 'deleted-' || whom, name = NULL, param = NULL
    WHERE tenant_id = home AND lower(account) = lower(old.account);
 END $$`;

export const eraseStatements: readonly string[] = [
  eraseFunction,
  `ALTER FUNCTION lading.erase_person(bigint) OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION lading.erase_person(bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.erase_person(bigint) TO lading_app`,
];
