import { defineEffect } from '../../modules/module.ts';

/** A customer's balance and everything that moves it is in the tenant's own currency. */
export const useCurrency = defineEffect('ledger.use-currency', async ({ currency }) => ({ patch: { currency } }));
