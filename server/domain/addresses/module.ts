import type { ServerModule } from '../../modules/module.ts';
import type { Carriers } from '../carriers/carriers.ts';
import { check, suggest } from './commands.ts';
import { history } from './history.ts';
import { forgetCheckStatements, guardPlacing, noteCheck, takeSuggestion, validated } from './order-check.ts';

/** Whether an address is one that carriers can find. */
export const addresses = ({ carriers }: { carriers: Carriers }): ServerModule => ({
  handlers: [noteCheck, takeSuggestion, guardPlacing, validated],
  commands: [check(carriers), suggest, history],
  ddl: forgetCheckStatements,
});
