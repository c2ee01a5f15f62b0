import type { Wing } from '../../sockets/socket.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { watch } from './alerts/raise.ts';
import { codeStatements } from './codes/deliver-sql.ts';
import { poll } from './poll.ts';
import { proofOfDelivery } from './proof.ts';
import { pushDoors, takePushed } from './push/hooks.ts';
import { recogniseNumbers } from './recognise-command.ts';
import { lookAgain } from './take-events.ts';
import { refresh, timeline } from './timeline.ts';
import { schemaStatements, workStatements } from './work-sql.ts';

/** Where parcels are: the numbers, what carriers report of them, and what is wrong. */
export const tracking = (on: { carriers: Carriers }): Wing => ({
  sockets: [takePushed],
  commands: [recogniseNumbers, timeline, refresh(on.carriers)],
  downloads: [proofOfDelivery(on.carriers)],
  hooks: pushDoors,
  tasks: [poll(on.carriers), watch(lookAgain)],
  statements: [...schemaStatements, ...workStatements, ...codeStatements],
});
