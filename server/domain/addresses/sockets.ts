import type { Wing } from '../../sockets/socket.ts';
import { check, suggest } from './commands.ts';
import { forgetCheckStatements, guardPlacing, noteCheck, takeSuggestion, validated } from './order-check.ts';

/** Whether an address is one that carriers can find. */
export const addresses: Wing = {
  sockets: [noteCheck, takeSuggestion, guardPlacing, validated],
  commands: [check, suggest],
  statements: forgetCheckStatements,
};
