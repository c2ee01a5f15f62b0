import type { ServerModule } from '../../modules/module.ts';
import type { Carriers } from '../carriers/carriers.ts';
import carriers from './data/carriers.json' with { type: 'json' };
import { copyChannels } from './copy-channels.ts';
import { checkSubCustomer } from './sub-customers.ts';
import { testConnection } from './test-connection.ts';

export const network = (on: { carriers: Carriers }): ServerModule => ({
  handlers: [testConnection(on.carriers), copyChannels, checkSubCustomer],
  startingRecords: [{ entity: 'carrier', records: carriers }],
});
