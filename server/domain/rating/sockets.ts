import type { Wing } from '../../sockets/socket.ts';
import { quote } from './quote.ts';

/** What shipments cost and what customers pay for them. */
export const rating: Wing = { sockets: [], commands: [quote] };
