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
 * Tests the stored credentials of an account with its carrier and stores the outcome on the account: one of a few codes, so
 * that neither secrets nor the carrier's own words are stored.
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
