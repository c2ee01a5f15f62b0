import { createHash, randomBytes } from 'node:crypto';
import { issue } from '../../engine/core/index.ts';
import type { Actors } from '../access/actors.ts';
import { count, within } from '../access/limits.ts';
import { hashToken, openSession } from '../access/sessions.ts';
import { AppError, refused } from '../errors.ts';
import type { Context } from '../operations/context.ts';
import { passwordFits } from '../secrets/passwords.ts';
import { readSetting } from '../settings/settings.ts';
import {
  badgeOwnerSql,
  pairStationSql,
  pinFitSql,
  stationOfBrowserSql,
  stationPeopleSql,
  tryPinSql,
} from '../access/station-sql.ts';
import type { SystemDatabase } from '../store/system-database.ts';
import { forgetFailures, noteFailure, refuseWhileLocked, type Trying } from './failures.ts';
import { isOpen, tenantByHost, type HostTenant } from './tenant-host.ts';
import { readUserAgent } from './user-agent.ts';

/** Where a call of a station's browser comes from. */
export interface StationBrowser {
  readonly host: string;
  readonly ip: string;
  readonly userAgent: string;
  /** The credential of the browser; empty without one. */
  readonly browser: string;
}

/** How a person signs in: a scanned badge, or their account and PIN. */
export interface StationProof {
  readonly badge: string;
  readonly person: string;
  readonly pin: string;
}

export interface StationDeps {
  readonly context: Context;
  readonly system: SystemDatabase;
  readonly actors: Pick<Actors, 'byAccount' | 'stations'>;
}

