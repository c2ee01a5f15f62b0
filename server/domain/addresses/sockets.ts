import type { Wing } from '../../sockets/socket.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { check, suggest } from './commands.ts';
import { history } from './history.ts';
import { forgetCheckStatements, guardPlacing, noteCheck, takeSuggestion, validated } from './order-check.ts';

/** Whether an address is one that carriers can find. */
export const addresses = ({ carriers }: { carriers: Carriers }): Wing => ({
  sockets: [noteCheck, takeSuggestion, guardPlacing, validated],
  commands: [check(carriers), suggest, history],
  statements: forgetCheckStatements,
});
