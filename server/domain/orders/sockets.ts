import type { Wing } from '../../sockets/socket.ts';
import { packageLimitStatements } from './package-limit.ts';

export const orders: Wing = { sockets: [], statements: packageLimitStatements };
