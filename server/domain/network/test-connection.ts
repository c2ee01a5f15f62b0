import { loadAccount } from '../carriers/accounts.ts';
import type { Carriers, SignedIn } from '../carriers/carriers.ts';
import { defineExternalCall, issue, type Issue } from '../../modules/module.ts';

/** `express-account` keeps what a test found by these names. */
const reasons: Readonly<Record<Exclude<SignedIn, 'ok'>, Issue>> = {
  refused: issue('network.refused', ''),
  noCredentials: issue('network.noCredentials', ''),
  noAnswer: issue('network.noAnswer', ''),
  badAnswer: issue('network.badAnswer', ''),
  busy: issue('network.busy', ''),
};

/**
 * Asks the carrier of an account whether it takes the credentials that are kept, and notes on the account what came of
 * it: one of a few codes, so that neither a secret nor words of the carrier can get there.
 */
export const testConnection = (carriers: Carriers) =>
  defineExternalCall('network.test-connection', async ({ tenant, entity, id, services: deps }) => {
    const account = await loadAccount(deps, tenant, id);
    const testResult = account ? await carriers.signIn(account) : 'noCredentials';
    if (testResult === null) return { issues: [issue('network.notOffered', '')] };
    const unnoted = await deps.act({ tenant, entity, id }, 'noteTest', { testResult });
    if (unnoted.length > 0) return { issues: unnoted };
    return testResult === 'ok' ? {} : { issues: [reasons[testResult]] };
  });
