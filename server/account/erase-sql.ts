/**
 * Deletes what names a person, on their request: in their account, its history, sessions, messages, logs and settings. The
 * account's number stays, so that documents of money keep their authors; nothing leads from it to a person any more.
 */
const eraseFunction = `CREATE OR REPLACE FUNCTION lading.erase_person(whom bigint) RETURNS void
   LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
 DECLARE home bigint := lading.tenant(); old public.account; said text[]; known text[];
 BEGIN
   IF lading.staff() IS NOT TRUE THEN RAISE insufficient_privilege; END IF;
   SELECT * INTO STRICT old FROM public.account WHERE tenant_id = home AND id = whom FOR UPDATE;
   -- What names them now, and what did before it was changed: logs keep what was written at the time.
   SELECT array_agg(DISTINCT word), array_agg(DISTINCT lower(word)) FILTER (WHERE field NOT IN ('name', 'nickName')) INTO said, known FROM (
       SELECT * FROM (VALUES ('account', old.account), ('name', old.name), ('nickName', old."nickName"), ('email', old.email),
         ('phone', old.phone), ('tel', old.tel)) now (field, word)
       UNION ALL SELECT c ->> 'field', word FROM lading.audit a, json_array_elements(a.changes) c, unnest(ARRAY[c ->> 'before', c ->> 'after']) word
         WHERE a.tenant_id = home AND a.entity = 'account' AND a.record_id = whom
           AND c ->> 'field' IN ('account', 'name', 'nickName', 'email', 'phone', 'tel')) w WHERE word <> '';
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
   DELETE FROM lading.event WHERE tenant_id = home AND kind = 'message' AND (account_id = whom
     OR EXISTS (SELECT FROM unnest(said) word WHERE position(to_json(word)::text IN payload::text) > 0));
   DELETE FROM lading.failed_sign_in WHERE tenant_id = home AND lower(split_part(subject, E'\\n', 1)) = ANY (known);
   DELETE FROM public.mail WHERE tenant_id = home AND lower("to") = ANY (known);
   DELETE FROM public.sms WHERE tenant_id = home AND "phoneNumbers" = ANY (said);
   UPDATE public.visit_log SET account = 'deleted-' || whom, name = NULL, ip = NULL, browser = NULL, os = NULL
    WHERE tenant_id = home AND ("createdBy" = whom OR "createdBy" IS NULL AND lower(account) = ANY (known));
   UPDATE public.operation_log SET account = 'deleted-' || whom, name = NULL, ip = NULL, browser = NULL, os = NULL, param = NULL
    WHERE tenant_id = home AND ("createdBy" = whom OR "createdBy" IS NULL AND lower(account) = ANY (known));
   -- Calls that changed the account carried its values.
   UPDATE public.operation_log SET param = NULL
    WHERE tenant_id = home AND param IS NOT NULL AND EXISTS (
      SELECT FROM unnest(ARRAY[whom::text] || ARRAY(SELECT to_json(word)::text FROM unnest(said) word)) value WHERE position(value IN param) > 0);
   UPDATE public.exception_log SET account = 'deleted-' || whom, name = NULL, param = NULL
    WHERE tenant_id = home AND ("createdBy" = whom OR "createdBy" IS NULL AND lower(account) = ANY (known));
   -- A comment that names them was said by another person, and stays without the name.
   UPDATE lading.record_comment c SET text = (
       SELECT replace(c.text, '@' || word, '@deleted-' || whom) FROM unnest(said) word
        WHERE position('@' || word IN c.text) > 0 ORDER BY length(word) DESC LIMIT 1)
    WHERE tenant_id = home AND whom = ANY (mentions) AND EXISTS (SELECT FROM unnest(said) word WHERE position('@' || word IN c.text) > 0);
 END $$`;

export const eraseStatements: readonly string[] = [
  eraseFunction,
  `ALTER FUNCTION lading.erase_person(bigint) OWNER TO lading_system`,
  `REVOKE ALL ON FUNCTION lading.erase_person(bigint) FROM PUBLIC`,
  `GRANT EXECUTE ON FUNCTION lading.erase_person(bigint) TO lading_app`,
];
