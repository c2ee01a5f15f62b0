import type pg from 'pg';

/** Connections of one pool at this moment. */
export interface PoolUse {
  readonly pool: string;
  readonly open: number;
  readonly idle: number;
  /** Callers that wait for one. */
  readonly waiting: number;
}

export const useOf = (pool: pg.Pool): Omit<PoolUse, 'pool'> => ({
  open: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});
