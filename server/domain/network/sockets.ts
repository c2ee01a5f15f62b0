import type { Wing } from '../../sockets/socket.ts';
import type { CarrierBases } from './carrier-hosts.ts';
import { copyChannels } from './copy-channels.ts';
import { checkSubCustomer } from './sub-customers.ts';
import { testConnection } from './test-connection.ts';

export const network = (on: { carriers: CarrierBases | null }): Wing => ({
  sockets: [testConnection(on.carriers), copyChannels, checkSubCustomer],
});
