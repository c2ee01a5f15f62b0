import type { ServerModule } from '../../modules/module.ts';
import { accountBookStatements } from './account-book.ts';
import { allot, shareDistribution } from './allotments.ts';
import { balance } from './balance.ts';
import { clearAccount, clearAccountStatements } from './clear-account.ts';
import { customerAnswers } from './customer-answers.ts';
import { confirmDeduction, reverseDeduction } from './deductions.ts';
import { recordDeposit, returnDeposit, voidDeposit } from './deposits.ts';
import { holdEffects } from './hold-effects.ts';
import { checkInvoice, invoiceStatements } from './invoices.ts';
import { rechargeEffects } from './recharges.ts';
import { ledgerTasks } from './tasks.ts';
import { limitCurrencyStatements } from './limit-currency.ts';
import { statement } from './statement.ts';
import { moveStatements } from './move-sql.ts';
import { ledgerStatements } from './statements.ts';
import { chargeTenant } from './tenant-fee.ts';
import { turnover, turnoverStatements } from './turnover.ts';
import { useCurrency } from './use-currency.ts';
import { walletStatements } from './wallet-sql.ts';
import { freezeWithdrawal, payWithdrawal, releaseWithdrawal } from './withdrawals.ts';

export const ledger: ServerModule = {
  handlers: [
    useCurrency,
    ...rechargeEffects,
    chargeTenant,
    ...[recordDeposit, returnDeposit, voidDeposit],
    ...[confirmDeduction, reverseDeduction],
    ...[freezeWithdrawal, payWithdrawal, releaseWithdrawal],
    checkInvoice,
    clearAccount,
    ...[allot, shareDistribution],
    ...holdEffects,
  ],
  queries: [balance, ...customerAnswers],
  schedules: ledgerTasks,
  documents: [statement],
  projections: [turnover],
  ddl: [
    ...ledgerStatements,
    ...invoiceStatements,
    ...clearAccountStatements,
    ...accountBookStatements,
    ...walletStatements,
    ...limitCurrencyStatements,
    ...turnoverStatements,
    ...moveStatements,
  ],
};
