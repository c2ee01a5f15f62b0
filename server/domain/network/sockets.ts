import type { Wing } from '../../sockets/socket.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { copyChannels } from './copy-channels.ts';
import { checkSubCustomer } from './sub-customers.ts';
import { testConnection } from './test-connection.ts';

export const network = (on: { carriers: Carriers }): Wing => ({
  sockets: [testConnection(on.carriers), copyChannels, checkSubCustomer],
});