/** A station as its browser sees it before a sign-in. */
export interface StationView {
  readonly name: string;
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** A person's session at a station. `place` is the printer that stands there. */
export interface StationSession {
  readonly token: string;
  readonly person: string;
  readonly name: string;
  readonly station: string;
  readonly place: string;
  /** The permission codes of what the person may do here. */
  readonly permissions: readonly string[];
  readonly idleMinutes: number;
  readonly timeZone: string;
  readonly currency: string;
}

/** Wrong PINs in a row, at all stations together, after which a PIN is blocked until its owner sets another. */
export const pinTries = 10;
const pairLimit = { seconds: 600, most: 20 };
/** Wrong PINs of all people at one station, so that one guess is not tried on everybody. Badges go on. */
const stationLimit = { seconds: 600, most: 30 };
/** Failed attempts at one station that the visit log takes, so that it cannot be flooded. */
const reported = { seconds: 600, most: 30 };
const defaultIdleMinutes = 5;

interface Station {
  readonly id: string;
  readonly name: string;
  readonly place: string;
}

interface Found {
  readonly tenant: HostTenant;
  readonly station: Station;
}

const badgeHash = (badge: string): Buffer => createHash('sha256').update(badge.trim().toUpperCase()).digest();

/**
 * Redeems a pairing code, which makes this browser the station's only one. Answers the credential, of which the hash is
 * stored. Throws `refused` for a wrong code, `tooMany`.
 */
export async function pairStation(
  { system }: StationDeps,
  { host, ip, userAgent }: StationBrowser,
  code: string,
): Promise<{ browser: string; name: string }> {
  if (!(await within(system, [[`station-pair:${ip}`, pairLimit]]))) throw new AppError('tooMany');
  const tenant = await tenantByHost(system, host);
  const browser = randomBytes(32).toString('base64url');
  const { browser: program, os } = readUserAgent(userAgent);
  const given = [code.trim().toUpperCase(), hashToken(browser), [program, os].filter(Boolean).join(', ')];
  const { rows } =
    tenant && isOpen(tenant)
      ? await system.pool.query<{ name: string }>(pairStationSql, [tenant.id, ...given])
      : { rows: [] };
  const [found] = rows;
  if (!found) throw refused(issue('station.wrongCode', 'code'));
  return { browser, name: found.name };
}

/** The station of this browser, and the people who may choose their name; null if it is none. */
export async function viewStation(deps: StationDeps, from: StationBrowser): Promise<StationView | null> {
  const found = await stationOf(deps, from);
  if (!found) return null;
  const { rows } = await deps.system.pool.query<StationView['people'][number]>(stationPeopleSql, [
    found.tenant.id,
    pinTries,
  ]);
  return { name: found.station.name, people: rows };
}

/** An attempt to sign in at a station, for the visit log. */
export interface StationVisit {
  readonly tenant: string;
  readonly station: string;
  /** Whose badge or name it was; null if no account here has it. */
  readonly account: string | null;
  /** Failures after this one are left out for a while. */
  readonly isLast: boolean;
}

/**
 * Opens a session that is limited to the calls of stations and ends the one before it there. `report` is called with the
 * attempt, before the answer or refusal. Throws `refused` for an unknown badge, a wrong PIN, a person without any of
 * these calls, or a browser that is no station; `tooManyFailures`, `tooMany`, `passwordDue`.
 */
export async function signInAtStation(
  deps: StationDeps,
  from: StationBrowser,
  proof: StationProof,
  report: (visit: StationVisit) => void,
): Promise<StationSession> {
  const { system } = deps;
  const found = await stationOf(deps, from);
  if (!found) throw refused(issue('station.notOpen', ''));
  const { tenant, station } = found;
  const account = await claimedAccount(system, tenant.id, proof);
  const visit = { tenant: tenant.id, station: station.name, account };
  try {
    if (proof.badge === '') await provePin(deps, found, { person: account, pin: proof.pin, ip: from.ip });
    const session = await openVisit(deps, from, found, account);
    report({ ...visit, isLast: false });
    return session;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const failures = await count(system, `station-visit:${tenant.id}:${station.id}`, reported.seconds);
    if (failures <= reported.most) report({ ...visit, isLast: failures === reported.most });
    throw error;
  }
}

async function openVisit(
  { system, context, actors }: StationDeps,
  from: StationBrowser,
  { tenant, station }: Found,
  account: string | null,
): Promise<StationSession> {
  const actor = account === null ? null : await actors.byAccount(tenant.id, account);
  if (!actor || actor.member) throw refused(issue('station.unknownBadge', 'badge'));
  if (actor.mustChange) throw new AppError('passwordDue');
  const permissions = actors.stations.opens(actor);
  if (permissions.length === 0) throw refused(issue('station.noRight', ''));
  const idleMinutes = Number((await readSetting(system, tenant.id, 'STATION_IDLE_MINUTES')) ?? defaultIdleMinutes);
  const token = await openSession(system, context.newId, {
    ...{ tenant: tenant.id, account: actor.facts.id, member: null, timeZone: tenant.timeZone, ip: from.ip },
    ...{ station: { id: station.id, idleMinutes }, ...readUserAgent(from.userAgent) },
  });
  const { timeZone, currency } = tenant;
  const person = { person: actor.facts.id, name: actor.name };
  const here = { station: station.name, place: station.place, permissions, idleMinutes };
  return { token, ...person, ...here, timeZone, currency };
}

async function stationOf({ system }: StationDeps, { host, browser }: StationBrowser): Promise<Found | null> {
  if (!/^[\w-]{43}$/.test(browser)) return null;
  const tenant = await tenantByHost(system, host);
  if (!tenant || !isOpen(tenant)) return null;
  const { rows } = await system.pool.query<Station>(stationOfBrowserSql, [tenant.id, hashToken(browser)]);
  return rows[0] ? { tenant, station: rows[0] } : null;
}

/** Whose badge this is, or whose name was chosen; null if no account can be meant. */
async function claimedAccount(
  { pool }: SystemDatabase,
  tenant: string,
  { badge, person }: StationProof,
): Promise<string | null> {
  if (badge === '') return /^\d{1,18}$/.test(person) ? person : null;
  const { rows } = await pool.query<{ id: string }>(badgeOwnerSql, [tenant, badgeHash(badge)]);
  return rows[0]?.id ?? null;
}

/** Throws the same for a person who does not exist as for a wrong PIN. */
async function provePin(
  { system }: StationDeps,
  { tenant, station }: Found,
  { person, pin, ip }: { person: string | null; pin: string; ip: string },
): Promise<void> {
  if (person === null) throw refused(issue('required', 'person'));
  const trying: Trying = {
    ...{ tenant: tenant.id, subject: `pin:${person}`, ip },
    origin: { key: `station:${station.id}`, known: true },
  };
  const failures = `station-pin:${tenant.id}:${station.id}`;
  await refuseWhileLocked(system, trying);
  // Counted before the slow comparison, so that a burst of guesses is no burst of work.
  if ((await count(system, failures, stationLimit.seconds)) > stationLimit.most) throw new AppError('tooMany');
  const { rows } = await system.pool.query<{ pin_hash: string }>(tryPinSql, [tenant.id, person, pinTries]);
  const kept = rows[0]?.pin_hash ?? null;
  if (await passwordFits(kept, pin)) {
    await system.pool.query(pinFitSql, [tenant.id, person, kept]);
    await forgetFailures(system, trying);
    await count(system, failures, stationLimit.seconds, -1);
    return;
  }
  await noteFailure(system, trying);
  throw refused(issue('station.wrongPin', 'pin'));
}
