import type { ServerModule } from '../../modules/module.ts';
import { balanceStatements } from './balance-sql.ts';
import { balanceWatch, runningDry } from './balance.ts';
import { acceptance } from './acceptance.ts';
import { firstSignIn } from './first-sign-in.ts';
import { accept, admission, admitMember, progress } from './onboarding.ts';
import { ownRoleCommands } from './own-roles.ts';
import { distributionShares, subCustomerCommands } from './sub-customers.ts';
import { userCommands } from './users.ts';

/** Members: onboarding, users and roles of a customer, sub-customers, and warnings of low balances. */
export const members = ({ originOf }: { originOf(host: string): string }): ServerModule => ({
  handlers: [],
  commands: [
    runningDry,
    acceptance,
    progress,
    accept,
    admission,
    admitMember,
    firstSignIn(originOf),
    ...userCommands(originOf),
    ...ownRoleCommands,
    ...subCustomerCommands(originOf),
  ],
  schedules: [balanceWatch, distributionShares],
  ddl: balanceStatements,
});
