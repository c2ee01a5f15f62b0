import type { StoreFailure } from '../store.ts';

/** An expired page token restarts the window. */
export const expiredPage = (failure: StoreFailure, page: string | null): StoreFailure =>
  page !== null && failure.kind === 'refused' ? { ...failure, kind: 'expired' } : failure;
