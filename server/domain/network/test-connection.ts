import { defineCall, issue, type House, type Issue, type RecordOf } from '../../sockets/socket.ts';
import type { CarrierBases, Environment } from './carrier-hosts.ts';
import { askForToken, type Login, type LoginResult } from './carrier-login.ts';

/** What a test may find; `express-account` keeps it by these names. */
type Found = LoginResult | 'noCredentials';

const reasons: Readonly<Record<Exclude<Found, 'ok'>, Issue>> = {
  refused: issue('network.refused', ''),
  noCredentials: issue('network.noCredentials', ''),
  noAnswer: issue('network.noAnswer', ''),
  badAnswer: issue('network.badAnswer', ''),
  busy: issue('network.busy', ''),
};

const carriers: Readonly<Record<string, keyof CarrierBases>> = { UPS: 'ups', FEDEX: 'fedex' };

/**
 * Asks the carrier of an account whether it takes the credentials that are kept, and notes on the account what came of
 * it: one of a few codes, so that neither a secret nor words of the carrier can get there. Without bases nobody is asked.
 */
export const testConnection = (bases: CarrierBases | null) =>
  defineCall('network.test-connection', async ({ tenant, entity, id, house }) => {
    if (!bases) return { issues: [issue('network.notOffered', '')] };
    const of = { tenant, entity, id };
    const testResult = await testOf(house, of, bases);
    const unnoted = await house.act(of, 'noteTest', { testResult });
    if (unnoted.length > 0) return { issues: unnoted };
    return testResult === 'ok' ? {} : { issues: [reasons[testResult]] };
  });

async function testOf(house: House, of: RecordOf, bases: CarrierBases): Promise<Found> {
  const login = await loginOf(house, of);
  return login ? askForToken(login, bases) : 'noCredentials';
}

async function loginOf(house: House, of: RecordOf): Promise<Login | null> {
  const [row] = await house.query(
    `SELECT number, environment, "carrierCode" AS code FROM express_account WHERE tenant_id = $1 AND id = $2`,
    [of.tenant, of.id],
  );
  const carrier = carriers[String(row?.['code'])];
  const clientId = await house.secret(of, 'clientId');
  const clientSecret = await house.secret(of, 'clientSecret');
  if (!row || !carrier || clientId === null || clientSecret === null) return null;
  return {
    ...{ carrier, clientId, clientSecret },
    ...{ number: String(row['number']), environment: row['environment'] as Environment },
  };
}
