import { bookedAccounts, sqlList } from './account-kinds.ts';

/**
 * The account book: every line that touches an available balance or a wallet stores the amount in or out and the
 * balance after it, so that a statement of any period is a plain list. This SQL derives `moneyIn, moneyOut,
 * balanceAfter` of a leg from the balances on both sides.
 */
export const toldOf = (leg: string, debitBalance: string, creditBalance: string): string => {
  const [debit, credit] = ['debit', 'credit'].map((side) => `${leg}.${side} IN (${sqlList(bookedAccounts)})`);
  return `CASE WHEN ${credit} AND NOT ${debit} THEN ${leg}.amount END, CASE WHEN ${debit} THEN ${leg}.amount END,
          CASE WHEN ${debit} THEN ${debitBalance} WHEN ${credit} THEN ${creditBalance} END`;
};

/** Fills derived columns of lines written by an older node version. */
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
  `CREATE OR REPLACE TRIGGER tell_book BEFORE INSERT ON ledger_transfer FOR EACH ROW
     WHEN (NEW."balanceAfter" IS NULL AND (NEW."debitStep" IS NOT NULL OR NEW."creditStep" IS NOT NULL))
     EXECUTE FUNCTION ledger.tell_book()`,
];
