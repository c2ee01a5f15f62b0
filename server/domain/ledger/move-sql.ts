const asOwner = 'LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$';
const functions = ['ledger.wallets_of(bigint)', 'ledger.move_wallets(bigint, text, json, boolean)'];

/**
 * A tenant that moves to another installation leaves its lines with the platform that booked them. Its wallets are
 * closed here and opened there, each by one line against `movedTenants`, under one key.
 */
export const moveStatements: readonly string[] = [
  `CREATE OR REPLACE FUNCTION ledger.wallets_of(of_tenant bigint) RETURNS json ${asOwner}
   BEGIN
     RETURN (SELECT coalesce(json_agg(json_build_object('currency', a.currency, 'amount', a.balance::text) ORDER BY a.currency), '[]')
       FROM ledger_account a JOIN tenant t ON t.id = of_tenant AND a.tenant_id = t.tenant_id
      WHERE a.kind = 'tenantWallet' AND a.tenant = of_tenant AND a.balance <> 0);
   END $$`,
  // $3: what `wallets_of` answered; `opens`: the money arrives, otherwise it leaves.
  `CREATE OR REPLACE FUNCTION ledger.move_wallets(of_tenant bigint, move_key text, wallets json, opens boolean) RETURNS void ${asOwner}
   DECLARE home bigint; refusal json;
   BEGIN
     SELECT t.tenant_id INTO home FROM tenant t WHERE t.id = of_tenant AND t.tenant_id <> t.id;
     PERFORM set_config('lading.tenant', home::text, true), set_config('lading.member', '', true), set_config('lading.account', '', true);
     SELECT ledger.post(json_agg(json_build_object(
         'key', format('tenant-move:%s:%s:%s:%s', of_tenant, move_key, CASE WHEN opens THEN 'in' ELSE 'out' END, w.currency),
         'kind', 'tenantMove', 'amount', abs(w.amount), 'currency', w.currency, 'entity', 'tenant', 'record', of_tenant::text,
         'debit', CASE WHEN into_wallet THEN 'movedTenants' ELSE 'tenantWallet' END,
         'debit_holder', CASE WHEN NOT into_wallet THEN of_tenant END,
         'credit', CASE WHEN into_wallet THEN 'tenantWallet' ELSE 'movedTenants' END,
         'credit_holder', CASE WHEN into_wallet THEN of_tenant END,
         'past_floor', true, 'once', false)))
       INTO refusal FROM json_to_recordset(wallets) AS w(currency text, amount numeric),
         LATERAL (SELECT (w.amount > 0) = opens AS into_wallet) way HAVING count(*) > 0;
     IF refusal IS NOT NULL THEN RAISE EXCEPTION 'the wallet cannot be moved: %', refusal; END IF;
   END $$`,
  ...functions.flatMap((name) => [`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`]),
];
