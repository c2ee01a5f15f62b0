import { bookedAccounts, sqlList } from './account-kinds.ts';

/**
 * The account book: every line that touches an available balance or a wallet says what came in or went out and what stood there
 * afterwards, so that a statement of any period is a list like any other, and no reader adds anything up.
 */
export const accountBookStatements: readonly string[] = [
  `CREATE OR REPLACE FUNCTION ledger.tell_book() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
   DECLARE booked bigint;
   BEGIN
     SELECT id INTO booked FROM ledger_account WHERE tenant_id = NEW.tenant_id AND id IN (NEW.debit, NEW.credit)
        AND kind IN (${sqlList(bookedAccounts)});
     IF booked = NEW.debit THEN
       NEW."moneyOut" := NEW.amount;
       NEW."balanceAfter" := NEW."debitBalance";
     ELSIF booked = NEW.credit THEN
       NEW."moneyIn" := NEW.amount;
       NEW."balanceAfter" := NEW."creditBalance";
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE TRIGGER tell_book BEFORE INSERT ON ledger_transfer FOR EACH ROW EXECUTE FUNCTION ledger.tell_book()`,
];
