import type { ServerModule } from '../../modules/module.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { check, suggest } from './commands.ts';
import { history } from './history.ts';
import { askOfOrder } from './order-call.ts';
import { forgetCheckStatements, guardPlacing, noteCheck, takeSuggestion, validated } from './order-check.ts';

/** Whether an address is one that carriers can find. */
export const addresses = ({ carriers }: { carriers: Carriers }): ServerModule => ({
  handlers: [askOfOrder(carriers), noteCheck, takeSuggestion, guardPlacing, validated],
  commands: [check(carriers), suggest, history],
  ddl: forgetCheckStatements,
});
