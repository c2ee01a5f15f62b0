/**
 * A customer's money: each account has a balance row that postings lock and update. A balance is what the company owes.
 */
export const customerAccounts = ['available', 'frozen', 'deposit'] as const;

/** A tenant's money at the platform: a wallet, with a balance row as well. */
export const walletAccounts = ['tenantWallet'] as const;

/** Accounts with an account book; actual costs may take them below the floor. */
export const bookedAccounts = ['available', ...walletAccounts] as const;

/** The company's own money: postings write no balance row; `ledger.roll_up` sums them up. */
export const internalAccounts = [
  'bankClearing',
  'gatewayClearing',
  'revenueShipping',
  'revenueFee',
  'costShipping',
  'costAccrual',
  'carrierPayable',
  'writeOff',
  'platformRevenue',
  'movedTenants',
] as const;

export type CustomerAccount = (typeof customerAccounts)[number];
export type WalletAccount = (typeof walletAccounts)[number];
export type InternalAccount = (typeof internalAccounts)[number];

/** Kinds of held money: only the hold's own functions post and reverse them. */
export const heldKinds = ['hold', 'capture', 'release'] as const;

/** `'a', 'b'` for SQL. */
export const sqlList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
