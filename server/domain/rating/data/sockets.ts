import type { Wing } from '../../../sockets/socket.ts';
import { numberVersion, secondLook } from './versions.ts';

/** What price data plugs into its flow. */
export const priceData: Pick<Wing, 'sockets'> = { sockets: [numberVersion, secondLook] };
