/** Money of a customer: each has a balance row, which a posting locks and moves. A balance is what the company owes. */
export const customerAccounts = ['available', 'frozen', 'deposit'] as const;

/** Money of a tenant at the platform: a wallet, of which the same holds. */
export const walletAccounts = ['tenantWallet'] as const;

/** What a holder lives by: its lines make an account book, and a cost that has really come up may take it below the floor. */
export const bookedAccounts = ['available', ...walletAccounts] as const;

/** The company's own money: no row is written when it moves; `ledger.roll_up` gathers what came and went. */
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
] as const;

export type CustomerAccount = (typeof customerAccounts)[number];
export type WalletAccount = (typeof walletAccounts)[number];
export type InternalAccount = (typeof internalAccounts)[number];

/** Kinds whose money went through a hold: only the hold's own functions book and undo them. */
export const heldKinds = ['hold', 'capture', 'release'] as const;

/** `'a', 'b'` for SQL. */
export const sqlList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
