import { defineEffect } from '../../modules/module.ts';

/** The balance of a customer is kept in the tenant's own currency, and so is everything that moves it. */
export const useCurrency = defineEffect('ledger.use-currency', async ({ currency }) => ({ patch: { currency } }));
