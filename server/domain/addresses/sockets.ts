import type { Wing } from '../../sockets/socket.ts';
import { check, suggest } from './commands.ts';

/** Whether an address is one that carriers can find. */
export const addresses: Wing = { sockets: [], commands: [check, suggest] };
