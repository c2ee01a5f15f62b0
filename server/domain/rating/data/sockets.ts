import type { Wing } from '../../../sockets/socket.ts';
import { checkVersion } from './check-version.ts';
import { priceChecks } from './checks.ts';
import { fuelStatements } from './fuel-sql.ts';
import { endOlder, newVersion, numberVersion, sameDay, secondLook } from './versions.ts';

/** What price data plugs into its flow. */
export const priceData: Required<Pick<Wing, 'sockets' | 'checks' | 'statements'>> = {
  sockets: [numberVersion, newVersion, secondLook, sameDay, endOlder, checkVersion],
  checks: priceChecks,
  statements: fuelStatements,
};
