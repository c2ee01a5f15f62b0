import type { Wing } from '../sockets/socket.ts';
import { ledger } from './ledger/sockets.ts';

/** The business wings, one line each. */
export const wings: readonly Wing[] = [ledger];
